import Domain

/// One category as the iTunes Search API knows it; a further category is one more entry of `all`.
///
/// Media, entities and attributes: Apple's "iTunes Search API", tables of the Searching page.
struct ITunesCategory: Sendable {
  let category: Category
  let media: Media
  let entity: String
  /// The service's words for rows that are of this category, where rows say what they are.
  var kinds: [String] = []
  /// Which of a row's names, ids and links are those of the thing itself.
  var level: ITunesRow.Level = .track
  /// The works to list for its creator, where they are not of the same entity.
  var worksEntity: String?
  /// What leads to the creator's name in the heading over those works.
  var worksTitle = "More by"

  enum Media: String {
    case audiobook, ebook, movie, music, musicVideo, podcast, software, tvShow

    /// What a search of this media can be confined to.
    var attributes: [String] {
      switch self {
      case .audiobook: ["titleTerm", "authorTerm", "genreIndex", "ratingIndex"]
      case .ebook: []
      case .movie:
        [
          "actorTerm", "genreIndex", "artistTerm", "shortFilmTerm", "producerTerm", "ratingTerm", "directorTerm",
          "releaseYearTerm", "featureFilmTerm", "movieArtistTerm", "movieTerm", "ratingIndex", "descriptionTerm",
        ]
      case .music:
        ["mixTerm", "genreIndex", "artistTerm", "composerTerm", "albumTerm", "ratingIndex", "songTerm"]
      case .musicVideo: ["genreIndex", "artistTerm", "albumTerm", "ratingIndex", "songTerm"]
      case .podcast:
        [
          "titleTerm", "languageTerm", "authorTerm", "genreIndex", "artistTerm", "ratingIndex", "keywordsTerm",
          "descriptionTerm",
        ]
      case .software: ["softwareDeveloper"]
      case .tvShow: ["genreIndex", "tvEpisodeTerm", "showTerm", "tvSeasonTerm", "ratingIndex", "descriptionTerm"]
      }
    }
  }

  static let song = ITunesCategory(
    category: Category(name: "song", title: "Song"), media: .music, entity: "song", kinds: ["song"])

  /// In the order in which a home screen shows them; the first three are asked by default.
  static let all = [
    song,
    ITunesCategory(
      category: Category(name: "podcast", title: "Podcast"), media: .podcast, entity: "podcast", kinds: ["podcast"]),
    ITunesCategory(
      category: Category(name: "tv", title: "TV Show"), media: .tvShow, entity: "tvEpisode", kinds: ["tv-episode"],
      worksTitle: "More from"),
    ITunesCategory(
      category: Category(name: "album", title: "Album"), media: .music, entity: "album", kinds: ["Album", "album"],
      level: .collection),
    ITunesCategory(
      category: Category(name: "artist", title: "Artist"), media: .music, entity: "musicArtist",
      kinds: ["Artist", "artist"],
      level: .artist, worksEntity: "album", worksTitle: "Albums by"),
    ITunesCategory(
      category: Category(name: "music-video", title: "Music Video", others: ["video"]), media: .musicVideo,
      entity: "musicVideo", kinds: ["music-video"]),
    // Undocumented as an entity of search, but answered.
    ITunesCategory(
      category: Category(name: "episode", title: "Episode", others: ["podcast episode"]), media: .podcast,
      entity: "podcastEpisode", kinds: ["podcast-episode"], worksTitle: "More from"),
    ITunesCategory(
      category: Category(name: "season", title: "Season", others: ["tv season"]), media: .tvShow, entity: "tvSeason",
      kinds: ["TV Season"], level: .collection, worksTitle: "More from"),
    ITunesCategory(
      category: Category(name: "movie", title: "Movie", others: ["film"]), media: .movie, entity: "movie",
      kinds: ["feature-movie"]),
    ITunesCategory(
      category: Category(name: "audiobook", title: "Audiobook"), media: .audiobook, entity: "audiobook",
      kinds: ["audiobook"], level: .collection),
    ITunesCategory(
      category: Category(name: "ebook", title: "Ebook", others: ["book"]), media: .ebook, entity: "ebook",
      kinds: ["ebook", "book"]),
    ITunesCategory(
      category: Category(name: "app", title: "App", others: ["software"]), media: .software, entity: "software",
      kinds: ["software", "mac-software"]),
  ]

  /// The entry called `name` in item ids, or nil.
  static func named(_ name: String) -> ITunesCategory? { all.first { $0.category.name == name } }
}
