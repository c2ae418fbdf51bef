package import Domain

/// A list that reads well as text and as rendered Markdown: each item's title as a link, its creator, and the screen's
/// columns.
package enum Markdown {
  /// - Parameter columns: the columns that the user chose; nil means those that suit the screen.
  package static func text(of entries: [ListedItem], on screen: Screen, columns: [ItemField]? = nil) -> String {
    let values = RowLayout.values(on: screen, columns: columns)
    return entries.reduce(into: "") { text, entry in
      let item = entry.item
      text += "- " + (item.link.map { "[\(shown(item.title))](\(address($0)))" } ?? opening(item.title))
      let behind = values(entry).map(shown).joined(separator: " · ")
      if !behind.isEmpty { text += " — " + behind }
      text += "\n"
    }
  }

  /// Escaped text on one line, so that nothing in it acts as markup.
  private static func shown(_ text: String) -> String {
    StyledText.escapingControls(
      text.replacing("\r\n", with: " ").replacingScalars { scalar in
        scalar == "\n" ? " " : "\\|`*_[]<&~".unicodeScalars.contains(scalar) ? "\\" + String(scalar) : nil
      })
  }

  /// Text at the start of an item, escaped so that it does not start a heading, a quotation, a list or a code block.
  private static func opening(_ text: String) -> String {
    let text = shown(String(text.trimmingPrefix(while: \.isWhitespace)))
    if let first = text.unicodeScalars.first, "#>-+=".unicodeScalars.contains(first) { return "\\" + text }
    let digits = text.utf8.prefix(while: \.isASCIIDigit)
    guard !digits.isEmpty, let mark = text.utf8.dropFirst(digits.count).first,
      mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")")
    else { return text }
    return String(text[..<digits.endIndex]) + "\\" + String(text[digits.endIndex...])
  }

  /// A link's address, with characters that would end the link percent-encoded.
  private static func address(_ link: WebLink) -> String {
    StyledText.escapingControls(link.text.replacing(["(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "\\": "%5C"]))
  }
}
