package import Domain

/// Items as rows of text, with a column for each field. CSV, TSV and the other list forms are written from it.
package struct ItemTable: Sendable {
  package let entries: [ListedItem]

  package init(_ entries: [ListedItem]) {
    self.entries = entries
  }

  /// The items on a screen, as filtered and sorted: the screen's own item, then its rows.
  /// - Parameter known: the numbers of rows to leave out.
  package init(of screen: Screen, favorites: Favorites, besides known: Set<Int> = []) {
    let subject = screen.subject.map { [Row(shared: $0.shared)] } ?? []
    let rows = known.isEmpty ? screen.visibleRows : screen.visibleRows.filter { !known.contains($0.number) }
    entries = (subject + rows).map { $0.listed(in: favorites, term: screen.query?.term) }
  }

  /// A line for each item.
  /// - Parameters:
  ///   - hasHeader: whether the first line has the columns' keys.
  ///   - field: writes a value; a missing value stays empty.
  func lines(
    separator: String, end: String, columns: [ItemField], hasHeader: Bool, _ field: (String) -> String
  ) -> String {
    var text = hasHeader ? columns.map(\.key).joined(separator: separator) + end : ""
    for entry in entries {
      for (index, column) in columns.enumerated() {
        if index > 0 { text += separator }
        if let value = column.value(of: entry) { text += field(value.plain) }
      }
      text += end
    }
    return text
  }
}

extension String {
  /// The text with some scalars replaced; nil keeps one. Works on scalars because a quote with a combining accent, or
  /// `\r\n`, is a single `Character`.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        // Appended one by one, because appending a sequence takes time proportional to the text so far.
        for replaced in text.unicodeScalars { result.append(replaced) }
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
