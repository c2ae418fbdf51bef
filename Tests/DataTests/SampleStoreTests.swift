@testable import Catalogs
@testable import Sample
@testable import Wire
import Domain
import Foundation
import TestSupport
import Testing

/// Everything that the sample's tables refer to must exist.
@Suite struct `The sample store` {
  let sample = SampleAnswers(of: "itunes")
  let store = Self.store
  let fronts = Self.fronts
  private static let store = SampleStore()
  private static let fronts = SampleStorefronts()

  @Test func `has a title and a unique id for every item`() {
    #expect(Set(store.records.map(\.id)).count == store.records.count)
    #expect(store.records.allSatisfy { $0.id > 0 && !$0.title.isEmpty })
  }

  @Test func `contains every artist and every whole in its tables`() {
    for record in store.records {
      if let artist = record.row.int("artist") { #expect(store.record(artist) != nil, "\(record.title)") }
      for column in ["album", "season", "show"] {
        if let whole = record.row.int(column) { #expect(record.parent == whole, "\(record.title)") }
      }
      switch record.kind {
      case .musicArtist, .author, .developer, .show, .director, .podcaster: break
      default: #expect(record.creator != nil, "\(record.title)")
      }
    }
  }

  @Test(arguments: TextTable.rows("contains text with") { ($0[0], $0[1]) })
  func `contains text with`(what: String, sign: String) {
    let texts = store.records.flatMap { [$0.title, $0.row["about"] ?? ""] }
    #expect(texts.contains { $0.unicodeScalars.firstRange(of: sign.unicodeScalars) != nil })
  }

  @Test func `are those of the client`() {
    #expect(fronts.codes.map { $0.uppercased() } == ITunesStorefronts.codes)
  }

  @Test func `convert every id back, in every country`() throws {
    for code in fronts.codes {
      let market = SampleMarket(store: store, front: try #require(fronts[code]))
      var seen: Set<Int> = []
      for record in store.records where market.front.has(record) {
        let id = market.front.id(of: record.id)
        #expect(seen.insert(id).inserted, "\(code) \(id)")
        #expect(market.front.origin(of: id) == record.id, "\(code) \(id)")
      }
    }
  }

  @Test func `refer to items and countries that exist`() throws {
    for row in SampleTables.itunes["differences"] {
      #expect(store.record(row.int("id")) != nil, "\(row["id"] ?? "")")
      if let there = row.int("there") { #expect(store.record(there) == nil, "\(there)") }
      for code in (row["stores"] ?? "").split(separator: " ") where code != "not" {
        #expect(fronts[String(code)] != nil)
      }
    }
    let currencies = Set(SampleTables.itunes["currencies"].compactMap { $0["currency"] })
    for row in SampleTables.itunes["storefronts"] { #expect(currencies.contains(row["currency"] ?? "")) }
  }

  @Test(arguments: TextTable.rows("convert prices to their currency") { ($0[0], $0[1], $0[2]) })
  func `convert prices to their currency`(code: String, dollars: String, price: String) throws {
    #expect(try #require(fronts[code]).currency.price(dollars) == price)
  }

  // MARK: Charts

  private static let mostPlayed = [
    "music/most-played/10/songs", "music/most-played/10/albums", "podcasts/top/10/podcasts",
    "podcasts/top/10/podcast-episodes", "apps/top-free/10/apps", "books/top-paid/10/books",
    "audio-books/top/10/audio-books",
  ]
  private static let mostBought = [
    "topsongs", "topalbums", "topmusicvideos", "toppodcasts", "topmovies", "toptvepisodes", "toptvseasons",
    "toppaidebooks", "topfreeapplications",
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
  func `list what the store has, each item once`(path: String, country: String) async throws {
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
  func `list what the store has in the older form`(type: String, country: String) async throws {
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

  @Test func `differ between countries, and several share a number one`() async throws {
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

  @Test func `have number ones that exist and are of their kind`() {
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

  // MARK: Feeds

  @Test func `has the feed of every podcast, except one that no longer exists`() async throws {
    let reader = FeedReader(addresses: UntrustedURLPolicy(own: [SampleRecord.site]), fetch: sample.fetch)
    for show in store.records where show.kind == .podcast {
      let rows = try await sample.rows("lookup", [("id", String(show.id))])
      let address = rows.first?["feedUrl"] as? String
      #expect((address == nil) == (show.id == 410005))
      guard let link = address.flatMap(WebLink.init) else { continue }
      guard show.id != 410011 else {
        await #expect(throws: CatalogError.self) { try await reader.feed(at: link) }
        continue
      }
      var feed = try await reader.feed(at: link)
      var pages = [link.text]
      while feed.next != nil { feed = try await reader.next(of: feed, pages: &pages) }
      let episodes = feed.items(of: Item(id: .itunes("podcast", String(show.id)), title: show.title))
      #expect(feed.fault == nil && feed.skipped.isEmpty && !episodes.isEmpty, "\(show.title)")
      #expect(Set(episodes.map(\.id)).count == episodes.count, "\(show.title)")
      for episode in episodes {
        #expect(episode.audio != nil && episode.duration != nil && episode.released != nil, "\(episode.title)")
      }
    }
  }
}
