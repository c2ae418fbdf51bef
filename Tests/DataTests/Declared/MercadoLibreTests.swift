import Domain
import Foundation
import Testing

@testable import Catalogs
@testable import Wire

/// What the declaration of Mercado Libre and its second road make of the service's answers.
struct MercadoLibreTests {
  private static let host = "api.mercadolibre.com"
  private static let refused = CatalogError.refused(host: host, status: 403, reason: "forbidden")

  private static func rows(_ numbers: ClosedRange<Int>, of total: Int) -> HTTPResponse {
    let rows = numbers.map { #"{"id":"MLB\#($0)","title":"Mate \#($0)","seller":{"id":42},"category_id":"MLB7"}"# }
    return HTTPResponse(
      status: 200, json: #"{"paging":{"total":\#(total)},"results":[\#(rows.joined(separator: ","))]}"#)
  }

  private static let user = HTTPResponse(
    status: 200,
    json: #"""
      {"id": 42, "nickname": "MATES SRL", "registration_date": "2012-01-26T08:20:47.000-04:00", "site_id": "MLB",
       "permalink": "http://perfil.mercadolibre.com.ar/MATES", "address": {"city": "Rosario", "state": "AR-S"},
       "seller_reputation": {"level_id": "5_green", "power_seller_status": "gold", "transactions": {"total": 6001}}}
      """#)
  private static let listing = HTTPResponse(
    status: 200,
    json: #"""
      {"id":"MLB1","title":"Mate","site_id":"MLB","category_id":"MLB7","seller_id":42,"catalog_product_id":"MLB70"}
      """#)
  private static let product = HTTPResponse(
    status: 200,
    json: #"""
      {"id":"MLB70","catalog_product_id":"MLB70","name":"Mate","short_description":{"content":"Un mate."},
       "attributes":[{"id":"BRAND","name":"Marca","value_name":"Uno"}]}
      """#)
  private static let offers = HTTPResponse(
    status: 200,
    json: #"""
      {"paging":{"total":2},"results":[
        {"item_id":"MLB1","site_id":"MLB","seller_id":42,"price":3,"currency_id":"BRL","official_store_name":"Tienda"},{}]}
      """#)
  private static let mate = Item.mercadoLibre("product", "MLB1", "Mate")

  // MARK: Searches

  @Test(
    arguments: [
      ("mate & bombilla", "MLA", nil, "sites/MLA/search?q=mate%20%26%20bombilla&offset=0&limit=50"),
      ("mate", "MLB", 5, "sites/MLB/search?q=mate&offset=0&limit=5"),
      ("mate", "MLA", 200, "sites/MLA/search?q=mate&offset=0&limit=50"),
    ] as [(String, String, Int?, String)])
  func `a search is of the site, and cut to what the listings take`(
    term: String, site: String, limit: Int?, target: String
  ) async throws {
    let stub = MercadoLibreStub(["sites/MLA/search": .noListings, "sites/MLB/search": .noListings])
    _ = try await stub.client().products(term, site: site, limit: limit)
    #expect(stub.targets == [target])
    #expect(stub.requests[0].headers["Accept"] == "application/json")
    #expect(stub.requests[0].credential?.headers == ["Authorization": "Bearer good"])
  }

  @Test func `the service's last page is the last that is asked for, and is not called all`() async throws {
    let client = try DeclaredClient.mercadoLibre(["MERCADOLIBRE_ACCESS_TOKEN": "good"]) { request in
      let (offset, limit) = (Int(request.query["offset"] ?? "") ?? 0, Int(request.query["limit"] ?? "") ?? 0)
      #expect(offset + limit <= 1000)
      return Self.rows(offset + 1...offset + limit, of: 5000)
    }
    var count = 0
    var list = try await client.products("x", limit: 30)
    while list.extent == .service {
      count += list.items.count
      list = try await client.products("x", limit: 30, offset: count)
    }
    #expect(count + list.items.count == 1000)
    #expect(list.extent == .ended(came: 1000, total: 5000))
  }

  @Test(arguments: [
    (
      HTTPResponse(status: 400, json: #"{"message":"Invalid limit","error":"bad_request","status":400,"cause":[]}"#),
      CatalogError.refused(host: host, status: 400, reason: "Invalid limit")
    ),
    (
      HTTPResponse(status: 400, json: #"{"error":"bad_request","details":["offset: too large"]}"#),
      .refused(host: host, status: 400, reason: "offset: too large")
    ),
    (HTTPResponse(status: 400, json: #"{"code":"bad"}"#), .refused(host: host, status: 400, reason: "bad")),
    (HTTPResponse(status: 403, json: ""), .rateLimited(host: host, retryAfter: nil)),
    (HTTPResponse(status: 404, json: #"{"message":"Country not found"}"#), .notFound(host: host)),
    (HTTPResponse(status: 429, json: "local_rate_limited"), .rateLimited(host: host, retryAfter: nil)),
    (HTTPResponse(status: 500, json: #"{"message":"Internal"}"#), .server(host: host, status: 500)),
    (HTTPResponse(status: 200, json: "<html>"), .unreadable(host: host, what: "an HTML page")),
    (
      HTTPResponse(status: 200, json: #"{"paging":{}}"#),
      .unreadable(host: host, what: "no /results in the answer, which has paging")
    ),
  ])
  func `an answer that is no list of results says what it was`(answer: HTTPResponse, error: CatalogError) async throws {
    let stub = MercadoLibreStub(["sites/MLA/search": answer])
    let (_, notices) = try await noticing {
      await #expect(throws: error) { try await stub.client().products("x") }
    }
    #expect(notices.isEmpty)
    #expect(stub.paths == ["sites/MLA/search"])
  }

  @Test(
    arguments: [
      (
        [:],
        [
          ["MERCADOLIBRE_ACCESS_TOKEN"],
          ["MERCADOLIBRE_CLIENT_ID", "MERCADOLIBRE_CLIENT_SECRET", "MERCADOLIBRE_REFRESH_TOKEN"],
        ]
      ),
      (
        ["MERCADOLIBRE_ACCESS_TOKEN": " ", "MERCADOLIBRE_CLIENT_ID": "1", "MERCADOLIBRE_REFRESH_TOKEN": "TG"],
        [["MERCADOLIBRE_ACCESS_TOKEN"], ["MERCADOLIBRE_CLIENT_SECRET"]]
      ),
    ] as [([String: String], [[String]])])
  func `without credentials the service is asked, and then the variables are named that are missing`(
    environment: [String: String], variables: [[String]]
  ) async throws {
    let stub = MercadoLibreStub(["sites/MLA/search": .noToken])
    await #expect(throws: CatalogError.credentialsMissing(variables: variables)) {
      try await stub.client(environment).products("x")
    }
    #expect(stub.requests.map { $0.credential == nil } == [true])
  }

  // MARK: The second road

  @Test func `listings that are closed to a token are left for the session, and that is said once`() async throws {
    let stub = MercadoLibreStub([
      "sites/MLA/search": .listingsClosed,
      "products/search": HTTPResponse(
        status: 200, json: #"{"paging":{"total":300},"results":[{"id":"MLA22","name":"Mate"}]}"#),
    ])
    let client = try stub.client()
    let (first, notices) = try await noticing { try await client.products("mate") }
    #expect(first.items.map(\.id.description) == ["mercadolibre:product:MLA22"])
    #expect(notices == [.listingsClosed(host: Self.host)])
    let (second, later) = try await noticing { try await client.products("bombilla", limit: 5) }
    #expect(second.items.count == 1)
    #expect(later.isEmpty)
    #expect(stub.paths == ["sites/MLA/search", "products/search", "products/search"])
    #expect(stub.targets[2] == "products/search?status=active&site_id=MLA&q=bombilla&offset=0&limit=5")
  }

  @Test func `what the catalog would refuse is not asked for`() async throws {
    let asked = Asked()
    let client = try DeclaredClient.mercadoLibre(["MERCADOLIBRE_ACCESS_TOKEN": "good"]) { request in
      guard request.path == "products/search" else { return .listingsClosed }
      let offset = Int(request.query["offset"] ?? "") ?? 0
      await asked.note(offset)
      return Self.rows(offset + 1...offset + 50, of: 700)
    }
    var count = 0
    var list = try await client.products("x", limit: 50)
    while list.extent == .service {
      count += list.items.count
      list = try await client.products("x", limit: 50, offset: count)
    }
    #expect(await asked.offsets == [0, 50, 100])
    #expect(list.extent == .ended(came: 150, total: 700))
  }

  private actor Asked {
    var offsets: [Int] = []
    func note(_ offset: Int) { offsets.append(offset) }
  }

  @Test func `without a token a 403 is just that`() async throws {
    let stub = MercadoLibreStub(["sites/MLA/search": .listingsClosed])
    await #expect(throws: Self.refused) { try await stub.client([:]).products("x") }
    #expect(stub.paths == ["sites/MLA/search"])
  }

  @Test func `a catalog that is closed too says so`() async throws {
    let stub = MercadoLibreStub(["sites/MLA/search": .listingsClosed, "products/search": .listingsClosed])
    await #expect(throws: Self.refused) { try await stub.client().products("x") }
  }

  @Test func `once the listings are closed a product has the price and the seller of its first offer`() async throws {
    let stub = MercadoLibreStub([
      "sites/MLA/search": .listingsClosed, "products/search": .noListings, "products/MLB70": Self.product,
      "products/MLB70/items": Self.offers,
    ])
    let client = try stub.client()
    _ = try await client.products("x")
    let details = try await client.details(of: .mercadoLibre("product", "MLB70", "Mate"), filters: [:])
    #expect(details.item.price == Price(amount: 3, currency: "BRL"))
    #expect(details.item.creator == "Uno" && details.item.creatorID?.key == "42")
    #expect(details.item.description == "Un mate.")
    #expect(details.item.facts == [Fact("Offers", "2"), Fact("Brand", "Uno")])
    let offer = try #require(details.filled.first { $0.relation.word == "offers" }?.answer.get().items.first)
    #expect(offer.title == "Mate" && offer.creator == "Tienda" && offer.price == details.item.price)
    // The listing behind it is closed.
    #expect(try await client.details(of: offer, filters: [:]).item.price == offer.price)
    #expect(Set(stub.paths.suffix(3)).isSubset(of: ["products/MLB70/items", "products/MLB1", "products/MLB1/items"]))
  }

  @Test func `relations of closed listings are named on screens, and never called empty`() async throws {
    let stub = MercadoLibreStub(["users/42": Self.user, "sites/MLB/search": .listingsClosed])
    let client = try stub.client()
    let seller = Item.mercadoLibre("seller", "42", "MATES SRL")
    let (details, notices) = try await noticing { try await client.details(of: seller, filters: [:]) }
    #expect(details.item.title == "MATES SRL" && details.filled.isEmpty && details.absent.isEmpty)
    #expect(notices == [.listingsClosed(host: Self.host)])
    await #expect(throws: Self.refused) { try await client.related("products", to: seller) }
    #expect(stub.paths.count { $0 == "sites/MLB/search" } == 1)
  }

  // MARK: Items

  @Test func `a listing says everything it says, in the declaration's order`() async throws {
    let stub = MercadoLibreStub([
      "items/MLA805330648": HTTPResponse(
        status: 200,
        json: #"""
          {"id": "MLA805330648", "title": "  Mate de calabaza ", "seller_id": 603079728,
           "price": 1020000.5, "original_price": 1200000, "currency_id": "ARS", "available_quantity": 3, "sold_quantity": 50,
           "condition": "for_parts", "permalink": "https://articulo.mercadolibre.com.ar/MLA-805330648",
           "thumbnail": "http://http2.mlstatic.com/D_1-I.jpg", "warranty": "12 meses",
           "installments": {"quantity": 36, "amount": 28333.33, "rate": 0, "currency_id": "ARS"},
           "seller_address": {"city": {"name": "Rosario"}, "state": {"name": "Santa Fe"}},
           "shipping": {"free_shipping": true, "store_pick_up": true}, "start_time": "2021-03-23T00:45:45.000Z",
           "official_store_name": "Mates", "subtitle": "El mejor", "status": "paused",
           "pictures": [{"secure_url": "https://http2.mlstatic.com/D_1-O.jpg"},
                        {"secure_url": "https://http2.mlstatic.com/D_2-O.jpg"}, null],
           "attributes": [{"id": "BRAND", "name": "Marca", "value_name": "Calabazas"},
                          {"id": "CURED", "name": "Curado", "value_name": "Sí"},
                          {"id": "ITEM_CONDITION", "name": "Condición", "value_name": "Nuevo"},
                          {"id": "COLOR", "name": "Color", "value_name": null}]}
          """#),
      "items/MLA805330648/description": HTTPResponse(
        status: 200, json: #"{"text":"","plain_text":"Uno.\r\nDos."}"#),
    ])
    var found = Item.mercadoLibre("product", "MLA805330648", "Mate")
    found.creator = "MATES SRL"
    found.facts = [Fact("Warranty", "none"), Fact("Store", "other"), Fact("Sold", "1")]
    let item = try await stub.client().details(of: found, filters: [:]).item
    #expect(item.title == "Mate de calabaza" && item.creator == "MATES SRL")
    #expect(item.creatorID?.description == "mercadolibre:seller:603079728")
    #expect(item.price == Price(amount: Decimal(string: "1020000.5")!, currency: "ARS"))
    #expect(item.link?.text == "https://articulo.mercadolibre.com.ar/MLA-805330648")
    #expect(item.artwork?.text == "https://http2.mlstatic.com/D_1-O.jpg")
    #expect(item.description == "Uno.\nDos.")
    #expect(
      item.facts == [
        Fact("Note", "El mejor"), Fact("Original price", "1,200,000.00 ARS"),
        Fact("Instalments", "36 of 28,333.33 ARS"),
        Fact("Condition", "for parts"), Fact("Status", "paused"), Fact("Available", "3"), Fact("Sold", "50"),
        Fact("Shipping", "free"), Fact("Pickup", "available"), Fact("Location", "Rosario, Santa Fe"),
        Fact("Store", "Mates"), Fact("Warranty", "12 meses"), Fact("Listed", "2021-03-23"), Fact("Brand", "Calabazas"),
        Fact("Curado", "Sí"), Fact("Picture 2", "https://http2.mlstatic.com/D_2-O.jpg"),
      ])
  }

  @Test(arguments: ["null", "[]", "{}", "[null]", "[7]", "true", "\"\"", "\" \""])
  func `what is null or of another type is not shown`(value: String) async throws {
    let fields = [
      "seller", "price", "original_price", "currency_id", "available_quantity", "sold_quantity", "condition",
      "permalink", "thumbnail", "secure_thumbnail", "warranty", "installments", "address", "seller_address", "shipping",
      "start_time", "pictures", "attributes", "seller_id", "short_description", "buy_box_winner",
    ].map { #""\#($0)": \#(value)"# }.joined(separator: ", ")
    let stub = MercadoLibreStub([
      "sites/MLA/search": HTTPResponse(status: 200, json: #"{"results":[{"id": "MLA1", "title": "A", \#(fields)}]}"#)
    ])
    var item = try #require(try await stub.client().products("x").items.first)
    // Where a text or a number is wanted, a flag is shown as a word.
    item.facts.removeAll { value == "true" && $0.value == "yes" }
    #expect(item == .mercadoLibre("product", "MLA1", "A"))
  }

  // MARK: Relations

  @Test func `a seller says who they are and what they sell on their site, page by page`() async throws {
    let stub = MercadoLibreStub(["users/42": Self.user, "sites/MLB/search": Self.rows(1...50, of: 120)])
    let client = try stub.client()
    let seller = Item.mercadoLibre("seller", "42", "MATES SRL")
    let details = try await client.details(of: seller, filters: ["site": "MLA"])
    #expect(details.item.link == WebLink("http://perfil.mercadolibre.com.ar/MATES"))
    #expect(
      details.item.facts == [
        Fact("Member since", "2012-01-26"), Fact("Location", "Rosario, AR-S"), Fact("Reputation", "5 out of 5 (green)"),
        Fact("Status", "gold"), Fact("Sales", "6001"),
      ])
    let products = try #require(try details.filled.first?.answer.get())
    #expect(products.items.count == 5 && products.extent == .service)
    #expect(stub.targets == ["users/42", "sites/MLB/search?seller_id=42&offset=0&limit=50"])
    let all = try await client.related("products", to: seller)
    #expect(all.items.count == 50 && all.extent == .service)
    _ = try await client.related("products", to: seller, offset: 50)
    #expect(stub.targets.last == "sites/MLB/search?seller_id=42&offset=50&limit=50")
  }

  @Test func `a category is asked on the listing's own site, and offers of the product that it is of`() async throws {
    let stub = MercadoLibreStub([
      "items/MLB1": Self.listing, "sites/MLB/search": Self.rows(1...2, of: 2), "products/MLB70/items": Self.offers,
    ])
    let client = try stub.client()
    let category = try await client.related("category", to: Self.mate)
    #expect(stub.targets.last == "sites/MLB/search?category=MLB7&offset=0&limit=50")
    #expect(category.extent == .all && category.items.allSatisfy { $0.albumID?.key == "MLB7" })
    let offers = try await client.related("offers", to: Self.mate)
    #expect(stub.paths.last == "products/MLB70/items")
    #expect(offers.items.map(\.id) == [Self.mate.id] && offers.skipped.count == 1 && offers.extent == .all)
  }

  @Test func `a product that nobody offers has no offers, and a failure is none of that`() async throws {
    let item = Item.mercadoLibre("product", "MLB70", "Mate")
    let nobody = MercadoLibreStub(["products/MLB70": Self.product])
    #expect(try await nobody.client().related("offers", to: item).items.isEmpty)
    let broken = MercadoLibreStub([
      "products/MLB70": Self.product, "products/MLB70/items": HTTPResponse(status: 500, json: ""),
    ])
    await #expect(throws: CatalogError.server(host: Self.host, status: 500)) {
      try await broken.client().related("offers", to: item)
    }
  }

  // MARK: References

  @Test(arguments: [
    ("mercadolibre:product:MLB1", "MLB1"), ("mercadolibre:product:MLB70", "MLB70"), ("mercadolibre:seller:42", "42"),
    ("https://articulo.mercadolibre.com.ar/MLB-1-mate-_JM", "MLB1"),
    ("https://articulo.mercadolibre.com.ar/mlb-1?x=1#y", "MLB1"),
    ("https://www.mercadolibre.com.ar/un-mate/p/MLB70?pdp_filters=x", "MLB70"),
    ("https://www.mercadolibre.com.ar/p/MLB70", "MLB70"), ("https://produto.mercadolivre.com.br/MLB-1-x", "MLB1"),
    ("https://www.mercadolibre.cl/perfil/42", "42"),
  ])
  func `a reference leads to its item`(typed: String, key: String) async throws {
    let stub = MercadoLibreStub([
      "items/MLB1": Self.listing, "products/MLB70": Self.product, "users/42": Self.user,
    ])
    let client = try stub.client()
    let reference = try #require(Reference(typed, catalogs: ["mercadolibre"]))
    #expect(client.recognizes(reference))
    #expect(try await client.item(for: reference, filters: [:]).id.key == key)
  }

  @Test(arguments: [
    ("mercadolibre:product:MLA3", CatalogError.unknown("mercadolibre:product:MLA3", storefront: nil)),
    ("mercadolibre:seller:43", .unknown("mercadolibre:seller:43", storefront: nil)),
    ("mercadolibre:song:1", .unknown("mercadolibre:song:1", storefront: nil)),
    ("mercadolibre:product:../x", .unknown("mercadolibre:product:../x", storefront: nil)),
    ("mercadolibre:product:MLA4", refused),
    ("https://www.mercadolibre.com.ar/ofertas", .notAnItemPage("https://www.mercadolibre.com.ar/ofertas")),
  ])
  func `what is not there is unknown, and what is closed is refused`(typed: String, error: CatalogError) async throws {
    let client = try MercadoLibreStub(["items/MLA4": .listingsClosed]).client()
    let reference = try #require(Reference(typed, catalogs: ["mercadolibre"]))
    #expect(client.recognizes(reference))
    await #expect(throws: error) { try await client.item(for: reference, filters: [:]) }
  }

  @Test(arguments: [
    "itunes:song:1", "https://music.apple.com/us/album/1", "https://mercadolibre.evil.org/p/MLA2",
    "https://evil.org/mercadolibre.com/p/MLA2", "isbn:1", "upc:1", "bundle:a.b",
  ])
  func `what is another's is not taken for its own`(typed: String) throws {
    let reference = try #require(Reference(typed, catalogs: ["mercadolibre", "itunes"]))
    #expect(!(try MercadoLibreStub([:]).client().recognizes(reference)))
  }
}
