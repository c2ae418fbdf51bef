/// The rankings that a catalog offers: what is listened to, bought, read now.
package struct Charts: Sendable, Hashable {
  /// One for each category that has one, in the order of a home of them.
  package let offers: [Offer]
  /// The storefronts that a chart of the world asks, by their two letters.
  package let world: [String]
  /// Where it is asked while nobody has chosen.
  package let standardStorefront: String

  package init(offers: [Offer], world: [String], standardStorefront: String) {
    self.offers = offers
    self.world = world
    self.standardStorefront = standardStorefront
  }

  /// One ranking.
  package struct Offer: Sendable, Hashable {
    package let category: Category
    /// What is ranked, and by what: `Most played songs`.
    package let title: String
    /// The same within one genre, where that is counted otherwise: `Most bought songs`.
    package let titleByGenre: String
    /// How many places the service gives at most, and how many within one genre.
    package let largest: Int
    package let largestByGenre: Int
    /// The names of the genres that it can be narrowed to.
    package let genres: [String]
    /// Whether it is among the shelves of a home of charts.
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

    /// The genre called `typed`, or the only one with a name that begins so.
    package func genre(named typed: String) -> String? { Choice(genres).found(typed).only }
  }

  package func offer(for category: Category) -> Offer? { offers.first { $0.category == category } }
}

/// What is asked of one ranking. There is none but for what the service gives.
package struct ChartRequest: Sendable, Hashable {
  package let offer: Charts.Offer
  /// By its two letters in capitals; nil where nobody has chosen.
  package let storefront: String?
  package let genre: String?
  package let limit: Int?

  /// - Parameter genre: as it was typed.
  /// - Throws: why the service would refuse it, before it is asked.
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

  /// The same ranking of another storefront.
  package func asked(of storefront: String) -> ChartRequest {
    ChartRequest(offer, storefront: storefront.uppercased(), genre: genre, limit: limit)
  }

  /// As many places of the same ranking as the service gives.
  package var inFull: ChartRequest { ChartRequest(offer, storefront: storefront, genre: genre, limit: largest) }

  /// How many places the service gives at most.
  package var largest: Int { genre == nil ? offer.largest : offer.largestByGenre }

  /// What is ranked, and by what: `Most bought songs in Jazz`.
  package var title: String { genre.map { "\(offer.titleByGenre) in \($0)" } ?? offer.title }
}

/// Why a ranking cannot be asked for. Facts, not sentences.
package enum ChartRefusal: Error, Sendable, Hashable {
  case noChart(of: Category, known: [Category])
  /// `known` is empty where the ranking cannot be narrowed.
  case unknownGenre(String, known: [String])
  case beyondLimit(Int, largest: Int)
}

/// A ranking as it came: items in the order of their ranks.
package struct Chart: Sendable, Equatable {
  package var title: String
  /// Who counted: `Apple Music`.
  package var source: String
  /// By its two letters in capitals.
  package var storefront: String
  /// When it was counted, as far as the service says.
  package var updated: ReleaseDate?
  package var list: ItemList
  /// The day of the earlier chart that its places are compared with; nil where there is none.
  package var since: String?

  package init(title: String, source: String, storefront: String, updated: ReleaseDate? = nil, list: ItemList) {
    self.title = title
    self.source = source
    self.storefront = storefront
    self.updated = updated
    self.list = list
  }
}
