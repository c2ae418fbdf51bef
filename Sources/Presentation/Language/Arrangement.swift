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
  }

  package func applied(to rows: [Row]) -> [Row] {
    let wanted = filter.map { FoldedText($0) }
    let kept = wanted.map { wanted in rows.filter { Self.matches($0.item, wanted) } } ?? rows
    guard let order else { return kept }
    let keyed = kept.compactMap { row in order.key.value(of: row.item).map { (key: $0, row: row) } }
    // Equal rows stay in their order, and what lacks the key comes last whichever way one sorts.
    let sorted = keyed.enumerated().sorted { a, b in
      if a.element.key == b.element.key { return a.offset < b.offset }
      return (a.element.key < b.element.key) != order.isDescending
    }
    return sorted.map(\.element.row) + kept.filter { order.key.value(of: $0.item) == nil }
  }

  private static func matches(_ item: Item, _ wanted: FoldedText) -> Bool {
    [item.title, item.creator, item.genre].contains { $0.map { FoldedText($0).contains(wanted) } ?? false }
  }
}

extension Arrangement.SortKey {
  fileprivate enum Value: Comparable {
    case number(Double)
    case amount(Decimal)
    case text(String)
  }

  fileprivate func value(of item: Item) -> Value? {
    switch self {
    case .title: .text(item.title.lowercased())
    case .creator: item.creator.map { .text($0.lowercased()) }
    case .released: item.released.map { .text($0.text) }
    case .duration: item.duration.map { .number($0 / .seconds(1)) }
    case .price: item.price.map { .amount($0.amount) }
    case .genre: item.genre.map { .text($0.lowercased()) }
    case .rating: item.rating.map { .text($0) }
    case .count: item.count.map { .number(Double($0)) }
    }
  }
}
