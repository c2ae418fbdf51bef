import Domain
import Foundation
import Testing

@testable import Catalogs
@testable import Wire

/// What `Cases/mercadolibre.txt` cannot express: many pages, and sessions without a token.
struct MercadoLibreTests {
  private static let host = "api.mercadolibre.com"
  private static let refused = CatalogError.refused(host: host, status: 403, reason: "forbidden")

  private static func rows(_ numbers: ClosedRange<Int>, of total: Int) -> HTTPResponse {
    let rows = numbers.map { #"{"id":"MLB\#($0)","title":"Mate \#($0)","seller":{"id":42},"category_id":"MLB7"}"# }
    return HTTPResponse(
      status: 200, json: #"{"paging":{"total":\#(total)},"results":[\#(rows.joined(separator: ","))]}"#)
  }

  @Test func `the service's last page is the last one requested, and does not count as all`() async throws {
    let client = try DeclaredClient.mercadoLibre(["MERCADOLIBRE_ACCESS_TOKEN": "good"]) { request in
      let (offset, limit) = (Int(request.query["offset"] ?? "") ?? 0, Int(request.query["limit"] ?? "") ?? 0)
      #expect(offset + limit <= 1000)
      return Self.rows(offset + 1...offset + limit, of: 5000)
    }
    var count = 0
    var list = try await client.products("x", limit: 30)
    for _ in 1...40 where list.extent == .service {
      count += list.items.count
      list = try await client.products("x", limit: 30, offset: count)
    }
    #expect(count + list.items.count == 1000)
    #expect(list.extent == .ended(came: 1000, total: 5000))
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
  func `without credentials the service gets a request, and then the missing variables are named`(
    environment: [String: String], variables: [[String]]
  ) async throws {
    let stub = MercadoLibreStub(["sites/MLA/search": .noToken])
    await #expect(throws: CatalogError.credentialsMissing(variables: variables, catalog: "mercadolibre")) {
      try await stub.client(environment).products("x")
    }
    #expect(stub.requests.map { $0.credential == nil } == [true])
  }

  @Test func `requests that the product catalog would refuse are not sent`() async throws {
    let asked = Asked()
    let client = try DeclaredClient.mercadoLibre(["MERCADOLIBRE_ACCESS_TOKEN": "good"]) { request in
      guard request.path == "products/search" else { return .listingsClosed }
      let offset = Int(request.query["offset"] ?? "") ?? 0
      await asked.note(offset)
      return Self.rows(offset + 1...offset + 50, of: 700)
    }
    var count = 0
    var list = try await client.products("x", limit: 50)
    for _ in 1...40 where list.extent == .service {
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

  @Test func `a listing that is closed is refused`() async throws {
    let client = try MercadoLibreStub(["items/MLA4": .listingsClosed]).client()
    let listing = Item.mercadoLibre("product", "MLA4", "Mate").id
    await #expect(throws: Self.refused) { try await client.item(for: .item(listing), filters: [:]) }
  }

  @Test(arguments: ["null", "[]", "{}", "[null]", "[7]", "true", "\"\"", "\" \""])
  func `values that are null or of another type are not shown`(value: String) async throws {
    let fields = [
      "seller", "price", "original_price", "currency_id", "available_quantity", "sold_quantity", "condition",
      "permalink", "thumbnail", "secure_thumbnail", "warranty", "installments", "address", "seller_address", "shipping",
      "start_time", "pictures", "attributes", "seller_id", "short_description", "buy_box_winner",
    ].map { #""\#($0)": \#(value)"# }.joined(separator: ", ")
    let stub = MercadoLibreStub([
      "sites/MLA/search": HTTPResponse(status: 200, json: #"{"results":[{"id": "MLA1", "title": "A", \#(fields)}]}"#)
    ])
    var item = try #require(try await stub.client().products("x").items.first)
    // Where text or a number is expected, a flag is shown as a word.
    item.facts.removeAll { value == "true" && $0.value == "yes" }
    #expect(item == .mercadoLibre("product", "MLA1", "A"))
  }
}
