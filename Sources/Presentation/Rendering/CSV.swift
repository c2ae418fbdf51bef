package import Domain

/// A table in CSV (RFC 4180): lines end in CR LF, and a field is quoted if it contains a quote, a comma or a line
/// break, or begins or ends with a space. The text is otherwise unchanged.
package enum CSV {
  package static func text(
    of table: ItemTable, columns: [ItemField] = ItemField.ofTables, hasHeader: Bool = true
  ) -> String {
    table.lines(separator: ",", end: "\r\n", columns: columns, hasHeader: hasHeader) { text in
      let utf8 = text.utf8
      let mustBeQuoted =
        utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D } || utf8.first == 0x20
        || utf8.last == 0x20
      return mustBeQuoted ? "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\"" : text
    }
  }
}
