package import Domain

/// A table with exactly one line for each item: tabs, line breaks and backslashes are written `\t`, `\n`, `\r` and
/// `\\`.
package enum TSV {
  package static func text(
    of table: ItemTable, columns: [ItemField] = ItemField.ofTables, hasHeader: Bool = true
  ) -> String {
    table.lines(separator: "\t", end: "\n", columns: columns, hasHeader: hasHeader) { text in
      text.replacingScalars { scalar in
        switch scalar {
        case "\\": "\\\\"
        case "\t": "\\t"
        case "\n": "\\n"
        case "\r": "\\r"
        default: nil
        }
      }
    }
  }
}
