import Domain

/// A list that reads well where it is pasted, as text and as what GitHub and others make of it: each item's title, linked,
/// its creator, and what the screen shows behind them.
package enum Markdown {
  /// - Parameter columns: what the screen shows behind titles; nil: what suits each item.
  package static func text(of table: ItemTable, columns: [ItemColumn]? = nil) -> String {
    table.entries.reduce(into: "") { text, entry in
      let item = entry.row.item
      text += "- " + (item.link.map { "[\(shown(item.title))](\(address($0)))" } ?? opening(item.title))
      let values = columns.map { $0.filter { $0 != .creator }.map { item.text(of: $0) } } ?? [item.note]
      let behind = ([item.creator] + values).compactMap { $0.map(shown) }
      if !behind.isEmpty { text += " — " + behind.joined(separator: " · ") }
      text += "\n"
    }
  }

  /// Text that is read as it is, not as markup, on one line.
  private static func shown(_ text: String) -> String {
    StyledText.madeVisible(
      text.replacing("\r\n", with: "\n").replacingScalars { scalar in
        switch scalar {
        case "\\", "|", "`", "*", "_", "[", "]", "<", "&", "~": "\\" + String(scalar)
        case "\n": " "
        default: nil
        }
      })
  }

  /// Text at the start of an item, where it must not begin a heading, a quotation, a list or a block of code.
  private static func opening(_ text: String) -> String {
    let text = shown(String(text.trimmingPrefix(while: \.isWhitespace)))
    if let first = text.unicodeScalars.first, "#>-+=".unicodeScalars.contains(first) { return "\\" + text }
    let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard !digits.isEmpty, let mark = text.utf8.dropFirst(digits.count).first,
      mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")")
    else { return text }
    return String(text[..<digits.endIndex]) + "\\" + String(text[digits.endIndex...])
  }

  /// An address within a link; what would end it there is written as a URL may have it.
  private static func address(_ link: WebLink) -> String {
    let escaped = link.text.replacingScalars { scalar in
      switch scalar {
      case "(": "%28"
      case ")": "%29"
      case "<": "%3C"
      case ">": "%3E"
      case "\\": "%5C"
      default: nil
      }
    }
    return StyledText.madeVisible(escaped)
  }
}
