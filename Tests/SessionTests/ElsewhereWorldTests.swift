import Foundation
import TestSupport
import Testing

/// The sample has works with the same title in all services, and each leads only to itself in the others.
@Suite(.timeLimit(.minutes(5)))
struct ElsewhereWorldTests {
  /// The works, each with its ids. A novel, its film, series, cartoons, comic, painting and soundtrack share a title.
  private static let works: [[String]] =
    [
      [
        "itunes:album:310090", "deezer:album:203", "discogs:album:99203", "discogs:release:99213",
        "jellyfin:album:b0000000000000000000000000000003", "musicbrainz:album:b0000000-0000-4000-8000-000000000003",
        "musicbrainz:release:d0000000-0000-4000-8000-000000000003", "subsonic:album:al-3",
      ],
      [
        "itunes:movie:610090", "jellyfin:movie:d0000000000000000000000000000001", "omdb:movie:tt9000011",
        "tmdb:movie:9905001",
      ],
      [
        "jellyfin:show:e0000000000000000000000000000001", "omdb:series:tt9000012", "tmdb:tv:9906001",
        "tvmaze:show:9011",
      ],
      [
        "itunes:ebook:720090", "archive:item:lost-harbour-book", "audiobookshelf:book:ab-1", "gutendex:book:90001",
        "gutendex:book:90002", "opds:book:urn:uuid:95000000-0000-4000-8000-000000000001", "openlibrary:book:OL911W",
      ],
      ["anilist:anime:9900711", "jikan:anime:990071"], ["anilist:anime:9900712", "jikan:anime:990072"],
      ["anilist:manga:9901711", "jikan:manga:990171"], ["artic:artwork:990001", "met:artwork:990501"],
      ["audiobookshelf:author:au-1", "openlibrary:author:OL901A"],
      ["archive:item:lost-harbour-1931"], ["librivox:audiobook:9101"],
    ]
    + (1...6).map { track in
      let place = String(format: "%02d", track + 5)
      return [
        "itunes:song:3100900\(track)", "deezer:song:2030\(track)", "subsonic:song:tr-\(track + 5)",
        "jellyfin:song:c00000000000000000000000000000\(place)",
        "musicbrainz:song:c0000000-0000-4000-8000-0000000000\(place)",
      ]
    }

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
