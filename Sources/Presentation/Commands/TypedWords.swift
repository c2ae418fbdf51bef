/// The argument text of a line still being typed: finished words, and the one that the cursor is at the end of.
struct TypedWords {
  /// As they will be read, without their quotes.
  private(set) var finished: [String] = []
  /// The word begun; empty behind white space.
  private(set) var word = ""
  /// Whether it begins with a quote that is not closed yet.
  private(set) var isQuoted = false
  /// How many characters it takes on the line, its quote included.
  private(set) var length = 0
  /// Everything behind the command's name, without the white space before it.
  let text: Substring
  /// Where each finished word begins in `text`, and then the word begun.
  private(set) var starts: [Substring.Index] = []

  init(_ rest: Substring) {
    text = rest.drop(while: \.isWhitespace)
    var left = text
    while let first = left.first {
      if first.isWhitespace {
        left.removeFirst()
        continue
      }
      var end = left.firstIndex(where: \.isWhitespace) ?? left.endIndex
      if first == "\"" { end = Self.endOfQuote(in: left) ?? left.endIndex }
      let isOpen = first == "\"" && Self.endOfQuote(in: left) == nil
      let raw = left[..<end]
      starts.append(left.startIndex)
      if end == left.endIndex, isOpen || first != "\"" {
        (word, isQuoted, length) = (Self.read(raw), isOpen, raw.count)
      } else {
        finished.append(Self.read(raw))
      }
      left = left[end...]
    }
    if starts.count == finished.count { starts.append(text.endIndex) }
  }

  private static func endOfQuote(in text: Substring) -> Substring.Index? {
    var isEscaped = false
    for index in text.indices.dropFirst() {
      if isEscaped {
        isEscaped = false
      } else if text[index] == "\\" {
        isEscaped = true
      } else if text[index] == "\"" {
        return text.index(after: index)
      }
    }
    return nil
  }

  private static func read(_ raw: Substring) -> String {
    guard raw.first == "\"" else { return String(raw) }
    let closed = endOfQuote(in: raw) == raw.endIndex ? String(raw) : raw + "\""
    return (try? Arguments(closed[...]).words().first?.text) ?? String(raw.dropFirst())
  }
}
