/// The rankings that a catalog offers: what people play, buy and read now.
package struct Charts: Sendable, Hashable {
  /// One for each category that has a ranking, in the order of the charts home.
  package let offers: [Offer]
  /// The storefronts that a world chart asks, as two-letter codes.
  package let world: [String]
  /// The storefront that is asked by default.
  package let defaultStorefront: String

  package init(offers: [Offer], world: [String], defaultStorefront: String) {
    self.offers = offers
    self.world = world
    self.defaultStorefront = defaultStorefront
  }

  /// One ranking.
  package struct Offer: Sendable, Hashable {
    package let category: Category
    /// What is ranked and how: `Most played songs`.
    package let title: String
    /// The title within one genre, which may be counted differently: `Most bought songs`.
    package let titleByGenre: String
    /// The most places that the service gives, and the most within one genre.
    package let largest: Int
    package let largestByGenre: Int
    /// The genres that it can be narrowed to.
    package let genres: [String]
    /// Whether it is a shelf of the charts home.
    package let isShelf: Bool

    package init(
      category: Category, title: String, titleByGenre: String? = nil, largest: Int, largestByGenre: Int? = nil,
      genres: [String] = [], isShelf: Bool = false
    ) {
      self.category = category
      self.title = title
      self.titleByGenre = titleByGenre ?? title
      self.largest = largest
      self.largestByGenre = largestByGenre ?? largest
      self.genres = genres
      self.isShelf = isShelf
    }

    /// The genre called `typed`, or the only one whose name begins with it.
    package func genre(named typed: String) -> String? { WordList(genres).match(typed).only }
  }

  package func offer(for category: Category) -> Offer? { offers.first { $0.category == category } }
}

/// A request for one ranking, always one that the service offers.
package struct ChartRequest: Sendable, Hashable {
  package let offer: Charts.Offer
  /// Two capital letters; nil if none was chosen.
  package let storefront: String?
  package let genre: String?
  package let limit: Int?

  /// - Parameter genre: as typed.
  /// - Throws: why the service would refuse it; nothing is sent.
  package init(
    _ category: Category, of charts: Charts, storefront: String? = nil, genre: String? = nil, limit: Int? = nil
  ) throws(ChartRefusal) {
    guard let offer = charts.offer(for: category) else {
      throw .noChart(of: category, known: charts.offers.map(\.category))
    }
    self.offer = offer
    self.storefront = storefront?.uppercased()
    if let genre {
      guard let known = offer.genre(named: genre) else { throw .unknownGenre(genre, known: offer.genres) }
      self.genre = known
    } else {
      self.genre = nil
    }
    self.limit = limit
    if let limit, !(1...largest).contains(limit) { throw .beyondLimit(limit, largest: largest) }
  }

  private init(_ offer: Charts.Offer, storefront: String?, genre: String?, limit: Int?) {
    (self.offer, self.storefront, self.genre, self.limit) = (offer, storefront, genre, limit)
  }

  /// The same ranking in another storefront.
  package func asked(of storefront: String) -> ChartRequest {
    ChartRequest(offer, storefront: storefront.uppercased(), genre: genre, limit: limit)
  }

  /// The same ranking with as many places as the service gives.
  package var inFull: ChartRequest { ChartRequest(offer, storefront: storefront, genre: genre, limit: largest) }

  /// The most places that the service gives.
  package var largest: Int { genre == nil ? offer.largest : offer.largestByGenre }

  /// What is ranked and how: `Most bought songs in Jazz`.
  package var title: String { genre.map { "\(offer.titleByGenre) in \($0)" } ?? offer.title }
}

/// Why a ranking cannot be asked for. Facts, not sentences.
package enum ChartRefusal: Error, Sendable, Hashable {
  case noChart(of: Category, known: [Category])
  /// `known` is empty if the ranking cannot be narrowed.
  case unknownGenre(String, known: [String])
  case beyondLimit(Int, largest: Int)
}

/// A ranking as received: items in the order of their ranks.
package struct Chart: Sendable, Equatable {
  package var title: String
  /// Who compiled it: `Apple Music`.
  package var source: String
  /// Two capital letters, or `world`.
  package var storefront: String
  /// When it was counted, if the service says.
  package var updated: ReleaseDate?
  package var list: ItemList
  /// The day of the earlier chart that its places are compared with; nil if there is none.
  package var since: String?

  package init(title: String, source: String, storefront: String, updated: ReleaseDate? = nil, list: ItemList) {
    self.title = title
    self.source = source
    self.storefront = storefront
    self.updated = updated
    self.list = list
  }
}
