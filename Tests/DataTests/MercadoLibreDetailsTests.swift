import Domain
import Foundation
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct MercadoLibreDetailsTests {
  private static let host = "api.mercadolibre.com"
  private static let full = HTTPResponse(
    status: 200,
    json: #"""
      {"id": "MLA1", "title": " Mate", "seller_id": 42, "price": 10.5, "currency_id": "ARS", "condition": "used",
       "pictures": [{"secure_url": "https://http2.mlstatic.com/D-O.jpg"}], "permalink": "https://example.org/MLA-1"}
      """#)
  private static let description = HTTPResponse(
    status: 200, json: #"{"text": "", "plain_text": "Uno.\r\nDos & tres.\n\n", "snapshot": {}}"#)
  private func found(key: String = "MLA1", kind: String? = "listing", seller: String? = "42") -> Item {
    var item = Item(id: ItemID(catalog: "mercadolibre", category: "product", key: key), title: "Found")
    item.kind = kind
    item.creatorID = seller.map { ItemID(catalog: "mercadolibre", category: "seller", key: $0) }
    return item
  }

  @Test(arguments: ["42", nil])
  func `a listing comes with its description, and tells who sells it`(knownSeller: String?) async throws {
    let stub = MercadoLibreStub(["items/MLA1": Self.full, "items/MLA1/description": Self.description])
    let details = try await stub.client().details(of: found(seller: knownSeller), filters: [:])
    #expect(details.item.title == "Mate")
    #expect(details.item.id.key == "MLA1")
    #expect(details.item.price == Price(amount: Decimal(string: "10.5")!, currency: "ARS"))
    #expect(details.item.description == "Uno.\nDos & tres.")
    #expect(details.item.creatorID?.description == "mercadolibre:seller:42")
    #expect(details.item.facts == [Fact("Condition", "used")])
    #expect(details.filled.isEmpty)
    #expect(Set(stub.paths) == ["items/MLA1", "items/MLA1/description"])
    #expect(stub.paths.count == 2)
  }

  @Test(arguments: [
    HTTPResponse(status: 404, json: #"{"message":"not found","error":"not_found","status":404}"#), .listingsClosed,
    HTTPResponse(status: 500, json: ""), HTTPResponse(status: 200, json: "[]"),
    HTTPResponse(status: 200, json: #"{"text": null, "plain_text": " ", "nickname": null}"#),
  ])
  func `without its description a listing is shown alone`(answer: HTTPResponse) async throws {
    let stub = MercadoLibreStub(["items/MLA1": Self.full, "items/MLA1/description": answer])
    let (details, notices) = try await noticing { try await stub.client().details(of: found(), filters: [:]) }
    #expect(details.item.title == "Mate")
    #expect(details.item.description == nil)
    #expect(notices.isEmpty)
  }

  @Test func `a listing that is gone is not found`() async {
    let gone = HTTPResponse(status: 404, json: #"{"message":"Item not found"}"#)
    let stub = MercadoLibreStub(["items/MLA1": gone, "items/MLA1/description": gone])
    await #expect(throws: CatalogError.notFound(host: Self.host)) {
      try await stub.client().details(of: found(), filters: [:])
    }
  }

  @Test func `a closed listing is shown as it was found, with what is open of it`() async throws {
    let closed = HTTPResponse(
      status: 403,
      json: #"""
        {"message": "At least one policy returned UNAUTHORIZED.", "code": "PA_UNAUTHORIZED_RESULT_FROM_POLICIES",
         "status": 403, "blocked_by": "PolicyAgent"}
        """#)
    let stub = MercadoLibreStub([
      "items/MLA1": closed, "items/MLA1/description": Self.description,
    ])
    let client = stub.client()
    let (details, notices) = try await noticing { try await client.details(of: found(), filters: [:]) }
    #expect(details.item.title == "Found")
    #expect(details.item.description == "Uno.\nDos & tres.")
    #expect(notices == [.listingsClosed(host: Self.host)])
    let (_, later) = try await noticing { try await client.details(of: found(), filters: [:]) }
    #expect(later.isEmpty)
    #expect(stub.paths.count { $0 == "items/MLA1" } == 1)
  }

  @Test func `a closed listing with a product's page is shown as that product`() async throws {
    let stub = MercadoLibreStub([
      "items/MLA1": .listingsClosed, "items/MLA1/description": .listingsClosed,
      "products/MLA77": HTTPResponse(status: 200, json: #"{"id": "MLA77", "name": "Mate Uno"}"#),
      "products/MLA77/items": HTTPResponse(status: 404, json: #"{"message":"No winners found"}"#),
    ])
    var item = found()
    item.link = WebLink("https://www.mercadolibre.com.ar/mate-uno/p/MLA77?x=/p/MLA2")
    let details = try await stub.client().details(of: item, filters: [:])
    #expect(details.item.id == item.id)
    #expect(details.item.title == "Mate Uno")
  }

  @Test func `a product has the price and the seller of its best offer`() async throws {
    let stub = MercadoLibreStub([
      "products/MLA77": HTTPResponse(
        status: 200,
        json: #"""
          {"id": "MLA77", "name": "Mate Uno", "permalink": "https://www.mercadolibre.com.ar/p/MLA77",
           "buy_box_winner": null, "short_description": {"content": "Para el mate."},
           "attributes": [{"id": "BRAND", "name": "Marca", "value_name": "Uno"}]}
          """#),
      "products/MLA77/items": HTTPResponse(
        status: 200,
        json: #"""
          {"results": [{"item_id": "MLA1", "seller_id": 41, "price": 12, "currency_id": "ARS"},
                       {"item_id": "MLA2", "seller_id": 42, "price": 10.5, "currency_id": "ARS", "condition": "new"},
                       {"item_id": "MLA3", "seller_id": 43, "price": null, "category_id": "MLA1055"}, null]}
          """#),
    ])
    let details = try await stub.client().details(
      of: found(key: "MLA77", kind: "catalogue product", seller: nil), filters: [:])
    #expect(details.item.title == "Mate Uno")
    #expect(details.item.price == Price(amount: Decimal(string: "10.5")!, currency: "ARS"))
    #expect(details.item.description == "Para el mate.")
    #expect(
      details.item.facts == [
        Fact("Offers", "3, from 10.50 to 12.00 ARS"), Fact("Condition", "new"), Fact("Brand", "Uno"),
      ])
    #expect(details.item.creatorID?.description == "mercadolibre:seller:42")
    #expect(details.item.creator == "Uno")
    let offers = try #require(try details.filled.first?.answer.get())
    #expect(details.filled.map(\.relation.word) == ["offers"])
    #expect(offers.items.map(\.id.key) == ["MLA1", "MLA2", "MLA3"])
    #expect(offers.items.map(\.title) == ["Mate Uno", "Mate Uno", "Mate Uno"])
    #expect(offers.items.map(\.creatorID?.key) == ["41", "42", "43"])
    #expect(offers.items.last?.albumID?.key == "MLA1055")
    #expect(offers.skipped.count == 1)
    #expect(offers.extent == .unknown)
    #expect(Set(stub.paths) == ["products/MLA77", "products/MLA77/items"])
  }

  @Test func `the offer that the service puts first wins`() async throws {
    let stub = MercadoLibreStub([
      "products/MLA77": HTTPResponse(
        status: 200,
        json: #"""
          {"id": "MLA77", "name": "Mate", "buy_box_winner": {"price": 11, "currency_id": "ARS", "seller_id": 42}}
          """#),
      "products/MLA77/items": HTTPResponse(status: 500, json: ""),
    ])
    let details = try await stub.client().details(of: found(key: "MLA77", kind: "catalogue product"), filters: [:])
    #expect(details.item.price == Price(amount: 11, currency: "ARS"))
    #expect(details.item.facts == [Fact("Offers", "1")])
    #expect(details.item.creatorID?.key == "42")
    #expect(details.filled.map(\.answer) == [.failure(.server(host: Self.host, status: 500))])
  }

  @Test(arguments: ["../oauth", "MLA1?x", "https://example.org/a", "MLA 1", "é"])
  func `what is no id is not asked for`(key: String) async throws {
    let item = found(key: key)
    #expect(try await MercadoLibreStub([:]).client().details(of: item, filters: [:]) == ItemDetails(item: item))
  }

  @Test func `an item that is no object is unreadable`() async {
    let stub = MercadoLibreStub([
      "items/MLA1": HTTPResponse(status: 200, json: "[]"), "items/MLA1/description": Self.description,
    ])
    await #expect(throws: CatalogError.unreadable(host: Self.host, what: "not an object")) {
      try await stub.client().details(of: found(), filters: [:])
    }
  }
}
