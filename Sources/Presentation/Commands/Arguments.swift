/// What stands behind a command's name.
package struct Arguments: Sendable {
  /// As it was typed, without the white space around it; where options were taken out, the words beside them.
  package private(set) var text: Substring
  /// The words beside the options that were taken out; nil where none were.
  private var others: [Word]?
  /// The values of the options given, by their names; empty for one that stands alone.
  private var given: [String: String] = [:]
  private let command: Command?

  /// - Parameter command: the one that it stands behind, which errors name.
  package init(_ text: Substring, of command: Command? = nil) {
    self.command = command
    let bytes = text.utf8.drop(while: Self.isSpace)
    let end = bytes.lastIndex { !Self.isSpace($0) }.map(bytes.index(after:)) ?? bytes.endIndex
    self.text = text[bytes.startIndex..<end]
  }

  /// White space is that of ASCII, so that no-break spaces can be searched for.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  package var isEmpty: Bool { text.isEmpty }

  /// A word, or several between double quotes.
  package struct Word: Sendable, Equatable {
    package var text: String
    package var isQuoted: Bool
  }

  /// A word where it stands in a text.
  struct Token {
    let word: Word
    /// As it was typed, its quotes included.
    let source: Substring
    /// Whether it begins with a quote that nothing closes.
    var isOpen = false
  }

  /// The words. A double quote at the start of a word quotes up to the next one; anywhere else it is a character, so
  /// that `12"` and `don't` are what they look like. Within quotes, `\"` and `\\` stand for the second character.
  package func words() throws(CommandError) -> [Word] {
    if let others { return others }
    let tokens = Self.tokens(of: text)
    if tokens.last?.isOpen == true { throw .usage(.unclosedQuote) }
    return tokens.map(\.word)
  }

  /// The words of a text, of which the last may not be finished yet.
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

  /// The text for commands that take the rest of the line as it stands; only quotes around words are taken off.
  package func plainText() throws(CommandError) -> String {
    guard others == nil, text.utf8.contains(UInt8(ascii: "\"")) else { return String(text) }
    return try words().map(\.text).joined(separator: " ")
  }

  /// The word between quotes that `text` begins with.
  private static func quoted(_ text: Substring) -> Token {
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

  /// Takes options out, so that the other words are what is left.
  mutating func take(_ options: [String: String], leaving others: [Word]) {
    given = options
    self.others = others
    text = others.map(\.text).joined(separator: " ")[...]
  }

  func has(_ option: String) -> Bool { given[option] != nil }

  /// What was given for the option of that name; nil where it was not.
  func value(of option: String) -> String? { given[option] }

  func number(of option: String, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
    guard let value = given[option] else { return nil }
    return try Setting.wholeNumber(value, of: "--" + option, in: range)
  }

  // MARK: Mistakes

  /// Something is missing.
  /// - Parameter what: nil: what the command takes besides options.
  func missing(_ what: String? = nil) -> CommandError {
    .usage(.missingArgument(command: command?.name ?? "", synopsis: what ?? command?.usage ?? ""))
  }

  func unexpected(_ text: String) -> CommandError {
    .usage(.unexpectedArgument(text, command: command?.name ?? "", synopsis: command?.synopsis ?? ""))
  }

  func refuseWords() throws(CommandError) {
    if !isEmpty { throw unexpected(String(text)) }
  }

  /// The items picked; nil for the item that the screen is about.
  func picked(in context: () -> Command.Context) throws(CommandError) -> Selection? {
    if !isEmpty { return try Selection(text) }
    guard context().screen.subject != nil else { throw .nothingHere(.item(for: command?.name ?? "")) }
    return nil
  }

  // MARK: Lines

  /// The commands of a line, which `;` separates outside of quotes. A comment or a blank line has none; a comment behind
  /// a command begins with a `#` that has a blank on both sides.
  package static func commands(in line: String) -> [Substring] {
    // By bytes, since each line of a script comes by here.
    let bytes = line.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = bytes.first, first != UInt8(ascii: "#") else { return [] }
    // A command of the shell has a language of its own.
    if first == UInt8(ascii: "|") || !bytes.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "#") }) {
      return [line[bytes.startIndex...]]
    }
    return stretches(of: line).commands.map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }
  }

  /// What a comment says; nil where the line is none, or names the interpreter of a script.
  package static func comment(in line: String) -> String? {
    let text = line.drop(while: \.isWhitespace)
    guard text.first == "#", !text.hasPrefix("#!") else { return nil }
    let words = text.drop { $0 == "#" || $0.isWhitespace }
    return words.isEmpty ? nil : String(words)
  }

  /// The command that the end of `line` belongs to, which is empty behind `;`; nil in a comment.
  package static func lastCommand(of line: String) -> Substring? {
    let first = line.first { !$0.isWhitespace }
    if first == "#" { return nil }
    if first == "|" { return line.drop(while: \.isWhitespace) }
    let (commands, endsInComment) = stretches(of: line)
    return endsInComment ? nil : commands.last?.drop(while: \.isWhitespace)
  }

  /// A sign that is a whole name, behind which the first word begins at once.
  private static func isSign(_ character: Character) -> Bool { Command.signs.contains { $0 == character.asciiValue } }

  private static func stretches(of line: String) -> (commands: [Substring], endsInComment: Bool) {
    var commands: [Substring] = []
    var begin = line.startIndex
    var isQuoted = false
    var isEscaped = false
    var previous: Character = " "
    // How much of a command there is already, white space before it apart: nothing, its first character, or more.
    var length = 0
    for index in line.indices {
      let character = line[index]
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isQuoted = false
        }
      } else if character == "\"" && (previous.isWhitespace || previous == ";" || length == 1 && isSign(previous)) {
        isQuoted = true
      } else if character == ";" {
        commands.append(line[begin..<index])
        begin = line.index(after: index)
        (length, previous) = (0, character)
        continue
      } else if character == "#", isBlank(previous), line[line.index(after: index)...].first.map(isBlank) ?? false {
        commands.append(Arguments(line[begin..<index]).text)
        return (commands, true)
      }
      if length < 2, length > 0 || !character.isWhitespace { length += 1 }
      previous = character
    }
    commands.append(line[begin...])
    return (commands, false)
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
}
