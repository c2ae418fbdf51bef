import Foundation
import TestSupport
import Testing

/// The sample has works with the same title in all services, and each leads only to itself in the others.
@Suite(.timeLimit(.minutes(5)))
struct ElsewhereWorldTests {
  /// The works, each with its ids. A novel, its film, series, cartoons, comic, painting and soundtrack share a title.
  private static let works = TextTable.rows(
    "each work leads to itself in every catalog that has it, and to none with nearly the same name"
  ) { $0.rest(0) }

  private struct Line: Decodable {
    struct Screen: Decodable {
      struct Section: Decodable { var items: [Item]? }
      struct Item: Decodable {
        var number: Int
        var id: String
        var title: String
      }

      var sections: [Section]
      var items: [Item] { sections.flatMap { $0.items ?? [] } }
    }

    var command: String
    var ok: Bool
    var screen: Screen?
  }

  @Test func `each work leads to itself in every catalog that has it, and to none with nearly the same name`()
    async throws
  {
    let all = "search lost harbour --everywhere --in all --limit 8"
    let commands = [all] + (1...100).map { "elsewhere \($0); back" }
    let run = try await BuiltProgram.run(
      ["--offline", "--output", "json", "--keep-going", "-c", commands.joined(separator: "; ")], environment: [:])
    let lines = try run.text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    let items = try #require(lines.first?.screen?.items)
    let work = Dictionary(uniqueKeysWithValues: Self.works.flatMap { work in work.map { ($0, Set(work)) } })
    #expect(items.count > 70)
    var found = 0
    for line in lines where line.command.hasPrefix("elsewhere") && line.ok {
      let number = try #require(line.command.split(separator: " ").last.flatMap { Int($0) })
      let item = try #require(items.first { $0.number == number })
      let rows = try #require(line.screen?.items)
      let same = work[item.id] ?? []
      #expect(rows.allSatisfy { same.contains($0.id) }, "\(item.id) \(item.title): \(rows.map(\.id))")
      // It is found in every other catalog that has it; some catalogs have several items for one work.
      let catalogs = { (ids: [String]) in Set(ids.compactMap { $0.split(separator: ":").first }) }
      let own = catalogs([item.id])
      let others = catalogs(Array(same)).subtracting(own).subtracting(catalogs(rows.map(\.id)))
      // The archive is not searched for books; they are only looked up there.
      #expect(
        others.isSubset(of: ["archive"]) || rows.isEmpty && item.id.hasPrefix("audiobookshelf:author"),
        "\(item.id): \(others)")
      found += rows.count
    }
    #expect(found > 180, "\(found)")
  }
}
