import Domain
import Testing

@testable import Catalogs
@testable import Wire

struct DeclaredRelationTests {
  private static let b =
    #"{"name":"b","title":"B","lookup":{"path":"/b/{id}"},"fields":{"id":"/id","title":"/t","creator":"/c","track":"/n","disc":"^/position","creatorId":{"category":"a","id":"/cid"}}}"#

  private static func a(_ relation: String, _ parts: String = #""lookup":{"path":"/a/{id}"},"#) -> String {
    #"{"name":"a","title":"A",\#(parts)"fields":{"id":"/id","title":"/t","creatorId":{"category":"a","id":"/own"}},"relations":[{"word":"r","title":"R","category":"b",\#(relation)}]},\#(b)"#
  }

  @Test func `a request's rows take what is given from the item`() async throws {
    let service = DeclaredService(["/a/1/b": #"[{"id":1,"t":"X","c":"Own"},{"id":2,"t":"Y"}]"#])
    let client = try service.client(Self.a(#""path":"/a/{id}/b","given":{"creator":"title","creatorId":"id"}"#))
    let list = try await client.related("r", to: client.item("a", "1"))
    #expect(list.items.map(\.creator) == ["Own", "T1"])
    #expect(list.items.map(\.creatorID?.description) == ["mine:a:1", "mine:a:1"])
  }

  @Test func `rows within an item come from its own row as looked up, with what stands around them`() async throws {
    let service = DeclaredService([
      "/a/1":
        #"{"id":1,"t":"A","media":[{"position":1,"tracks":[{"id":1,"t":"X","n":"01"}]},{"position":2},{"position":3,"tracks":[{"id":2,"t":"Y","n":2}]}]}"#
    ])
    let client = try service.client(Self.a(#""within":"/media/*/tracks","preview":"all""#), cached: true)
    let details = try await client.details(of: client.item("a", "1"), filters: [:])
    let items = try #require(details.filled.first).answer.get().items
    #expect(items.map(\.title) == ["X", "Y"])
    #expect(items.map(\.disc) == [1, 3])
    #expect(items.map(\.track) == [1, 2])
    #expect(try await client.related("r", to: client.item("a", "1")).titles == ["X", "Y"])
    #expect(service.paths == ["/a/1"])
  }

  @Test func `rows within an item that is not looked up are those it was listed with`() async throws {
    let service = DeclaredService(["/s": #"[{"id":1,"t":"A","bs":[{"id":5,"t":"X"}]},{"id":2,"t":"B"}]"#])
    let client = try service.client(Self.a(#""within":"/bs""#, #""search":{"path":"/s"},"#))
    let found = try await client.search("x", in: "a")
    #expect(try await client.related("r", to: found.items[0]).titles == ["X"])
    #expect(try await client.related("r", to: found.items[1]).titles == [])
    #expect(service.paths == ["/s"])
  }

  @Test func `rows within an item of another session are refused, and not called none`() async throws {
    let client = try DeclaredService([:]).client(Self.a(#""within":"/bs""#, #""search":{"path":"/s"},"#))
    let item = client.item("a", "1")
    #expect(await DeclaredClient.code { _ = try await client.related("r", to: item) } == .refused)
    #expect(try await client.details(of: item, filters: [:]).absent.map(\.word) == ["r"])
  }

  @Test func `links to a single thing cost the first alone`() async throws {
    let service = DeclaredService([
      "/a/1": #"{"id":1,"t":"A","bs":[3,2]}"#, "/b/2": #"{"id":2,"t":"Two"}"#, "/b/3": #"{"id":3,"t":"Three"}"#,
    ])
    let client = try service.client(Self.a(#""links":"/bs","reach":"one""#), cached: true)
    #expect(try await client.details(of: client.item("a", "1"), filters: [:]).filled.count == 1)
    #expect(try await client.related("r", to: client.item("a", "1")).titles == ["Three"])
    #expect(service.paths == ["/a/1", "/b/3"])
  }

  @Test func `two relations to the same things go on each by itself`() async throws {
    let ids = (1...25).map(String.init)
    var answers: [String: DeclaredService.Answer] = [
      "/a/1": .init(
        #"{"id":1,"t":"A","bs":[\#(ids.joined(separator: ","))],"cs":[\#(ids.reversed().joined(separator: ","))]}"#)
    ]
    for id in ids { answers["/b/\(id)"] = .init(#"{"id":\#(id),"t":"B\#(id)"}"#) }
    let client = try DeclaredService(answers).client(
      Self.a(#""links":"/bs"},{"word":"s","title":"S","category":"b","links":"/cs""#), cached: true)
    let item = client.item("a", "1")
    #expect(try await client.related("r", to: item).items.count == 20)
    #expect(try await client.related("s", to: item).items.count == 20)
    #expect(try await client.related("r", to: item, offset: 20).titles == ["B21", "B22", "B23", "B24", "B25"])
  }

  @Test func `links are looked up once each and in their order, and one that is gone is counted`() async throws {
    let service = DeclaredService([
      "/a/1": #"{"id":1,"t":"A","bs":["https://x.org/b/3","/b/2","https://x.org/b/","3",9]}"#,
      "/b/2": #"{"id":2,"t":"Two"}"#, "/b/3": #"{"id":3,"t":"Three"}"#,
    ])
    let client = try service.client(Self.a(#""links":"/bs""#), cached: true)
    let log = ExchangeLog()
    let list = try await RequestContext.$current.withValue(RequestContext(log: log)) {
      try await client.related("r", to: client.item("a", "1"))
    }
    #expect(log.decodings.flatMap(\.skipped).map(\.reason) == ["no item with id 9"])
    #expect(list.titles == ["Three", "Two"])
    #expect(list.skipped.count == 1)
    #expect(Set(service.paths) == ["/a/1", "/b/3", "/b/2", "/b/9"])
  }

  @Test func `operators in ids are escaped in a query, where many stand in one request too`() async throws {
    let query = "/b?q=id%3A%28x%5C%3A1,and%29"
    let service = DeclaredService(["/a/1": #"{"id":1,"t":"A","bs":["x:1","AND"]}"#, query: #"[{"id":"x:1","t":"X"}]"#])
    let client = try service.client(
      Self.a(#""links":"/bs","path":"/b","query":{"q":"id:({values})"},"escape":"lucene","most":2"#))
    #expect(try await client.related("r", to: client.item("a", "1")).titles == ["X"])
    #expect(service.paths == ["/a/1", query])
  }

  @Test func `no more than twenty links are asked at once, and more brings the rest`() async throws {
    var answers: [String: DeclaredService.Answer] = [
      "/a/1": .init(#"{"id":1,"t":"A","bs":[\#((1...45).map(String.init).joined(separator: ","))]}"#)
    ]
    for id in 1...45 { answers["/b/\(id)"] = .init(#"{"id":\#(id),"t":"B\#(id)"}"#) }
    let service = DeclaredService(answers)
    let client = try service.client(Self.a(#""links":"/bs""#), cached: true)
    let item = client.item("a", "1")
    var titles: [String] = []
    for count in [20, 20, 5] {
      let list = try await client.related("r", to: item, offset: titles.count)
      #expect(list.items.count == count)
      #expect(list.extent == (count == 5 ? .all : .service))
      titles += list.titles
    }
    #expect(titles == (1...45).map { "B\($0)" })
    #expect(service.requests.count == 46)
  }

  @Test func `links beyond the budget are left for more, and what came is shown`() async throws {
    let service = DeclaredService([
      "/a/1": #"{"id":1,"t":"A","bs":[1,2,3]}"#, "/b/1": #"{"id":1,"t":"One"}"#, "/b/2": .init(status: 429, "{}"),
      "/b/3": #"{"id":3,"t":"Three"}"#,
    ])
    let client = try service.client(Self.a(#""links":"/bs""#), cached: true)
    let list = try await client.related("r", to: client.item("a", "1"))
    #expect(list.titles == ["One"])
    #expect(list.extent == .service)
    let more = await DeclaredClient.code { _ = try await client.related("r", to: client.item("a", "1"), offset: 1) }
    #expect(more == .rateLimited)
  }

  @Test func `many links go into one request with bare commas, one may answer with an object`() async throws {
    let service = DeclaredService([
      "/a/1": #"{"id":1,"t":"A","bs":["3","1","2"]}"#, "/b/3,1": #"[{"id":1,"t":"One"},{"id":3,"t":"Three"}]"#,
      "/b/2": #"{"id":2,"t":"Two"}"#,
    ])
    let client = try service.client(Self.a(#""links":"/bs","path":"/b/{values}","most":2"#), cached: true)
    #expect(try await client.related("r", to: client.item("a", "1")).titles == ["Three", "One", "Two"])
    #expect(Set(service.paths) == ["/a/1", "/b/3,1", "/b/2"])
  }

  @Test func `a request for each link brings all its rows`() async throws {
    let service = DeclaredService([
      "/a/1": #"{"id":1,"t":"A","c":{"id":8}}"#, "/collection/8": #"{"parts":[{"id":1,"t":"One"},{"id":2,"t":"Two"}]}"#,
    ])
    let client = try service.client(Self.a(#""links":"/c/id","path":"/collection/{value}","rows":"/parts""#))
    #expect(try await client.related("r", to: client.item("a", "1")).titles == ["One", "Two"])
  }

  @Test func `the other category's list gives what is named, then what names the item`() async throws {
    let service = DeclaredService([
      "/as": #"[{"id":1,"t":"A","bs":["/b/3","/b/2","/b/","/b/8"]}]"#,
      "/bs":
        #"[{"id":1,"t":"One","as":["https://x/a/1"]},{"id":2,"t":"Two","as":"https://x/a/1"},{"id":3,"t":"Three"},{"id":4,"t":"Four","as":["/a/2"]}]"#,
    ])
    let client = try service.client(
      #"{"name":"a","title":"A","list":{"path":"/as"},"fields":{"id":"/id","title":"/t"},"relations":[{"word":"r","title":"R","category":"b","forward":"/bs","back":"/as"}]},{"name":"b","title":"B","list":{"path":"/bs"},"fields":{"id":"/id","title":"/t"}}"#,
      cached: true)
    let list = try await client.related("r", to: client.item("a", "1"))
    #expect(list.titles == ["Three", "Two", "One"])
    #expect(list.skipped.map(\.reason) == ["no item with id 8"])
    #expect(service.requests.count == 2)
  }

  @Test func `a relation whose path lacks a value is looked up for it, and absent where that does not tell`()
    async throws
  {
    let service = DeclaredService([
      "/a/1": #"{"id":1,"t":"A","own":7}"#, "/a/2": #"{"id":2,"t":"B"}"#, "/x/7": #"[{"id":5,"t":"X"}]"#,
    ])
    let client = try service.client(Self.a(#""path":"/x/{creatorId}""#))
    #expect(try await client.related("r", to: client.item("a", "1")).titles == ["X"])
    #expect(service.paths == ["/a/1", "/x/7"])
    await #expect(throws: CatalogError.noRelation("r", of: "B", known: [])) {
      try await client.related("r", to: client.item("a", "2"))
    }
    let details = try await client.details(of: client.item("a", "2"), filters: [:])
    #expect(details.absent.map(\.word) == ["r"])
    #expect(details.filled.isEmpty)
  }

  @Test func `a relation that was found to be empty is not named`() async throws {
    let service = DeclaredService(["/a/1": #"{"id":1,"t":"A"}"#, "/x/1": "[]"])
    let client = try service.client(Self.a(#""path":"/x/{id}""#))
    let details = try await client.details(of: client.item("a", "1"), filters: [:])
    #expect(details.absent.map(\.word) == ["r"])
  }

  @Test func `a screen costs two requests at most, and a named relation none`() async throws {
    let service = DeclaredService([
      "/a/1": #"{"id":1,"t":"A"}"#, "/x": #"[{"id":5,"t":"X"}]"#, "/y": #"[{"id":6,"t":"Y"}]"#,
    ])
    let relations =
      #"{"word":"n","title":"N","category":"b","path":"/n","preview":"named"},{"word":"x","title":"X","category":"b","path":"/x"},{"word":"y","title":"Y","category":"b","path":"/y"}"#
    let client = try service.client(
      #"{"name":"a","title":"A","lookup":{"path":"/a/{id}"},"fields":{"id":"/id","title":"/t"},"relations":[\#(relations)]},\#(Self.b)"#
    )
    let details = try await client.details(of: client.item("a", "1"), filters: [:])
    #expect(details.filled.map(\.relation.word) == ["x"])
    #expect(service.paths == ["/a/1", "/x"])
  }

  @Test func `a preview asks for what open asks for`() async throws {
    let rows = "[" + (1...9).map { #"{"id":\#($0),"t":"B\#($0)"}"# }.joined(separator: ",") + "]"
    let service = DeclaredService([
      "/a/1": #"{"id":1,"t":"A"}"#, "/x?limit=50&offset=0": .init(rows), "/x?offset=0&limit=50": .init(rows),
    ])
    let client = try service.client(
      Self.a(#""path":"/x","paging":{"by":"offset","query":"offset","limit":"limit","most":50}"#), cached: true)
    let details = try await client.details(of: client.item("a", "1"), filters: [:])
    #expect(try details.filled[0].answer.get().titles == ["B1", "B2", "B3", "B4", "B5"])
    #expect(try details.filled[0].answer.get().extent == .service)
    #expect(try await client.related("r", to: client.item("a", "1")).items.count == 9)
    #expect(service.requests.count == 2)
  }

  @Test func `shelves that stand in one answer are asked once`() async throws {
    let service = DeclaredService(["/chart": #"{"as":[{"id":1,"t":"A"}],"bs":[{"id":1,"t":"B"}]}"#])
    let client = try service.client(
      Self.a(#""path":"/x""#),
      keys:
        #""homes":[{"name":"top","title":"Top","shelves":[{"title":"As","category":"a","path":"/chart","rows":"/as"},{"title":"Bs","category":"b","path":"/chart","rows":"/bs"}]}],"#,
      cached: true)
    let home = try #require(client.catalog.home(named: "top"))
    #expect(home.shelves(filters: [:]).map(\.title) == ["As", "Bs"])
    #expect(try await client.shelf(0, of: "top", filters: [:], limit: 5, offset: 0).titles == ["A"])
    #expect(try await client.shelf(1, of: "top", filters: [:], limit: 5, offset: 0).titles == ["B"])
    #expect(service.requests.count == 1)
  }
}
