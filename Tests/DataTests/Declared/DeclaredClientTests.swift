import Domain
import Synchronization
import Testing

@testable import Catalogs
@testable import Wire

struct DeclaredClientTests {
  private static let fields = #""fields": {"id": "/id", "title": "/t"}"#

  private static func category(_ name: String = "a", _ parts: String = "") -> String {
    #"{"name": "\#(name)", "title": "\#(name.uppercased())", \#(parts.isEmpty ? "" : parts + ",") \#(fields)}"#
  }

  // MARK: Requests

  @Test func `a term fills the query, percent-encoded, and lists repeat a parameter`() async throws {
    let service = DeclaredService(["/s?q=a%20%2B%26%2Fb&fl%5B%5D=x&fl%5B%5D=y%20z": #"[{"id":1,"t":"One"}]"#])
    let client = try service.client(
      Self.category("a", #""search": {"path": "/s", "query": {"q": "{term}", "fl[]": ["x", "y z"]}}"#))
    #expect(try await client.search("a +&/b", in: "a").titles == ["One"])
    #expect(service.requests.map(\.trust) == [.declared])
  }

  @Test(arguments: [
    ("AC/DC: (live) AND \"x\"", #"AC\/DC\: \(live\) and \"x\""#), ("NOT android", "not android"),
    ("a-b && c", #"a\-b \&\& c"#), ("ORB", "ORB"), (#"\"#, #"\\"#),
  ])
  func `a term for Lucene has no operators`(term: String, escaped: String) {
    #expect(RequestTemplate.lucene(term) == escaped)
  }

  @Test func `dots that lead back fill no path`() async throws {
    let service = DeclaredService([:])
    let client = try service.client(Self.category("a", #""lookup": {"path": "/a/{id}"}"#))
    for id in ["..", "."] {
      let item = client.item("a", id)
      #expect(try await client.details(of: item, filters: [:]).item == item)
    }
    #expect(
      await DeclaredClient.code { _ = try await client.item(for: .item(client.item("a", "..").id), filters: [:]) }
        == .refused)
    #expect(service.paths == [])
    _ = try? await client.details(of: client.item("a", "../b?c"), filters: [:])
    #expect(service.paths == ["/a/..%2Fb%3Fc"])
  }

  // MARK: Rows

  @Test func `where is tested before row, and a row without the thing itself is skipped`() async throws {
    let service = DeclaredService([
      "/s":
        #"{"r":[{"k":"tv","x":{"id":1,"t":"A"}},{"k":"movie","x":{"id":2,"t":"B"}},{"k":"tv"},{"k":"tv","x":null},{"k":"tv","x":{"id":3}}]}"#
    ])
    let client = try service.client(
      Self.category("a", #""search": {"path": "/s", "rows": "/r", "where": {"/k": ["tv"]}, "row": "/x"}"#))
    let list = try await client.search("x", in: "a")
    #expect(list.titles == ["A"])
    #expect(list.skipped.map(\.reason) == ["no title"])
  }

  @Test(arguments: [
    (#"{"count":0,"next":null,"items":[]}"#, "no /results in the answer, which has count, next and items"),
    (#"{"a":{"results":[]}}"#, "no /results in the answer, which has a"),
    ("[]", "no /results in the answer, which is a list"),
    ("{}", "no /results in the answer, which is empty"), ("3", "no /results in the answer, which is a single value"),
    (#"{"results":"none"}"#, "/results in the answer is neither a list nor an object"),
  ])
  func `rows that are not where the declaration says are unreadable`(body: String, what: String) async throws {
    let service = DeclaredService(["/s": .init(body)])
    let client = try service.client(Self.category("a", #""search": {"path": "/s", "rows": "/results"}"#))
    await #expect(throws: CatalogError.unreadable(host: "api.example.org", what: what)) {
      try await client.search("x", in: "a")
    }
  }

  @Test func `null is no rows, an object is one, and equal ids in one answer stay`() async throws {
    let service = DeclaredService([
      "/n": #"{"r":null}"#, "/o": #"{"r":{"id":1,"t":"A"}}"#, "/e": #"{"r":[{"id":1,"t":"A"},{"id":1,"t":"B"}]}"#,
    ])
    for (path, titles) in [("/n", []), ("/o", ["A"]), ("/e", ["A", "B"])] {
      let client = try service.client(Self.category("a", #""search": {"path": "\#(path)", "rows": "/r"}"#))
      #expect(try await client.search("x", in: "a").titles == titles)
    }
  }

  // MARK: Failures

  @Test func `a failure with status 200 is told, and false is none`() async throws {
    let keys =
      #""failure": {"at": "/error", "message": ["/error/message", "/error"], "code": "/error/code", "codes": {"4": "rate-limited", "800": "not-found"}},"#
    let cases: [(String, CatalogError?)] = [
      (
        #"{"error":{"message":"Quota","code":4}}"#,
        .reported(host: "api.example.org", code: .rateLimited, message: "Quota")
      ),
      (
        #"{"error":{"message":"no data","code":"800"}}"#,
        .reported(host: "api.example.org", code: .notFound, message: "no data")
      ),
      (#"{"error":"bad","data":[]}"#, .reported(host: "api.example.org", code: .server, message: "bad")),
      (#"{"error":false,"data":[]}"#, nil), (#"{"error":{},"data":[]}"#, nil), (#"{"error":"","data":[]}"#, nil),
    ]
    for (body, error) in cases {
      let service = DeclaredService(["/s": .init(body)])
      let client = try service.client(
        Self.category("a", #""search": {"path": "/s", "rows": "/data"}"#), keys: keys, cached: true)
      for _ in 1...2 {
        do {
          let list = try await client.search("x", in: "a")
          #expect(error == nil && list.items.isEmpty, "\(body)")
        } catch {
          #expect(error as? CatalogError == cases.first { $0.0 == body }?.1, "\(body)")
        }
      }
      // A failure is not kept.
      #expect(service.requests.count == (error == nil ? 1 : 2), "\(body)")
    }
  }

  @Test func `statuses that mean nothing found are no failure`() async throws {
    let client = try DeclaredService([:]).client(Self.category("a", #""search": {"path": "/s", "empty": [404]}"#))
    #expect(try await client.search("x", in: "a") == ItemList(items: []))
  }

  // MARK: Pages

  private static func rows(_ range: ClosedRange<Int>) -> String {
    "[" + range.map { #"{"id":\#($0),"t":"T\#($0)"}"# }.joined(separator: ",") + "]"
  }

  @Test func `pages by offset keep the size of the first, and a total says when all is there`() async throws {
    let service = DeclaredService([
      "/s?offset=0&limit=3": .init(#"{"n":7,"r":\#(Self.rows(1...3))}"#),
      "/s?offset=3&limit=3": .init(#"{"n":7,"r":\#(Self.rows(4...6))}"#),
      "/s?offset=6&limit=3": .init(#"{"n":7,"r":\#(Self.rows(7...7))}"#),
      "/s?offset=0&limit=100": .init(#"{"n":7,"r":\#(Self.rows(1...7))}"#),
    ])
    let client = try service.client(
      Self.category(
        "a",
        #""search": {"path": "/s", "rows": "/r", "paging": {"by": "offset", "query": "offset", "limit": "limit", "most": 100, "total": "/n"}}"#
      ))
    let first = try await client.search("x", in: "a", limit: 3)
    #expect(first.titles == ["T1", "T2", "T3"])
    #expect(first.extent == .service)
    let second = try await client.search("x", in: "a", limit: 3, offset: 3)
    #expect(second.titles == ["T4", "T5", "T6"])
    let third = try await client.search("x", in: "a", limit: 3, offset: 6)
    #expect(third.titles == ["T7"])
    #expect(third.extent == .all)
    #expect(service.requests.count == 3)
    #expect(try await client.search("x", in: "a").extent == .all)
  }

  @Test(arguments: [0, 2, -1])
  func `a total below what has come is not believed`(total: Int) async throws {
    let service = DeclaredService(["/s?offset=0": .init(#"{"n":\#(total),"r":\#(Self.rows(1...3))}"#)])
    let parts =
      #""search": {"path": "/s", "rows": "/r", "paging": {"by": "offset", "query": "offset", "most": 3, "total": "/n"}}"#
    #expect(try await service.client(Self.category("a", parts)).search("x", in: "a").extent == .service)
  }

  @Test func `pages go on in another session, where nothing is known of the first`() async throws {
    let service = DeclaredService([
      "/s?page=1&limit=2": .init(Self.rows(1...2)), "/s?page=2&limit=2": .init(Self.rows(3...4)),
      "/s?page=3&limit=2": .init(Self.rows(5...5)),
    ])
    let parts = #""search": {"path": "/s", "paging": {"by": "page", "query": "page", "limit": "limit", "most": 2}}"#
    let client = try service.client(Self.category("a", parts))
    let last = try await client.search("x", in: "a", offset: 4)
    #expect(last.titles == ["T5"])
    // A page that is not full is the last.
    #expect(last.extent == .all)
    #expect(service.paths == ["/s?page=1&limit=2", "/s?page=2&limit=2", "/s?page=3&limit=2"])
  }

  @Test func `rows beyond the limit are shown before the service is asked again`() async throws {
    let service = DeclaredService(["/s?page=1": .init(Self.rows(1...5)), "/s?page=2": .init("[]")])
    let client = try service.client(
      Self.category("a", #""search": {"path": "/s", "paging": {"by": "page", "query": "page"}}"#), cached: true)
    #expect(try await client.search("x", in: "a", limit: 2).titles == ["T1", "T2"])
    #expect(try await client.search("x", in: "a", limit: 2, offset: 2).titles == ["T3", "T4"])
    let last = try await client.search("x", in: "a", limit: 2, offset: 4)
    #expect(last.titles == ["T5"])
    #expect(last.extent == .service)
    let none = try await client.search("x", in: "a", limit: 2, offset: 5)
    #expect(none == ItemList(items: []))
    #expect(service.paths == ["/s?page=1", "/s?page=2"])
  }

  @Test func `a page that brings no new id is the last, whatever the service says`() async throws {
    let page = #"{"more":true,"r":\#(Self.rows(1...2))}"#
    let service = DeclaredService(["/s?page=1": .init(page), "/s?page=2": .init(page)])
    let client = try service.client(
      Self.category(
        "a", #""search": {"path": "/s", "rows": "/r", "paging": {"by": "page", "query": "page", "more": "/more"}}"#))
    #expect(try await client.search("x", in: "a").extent == .service)
    let next = try await client.search("x", in: "a", offset: 2)
    #expect(next == ItemList(items: [], extent: .ended(came: 2, total: nil)))
    #expect(service.requests.count == 2)
  }

  @Test func `a next page is asked by https at the base's host, without the token that it echoes`() async throws {
    let service = DeclaredService([
      "/s": .init(#"{"next":"http://api.example.org/s?p=2&key=sesame#x","r":\#(Self.rows(1...1))}"#),
      "/s?p=2": .init(#"{"next":"/s?p=3","r":\#(Self.rows(2...2))}"#),
      "/s?p=3": .init(#"{"next":"?p=4 x","r":\#(Self.rows(3...3))}"#),
      "/s?p=4%20x": .init(#"{"next":"https://evil.example.org/s?p=5","r":\#(Self.rows(4...4))}"#),
    ])
    let client = try service.client(
      Self.category("a", #""search": {"path": "/s", "rows": "/r", "paging": {"by": "next", "at": "/next"}}"#),
      keys: #""credentials": {"ask": {"token": "x"}, "send": {"query": {"key": "{token}"}}, "required": true},"#,
      environment: ["LINER_MINE_TOKEN": "sesame"])
    for offset in 0...3 {
      let page = try await client.search("x", in: "a", offset: offset)
      #expect(page.titles == ["T\(offset + 1)"])
      #expect(page.extent == .service)
    }
    // The page that names another host is shown; who wants what follows is told, each time.
    for _ in 1...2 {
      #expect(await DeclaredClient.code { _ = try await client.search("x", in: "a", offset: 4) } == .refused)
    }
    #expect(service.paths == ["/s", "/s?p=2", "/s?p=3", "/s?p=4%20x"])
    #expect(service.requests.allSatisfy { !$0.url.contains("sesame") && $0.url.hasPrefix("https://api.example.org/") })
    #expect(service.requests.allSatisfy { $0.sent?.query?.hasSuffix("key=sesame") == true && $0.credential != nil })
  }

  @Test func `a page whose next is no address is shown, and only what follows is unreadable`() async throws {
    let service = DeclaredService(["/s": .init(#"{"next":"a\\b","r":\#(Self.rows(1...2))}"#)])
    let client = try service.client(
      Self.category("a", #""search": {"path": "/s", "rows": "/r", "paging": {"by": "next", "at": "/next"}}"#))
    #expect(try await client.search("x", in: "a", limit: 1).extent == .service)
    #expect(try await client.search("x", in: "a", limit: 1, offset: 1).extent == .service)
    #expect(await DeclaredClient.code { _ = try await client.search("x", in: "a", offset: 2) } == .unreadable)
  }

  @Test func `a search of a list that was not read to its end is not called all`() async throws {
    let pages = (1...21).map { ("/l?page=\($0)", DeclaredService.Answer(#"{"more":true,"r":\#(Self.rows($0...$0))}"#)) }
    let service = DeclaredService(Dictionary(uniqueKeysWithValues: pages))
    let client = try service.client(
      Self.category(
        "a",
        #"""
        "search": {"in": ["/t"]},
        "list": {"path": "/l", "rows": "/r", "paging": {"by": "page", "query": "page", "more": "/more"}}
        """#))
    let found = try await client.search("T2", in: "a")
    #expect(found.titles == ["T2", "T20"])
    #expect(found.extent == .unknown)
  }

  @Test func `a page of which no row is meant is not the last`() async throws {
    let service = DeclaredService([
      "/l?page=1": #"{"more":true,"r":[{"id":1,"t":"T1","k":"a"}]}"#,
      "/l?page=2": #"{"more":true,"r":[{"id":2,"t":"T2","k":"b"}]}"#,
      "/l?page=3": #"{"more":false,"r":[{"id":3,"t":"T3","k":"a"}]}"#,
    ])
    let client = try service.client(
      Self.category(
        "a",
        #"""
        "search": {"in": ["/t"]},
        "list": {"path": "/l", "rows": "/r", "where": {"/k": ["a"]},
                 "paging": {"by": "page", "query": "page", "more": "/more"}}
        """#), cached: true)
    let found = try await client.search("T", in: "a")
    #expect(found.titles == ["T1", "T3"])
    #expect(found.extent == .all)
    #expect(try await client.item(for: .item(client.item("a", "3").id), filters: [:]).title == "T3")
  }

  @Test func `a list is read as far as the item that is looked up, and searched in lists too`() async throws {
    let service = DeclaredService([
      "/l?page=1": #"{"more":true,"r":[{"id":1,"t":"T1","aka":["Uno","Eins"]}]}"#,
      "/l?page=2": #"{"more":false,"r":[{"id":2,"t":"T2","aka":"Due"}]}"#,
    ])
    let client = try service.client(
      Self.category(
        "a",
        #"""
        "search": {"in": ["/t", "/aka"]},
        "list": {"path": "/l", "rows": "/r", "paging": {"by": "page", "query": "page", "more": "/more"}}
        """#), cached: true)
    #expect(try await client.item(for: .item(client.item("a", "1").id), filters: [:]).title == "T1")
    #expect(service.paths == ["/l?page=1"])
    #expect(try await client.search("eins t1", in: "a").titles == ["T1"])
    #expect(try await client.search("due", in: "a").titles == ["T2"])
  }

  @Test func `a limit counts items, and not the rows skipped between them`() async throws {
    let service = DeclaredService([
      "/s": #"[{"id":1},{"id":2,"t":"T2"},null,{"id":4,"t":"T4"},{"id":5},{"id":6,"t":"T6"}]"#
    ])
    let client = try service.client(Self.category("a", #""search": {"path": "/s"}"#), cached: true)
    let found = try await client.search("x", in: "a", limit: 2)
    #expect(found.titles == ["T2", "T4"])
    #expect(found.skipped.count == 3)
    #expect(found.extent == .service)
    #expect(try await client.search("x", in: "a", limit: 2, offset: 5).titles == ["T6"])
  }

  private static let nexts: [(next: String, address: String?)] = [
    ("https://api.jikan.moe/v4/anime?page=2", "http://127.0.0.1:9/anime?page=2"),
    ("/v4/anime?page=2", "http://127.0.0.1:9/anime?page=2"),
    ("?page=2", "http://127.0.0.1:9/anime?page=2"),
    ("http://127.0.0.1:9/anime?page=2", "http://127.0.0.1:9/anime?page=2"),
    ("manga?page=2", "http://127.0.0.1:9/manga?page=2"), ("https://api.jikan.moe.evil.org/v4/anime", nil),
    ("https://x@api.jikan.moe/v4/anime", nil), ("//evil.org/v4", nil), ("javascript:x", nil),
    ("https://api.jikan.moe:8443/v4/a", nil),
    ("\\\\evil.org", nil), ("ftp://api.jikan.moe/v4", nil),
  ]

  @Test(arguments: nexts)
  func `a next address on the declared base is asked at the replaced one`(next: String, address: String?) throws {
    let base = DeclaredBase(declared: "https://api.jikan.moe/v4", replaced: "http://127.0.0.1:9/")
    #expect((try? base.next(next, after: "http://127.0.0.1:9/anime", without: [])) == address)
  }

  @Test func `a redirect to the declared base is followed at the replaced one`() async throws {
    let asked = Mutex<[String]>([])
    let text =
      #"{"declaration":1,"name":"mine","title":"Mine","base":"https://api.example.org/v1","categories":[\#(Self.category("a", #""search": {"path": "/s"}"#))]}"#
    let fetch: HTTPFetch = { (request) async throws(CatalogError) in
      let transfer = await Redirects().following { hop in
        asked.withLock { $0.append(hop.url) }
        return hop.url.hasSuffix("/s")
          ? Transfer(
            .success(HTTPResponse(status: 301, headers: ["location": "https://api.example.org/v1/t?x=1"], body: [])),
            source: .network)
          : Transfer(
            .success(HTTPResponse(status: 200, headers: [:], body: Array(Self.rows(1...1).utf8))), source: .network)
      }(request)
      return try transfer.result.get()
    }
    let client = DeclaredClient(
      try DeclarationChecker.check(Array(text.utf8)).get(), environment: ["LINER_MINE_URL": "http://127.0.0.1:9/m"],
      fetch: fetch)
    #expect(try await client.search("x", in: "a").titles == ["T1"])
    #expect(asked.withLock(\.self) == ["http://127.0.0.1:9/m/s", "http://127.0.0.1:9/m/t?x=1"])
  }

  // MARK: Lists, lookups, references

  @Test func `a category that is listed is searched here, and looked up by id`() async throws {
    let service = DeclaredService([
      "/all": #"[{"id":1,"t":"Le Château","d":"Noël Roux"},{"id":2,"t":"Castle"},{"id":2,"t":"Other"},{"id":3}]"#
    ])
    let client = try service.client(
      Self.category("a", #""list": {"path": "/all"}, "search": {"in": ["/t", "/d"]}"#), cached: true)
    let list = try await client.search("", in: "a")
    #expect(list.titles == ["Le Château", "Castle", "Other"])
    #expect(list.skipped.count == 1)
    #expect(try await client.search("CHATEAU noel", in: "a").titles == ["Le Château"])
    #expect(try await client.search("chateau castle", in: "a").titles == [])
    var other = client.item("a", "2")
    other.title = "Other"
    #expect(try await client.details(of: other, filters: [:]).item.title == "Other")
    #expect(
      await DeclaredClient.code { _ = try await client.item(for: .item(client.item("a", "9").id), filters: [:]) }
        == .notFound)
    #expect(service.requests.count == 1)
  }

  private static let lookups: [(body: DeclaredService.Answer, code: ErrorCode?)] = [
    (#"{"id":1,"t":"A"}"#, nil), ("{}", .notFound), ("[]", .notFound), ("null", .notFound),
    (.init(status: 404, "{}"), .notFound),
    (#"{"id":1}"#, .unreadable), (#"{"t":"A"}"#, .unreadable), (.init(status: 500, "{}"), .server),
  ]

  @Test(arguments: lookups.indices)
  func `no row is not found, and a row without id or title unreadable`(index: Int) async throws {
    let (body, code) = Self.lookups[index]
    let client = try DeclaredService(["/a/1": body]).client(Self.category("a", #""lookup": {"path": "/a/{id}"}"#))
    let found = await DeclaredClient.code {
      _ = try await client.item(for: .item(client.item("a", "1").id), filters: [:])
    }
    #expect(found == code)
  }

  @Test func `what has moved is looked up where it is, three times at most`() async throws {
    let service = DeclaredService([
      "/a/1": #"{"type":"redirect","key":"/a/1","location":"/a/2"}"#, "/a/2": #"{"location":"/a/3"}"#,
      "/a/3": #"{"location":"/a/4"}"#, "/a/4": #"{"id":"4","t":"Four","location":"/a/1"}"#,
      "/a/0": #"{"location":"/a/1"}"#,
    ])
    let client = try service.client(Self.category("a", #""lookup": {"path": "/a/{id}", "moved": "/location"}"#))
    let item = try await client.item(for: .item(client.item("a", "1").id), filters: [:])
    #expect(item.id.key == "4")
    #expect(
      await DeclaredClient.code { _ = try await client.item(for: .item(client.item("a", "0").id), filters: [:]) }
        == .notFound)
  }

  @Test func `a lookup replaces what it has and keeps what it lacks`() async throws {
    let service = DeclaredService(["/a/1": #"{"id":1,"t":"New","g":"Jazz","f":"yes"}"#])
    let client = try service.client(
      #"{"name":"a","title":"A","lookup":{"path":"/a/{id}"},"fields":{"id":"/id","title":"/t","genre":"/g","creator":"/c"},"facts":{"F":"/f","G":"/g2"}}"#
    )
    let known = client.item("a", "1") {
      $0.creator = "Known"
      $0.genre = "Pop"
      $0.facts = [Fact("As", "Hero"), Fact("F", "no")]
    }
    let item = try await client.details(of: known, filters: [:]).item
    #expect((item.title, item.genre, item.creator) == ("New", "Jazz", "Known"))
    #expect(item.facts == [Fact("F", "yes"), Fact("As", "Hero")])
  }

  @Test func `a lookup that lacks a value leaves the item as it is, and refuses its bare id`() async throws {
    let service = DeclaredService(["/s/7/1": #"{"id":1,"t":"Found"}"#])
    let client = try service.client(
      #"{"name":"a","title":"A","lookup":{"path":"/s/{albumId}/{season}"},"fields":{"id":"/id","title":"/t","season":"/n","albumId":{"category":"a","id":"/s"}}}"#
    )
    let bare = client.item("a", "1")
    #expect(try await client.details(of: bare, filters: [:]).item == bare)
    #expect(await DeclaredClient.code { _ = try await client.item(for: .item(bare.id), filters: [:]) } == .refused)
    let full = client.item("a", "1") {
      $0.season = 1
      $0.albumID = ItemID(catalog: "mine", category: "a", key: "7")
    }
    #expect(try await client.details(of: full, filters: [:]).item.title == "Found")
  }

  @Test func `a pasted page is the first that fits`() async throws {
    let service = DeclaredService(["/b/7": #"{"id":7,"t":"Seven"}"#])
    let client = try service.client(
      Self.category("a", #""pages": ["https://x.org/a/{id}/*"]"#) + ","
        + Self.category("b", #""lookup": {"path": "/b/{id}"}, "pages": ["https://x.org/{id}"]"#))
    #expect(client.recognizes(.page("https://x.org/7?x=1")))
    #expect(!client.recognizes(.page("https://y.org/7")))
    #expect(try await client.item(for: .page("https://x.org/7?x=1"), filters: [:]).id.description == "mine:b:7")
  }

  // MARK: Tokens and headers

  @Test func `a token that is wanted is asked for, and one that is rejected told`() async throws {
    let keys =
      #""credentials": {"ask": {"token": "ask us"}, "send": {"headers": {"Authorization": "Bearer {token}"}}, "required": true}, "headers": {"Accept": "application/json"},"#
    let parts = Self.category("a", #""search": {"path": "/s"}"#)
    let service = DeclaredService(["/s": .init(status: 401, #"{}"#)])
    let without = try service.client(parts, keys: keys)
    await #expect(
      throws: CatalogError.credentialsMissing(variables: [["LINER_MINE_TOKEN"]], about: "ask us", catalog: "mine")
    ) {
      try await without.search("x", in: "a")
    }
    #expect(service.requests.isEmpty)
    let with = try service.client(
      parts, keys: keys, environment: ["LINER_MINE_TOKEN": "sesame", "LINER_CONTACT": "me@x.org"])
    let rejected = CatalogError.credentialsRejected(host: "api.example.org", reason: nil, variable: "LINER_MINE_TOKEN")
    await #expect(throws: rejected) {
      try await with.search("x", in: "a")
    }
    #expect(
      service.requests.map(\.headers) == [["Accept": "application/json", "User-Agent": "liner/1.0.0 (me@x.org)"]])
    #expect(service.requests[0].credential?.headers == ["Authorization": "Bearer sesame"])
    #expect(service.requests[0].question.key.contains("sesame") == false)
    #expect(!service.requests[0].isForEverybody)
  }

  @Test func `a token that the service sends back is in no item, and its next page is asked all the same`() async throws
  {
    let service = DeclaredService([
      "/s": #"{"next":"/s?page=2&key=sesame1","r":[{"id":1,"t":"the key is sesame1"}]}"#,
      "/s?page=2": .init(#"{"r":[{"id":2,"t":"B"}]}"#),
    ])
    let client = try service.client(
      Self.category("a", #""search": {"path": "/s", "rows": "/r", "paging": {"by": "next", "at": "/next"}}"#),
      keys: #""credentials": {"ask": {"token": "x"}, "send": {"query": {"key": "{token}"}}},"#,
      environment: ["LINER_MINE_TOKEN": "sesame1"])
    #expect(try await client.search("x", in: "a").titles == ["the key is REMOVED"])
    #expect(try await client.search("x", in: "a", offset: 1).titles == ["B"])
  }

  @Test func `a replay wants no token, and says what was said without one`() async throws {
    let text =
      #"{"declaration":1,"name":"mine","title":"Mine","base":"https://api.example.org","credentials":{"ask":{"token":"free"},"send":{"query":{"key":"{token}"}},"required":true},"categories":[\#(Self.category("a", #""search": {"path": "/s"}"#))]}"#
    let declaration = try DeclarationChecker.check(Array(text.utf8)).get()
    let recorded = DeclaredService(["/s": .init(Self.rows(1...1))])
    let client = DeclaredClient(declaration, isReplay: true) { (request) async throws(CatalogError) in
      try recorded.fetch(request)
    }
    #expect(try await client.search("x", in: "a").titles == ["T1"])
    let other = DeclaredClient(declaration, isReplay: true) { (request) async throws(CatalogError) in
      throw .notRecorded(request: request.url)
    }
    await #expect(
      throws: CatalogError.credentialsMissing(variables: [["LINER_MINE_TOKEN"]], about: "free", catalog: "mine")
    ) {
      try await other.search("x", in: "a")
    }
  }

  @Test func `a map is asked for once, and where it fails the rows stay`() async throws {
    let parts =
      #"{"name":"a","title":"A","search":{"path":"/s"},"fields":{"id":"/id","title":"/t","genre":{"each":"/g","map":{"path":"/genres","rows":"/genres","key":"/id","value":"/name"},"join":", "}}}"#
    let rows = #"[{"id":1,"t":"A","g":[28,99,12]}]"#
    let service = DeclaredService([
      "/s": .init(rows), "/genres": #"{"genres":[{"id":28,"name":"Action"},{"id":12,"name":"Drama"}]}"#,
    ])
    let client = try service.client(parts)
    for _ in 1...2 { #expect(try await client.search("x", in: "a").items.map(\.genre) == ["Action, Drama"]) }
    #expect(service.paths == ["/s", "/genres", "/s"])
    let broken = DeclaredService(["/s": .init(rows)])
    let failing = try broken.client(parts)
    for _ in 1...2 { #expect(try await failing.search("x", in: "a").items.map(\.genre) == [nil]) }
    #expect(broken.paths == ["/s", "/genres", "/s"])
    let afresh = RequestContext(mayUseCache: false)
    _ = try await RequestContext.$current.withValue(afresh) { try await failing.search("x", in: "a") }
    #expect(broken.paths.suffix(2) == ["/s", "/genres"])
  }

  @Test func `explain is told of rows, and of fields that stayed empty in all of them`() async throws {
    let client = try DeclaredService(["/s": #"[{"id":1,"t":"A","g":"x"},{"id":2,"t":"B"},{"id":3}]"#]).client(
      #"{"name":"a","title":"A","search":{"path":"/s"},"fields":{"id":"/id","title":"/t","genre":"/g","creator":"/c"},"facts":{"Label":"/l"}}"#
    )
    let log = ExchangeLog()
    _ = try await RequestContext.$current.withValue(RequestContext(log: log)) { try await client.search("x", in: "a") }
    #expect(log.decodings.map(\.rows) == [3])
    #expect(log.decodings.map(\.shown) == [2])
    #expect(log.decodings.map(\.emptyFields) == [["creator", "Label"]])
  }
}
