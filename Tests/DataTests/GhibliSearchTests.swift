import Domain
import Synchronization
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct GhibliSearchTests {
  @Test(arguments: [
    ("film", "films"), ("character", "people"), ("location", "locations"), ("species", "species"),
    ("vehicle", "vehicles"),
  ])
  func `every category is one collection, asked for without parameters`(name: String, path: String) async throws {
    let urls = Mutex<[String]>([])
    let client = GhibliStub.client { request in
      urls.withLock { $0.append(request.url) }
      return HTTPResponse(status: 200, json: #"[{"id":"a","title":"One"},{"id":"b","name":"Two"}]"#)
    }
    let page = try await client.search(SearchRequest(category: .ghibli(name), term: "two", limit: 5))
    #expect(urls.withLock(\.self) == ["https://ghibliapi.vercel.app/\(path)"])
    #expect(page.items.map(\.id.description) == ["ghibli:\(name):b"])
    #expect(page.items.map(\.link) == [WebLink("https://ghibliapi.vercel.app/\(path)/b")])
  }

  @Test(arguments: [
    ("film", "films"), ("movie", "film"), ("person", "character"), ("people", "character"), ("Characters", "character"),
    ("species", "species"), ("locations", "location"), ("vehicles", "vehicle"),
  ])
  func `a category answers to its words`(word: String, other: String) {
    #expect(Catalog.ghibli.category(named: word) != nil)
    #expect(Catalog.ghibli.category(named: word) == Catalog.ghibli.category(named: other))
  }

  @Test func `every category can be listed, and all are asked by default`() {
    #expect(Catalog.ghibli.categories.map(\.title) == ["Film", "Character", "Location", "Species", "Vehicle"])
    #expect(Catalog.ghibli.categories.allSatisfy { $0.isListable })
    #expect(Catalog.ghibli.defaultCategories == Catalog.ghibli.categories)
  }

  private static let films = """
    [{"id":"1","title":"Castle in the Sky","original_title":"天空の城ラピュタ",
      "original_title_romanised":"Tenkū no shiro Rapyuta","director":"Hayao Miyazaki","producer":"Isao Takahata"},
     {"id":"2","title":"Howl's Moving Castle","original_title":"ハウルの動く城","director":"Hayao Miyazaki"},
     {"id":"3","title":"Only Yesterday","director":"Isao Takahata","description":"No castle far and wide"},
     {"id":"4","title":"The Red Turtle","director":"Michaël Dudok de Wit"}]
    """

  @Test(arguments: [
    ("castle", ["1", "2"]), ("CASTLE", ["1", "2"]), ("castle sky", ["1"]), ("sky   castle", ["1"]),
    ("cast", ["1", "2"]),
    ("tenku", ["1"]), ("tenkū", ["1"]), ("ｔｅｎｋｕ", ["1"]), ("ラピュタ", ["1"]), ("城", ["1", "2"]),
    ("miyazaki howl", ["2"]), ("takahata", ["3"]), ("michael", ["4"]), ("castle turtle", []),
    ("", ["1", "2", "3", "4"]), (" \t", ["1", "2", "3", "4"]), ("zzz", []),
  ])
  func `every word has to stand in title, original title or director`(term: String, keys: [String]) async throws {
    let stub = GhibliStub(["films": Self.films])
    #expect(try await stub.search("film", term).items.map(\.id.key) == keys)
  }

  @Test(arguments: [
    (nil, 0, "1234"), (1, 0, "1"), (3, 0, "123"), (3, 3, "4"), (4, 0, "1234"), (200, 0, "1234"), (5, 4, ""),
  ])
  func `a limit cuts what was found, and is not sent; the rest follows`(limit: Int?, offset: Int, keys: String)
    async throws
  {
    let stub = GhibliStub(["films": Self.films])
    let request = SearchRequest(category: .ghibli("film"), term: "", limit: limit, offset: offset)
    let page = try await stub.client.search(request)
    #expect(page.items.map(\.id.key).joined() == keys)
    #expect(page.extent == (offset + keys.count < 4 ? .service : .all))
    #expect(stub.paths == ["films"])
  }

  @Test func `rows skipped are told once, and move no page`() async throws {
    let stub = GhibliStub(["films": #"[{"id":"1"},{"id":"2","title":"B"},{"id":"3","title":"C"},null]"#])
    let first = try await stub.search("film", limit: 1)
    #expect(first.items.map(\.title) == ["B"])
    #expect(first.skipped.count == 2)
    let rest = try await stub.client.search(
      SearchRequest(category: .ghibli("film"), term: "", limit: 1, offset: first.items.count + first.skipped.count))
    #expect(rest.items.map(\.title) == ["C"])
    #expect(rest.skipped.isEmpty && rest.extent == .all)
  }

  @Test func `a collection is fetched once, whatever is searched for in it`() async throws {
    let stub = GhibliStub(["films": Self.films])
    for term in ["castle", "turtle", ""] { _ = try await stub.search("film", term) }
    #expect(stub.paths == ["films"])
  }

  @Test func `a reload fetches it afresh, and what it fetched is kept`() async throws {
    let count = Mutex(0)
    let stub = GhibliStub { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return HTTPResponse(status: 200, json: #"[{"id":"1","title":"Edition \#(number)"}]"#)
    }
    #expect(try await stub.titles("film", "") == ["Edition 1"])
    let reloaded = try await withoutCache { try await stub.titles("film", "") }
    #expect(reloaded == ["Edition 2"])
    #expect(try await stub.titles("film", "") == ["Edition 2"])
  }

  @Test func `a failed fetch is not kept, and a failed reload leaves what there was`() async throws {
    let answers = Mutex([
      HTTPResponse(status: 500, json: ""), HTTPResponse(status: 200, json: #"[{"id":"1","title":"A"}]"#),
      HTTPResponse(status: 503, json: ""),
    ])
    let stub = GhibliStub { _ in answers.withLock { $0.removeFirst() } }
    await #expect(throws: CatalogError.server(host: "ghibli.test", status: 500)) { try await stub.search("film") }
    #expect(try await stub.titles("film", "") == ["A"])
    await #expect(throws: CatalogError.server(host: "ghibli.test", status: 503)) {
      try await withoutCache { try await stub.search("film") }
    }
    #expect(try await stub.titles("film", "") == ["A"])
  }

  @Test(arguments: [
    (HTTPResponse(status: 200, json: " \n"), CatalogError.unreadable(host: "ghibli.test", what: "an empty answer")),
    (HTTPResponse(status: 200, json: "<html>"), .unreadable(host: "ghibli.test", what: "an HTML page")),
    (HTTPResponse(status: 200, json: #"[{"id""#), .unreadable(host: "ghibli.test", what: "malformed JSON")),
    (
      HTTPResponse(status: 200, json: "7"),
      .unreadable(host: "ghibli.test", what: "the answer is neither a list nor an object")
    ),
    (HTTPResponse(status: 404, json: "{}"), .notFound(host: "ghibli.test")),
    (HTTPResponse(status: 402, json: "Payment required"), .refused(host: "ghibli.test", status: 402, reason: nil)),
    (HTTPResponse(status: 403, json: ""), .rateLimited(host: "ghibli.test", retryAfter: nil)),
    (
      HTTPResponse(status: 429, headers: ["retry-after": "7"], body: []),
      .rateLimited(host: "ghibli.test", retryAfter: .seconds(7))
    ),
    (HTTPResponse(status: 502, json: "<html>"), .server(host: "ghibli.test", status: 502)),
  ])
  func `an answer that is no collection says what it was`(response: HTTPResponse, error: CatalogError) async {
    let stub = GhibliStub { _ in response }
    await #expect(throws: error) { try await stub.search("film", "castle") }
  }

  @Test func `rows that cannot be shown are skipped with their place and a reason`() async throws {
    let stub = GhibliStub([
      "people": #"[null, "x", {"id":"1"}, {"id":"2","name":" "}, {"id":"3","name":[]}, {"id":"4","name":"San"}]"#
    ])
    let log = ExchangeLog()
    let page = try await RequestContext.$current.withValue(RequestContext(log: log)) {
      try await stub.search("character")
    }
    #expect(page.items.map(\.title) == ["San"])
    #expect(
      page.skipped == [
        SkippedRow(row: 1, reason: "null"), SkippedRow(row: 2, reason: "no id"),
        SkippedRow(row: 3, reason: "no title"), SkippedRow(row: 4, reason: "no title"),
        SkippedRow(row: 5, reason: "no title"),
      ])
    #expect(log.decodings.map(\.url) == ["https://ghibli.test/people"])
    #expect(log.decodings.map(\.shown) == [1])
    #expect(log.decodings.map(\.skipped) == [page.skipped])
  }

  @Test func `all five collections are under way at the same time`() async throws {
    let all = Gate()
    let under = Mutex(0)
    // Nobody is answered before everybody has asked.
    let answering: StandInServer.Answering = { _ in
      let isLast = under.withLock { count in
        count += 1
        return count == 5
      }
      if isLast { all.open() }
      await all.wait()
      return .json(#"[{"id":"1","title":"Castle"}]"#)
    }
    try await StandInServer.run(answering: answering) { server in
      let stack = HTTPStack(
        userAgent: "test", bounds: RequestBounds(.off, services: []), timeout: .seconds(30))
      let client = GhibliStub.client(environment: ["LINER_GHIBLI_URL": server.url], fetch: stack.fetch)
      let requests = Catalog.ghibli.categories.map { SearchRequest(category: $0, term: "castle", limit: 5) }
      let results = await allAtOnce(requests) { request in
        await result { () throws(CatalogError) in try await client.search(request) }
      }
      #expect(results.map { (try? $0.get())?.items.count } == [1, 1, 1, 1, 1])
      #expect(
        Set(await server.requests.map(\.target)) == ["/films", "/people", "/locations", "/species", "/vehicles"])
      #expect(await server.requests.count == 5)
    }
  }
}
