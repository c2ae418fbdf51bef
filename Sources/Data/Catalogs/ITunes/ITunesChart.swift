import Domain

/// One chart in Apple's feeds, an entry of `all`.
///
/// There are two generations of feeds. The current one counts plays; it has no genres and no films. The older one
/// counts purchases. Each is used where it fits, and the screen says which.
struct ITunesChart: Sendable {
  let offer: Charts.Offer
  /// The current generation's feed, with `*` for the number of places, and who compiles it; nil if there is none.
  let current: (path: String, source: String)?
  /// The older generation's type; nil if there is none.
  let former: String?
  /// The genres and their numbers.
  let genres: [(name: String, number: Int)]

  /// The feed for a request for `limit` places in the storefront `place`; nil if there is none.
  ///
  /// It is the current one, unless only the older one has the genre or that many places.
  func feed(
    for request: ChartRequest, limit: Int, in place: String
  ) -> (isCurrent: Bool, path: String, source: String)? {
    let genre = request.genre.flatMap { name in genres.first { $0.name == name }?.number }
    if let current, genre == nil, limit <= Self.largestOfCurrent {
      let path = current.path.replacing("*", with: String(limit))
      return (true, "api/v2/\(place)/\(path).json", current.source)
    }
    let narrowing = genre.map { "/genre=\($0)" } ?? ""
    // A deeper part of the current one's ranking is the same chart.
    let source = genre == nil && offer.largest > Self.largestOfCurrent ? current?.source : nil
    return former.map { (false, "\(place)/rss/\($0)/limit=\(limit)\(narrowing)/json", source ?? "iTunes Store") }
  }

  /// How many places are requested by default.
  static let places = 50
  /// Above 100 places the current generation answers HTTP 500; above 200 the older one answers 400.
  static let largestOfCurrent = 100
  static let largestOfFormer = 200

  private init(_ entry: ITunesEntry) {
    current = entry["current"].map { ($0, entry["by"] ?? "") }
    former = entry["former"]
    genres = entry["genres"].flatMap { Self.genres[$0] } ?? []
    let reachesFar = former != nil && (current == nil || entry.has("same in both"))
    offer = Charts.Offer(
      category: ITunesCategory.named(entry.name)?.category ?? Category(name: entry.name, title: entry.name),
      title: entry.title, titleByGenre: entry["in genre"],
      largest: reachesFar ? Self.largestOfFormer : Self.largestOfCurrent, largestByGenre: Self.largestOfFormer,
      genres: genres.map(\.name), isShelf: entry.has("shelf"))
  }

  /// By the first word of their lines in the table.
  private static let genres: [String: [(name: String, number: Int)]] =
    EmbeddedFile.table("genres").lines.reduce(into: [:]) { genres, line in
      let cells = line.fields(separatedBy: UInt8(ascii: "\t"))
      genres[cells[0], default: []].append((cells[2], Int(cells[1]) ?? 0))
    }

  static func named(_ category: String) -> ITunesChart? { all.first { $0.offer.category.name == category } }

  /// In the order of the charts page.
  static let all = ITunesEntry.all(of: "charts").map(ITunesChart.init)
}

extension Charts {
  static let itunes = Charts(
    offers: ITunesChart.all.map(\.offer), world: ITunesStorefronts.world,
    defaultStorefront: ITunesStorefronts.defaultCode)
}
