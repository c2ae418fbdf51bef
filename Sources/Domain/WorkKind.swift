/// What kind of work a category's items are, whatever the catalog calls the category.
package enum WorkKind: Sendable, Hashable {
  case song, video, album, film, series, season, episode, podcast, podcastEpisode, book, audiobook, comic, person, game
  case other(String)

  package init(ofCategory name: String) { self = Self.named[name] ?? Self.named[name.wordKey] ?? .other(name) }

  /// Each kind's names for a category, the usual one first, and the noun for its parts.
  private static let table: [(kind: WorkKind, names: [String], part: String?)] = [
    (song, "song track recording single", nil), (video, "video musicvideo", nil),
    (album, "album release master releasegroup", "track"), (other("playlist"), "playlist", "track"),
    (film, "film movie", nil), (series, "series show anime tvshow", "episode"), (season, "season", "episode"),
    (episode, "tv", "episode"), (podcast, "podcast", "episode"), (podcastEpisode, "episode", nil),
    (book, "book ebook edition work text", nil), (audiobook, "audiobook", nil), (comic, "comic manga", "chapter"),
    (person, "person artist author band creator maker", nil), (game, "game", nil),
  ].map { kind, names, part in (kind, names.fields(separatedBy: UInt8(ascii: " ")), part) }

  private static let named = Dictionary(
    uniqueKeysWithValues: table.flatMap { kind, names, _ in names.map { ($0, kind) } })

  /// The usual category name.
  package var name: String { if case .other(let name) = self { name } else { entry?.names[0] ?? "" } }

  /// The noun for its parts: tracks of an album, episodes of a podcast or a season; nil if that is unknown.
  package var part: String? { entry?.part }

  private var entry: (kind: WorkKind, names: [String], part: String?)? { Self.table.first { $0.kind == self } }

  /// Whether a work of this kind may be of that kind elsewhere: an anime is a film or a series.
  package func mayBe(_ other: WorkKind) -> Bool {
    self == other || [self, other] == [.film, .series] || [self, other] == [.series, .film]
  }

  /// By how many seconds two measurements of one work may differ; nil if it has no length of its own.
  var tolerance: Double? {
    switch self {
    case .song, .video: 3
    // Films are cut and measured slightly differently.
    case .film: 300
    case .album, .season, .episode, .podcastEpisode, .audiobook, .other: 60
    case .series, .podcast, .book, .comic, .person, .game: nil
    }
  }

  /// Whether small differences add up over its parts or versions, so that the tolerance grows with its length.
  var isLong: Bool { countsParts || self == .film }

  /// Whether the number of parts is fixed, as with an album's tracks; a podcast gets more episodes.
  var countsParts: Bool { self == .album || self == .season }
  /// Whether the year is the work's own: a book's is its edition's, and a podcast's is its latest episode's.
  var keepsItsYear: Bool { ![.book, .audiobook, .podcast, .person, .comic].contains(self) }
  /// Whether all catalogs mean the same by creator: for a series, some name its network, its studio or its author.
  var creatorsCount: Bool { ![.series, .person].contains(self) }
  var isSearchedByCreator: Bool { [.song, .video, .album, .book, .audiobook].contains(self) }
}
