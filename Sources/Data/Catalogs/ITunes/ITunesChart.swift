import Domain

/// One ranking in Apple's feeds; a new one is one more entry of `all`.
///
/// There are two generations of feeds. The current one counts plays; it cannot be narrowed and has no films. The older
/// one counts purchases. Each is used where it fits, and the screen names it.
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

  /// The feed that answers a request for `limit` places in the storefront `place`; nil if there is none.
  ///
  /// It is the current one, unless only the older one can be narrowed that way or goes that far.
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
    former: String? = nil, isSameInBoth: Bool = false, genres: String = "", isShelf: Bool = false
  ) {
    self.current = current
    self.former = former
    self.genres = genres.fields(separatedBy: UInt8(ascii: "\n")).compactMap { line in
      let number = line.utf8.prefix { $0 != UInt8(ascii: " ") }
      return Int(Substring(number)).map { (String(Substring(line.utf8[number.endIndex...].dropFirst())), $0) }
    }
    offer = Charts.Offer(
      category: ITunesCategory.named(category)?.category ?? Category(name: category, title: category), title: title,
      titleByGenre: titleByGenre,
      largest: former != nil && (isSameInBoth || current == nil) ? Self.largestOfFormer : Self.largestOfCurrent,
      largestByGenre: Self.largestOfFormer, genres: self.genres.map(\.name), isShelf: isShelf)
  }

  static func named(_ category: String) -> ITunesChart? { all.first { $0.offer.category.name == category } }

  /// In the order of the charts' home screen.
  static let all = [
    ITunesChart(
      "song", "Most played songs", inGenre: "Most bought songs",
      current: CurrentFeed(medium: "music", feed: "most-played", type: "songs", source: "Apple Music"),
      former: "topsongs", genres: music, isShelf: true),
    ITunesChart(
      "album", "Most played albums", inGenre: "Most bought albums",
      current: CurrentFeed(medium: "music", feed: "most-played", type: "albums", source: "Apple Music"),
      former: "topalbums", genres: music, isShelf: true),
    // Both generations rank these alike, place by place.
    ITunesChart(
      "podcast", "Top podcasts",
      current: CurrentFeed(medium: "podcasts", feed: "top", type: "podcasts", source: "Apple Podcasts"),
      former: "toppodcasts", isSameInBoth: true, genres: podcasts, isShelf: true),
    ITunesChart("movie", "Top films", former: "topmovies", genres: films, isShelf: true),
    ITunesChart(
      "ebook", "Top paid books",
      current: CurrentFeed(medium: "books", feed: "top-paid", type: "books", source: "Apple Books"),
      former: "toppaidebooks", genres: books, isShelf: true),
    ITunesChart(
      "app", "Top free apps",
      current: CurrentFeed(medium: "apps", feed: "top-free", type: "apps", source: "App Store"),
      former: "topfreeapplications", isSameInBoth: true, genres: apps, isShelf: true),
    ITunesChart(
      "episode", "Top podcast episodes",
      current: CurrentFeed(medium: "podcasts", feed: "top", type: "podcast-episodes", source: "Apple Podcasts")),
    ITunesChart(
      "audiobook", "Top audiobooks",
      current: CurrentFeed(medium: "audio-books", feed: "top", type: "audio-books", source: "Apple Books")),
    ITunesChart("music-video", "Most bought music videos", former: "topmusicvideos"),
    ITunesChart("tv", "Top TV episodes", former: "toptvepisodes", genres: television),
    ITunesChart("season", "Top TV seasons", former: "toptvseasons", genres: television),
  ]

  private static let music = """
    20 Alternative
    29 Anime
    2 Blues
    4 Children's Music
    22 Christian
    5 Classical
    3 Comedy
    6 Country
    17 Dance
    25 Easy Listening
    7 Electronic
    18 Hip-Hop/Rap
    8 Holiday
    53 Instrumental
    27 J-Pop
    11 Jazz
    51 K-Pop
    12 Latin
    13 New Age
    14 Pop
    15 R&B/Soul
    24 Reggae
    21 Rock
    10 Singer/Songwriter
    16 Soundtrack
    23 Vocal
    19 Worldwide
    """

  private static let podcasts = """
    1301 Arts
    1321 Business
    1303 Comedy
    1304 Education
    1483 Fiction
    1511 Government
    1512 Health & Fitness
    1487 History
    1305 Kids & Family
    1502 Leisure
    1310 Music
    1489 News
    1314 Religion & Spirituality
    1533 Science
    1324 Society & Culture
    1545 Sports
    1318 Technology
    1488 True Crime
    1309 TV & Film
    """

  private static let films = """
    4401 Action & Adventure
    4402 Anime
    4403 Classics
    4404 Comedy
    4405 Documentary
    4406 Drama
    4407 Foreign
    4408 Horror
    4409 Independent
    4410 Kids & Family
    4411 Musicals
    4412 Romance
    4413 Sci-Fi & Fantasy
    4414 Short Films
    4416 Thriller
    4418 Western
    """

  private static let television = """
    4003 Action & Adventure
    4002 Animation
    4004 Classic
    4000 Comedy
    4001 Drama
    4005 Kids
    4006 Nonfiction
    4007 Reality TV
    4008 Sci-Fi & Fantasy
    4009 Sports
    """

  private static let books = """
    9007 Arts & Entertainment
    9008 Biographies & Memoirs
    9009 Business & Personal Finance
    9010 Children & Teens
    9026 Comics & Graphic Novels
    9028 Cookbooks, Food & Wine
    9031 Fiction & Literature
    9025 Health, Mind & Body
    9015 History
    9012 Humor
    9032 Mysteries & Thrillers
    9002 Nonfiction
    9033 Reference
    9018 Religion & Spirituality
    9003 Romance
    9020 Sci-Fi & Fantasy
    9019 Science & Nature
    9004 Travel & Adventure
    """

  private static let apps = """
    6018 Books
    6000 Business
    6017 Education
    6016 Entertainment
    6015 Finance
    6023 Food & Drink
    6014 Games
    6013 Health & Fitness
    6012 Lifestyle
    6020 Medical
    6011 Music
    6010 Navigation
    6009 News
    6008 Photo & Video
    6007 Productivity
    6006 Reference
    6024 Shopping
    6005 Social Networking
    6004 Sports
    6003 Travel
    6002 Utilities
    6001 Weather
    """
}

extension Charts {
  static let itunes = Charts(
    offers: ITunesChart.all.map(\.offer), world: ITunesStorefronts.world,
    defaultStorefront: ITunesStorefronts.defaultCode)
}
