import Domain
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct MercadoLibreSearchTests {
  private static let host = "api.mercadolibre.com"

  @Test(arguments: [
    (SearchRequest.products("mate & bombilla"), "sites/MLA/search?q=mate%20%26%20bombilla"),
    (.products("mate", site: "MLB", limit: 5), "sites/MLB/search?q=mate&limit=5"),
    (.products("mate", limit: 5, offset: 5), "sites/MLA/search?q=mate&limit=5&offset=5"),
    (.products("mate", limit: 200), "sites/MLA/search?q=mate&limit=50"),
    (.products("mate", offset: 960), "sites/MLA/search?q=mate&limit=40&offset=960"),
    (.products("mate", limit: 30, offset: 999), "sites/MLA/search?q=mate&limit=1&offset=999"),
    (SearchRequest(category: Catalog.product, term: "mate"), "sites/MLA/search?q=mate"),
  ])
  func `a search of the listings is cut to what they take`(request: SearchRequest, target: String) async throws {
    let stub = MercadoLibreStub(["sites/MLA/search": .noListings, "sites/MLB/search": .noListings])
    _ = try await stub.client().search(request)
    #expect(stub.targets == [target])
    #expect(stub.requests[0].headers == ["Accept": "application/json", "Authorization": "Bearer good"])
  }

  @Test(arguments: [
    (SearchRequest.products("mate"), "products/search?status=active&site_id=MLA&q=mate"),
    (.products("mate", limit: 200), "products/search?status=active&site_id=MLA&q=mate&limit=100"),
    (.products("mate", limit: 60, offset: 100), "products/search?status=active&site_id=MLA&q=mate&limit=60&offset=100"),
  ])
  func `a search of the catalogue is cut to what it takes`(request: SearchRequest, target: String) async throws {
    let stub = MercadoLibreStub(["sites/MLA/search": .listingsClosed, "products/search": .noListings])
    _ = try await stub.client().search(request)
    #expect(stub.targets.last == target)
  }

  @Test(arguments: [
    (MercadoLibreRoute.listings, 0, 2, 738, true), (.listings, 736, 2, 738, false), (.listings, 0, 2, 2, false),
    (.listings, 996, 3, 5000, true), (.listings, 998, 2, 5000, false), (.listings, 0, 0, 5000, false),
    (.catalogue, 98, 2, 500, true), (.catalogue, 99, 2, 500, false), (.catalogue, 0, 2, 2, false),
  ])
  func `there is more as long as the route gives it`(
    route: MercadoLibreRoute, offset: Int, count: Int, total: Int, hasMore: Bool
  ) async throws {
    let rows = Array(repeating: #"{"id":"MLA1","title":"A"}"#, count: count).joined(separator: ",")
    let answer = HTTPResponse(status: 200, json: #"{"paging":{"total":\#(total)},"results":[\#(rows)]}"#)
    let stub = MercadoLibreStub([
      "sites/MLA/search": route == .listings ? answer : .listingsClosed, "products/search": answer,
    ])
    let page = try await stub.client().search(.products("x", offset: offset))
    #expect(page.items.count == count)
    #expect(page.hasMore == hasMore)
  }

  @Test func `nothing is asked for beyond the last page`() async throws {
    let stub = MercadoLibreStub([:])
    let page = try await stub.client().search(.products("x", offset: 1000))
    #expect(page == ItemList(items: []))
  }

  @Test func `rows skipped count towards the place of the next page`() async throws {
    let stub = MercadoLibreStub([
      "sites/MLA/search": HTTPResponse(
        status: 200, json: #"{"paging":{"total":3},"results":[{"title":"A"},null,{"id":"MLA1"}]}"#)
    ])
    let page = try await stub.client().search(.products("x"))
    #expect(page.skipped == [SkippedRow(row: 2, reason: "null"), SkippedRow(row: 3, reason: "no title")])
    #expect(page.hasMore == false)
  }

  @Test(arguments: [
    (
      HTTPResponse(status: 400, json: #"{"message":"Invalid limit","error":"bad_request","status":400,"cause":[]}"#),
      CatalogError.refused(host: host, status: 400, reason: "Invalid limit")
    ),
    (
      HTTPResponse(status: 400, json: #"{"error":"bad_request","details":["q: missing","offset: too large"]}"#),
      .refused(host: host, status: 400, reason: "q: missing; offset: too large")
    ),
    (HTTPResponse(status: 400, json: #"{"code":"bad"}"#), .refused(host: host, status: 400, reason: "bad")),
    (HTTPResponse(status: 418, json: "no"), .refused(host: host, status: 418, reason: nil)),
    (HTTPResponse(status: 403, json: "<html>"), .rateLimited(host: host, retryAfter: nil)),
    (HTTPResponse(status: 403, json: ""), .rateLimited(host: host, retryAfter: nil)),
    (
      HTTPResponse(status: 404, json: #"{"message":"Country not found","error":"not_found","status":404,"cause":[]}"#),
      .notFound(host: host)
    ),
    (HTTPResponse(status: 429, json: "local_rate_limited"), .rateLimited(host: host, retryAfter: nil)),
    (
      HTTPResponse(status: 429, headers: ["retry-after": "60"], body: Array("local_rate_limited".utf8)),
      .rateLimited(host: host, retryAfter: .seconds(60))
    ),
    (HTTPResponse(status: 500, json: #"{"message":"Internal"}"#), .server(host: host, status: 500)),
    (HTTPResponse(status: 503, json: "<html>"), .server(host: host, status: 503)),
    (HTTPResponse(status: 200, json: "<html>"), .unreadable(host: host, what: "an HTML page")),
    (HTTPResponse(status: 200, json: " "), .unreadable(host: host, what: "an empty answer")),
    (HTTPResponse(status: 200, json: #"{"results":["#), .unreadable(host: host, what: "malformed JSON")),
    (HTTPResponse(status: 200, json: "[]"), .unreadable(host: host, what: "JSON without a list of results")),
    (
      HTTPResponse(status: 200, json: #"{"results":null}"#),
      .unreadable(host: host, what: "JSON without a list of results")
    ),
  ])
  func `an answer that is no list of results says what it was`(answer: HTTPResponse, error: CatalogError) async throws {
    let stub = MercadoLibreStub(["sites/MLA/search": answer])
    let (_, notices) = try await noticing {
      await #expect(throws: error) { try await stub.client().search(.products("x")) }
    }
    #expect(notices.isEmpty)
    #expect(stub.paths == ["sites/MLA/search"])
  }

  @Test func `listings that are closed to a good token are left for the session, and that is said once`() async throws {
    let stub = MercadoLibreStub([
      "sites/MLA/search": .listingsClosed,
      "products/search": HTTPResponse(
        status: 200, json: #"{"paging":{"total":1},"results":[{"id":"MLA22","name":"Mate"}]}"#),
    ])
    let client = stub.client()
    let (first, notices) = try await noticing { try await client.search(.products("mate")) }
    #expect(first.items.map(\.id.description) == ["mercadolibre:product:MLA22"])
    #expect(notices == [.listingsClosed(host: Self.host)])
    let (second, later) = try await noticing { try await client.search(.products("bombilla")) }
    #expect(second.items.count == 1)
    #expect(later.isEmpty)
    #expect(stub.paths == ["sites/MLA/search", "products/search", "products/search"])
  }

  @Test func `without a token a 403 is just that`() async throws {
    let stub = MercadoLibreStub(["sites/MLA/search": .listingsClosed])
    await #expect(throws: CatalogError.refused(host: Self.host, status: 403, reason: "forbidden")) {
      try await stub.client(MercadoLibreCredentials()).search(.products("x"))
    }
  }

  @Test func `a catalogue that is closed too says so`() async throws {
    let stub = MercadoLibreStub(["sites/MLA/search": .listingsClosed, "products/search": .listingsClosed])
    await #expect(throws: CatalogError.refused(host: Self.host, status: 403, reason: "forbidden")) {
      try await stub.client().search(.products("x"))
    }
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
        ["MERCADOLIBRE_ACCESS_TOKEN": " "],
        [
          ["MERCADOLIBRE_ACCESS_TOKEN"],
          ["MERCADOLIBRE_CLIENT_ID", "MERCADOLIBRE_CLIENT_SECRET", "MERCADOLIBRE_REFRESH_TOKEN"],
        ]
      ),
      (
        ["MERCADOLIBRE_CLIENT_ID": "1", "MERCADOLIBRE_REFRESH_TOKEN": "TG"],
        [["MERCADOLIBRE_ACCESS_TOKEN"], ["MERCADOLIBRE_CLIENT_SECRET"]]
      ),
    ] as [([String: String], [[String]])])
  func `without credentials the service is asked, and then the variables are named that are missing`(
    environment: [String: String], variables: [[String]]
  ) async throws {
    let stub = MercadoLibreStub(["sites/MLA/search": .noToken])
    await #expect(throws: CatalogError.credentialsMissing(variables: variables)) {
      try await stub.client(MercadoLibreCredentials(environment: environment)).search(.products("x"))
    }
    #expect(stub.requests.map { $0.headers["Authorization"] } == [nil])
  }

  @Test func `sites are chosen in any spelling`() {
    let site = Catalog.mercadoLibre.filters[0]
    #expect(site.value(matching: "mlb") == "MLB")
    #expect(site.value(matching: "XXX") == nil)
    #expect(site.standard == "MLA")
  }
}
