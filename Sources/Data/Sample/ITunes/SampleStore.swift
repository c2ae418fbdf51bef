import Domain

/// The contents of the sample iTunes store: its tables, joined by id.
struct SampleStore: Sendable {
  /// In the order of the tables, which is also the order of equally good answers.
  let records: [SampleRecord]
  private let places: [Int: Int]
  /// The positions of the works of each item, such as an artist's albums and songs, in the order of the tables.
  private let works: [Int: [Int]]
  private let parts: [Int: Parts]
  private let searchable: [SampleRecord.Kind: OnFirstUse<[SearchableRecord]>]

  init() {
    var records: [SampleRecord] = []
    var places: [Int: Int] = [:]
    func add(_ record: SampleRecord) {
      places[record.id] = records.count
      records.append(record)
    }
    func known(_ id: Int?) -> SampleRecord? { id.flatMap { places[$0] }.map { records[$0] } }

    for row in SampleTables.itunes["artists"] {
      let kind: SampleRecord.Kind =
        switch row["type"] {
        case "Author": .author
        case "Software Artist": .developer
        case "TV Show": .show
        case "Movie Artist": .director
        case "Podcast Artist": .podcaster
        default: .musicArtist
        }
      add(SampleRecord(kind, id: row.int("id"), title: row["name"], row: row))
    }
    // Parents come before their parts, whose ids are derived from theirs.
    let tables: [(SampleRecord.Kind, String, parent: String?)] = [
      (.album, "albums", nil), (.song, "songs", "album"), (.musicVideo, "musicVideos", "album"),
      (.podcast, "podcasts", nil), (.podcastEpisode, "podcastEpisodes", "show"),
      (.tvSeason, "tvSeasons", nil), (.tvEpisode, "tvEpisodes", "season"), (.movie, "movies", nil),
      (.audiobook, "audiobooks", nil), (.ebook, "ebooks", nil), (.software, "apps", nil),
    ]
    for (kind, table, parentColumn) in tables {
      for row in SampleTables.itunes[table] where kind != .podcastEpisode || row.note("feedonly") == nil {
        let parent = known(parentColumn.flatMap { row.int($0) })
        let artist = known(row.int("artist") ?? row.note("artist").flatMap { Int($0) } ?? parent?.artist)
        let id = row.int("id") ?? parent.flatMap { Self.id(of: row, in: $0) }
        add(SampleRecord(kind, id: id, title: row["title"], by: artist, in: parent, row: row))
      }
    }
    var works: [Int: [Int]] = [:]
    var parts: [Int: Parts] = [:]
    for (place, record) in records.enumerated() {
      if let artist = record.artist { works[artist, default: []].append(place) }
      guard let whole = record.parent else { continue }
      works[whole, default: []].append(place)
      // A guest's song on another artist's album belongs to both artists.
      if let host = known(whole)?.artist, host != record.artist { works[host, default: []].append(place) }
      parts[whole, default: Parts()].count(record)
    }
    self.records = records
    self.places = places
    self.works = works
    self.parts = parts
    searchable = Dictionary(grouping: records, by: \.kind).mapValues { records in
      OnFirstUse { SearchableRecord.all(records) }
    }
  }

  /// The records of a kind in the order of the tables, folded for searching when first asked for.
  func searchable(_ kind: SampleRecord.Kind?) -> [SearchableRecord] {
    kind.flatMap { searchable[$0]?.value } ?? []
  }

  func record(_ id: Int?) -> SampleRecord? { place(of: id).map { records[$0] } }

  func place(of id: Int?) -> Int? { id.flatMap { places[$0] } }

  func works(of id: Int) -> [SampleRecord] { (works[id] ?? []).map { records[$0] } }

  /// How many parts an album, season or podcast has. An album also counts numbered parts that are not sold.
  func partCount(of id: Int) -> Int {
    guard let parts = parts[id] else { return record(id)?.row.int("tracks") ?? 0 }
    guard let album = record(id), album.kind == .album else { return parts.count }
    return max(parts.last.values.reduce(0, +), album.row.int("tracks") ?? 0)
  }

  func discCount(of album: Int) -> Int { parts[album]?.last.keys.max() ?? 1 }

  /// The track count in songs of a disc: only the songs of that disc, as in the real store.
  func songCount(onDisc disc: Int, of album: Int) -> Int {
    let listed = parts[album]?.lastSong[disc] ?? 0
    return discCount(of: album) == 1 ? max(listed, record(album)?.row.int("tracks") ?? 0) : listed
  }

  /// The id of a part, derived from the whole's id and the part's number; nil if the row has no number.
  static func id(of row: SampleTable.Row, in whole: SampleRecord) -> Int? {
    guard let number = row.int("number") else { return nil }
    // Podcast episodes have ids beyond 32 bits in the real store too.
    if whole.kind == .podcast { return 1_000_000_000_000 + whole.id * 1000 + number }
    return whole.id * 100 + ((row.int("disc") ?? 1) - 1) * 50 + number
  }
}

/// Counts the parts of an album, season or podcast.
private struct Parts {
  var count = 0
  /// The highest number on each disc, of all parts and of songs alone.
  var last: [Int: Int] = [:]
  var lastSong: [Int: Int] = [:]

  mutating func count(_ part: SampleRecord) {
    count += 1
    last[part.disc] = max(last[part.disc] ?? 0, part.number)
    if part.kind == .song { lastSong[part.disc] = max(lastSong[part.disc] ?? 0, part.number) }
  }
}

/// One item in the sample store. A class, because a struct of this size is slow to copy.
final class SampleRecord: Sendable {
  enum Kind: String, Sendable {
    case musicArtist, author, developer, show, director, podcaster
    case album, song, musicVideo, podcast, podcastEpisode, tvSeason, tvEpisode, movie, audiobook, ebook, software
  }

  let kind: Kind
  let id: Int
  /// The album, podcast or season that it is part of.
  let parent: Int?
  let artist: Int?
  /// Its number within the whole.
  let number: Int
  let disc: Int
  let title: String
  let creator: String?
  let collection: String?
  let row: SampleTable.Row

  /// A row without id or title is an error in a table; the tests find it by its id of 0.
  init(
    _ kind: Kind, id: Int?, title: String?, by artist: SampleRecord? = nil, in parent: SampleRecord? = nil,
    row: SampleTable.Row
  ) {
    self.kind = kind
    self.id = id ?? 0
    self.parent = parent?.id
    self.artist = artist?.id
    number = parent == nil ? 0 : row.int("number") ?? 0
    disc = parent == nil ? 1 : row.int("disc") ?? 1
    self.title = title ?? ""
    collection = parent?.title
    self.row = row
    creator = row["by"] ?? artist?.title ?? parent?.creator
  }

  var isExplicit: Bool { row.note("explicit") != nil }
}

/// An item with its texts folded.
struct SearchableRecord: Sendable {
  let record: SampleRecord
  let title: SampleSearchText
  let creator: SampleSearchText
  let collection: SampleSearchText

  static func all(_ records: [SampleRecord]) -> [SearchableRecord] {
    // Many records share a creator, and parts share a whole.
    var known: [String: SampleSearchText] = [:]
    func folded(_ text: String?) -> SampleSearchText {
      let text = text ?? ""
      if let folded = known[text] { return folded }
      let folded = SampleSearchText(text)
      known[text] = folded
      return folded
    }
    return records.map {
      SearchableRecord(
        record: $0, title: SampleSearchText($0.title), creator: folded($0.creator), collection: folded($0.collection))
    }
  }
}

/// Barcodes for the sample's albums and books, made from their ids.
///
/// Nobody uses their prefixes: 2 is for a shop's own goods, 979-9 for no country yet.
enum SampleBarcode {
  /// The twelve digits on an album's sleeve.
  static func upc(of album: Int) -> String { withCheckDigit("20000\(album)") }

  /// The id in the tables; nil unless `digits` is such a barcode.
  static func album(upc digits: String) -> Int? { id(in: digits, after: "20000") }
  static func book(isbn digits: String) -> Int? { id(in: digits, after: "979900") }

  private static func id(in digits: String, after beginning: String) -> Int? {
    guard digits.hasPrefix(beginning), digits == withCheckDigit(String(digits.dropLast())) else { return nil }
    return Int(digits.dropFirst(beginning.count).dropLast())
  }

  private static func withCheckDigit(_ digits: String) -> String {
    let sum = digits.utf8.reversed().enumerated().reduce(0) { sum, digit in
      sum + Int(digit.element &- UInt8(ascii: "0")) * (digit.offset.isMultiple(of: 2) ? 3 : 1)
    }
    return digits + String((10 - sum % 10) % 10)
  }
}
