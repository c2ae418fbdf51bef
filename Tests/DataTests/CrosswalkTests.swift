import Domain
import Foundation
import TestSupport
import Testing

@testable import Catalogs
@testable import Wire

/// Wikidata as the link between services: the table of pages, and the statements about each item.
struct CrosswalkTests {
  private static let table = CrosswalkTable.shared

  private static let examples: [(address: String, service: String, property: String, id: String)] =
    table.services.flatMap { service in
      service.pages.flatMap(\.examples).map { ($0.address, service.name, service.property ?? "", $0.id) }
    }

  @Test func `every pattern of the table is valid and has an example`() throws {
    let file = try #require(
      try JSONSerialization.jsonObject(with: Data(EmbeddedFile.table("services").bytes)) as? [String: Any])
    let services = try #require(file["services"] as? [[String: Any]])
    #expect(services.count == Self.table.services.count)
    for (declared, service) in zip(services, Self.table.services) {
      #expect(
        (declared["pages"] as? [String: Any])?.count == service.pages.count, "\(service.name) \(service.property ?? "")"
      )
      #expect(service.property.map { $0.hasPrefix("P") && Int($0.dropFirst()) != nil } ?? (service.address != nil))
      for page in service.pages { #expect(!page.examples.isEmpty, "\(page.text)") }
    }
  }

  @Test(arguments: examples.map { [$0.address, $0.service, $0.property, $0.id] })
  func `an address of each service gives its id`(example: [String]) throws {
    let page = try #require(Self.table.page(at: example[0]), "\(example[0])")
    #expect(page.service == example[1])
    #expect(page.name == (example[2].isEmpty ? .address : .id(PropertyID(example[2], example[3]))))
    // Mobile pages and the old scheme are the same page.
    #expect(Self.table.page(at: example[0].replacing("https:", with: "http:"))?.name == page.name)
  }

  @Test(arguments: TextTable.cells("an address that is not in the table gives nothing"))
  func `an address that is not in the table gives nothing`(address: String) {
    #expect(Self.table.page(at: address) == nil)
  }

  @Test(arguments: TextTable.rows("a page of music has one form of its address") { $0.rest(0) })
  func `a page of music has one form of its address`(addresses: [String]) {
    #expect(Self.table.page(at: addresses[0])?.otherIDs.first { $0.kind == .url }?.value == addresses[1])
  }

  @Test func `pages of Wikidata and Wikipedia need no property`() {
    #expect(Self.table.page(at: "https://www.wikidata.org/wiki/Q184843#sitelinks")?.name == .wikidata("Q184843"))
    #expect(Self.table.page(at: "http://www.wikidata.org/entity/Q42")?.name == .wikidata("Q42"))
    #expect(
      Self.table.page(at: "https://en.m.wikipedia.org/wiki/blade_Runner_#Plot")?.name
        == .article(site: "enwiki", title: "Blade Runner"))
    #expect(
      Self.table.page(at: "https://de.wikipedia.org/de-at/AC/DC")?.name == .article(site: "dewiki", title: "AC/DC"))
    #expect(Self.table.page(at: "https://www.wikidata.org/wiki/Q42/x") == nil)
    #expect(
      Self.table.page(at: "https://zh-min-nan.wikipedia.org/wiki/%C3%81m")?.name
        == .article(site: "zh_min_nanwiki", title: "Ám"))
  }

  // MARK: Statements

  private static func claim(_ property: String, _ value: String, rank: String = "normal") -> String {
    let data =
      value.hasPrefix("Q")
      ? #"{"value":{"entity-type":"item","id":"\#(value)"},"type":"wikibase-entityid"}"#
      : #"{"value":"\#(value)","type":"string"}"#
    return #"{"mainsnak":{"snaktype":"value","property":"\#(property)","datavalue":\#(data)},"rank":"\#(rank)"}"#
  }

  private static func entity(_ id: String, _ claims: [String: [String]]) -> String {
    let lists = claims.sorted { $0.key < $1.key }.map { "\"\($0.key)\":[\($0.value.joined(separator: ","))]" }
    return """
      "\(id)":{"type":"item","id":"\(id)","labels":{"en":{"value":"A \(id)"}},"claims":{\(lists.joined(separator: ","))}}
      """
  }

  /// Wikidata with these entities, all of which match any search.
  private static func wikidata(_ entities: [String: [String: [String]]]) -> Wikidata {
    Wikidata(base: "https://wikidata.example.org", contact: "me@example.org", version: "1") { request in
      let text: String
      #expect(request.headers["User-Agent"] == "liner/1 (me@example.org)")
      if request.query["action"] == "query" {
        let hits = entities.keys.sorted().map { "{\"ns\":0,\"title\":\"\($0)\"}" }
        text = #"{"query":{"searchinfo":{"totalhits":1},"search":[\#(hits.joined(separator: ","))]}}"#
      } else {
        let named =
          request.query["ids"].map { $0.split(separator: "|").map(String.init) }
          ?? [String(request.path.split(separator: "/").last?.prefix { $0 != "." } ?? "")]
        let found = named.compactMap { id in entities[id].map { entity(id, $0) } }
        text = #"{"entities":{\#(found.joined(separator: ","))}}"#
      }
      return HTTPResponse(status: 200, headers: ["content-type": "application/json"], body: Array(text.utf8))
    }
  }

  @Test func `a match counts only if its claim is equal, including case, and not deprecated`() async throws {
    let id = PropertyID("P2205", "0ETFjACtuP2ADo6LFhL6HN")
    func found(_ value: String, rank: String = "normal") async throws -> String? {
      try await Self.wikidata(["Q1": ["P2205": [Self.claim("P2205", value, rank: rank)]]])
        .thing(with: [id], wikidata: nil, kind: nil)?.id
    }
    #expect(try await found("0ETFjACtuP2ADo6LFhL6HN") == "Q1")
    #expect(try await found("0ETFjACtuP2ADo6LFhL6HN", rank: "preferred") == "Q1")
    #expect(try await found("0etfjactup2ado6lfhl6hn") == nil)
    #expect(try await found("0ETFjACtuP2ADo6LFhL6HN", rank: "deprecated") == nil)
  }

  @Test func `of several entities with one id none counts, unless only one is of the kind`() async throws {
    let film = ["P345": [Self.claim("P345", "tt1")], "P31": [Self.claim("P31", "Q11424")]]
    let game = ["P345": [Self.claim("P345", "tt1")], "P31": [Self.claim("P31", "Q7889")]]
    let both = Self.wikidata(["Q1": film, "Q2": game])
    let ids = [PropertyID("P345", "tt1")]
    #expect(try await both.thing(with: ids, wikidata: nil, kind: nil) == nil)
    #expect(try await both.thing(with: ids, wikidata: nil, kind: .film)?.id == "Q1")
    #expect(try await Self.wikidata(["Q2": game]).thing(with: ids, wikidata: nil, kind: .film) == nil)
    let page = ["P345": [Self.claim("P345", "tt1")], "P31": [Self.claim("P31", "Q4167410")]]
    #expect(try await Self.wikidata(["Q3": page]).thing(with: ids, wikidata: nil, kind: nil) == nil)
  }

  @Test(arguments: [#"{"batchcomplete":true}"#, #"{"query":{}}"#, "[]", "null"])
  func `an answer without what was found is a failure, not an absence`(text: String) async {
    func thing(_ wikidata: String?) async throws(CatalogError) -> CrosswalkWork? {
      let answer = HTTPResponse(status: 200, headers: [:], body: Array(text.utf8))
      return try await Wikidata { request in
        #expect(request.isAnswer?(answer) == false)
        return answer
      }.thing(with: [PropertyID("P345", "tt1")], wikidata: wikidata, kind: nil)
    }
    for number in ["Q1", nil] {
      await #expect { _ = try await thing(number) } throws: { ($0 as? CatalogError)?.code == .unreadable }
    }
  }

  @Test func `only the values of the best rank are used, but all of those`() async throws {
    let thing = try await Self.wikidata([
      "Q1": [
        "P434": [Self.claim("P434", "a"), Self.claim("P434", "b", rank: "preferred")],
        "P6398": [Self.claim("P6398", "1"), Self.claim("P6398", "2"), Self.claim("P6398", "3", rank: "deprecated")],
        "P31": [Self.claim("P31", "Q5")], "P345": [Self.claim("P345", "nm1")],
      ]
    ]).thing(with: [], wikidata: "Q1", kind: nil)
    #expect(thing?.ids["P434"] == ["b"])
    #expect(thing?.ids["P6398"] == ["1", "2"])
    #expect(thing?.kind == .person)
    #expect(thing?.otherIDs == [OtherID(.imdb, "nm1"), OtherID(.musicbrainz, "b")])
    #expect(thing?.title == "A Q1")
  }

  @Test func `several categories may share a property, by the last letter of an id`() {
    func category(_ name: String, _ others: [String] = []) -> Domain.Category {
      Category(name: name, title: name, others: others, wikidataProperty: "P648")
    }
    #expect(Self.table.fits("OL27W", category("book")) && !Self.table.fits("OL27M", category("book")))
    #expect(Self.table.fits("OL27A", category("author")) && !Self.table.fits("OL27W", category("author")))
    #expect(Self.table.fits("OL27M", category("edition")))
  }

  // MARK: Recorded answers

  /// Wikidata that answers every request with one recorded answer.
  private static func recorded(_ name: String) throws -> Wikidata {
    let bytes = try Recorded.bytes("wikidata/" + name)
    return Wikidata(base: "https://www.wikidata.org") { _ in HTTPResponse(status: 200, headers: [:], body: bytes) }
  }

  @Test(.enabled(if: Recorded.isThere))
  func `recorded entities have a kind and ids`() async throws {
    let beatles = try await Self.recorded("entitydata-artist-the-beatles.json").thing(
      with: [], wikidata: "Q1299", kind: .person)
    #expect(beatles?.id == "Q1299" && beatles?.title == "The Beatles" && beatles?.kind == .person)
    #expect(beatles?.ids["P434"] == ["b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d"])
    #expect(beatles?.ids["P1953"] == ["82730"])
    // A merged entity has a new number.
    #expect(
      try await Self.recorded("entitydata-redirected-Q16231742.json").thing(with: [], wikidata: "Q16231742", kind: nil)?
        .id == "Q3571994")
    // Claims without a value are ignored.
    #expect(
      try await Self.recorded("wbgetentities-novalue-foo-fighters.json").thing(with: [], wikidata: "Q483718", kind: nil)
        != nil)
    for name in [
      "wbgetentities-deleted-item.json", "wbgetentities-title-missing-2026.json",
      "wbgetentities-error-no-such-entity.json",
    ] {
      #expect(try await Self.recorded(name).thing(with: [], wikidata: "Q1", kind: nil) == nil, "\(name)")
    }
    #expect(
      try await Self.recorded("search-no-hits.json").thing(with: [PropertyID("P345", "tt1")], wikidata: nil, kind: nil)
        == nil)
    await #expect(throws: CatalogError.self) {
      _ = try await Self.recorded("transcribed-error-maxlag.json").thing(with: [], wikidata: "Q1", kind: nil)
    }
  }

  @Test(.enabled(if: Recorded.isThere))
  func `each recorded id with a page in the table is found in that page's address`() throws {
    var count = 0
    for file in Recorded.json(in: "wikidata") {
      guard let json = try? JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
      else { continue }
      let statements = json["statements"] as? [String: [[String: Any]]] ?? [:]
      let entities = (json["entities"] as? [String: [String: Any]] ?? [:]).values
        .compactMap { $0["claims"] as? [String: [[String: Any]]] }
      for claims in entities + [statements] {
        for service in Self.table.services {
          guard let property = service.property else { continue }
          for claim in claims[property] ?? [] {
            let snak = claim["mainsnak"] as? [String: Any]
            let value =
              (snak?["datavalue"] as? [String: Any])?["value"] as? String
              ?? (claim["value"] as? [String: Any])?["content"] as? String
            guard let value else { continue }
            // Of several patterns, the one that matches the value's beginning is used.
            let fits = service.pages.contains { page in
              let prefix = value.contains("/") ? String(value.prefix { $0 != "/" }) + "/" : ""
              guard page.text.contains("/" + prefix) || prefix.isEmpty else { return false }
              let pattern = page.text.hasSuffix("/*") ? String(page.text.dropLast(2)) : page.text
              let address = pattern.replacing("{id}", with: value.dropFirst(prefix.count)).replacing("*", with: "x")
              return Self.table.page(at: address)?.name == .id(PropertyID(property, value))
            }
            #expect(fits, "\(file.lastPathComponent) \(property) \(value)")
            count += 1
          }
        }
      }
    }
    #expect(count > 10)
  }
}
