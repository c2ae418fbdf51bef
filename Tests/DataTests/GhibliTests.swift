import Domain
import Synchronization
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

/// The declared engine on a service of whole lists whose things link to one another.
struct GhibliTests {
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

  // MARK: Relations

  /// Two films, one that names its characters and one that does not; links carry another host.
  private static let table = [
    "films": """
    [{"id":"f1","title":"Castle in the Sky","people":["https://old.test/people/pazu","https://old.test/people/sheeta"],
      "species":["https://old.test/species/human"],"vehicles":["https://old.test/vehicles/"]},
     {"id":"f2","title":"Whisper of the Heart","people":["https://old.test/people/"]},
     {"id":"f3","title":"The Red Turtle"}]
    """,
    "people": """
    [{"id":"sheeta","name":"Sheeta","films":["https://old.test/films/f1"],"species":"https://old.test/species/human"},
     {"id":"pazu","name":"Pazu","films":["https://old.test/films/f1"],"species":"https://old.test/species/human"},
     {"id":"baron","name":"The Baron","films":["https://old.test/films/f2","https://old.test/films/f1"],
      "species":"https://old.test/species/"}]
    """,
    "species": """
    [{"id":"human","name":"Human","films":["https://old.test/films/f1"],"people":["https://old.test/people/sheeta"],
      "url":"htps://old.test/species/human"}]
    """,
    "locations": """
    [{"id":"laputa","name":"Laputa","residents":["https://old.test/people/sheeta"],"films":["https://old.test/films/f1"],
      "url":["https://old.test/locations/laputa"]},
     {"id":"ravine","name":"Ravine","residents":["TODO"],"films":["https://old.test/films/"]}]
    """,
    "vehicles": """
    [{"id":"goliath","name":"Goliath","pilot":"https://old.test/people/pazu","films":["htps://old.test/films/f1"]},
     {"id":"drone","name":"Drone","pilot":"https://old.test/people/","films":[]}]
    """,
  ]

  private static let walks: [(from: String, word: String, to: [String])] = [
    ("film:f1", "characters", ["character:pazu", "character:sheeta", "character:baron"]),
    ("film:f1", "locations", ["location:laputa"]), ("film:f1", "species", ["species:human"]),
    ("film:f1", "vehicles", ["vehicle:goliath"]), ("film:f2", "characters", ["character:baron"]),
    ("film:f2", "vehicles", []), ("film:f3", "characters", []),
    ("character:sheeta", "films", ["film:f1"]), ("character:baron", "films", ["film:f2", "film:f1"]),
    ("character:sheeta", "species", ["species:human"]), ("character:baron", "species", []),
    ("character:sheeta", "locations", ["location:laputa"]), ("character:pazu", "vehicles", ["vehicle:goliath"]),
    ("location:laputa", "films", ["film:f1"]), ("location:laputa", "residents", ["character:sheeta"]),
    ("location:ravine", "residents", []), ("location:ravine", "films", []),
    ("species:human", "films", ["film:f1"]), ("species:human", "members", ["character:sheeta", "character:pazu"]),
    ("vehicle:goliath", "films", ["film:f1"]), ("vehicle:goliath", "pilot", ["character:pazu"]),
    ("vehicle:drone", "pilot", []),
  ]

  @Test(arguments: walks)
  func `each thing leads on, by what it names and by what names it`(
    walk: (from: String, word: String, to: [String])
  ) async throws {
    let stub = GhibliStub(Self.table)
    let page = try await stub.related(walk.word, to: walk.from)
    #expect(page.items.map(\.id.description) == walk.to.map { "ghibli:" + $0 })
    #expect(page.extent == .all)
    #expect(stub.paths.count <= 2)
  }

  @Test(arguments: [
    ("film", "f1", "characters", ["films", "people"]), ("character", "sheeta", "films", ["people", "films"]),
    ("location", "laputa", "films", ["locations", "films"]), ("species", "human", "films", ["species", "films"]),
    ("vehicle", "goliath", "films", ["vehicles", "films"]),
  ])
  func `an item from another session costs two requests, and comes back in full`(
    category: String, key: String, filled: String, paths: [String]
  ) async throws {
    let stub = GhibliStub(Self.table)
    let details = try await stub.details(category, key, title: "An old title")
    #expect(details.item.title != "An old title")
    #expect(details.item.link == WebLink("https://ghibli.test/\(paths[0])/\(key)"))
    #expect(details.filled.map(\.relation.word) == [filled])
    #expect(stub.paths == paths)
  }

  @Test func `what is at hand is filled too, and not asked for again`() async throws {
    let stub = GhibliStub(Self.table)
    for category in Catalog.ghibli.categories { _ = try await stub.search(category.name) }
    let collections = stub.paths
    for (category, key, words) in [
      ("film", "f1", ["characters", "locations", "species", "vehicles"]), ("film", "f2", ["characters"]),
      ("film", "f3", []),
      ("character", "sheeta", ["films", "species", "locations"]),
      ("character", "pazu", ["films", "species", "vehicles"]),
      ("location", "laputa", ["films", "residents"]), ("location", "ravine", []),
      ("species", "human", ["films", "members"]), ("vehicle", "goliath", ["films", "pilot"]), ("vehicle", "drone", []),
    ] {
      #expect(try await stub.details(category, key).filled.map(\.relation.word) == words, "\(key)")
    }
    #expect(stub.paths == collections)
  }

  @Test func `a reload asks for what is always shown, and no more`() async throws {
    let stub = GhibliStub(Self.table)
    for category in Catalog.ghibli.categories { _ = try await stub.search(category.name) }
    let before = stub.paths.count
    let details = try await withoutCache { try await stub.details("film", "f1") }
    #expect(details.filled.map(\.relation.word) == ["characters"])
    #expect(stub.paths.dropFirst(before) == ["films", "people"])
  }

  @Test(arguments: [
    #"["https://old.test/people/"]"#, #"["https://old.test/people"]"#, #"["TODO"]"#, "[]", "null", "7", #""TODO""#,
    #"["https://old.test/films/f1"]"#, #"["https://old.test/people/.."]"#, #"["people/"]"#, #"[null, {}]"#,
    #"["https://old.test/people/nobody"]"#,
  ])
  func `a cast that nobody wrote down is found by asking the characters`(list: String) async throws {
    var table = Self.table
    table["films"] = #"[{"id":"f1","title":"Castle in the Sky","people":\#(list)}]"#
    let stub = GhibliStub(table)
    #expect(try await stub.related("characters", to: "film:f1").items.map(\.title) == ["Sheeta", "Pazu", "The Baron"])
    #expect(stub.paths == ["films", "people"])
  }

  @Test(arguments: [
    (HTTPResponse(status: 500, json: ""), "server"), (HTTPResponse(status: 404, json: "{}"), "not-found"),
    (HTTPResponse(status: 200, json: "7"), "unreadable"), (HTTPResponse(status: 429, json: ""), "rate-limited"),
  ])
  func `characters that cannot be had fail their own section, not the film's screen`(
    answer: HTTPResponse, code: String
  ) async throws {
    let stub = GhibliStub { path in
      path == "people" ? answer : HTTPResponse(status: 200, json: Self.table[path] ?? "")
    }
    let details = try await stub.details("film", "f1")
    #expect(details.item.title == "Castle in the Sky")
    let error = #expect(throws: CatalogError.self) { try details.filled.first?.answer.get() }
    #expect(error?.code.rawValue == code)
  }

  @Test func `a cancelled screen is not one with a failed section`() async throws {
    let stub = GhibliStub { path throws(CatalogError) in
      if path == "people" { throw .cancelled }
      return HTTPResponse(status: 200, json: Self.table[path] ?? "")
    }
    await #expect(throws: CatalogError.cancelled) { try await stub.details("film", "f1") }
  }

  @Test func `an item of an unknown kind stays as it is, and one that is gone is unknown`() async throws {
    let stub = GhibliStub(Self.table)
    #expect(try await stub.details("song", "1", title: "A").item.title == "A")
    await #expect(throws: CatalogError.unknown("ghibli:film:../people", storefront: nil)) {
      try await stub.details("film", "../people", title: "B")
    }
    #expect(stub.paths == ["films"])
  }

  @Test func `two locations of one id are told apart by their names`() async throws {
    let stub = GhibliStub([
      "locations": #"[{"id":"l1","name":"Irontown"},{"id":"l1","name":"Gutiokipanja"}]"#, "films": "[]",
    ])
    let items = try await stub.search("location").items
    for item in items { #expect(try await stub.client.details(of: item, filters: [:]).item == item) }
    #expect(items.map(\.title) == ["Irontown", "Gutiokipanja"])
  }

  // MARK: References

  @Test(arguments: [
    ("ghibli:film:f1", "film:f1"), ("ghibli:vehicle:goliath", "vehicle:goliath"),
    ("https://ghibli.test/films/f1", "film:f1"), ("https://ghibli.test/films/f1/?fields=id#top", "film:f1"),
    ("https://ghibliapi.vercel.app/people/sheeta", "character:sheeta"),
    ("http://GHIBLIAPI.herokuapp.com/species/human", "species:human"),
  ])
  func `an id or an address leads to its item`(typed: String, id: String) async throws {
    let stub = GhibliStub(Self.table)
    let reference = try #require(Reference(typed, catalogs: ["ghibli"]))
    #expect(stub.client.recognizes(reference))
    #expect(try await stub.client.item(for: reference, filters: [:]).id.description == "ghibli:" + id)
    #expect(stub.paths.count == 1)
  }

  @Test(arguments: [
    ("https://ghibli.test/films/none", CatalogError.unknown("https://ghibli.test/films/none", storefront: nil)),
    ("ghibli:film:none", .unknown("ghibli:film:none", storefront: nil)),
    ("ghibli:song:1", .unknown("ghibli:song:1", storefront: nil)),
  ])
  func `what is not there is said to be unknown`(typed: String, error: CatalogError) async throws {
    let stub = GhibliStub(Self.table)
    let reference = try #require(Reference(typed, catalogs: ["ghibli"]))
    #expect(stub.client.recognizes(reference))
    await #expect(throws: error) { try await stub.client.item(for: reference, filters: [:]) }
  }
}
