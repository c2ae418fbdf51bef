import Domain
import Synchronization
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct GhibliRelationsTests {
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

  /// Words of the contract, in the order of the screen; `*` marks what is always filled, `1` what leads to one thing.
  @Test(arguments: [
    ("film", "characters* locations species vehicles"), ("character", "films* species1 locations vehicles"),
    ("location", "films* residents"), ("species", "films* members"), ("vehicle", "films* pilot1"),
  ])
  func `every category has what belongs to it`(name: String, words: String) throws {
    let relations = Domain.Category.ghibli(name).relations
    let described = relations.map { relation in
      relation.word + (relation.preview == .all ? "*" : "") + (relation.reach == .one ? "1" : "")
    }
    #expect(described.joined(separator: " ") == words)
    for relation in relations {
      let target = try #require(relation.category)
      #expect(Domain.Category.ghibli(target).relations.contains { $0.category == name }, "no way back from \(target)")
    }
  }

  @Test(arguments: [
    ("film", "people", "characters"), ("film", "Character", "characters"), ("film", "veh", "vehicles"),
    ("character", "movies", "films"), ("character", "place", "locations"), ("location", "characters", "residents"),
    ("species", "people", "members"), ("vehicle", "pilots", "pilot"), ("vehicle", "film", "films"),
  ])
  func `a relation answers to its words`(category: String, typed: String, word: String) {
    #expect(Domain.Category.ghibli(category).relations.named(typed)?.word == word)
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

  @Test(arguments: [
    "itunes:song:1", "https://music.apple.com/us/album/1", "https://ghibli.test.evil.org/films/f1",
    "https://ghibli.test/films",
    "https://ghibli.test/songs/1", "id:1", "isbn:1",
    "upc:1", "bundle:a.b",
  ])
  func `what is another's is not taken for its own`(typed: String) throws {
    let reference = try #require(Reference(typed, catalogs: ["ghibli", "itunes"]))
    #expect(!GhibliStub(Self.table).client.recognizes(reference))
  }
}
