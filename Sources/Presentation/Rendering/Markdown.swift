package import Domain

/// A list that reads well where it is pasted, as text and as what GitHub and others make of it: each item's title, linked,
/// its creator, and what the screen shows behind them.
package enum Markdown {
  /// - Parameter columns: what the user chose to see behind titles; nil: what suits the screen.
  package static func text(of table: ItemTable, on screen: Screen, columns: [ItemField]? = nil) -> String {
    let values = RowLayout.values(on: screen, columns: columns)
    return table.entries.reduce(into: "") { text, entry in
      let item = entry.item
      text += "- " + (item.link.map { "[\(shown(item.title))](\(address($0)))" } ?? opening(item.title))
      let behind = values(entry).map(shown).joined(separator: " · ")
      if !behind.isEmpty { text += " — " + behind }
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
    let digits = text.utf8.prefix(while: \.isASCIIDigit)
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
