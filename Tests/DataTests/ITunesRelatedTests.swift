import Domain
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

/// What `Cases/shop.txt` cannot express about relations.
struct ITunesRelatedTests {
  @Test func `a list that stops at two hundred does not count as all`() async throws {
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

  @Test(
    arguments: [
      // Disc, number and the disc's track count; then the gaps.
      ([(1, 1, 3), (1, 3, 3)], [Gap(disc: nil, numbers: [2])]),
      ([(1, 1, 2), (1, 2, 2)], []),
      ([(1, 1, 4)], [Gap(disc: nil, numbers: [2, 3, 4])]),
      ([(1, 1, 1), (3, 2, 2)], [Gap(disc: 2, numbers: []), Gap(disc: 3, numbers: [1])]),
      ([(1, 0, 4)], []), ([(1, 1, 1_000_000_000)], []), ([], []),
    ] as [([(Int, Int, Int)], [Gap])])
  func `missing numbers are gaps, unless that is uncertain`(tracks: [(Int, Int, Int)], gaps: [Gap]) throws {
    let rows = try tracks.map { disc, number, count in
      let json = #"{"kind":"song","discNumber":\#(disc),"trackNumber":\#(number),"trackCount":\#(count)}"#
      return try ITunesRow(JSONValue(parsing: Array(json.utf8)), row: 1)
    }
    #expect(Gap.gaps(in: rows, isCutShort: false) == gaps)
  }

  @Test func `a song's artist is a musician, and shows albums and songs`() async throws {
    let shop = ITunesShop()
    var song = Item(id: .itunes("song", "2002"), title: "A title")
    song.creatorID = .itunes("artist", "10")
    let artist = try #require(Catalog.itunes.relations(of: song).named("artist")?.target(from: song))
    let details = try await shop.client.details(of: artist, filters: [:])
    #expect(
      try details.filled.map { try $0.answer.get().items.map(\.title) } == [
        ["Tides", "Tides (Deluxe)"], ["Flow", "Ebb", "Lone", "Neap"],
      ])
    #expect(shop.asked.count == 2)
    #expect(details.item.genre == "Folk")
  }

  @Test func `an item of another catalog does not change`() async throws {
    let shop = ITunesShop()
    let film = Item(id: ItemID(catalog: "ghibli", category: "film", key: "1"), title: "A film")
    #expect(try await shop.client.details(of: film, filters: [:]) == ItemDetails(item: film))
    #expect(shop.asked.isEmpty)
  }

  private func tracks(of rows: [String]) async throws -> ItemList {
    let stub = ITunesStub(json: #"{"results":[\#(rows.joined(separator: ","))]}"#)
    let relation = try #require(Catalog.itunes.category(named: "album")?.relations.named("tracks"))
    return try await stub.client.related(
      by: relation, to: Item(id: .itunes("album", "1"), title: "A"), filters: [:], offset: 0)
  }
}
