package import Domain
import FoundationEssentials

/// How the rows of a screen are narrowed and ordered locally; their numbers stay their own.
package struct Arrangement: Sendable, Equatable {
  /// Only rows with this text in title, creator or genre are shown; nil: all.
  package var filter: String?
  /// The marked items, where only unmarked rows are shown; nil: marks do not matter.
  package var hidden: Set<ItemID>?
  /// nil: the service's order.
  package var order: Order?

  package struct Order: Sendable, Equatable {
    package var key: ItemField
    package var isDescending = false
  }

  package func applied(to rows: [Row]) -> [Row] {
    let wanted = filter.map { FoldedText($0) }
    var kept = wanted.map { wanted in rows.filter { Self.field(of: $0, holding: wanted) != nil } } ?? rows
    if let hidden { kept.removeAll { hidden.contains($0.id) } }
    guard let order else { return kept }
    let keys = kept.map { order.key.value(of: $0.shared).map { SortValue($0) } }
    // Equal rows stay in their order, and what lacks the key comes last whichever way one sorts.
    let places = kept.indices.sorted { a, b in
      guard let key = keys[a], let other = keys[b], key != other else {
        return (keys[a] == nil) == (keys[b] == nil) ? a < b : keys[b] == nil
      }
      return (key < other) != order.isDescending
    }
    return places.map { kept[$0] }
  }

  private static let filtered = ["title", "creator", "genre"].compactMap { ItemField.named($0) }

  private static func field(of row: Row, holding wanted: FoldedText) -> ItemField? {
    filtered.first { $0.value(of: row.shared).map { FoldedText($0.plain).contains(wanted) } ?? false }
  }

  /// What `rows`, narrowed already, are ordered by, and what they have the filter's text in where their titles do not.
  func fields(usedOn rows: [Row]) -> [ItemField] {
    var fields = [order?.key].compactMap(\.self)
    if let wanted = filter.map({ FoldedText($0) }) {
      for row in rows {
        guard let field = Self.field(of: row, holding: wanted) else { continue }
        if !fields.contains(field) { fields.append(field) }
      }
    }
    return fields.filter { $0.key != "title" }
  }
}

/// A value as rows are ordered by it.
private enum SortValue: Comparable {
  case number(Double)
  /// Amounts are compared within their currency alone.
  case amount(currency: String, Decimal)
  case text(NaturalText)

  init(_ value: ItemField.Value) {
    self =
      switch value {
      case .number(let number): .number(Double(number))
      case .duration(let duration): .number(duration / .seconds(1))
      case .price(let price): .amount(currency: price.currency, price.amount)
      case .flag(let flag): .number(flag ? 0 : 1)
      case .text, .date, .link, .id: .text(NaturalText(value.plain))
      }
  }
}
