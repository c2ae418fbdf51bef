import Domain
import Synchronization
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesSearchTests {
  @Test(
    arguments: TextTable.rows("every category requests its own kind, and only the chosen filters") { ($0[0], $0[1]) })
  func `every category requests its own kind, and only the chosen filters`(
    category: String, query: String
  ) async throws {
    let stub = ITunesStub(json: #"{"resultCount":0,"results":[]}"#)
    _ = try await stub.client.search(SearchRequest(category: .itunes(category), term: "vivaldi"))
    #expect(stub.urls == ["https://itunes.apple.com/search?term=vivaldi&\(query)"])
  }

  @Test(
    arguments: TextTable.rows("a request says which answers can be cached, and which are Apple's slips") {
      ($0[0], Bool($0[1])!, Bool($0[2])!)
    })
  func `a request says which answers can be cached, and which are Apple's slips`(
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

  @Test(arguments: [
    // A category, the limit, the number of rows received, and the resulting extent.
    ("song", nil, 49, Extent.all), ("song", nil, 50, .page(largest: 200)), ("song", 5, 5, .limit(5, largest: 200)),
    ("song", 5, 4, .all), ("song", 200, 200, .limit(200, largest: nil)), ("song", 200, 150, .all),
    ("podcast", nil, 50, .page(largest: 200)), ("podcast", 200, 100, .limit(100, largest: nil)),
    ("podcast", 200, 99, .all), ("podcast", 100, 100, .limit(100, largest: 200)),
    ("song", 5, 7, .limit(5, largest: 200)),
  ])
  func `a page of the service does not count as all`(
    category: String, limit: Int?, rows: Int, extent: Extent
  ) async throws {
    let row = #"{"trackId":1,"trackName":"A","collectionName":"A"}"#
    let list = ["{}"] + Array(repeating: row, count: rows - 1)
    let stub = ITunesStub(json: #"{"results":[\#(list.joined(separator: ","))]}"#)
    let page = try await stub.client.search(SearchRequest(category: .itunes(category), term: "x", limit: limit))
    #expect(page.extent == extent)
    #expect(page.skipped.map(\.row) == [1])
    #expect(page.items.count == min(rows, limit ?? rows) - 1, "a mirror may ignore the limit")
  }

  @Test func `endless nesting is malformed, and does not crash`() async {
    let nested = String(repeating: #"{"a":["#, count: 100_000) + String(repeating: "]}", count: 100_000)
    let stub = ITunesStub(json: #"{"results":[{"trackName":"A","trackId":1,"extra":\#(nested)}]}"#)
    await #expect(
      throws: CatalogError.unreadable(host: "itunes.apple.com", what: "malformed JSON: nested more than 500 deep")
    ) {
      try await stub.client.search(SearchRequest(category: .itunes("song"), term: "x"))
    }
  }

  @Test func `bytes that are not UTF-8 are read as Windows-1252 instead of losing the row`() async throws {
    var body = Array(#"{"results":[{"trackName":"Caf"#.utf8)
    body += [0xE9, 0x21] + Array(#"","trackId":9}]}"#.utf8)
    let stub = ITunesStub(HTTPResponse(status: 200, body: body))
    let page = try await stub.client.search(SearchRequest(category: .itunes("song"), term: "x"))
    #expect(page.items.map(\.title) == ["Café!"])
  }

  @Test func `the filters of the catalog`() throws {
    let catalog = Catalog.itunes
    #expect(catalog.defaultCategories.map(\.title) == ["Song", "Podcast", "TV Show"])
    #expect(Set(catalog.categories.map(\.name)).count == 12)
    #expect(catalog.category(named: "TV shows")?.name == "tv")
    #expect(catalog.category(named: "music videos")?.name == "music-video")
    #expect(catalog.filters.map(\.name) == ["country", "lang", "explicit", "attribute"])
    #expect(catalog.filters.allSatisfy { $0.defaultValue == nil })
    #expect(catalog.filters[0].value(matching: "kr") == "KR")
    #expect(catalog.filters[0].value(matching: "yyy") == nil)
    #expect(catalog.filters[3].allows("artistTerm", for: .itunes("song")))
    #expect(!catalog.filters[3].allows("artistTerm", for: .itunes("ebook")))
    // No two categories may share a name that can be typed.
    let words = catalog.categories.flatMap { Set($0.keys) }
    #expect(Set(words).count == words.count)
  }
}

/// A client that gets the same answer to every request, and records the requests.
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
  /// The category called `name` in iTunes' table.
  static func itunes(_ name: String) -> Domain.Category { Catalog.itunes.category(named: name)! }
}
