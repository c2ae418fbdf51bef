import Domain
import Wire

/// One chart in Apple's feeds, an entry of `all`.
///
/// There are two generations of feeds. The current one counts plays; it has no genres and no films. The older one
/// counts purchases. Each is used where it fits, and the screen says which.
struct ITunesChart: Sendable {
  let offer: Charts.Offer
  /// The current generation's feed; nil if there is none.
  let current: CurrentFeed?
  /// The older generation's type; nil if there is none.
  let former: String?
  /// The genres and their numbers.
  let genres: [(name: String, number: Int)]

  struct CurrentFeed: Sendable {
    let medium: String
    let feed: String
    let type: String
    let source: String
  }

  /// The feed for a request for `limit` places in the storefront `place`; nil if there is none.
  ///
  /// It is the current one, unless only the older one has the genre or that many places.
  func feed(
    for request: ChartRequest, limit: Int, in place: String
  ) -> (isCurrent: Bool, path: String, source: String)? {
    let genre = request.genre.flatMap { name in genres.first { $0.name == name }?.number }
    if let current, genre == nil, limit <= Self.largestOfCurrent {
      return (true, "api/v2/\(place)/\(current.medium)/\(current.feed)/\(limit)/\(current.type).json", current.source)
    }
    let narrowing = genre.map { "/genre=\($0)" } ?? ""
    return former.map { (false, "\(place)/rss/\($0)/limit=\(limit)\(narrowing)/json", "iTunes Store") }
  }

  /// How many places are requested by default.
  static let places = 50
  /// Above 100 places the current generation answers HTTP 500; above 200 the older one answers 400.
  static let largestOfCurrent = 100
  static let largestOfFormer = 200

  private init(
    _ category: String, _ title: String, inGenre titleByGenre: String? = nil, current: CurrentFeed? = nil,
    former: String? = nil, isSameInBoth: Bool = false, genres: String? = nil, isShelf: Bool = false
  ) {
    self.current = current
    self.former = former
    self.genres = genres.flatMap { Self.genres[$0] } ?? []
    offer = Charts.Offer(
      category: ITunesCategory.named(category)?.category ?? Category(name: category, title: category), title: title,
      titleByGenre: titleByGenre,
      largest: former != nil && (isSameInBoth || current == nil) ? Self.largestOfFormer : Self.largestOfCurrent,
      largestByGenre: Self.largestOfFormer, genres: self.genres.map(\.name), isShelf: isShelf)
  }

  /// By the first word of their lines in the table.
  private static let genres: [String: [(name: String, number: Int)]] =
    EmbeddedFile.table("genres").lines.reduce(into: [:]) { genres, line in
      let cells = line.fields(separatedBy: UInt8(ascii: "\t"))
      genres[cells[0], default: []].append((cells[2], Int(cells[1]) ?? 0))
    }

  static func named(_ category: String) -> ITunesChart? { all.first { $0.offer.category.name == category } }

  /// In the order of the charts page.
  static let all = [
    ITunesChart(
      "song", "Most played songs", inGenre: "Most bought songs",
      current: CurrentFeed(medium: "music", feed: "most-played", type: "songs", source: "Apple Music"),
      former: "topsongs", genres: "music", isShelf: true),
    ITunesChart(
      "album", "Most played albums", inGenre: "Most bought albums",
      current: CurrentFeed(medium: "music", feed: "most-played", type: "albums", source: "Apple Music"),
      former: "topalbums", genres: "music", isShelf: true),
    // Both generations rank these alike, place by place.
    ITunesChart(
      "podcast", "Top podcasts",
      current: CurrentFeed(medium: "podcasts", feed: "top", type: "podcasts", source: "Apple Podcasts"),
      former: "toppodcasts", isSameInBoth: true, genres: "podcasts", isShelf: true),
    ITunesChart("movie", "Top films", former: "topmovies", genres: "films", isShelf: true),
    ITunesChart(
      "ebook", "Top paid books",
      current: CurrentFeed(medium: "books", feed: "top-paid", type: "books", source: "Apple Books"),
      former: "toppaidebooks", genres: "books", isShelf: true),
    ITunesChart(
      "app", "Top free apps",
      current: CurrentFeed(medium: "apps", feed: "top-free", type: "apps", source: "App Store"),
      former: "topfreeapplications", isSameInBoth: true, genres: "apps", isShelf: true),
    ITunesChart(
      "episode", "Top podcast episodes",
      current: CurrentFeed(medium: "podcasts", feed: "top", type: "podcast-episodes", source: "Apple Podcasts")),
    ITunesChart(
      "audiobook", "Top audiobooks",
      current: CurrentFeed(medium: "audio-books", feed: "top", type: "audio-books", source: "Apple Books")),
    ITunesChart("music-video", "Most bought music videos", former: "topmusicvideos"),
    ITunesChart("tv", "Top TV episodes", former: "toptvepisodes", genres: "television"),
    ITunesChart("season", "Top TV seasons", former: "toptvseasons", genres: "television"),
  ]
}

extension Charts {
  static let itunes = Charts(
    offers: ITunesChart.all.map(\.offer), world: ITunesStorefronts.world,
    defaultStorefront: ITunesStorefronts.defaultCode)
}
