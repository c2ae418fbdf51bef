import Domain
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct MercadoLibreRelationsTests {
  private static let host = "api.mercadolibre.com"
  private static let user = HTTPResponse(
    status: 200,
    json: #"""
      {"id": 42, "nickname": "MATES SRL", "registration_date": "2012-01-26T08:20:47.000-04:00", "site_id": "MLB",
       "permalink": "http://perfil.mercadolibre.com.ar/MATES", "address": {"city": "Rosario", "state": "AR-S"},
       "seller_reputation": {"level_id": "5_green", "power_seller_status": "gold", "transactions": {"total": 6001}}}
      """#)
  private static let gone = HTTPResponse(
    status: 404, json: #"{"message":"not found","error":"not_found","status":404}"#)

  private static func rows(_ numbers: ClosedRange<Int>, of total: Int) -> HTTPResponse {
    let rows = numbers.map { #"{"id":"MLB\#($0)","title":"Mate \#($0)","seller":{"id":42},"category_id":"MLB7"}"# }
    return HTTPResponse(
      status: 200, json: #"{"paging":{"total":\#(total)},"results":[\#(rows.joined(separator: ","))]}"#)
  }

  private static let seller = Item(id: .mercadoLibre("seller", "42"), title: "MATES SRL")

  private static func product(_ key: String = "MLB1", kind: String = "listing") -> Item {
    var item = Item(id: .mercadoLibre("product", key), title: "Mate")
    item.kind = kind
    item.creatorID = .mercadoLibre("seller", "42")
    item.albumID = .mercadoLibre("category", "MLB7")
    return item
  }

  private func related(
    _ word: String, to item: Item, from offset: Int = 0, on client: MercadoLibreClient
  ) async throws -> ItemList {
    let relation = try #require(Catalog.mercadoLibre.relations(of: item).named(word))
    return try await client.related(by: relation, to: item, filters: ["site": "MLA"], offset: offset)
  }

  // MARK: The table

  @Test(arguments: [
    (product(), ["seller", "category"]), (product(kind: "catalogue listing"), ["seller", "category", "offers"]),
    (product(kind: "catalogue product"), ["seller", "category", "offers"]), (seller, ["products"]),
    (Item(id: .mercadoLibre("product", "MLB1"), title: "Old"), []),
  ])
  func `an item has what leads on from it`(item: Item, words: [String]) {
    #expect(Catalog.mercadoLibre.relations(of: item).map(\.word) == words)
  }

  @Test func `a product's seller is a thing of its own`() throws {
    let relation = try #require(Catalog.product.relations.named("sellers"))
    let target = try #require(relation.target(from: Self.product()))
    #expect(target.id == Self.seller.id)
    #expect(Catalog.mercadoLibre.category(ofID: target.id)?.title == "Seller")
  }

  // MARK: Sellers

  @Test func `a seller says who they are and what they sell, in two requests`() async throws {
    let stub = MercadoLibreStub(["users/42": Self.user, "sites/MLB/search": Self.rows(1...7, of: 60)])
    let details = try await stub.client().details(of: Self.seller, filters: ["site": "MLA"])
    #expect(details.item.title == "MATES SRL")
    #expect(details.item.link == WebLink("http://perfil.mercadolibre.com.ar/MATES"))
    #expect(
      details.item.facts == [
        Fact("Member since", "2012-01-26"), Fact("Location", "Rosario, AR-S"), Fact("Reputation", "5 out of 5 (green)"),
        Fact("Status", "gold"), Fact("Sales", "6001"),
      ])
    let products = try #require(try details.filled.first?.answer.get())
    #expect(products.items.count == 5 && products.extent == .service)
    #expect(stub.targets == ["users/42", "sites/MLB/search?seller_id=42"])
  }

  @Test(arguments: [(0, 1...50, 120, Extent.service, ""), (50, 51...52, 52, .all, "&offset=50")])
  func `a seller's products are paged, and all is said where the total says so`(
    offset: Int, numbers: ClosedRange<Int>, total: Int, extent: Extent, parameters: String
  ) async throws {
    let stub = MercadoLibreStub(["users/42": Self.user, "sites/MLB/search": Self.rows(numbers, of: total)])
    let page = try await related("products", to: Self.seller, from: offset, on: stub.client())
    #expect(page.items.count == numbers.count)
    #expect(page.items.allSatisfy { $0.creatorID == Self.seller.id })
    #expect(page.extent == extent)
    #expect(stub.targets.last == "sites/MLB/search?seller_id=42" + parameters)
  }

  @Test(arguments: [#"{"nickname": null}"#, "[]"])
  func `a user without a name is unreadable`(json: String) async {
    let stub = MercadoLibreStub(["users/42": HTTPResponse(status: 200, json: json)])
    await #expect(throws: CatalogError.unreadable(host: Self.host, what: "JSON without a nickname")) {
      try await stub.client().details(of: Self.seller, filters: [:])
    }
  }

  // MARK: Categories

  @Test func `a category is asked on its own site, whatever is set`() async throws {
    let stub = MercadoLibreStub(["sites/MLB/search": Self.rows(1...2, of: 2)])
    let page = try await related("category", to: Self.product(), on: stub.client())
    #expect(stub.targets == ["sites/MLB/search?category=MLB7"])
    #expect(page.extent == .all)
    #expect(page.items.allSatisfy { $0.albumID?.key == "MLB7" })
  }

  // MARK: Offers

  @Test func `a catalogue listing's offers are those of its product`() async throws {
    let offers = HTTPResponse(
      status: 200,
      json: #"{"paging":{"total":2},"results":[{"item_id":"MLB1","seller_id":42,"price":3,"currency_id":"BRL"},{}]}"#)
    let stub = MercadoLibreStub([
      "items/MLB1": HTTPResponse(status: 200, json: #"{"id":"MLB1","title":"Mate","catalog_product_id":"MLB70"}"#),
      "products/MLB70/items": offers,
    ])
    let item = Self.product(kind: "catalogue listing")
    let page = try await related("offers", to: item, on: stub.client())
    #expect(page.items.map(\.id) == [item.id])
    #expect(page.skipped == [SkippedRow(row: 2, reason: "no item")])
    #expect(page.extent == .all)
    #expect(stub.paths == ["items/MLB1", "products/MLB70/items"])
  }

  @Test func `a product that nobody offers has no offers, and a failure is none of that`() async throws {
    let item = Self.product("MLB70", kind: "catalogue product")
    let nobody = MercadoLibreStub(["products/MLB70/items": Self.gone])
    #expect(try await related("offers", to: item, on: nobody.client()) == ItemList(items: []))
    let broken = MercadoLibreStub(["products/MLB70/items": HTTPResponse(status: 500, json: "")])
    await #expect(throws: CatalogError.server(host: Self.host, status: 500)) {
      try await related("offers", to: item, on: broken.client())
    }
  }

  // MARK: Refusals

  @Test func `closed listings are told once, named on screens, and never called empty`() async throws {
    let stub = MercadoLibreStub(["users/42": Self.user, "sites/MLB/search": .listingsClosed])
    let client = stub.client()
    let (details, notices) = try await noticing { try await client.details(of: Self.seller, filters: [:]) }
    #expect(details.item.title == "MATES SRL" && details.filled.isEmpty)
    #expect(notices == [.listingsClosed(host: Self.host)])
    let (again, later) = try await noticing { try await client.details(of: Self.seller, filters: [:]) }
    #expect(again.filled.isEmpty && later.isEmpty)
    for (word, item) in [("products", Self.seller), ("category", Self.product())] {
      await #expect(throws: CatalogError.refused(host: Self.host, status: 403, reason: "forbidden")) {
        try await related(word, to: item, on: client)
      }
    }
    #expect(stub.paths.count { $0 == "sites/MLB/search" } == 1)
  }

  @Test func `refused offers are named, and their refusal told to who asks for them`() async throws {
    let stub = MercadoLibreStub([
      "products/MLB70": HTTPResponse(status: 200, json: #"{"id":"MLB70","name":"Mate"}"#),
      "products/MLB70/items": .listingsClosed,
    ])
    let item = Self.product("MLB70", kind: "catalogue product")
    #expect(try await stub.client().details(of: item, filters: [:]).filled.isEmpty)
    await #expect(throws: CatalogError.refused(host: Self.host, status: 403, reason: "forbidden")) {
      try await related("offers", to: item, on: stub.client())
    }
  }

  // MARK: References

  private static let answers = [
    "items/MLA1": HTTPResponse(status: 200, json: #"{"id":"MLA1","title":"Listing"}"#),
    "products/MLA2": HTTPResponse(status: 200, json: #"{"id":"MLA2","name":"Product"}"#), "items/MLA2": gone,
    "items/MLA3": gone, "products/MLA3": gone, "users/42": user, "users/43": gone,
    "items/MLA4": HTTPResponse.listingsClosed, "products/MLA4": gone,
  ]

  @Test(arguments: [
    ("mercadolibre:product:MLA1", "Listing"), ("mercadolibre:product:MLA2", "Product"), ("id:mla1", "Listing"),
    ("mercadolibre:seller:42", "MATES SRL"), ("https://articulo.mercadolibre.com.ar/MLA-1-mate-_JM", "Listing"),
    ("https://articulo.mercadolibre.com.ar/MLA-1?x=1#y", "Listing"),
    ("https://www.mercadolibre.com.ar/un-mate/p/MLA2?pdp_filters=x", "Product"),
    ("https://www.mercadolibre.com.ar/p/MLA2", "Product"), ("https://produto.mercadolivre.com.br/MLA-1-x", "Listing"),
  ])
  func `a reference leads to its item`(typed: String, title: String) async throws {
    let client = MercadoLibreStub(Self.answers).client()
    let reference = try #require(Reference(typed, catalogs: ["mercadolibre"]))
    #expect(client.recognizes(reference))
    #expect(try await client.item(for: reference, filters: [:]).title == title)
  }

  @Test(arguments: [
    ("mercadolibre:product:MLA3", CatalogError.unknown("mercadolibre:product:MLA3", storefront: nil)),
    ("mercadolibre:seller:43", .unknown("mercadolibre:seller:43", storefront: nil)),
    ("mercadolibre:song:1", .unknown("mercadolibre:song:1", storefront: nil)),
    ("mercadolibre:product:../x", .unknown("mercadolibre:product:../x", storefront: nil)),
    ("mercadolibre:product:MLA4", .refused(host: host, status: 403, reason: "forbidden")),
    ("https://www.mercadolibre.com.ar/ofertas", .notAnItemPage("https://www.mercadolibre.com.ar/ofertas")),
  ])
  func `what is not there is unknown, and what is closed is refused`(typed: String, error: CatalogError) async throws {
    let client = MercadoLibreStub(Self.answers).client()
    let reference = try #require(Reference(typed, catalogs: ["mercadolibre"]))
    #expect(client.recognizes(reference))
    await #expect(throws: error) { try await client.item(for: reference, filters: [:]) }
  }

  @Test(arguments: [
    "itunes:song:1", "id:909253", "https://music.apple.com/us/album/1", "https://mercadolibre.evil.org/p/MLA2",
    "https://evil.org/mercadolibre.com/p/MLA2", "isbn:1", "upc:1", "bundle:a.b",
  ])
  func `what is another's is not taken for its own`(typed: String) throws {
    let reference = try #require(Reference(typed, catalogs: ["mercadolibre", "itunes"]))
    #expect(!MercadoLibreStub([:]).client().recognizes(reference))
  }
}
