import Domain

/// A country's store: its currency, the items that have another id than in the US, and what it lacks.
struct SampleStorefront: Sendable {
  /// Two lower-case letters, as in links.
  let code: String
  /// Three letters, as in rows.
  let country: String
  let currency: SampleCurrency
  /// The ids of other releases that are sold here, by their ids in the tables; `origins` is the reverse.
  fileprivate let ids: [Int: Int]
  fileprivate let origins: [Int: Int]
  fileprivate let missing: Set<Int>

  /// The id of an item here, which differs if the item, or its whole, is another release.
  func id(of id: Int) -> Int {
    if ids.isEmpty { return id }
    if let other = ids[id] { return other }
    return ids[id / 100].map { $0 * 100 + id % 100 } ?? id
  }

  /// The id in the tables of the item with the id `id` here; nil if there is none, as for another store's id.
  func origin(of id: Int) -> Int? {
    if ids.isEmpty { return id }
    if let origin = origins[id] { return origin }
    if let whole = origins[id / 100] { return whole * 100 + id % 100 }
    return ids[id] == nil && ids[id / 100] == nil ? id : nil
  }

  func has(_ record: SampleRecord) -> Bool {
    if missing.isEmpty { return true }
    return !missing.contains(record.id) && !(record.parent.map(missing.contains) ?? false)
  }
}

/// A currency, and the store's prices in it.
struct SampleCurrency: Sendable {
  let code: String
  private let percent: Int
  /// The smallest unit if there are no decimals.
  private let step: Int?

  init(_ row: SampleTable.Row) {
    code = row["currency"] ?? "USD"
    percent = row.int("percent") ?? 100
    step = row.int("step")
  }

  /// The local price for one in dollars. Free items, and those not sold singly, are so everywhere.
  func price(_ dollars: String) -> String {
    guard percent != 100, let cents = Self.cents(dollars), cents > 0 else { return dollars }
    let value = cents * percent / 100
    if let step {
      // Amounts without decimals are sent with one, as 190.0.
      return "\(max(1, (value + step * 50) / (step * 100)) * step).0"
    }
    let grain = value < 300 ? 10 : 100
    let rounded = max(1, (value + grain / 2) / grain) * grain - 1
    return "\(rounded / 100).\((rounded % 100).zeroPadded(to: 2))"
  }

  private static func cents(_ dollars: String) -> Int? {
    let parts = dollars.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2 else { return nil }
    return Int(parts[0] + parts[1])
  }
}

/// All stores. Each is created on demand, because few sessions need more than two.
struct SampleStorefronts: Sendable {
  private let rows: [String: SampleTable.Row]
  private let currencies: [String: SampleCurrency]
  private let differences: [Difference]

  init() {
    rows = Dictionary(SampleTables.itunes["storefronts"].map { (($0["code"] ?? "").lowercased(), $0) }) { $1 }
    currencies = Dictionary(
      SampleTables.itunes["currencies"].map { ($0["currency"] ?? "", SampleCurrency($0)) }
    ) { $1 }
    differences = SampleTables.itunes["differences"].compactMap(Difference.init)
  }

  var codes: [String] { rows.keys.sorted() }

  /// Nil if no country with a store has this two-letter code, in either case.
  subscript(code: String) -> SampleStorefront? {
    guard let row = rows[code.lowercased()], let country = row["country"],
      let currency = currencies[row["currency"] ?? ""]
    else { return nil }
    let here = differences.filter { $0.holds(in: code.uppercased()) }
    let ids = here.compactMap { difference in difference.there.map { (difference.id, $0) } }
    return SampleStorefront(
      code: code.lowercased(), country: country, currency: currency, ids: Dictionary(ids) { first, _ in first },
      origins: Dictionary(ids.map { ($1, $0) }) { first, _ in first },
      missing: Set(here.filter { $0.there == nil }.map(\.id)))
  }
}

/// A line of the table of differences.
private struct Difference {
  let stores: Set<Substring>
  let isElsewhere: Bool
  let id: Int
  let there: Int?

  init?(_ row: SampleTable.Row) {
    guard let id = row.int("id"), let names = row["stores"] else { return nil }
    let words = names.split(separator: " ")
    isElsewhere = words.first == "not"
    stores = Set(words.drop { $0 == "not" })
    self.id = id
    there = row.int("there")
  }

  func holds(in code: String) -> Bool { stores.contains(code[...]) != isElsewhere }
}
