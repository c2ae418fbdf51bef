import Domain

/// Numbers of items as a user picks them: `3`, `1-3,5`, `7-`, `-2`, `all`.
package struct Selection: Sendable, Equatable {
  package let parts: [Part]

  package enum Part: Sendable, Equatable {
    case one(Int)
    /// Both ends are included; nil stands for the first or last item that is visible.
    case range(Int?, Int?)
  }

  /// The number where it was written as one and nothing else: a range is several, however many it picks.
  package var onlyNumber: Int? {
    if case .one(let number) = parts[0], parts.count == 1 { number } else { nil }
  }

  package static let all = Selection(parts: [.range(nil, nil)])

  /// - Precondition: there is a part.
  package init(parts: [Part]) {
    self.parts = parts
  }

  /// Reads a selection; commas and spaces separate its parts.
  package init(_ text: Substring) throws(CommandError) {
    // The commonest form, without taking the text apart.
    if let number = Self.number(text) {
      self.init(parts: [.one(number)])
      return
    }
    if text.lowercased() == "all" {
      self = .all
      return
    }
    var parts: [Part] = []
    for piece in text.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" }) {
      if let number = Self.number(piece) {
        parts.append(.one(number))
      } else if let dash = piece.firstIndex(of: "-") {
        let (low, high) = (piece[..<dash], piece[piece.index(after: dash)...])
        let (first, last) = (Self.number(low), Self.number(high))
        guard first != nil || last != nil, low.isEmpty || first != nil, high.isEmpty || last != nil else {
          throw .usage(.malformedSelection(String(text)))
        }
        let isBackwards = if let first, let last { last < first } else { false }
        parts.append(isBackwards ? .range(last, first) : .range(first, last))
      } else {
        throw .usage(.malformedSelection(String(text)))
      }
    }
    if parts.isEmpty { throw .usage(.malformedSelection(String(text))) }
    self.init(parts: parts)
  }

  /// A number without a sign; nil where `text` is anything else. What is too large to be held is the largest there is,
  /// which no item has either.
  static func number(_ text: Substring) -> Int? {
    guard text.utf8.first?.isASCIIDigit == true else { return nil }
    return Int(text) ?? (text.utf8.allSatisfy(\.isASCIIDigit) ? .max : nil)
  }

  fileprivate var firstNumber: Int? {
    parts.lazy.compactMap { part in
      switch part {
      case .one(let number): number
      case .range(let first, let last): first ?? last
      }
    }.first
  }
}

extension Screen {
  /// The rows picked, each once, in the order picked.
  ///
  /// A number must be on the screen, the ends of a range too; between them, what is visible counts.
  package func rows(picked selection: Selection) throws(CommandError) -> [Row] {
    let visible = visibleRows
    var picked: [Row] = []
    var seen: Set<Int> = []
    for part in selection.parts {
      switch part {
      case .one(let number):
        let row = try sections.existingRow(number)
        if seen.insert(number).inserted { picked.append(row) }
      case .range(let first, let last):
        if let first { _ = try sections.existingRow(first) }
        if let last { _ = try sections.existingRow(last) }
        for row in visible where row.number >= first ?? .min && row.number <= last ?? .max {
          if seen.insert(row.number).inserted { picked.append(row) }
        }
      }
    }
    // What is filtered away is there, but a range of nothing else picks nothing.
    if picked.isEmpty {
      throw .noSuchItem(selection.firstNumber ?? 1, available: Self.summary(of: visible.map(\.number)))
    }
    return picked
  }

  /// `1-5,7` for the numbers 1, 2, 3, 4, 5 and 7; nil for none.
  static func summary(of numbers: [Int]) -> String? {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers.sorted() {
      if let last = ranges.last, last.upperBound + 1 >= number {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, number)
      } else {
        ranges.append(number...number)
      }
    }
    if ranges.isEmpty { return nil }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(
      separator: ",")
  }
}

extension [Section] {
  /// The row with that number, visible or not.
  func row(numbered number: Int) -> Row? {
    lazy.compactMap { section in section.rows.first { $0.number == number } }.first
  }

  /// The row with that number.
  /// - Throws: `noSuchItem`, with the numbers there are.
  package func existingRow(_ number: Int) throws(CommandError) -> Row {
    guard let row = row(numbered: number) else {
      throw .noSuchItem(number, available: Screen.summary(of: flatMap(\.rows).map(\.number)))
    }
    return row
  }
}
