/// The charts that a catalog offers.
package struct Charts: Sendable, Hashable {
  /// One for each category that has a ranking, in the order of the charts home.
  package let offers: [Offer]
  /// The storefronts of a world chart, as two-letter codes.
  package let world: [String]
  package let defaultStorefront: String

  package init(offers: [Offer], world: [String], defaultStorefront: String) {
    (self.offers, self.world, self.defaultStorefront) = (offers, world, defaultStorefront)
  }

  /// One chart.
  package struct Offer: Sendable, Hashable {
    package let category: Category
    /// Its title: `Most played songs`.
    package let title: String
    /// The title for one genre, whose chart may be counted differently: `Most bought songs`.
    package let titleByGenre: String
    /// The most places that the service returns, and the most for one genre.
    package let largest: Int
    package let largestByGenre: Int
    package let genres: [String]
    /// Whether it is a section of the charts page.
    package let isShelf: Bool

    package init(
      category: Category, title: String, titleByGenre: String? = nil, largest: Int, largestByGenre: Int? = nil,
      genres: [String] = [], isShelf: Bool = false
    ) {
      (self.category, self.genres, self.isShelf) = (category, genres, isShelf)
      (self.title, self.titleByGenre) = (title, titleByGenre ?? title)
      (self.largest, self.largestByGenre) = (largest, largestByGenre ?? largest)
    }

    /// The genre called `typed`, or the only one whose name begins with it.
    package func genre(named typed: String) -> String? { WordList(genres).match(typed).only }
  }

  package func offer(for category: Category) -> Offer? { offers.first { $0.category == category } }

  /// The charts of the charts page; with a genre, as typed, only those that have it.
  /// - Throws: `ChartRefusal.unknownGenre`, with the genres of all of them.
  package func shelves(in genre: String?) throws(ChartRefusal) -> [Offer] {
    let shelves = offers.filter(\.isShelf)
    guard let genre else { return shelves }
    let known = Set(shelves.flatMap(\.genres)).sorted()
    guard let name = WordList(known).match(genre).only else { throw .unknownGenre(genre, known: known) }
    return shelves.filter { $0.genres.contains(name) }
  }
}

/// A request for a chart that the service offers.
package struct ChartRequest: Sendable, Hashable {
  package let offer: Charts.Offer
  /// Two capital letters; nil if none was chosen.
  package private(set) var storefront: String?
  package let genre: String?
  package private(set) var limit: Int?

  /// - Parameter genre: as typed.
  /// - Throws: `ChartRefusal`, before anything is sent.
  package init(
    _ category: Category, of charts: Charts, storefront: String? = nil, genre: String? = nil, limit: Int? = nil
  ) throws(ChartRefusal) {
    guard let offer = charts.offer(for: category) else {
      throw .noChart(of: category, known: charts.offers.map(\.category))
    }
    self.offer = offer
    self.storefront = storefront?.uppercased()
    self.genre = try genre.map { typed throws(ChartRefusal) in
      guard let known = offer.genre(named: typed) else { throw .unknownGenre(typed, known: offer.genres) }
      return known
    }
    self.limit = limit
    if let limit, !(1...largest).contains(limit) { throw .beyondLimit(limit, largest: largest) }
  }

  /// The same chart in another storefront.
  package func asked(of storefront: String) -> ChartRequest {
    changing(self) { $0.storefront = storefront.uppercased() }
  }

  /// The same chart with as many places as the service returns.
  package var inFull: ChartRequest { changing(self) { $0.limit = largest } }

  /// The most places that the service returns.
  package var largest: Int { genre == nil ? offer.largest : offer.largestByGenre }

  /// `Most bought songs in Jazz`.
  package var title: String { genre.map { "\(offer.titleByGenre) in \($0)" } ?? offer.title }
}

/// Why a chart cannot be requested. Facts, not sentences.
package enum ChartRefusal: Error, Sendable, Hashable {
  case noChart(of: Category, known: [Category])
  /// `known` is empty if the chart has no genres.
  case unknownGenre(String, known: [String])
  case beyondLimit(Int, largest: Int)
}

/// A chart as received: items in the order of their ranks.
package struct Chart: Sendable, Equatable {
  package var title: String
  /// Who compiled it: `Apple Music`.
  package var source: String
  /// Two capital letters, or `world`.
  package var storefront: String
  /// When it was compiled, if the service says.
  package var updated: ReleaseDate?
  package var list: ItemList
  /// The day of the earlier chart that its places are compared with; nil if there is none.
  package var since: String?

  package init(title: String, source: String, storefront: String, updated: ReleaseDate? = nil, list: ItemList) {
    (self.title, self.source, self.storefront, self.updated, self.list) = (title, source, storefront, updated, list)
  }
}
