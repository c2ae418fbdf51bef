import Domain

/// One category of the iTunes Search API, an entry of `all`.
///
/// Media, entities and attributes: Apple's "iTunes Search API", tables of the Searching page.
struct ITunesCategory: Sendable {
  let category: Category
  let media: Media
  let entity: String
  /// The service's words for rows of this category, if rows contain one.
  let kinds: [String]
  /// Which of a row's names, ids and links belong to the item itself.
  let level: ITunesRow.Level
  /// The relations of its items, and the request for each.
  let relations: [ITunesRelation]
  /// Whether the service can look up its items by their own number.
  let isLookedUp: Bool
  /// Whether its items have the same number in all storefronts; a quarter of songs do not.
  let keepsNumbers: Bool

  init(
    _ name: String, title: String, itemTitle: String? = nil, others: [String] = [], media: Media, entity: String,
    kinds: [String],
    level: ITunesRow.Level = .track, isLookedUp: Bool = true, keepsNumbers: Bool = false,
    lookups: Set<OtherID.Kind> = [], wikidata: String? = nil, relations: [ITunesRelation]
  ) {
    category = Category(
      name: name, title: title, itemTitle: itemTitle, others: others, relations: relations.map(\.relation),
      lookups: lookups, wikidataProperty: wikidata)
    self.media = media
    self.entity = entity
    self.kinds = kinds
    self.level = level
    self.isLookedUp = isLookedUp
    self.keepsNumbers = keepsNumbers
    self.relations = relations
  }

  enum Media: String {
    case audiobook, ebook, movie, music, musicVideo, podcast, software, tvShow

    /// The attributes that a search of this medium can be limited to.
    var attributes: [String] { Self.attributes[rawValue] ?? [] }

    private static let attributes = EmbeddedFile.table("attributes").words
  }

  static let song = ITunesCategory(
    "song", title: "Song", media: .music, entity: "song", kinds: ["song"], wikidata: "P10110",
    relations: ITunesRelation.ofSongs)

  static let artist = ITunesCategory(
    "artist", title: "Artist", media: .music, entity: "musicArtist", kinds: ["Artist", "artist"], level: .artist,
    keepsNumbers: true, wikidata: "P2850", relations: ITunesRelation.ofArtists)

  /// In the order of a home screen; the first three are searched by default.
  static let all = [
    song,
    ITunesCategory(
      "podcast", title: "Podcast", media: .podcast, entity: "podcast", kinds: ["podcast"], keepsNumbers: true,
      wikidata: "P5842", relations: ITunesRelation.ofPodcasts),
    ITunesCategory(
      "tv", title: "TV Show", itemTitle: "TV Episode", media: .tvShow, entity: "tvEpisode", kinds: ["tv-episode"],
      relations: ITunesRelation.ofTVEpisodes),
    ITunesCategory(
      "album", title: "Album", media: .music, entity: "album", kinds: ["Album", "album"], level: .collection,
      lookups: [.upc], wikidata: "P2281", relations: ITunesRelation.ofAlbums),
    artist,
    ITunesCategory(
      "music-video", title: "Music Video", others: ["video"], media: .musicVideo, entity: "musicVideo",
      kinds: ["music-video"], relations: ITunesRelation.ofMusicVideos),
    // Undocumented as a search entity, but it works; lookups by number do not.
    ITunesCategory(
      "episode", title: "Episode", others: ["podcast episode"], media: .podcast, entity: "podcastEpisode",
      kinds: ["podcast-episode"], isLookedUp: false, keepsNumbers: true,
      relations: ITunesRelation.ofPodcastEpisodes),
    ITunesCategory(
      "season", title: "Season", others: ["tv season"], media: .tvShow, entity: "tvSeason", kinds: ["TV Season"],
      level: .collection, wikidata: "P6381", relations: ITunesRelation.ofSeasons),
    ITunesCategory(
      "movie", title: "Movie", others: ["film"], media: .movie, entity: "movie", kinds: ["feature-movie"],
      wikidata: "P6398", relations: ITunesRelation.ofMovies),
    ITunesCategory(
      "audiobook", title: "Audiobook", media: .audiobook, entity: "audiobook", kinds: ["audiobook"],
      level: .collection, relations: ITunesRelation.ofAudiobooks),
    ITunesCategory(
      "ebook", title: "Ebook", others: ["book"], media: .ebook, entity: "ebook", kinds: ["ebook", "book"],
      lookups: [.isbn], wikidata: "P6395", relations: ITunesRelation.ofEbooks),
    ITunesCategory(
      "app", title: "App", others: ["software"], media: .software, entity: "software",
      kinds: ["software", "mac-software"], keepsNumbers: true, wikidata: "P3861",
      relations: ITunesRelation.ofApps),
  ]

  /// Everything that musicians make.
  static let music = ["song", "album", "artist", "music-video"].compactMap { named($0)?.category }

  /// The category called `name` in item ids, if there is one.
  static func named(_ name: String) -> ITunesCategory? { all.first { $0.category.name == name } }

  /// The category in `row`; nil if it contains no known one.
  static func of(_ row: ITunesRow) -> ITunesCategory? {
    // Every creator is an artist, whatever they make.
    if row.wrapperType == "artist" { return artist }
    if let kind = row.kindName { return byKind[kind] }
    // Since 2026 a lookup returns videos without a kind; the address of their page contains it.
    guard let page = (row.trackViewUrl ?? row.collectionViewUrl).flatMap({ ApplePage($0) }), let name = page.category
    else {
      return nil
    }
    if row.wrapperType == "track", let part = ["album": "song", "season": "tv"][name] { return named(part) }
    return named(name)
  }

  private static let byKind = Dictionary(
    all.flatMap { category in category.kinds.map { ($0, category) } }, uniquingKeysWith: { first, _ in first })
}
