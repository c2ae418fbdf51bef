package import Domain

extension Screen {
  /// The screen's items, filtered and sorted: its own item, then its rows.
  /// - Parameter known: the numbers of rows to leave out.
  func listed(in favorites: Favorites, besides known: Set<Int> = []) -> [ListedItem] {
    let own = subject.map { [Row(shared: $0.shared)] } ?? []
    let rows = known.isEmpty ? visibleRows : visibleRows.filter { !known.contains($0.number) }
    return (own + rows).map { $0.listed(in: favorites, term: query?.term) }
  }
}

/// A table format with a line for each item and a column for each field.
package struct ItemTable: Sendable {
  private let separator: String
  private let lineEnd: String
  /// Formats a value; a missing value is empty.
  private let field: @Sendable (String) -> String

  /// - Parameter hasHeader: whether the first line contains the columns' keys.
  package func text(
    of entries: [ListedItem], columns: [ItemField] = ItemField.ofTables, hasHeader: Bool = true
  ) -> String {
    var text = hasHeader ? columns.map(\.key).joined(separator: separator) + lineEnd : ""
    for entry in entries {
      text += columns.map { $0.value(of: entry).map { field($0.plain) } ?? "" }.joined(separator: separator) + lineEnd
    }
    return text
  }

  /// CSV (RFC 4180): lines end in CR LF, and a field is quoted if it contains a quote, a comma or a line break, or
  /// begins or ends with a space. The text is otherwise unchanged.
  package static let csv = ItemTable(separator: ",", lineEnd: "\r\n") { text in
    let utf8 = text.utf8
    let mustBeQuoted =
      utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D } || utf8.first == 0x20 || utf8.last == 0x20
    return mustBeQuoted ? "\"" + text.replacing(["\"": "\"\""]) + "\"" : text
  }

  /// Exactly one line per item: tabs, line breaks and backslashes are written as `\t`, `\n`, `\r` and `\\`.
  package static let tsv = ItemTable(separator: "\t", lineEnd: "\n") { text in
    text.replacing(["\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"])
  }
}

extension String {
  /// The text with the scalars of a small table replaced.
  func replacing(_ table: KeyValuePairs<Unicode.Scalar, String>) -> String {
    replacingScalars { scalar in table.first { $0.key == scalar }?.value }
  }

  /// The text with some scalars replaced; nil keeps one. Works on scalars, because a quote with a combining accent, or
  /// `\r\n`, is a single `Character`.
  package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
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
