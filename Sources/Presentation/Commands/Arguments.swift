/// The text that follows a command's name.
package struct Arguments: Sendable {
  /// As typed, without surrounding white space; without the options once they were removed.
  package private(set) var text: Substring
  /// The words other than options; nil if no options were removed.
  private var others: [Word]?
  /// Values by option name; empty for an option without a value.
  private var given: [String: String] = [:]
  let command: Command?

  /// - Parameter command: the command before the text, for errors.
  package init(_ text: Substring, of command: Command? = nil) {
    self.command = command
    let bytes = text.utf8.drop(while: Self.isSpace)
    let end = bytes.lastIndex { !Self.isSpace($0) }.map(bytes.index(after:)) ?? bytes.endIndex
    self.text = text[bytes.startIndex..<end]
  }

  /// Only ASCII white space counts, so that no-break spaces can be searched for.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  package var isEmpty: Bool { text.isEmpty }

  /// One word, or the text between double quotes.
  package struct Word: Sendable, Equatable {
    package var text: String
    package var isQuoted: Bool
  }

  /// A word and its source text.
  struct Token {
    let word: Word
    /// As typed, with its quotes.
    let source: Substring
    /// Whether its opening quote is never closed.
    var isOpen = false
  }

  /// The words. A double quote at the start of a word quotes up to the next one. Any other quote is an ordinary
  /// character, as in `12"` and `don't`. Within quotes, `\"` and `\\` mean the second character.
  package func words() throws(CommandError) -> [Word] {
    if let others { return others }
    let tokens = Self.tokens(of: text)
    if tokens.last?.isOpen == true { throw .usage("missing closing quote \"") }
    return tokens.map(\.word)
  }

  /// The words of a text; the last may be unfinished.
  static func tokens(of text: Substring) -> [Token] {
    var tokens: [Token] = []
    var rest = text.drop(while: \.isWhitespace)
    while let first = rest.first {
      let token: Token
      if first == "\"" {
        token = quoted(rest)
      } else {
        let typed = rest.prefix { !$0.isWhitespace }
        token = Token(word: Word(text: String(typed), isQuoted: false), source: typed)
      }
      tokens.append(token)
      rest = rest[token.source.endIndex...].drop(while: \.isWhitespace)
    }
    return tokens
  }

  /// The text for commands that use the rest of the line as it is, without the quotes around words.
  package func plainText() throws(CommandError) -> String {
    guard others == nil, text.utf8.contains(UInt8(ascii: "\"")) else { return String(text) }
    return try words().map(\.text).joined(separator: " ")
  }

  /// The quoted word at the start of `text`.
  static func quoted(_ text: Substring) -> Token {
    var word = ""
    var isEscaped = false
    for index in text.indices.dropFirst() {
      let character = text[index]
      if isEscaped {
        if character != "\"" && character != "\\" { word.append("\\") }
        word.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return Token(word: Word(text: word, isQuoted: true), source: text[...index])
      } else {
        word.append(character)
      }
    }
    return Token(word: Word(text: word + (isEscaped ? "\\" : ""), isQuoted: true), source: text, isOpen: true)
  }

  /// Removes the options and leaves the other words.
  mutating func take(_ options: [String: String], leaving others: [Word]) {
    given = options
    self.others = others
    text = others.map(\.text).joined(separator: " ")[...]
  }

  func has(_ option: String) -> Bool { given[option] != nil }

  /// The value given for an option; nil if it was not given.
  func value(of option: String) -> String? { given[option] }

  func number(of option: String, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
    guard let value = given[option] else { return nil }
    return try Setting.wholeNumber(value, of: "--" + option, in: range)
  }

  // MARK: Mistakes

  /// A missing argument: `what`, or nil for the command's arguments apart from options.
  func missing(_ what: String? = nil) -> CommandError {
    .usage(.missingArgument(command: command?.name ?? "", synopsis: what ?? command?.usage ?? ""))
  }

  func unexpected(_ text: String) -> CommandError {
    .usage(.unexpectedArgument(text, command: command?.name ?? "", synopsis: command?.synopsis ?? ""))
  }

  func refuseWords() throws(CommandError) {
    if !isEmpty { throw unexpected(String(text)) }
  }

  /// The picked items; nil means the item the screen is about.
  func picked(in context: () -> Command.Context) throws(CommandError) -> Selection? {
    if !isEmpty { return try Selection(text) }
    let screen = context().screen
    guard screen.subject != nil else { throw missingItem(on: screen) }
    return nil
  }

  /// The error for a missing selection on a screen that is not about an item.
  func missingItem(on screen: Screen) -> CommandError {
    let numbers = screen.visibleRows.map(\.number)
    guard let example = numbers.dropFirst(2).first ?? numbers.first else {
      return .nothingHere("this screen shows no items")
    }
    let name = command?.name ?? ""
    return .nothingHere("which item? For example: \(name) \(example). On an item's screen, just \(name)")
  }
}
