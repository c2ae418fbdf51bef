package import Domain
import FoundationEssentials

/// How the rows of a screen are filtered and sorted locally; rows keep their numbers.
package struct Arrangement: Sendable, Equatable {
  /// Shows only rows with this text in title, creator or genre; nil shows all.
  package var filter: String?
  /// The marked items, if they are hidden; nil shows them.
  package var hidden: Set<ItemID>?
  /// nil keeps the service's order.
  package var order: Order?

  package struct Order: Sendable, Equatable {
    package var key: ItemField
    package var isDescending = false
  }

  package func applied(to section: Section) -> [Row] { applied(to: section.rows, line: section.relation?.line) }

  /// - Parameter line: the fact that is shown in each row.
  func applied(to rows: [Row], line: String? = nil) -> [Row] {
    let wanted = filter.map { FoldedText($0) }
    var kept = wanted.map { wanted in rows.filter { Self.has($0, wanted, line: line) } } ?? rows
    if let hidden { kept.removeAll { hidden.contains($0.id) } }
    guard let order else { return kept }
    let keys = kept.map { order.key.value(of: $0.shared).map { SortValue($0) } }
    // Equal rows keep their order, and rows without the key come last in either direction.
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

  /// Whether a row has the text in one of these fields, in the fact that its relation shows, or in other columns of
  /// lists of several stores or of `elsewhere`: its storefront, or its catalog and how it is known.
  private static func has(_ row: Row, _ wanted: FoldedText, line: String?) -> Bool {
    if field(of: row, holding: wanted) != nil { return true }
    if let shown = line.flatMap({ row.item.fact($0) }), FoldedText(shown).contains(wanted) { return true }
    let found = row.item.match.map { [row.item.id.catalog, row.item.id.category, $0.rawValue] }
    return (row.item.placeName.map { [$0] } ?? found ?? []).contains { FoldedText($0).contains(wanted) }
  }

  /// The fields to show for the sort key, and for filter matches outside the title. `rows` are already filtered.
  /// - Parameter showsTitle: whether the rows show their titles anyway.
  func fields(usedOn rows: [Row], showsTitle: Bool = true) -> [ItemField] {
    let wanted = filter.map { FoldedText($0) }
    let matched = wanted.map { wanted in rows.compactMap { Self.field(of: $0, holding: wanted) } } ?? []
    let fields = ([order?.key].compactMap(\.self) + matched).unique
    return showsTitle ? fields.filter { $0.key != "title" } : fields
  }
}

extension Item {
  /// The name of its storefront, on screens of several storefronts.
  var placeName: String? { fact("Store") }
}

/// A value as rows are sorted by it.
private enum SortValue: Comparable {
  case number(Double)
  /// Amounts are compared only within their currency.
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
