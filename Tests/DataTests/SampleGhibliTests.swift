import Catalogs
import Sample
import Wire
import Foundation
import Testing

@Suite struct `The sample of Ghibli` {
  let sample = SampleAnswers(of: "ghibli")
  static let resources = ["films", "people", "locations", "species", "vehicles"]

  private func list(_ resource: String) async throws -> [[String: Any]] {
    try #require(try await sample.json(resource, base: "https://ghibliapi.vercel.app") as? [[String: Any]])
  }

  @Test(arguments: [("films", 12), ("people", 25), ("locations", 5), ("species", 5), ("vehicles", 4)])
  func `lists a resource as a bare array`(resource: String, least: Int) async throws {
    let list = try await list(resource)
    #expect(list.count >= least)
    let ids = list.compactMap { $0["id"] as? String }
    #expect(Set(ids).count == list.count)
    #expect(ids.allSatisfy { UUID(uuidString: $0) != nil })
  }

  @Test(arguments: resources)
  func `gives each record alone under its id`(resource: String) async throws {
    for record in try await list(resource) {
      let id = try #require(record["id"] as? String)
      let alone = try await sample.object("\(resource)/\(id)", base: "https://ghibliapi.vercel.app")
      #expect(NSDictionary(dictionary: alone) == NSDictionary(dictionary: record))
      #expect(record["url"] as? String == "https://ghibliapi.vercel.app/\(resource)/\(id)")
    }
  }

  @Test(arguments: resources)
  func `is made of strings and lists of strings`(resource: String) async throws {
    for record in try await list(resource) {
      #expect(record.values.allSatisfy { $0 is String || ($0 as? [String])?.isEmpty == false }, "\(record)")
    }
  }

  @Test(arguments: resources)
  func `links to what there is or to a whole collection`(resource: String) async throws {
    var known: Set<String> = []
    for other in Self.resources {
      known.insert("https://ghibliapi.vercel.app/\(other)/")
      known.formUnion(try await list(other).compactMap { $0["url"] as? String })
    }
    for record in try await list(resource) {
      let values = record.values.flatMap { $0 as? [String] ?? [$0 as? String ?? ""] }
      for link in values where link.hasPrefix("https://ghibliapi.vercel.app") { #expect(known.contains(link)) }
    }
  }

  @Test func `has films with and without a cast, and every person in a film`() async throws {
    let casts = try await list("films").compactMap { $0["people"] as? [String] }
    #expect(casts.contains { $0.count > 1 })
    #expect(casts.contains(["https://ghibliapi.vercel.app/people/"]))
    let films = try await list("people").compactMap { $0["films"] as? [String] }
    #expect(films.count >= 25)
    #expect(films.allSatisfy { !$0.contains("https://ghibliapi.vercel.app/films/") })
  }

  @Test(arguments: [
    ("Spirited Away", "千と千尋の神隠し", "Sen to Chihiro no kamikakushi", "Hayao Miyazaki", "2001"),
    ("My Neighbor Totoro", "となりのトトロ", "Tonari no Totoro", "Hayao Miyazaki", "1988"),
    ("The Tale of the Princess Kaguya", "かぐや姫の物語", "Kaguya-hime no monogatari", "Isao Takahata", "2013"),
  ])
  func `tells of a film`(title: String, original: String, romanised: String, director: String, year: String)
    async throws
  {
    let film = try #require(try await list("films").first { $0["title"] as? String == title })
    #expect(film["original_title"] as? String == original)
    #expect(film["original_title_romanised"] as? String == romanised)
    #expect(film["director"] as? String == director)
    #expect(film["release_date"] as? String == year)
    #expect(film.keys.count == 17)
  }

  @Test func `answers an empty object for an unknown id`() async throws {
    let response = try await sample.response("films/00000000-0000-0000-0000-000000000000")
    #expect(response.status == 404)
    #expect(response.body == Array("{}".utf8))
  }
}
