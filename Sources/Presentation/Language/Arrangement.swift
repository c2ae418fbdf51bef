import Domain
import FoundationEssentials

/// How the rows of a screen are narrowed and ordered locally; their numbers stay their own.
package struct Arrangement: Sendable, Equatable {
  /// Only rows with this text in title, creator or genre are shown; nil: all.
  package var filter: String?
  /// nil: the service's order.
  package var order: Order?

  package init(filter: String? = nil, order: Order? = nil) {
    self.filter = filter
    self.order = order
  }

  package struct Order: Sendable, Equatable {
    package var key: SortKey
    package var isDescending: Bool

    package init(key: SortKey, isDescending: Bool = false) {
      self.key = key
      self.isDescending = isDescending
    }
  }

  package enum SortKey: String, Sendable, CaseIterable {
    case title, creator, released, duration, price, genre, rating, count
    case album, track, disc, season, episode, country, rank
  }

  package func applied(to rows: [Row]) -> [Row] {
    let wanted = filter.map { FoldedText($0) }
    let kept = wanted.map { wanted in rows.filter { Self.matches($0.item, wanted) } } ?? rows
    guard let order else { return kept }
    let keys = kept.map { order.key.value(of: $0.item) }
    // Equal rows stay in their order, and what lacks the key comes last whichever way one sorts.
    let places = kept.indices.sorted { a, b in
      guard let key = keys[a], let other = keys[b], key != other else {
        return (keys[a] == nil) == (keys[b] == nil) ? a < b : keys[b] == nil
      }
      return (key < other) != order.isDescending
    }
    return places.map { kept[$0] }
  }

  private static func matches(_ item: Item, _ wanted: FoldedText) -> Bool {
    [item.title, item.creator, item.genre].contains { $0.map { FoldedText($0).contains(wanted) } ?? false }
  }
}

extension Arrangement.SortKey {
  fileprivate enum Value: Comparable {
    case number(Double)
    /// Amounts are compared within their currency alone.
    case amount(currency: String, Decimal)
    case text(NaturalText)
  }

  /// Whether `item` has what it goes by.
  func isTold(of item: Item) -> Bool { value(of: item) != nil }

  fileprivate func value(of item: Item) -> Value? {
    switch self {
    case .title: .text(NaturalText(item.title))
    case .creator: item.creator.map { .text(NaturalText($0)) }
    case .released: item.released.map { .text(NaturalText($0.text)) }
    case .duration: item.duration.map { .number($0 / .seconds(1)) }
    case .price: item.price.map { .amount(currency: $0.currency, $0.amount) }
    case .genre: item.genre.map { .text(NaturalText($0)) }
    case .rating: item.rating.map { .text(NaturalText($0)) }
    case .count: item.count.map { .number(Double($0)) }
    case .album: item.album.map { .text(NaturalText($0)) }
    case .track: item.track.map { .number(Double($0)) }
    case .disc: item.disc.map { .number(Double($0)) }
    case .season: item.season.map { .number(Double($0)) }
    case .episode: item.episode.map { .number(Double($0)) }
    case .country: item.storefront.map { .text(NaturalText($0)) }
    case .rank: item.rank.map { .number(Double($0)) }
    }
  }
}
