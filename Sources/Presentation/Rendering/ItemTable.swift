package import Domain

/// Items as rows of text, a column for each field of an item: what `CSV`, `TSV` and the other forms of a list are written
/// from.
package struct ItemTable: Sendable {
  package let entries: [ListedItem]

  package init(_ entries: [ListedItem]) {
    self.entries = entries
  }

  /// What a screen shows, filtered and sorted as it is: the item that it is about, then those listed.
  /// - Parameter known: the numbers of rows to leave out.
  package init(of screen: Screen, favorites: Favorites, besides known: Set<Int> = []) {
    let subject = screen.subject.map { [Row(shared: $0.shared)] } ?? []
    let rows = known.isEmpty ? screen.visibleRows : screen.visibleRows.filter { !known.contains($0.number) }
    entries = (subject + rows).map { $0.listed(in: favorites, term: screen.query?.term) }
  }

  /// A line for each item, every column in it.
  /// - Parameters:
  ///   - hasHeader: whether a line of the columns' keys comes first.
  ///   - field: writes a value; a value that an item does not have is left empty.
  func lines(separator: String, end: String, hasHeader: Bool, _ field: (String) -> String) -> String {
    let columns = ItemField.ofTables
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
  /// The text with some characters written otherwise; nil keeps one. By scalars, since a quote with an accent upon it is a
  /// `Character` of its own, as is `\r\n`.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = replacement(scalar) {
        // One by one: appending them together takes a time that grows with what is there already.
        for replaced in text.unicodeScalars { result.append(replaced) }
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
