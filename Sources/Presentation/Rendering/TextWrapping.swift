/// Breaks text into lines that fit, between words if possible.
enum TextWrapping {
  /// - Parameter width: in columns; nil leaves the text as it is.
  static func lines(of text: String, width: Int?) -> [String] {
    guard let width, DisplayWidth.of(text) > width, width > 0 else { return [text] }
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let wordWidth = DisplayWidth.of(word)
      if used > 0, used + 1 + wordWidth <= width {
        line += " " + word
        used += 1 + wordWidth
        continue
      }
      if used > 0 { lines.append(line) }
      (line, used) = (String(word), wordWidth)
      if wordWidth > width { (line, used) = rest(of: word, wideningTo: width, into: &lines) }
    }
    if used > 0 { lines.append(line) }
    return lines
  }

  /// Breaks a word that is wider than a line, such as text without spaces, at the ends of lines.
  /// - Returns: the remaining text for the last line, and its width.
  private static func rest(
    of word: Substring, wideningTo width: Int, into lines: inout [String]
  ) -> (text: String, width: Int) {
    var (line, used) = ("", 0)
    for character in word {
      let next = DisplayWidth.of(character)
      if used + next > width, !line.isEmpty {
        lines.append(line)
        (line, used) = ("", 0)
      }
      line.append(character)
      used += next
    }
    return (line, used)
  }
}

extension StyledText {
  /// A wrapped sentence.
  package init(wrapping sentence: String, _ style: Style = .plain, width: Int?) {
    append(wrapping: sentence, style, width: width)
  }

  /// Appends wrapped text, each line indented by `indent` columns.
  /// - Parameter isIndented: whether the first line is indented already.
  package mutating func append(
    wrapping data: String, _ style: Style = .plain, link: String? = nil, width: Int?, indent: Int = 0,
    isIndented: Bool = false
  ) {
    let lines = TextWrapping.lines(of: Self.escapingControls(data), width: width.map { max(10, $0 - indent) })
    for (index, line) in lines.enumerated() {
      if index > 0 || !isIndented { append(String(repeating: " ", count: indent)) }
      append(line, style, link: link)
      breakLine()
    }
  }
}
