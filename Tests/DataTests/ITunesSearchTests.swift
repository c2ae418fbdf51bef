import Domain
import Synchronization
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesSearchTests {
  @Test(arguments: [
    ("song", "media=music&entity=song"), ("podcast", "media=podcast&entity=podcast"),
    ("tv", "media=tvShow&entity=tvEpisode"), ("album", "media=music&entity=album"),
    ("artist", "media=music&entity=musicArtist"), ("music-video", "media=musicVideo&entity=musicVideo"),
    ("episode", "media=podcast&entity=podcastEpisode"), ("season", "media=tvShow&entity=tvSeason"),
    ("movie", "media=movie&entity=movie"), ("audiobook", "media=audiobook&entity=audiobook"),
    ("ebook", "media=ebook&entity=ebook"), ("app", "media=software&entity=software"),
  ])
  func `every category asks for its own kind, and for nothing that was not chosen`(
    category: String, query: String
  ) async throws {
    let stub = ITunesStub(json: #"{"resultCount":0,"results":[]}"#)
    _ = try await stub.client.search(SearchRequest(category: .itunes(category), term: "vivaldi"))
    #expect(stub.urls == ["https://itunes.apple.com/search?term=vivaldi&\(query)"])
  }

  @Test(arguments: [
    (#"{"results":[]}"#, true, false), (#"{"errorMessage":"no","results":[]}"#, false, false),
    (#"{"feed":1}"#, false, false),
    ("[]", false, false), ("<html>", false, true), ("", false, false),
  ])
  func `it is said which answers are worth keeping, and which are Apple's slips`(
    body: String, isAnswer: Bool, isSlip: Bool
  ) async throws {
    let requests = Mutex<[HTTPRequest]>([])
    let client = ITunesClient { request in
      requests.withLock { $0.append(request) }
      return HTTPResponse(status: 200, body: Array(#"{"results":[]}"#.utf8))
    }
    _ = try await client.search(SearchRequest(category: .itunes("song"), term: "vivaldi"))
    _ = try? await client.item(for: .number("5"), filters: [:])
    let response = HTTPResponse(status: 200, body: Array(body.utf8))
    #expect(requests.withLock { $0.map { $0.isAnswer?(response) } } == [isAnswer, isAnswer])
    #expect(requests.withLock { $0.map { $0.isSlip?(response) } } == [isSlip, isSlip])
    #expect(requests.withLock { $0.map(\.maxAge) } == [nil, 86_400])
  }

  @Test(arguments: [
    ("봄 사랑 c# & +", "%EB%B4%84%20%EC%82%AC%EB%9E%91%20c%23%20%26%20%2B"),
    ("\u{1107}\u{1169}\u{11B7}", "%EB%B4%84"),
    ("100%; \"AC/DC\"", "100%25%3B%20%22AC%2FDC%22"),
    ("", ""),
  ])
  func `a term arrives as it was typed`(term: String, encoded: String) async throws {
    let stub = ITunesStub(json: #"{"results":[]}"#)
    _ = try await stub.client.search(SearchRequest(category: .itunes("song"), term: term, limit: 5))
    #expect(stub.urls == ["https://itunes.apple.com/search?term=\(encoded)&media=music&entity=song&limit=5"])
  }

  @Test func `chosen filters are sent in a fixed order, an attribute only where the category has it`() async throws {
    let filters = ["attribute": "artistTerm", "explicit": "no", "lang": "ko_kr", "country": "KR"]
    let stub = ITunesStub(json: #"{"results":[]}"#)
    for category in ["song", "ebook"] {
      _ = try await stub.client.search(
        SearchRequest(category: .itunes(category), term: "x", limit: 200, filters: filters))
    }
    #expect(
      stub.urls == [
        "https://itunes.apple.com/search?term=x&media=music&entity=song&limit=200"
          + "&country=KR&lang=ko_kr&explicit=No&attribute=artistTerm",
        "https://itunes.apple.com/search?term=x&media=ebook&entity=ebook&limit=200&country=KR&lang=ko_kr&explicit=No",
      ])
  }

  @Test(arguments: [
    // A category, the limit asked for, how many rows came, and what that says.
    ("song", nil, 49, Extent.all), ("song", nil, 50, .page(largest: 200)), ("song", 5, 5, .limit(5, largest: 200)),
    ("song", 5, 4, .all), ("song", 200, 200, .limit(200, largest: nil)), ("song", 200, 150, .all),
    ("podcast", nil, 50, .page(largest: 200)), ("podcast", 200, 100, .limit(100, largest: nil)),
    ("podcast", 200, 99, .all), ("podcast", 100, 100, .limit(100, largest: 200)),
  ])
  func `a page of the service is not all there is`(
    category: String, limit: Int?, rows: Int, extent: Extent
  ) async throws {
    let row = #"{"trackId":1,"trackName":"A","collectionName":"A"}"#
    let stub = ITunesStub(json: #"{"results":[\#(Array(repeating: row, count: rows).joined(separator: ","))]}"#)
    let page = try await stub.client.search(SearchRequest(category: .itunes(category), term: "x", limit: limit))
    #expect(page.extent == extent)
  }

  @Test func `more is asked for with the whole again, and what was skipped is told once`() async throws {
    let stub = ITunesStub(json: #"{"results":[{"trackId":1,"trackName":"A"},{},{"trackId":2,"trackName":"B"},{}]}"#)
    let request = SearchRequest(category: .itunes("song"), term: "x", limit: 2, offset: 2)
    let page = try await stub.client.search(request)
    #expect(stub.urls == ["https://itunes.apple.com/search?term=x&media=music&entity=song&limit=200"])
    #expect(page.items.map(\.id.key) == ["1", "2"])
    #expect(page.skipped.map(\.row) == [4])
    #expect(page.extent == .all)
  }

  @Test func `what was found in a chosen storefront says so`() async throws {
    let stub = ITunesStub(json: #"{"results":[{"trackId":1,"trackName":"A"}]}"#)
    let request = SearchRequest(category: .itunes("song"), term: "x", filters: ["country": "jp"])
    #expect(try await stub.client.search(request).items.map(\.storefront) == ["JP"])
    #expect(
      try await stub.client.search(SearchRequest(category: .itunes("song"), term: "x")).items[0].storefront == nil)
  }

  @Test func `a failing exchange fails the search`() async {
    let client = ITunesClient { _ throws(CatalogError) in throw .timedOut(host: "h", after: .seconds(15)) }
    await #expect(throws: CatalogError.timedOut(host: "h", after: .seconds(15))) {
      try await client.search(SearchRequest(category: .itunes("song"), term: "x"))
    }
  }

  @Test(arguments: [
    (HTTPResponse(status: 200, json: ""), CatalogError.unreadable(host: "itunes.apple.com", what: "an empty answer")),
    (HTTPResponse(status: 200, json: "\n\n\n"), .unreadable(host: "itunes.apple.com", what: "an empty answer")),
    (
      HTTPResponse(status: 200, json: "\n<!DOCTYPE html><html>"),
      .unreadable(host: "itunes.apple.com", what: "an HTML page")
    ),
    (
      HTTPResponse(status: 200, json: #"{"resultCount":1,"results":[{"trackNa"#),
      .unreadable(host: "itunes.apple.com", what: "malformed JSON")
    ),
    (
      HTTPResponse(status: 200, json: #"{"resultCount":0}"#),
      .unreadable(host: "itunes.apple.com", what: "JSON without a list of results")
    ),
    (
      HTTPResponse(status: 200, json: #"{"results":{"trackName":"A"}}"#),
      .unreadable(host: "itunes.apple.com", what: "JSON without a list of results")
    ),
    (
      HTTPResponse(status: 200, json: #"[{"trackName":"A"}]"#),
      .unreadable(host: "itunes.apple.com", what: "JSON without a list of results")
    ),
    (
      HTTPResponse(status: 400, json: #"{"errorMessage":"Invalid value(s) for key(s): [country]"}"#),
      .refused(host: "itunes.apple.com", status: 400, reason: "Invalid value(s) for key(s): [country]")
    ),
    (
      HTTPResponse(status: 200, json: #"{"errorMessage":"Invalid value(s) for key(s): [term]","results":[]}"#),
      .refused(host: "itunes.apple.com", status: 200, reason: "Invalid value(s) for key(s): [term]")
    ),
    (
      HTTPResponse(status: 403, json: #"{"errorMessage":"Forbidden"}"#),
      .refused(host: "itunes.apple.com", status: 403, reason: "Forbidden")
    ),
    (
      HTTPResponse(status: 400, json: #"{"results":[]}"#), .refused(host: "itunes.apple.com", status: 400, reason: nil)
    ),
    (HTTPResponse(status: 400, json: "no"), .refused(host: "itunes.apple.com", status: 400, reason: nil)),
    (HTTPResponse(status: 418, json: "<html>"), .refused(host: "itunes.apple.com", status: 418, reason: nil)),
    (HTTPResponse(status: 403, json: ""), .rateLimited(host: "itunes.apple.com", retryAfter: nil)),
    (HTTPResponse(status: 403, json: "<html>"), .rateLimited(host: "itunes.apple.com", retryAfter: nil)),
    (HTTPResponse(status: 404, json: "<html>"), .notFound(host: "itunes.apple.com")),
    (HTTPResponse(status: 503, json: "{}"), .server(host: "itunes.apple.com", status: 503)),
  ])
  func `an answer that is no list of results says what it was`(response: HTTPResponse, error: CatalogError) async {
    let stub = ITunesStub(response)
    await #expect(throws: error) {
      try await stub.client.search(SearchRequest(category: .itunes("song"), term: "x"))
    }
  }

  @Test func `nesting without end is malformed, and no crash`() async {
    let nested = String(repeating: #"{"a":["#, count: 100_000) + String(repeating: "]}", count: 100_000)
    let stub = ITunesStub(json: #"{"results":[{"trackName":"A","trackId":1,"extra":\#(nested)}]}"#)
    await #expect(throws: CatalogError.unreadable(host: "itunes.apple.com", what: "malformed JSON")) {
      try await stub.client.search(SearchRequest(category: .itunes("song"), term: "x"))
    }
  }

  @Test func `rows that cannot be shown are skipped with their place and a reason`() async throws {
    let stub = ITunesStub(
      json: #"""



        {"resultCount": 50, "results": [null, 7, "row", [1], {}, {"trackName": ""}, {"trackName": " \t"},
         {"trackName": null}, {"trackName": 5}, {"trackName": "A", "trackName": "B", "trackId": 1},
         {"wrapperType": "track", "kind": "song", "collectionName": "An album", "artistName": "Somebody"}
        ]}


        """#)
    let log = ExchangeLog()
    var context = RequestContext.current
    context.log = log
    let page = try await RequestContext.$current.withValue(context) {
      try await stub.client.search(SearchRequest(category: .itunes("song"), term: "x"))
    }
    #expect(page.items.map(\.id.description) == ["itunes:song:1"])
    #expect(page.hasMore == false)
    #expect(
      page.skipped == [
        SkippedRow(row: 1, reason: "null"), SkippedRow(row: 2, reason: "not an object"),
        SkippedRow(row: 3, reason: "not an object"), SkippedRow(row: 4, reason: "not an object"),
        SkippedRow(row: 5, reason: "no title"), SkippedRow(row: 6, reason: "no title"),
        SkippedRow(row: 7, reason: "no title"), SkippedRow(row: 8, reason: "no title"),
        SkippedRow(row: 9, reason: "no title"), SkippedRow(row: 11, reason: "no title"),
      ])
    let decoding = try #require(log.decodings.first)
    #expect(log.decodings.count == 1)
    #expect(decoding.url == stub.urls[0])
    #expect(decoding.shown == 1)
    #expect(decoding.skipped == page.skipped)
  }

  @Test func `bytes that are not UTF-8 are shown as such instead of losing the row`() async throws {
    var body = Array(#"{"results":[{"trackName":"Caf"#.utf8)
    body += [0xE9, 0x21] + Array(#"","trackId":9}]}"#.utf8)
    let stub = ITunesStub(HTTPResponse(status: 200, body: body))
    let page = try await stub.client.search(SearchRequest(category: .itunes("song"), term: "x"))
    #expect(page.items.map(\.title) == ["Caf\u{FFFD}!"])
  }
}

/// A client whose exchange gives one answer to everything and remembers what was asked.
final class ITunesStub: Sendable {
  private let response: HTTPResponse
  private let requests = Mutex<[HTTPRequest]>([])

  init(_ response: HTTPResponse) { self.response = response }

  convenience init(json: String) { self.init(HTTPResponse(status: 200, json: json)) }

  var client: ITunesClient {
    ITunesClient { [self] request in
      requests.withLock { $0.append(request) }
      return response
    }
  }

  var urls: [String] { requests.withLock { $0.map(\.url) } }
}

extension HTTPResponse {
  init(status: Int, json: String) { self.init(status: status, body: Array(json.utf8)) }
}

extension Domain.Category {
  /// The iTunes category called `name`, which is in its table.
  static func itunes(_ name: String) -> Domain.Category { Catalog.itunes.category(named: name)! }
}
