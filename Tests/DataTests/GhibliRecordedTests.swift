import Domain
import Foundation
import Testing

@testable import Catalogs
@testable import Wire

/// The recorded database of Studio Ghibli, whose items link to each other in both directions.
struct GhibliRecordedTests {
  /// The service, with its answers by path.
  private static func service(_ answers: [String: String]) -> DeclaredService {
    DeclaredService(answers.mapValues { DeclaredService.Answer($0) }, base: "https://ghibliapi.vercel.app")
  }

  private static func database() throws -> DeclaredService {
    let file = try Recorded.bytes("ghibli/database-all-resources.json")
    let json = try #require(try JSONSerialization.jsonObject(with: Foundation.Data(file)) as? [String: [[String: Any]]])
    let rows = try json.map { name, rows in
      ("/" + name, String(decoding: try JSONSerialization.data(withJSONObject: rows), as: UTF8.self))
    }
    return service(Dictionary(uniqueKeysWithValues: rows))
  }

  @Test(
    .enabled(if: Recorded.isThere),
    arguments: [("film", 22), ("character", 57), ("location", 25), ("species", 7), ("vehicle", 3)])
  func `the recorded database has an item for every record`(category: String, count: Int) async throws {
    let page = try await Self.database().shipped("ghibli").search("", in: category)
    #expect(page.items.count == count)
    #expect(page.skipped.isEmpty)
    #expect(Set(page.items.map(\.id)).count == count)
    #expect(page.items.allSatisfy { $0.id.key.count == 36 && $0.link != nil })
  }

  @Test(.enabled(if: Recorded.isThere))
  func `every relation leads from a recorded item and back, in at most two requests`() async throws {
    let service = try Self.database()
    let full = try service.shipped("ghibli")
    var items: [Item] = []
    for category in full.catalog.categories { items += try await full.search("", in: category.name).items }
    for item in items {
      let details = try await full.details(of: item, filters: [:])
      #expect(details.item == item)
      // Eleven films have no characters, not even in the other direction.
      #expect(item.id.category == "film" || !details.filled.isEmpty, "\(item.title)")
      let fresh = try Self.database()
      let first = try await fresh.shipped("ghibli").details(of: item, filters: [:])
      #expect(first.item == item && fresh.paths.count == 2)
      // The entries of each client's table are equal only to themselves.
      let shown = details.filled.filter { $0.relation.preview == .all }
      #expect(first.filled.map(\.relation.word) == shown.map(\.relation.word))
      #expect(try first.filled.map { try $0.answer.get() } == shown.map { try $0.answer.get() })
      for filled in details.filled {
        for other in try filled.answer.get().items {
          let back = try #require(full.catalog.relations(of: other).first { $0.category == item.id.category })
          let page = try await full.related(by: back, to: other, filters: [:], offset: 0)
          #expect(page.items.contains { $0.id == item.id }, "\(item.title) → \(other.title)")
        }
      }
    }
    #expect(service.paths.count == 5)
  }

  @Test(.enabled(if: Recorded.isThere), arguments: [("castle sky", 14), ("cat returns", 6)])
  func `a recorded film shows its characters, listed or not`(term: String, count: Int) async throws {
    let client = try Self.database().shipped("ghibli")
    let film = try #require(try await client.search(term, in: "film").items.first)
    #expect(term != "castle sky" || film.duration == .seconds(124 * 60))
    #expect(try await client.details(of: film, filters: [:]).filled.first?.answer.get().items.count == count)
  }

  @Test(
    .enabled(if: Recorded.isThere),
    arguments: [("film", "films", 20), ("character", "people", 29), ("location", "locations", 25)])
  func `answers from 2019 are parsed too`(category: String, name: String, count: Int) async throws {
    let text = String(decoding: try Recorded.bytes("ghibli/\(name)-2019.json"), as: UTF8.self)
    let page = try await Self.service(["/" + name: text]).shipped("ghibli").search("", in: category)
    #expect(page.items.count == count)
    #expect(page.skipped.isEmpty)
  }
}
