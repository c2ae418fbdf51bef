/// A table as GitHub and others read it, without the columns that no item fills.
package enum Markdown {
  package static func text(of table: ItemTable) -> String {
    let columns = ItemTable.Column.allCases.filter { column in
      column.isCertain || table.entries.contains { $0.text(of: column) != nil }
    }
    let rows = table.lines(columns, separator: " | ", start: "| ", end: " |\n") { text, column in
      column.isLink ? link(text) : shown(text)
    }
    let rule = "|" + String(repeating: " --- |", count: columns.count) + "\n"
    let header = rows.prefix { $0 != "\n" }
    return header + "\n" + rule + rows.dropFirst(header.count + 1)
  }

  /// Text that is read as it is, not as markup, and stays in its cell.
  private static func shown(_ text: String) -> String {
    let marks: Set<Unicode.Scalar> = ["\\", "|", "`", "*", "_", "[", "]", "<", "&", "~"]
    let escaped = text.replacing("\r\n", with: "\n").replacingScalars { scalar in
      marks.contains(scalar) ? "\\" + String(scalar) : nil
    }
    return escaped.split(separator: "\n", omittingEmptySubsequences: false).map { StyledText.madeVisible(String($0)) }
      .joined(separator: "<br>")
  }

  /// A bare address, which is read as a link; what would end it is written as a URL may have it.
  private static func link(_ text: String) -> String {
    let escaped = text.replacingScalars { scalar in
      switch scalar {
      case "|": "%7C"
      case "<": "%3C"
      case "\\": "%5C"
      default: nil
      }
    }
    return StyledText.madeVisible(escaped)
  }
}
