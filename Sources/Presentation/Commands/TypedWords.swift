/// The argument text of a line still being typed: finished words, and the one that the cursor is at the end of.
struct TypedWords {
  /// As they will be read, without their quotes.
  let finished: [String]
  /// The word begun; empty behind white space.
  private(set) var word = ""
  /// Whether it begins with a quote that is not closed yet.
  private(set) var isQuoted = false
  /// How many characters it takes on the line, its quote included.
  private(set) var length = 0
  /// Everything behind the command's name, without the white space before it.
  let text: Substring
  /// Where each finished word begins in `text`, and then the word begun.
  let starts: [Substring.Index]

  init(_ rest: Substring) {
    text = rest.drop(while: \.isWhitespace)
    var tokens = Arguments.tokens(of: text)
    let begun = tokens.last { $0.isOpen || !$0.word.isQuoted && $0.source.endIndex == rest.endIndex }
    starts = tokens.map(\.source.startIndex) + (begun == nil ? [text.endIndex] : [])
    if let begun {
      (word, isQuoted, length) = (begun.word.text, begun.isOpen, begun.source.count)
      tokens.removeLast()
    }
    finished = tokens.map(\.word.text)
  }
}
