import Wire

/// Prepares the short texts of a feed for display.
enum FeedText {
  /// A title on one line, with entities that were escaped twice decoded.
  ///
  /// Titles are plain text, but a title with a closing tag is HTML.
  static func title(_ text: String) -> String? {
    var text = text
    if text.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) {
      guard let plain = PlainText(html: text.contains("</") ? text : text.replacing("<", with: "&lt;"))?.text else {
        return nil
      }
      text = plain
    }
    return text.singleLine
  }
}

extension String {
  /// Without leading and trailing spaces and line breaks.
  var withoutOuterBlanks: String {
    guard let first = utf8.first, let last = utf8.last, first <= 0x20 || last <= 0x20 else { return self }
    guard let start = utf8.firstIndex(where: { $0 > 0x20 }), let end = utf8.lastIndex(where: { $0 > 0x20 }) else {
      return ""
    }
    return String(self[start...end])
  }
}
