import Domain
import Synchronization
import TestSupport
import Testing

@testable import Data

struct GhibliDetailsTests {
  /// Two films, one that names its characters and one that does not; links carry another host.
  private static let table = [
    "films": "[\(film1),\(film2)]", "films/f1": film1, "films/f2": film2,
    "people": "[\(sheeta),\(pazu),\(baron)]", "people/sheeta": sheeta, "people/pazu": pazu, "people/baron": baron,
    "species": "[\(human)]", "species/human": human,
    "locations": "[\(laputa)]", "locations/laputa": laputa, "vehicles/goliath": goliath,
  ]
  private static let film1 = """
    {"id":"f1","title":"Castle in the Sky","people":["https://old.test/people/pazu","https://old.test/people/sheeta"]}
    """
  private static let film2 = #"{"id":"f2","title":"Whisper of the Heart","people":["https://old.test/people/"]}"#
  private static let sheeta = """
    {"id":"sheeta","name":"Sheeta","films":["https://old.test/films/f1"],"species":"https://old.test/species/human"}
    """
  private static let pazu = """
    {"id":"pazu","name":"Pazu","films":["https://old.test/films/f1"],"species":"https://old.test/species/human"}
    """
  private static let baron = """
    {"id":"baron","name":"The Baron","films":["https://old.test/films/f2","https://old.test/films/f1"],
     "species":"https://old.test/species/"}
    """
  private static let human = """
    {"id":"human","name":"Human","films":["https://old.test/films/f1"],
     "people":["https://old.test/people/sheeta","https://old.test/people/pazu"]}
    """
  private static let laputa = """
    {"id":"laputa","name":"Laputa","residents":["TODO"],"films":["https://old.test/films/f1"],
     "url":["https://old.test/locations/laputa"]}
    """
  private static let goliath = """
    {"id":"goliath","name":"Goliath","pilot":"https://old.test/people/pazu","films":["htps://old.test/films/f1"]}
    """

  @Test(arguments: [
    ("film", "f1", "Characters", ["ghibli:character:pazu", "ghibli:character:sheeta"]),
    ("film", "f2", "Characters", ["ghibli:character:baron"]),
    ("character", "sheeta", "Films and species", ["ghibli:film:f1", "ghibli:species:human"]),
    ("character", "baron", "Films", ["ghibli:film:f2", "ghibli:film:f1"]),
    ("location", "laputa", "Films", ["ghibli:film:f1"]),
    ("species", "human", "Films and members", ["ghibli:film:f1", "ghibli:character:sheeta", "ghibli:character:pazu"]),
    ("vehicle", "goliath", "Films and pilot", ["ghibli:film:f1", "ghibli:character:pazu"]),
  ])
  func `each kind leads on to others`(category: String, key: String, title: String, ids: [String]) async throws {
    let details = try await GhibliStub(Self.table).details(category, key)
    #expect(details.related?.title == title)
    #expect(details.related?.items.map(\.id.description) == ids)
  }

  @Test func `an item that is not from this session comes back in full`() async throws {
    let stub = GhibliStub(Self.table)
    let details = try await stub.details("film", "f1", title: "An old title")
    #expect(details.item.title == "Castle in the Sky")
    #expect(details.item.link == WebLink("https://ghibli.test/films/f1"))
    #expect(stub.paths.first == "films/f1")
    #expect(Set(stub.paths.dropFirst()) == ["people/pazu", "people/sheeta"])
  }

  @Test func `what is at hand is not asked for again`() async throws {
    let stub = GhibliStub(Self.table)
    for category in ["film", "character", "species"] { _ = try await stub.search(category) }
    for (category, key) in [("film", "f1"), ("film", "f2"), ("character", "sheeta"), ("species", "human")] {
      _ = try await stub.details(category, key)
    }
    #expect(stub.paths == ["films", "people", "species"])
  }

  @Test func `a reload asks for it again all the same`() async throws {
    let stub = GhibliStub(Self.table)
    for category in ["film", "character"] { _ = try await stub.search(category) }
    _ = try await withoutCache { try await stub.details("film", "f2") }
    #expect(stub.paths == ["films", "people", "films/f2", "people"])
  }

  @Test func `a list that holds only the collection's address is never followed`() async throws {
    let stub = GhibliStub(Self.table)
    #expect(try await stub.details("character", "baron").related?.title == "Films")
    #expect(Set(stub.paths) == ["people/baron", "films/f2", "films/f1"])
  }

  @Test(arguments: [
    #"["https://old.test/people/"]"#, #"["https://old.test/people"]"#, #"["TODO"]"#, "[]", "null", "7", #""TODO""#,
    #"["https://old.test/films/f1"]"#, #"["https://old.test/people/.."]"#, #"["people/"]"#, #"[null, {}]"#,
  ])
  func `a cast that nobody wrote down is found by asking the characters`(list: String) async throws {
    var table = Self.table
    table["films/f1"] = #"{"id":"f1","title":"Castle in the Sky","people":\#(list)}"#
    let stub = GhibliStub(table)
    let details = try await stub.details("film", "f1")
    #expect(details.related?.items.map(\.title) == ["Sheeta", "Pazu", "The Baron"])
    #expect(stub.paths == ["films/f1", "people"])
  }

  @Test func `a film without characters has no block for them`() async throws {
    var table = Self.table
    table["films/f3"] = #"{"id":"f3","title":"The Red Turtle"}"#
    let details = try await GhibliStub(table).details("film", "f3")
    #expect(details.related == nil)
  }

  @Test func `more links than are worth following are looked up in the whole collection`() async throws {
    let people = (1...11).map { #"{"id":"p\#($0)","name":"P \#($0)"}"# }
    let links = (1...11).reversed().map { #""https://old.test/people/p\#($0)""# } + [#""https://old.test/people/gone""#]
    let stub = GhibliStub([
      "films/f1": #"{"id":"f1","title":"A crowd","people":[\#(links.joined(separator: ","))]}"#,
      "people": "[\(people.joined(separator: ","))]",
    ])
    let details = try await stub.details("film", "f1")
    #expect(details.related?.items.map(\.title) == (1...11).reversed().map { "P \($0)" })
    #expect(stub.paths == ["films/f1", "people"])
  }

  @Test func `a film's characters are asked for at the same time`() async throws {
    let all = Gate()
    let under = Mutex(0)
    let answering: StandInServer.Answering = { request in
      if request.target == "/films/f1" { return .json(Self.film1) }
      let isLast = under.withLock { count in
        count += 1
        return count == 2
      }
      if isLast { all.open() }
      // Nobody is answered before everybody has asked.
      await all.wait()
      return .json(request.target == "/people/pazu" ? Self.pazu : Self.sheeta)
    }
    try await StandInServer.run(answering: answering) { server in
      let stack = HTTPStack(userAgent: "test", requestsPerMinute: nil, timeout: .seconds(30))
      let client = GhibliClient(base: server.url + "/", exchange: stack.exchange)
      let id = ItemID(catalog: "ghibli", category: "film", key: "f1")
      let details = try await client.details(of: Item(id: id, title: ""), filters: [:])
      #expect(details.related?.items.map(\.title) == ["Pazu", "Sheeta"])
      #expect(details.item.link?.text == "\(server.url)/films/f1")
    }
  }

  @Test(arguments: [
    (StandInServer.Answer.status(500), "server"), (.status(404), "not-found"), (.json("[]"), "unreadable"),
    (.json("{}"), "unreadable"), (.html(), "unreadable"), (.status(429), "rate-limited"), (.reset, "offline"),
  ])
  func `one character that cannot be had fails the block, whatever the others do`(
    answer: StandInServer.Answer, code: String
  ) async throws {
    let answering: StandInServer.Answering = { request in
      switch request.target {
      case "/films/f1": .json(Self.film1)
      // The other one is never answered: the failure has to end that request too.
      case "/people/pazu": .silence
      default: answer
      }
    }
    try await StandInServer.run(answering: answering) { server in
      let connection = HTTPClient(userAgent: "test", timeout: .seconds(30))
      let client = GhibliClient(base: server.url) { request throws(CatalogError) in
        try await connection.transfer(request).outcome.get()
      }
      let id = ItemID(catalog: "ghibli", category: "film", key: "f1")
      let error = await #expect(throws: CatalogError.self) {
        try await client.details(of: Item(id: id, title: ""), filters: [:])
      }
      #expect(error?.code.rawValue == code)
      await server.waitForHangUps(1)
    }
  }

  @Test func `an item of an unknown kind, or without a real id, stays as it is`() async throws {
    let stub = GhibliStub([:])
    #expect(try await stub.details("song", "1", title: "A").item.title == "A")
    #expect(try await stub.details("film", "../people", title: "B").item.title == "B")
    #expect(stub.paths.isEmpty)
  }

  @Test func `two locations of one id are told apart by their names`() async throws {
    let stub = GhibliStub([
      "locations": """
      [{"id":"same","name":"Irontown","climate":"Mild"},{"id":"same","name":"Gutiokipanja","climate":"Wet"}]
      """
    ])
    let items = try await stub.search("location").items
    for item in items { #expect(try await stub.client.details(of: item, filters: [:]).item == item) }
    #expect(items.map(\.title) == ["Irontown", "Gutiokipanja"])
  }
}
