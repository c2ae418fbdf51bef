import Domain
import Foundation
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

/// Recorded answers, where they lie beside the package; they are no part of it.
struct GhibliRecordedTests {
  private static let folder: URL? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    // A worktree may lie one level deeper.
    return ["../shared/recorded/ghibli", "../../shared/recorded/ghibli"].lazy
      .map { root.appending(path: $0).standardizedFileURL }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  private static func read(_ name: String) throws -> [UInt8] {
    try [UInt8](Foundation.Data(contentsOf: #require(folder).appending(path: name)))
  }

  /// A service made of the recorded database.
  private static func database() throws -> GhibliStub {
    let file = try read("database-all-resources.json")
    let json = try #require(try JSONSerialization.jsonObject(with: Foundation.Data(file)) as? [String: [[String: Any]]])
    return GhibliStub(
      try json.mapValues { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) })
  }

  @Test(
    .enabled(if: folder != nil),
    arguments: [("film", 22), ("character", 57), ("location", 25), ("species", 7), ("vehicle", 3)])
  func `the recorded database gives an item for every record`(category: String, count: Int) async throws {
    let page = try await Self.database().search(category)
    #expect(page.items.count == count)
    #expect(page.skipped.isEmpty)
    #expect(Set(page.items.map(\.id)).count == count)
    #expect(page.items.allSatisfy { $0.id.key.count == 36 && $0.link != nil })
  }

  @Test(.enabled(if: folder != nil))
  func `from every recorded item all ways lead there and back, in two requests from nothing`() async throws {
    let full = try Self.database()
    for category in Catalog.ghibli.categories { _ = try await full.search(category.name) }
    for category in Catalog.ghibli.categories {
      for item in try await full.search(category.name).items {
        let details = try await full.client.details(of: item, filters: [:])
        #expect(details.item == item)
        // Eleven films have no character at all, not even the other way round.
        #expect(category.name == "film" || !details.filled.isEmpty, "\(item.title)")
        let fresh = try Self.database()
        let first = try await fresh.client.details(of: item, filters: [:])
        #expect(first.item == item && fresh.paths.count == 2)
        // Each client has a table of its own, whose entries are themselves alone.
        let shown = details.filled.filter { $0.relation.preview == .all }
        #expect(first.filled.map(\.relation.word) == shown.map(\.relation.word))
        #expect(try first.filled.map { try $0.answer.get() } == shown.map { try $0.answer.get() })
        for filled in details.filled {
          for other in try filled.answer.get().items {
            let back = try #require(Catalog.ghibli.relations(of: other).first { $0.category == category.name })
            let page = try await full.client.related(by: back, to: other, filters: [:], offset: 0)
            #expect(page.items.contains { $0.id == item.id }, "\(item.title) → \(other.title)")
          }
        }
      }
    }
    #expect(full.paths.count == 5)
  }

  @Test(.enabled(if: folder != nil))
  func `a recorded film shows its cast, named or not`() async throws {
    let stub = try Self.database()
    let castle = try #require(try await stub.search("film", "castle sky").items.first)
    #expect(castle.duration == .seconds(124 * 60))
    #expect(try await stub.client.details(of: castle, filters: [:]).filled.first?.answer.get().items.count == 14)
    let cat = try #require(try await stub.search("film", "cat returns").items.first)
    #expect(try await stub.client.details(of: cat, filters: [:]).filled.first?.answer.get().items.count == 6)
  }

  @Test(
    .enabled(if: folder != nil),
    arguments: [("film", "films", 20), ("character", "people", 29), ("location", "locations", 25)])
  func `answers of 2019 are read too`(category: String, name: String, count: Int) async throws {
    let text = String(decoding: try Self.read("\(name)-2019.json"), as: UTF8.self)
    let page = try await GhibliStub([name: text]).search(category)
    #expect(page.items.count == count)
    #expect(page.skipped.isEmpty)
  }
}
