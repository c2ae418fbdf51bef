/// Breaks text into lines that fit, between words if possible.
enum TextWrapping {
  /// - Parameter width: in columns; nil leaves the text as it is.
  static func lines(of text: String, width: Int?) -> [String] {
    guard let width, DisplayWidth.of(text) > width, width > 0 else { return [text] }
    var lines: [String] = []
    var used = 0
    for part in text.split(separator: " ").flatMap({ parts(of: $0, width: width) }) {
      let partWidth = DisplayWidth.of(part)
      if !lines.isEmpty, used + 1 + partWidth <= width {
        lines[lines.count - 1] += " " + part
        used += 1 + partWidth
      } else {
        lines.append(String(part))
        used = partWidth
      }
    }
    return lines
  }

  /// The parts of a word that fit into lines: several of a long text without spaces.
  private static func parts(of word: Substring, width: Int) -> [Substring] {
    guard DisplayWidth.of(word) > width else { return [word] }
    var (parts, rest) = ([Substring](), word)
    while !rest.isEmpty {
      // A character may be wider than a line.
      let part = rest.prefix(max(1, DisplayWidth.beginning(of: rest, to: width).count))
      parts.append(part)
      rest = rest[part.endIndex...]
    }
    return parts
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
