import Catalogs
import Sample
import Wire
import Foundation
import Testing

@Suite struct `A sample lookup of iTunes` {
  let sample = SampleAnswers(of: "itunes")

  @Test(arguments: [
    // A parent, an entity, the parent's name, how many works stand behind it.
    (201001, "album", "Antonio Vivaldi", 3), (201001, "song", "Antonio Vivaldi", 26),
    (201001, "musicVideo", "Antonio Vivaldi", 1), (310001, "song", "Antonio Vivaldi", 14),
    (510001, "tvEpisode", "Vivaldi: The Red Priest", 4), (203001, "tvSeason", "Vivaldi: The Red Priest", 2),
    (203001, "tvEpisode", "Vivaldi: The Red Priest", 8), (410001, "podcastEpisode", "Baroque Breakfast Radio", 5),
    (205002, "podcast", "Hanne Lindqvist & Tomé Okafor", 2), (202002, "ebook", "Jane Austen", 3),
    (202002, "audiobook", "Jane Austen", 2), (204002, "software", "Tuning Fork Software", 5),
    (310029, "song", "Antonio Vivaldi", 0), (310028, "song", "Antonio Vivaldi", 12),
    (310031, "song", "The Hedgerow Singers", 13), (310031, "musicVideo", "The Hedgerow Singers", 2),
    (310006, "song", "Franz Schubert", 20), (310032, "song", "Various Artists", 9),
    (206002, "movie", "Charles Chaplin", 3), (205003, "podcast", "Row Q", 2), (31000101, "song", "Antonio Vivaldi", 0),
    (410013, "podcastEpisode", "Lighthouse Keepers’ Guild", 14),
  ])
  func `gives a parent and its works`(id: Int, entity: String, name: String, works: Int) async throws {
    let rows = try await sample.rows("lookup", [("id", String(id)), ("entity", entity)])
    #expect(rows.first?["artistName"] as? String == name)
    #expect(rows.count == 1 + works)
    let ids = ["artistId", "collectionId", "trackId", "collectionArtistId"]
    #expect(
      rows.allSatisfy { row in
        ids.contains { row[$0] as? Int == id } || row["artistIds"] as? [Int] == [id]
      })
  }

  @Test func `gives a thing alone without an entity`() async throws {
    let rows = try await sample.rows("lookup", [("id", "31000112")])
    #expect(rows.count == 1)
    #expect(rows.first?["trackNumber"] as? Int == 12)
    #expect(rows.first?["trackCount"] as? Int == 14)
  }

  @Test func `counts the works and not the parent towards the limit`() async throws {
    let rows = try await sample.rows("lookup", [("id", "310001,310005"), ("entity", "song"), ("limit", "2")])
    #expect(
      rows.map { $0["wrapperType"] as? String } == ["collection", "track", "track", "collection", "track", "track"])
  }

  @Test func `puts the newest works first when told to`() async throws {
    let rows = try await sample.rows("lookup", [("id", "410001"), ("entity", "podcastEpisode"), ("sort", "recent")])
    let dates = rows.dropFirst().compactMap { $0["releaseDate"] as? String }
    #expect(dates.count == 5)
    #expect(dates == dates.sorted(by: >))
  }

  @Test(arguments: ["1", "999999999", ""])
  func `has nothing for an unknown id`(id: String) async throws {
    #expect(try await sample.rows("lookup", [("id", id), ("entity", "song")]).isEmpty)
  }

  @Test func `leaves out the unknown among several ids`() async throws {
    let rows = try await sample.rows("lookup", [("id", "1,201003,2,201004")])
    #expect(rows.compactMap { $0["artistName"] as? String } == ["Johann Sebastian Bach", "Ludwig van Beethoven"])
  }

  @Test(arguments: [
    [("id", "99999999999999999999")], [("id", "vivaldi")], [("id", "1"), ("country", "PR")],
    [("id", "1"), ("entity", "film")],
  ])
  func `refuses a bad value`(query: [(String, String)]) async throws {
    #expect(try await sample.response("lookup", query).status == 400)
  }
}
