@testable import Catalogs
@testable import Sample
@testable import Wire
import Foundation
import Testing

/// Everything in the sample must lead somewhere.
@Suite struct `The sample's world` {
  let sample = SampleAnswers(of: "itunes")
  let store = Self.store
  private static let store = SampleStore()
  let market: SampleMarket

  init() throws { market = SampleMarket(store: store, front: try #require(SampleStorefronts()["us"])) }

  private func children(_ id: Int, _ entity: String, country: String = "US") async throws -> [[String: Any]] {
    let query = [("id", String(id)), ("entity", entity), ("limit", "200"), ("country", country)]
    return Array(try await sample.rows("lookup", query).dropFirst())
  }

  @Test(arguments: ["US", "GB", "DE", "JP"])
  func `has the tracks of every album, in order, below the album's id`(country: String) async throws {
    let front = try #require(SampleStorefronts()[country])
    for album in store.records where album.kind == .album && front.has(album) {
      let id = front.id(of: album.id)
      let tracks = try await children(id, "song", country: country)
      // One album is sold only as a whole.
      #expect(tracks.isEmpty == (album.id == 310029), "\(album.title)")
      let places = tracks.map { [$0["discNumber"] as? Int ?? 0, $0["trackNumber"] as? Int ?? 0] }
      #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) } && Set(places).count == places.count)
      #expect(tracks.count <= store.partCount(of: album.id))
      for track in tracks {
        #expect(track["collectionId"] as? Int == id)
        let number = try #require(track["trackNumber"] as? Int)
        #expect((1...(track["trackCount"] as? Int ?? 0)).contains(number), "\(album.title) \(number)")
        #expect((1...(track["discCount"] as? Int ?? 0)).contains(track["discNumber"] as? Int ?? 0))
      }
    }
  }

  @Test func `has works by every artist`() async throws {
    let entities: [(SampleRecord.Kind, [String])] = [
      (.musicArtist, ["album", "song"]), (.show, ["tvSeason", "tvEpisode"]), (.developer, ["software"]),
      (.director, ["movie"]), (.podcaster, ["podcast"]),
    ]
    for (kind, entities) in entities {
      for record in store.records where record.kind == kind {
        for entity in entities { #expect(try await !children(record.id, entity).isEmpty, "\(record.title) \(entity)") }
      }
    }
    for author in store.records where author.kind == .author {
      let works = try await children(author.id, "ebook") + children(author.id, "audiobook")
      #expect(!works.isEmpty, "\(author.title)")
    }
  }

  @Test func `has the episodes of every season, numbered from one`() async throws {
    for season in store.records where season.kind == .tvSeason {
      let episodes = try await children(season.id, "tvEpisode")
      #expect(episodes.compactMap { $0["trackNumber"] as? Int } == Array(1...max(1, episodes.count)))
      #expect(episodes.allSatisfy { $0["trackCount"] as? Int == episodes.count })
    }
  }

  @Test func `lists a podcast's episodes newest first and looks none up by its own id`() async throws {
    let episodes = try await children(410001, "podcastEpisode")
    let dates = episodes.compactMap { $0["releaseDate"] as? String }
    #expect(dates.count == 5 && dates == dates.sorted(by: >))
    let id = try #require(episodes.first?["trackId"] as? Int)
    #expect(try await sample.rows("lookup", [("id", String(id))]).isEmpty)
  }

  @Test func `has releases from the weeks before its day`() async throws {
    for (id, entity) in [(201009, "album"), (201010, "album"), (203003, "tvSeason")] {
      let newest = try await sample.rows("lookup", [("id", String(id)), ("entity", entity), ("sort", "recent")])
      let date = try #require(newest.dropFirst().first?["releaseDate"] as? String)
      #expect(date > "2026-10-22" && date.prefix(10) <= SampleService.day, "\(date)")
    }
  }
}
