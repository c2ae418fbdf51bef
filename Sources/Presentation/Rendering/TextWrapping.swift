/// Breaks text into lines that fit, between words where it can.
enum TextWrapping {
  /// - Parameter width: columns; nil leaves the text as it is.
  static func lines(of text: String, width: Int?) -> [String] {
    guard let width, DisplayWidth.of(text) > width, width > 0 else { return [text] }
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      var word = word
      var wordWidth = DisplayWidth.of(word)
      if used > 0, used + 1 + wordWidth <= width {
        line += " " + word
        used += 1 + wordWidth
        continue
      }
      if used > 0 { lines.append(line) }
      // A word wider than the line, or a language that writes none apart, is broken where the line ends.
      while wordWidth > width {
        let head = prefix(of: word, fitting: width)
        lines.append(String(head))
        word = word[head.endIndex...]
        wordWidth = DisplayWidth.of(word)
      }
      line = String(word)
      used = wordWidth
    }
    if used > 0 { lines.append(line) }
    return lines
  }

  private static func prefix(of word: Substring, fitting width: Int) -> Substring {
    var used = 0
    for index in word.indices {
      used += DisplayWidth.of(word[index])
      if used > width { return word[..<max(index, word.index(after: word.startIndex))] }
    }
    return word
  }
}

extension StyledText {
  /// Appends lines of words that begin behind `indent` columns.
  /// - Parameters:
  ///   - width: the columns of a line; nil for one line only.
  ///   - isIndented: whether those before the first line are filled already.
  package mutating func append(
    wrapping data: String, _ style: Style = .plain, link: String? = nil, width: Int?, indent: Int = 0,
    isIndented: Bool = false
  ) {
    let lines = TextWrapping.lines(of: Self.madeVisible(data), width: width.map { max(10, $0 - indent) })
    for (index, line) in lines.enumerated() {
      if index > 0 || !isIndented { append(String(repeating: " ", count: indent)) }
      append(line, style, link: link)
      breakLine()
    }
  }

  /// Appends lines of words, the first of which stand in another style.
  mutating func append(
    wrapping data: String, _ style: Style, behind head: String, _ headStyle: Style, width: Int?
  ) {
    let head = Self.madeVisible(head)
    var left = head.count { $0 != " " }
    for line in TextWrapping.lines(of: head + Self.madeVisible(data), width: width) {
      var end = line.startIndex
      while end < line.endIndex, left > 0 {
        if line[end] != " " { left -= 1 }
        end = line.index(after: end)
      }
      append(String(line[..<end]), headStyle)
      append(String(line[end...]), style)
      breakLine()
    }
  }
}
