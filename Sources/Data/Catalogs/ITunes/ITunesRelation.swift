import Domain

/// One relation of a category, as the API's lookup answers it.
///
/// Sources for the entities below each kind of id: Apple's "Lookup Examples", recorded answers, other clients.
struct ITunesRelation: Sendable {
  let relation: Relation
  /// What to request below the item that is looked up.
  let entity: String
  /// The categories of the rows that are its parts. Matched by kind and never by artist: works below an artist may be
  /// listed under another, and each track of a compilation has its own.
  let parts: [String]
  let order: Order
  /// Whether a podcast's own feed is better, because it has more and newer episodes than the lookup.
  var isInFeed = false

  enum Order: Sendable {
    /// As the service sends it.
    case asSent
    /// By disc and track number.
    case tracks
    /// By season and number; dates and ids are in other orders.
    case episodes
    /// By the number in the name, which is nowhere else.
    case seasons
    case newestFirst
  }

  /// The id to look up for `item`; nil if the item does not have it.
  func parent(of item: Item) -> ItemID? {
    switch relation.need {
    case nil: item.id
    case .album: item.albumID
    case .creator: item.creatorID
    }
  }
}

extension ITunesRelation {
  static let ofSongs = [
    whole("album", title: "Album", category: "album", entity: "song", parts: tracks, order: .tracks, preview: .all),
    maker("artist", title: "Artist", kind: "Artist", entity: "song"),
    works("songs", title: "Songs", others: ["song"], category: "song", entity: "song"),
    works("albums", title: "Albums", category: "album", entity: "album", preview: .named),
  ]

  static let ofAlbums = [
    parts(
      "tracks", title: "Tracks", others: ["track", "songs", "song"], category: "song", entity: "song", parts: tracks,
      order: .tracks, preview: .all),
    maker("artist", title: "Artist", kind: "Artist", entity: "album"),
    works("albums", title: "Albums", others: ["album"], category: "album", entity: "album"),
  ]

  static let ofMusicVideos = [
    maker("artist", title: "Artist", kind: "Artist", entity: "musicVideo"),
    works(
      "videos", title: "Music Videos", others: ["video", "music video"], category: "music-video", entity: "musicVideo"),
    works("songs", title: "Songs", others: ["song"], category: "song", entity: "song"),
    whole("album", title: "Album", category: "album", entity: "song", preview: .named),
  ]

  /// To the service, musicians, authors, developers, shows and makers of podcasts are all artists.
  static let ofArtists = [
    parts("podcasts", title: "Podcasts", others: ["podcast"], category: "podcast", entity: "podcast", of: podcasters),
    parts("apps", title: "Apps", others: ["app"], category: "app", entity: "software", of: ["Software Artist"]),
    parts(
      "books", title: "Books", others: ["book", "ebook", "ebooks"], category: "ebook", entity: "ebook", of: authors),
    parts(
      "audiobooks", title: "Audiobooks", others: ["audiobook"], category: "audiobook", entity: "audiobook", of: authors),
    parts(
      "seasons", title: "Seasons", others: ["season"], category: "season", entity: "tvSeason", order: .seasons,
      of: shows),
    parts(
      "episodes", title: "Episodes", others: ["episode"], category: "tv", entity: "tvEpisode", order: .episodes,
      of: shows),
    parts("movies", title: "Movies", others: ["movie", "films"], category: "movie", entity: "movie", of: filmmakers),
    parts("albums", title: "Albums", others: ["album"], category: "album", entity: "album", notOf: noMusicians),
    parts("songs", title: "Songs", others: ["song"], category: "song", entity: "song", notOf: noMusicians),
    parts(
      "videos", title: "Music Videos", others: ["video", "music video"], category: "music-video", entity: "musicVideo",
      notOf: noMusicians, preview: .named),
  ]

  static let episodes = parts(
    "episodes", title: "Episodes", others: ["episode"], category: "episode", entity: "podcastEpisode",
    order: .newestFirst
  ).inFeed

  static let ofPodcasts = [
    episodes,
    works("podcasts", title: "Podcasts", others: ["podcast"], category: "podcast", entity: "podcast"),
    maker("artist", title: "Maker", others: ["author", "provider"], kind: "Podcast Artist", entity: "podcast"),
  ]

  static let ofPodcastEpisodes = [
    whole("podcast", title: "Podcast", category: "podcast", entity: "podcastEpisode"),
    parts(
      "episodes", title: "Episodes", others: ["episode"], category: "episode", entity: "podcastEpisode",
      order: .newestFirst, needs: .album
    ).inFeed,
  ]

  static let ofTVEpisodes = [
    whole("season", title: "Season", category: "season", entity: "tvEpisode"),
    parts(
      "episodes", title: "Episodes", others: ["episode"], category: "tv", entity: "tvEpisode", order: .episodes,
      needs: .album),
    works("seasons", title: "Seasons", category: "season", entity: "tvSeason", order: .seasons),
    maker("show", title: "Show", others: ["artist"], kind: "TV Show", entity: "tvSeason"),
  ]

  static let ofSeasons = [
    parts(
      "episodes", title: "Episodes", others: ["episode"], category: "tv", entity: "tvEpisode", order: .episodes,
      preview: .all),
    works("seasons", title: "Seasons", others: ["season"], category: "season", entity: "tvSeason", order: .seasons),
    maker("show", title: "Show", others: ["artist"], kind: "TV Show", entity: "tvSeason"),
  ]

  static let ofMovies = [
    maker("artist", title: "Director", others: ["director", "maker"], kind: "Movie Artist", entity: "movie"),
    works("movies", title: "Movies", others: ["movie", "films"], category: "movie", entity: "movie"),
  ]

  static let ofAudiobooks = [
    maker("artist", title: "Author", others: ["author", "maker"], kind: "Author", entity: "audiobook"),
    works("audiobooks", title: "Audiobooks", others: ["audiobook"], category: "audiobook", entity: "audiobook"),
    works("books", title: "Books", others: ["book", "ebook", "ebooks"], category: "ebook", entity: "ebook"),
  ]

  static let ofEbooks = [
    maker("artist", title: "Author", others: ["author", "maker"], kind: "Author", entity: "ebook"),
    works("books", title: "Books", others: ["book", "ebook", "ebooks"], category: "ebook", entity: "ebook"),
    works("audiobooks", title: "Audiobooks", others: ["audiobook"], category: "audiobook", entity: "audiobook"),
  ]

  static let ofApps = [
    maker("artist", title: "Developer", others: ["developer", "maker"], kind: "Software Artist", entity: "software"),
    works("apps", title: "Apps", others: ["app"], category: "app", entity: "software"),
  ]

  private var inFeed: ITunesRelation {
    var relation = self
    relation.isInFeed = true
    return relation
  }

  /// Albums also contain videos, which the service includes in its numbering.
  private static let tracks = ["song", "music-video"]

  private static let authors: Set = ["Author"]
  private static let shows: Set = ["TV Show"]
  private static let filmmakers: Set = ["Movie Artist"]
  /// No recorded answer has either; other clients report both.
  private static let podcasters: Set = ["Podcast Artist", "Podcast Author"]
  private static let noMusicians = authors.union(shows).union(filmmakers).union(podcasters).union(["Software Artist"])

  /// The whole that an item is part of; its own row comes with its parts.
  private static func whole(
    _ word: String, title: String, category: String, entity: String, parts: [String] = [], order: Order = .asSent,
    preview: Relation.Preview = .first(1)
  ) -> ITunesRelation {
    ITunesRelation(
      relation: Relation(word, title: title, category: category, reach: .one, needs: .album, preview: preview),
      entity: entity, parts: parts, order: order)
  }

  /// The creator, whose row comes with their works: `entity` should be another relation's, to share its request.
  private static func maker(
    _ word: String, title: String, others: [String] = [], kind: String, entity: String
  ) -> ITunesRelation {
    ITunesRelation(
      relation: Relation(
        word, title: title, others: others, category: "artist", reach: .one, needs: .creator, targetKind: kind,
        preview: .first(1)),
      entity: entity, parts: [], order: .asSent)
  }

  /// Other works by the same creator.
  private static func works(
    _ word: String, title: String, others: [String] = [], category: String, entity: String, order: Order = .asSent,
    preview: Relation.Preview = .first(5)
  ) -> ITunesRelation {
    parts(
      word, title: title, others: others, category: category, entity: entity, order: order, needs: .creator,
      preview: preview)
  }

  /// The parts of the item itself, or of the item that the key `need` leads to.
  private static func parts(
    _ word: String, title: String, others: [String], category: String, entity: String, parts: [String]? = nil,
    order: Order = .asSent, needs need: Relation.Need? = nil, of kinds: Set<String> = [],
    notOf otherKinds: Set<String> = [], preview: Relation.Preview = .first(5)
  ) -> ITunesRelation {
    ITunesRelation(
      relation: Relation(
        word, title: title, others: others, category: category, needs: need, ofKinds: kinds, notOfKinds: otherKinds,
        preview: preview),
      entity: entity, parts: parts ?? [category], order: order)
  }
}
