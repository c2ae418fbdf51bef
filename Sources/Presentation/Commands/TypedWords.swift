/// The arguments of a line being typed: the finished words, and the one at the cursor.
struct TypedWords {
  /// As they will be read, without their quotes.
  let finished: [String]
  /// The word at the cursor; empty after white space.
  private(set) var word = ""
  /// Whether it begins with a quote that is not closed yet.
  private(set) var isQuoted = false
  /// Its length on the line in characters, with its quote.
  private(set) var length = 0
  /// Everything after the command's name, without leading white space.
  let text: Substring
  /// Where each finished word begins in `text`, then the word at the cursor.
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
