/// What a query means to the iTunes Search API. The initialiser rejects invalid values.
struct SampleITunesParameters {
  let kinds: [SampleRecord.Kind]
  let field: SampleRecord.Field
  /// 1...200. Larger numbers count as 200 and text counts as 50, as at the service.
  let limit: Int
  let leavesOutExplicit: Bool

  init(_ query: [String: String]) throws(InvalidValues) {
    if let lang = query["lang"], !Self.isLanguage(lang) { throw InvalidValues(keys: ["language"]) }
    let media = query["media"] ?? query["entity"].flatMap(Self.media(ofEntity:)) ?? "all"
    guard let entities = Self.entities[media] else { throw InvalidValues(keys: ["mediaType"]) }
    guard let kinds = entities[query["entity"] ?? Self.trackEntity[media] ?? media] else {
      throw InvalidValues(keys: ["resultEntity"])
    }
    let attribute = query["attribute"]
    if let attribute, !(Self.attributes[media] ?? "").split(separator: " ").contains(attribute[...]) {
      throw InvalidValues(keys: ["attributeType"])
    }
    self.kinds = kinds
    field = attribute.map { Self.field(of: $0, kinds: kinds) } ?? .everything
    limit = min(max(query["limit"].flatMap { Int($0) } ?? 50, 1), 200)
    leavesOutExplicit = query["explicit"]?.lowercased() == "no"
  }

  /// Accepts `en_us` and any other pair of that form.
  private static func isLanguage(_ code: String) -> Bool {
    let parts = code.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
    return parts.count == 2 && parts.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy(\.isLetter) }
  }

  /// The media of an entity that is given alone.
  private static func media(ofEntity entity: String) -> String? {
    mediaOrder.first { entities[$0]?[entity] != nil }
  }

  private static let mediaOrder = [
    "music", "musicVideo", "podcast", "tvShow", "movie", "shortFilm", "audiobook", "ebook", "software", "all",
  ]

  /// The entity that is searched if none is given, for media whose entity has another name.
  private static let trackEntity = ["music": "musicTrack", "tvShow": "tvEpisode", "all": "mix"]

  private static let entities: [String: [String: [SampleRecord.Kind]]] = [
    "music": [
      "song": [.song], "musicTrack": [.song, .musicVideo], "album": [.album], "musicVideo": [.musicVideo],
      "musicArtist": [.musicArtist], "mix": [],
    ],
    "musicVideo": ["musicVideo": [.musicVideo], "musicArtist": [.musicArtist]],
    "podcast": ["podcast": [.podcast], "podcastEpisode": [.podcastEpisode], "podcastAuthor": [.podcaster]],
    "tvShow": ["tvEpisode": [.tvEpisode], "tvSeason": [.tvSeason]],
    "movie": ["movie": [.movie], "movieArtist": [.director]],
    "shortFilm": ["shortFilm": [.movie], "shortFilmArtist": []],
    "audiobook": ["audiobook": [.audiobook], "audiobookAuthor": [.author]],
    "ebook": ["ebook": [.ebook]],
    "software": [
      "software": [.software], "iPadSoftware": [.software], "macSoftware": [.software], "desktopSoftware": [.software],
    ],
    "all": [
      "movie": [.movie], "album": [.album],
      "allArtist": [.musicArtist, .author, .developer, .show, .director, .podcaster],
      "podcast": [.podcast], "musicVideo": [.musicVideo], "audiobook": [.audiobook], "tvSeason": [.tvSeason],
      "mix": [.song, .movie, .podcast, .musicVideo, .audiobook, .tvEpisode],
      "allTrack": [.song, .movie, .podcast, .musicVideo, .tvEpisode],
    ],
  ]

  private static func field(of attribute: String, kinds: [SampleRecord.Kind]) -> SampleRecord.Field {
    switch attribute {
    case "songTerm", "titleTerm", "movieTerm", "featureFilmTerm", "shortFilmTerm", "tvEpisodeTerm", "allTrackTerm",
      "mixTerm":
      .title
    case "albumTerm": kinds == [.album] ? .title : .collection
    case "tvSeasonTerm": kinds == [.tvSeason] ? .title : .collection
    case "artistTerm", "allArtistTerm", "composerTerm", "authorTerm", "directorTerm", "producerTerm", "actorTerm",
      "movieArtistTerm", "showTerm", "softwareDeveloper":
      kinds == [.musicArtist] ? .title : .creator
    case "descriptionTerm", "keywordsTerm": .description
    case "genreIndex": .genre
    case "releaseYearTerm": .year
    default: .none
    }
  }

  private static let attributes = [
    "movie": """
    actorTerm genreIndex artistTerm shortFilmTerm producerTerm ratingTerm directorTerm releaseYearTerm featureFilmTerm \
    movieArtistTerm movieTerm ratingIndex descriptionTerm
    """,
    "podcast": """
    titleTerm languageTerm authorTerm genreIndex artistTerm ratingIndex keywordsTerm descriptionTerm
    """,
    "music": "mixTerm genreIndex artistTerm composerTerm albumTerm ratingIndex songTerm",
    "musicVideo": "genreIndex artistTerm albumTerm ratingIndex songTerm",
    "audiobook": "titleTerm authorTerm genreIndex ratingIndex",
    "shortFilm": "genreIndex artistTerm shortFilmTerm ratingIndex descriptionTerm",
    "software": "softwareDeveloper",
    "tvShow": "genreIndex tvEpisodeTerm showTerm tvSeasonTerm ratingIndex descriptionTerm",
    "all": """
    actorTerm languageTerm allArtistTerm tvEpisodeTerm shortFilmTerm directorTerm releaseYearTerm titleTerm \
    featureFilmTerm ratingIndex keywordsTerm descriptionTerm authorTerm genreIndex mixTerm allTrackTerm artistTerm \
    composerTerm tvSeasonTerm producerTerm ratingTerm songTerm movieArtistTerm showTerm movieTerm albumTerm
    """,
  ]
}
