import Domain
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesRelatedTests {
  @Test(arguments: [
    ("album", "20", "tracks", "2001 2002 2101 2004 2005"), ("artist", "10", "songs", "2002 2001 3001 2004"),
    ("artist", "40", "seasons", "41 42"), ("artist", "40", "episodes", "4101 4102 4201"),
    ("season", "41", "episodes", "4101 4102"),
    ("podcast", "50", "episodes", "1000000000503 1000000000502 1000000000501"),
    ("song", "3001", "songs", "2002 2001 3001 2004"), ("tv", "4101", "episodes", "4101 4102"),
  ])
  func `all of a relation comes in its own order, without what it belongs to`(
    category: String, key: String, word: String, keys: String
  ) async throws {
    let shop = ITunesShop()
    let item = Item(id: .itunes(category, key), title: "A title")
    let relation = try #require(ITunesCategory.named(category)?.relations.first { $0.relation.word == word }?.relation)
    let page = try await shop.client.related(by: relation, to: item, filters: [:], offset: 0)
    #expect(page.items.map(\.id.key).joined(separator: " ") == keys)
    #expect(page.items.allSatisfy { $0.id.category == relation.category || $0.id.category == "music-video" })
    #expect(page.owner != nil)
    #expect(page.skipped.isEmpty)
  }

  @Test func `what stops at two hundred is not called all`() async throws {
    let songs = (1...200).map {
      #"{"wrapperType":"track","kind":"song","trackId":\#($0),"trackName":"S","trackNumber":\#($0),"trackCount":400}"#
    }
    let album =
      #"{"wrapperType":"collection","collectionType":"Album","collectionId":1,"collectionName":"A","trackCount":400}"#
    let page = try await tracks(of: [album] + songs)
    #expect(page.items.count == 200)
    #expect(page.extent == .limit(200, largest: nil))
    #expect(page.owner?.count == 400)
    #expect(page.gaps.isEmpty)

    let fewer = try await tracks(of: [album] + songs.dropLast(199))
    #expect(fewer.extent == .all)
    #expect(fewer.gaps == [Gap(disc: nil, numbers: Array(2...400))])
  }

  @Test func `a podcast has more episodes than the service lists`() async throws {
    let shop = ITunesShop()
    let relation = try #require(Catalog.itunes.category(named: "podcast")?.relations.named("episodes"))
    func extent(_ key: String) async throws -> Extent {
      let podcast = Item(id: .itunes("podcast", key), title: "A title")
      return try await shop.client.related(by: relation, to: podcast, filters: [:], offset: 0).extent
    }
    #expect(try await extent("50") == .limit(3, largest: nil))
  }

  @Test(
    arguments: [
      // Disc, number, the disc's count; then what is missing.
      ([(1, 1, 3), (1, 3, 3)], [Gap(disc: nil, numbers: [2])]),
      ([(1, 1, 2), (1, 2, 2)], []),
      ([(1, 1, 4)], [Gap(disc: nil, numbers: [2, 3, 4])]),
      ([(1, 1, 1), (3, 2, 2)], [Gap(disc: 2, numbers: []), Gap(disc: 3, numbers: [1])]),
      ([(1, 0, 4)], []), ([(1, 1, 1_000_000_000)], []), ([], []),
    ] as [([(Int, Int, Int)], [Gap])])
  func `numbers that are left out are gaps, unless nothing is sure`(tracks: [(Int, Int, Int)], gaps: [Gap]) throws {
    let rows = try tracks.map { disc, number, count in
      let json = #"{"kind":"song","discNumber":\#(disc),"trackNumber":\#(number),"trackCount":\#(count)}"#
      return try ITunesRow(JSONValue(parsing: Array(json.utf8)), row: 1)
    }
    #expect(Gap.gaps(in: rows, isCutShort: false) == gaps)
  }

  @Test func `rows that say nothing are told, and are not nothing`() async throws {
    let page = try await tracks(of: ["{}", "null"])
    #expect(page.items.isEmpty)
    #expect(page.skipped.count == 2)
  }

  private func tracks(of rows: [String]) async throws -> ItemList {
    let stub = ITunesStub(json: #"{"results":[\#(rows.joined(separator: ","))]}"#)
    let relation = try #require(Catalog.itunes.category(named: "album")?.relations.named("tracks"))
    return try await stub.client.related(
      by: relation, to: Item(id: .itunes("album", "1"), title: "A"), filters: [:], offset: 0)
  }
}
