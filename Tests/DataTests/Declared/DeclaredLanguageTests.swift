import Domain
import Foundation
import Testing

@testable import Catalogs
@testable import Wire

/// Requests and answers of the language: a declaration, answers, and what comes of them.
struct DeclaredLanguageTests {
  private static let fields = #""fields": {"id": "/id", "title": "/t"}"#

  private static func category(_ parts: String, fields: String = fields) -> String {
    #"{"name": "a", "title": "A", \#(parts), \#(fields)}"#
  }

  // MARK: Requests

  @Test func `constant parameters go with every request that does not name them, and with a next page`() async throws {
    let service = DeclaredService([
      "/s?q=x&api=1": #"{"r":[{"id":1,"t":"One"}],"next":"/s?q=x&page=2"}"#,
      "/s?q=x&page=2&api=1": #"{"r":[{"id":2,"t":"Two"}]}"#,
    ])
    let search =
      #""search": {"path": "/s", "query": {"q": "{term}"}, "rows": "/r", "paging": {"by": "next", "at": "/next"}}"#
    let client = try service.client(Self.category(search), keys: #""query": {"api": "1", "q": "no"},"#)
    #expect(try await client.search("x", in: "a").titles == ["One"])
    #expect(try await client.search("x", in: "a", offset: 1).titles == ["Two"])
  }

  @Test func `a POST that reads is repeatable, and leaves out what has no value`() async throws {
    let service = DeclaredService(["/s": #"{"r":[{"id":1,"t":"One"}]}"#, "/l": #"{"id":7,"t":"Seven"}"#])
    let client = try service.client(
      Self.category(
        """
        "search": {"post": "/s", "json": {"q": "{term}", "deep": [{"n": {"number": "5"}}, true, null]}, "rows": "/r"},
        "lookup": {"post": "/l", "json": {"id": {"number": "{id}"}, "by": "{creator}", "other": ["{creator}", "x"]}}
        """, fields: #""fields": {"id": "/id", "title": "/t", "creator": "/c"}"#))
    #expect(try await client.search(#"a "b""#, in: "a").titles == ["One"])
    _ = try await client.details(of: client.item("a", "7"), filters: [:])
    #expect(service.requests.map(\.method) == ["POST", "POST"])
    #expect(service.requests.allSatisfy { $0.isRepeatable && $0.headers["Content-Type"] == "application/json" })
    #expect(
      service.requests.map { String(decoding: $0.body, as: UTF8.self) } == [
        #"{"deep":[{"n":5},true,null],"q":"a \"b\""}"#, #"{"id":7,"other":["x"]}"#,
      ])
  }

  @Test func `pages of GraphQL are variables`() async throws {
    let service = DeclaredService(["/": #"{"data":{"r":[{"id":1,"t":"One"}],"more":1}}"#])
    let client = try service.client(
      Self.category(
        """
        "search": {"post": "/", "graphql": "query($q: String) {x{y}}", "variables": {"q": "{term}"}, "rows": "/data/r",
          "paging": {"by": "page", "query": "page", "limit": "n", "most": 1, "more": "/data/more"}}
        """))
    #expect(try await client.search("x", in: "a").extent == .service)
    let body = try #require(service.requests.first?.body)
    let json = try JSONValue(parsing: body)
    #expect(json["query"] == .string("query($q: String) {x{y}}"))
    #expect(json["variables"] == .object(["q": .string("x"), "page": .number("1"), "n": .number("1")]))
  }

  @Test(arguments: [
    (#"["/none"]"#, 200, #"{"none":1}"#), (#"["/none"]"#, 200, #"{"none":{}}"#),
    (#"[{"/Error": ["No film"]}]"#, 200, #"{"Error":"No film"}"#),
    (#"[{"/Error": ["No film"]}]"#, 404, #"{"Error":"No film"}"#), ("[410]", 410, "gone"),
  ])
  func `an answer may say by its content that there is nothing`(empty: String, status: Int, body: String) async throws {
    let service = DeclaredService(["/s": .init(status: status, body)])
    let client = try service.client(
      Self.category(#""search": {"path": "/s", "rows": "/r", "empty": \#(empty)}"#),
      keys: #""failure": {"at": "/Error"},"#)
    let list = try await client.search("x", in: "a")
    #expect(list.items.isEmpty && list.extent == .all)
  }

  @Test func `what says nothing is not asked where the rows stand`() async throws {
    let service = DeclaredService(["/s": #"{"none":1,"r":[{"id":1,"t":"One"}]}"#])
    let client = try service.client(Self.category(#""search": {"path": "/s", "rows": "/r", "empty": ["/none"]}"#))
    #expect(try await client.search("x", in: "a").titles == ["One"])
  }

  @Test func `an id in a path may keep its slashes`() async throws {
    let service = DeclaredService(["/w/a/b%20c": #"{"id":"a/b c","t":"W"}"#])
    let client = try service.client(Self.category(#""lookup": {"path": "/w/{+id}"}"#))
    #expect(try await client.details(of: client.item("a", "a/b c"), filters: [:]).item.title == "W")
    let item = client.item("a", "a/../c")
    #expect(try await client.details(of: item, filters: [:]).item == item)
    #expect(service.paths == ["/w/a/b%20c"])
  }

  // MARK: Ids first

  private static func ids(_ lookup: String = "") -> String {
    category(
      #""search": {"path": "/s", "ids": "/ids"}, "lookup": {"path": "/o/{id}"\#(lookup)}"#)
  }

  @Test func `the things that ids name come in the order of the ids, and those that are gone are counted`() async throws
  {
    let service = DeclaredService([
      "/s": #"{"ids":[3,"/x/1",2,3]}"#, "/o/3": #"{"id":3,"t":"C"}"#, "/o/2": #"{"id":2,"t":"B"}"#,
    ])
    let list = try await service.client(Self.ids()).search("x", in: "a")
    #expect(list.titles == ["C", "B"])
    #expect(list.skipped.map(\.reason) == ["no item with id 1"])
    #expect(list.extent == .all)
    #expect(Set(service.paths) == ["/s", "/o/3", "/o/1", "/o/2"])
  }

  @Test(arguments: [#"[{"id":1}]"#, #"{"a":{}}"#, "true"])
  func `what should be ids and is none is not called empty`(found: String) async throws {
    let client = try DeclaredService(["/s": .init(#"{"ids":\#(found)}"#)]).client(Self.ids())
    #expect(await DeclaredClient.code { _ = try await client.search("x", in: "a") } == .unreadable)
  }

  @Test func `twenty things at a time, and more goes on where the ids were left`() async throws {
    let numbers = Array(1...45)
    var answers: [String: DeclaredService.Answer] = [
      "/s": .init(#"{"ids":[\#(numbers.map(String.init).joined(separator: ","))]}"#)
    ]
    for number in numbers { answers["/o/\(number)"] = .init(#"{"id":\#(number),"t":"T\#(number)"}"#) }
    let service = DeclaredService(answers)
    let client = try service.client(Self.ids())
    let first = try await client.search("x", in: "a")
    #expect(first.titles == (1...20).map { "T\($0)" } && first.extent == .service)
    let second = try await client.search("x", in: "a", offset: 20)
    #expect(second.titles == (21...40).map { "T\($0)" })
    let last = try await client.search("x", in: "a", offset: 40)
    #expect(last.titles == (41...45).map { "T\($0)" } && last.extent == .all)
    #expect(service.paths.count { $0 == "/s" } == 1)
    #expect(try await client.search("x", in: "a", limit: 3).titles == ["T1", "T2", "T3"])
  }

  @Test func `many things come in one request`() async throws {
    let service = DeclaredService([
      "/s": #"{"ids":[3,1,2]}"#, "/objects?ids=3,1": #"[{"id":1,"t":"A"},{"id":3,"t":"C"}]"#,
      "/objects?ids=2": "[]",
    ])
    let many = #", "many": {"path": "/objects", "query": {"ids": "{values}"}, "most": 2}"#
    let list = try await service.client(Self.ids(many)).search("x", in: "a")
    #expect(list.titles == ["C", "A"])
    #expect(list.skipped.map(\.reason) == ["no item with id 2"])
  }

  // MARK: All

  private static func rows(_ numbers: ClosedRange<Int>, _ rest: String = "") -> DeclaredService.Answer {
    .init(#"{"r":[\#(numbers.map { #"{"id":\#($0),"t":"T\#($0)"}"# }.joined(separator: ","))]\#(rest)}"#)
  }

  private static let offsets =
    #""search": {"path": "/s", "rows": "/r", "paging": {"by": "offset", "query": "o", "total": "/total", "most": 10}}"#

  @Test(arguments: [
    // What comes second, and how much of the whole it makes.
    (DeclaredService.Answer(#"{"r":[],"total":35}"#), Extent.ended(came: 10, total: 35)),
    (rows(1...10, #","total":35"#), .ended(came: 10, total: 35)),
    (rows(5...14, #","total":15"#), .ended(came: 14, total: 15)),
    (rows(11...12, #","total":12"#), .all),
    (DeclaredService.Answer(#"{"r":[{"id":11},{"id":12}],"total":12}"#), .all),
  ])
  func `all is said only where what came reaches the total`(second: DeclaredService.Answer, extent: Extent) async throws
  {
    let service = DeclaredService([
      "/s?o=0": Self.rows(1...10, #","total":35"#), "/s?o=10": second, "/s?o=20": #"{"r":[],"total":15}"#,
    ])
    let client = try service.client(Self.category(Self.offsets))
    #expect(try await client.search("x", in: "a").extent == .service)
    var last = try await client.search("x", in: "a", offset: 10)
    while last.extent == .service {
      last = try await client.search("x", in: "a", offset: 10 + last.items.count + last.skipped.count)
    }
    #expect(last.extent == extent)
  }

  @Test func `pages without a usable row do not end a list, and three of them do`() async throws {
    let blank = DeclaredService.Answer(#"{"r":[{"id":1}],"total":9}"#)
    var answers = ["/s?o=0": Self.rows(1...1, #","total":9"#)]
    for offset in 1...8 { answers["/s?o=\(offset)"] = offset == 3 ? Self.rows(8...8, #","total":9"#) : blank }
    let service = DeclaredService(answers)
    let client = try service.client(Self.category(Self.offsets))
    var (offset, titles) = (0, [String]())
    var extent = Extent.service
    while extent == .service, offset < 20 {
      let list = try await client.search("x", in: "a", offset: offset)
      offset += list.items.count + list.skipped.count
      titles += list.titles
      extent = list.extent
    }
    #expect(titles == ["T1", "T8"])
    #expect(extent == .ended(came: 7, total: 9))
    #expect(service.paths == (0...6).map { "/s?o=\($0)" })
  }

  @Test(arguments: ["null", "false", "0", #""""#, "[]", #""0""#])
  func `more is true where something but 0 stands`(nothing: String) async throws {
    let paging = #""paging": {"by": "page", "query": "p", "more": "/more"}"#
    for (more, extent) in [(nothing, Extent.all), ("1", .service), (#""yes""#, .service), (#"{"a":1}"#, .service)] {
      let service = DeclaredService(["/s?p=1": Self.rows(1...2, #","more":\#(more)"#)])
      let client = try service.client(Self.category(#""search": {"path": "/s", "rows": "/r", \#(paging)}"#))
      #expect(try await client.search("x", in: "a").extent == extent)
    }
  }

  @Test(arguments: [("5", JSONValue.number("5")), (#""5""#, .string("5"))])
  func `a cursor in a body is a number where the answer has one`(cursor: String, sent: JSONValue) async throws {
    let service = DeclaredService(["/s": .init(#"{"r":[{"id":1,"t":"One"}],"next":\#(cursor)}"#)])
    let client = try service.client(
      Self.category(
        """
        "search": {"post": "/s", "json": {"q": "{term}"}, "rows": "/r",
          "paging": {"by": "cursor", "query": "c", "at": "/next"}}
        """))
    _ = try await client.search("x", in: "a")
    _ = try await client.search("x", in: "a", offset: 1)
    #expect(try JSONValue(parsing: try #require(service.requests.last?.body))["c"] == sent)
  }

  @Test func `a cursor is sent as it stands, and none or 0 is the end`() async throws {
    let paging = #""paging": {"by": "cursor", "query": "c", "at": ["/x", "/next"]}"#
    for end in ["0", #""""#, "null", #""0""#] {
      let service = DeclaredService([
        "/s": Self.rows(1...1, #","next":"a=b c""#), "/s?c=a%3Db%20c": Self.rows(2...2, #","next":\#(end)"#),
      ])
      let client = try service.client(Self.category(#""search": {"path": "/s", "rows": "/r", \#(paging)}"#))
      #expect(try await client.search("x", in: "a").extent == .service)
      let last = try await client.search("x", in: "a", offset: 1)
      #expect(last.titles == ["T2"] && last.extent == .all)
    }
  }

  // MARK: XML

  private static let feed = """
    <?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="d">\
    <link rel="next" href="../s/2"/><link rel="self" href="x"/>%@</feed>
    """
  private static let entry = """
    <entry><id> 5 </id><title type="text">Tea &amp;
    biscuits</title><author><name>A</name></author><author><name>B</name></author><dc:issued>1999</dc:issued></entry>
    """

  private static func xml(_ content: String) -> DeclaredService.Answer {
    .init(feed.replacingOccurrences(of: "%@", with: content))
  }

  private static let books = category(
    """
    "search": {"path": "/s/1", "rows": "/feed/entry", "paging": {"by": "next",
      "at": {"each": "/feed/link", "where": {"/@rel": ["next"]}, "at": "/@href", "first": true}}}
    """,
    fields:
      #""fields": {"id": "/id", "title": "/title", "creator": {"each": "/author", "at": "/name"}, "released": "/dc:issued"}"#
  )

  @Test func `XML is read by one rule, one entry like many, and no entry as none`() async throws {
    let service = DeclaredService([
      "/s/1": Self.xml(Self.entry),
      "/s/2": Self.xml(Self.entry.replacingOccurrences(of: " 5 ", with: "6") + Self.entry),
    ])
    let client = try service.client(Self.books, keys: #""answer": "xml","#)
    let item = try #require(try await client.search("x", in: "a").items.first)
    #expect(
      item.id.key == "5" && item.title == "Tea & biscuits" && item.creator == "A, B" && item.released?.text == "1999")
    #expect(try await client.search("x", in: "a", offset: 1).items.map(\.id.key) == ["6"])
    let none = try DeclaredService(["/s/1": Self.xml("")]).client(Self.books, keys: #""answer": "xml","#)
    #expect(try await none.search("x", in: "a").items == [])
  }

  @Test func `a text of XML is a list of one, as several of one name are a list`() throws {
    let one = try XMLAnswer.json(of: Array("<r><b><n>x</n></b></r>".utf8))
    let two = try XMLAnswer.json(of: Array("<r><b><n>x</n><n>y</n></b></r>".utf8))
    for json in [one, two] {
      #expect(Pointer("/r/b/n/0")?.value(in: json) == .string("x"))
      #expect(Pointer("/r/b/0/n/0")?.value(in: json) == .string("x"))
    }
    #expect(Pointer("/r/b/n/1")?.value(in: one) == nil)
    #expect(Pointer("/a/0")?.value(in: .object(["a": .string("x")])) == nil)
  }

  @Test(arguments: [
    (#"{"a":1}"#, "JSON instead of XML"), ("", "an empty answer"),
    ("<a>", "XML with a fault in line 1: no element found"),
    ("<!DOCTYPE html><html><br></html>", "an HTML page instead of XML"),
    (#"<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>"#, "XML with a fault in line 1"),
    (String(repeating: "<a>", count: 300), "XML with a fault in line 1: nested more than 200 deep"),
  ])
  func `what is no XML is named`(body: String, what: String) async throws {
    let service = DeclaredService(["/s/1": .init(body)])
    let client = try service.client(Self.books, keys: #""answer": "xml","#)
    do throws(CatalogError) {
      _ = try await client.search(
        SearchRequest(category: client.catalog.categories[0], term: "x"))
      Issue.record("no error")
    } catch .unreadable(_, let found) {
      #expect(found.hasPrefix(what))
    } catch {
      Issue.record("\(error)")
    }
  }

  // MARK: Items

  @Test func `relative addresses follow the request, and those on a replaced base what replaced it`() async throws {
    let service = DeclaredService([:])
    let fetch: HTTPFetch = { (request) async throws(CatalogError) in
      HTTPResponse(
        status: 200,
        body: Array(
          """
          [{"id":1,"t":"A","u":"../x?y=1","p":"/v1/pic.jpg","a":"https://api.example.org/v1/a.mp3","f":"./f"}]
          """.utf8))
    }
    let text = """
      {"declaration": 1, "name": "mine", "title": "M", "base": "https://api.example.org/v1", "categories": [{"name": "a",
       "title": "A", "search": {"path": "/deep/s"}, "fields": {"id": "/id", "title": "/t", "url": "/u", "artwork": "/p",
       "audio": "/a", "feed": "/f"}}]}
      """
    let declaration = try DeclarationChecker.check(Array(text.utf8)).get()
    for (base, replaced) in [("https://api.example.org/v1", nil), ("http://127.0.0.1:9/m", "http://127.0.0.1:9/m")] {
      let client = DeclaredClient(
        declaration, environment: replaced.map { ["LINER_MINE_URL": $0] } ?? [:], fetch: fetch)
      let item = try #require(try await client.search("x", in: "a").items.first)
      #expect(item.link?.text == base + "/x?y=1")
      #expect(item.artwork?.text == base + "/pic.jpg")
      #expect(item.audio?.text == base + "/a.mp3")
      #expect(item.feed?.text == base + "/deep/f")
    }
    #expect(service.paths == [])
  }

  @Test func `other ids of a thing are read, and it is looked up by them`() async throws {
    let service = DeclaredService([
      "/s": #"[{"id":1,"t":"A","x":{"imdb":"tt1"},"isbn":null}]"#, "/by?i=tt1": #"{"id":1,"t":"A"}"#,
    ])
    let client = try service.client(
      Self.category(
        """
        "search": {"path": "/s"}, "known": {"imdb": "/x/imdb", "isbn": "/isbn"}, "wikidata": "P1",
        "by": {"imdb": {"path": "/by", "query": {"i": "{value}"}}}
        """))
    let category = client.catalog.categories[0]
    #expect(category.lookups == [.imdb] && category.wikidataProperty == "P1")
    #expect(try await client.search("x", in: "a").items.first?.otherIDs == [OtherID(.imdb, "tt1")])
    #expect(try await client.item(with: OtherID(.imdb, "tt1"), in: category)?.title == "A")
    #expect(try await client.item(with: OtherID(.imdb, "tt2"), in: category) == nil)
    #expect(try await client.item(with: OtherID(.isbn, "1"), in: category) == nil)
  }

  @Test func `an item's own feed is its episodes`() async throws {
    let feed = """
      <rss version="2.0"><channel><title>F</title>
      <item><title>Two</title><guid>2</guid><pubDate>Tue, 03 Nov 2026 10:00:00 GMT</pubDate></item>
      <item><title>One</title><guid>1</guid><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate>
      <enclosure url="https://files.example.org/1.mp3" type="audio/mpeg"/></item></channel></rss>
      """
    let service = DeclaredService([
      "/o/1": #"{"id":1,"t":"Book","f":"https://feeds.example.org/1"}"#, "https://feeds.example.org/1": .init(feed),
    ])
    let client = try service.client(
      Self.category(
        """
        "lookup": {"path": "/o/{id}"}, "search": {"path": "/s"},
        "relations": [{"word": "chapters", "title": "Chapters", "category": "chapter", "feed": "/f"}]
        """) + #", {"name": "chapter", "title": "Chapter", "fields": {"id": "/id", "title": "/t"}}"#)
    let details = try await client.details(of: client.item("a", "1"), filters: [:])
    let list = try details.filled.first?.answer.get()
    #expect(list?.titles == ["Two", "One"])
    #expect(list?.items.last?.id.description == "mine:chapter:1/1")
    #expect(list?.items.last?.audio?.text == "https://files.example.org/1.mp3")
  }
}
