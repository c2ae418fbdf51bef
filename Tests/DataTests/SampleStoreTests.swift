@testable import Catalogs
@testable import Sample
@testable import Wire
import Foundation
import Testing

@Suite struct `The sample store` {
  let store = Self.store
  private static let store = SampleStore()

  /// Every record as the service sends it in the United States.
  private func rows() throws -> [[String: Any]] {
    let market = SampleMarket(store: store, front: try #require(SampleStorefronts()["US"]))
    return try store.records.filter(market.front.has).map { record in
      let row = try JSONSerialization.jsonObject(with: Foundation::Data(record.wireRow(in: market).bytes))
      return try #require(row as? [String: Any])
    }
  }

  @Test func `holds something of every kind`() {
    let counts = Dictionary(store.records.map { ($0.kind, 1) }, uniquingKeysWith: +)
    let least: [(SampleRecord.Kind, Int)] = [
      (.song, 200), (.album, 25), (.musicArtist, 25), (.musicVideo, 10), (.podcast, 15), (.podcastEpisode, 20),
      (.tvSeason, 7), (.tvEpisode, 24), (.movie, 25), (.audiobook, 15), (.ebook, 20), (.software, 14), (.author, 14),
    ]
    for (kind, count) in least { #expect(counts[kind] ?? 0 >= count, "\(kind)") }
  }

  @Test func `has a title and an id of its own for everything`() {
    #expect(Set(store.records.map(\.id)).count == store.records.count)
    #expect(store.records.allSatisfy { $0.id > 0 && !$0.title.isEmpty })
  }

  @Test func `knows every artist and every whole that a table names`() {
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

  @Test func `sends the keys of each kind and none that it has not`() throws {
    let always: [String: (has: [String], hasNot: [String])] = [
      "song": (["trackId", "collectionId", "artistName", "trackTimeMillis", "trackNumber", "discCount"], ["feedUrl"]),
      "music-video": (["trackId", "trackTimeMillis", "releaseDate"], ["feedUrl", "isStreamable"]),
      "podcast": (["trackId", "collectionId", "genreIds", "trackCount"], ["trackTimeMillis", "previewUrl"]),
      "podcast-episode": (
        ["trackId", "artistIds", "episodeUrl", "description"], ["artistId", "currency", "trackPrice"]
      ),
      "tv-episode": (["trackId", "artistId", "collectionId", "contentAdvisoryRating", "longDescription"], []),
      "feature-movie": (["trackId", "trackTimeMillis", "contentAdvisoryRating"], ["collectionId"]),
      "Album": (["collectionId", "copyright", "trackCount", "artworkUrl100"], ["trackId", "artworkUrl30"]),
      "TV Season": (["collectionId", "artistId", "trackCount"], ["trackId", "artworkUrl30"]),
      "audiobook": (["collectionId", "description"], ["trackId", "trackName", "artworkUrl30"]),
      "Artist": (["artistId", "artistLinkUrl"], ["artistViewUrl", "artworkUrl100", "country"]),
      "Software Artist": (["artistId", "artistLinkUrl"], ["primaryGenreName", "primaryGenreId"]),
      "ebook": (["trackId", "artistIds", "genres"], ["wrapperType", "country", "collectionId"]),
      "software": (["bundleId", "version", "isGameCenterEnabled", "primaryGenreId"], ["country", "collectionId"]),
      "mac-software": (["bundleId", "minimumOsVersion"], ["isGameCenterEnabled", "country"]),
    ]
    var seen: Set<String> = []
    for row in try rows() {
      let names = ["kind", "collectionType", "artistType", "wrapperType"].compactMap { row[$0] as? String }
      let kind = try #require(names.first)
      seen.insert(kind)
      guard let keys = always[kind] else { continue }
      #expect(keys.has.allSatisfy { row[$0] != nil }, "\(row)")
      #expect(keys.hasNot.allSatisfy { row[$0] == nil }, "\(row)")
      #expect(row.values.allSatisfy { !($0 is NSNull) }, "\(row)")
    }
    #expect(seen.isSuperset(of: always.keys))
  }

  @Test func `writes ids as numbers, file sizes of apps as text and episode ids beyond 32 bits`() throws {
    for row in try rows() {
      for key in ["trackId", "collectionId", "artistId"] where row[key] != nil { #expect(row[key] is Int) }
      if row["wrapperType"] as? String == "podcastEpisode" { #expect(row["trackId"] as? Int ?? 0 > 1 << 32) }
      if row["wrapperType"] as? String == "software", let size = row["fileSizeBytes"] { #expect(size is String) }
    }
  }

  @Test func `has covers in the service's sizes and links that lead nowhere`() throws {
    for row in try rows() {
      for (key, value) in row where key.hasSuffix("Url") {
        let url = try #require((value as? String).flatMap(URL.init))
        #expect(url.scheme == "https" && url.host == "sample.liner.invalid")
        if key == "artworkUrl100" { #expect(url.lastPathComponent == "100x100bb.jpg") }
      }
    }
  }

  @Test func `leaves out here and there what the service leaves out`() throws {
    let rows = try rows()
    func kind(_ kind: String) -> [[String: Any]] { rows.filter { $0["kind"] as? String == kind } }
    for (kind, key) in [
      ("song", "trackPrice"), ("song", "artistId"), ("song", "previewUrl"), ("music-video", "collectionId"),
      ("feature-movie", "artistId"), ("podcast", "feedUrl"),
      ("podcast", "artistId"),
      ("podcast", "artworkUrl600"), ("feature-movie", "trackPrice"), ("feature-movie", "artworkUrl100"),
      ("ebook", "price"),
      ("ebook", "averageUserRating"), ("software", "fileSizeBytes"), ("software", "releaseNotes"),
    ] {
      #expect(rows.contains { $0["kind"] as? String == kind && $0[key] == nil }, "\(kind) \(key)")
      #expect(rows.contains { $0["kind"] as? String == kind && $0[key] != nil }, "\(kind) \(key)")
    }
    #expect(kind("song").contains { $0["trackPrice"] as? Double == -1 })
    #expect(rows.contains { ($0["releaseDate"] as? String)?.hasSuffix("Etc/GMT") ?? false })
    for explicitness in ["explicit", "cleaned", "notExplicit"] {
      #expect(kind("song").contains { $0["trackExplicitness"] as? String == explicitness })
    }
  }

  @Test(arguments: [
    ("diacritics", "é"), ("Cyrillic", "Ж"), ("Hangul", "봄"), ("hiragana", "さくら"), ("katakana", "ソーラン"), ("Han", "四季"),
    ("half-width kana", "ﾃﾞ"), ("full-width Latin", "ＡＢＣ"), ("Hebrew", "הבה"), ("Hebrew points", "שָׁ"), ("Arabic", "ليل"),
    ("emoji", "☀️"), ("joined emoji", "👨‍👩‍👧‍👦"), ("emoji with a skin tone", "👩🏽‍🚀"), ("combining marks", "T\u{308}"),
    ("a no-break space", "Nº\u{A0}7"), ("dotted capital I", "İ"), ("typographic quotes", "“Spring”"),
    ("ampersand", " & "),
    ("HTML", "&amp;"), ("a line separator", "\u{2028}"), ("an invisible mark", "\u{200F}"),
  ])
  func `has text with`(what: String, sign: String) {
    let texts = store.records.flatMap { [$0.title, $0.row["about"] ?? ""] }
    #expect(texts.contains { $0.unicodeScalars.firstRange(of: sign.unicodeScalars) != nil })
  }

  @Test func `has titles of more than 120 characters`() {
    for kind in [SampleRecord.Kind.song, .album, .podcast] {
      #expect(store.records.contains { $0.kind == kind && $0.title.count > 120 })
    }
  }
}
