import Domain

/// Item numbers as a user picks them: `3`, `1-3,5`, `7-`, `-2`, `all`.
package struct Selection: Sendable, Equatable {
  package let parts: [Part]

  package enum Part: Sendable, Equatable {
    case one(Int)
    /// Both ends are included; nil means the first or last visible item.
    case range(Int?, Int?)
  }

  /// The number, if the selection is a single number; a range counts as several, even if it picks one item.
  package var onlyNumber: Int? { if case .one(let number) = parts[0], parts.count == 1 { number } else { nil } }

  /// Whether it could contain several items, even if it contains only one.
  package var isForSeveral: Bool { onlyNumber == nil }

  package static let all = Selection(parts: [.range(nil, nil)])

  /// - Precondition: `parts` is not empty.
  package init(parts: [Part]) { self.parts = parts }

  /// Reads a selection; commas and spaces separate its parts.
  package init(_ text: Substring) throws(CommandError) {
    // A fast path for the commonest form.
    if let number = Self.number(text) {
      self.init(parts: [.one(number)])
      return
    }
    if text.lowercased() == "all" {
      self = .all
      return
    }
    let pieces = text.split { $0 == "," || $0 == " " || $0 == "\t" }
    let parts = pieces.compactMap(Self.part)
    guard !parts.isEmpty, parts.count == pieces.count else { throw .usage(.malformedSelection(String(text))) }
    self.init(parts: parts)
  }

  /// The part for a word without commas; nil if it is not one.
  private static func part(_ text: Substring) -> Part? {
    if let number = number(text) { return .one(number) }
    guard let dash = text.firstIndex(of: "-") else { return nil }
    let (low, high) = (text[..<dash], text[text.index(after: dash)...])
    let (first, last) = (number(low), number(high))
    guard first != nil || last != nil, low.isEmpty || first != nil, high.isEmpty || last != nil else { return nil }
    let isBackwards = if let first, let last { last < first } else { false }
    return isBackwards ? .range(last, first) : .range(first, last)
  }

  /// A number without a sign; nil if `text` is anything else. A number too large for `Int` becomes `Int.max`, which no
  /// item has.
  static func number(_ text: Substring) -> Int? {
    guard text.utf8.first?.isASCIIDigit == true else { return nil }
    return Int(text) ?? (text.utf8.allSatisfy(\.isASCIIDigit) ? .max : nil)
  }
}

extension Screen {
  /// The selected rows, each once, in the order of the selection. A number, or either end of a range, must be on the
  /// screen; a range selects only the visible rows within it.
  package func rows(picked selection: Selection) throws(CommandError) -> [Row] {
    lazy var visible = visibleRows
    var picked: [Row] = []
    for part in selection.parts {
      switch part {
      case .one(let number): picked.append(try sections.existingRow(number))
      case .range(let first, let last):
        for end in [first, last].compactMap(\.self) { _ = try sections.existingRow(end, mayLackItem: true) }
        picked += visible.filter {
          $0.number >= first ?? .min && $0.number <= last ?? .max && $0.item.match != Match.none
        }
      }
    }
    // A number may select a hidden row, but a range with only hidden rows selects nothing.
    if picked.isEmpty { throw .noSuchItem(nil, available: hidesAll ? "" : Self.summary(of: visible.map(\.number))) }
    return picked.distinct(by: \.number)
  }

  /// `1-5,7` for the numbers 1, 2, 3, 4, 5 and 7; nil for none.
  static func summary(of numbers: [Int]) -> String? {
    // Neighbours join.
    let ranges = RangeSet(numbers.map { $0..<$0 + 1 }).ranges
    if ranges.isEmpty { return nil }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound - 1)" }
      .joined(separator: ",")
  }
}

extension [Section] {
  /// The row with that number, visible or not.
  func row(numbered number: Int) -> Row? {
    lazy.compactMap { section in section.rows.first { $0.number == number } }.first
  }

  /// The row with that number, visible or not.
  /// - Throws: `noSuchItem`, with the available numbers; `unknown` for the row of a store that lacks the item, where
  ///   there is nothing to open, to keep or to play.
  package func existingRow(_ number: Int, mayLackItem: Bool = false) throws(CommandError) -> Row {
    guard let row = row(numbered: number) else {
      throw .noSuchItem(number, available: Screen.summary(of: flatMap(\.rows).map(\.number)))
    }
    if row.item.match == Match.none, !mayLackItem {
      throw .catalog(.unknown(row.item.title, storefront: row.item.storefront))
    }
    return row
  }
}
