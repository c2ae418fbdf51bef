@testable import Catalogs
@testable import Sample
@testable import Wire
import Foundation
import Testing

@Suite struct `The sample's charts` {
  let sample = SampleAnswers(of: "itunes")
  let store = Self.store
  let fronts = Self.fronts
  private static let store = SampleStore()
  private static let fronts = SampleStorefronts()

  private static let mostPlayed = [
    "music/most-played/10/songs", "music/most-played/10/albums", "music/most-played/10/music-videos",
    "podcasts/top/10/podcasts", "podcasts/top/10/podcast-episodes", "apps/top-free/10/apps", "apps/top-paid/10/apps",
    "books/top-free/10/books", "books/top-paid/10/books", "audio-books/top/10/audio-books",
  ]
  private static let mostBought = [
    "topsongs", "topalbums", "topmusicvideos", "toppodcasts", "topmovies", "topvideorentals", "toptvepisodes",
    "toptvseasons", "toppaidebooks", "topfreeebooks", "topaudiobooks", "topfreeapplications", "toppaidapplications",
    "topgrossingapplications", "newapplications", "topmacapps",
  ]

  private func played(_ path: String, _ country: String = "us") async throws -> [[String: Any]] {
    let feed = try await sample.object("api/v2/\(country)/\(path).json")["feed"] as? [String: Any]
    #expect(feed?["country"] as? String == country)
    return try #require(feed?["results"] as? [[String: Any]])
  }

  private func bought(_ path: String, _ country: String = "us") async throws -> [[String: Any]] {
    let feed = try #require(try await sample.object("\(country)/rss/\(path)/json")["feed"] as? [String: Any])
    switch feed["entry"] {
    case nil: return []
    case let entry as [String: Any]: return [entry]
    case let entries: return try #require(entries as? [[String: Any]])
    }
  }

  private func id(_ entry: [String: Any]) throws -> Int {
    let attributes = (entry["id"] as? [String: Any])?["attributes"] as? [String: Any]
    return try #require((attributes?["im:id"] as? String).flatMap { Int($0) })
  }

  @Test(arguments: mostPlayed, ["us", "gb", "de", "jp", "kr"])
  func `name what the store there has, each once`(path: String, country: String) async throws {
    let rows = try await played(path, country)
    #expect(!rows.isEmpty && rows.count <= 10)
    let front = try #require(fronts[country])
    let ids = try rows.map { try #require(($0["id"] as? String).flatMap { Int($0) }) }
    #expect(Set(ids).count == ids.count)
    for (id, row) in zip(ids, rows) {
      let record = try #require(store.record(front.origin(of: id)), "\(id)")
      #expect(front.has(record) && record.title == row["name"] as? String)
      #expect(row["kind"] as? String == path.split(separator: "/").last.map(String.init))
    }
  }

  @Test(arguments: mostBought, ["us", "gb", "de", "jp"])
  func `name in the older form what the store there has`(type: String, country: String) async throws {
    let entries = try await bought("\(type)/limit=10", country)
    #expect(!entries.isEmpty && entries.count <= 10)
    let front = try #require(fronts[country])
    for entry in entries {
      let record = try #require(store.record(front.origin(of: try id(entry))))
      #expect(front.has(record))
      #expect((entry["im:name"] as? [String: Any])?["label"] as? String == record.title)
      let price = (entry["im:price"] as? [String: Any])?["attributes"] as? [String: Any]
      #expect(price?["currency"] as? String == front.currency.code)
    }
  }

  @Test func `differ from country to country, and several share a first`() async throws {
    var firsts: [String: [String]] = [:]
    let countries = fronts.codes.prefix(60)
    for country in countries {
      let rows = try await played("music/most-played/5/songs", country)
      firsts[try #require(rows.first?["name"] as? String), default: []].append(country)
    }
    #expect(firsts.count >= 8)
    #expect(firsts.values.contains { $0.count >= 3 })
    #expect(try await played("music/most-played/100/songs", "us").count == 100)
  }

  @Test func `name firsts that exist and are of their kind`() {
    for row in SampleTables.itunes["firsts"] {
      let kinds: [String: SampleRecord.Kind] = [
        "song": .song, "album": .album, "video": .musicVideo, "podcast": .podcast, "episode": .podcastEpisode,
        "movie": .movie, "book": .ebook, "app": .software,
      ]
      for id in (row["ids"] ?? "").split(separator: " ") {
        #expect(store.record(Int(id))?.kind == kinds[row["chart"] ?? ""], "\(id)")
      }
    }
  }

  @Test func `are the same whenever they are asked`() async throws {
    let path = "api/v2/us/music/most-played/50/songs.json"
    #expect(try await sample.response(path).body == SampleAnswers(of: "itunes").response(path).body)
  }

  @Test func `are narrowed to a genre in the older form alone`() async throws {
    let comedy = try await bought("toppodcasts/limit=10/genre=1303")
    #expect(try comedy.map { try id($0) }.sorted() == [410017, 410018])
    #expect(try await bought("toppodcasts/limit=10/genre=1489").isEmpty)
    #expect(try await bought("topsongs/limit=5/genre=1289").count == 5)
  }

  @Test func `hold one entry without a list and none without a key`() async throws {
    func entry(_ path: String) async throws -> Any? {
      (try await sample.object("us/rss/\(path)/json")["feed"] as? [String: Any])?["entry"]
    }
    #expect(try await entry("topalbums/limit=1") is [String: Any])
    #expect(try await entry("toppodcasts/limit=5/genre=1489") == nil)
    #expect(try await entry("topalbums/limit=2") is [[String: Any]])
  }

  @Test(arguments: [
    ("api/v2/us/music/most-played/101/songs.json", 500), ("api/v2/us/music/most-played/0/songs.json", 500),
    ("api/v2/xx/music/most-played/10/songs.json", 404), ("api/v2/us/movies/top/10/movies.json", 404),
    ("api/v2/us/music/most-played/100/20/songs.json", 404), ("us/rss/topsongs/limit=201/json", 400),
    ("us/rss/topsongs/limit=0/json", 400), ("xx/rss/topsongs/limit=10/json", 400),
    ("us/rss/topitunesucourses/limit=10/json", 404), ("us/rss/topsongs/limit=10/xml", 404),
  ])
  func `refuse what the services refuse`(path: String, status: Int) async throws {
    #expect(try await sample.response(path).status == status)
  }
}
