/// What the sample iTunes store holds: the tables read, joined by their ids, and folded for searching.
struct SampleStore: Sendable {
  /// In the order of the tables, which is the order of equally good answers.
  let records: [SampleRecord]
  private let places: [Int: Int]
  private let partCounts: [Int: Int]

  init() {
    var records: [SampleRecord] = []
    var places: [Int: Int] = [:]
    func add(_ record: SampleRecord) {
      places[record.id] = records.count
      records.append(record)
    }
    func known(_ id: Int?) -> SampleRecord? { id.flatMap { places[$0] }.map { records[$0] } }

    for row in SampleTable(Self.artists).rows {
      let kind: SampleRecord.Kind =
        switch row["type"] {
        case "Author": .author
        case "Software Artist": .developer
        case "TV Show": .show
        default: .musicArtist
        }
      add(SampleRecord(kind, id: row.int("id"), title: row["name"], row: row))
    }
    // Parents come before their parts, whose ids continue theirs.
    let tables: [(SampleRecord.Kind, String, parent: String?)] = [
      (.album, Self.albums, nil), (.song, Self.songs, "album"), (.musicVideo, Self.musicVideos, nil),
      (.podcast, Self.podcasts, nil), (.podcastEpisode, Self.podcastEpisodes, "show"),
      (.tvSeason, Self.tvSeasons, nil), (.tvEpisode, Self.tvEpisodes, "season"), (.movie, Self.movies, nil),
      (.audiobook, Self.audiobooks, nil), (.ebook, Self.ebooks, nil), (.software, Self.apps, nil),
    ]
    for (kind, table, parentColumn) in tables {
      for row in SampleTable(table).rows {
        let parent = known(parentColumn.flatMap { row.int($0) })
        let artist = known(row.int("artist") ?? row.note("artist").flatMap { Int($0) } ?? parent?.artist)
        let id = row.int("id") ?? Self.id(of: kind, part: row.int("number"), in: parent)
        add(SampleRecord(kind, id: id, title: row["title"], by: artist, in: parent, row: row))
      }
    }
    self.records = records
    self.places = places
    partCounts = Dictionary(records.compactMap(\.parent).map { ($0, 1) }, uniquingKeysWith: +)
  }

  func record(_ id: Int?) -> SampleRecord? { id.flatMap { places[$0] }.map { records[$0] } }

  /// How many songs an album has, how many episodes a season or podcast.
  func partCount(of id: Int) -> Int { partCounts[id] ?? 0 }

  /// The works of one of `kinds` that belong to `record`: an artist's albums, an album's songs.
  func works(of record: SampleRecord, kinds: [SampleRecord.Kind]) -> [SampleRecord] {
    records.filter {
      kinds.contains($0.kind) && $0.id != record.id && ($0.parent == record.id || $0.artist == record.id)
    }
  }

  private static func id(of kind: SampleRecord.Kind, part: Int?, in parent: SampleRecord?) -> Int? {
    guard let part, let parent else { return nil }
    // Podcast episodes have ids beyond 32 bits at the real store too.
    return kind == .podcastEpisode ? 1_000_000_000_000 + parent.id * 1000 + part : parent.id * 100 + part
  }
}

/// One thing in the sample store.
struct SampleRecord: Sendable {
  enum Kind: Sendable {
    case musicArtist, author, developer, show
    case album, song, musicVideo, podcast, podcastEpisode, tvSeason, tvEpisode, movie, audiobook, ebook, software
  }

  let kind: Kind
  let id: Int
  /// The album, podcast or season it is part of.
  let parent: Int?
  let artist: Int?
  let title: String
  let creator: String?
  let collection: String?
  let row: SampleTable.Row
  let searchableTitle: SampleSearchText
  let searchableCreator: SampleSearchText
  let searchableCollection: SampleSearchText

  /// A row without id or title is a mistake in a table, which the tests find by its id of 0.
  init(
    _ kind: Kind, id: Int?, title: String?, by artist: SampleRecord? = nil, in parent: SampleRecord? = nil,
    row: SampleTable.Row
  ) {
    self.kind = kind
    self.id = id ?? 0
    self.parent = parent?.id
    self.artist = artist?.id
    self.title = title ?? ""
    collection = parent?.title
    self.row = row
    searchableTitle = SampleSearchText(self.title)
    searchableCollection = parent?.searchableTitle ?? SampleSearchText("")
    // Folded once for all the works of one creator.
    if let name = row["by"] {
      creator = name
      searchableCreator = SampleSearchText(name)
    } else {
      creator = artist?.title ?? parent?.creator
      searchableCreator = artist?.searchableTitle ?? parent?.searchableCreator ?? SampleSearchText("")
    }
  }

  var isExplicit: Bool { row.note("explicit") != nil }
}
