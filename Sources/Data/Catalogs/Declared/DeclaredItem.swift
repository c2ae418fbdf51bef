import Domain
import FoundationEssentials
import Wire

/// Converts rows to items.
struct ItemReading: Sendable {
  let catalog: String
  let category: DeclaredCategory
  let given: Given?
  /// The keys and labels with a value in at least one row so far.
  private(set) var filled: Set<String> = []

  /// The item in a row. It may be incomplete: a row of a list has less than a lookup.
  /// - Throws: why the row cannot be shown.
  mutating func item(of row: RowContext) throws(SkippedRow) -> Item {
    if row.value == .null { throw SkippedRow(row: row.number, reason: "null") }
    guard var id = category.id?.result(in: row, as: .name)?.text else {
      throw SkippedRow(row: row.number, reason: "no id")
    }
    if category.idsAreAddresses, let base = row.evaluation.base { id = base.id(ofAddress: id, after: row.url) }
    let own = category.value(of: "title")?.result(in: row, as: .name)?.text?.singleLine
    guard let title = own.flatMap({ $0.isInvisible ? nil : $0 }) ?? givenTitle?.text else {
      let places = category.value(of: "title")?.forms.flatMap { $0.isEach ? [] : $0.pointers } ?? []
      let list = places.first { $0.values(in: row).contains { $0.array?.isEmpty == false } }
      throw SkippedRow(row: row.number, reason: "no title" + (list.map { ": \($0.text) is a list" } ?? ""))
    }
    var item = Item(id: ItemID(catalog: catalog, category: category.name, key: id), title: title)
    filled.formUnion(["id", "title"])
    fill(&item, from: row)
    return given?.filled(item) ?? item
  }

  private var givenTitle: ItemField.Value? { ItemField.named("title").flatMap { given?.value(of: $0) } }

  private mutating func fill(_ item: inout Item, from row: RowContext) {
    var amount: (Decimal, currency: String?) = (.nan, nil)
    for (field, kind, target, value) in category.fields where field.key != "id" && field.key != "title" {
      let key = field.key
      guard let result = value.result(in: row, as: kind) else { continue }
      switch (key, result, target) {
      case (_, .text(let id), let target?):
        field.set(.id(ItemID(catalog: catalog, category: target, key: id)), in: &item)
      // Neither makes sense without the other.
      case ("price", .text(let digits), _): amount.0 = Decimal(string: digits) ?? .nan
      // Codes of ISO 4217 are capitals; some services write `usd`.
      case ("currency", .text(let text), _):
        let isCode = text.utf8.count == 3 && text.allSatisfy(\.isLetter)
        amount.currency = isCode ? text.uppercased() : text
      case ("creator", .text(let text), _), ("album", .text(let text), _), ("genre", .text(let text), _):
        field.set(text.singleLine.map { .text($0) }, in: &item)
      // Lines end in newlines, whatever the service sends.
      case ("description", .text(let text), _): item.description = text.replacing("\r\n", with: "\n").trimmed
      default:
        field.set(result, in: &item)
        if key == "count" { item.countUnit = value.unit(in: row) }
      }
      if key != "price", key != "currency" { filled.insert(key) }
    }
    // Below zero means that there is none.
    if amount.0 >= 0, let currency = amount.currency {
      item.price = Price(amount: amount.0, currency: currency)
      filled.formUnion(["price", "currency"])
    }
    for (label, value) in category.facts {
      let own = value.labelled(in: row)
      if !own.isEmpty {
        item.facts = (item.facts + own).distinct(by: \.label)
        filled.insert(label)
      }
      guard value.label.isEmpty, let text = value.result(in: row, as: .fact)?.text else { continue }
      item.facts.append(Fact(label, text))
      filled.insert(label)
    }
    for (kind, value) in category.known {
      guard let text = value.result(in: row, as: .text)?.text else { continue }
      // Several are joined, and none contains a comma.
      let ids = text.split(separator: ",").map { OtherID(kind, String($0).trimmed) }.filter { !$0.value.isEmpty }
      if ids.isEmpty { continue }
      item.otherIDs += ids
      filled.insert(kind.rawValue)
    }
    if case .link(let link)? = category.file?.result(in: row, as: .address) {
      item.file = link
      filled.insert("file")
    }
  }

  /// Every field without a value so far, in the declaration's order.
  var empty: [DeclaredCategory.Reading] { category.readings.filter { !filled.contains($0.name) } }
}

extension DeclaredCategory {
  typealias Reading = (name: String, value: Value, kind: Value.Kind)

  /// All that is read from a row, by item key, label or kind of id.
  var readings: [Reading] {
    fields.map { ($0.field.key, $0.value, $0.kind) } + facts.map { ($0.label, $0.value, .fact) }
      + known.map { ($0.kind.rawValue, $0.value, .text) } + (file.map { [("file", $0, .address)] } ?? [])
  }

  /// How the field with that key is read.
  func value(of key: String) -> Value? { fields.first { $0.field.key == key }?.value }

  var id: Value? { value(of: "id") }

  /// `known` updated from a fuller row, whose fields take precedence.
  func merged(_ known: Item, with fuller: Item) -> Item {
    var item = fuller
    item.fillGaps(from: known)
    let told = Set(fuller.facts.map(\.label))
    let all = fuller.facts + known.facts.filter { !told.contains($0.label) }
    // In the declaration's order; a fact with its own label takes the position of its rule.
    let own = facts.firstIndex { !$0.value.label.isEmpty } ?? facts.count
    let places = Dictionary(facts.enumerated().map { ($1.label, $0) }) { first, _ in first }
    item.facts = all.sorted { (places[$0.label] ?? own) < (places[$1.label] ?? own) }
    return item
  }
}

/// Values that rows get from their item if they lack them.
struct Given: Sendable {
  let item: Item
  let keys: [(key: String, from: String)]

  /// The value for a key; nil if it is not given or the item lacks it.
  func value(of field: ItemField) -> ItemField.Value? {
    guard let from = keys.first(where: { $0.key == field.key })?.from else { return nil }
    // A text may be given from a number or an id.
    return field.type == .text ? item.filling(from).map { .text($0) } : ItemField.named(from)?.value(of: item)
  }

  /// Adds the given values to an item that was read without them.
  func filled(_ item: Item) -> Item {
    if keys.isEmpty { return item }
    let read = SharedItem(item)
    var item = item
    for (key, _) in keys {
      guard let field = ItemField.named(key), field.value(of: read) == nil else { continue }
      field.set(value(of: field), in: &item)
    }
    return item
  }
}

/// The item keys that a declaration may fill, from liner's own table of fields.
enum DeclaredField {
  /// In the order of the table.
  static let keys = ItemField.having(.declared).map(\.key)

  /// How to read a value of the field; nil for references, whose id is read as a name.
  static func kind(of field: ItemField) -> Value.Kind? {
    switch field.type {
    case .text: field.key == "title" ? .name : .text
    case .number: .whole
    case .duration: .seconds
    case .price: .number
    case .flag: .flag
    case .date: .date
    case .link: .address
    case .id: field.key == "id" ? .name : nil
    }
  }

  /// Whether a key of a row may be filled from another key of the item that the row belongs to.
  static func mayFill(_ key: String, from other: String) -> Bool {
    guard let field = ItemField.named(key), let given = ItemField.named(other) else { return false }
    return field.type == given.type || field.type == .text && (given.type == .number || other == "id")
  }
}
