package import Domain

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
    self.text = Substring(bytes[..<end])
  }

  /// Only ASCII white space counts, so that no-break spaces can be searched for.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  package var isEmpty: Bool { text.isEmpty }

  /// One word, or the text between double quotes.
  package struct Word: Sendable, Equatable {
    package var text: String
    package var isQuoted: Bool

    /// Whether it is an option or ends the options, unlike `-2` and a lone `-`.
    var isOption: Bool { secondAfterDash.map { !$0.isASCIIDigit } ?? false }

    /// Whether it looks like `-2`, which selects items or is refused.
    var isNegative: Bool { secondAfterDash?.isASCIIDigit == true }

    /// The byte after a leading dash; nil if the word does not begin with one, or has nothing after it.
    private var secondAfterDash: UInt8? {
      !isQuoted && text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst().first : nil
    }
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
    return try tokens().map(\.word)
  }

  private func tokens() throws(CommandError) -> [Token] {
    let tokens = Self.tokens(of: text)
    if tokens.last?.isOpen == true { throw .usage(.unclosedQuote) }
    return tokens
  }

  /// The words of a text; the last may be unfinished.
  static func tokens(of text: Substring) -> [Token] {
    var tokens: [Token] = []
    var rest = text.drop(while: \.isWhitespace)
    while let first = rest.first {
      // A quoted word is read only to its end, because the next may follow without a blank.
      let typed = first == "\"" ? "" : rest.prefix { !$0.isWhitespace }
      let token = first == "\"" ? quoted(rest) : Token(word: Word(text: String(typed), isQuoted: false), source: typed)
      tokens.append(token)
      rest = rest[token.source.endIndex...].drop(while: \.isWhitespace)
    }
    return tokens
  }

  /// The text for commands that use the rest of the line as it is, without the quotes around words.
  package func plainText() throws(CommandError) -> String {
    if others == nil, text.utf8.contains(UInt8(ascii: "\"")) {
      return try words().map(\.text).joined(separator: " ")
    }
    // Tables that are pasted have tabs between their words.
    return String(text.utf8.contains(0x09) ? text.replacing("\t", with: " ") : text)
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
    if !isEmpty { return try Selection(text.utf8.first == UInt8(ascii: "\"") ? plainText()[...] : text) }
    let screen = context().screen
    guard screen.subject != nil else { throw missingItem(on: screen) }
    return nil
  }

  /// The error for a missing selection on a screen that is not about an item.
  func missingItem(on screen: Screen) -> CommandError {
    let numbers = screen.visibleRows.map(\.number)
    return .nothingHere(.item(for: command?.name ?? "", example: numbers.dropFirst(2).first ?? numbers.first))
  }
}

extension Arguments {
  /// Reads a command's options, each by a unique prefix, and the other words. `--` ends the options; a quoted word is
  /// never an option. Variables are replaced in each word, so a value cannot split a command, quote a word or become an
  /// option.
  /// - Parameter catalog: its filters are options, if the command accepts filters.
  /// - Throws: `usage` for an unknown option, and for a missing or unexpected value.
  package init(
    _ rest: Substring, of command: Command, replacing variables: Variables = Variables(), in catalog: () -> Catalog
  ) throws(CommandError) {
    self.init(rest, of: command)
    // A shell command has its own variables and options.
    if command === Command.pipe { return }
    let hasVariables = Variables.mayOccur(in: text)
    guard hasVariables || Self.mayHaveOptions(text) else { return }
    func replaced(_ text: String) throws(CommandError) -> String {
      hasVariables ? try variables.replaced(in: text) : text
    }
    // In free text, no word begins with a dash unless `--` precedes it.
    let isText = [.term, .filterText].contains(command.argument)
    let options = command.options(in: catalog())
    var given: [String: String] = [:]
    var others: [Word] = []
    var hasOptions = false
    // With the spaces as typed.
    var typed = ""
    var end: Substring.Index?
    func add(_ token: Token) throws(CommandError) {
      let (word, text) = (token.word, try replaced(token.word.text))
      // An empty value leaves no space in free text.
      if isText, !word.isQuoted, text.isEmpty { return }
      others.append(Word(text: text, isQuoted: word.isQuoted))
      let gap = end.map { rest[$0..<token.source.startIndex] } ?? ""
      typed += (gap.allSatisfy(\.isWhitespace) ? gap : " ") + text
      end = token.source.endIndex
    }
    var tokens = try tokens()[...]
    while let token = tokens.popFirst() {
      let word = token.word
      guard word.isOption || isText && word.isNegative else {
        try add(token)
        continue
      }
      hasOptions = true
      if word.text == "--" {
        for token in tokens { try add(token) }
        break
      }
      let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = try options.match(dashed: parts[0]).chosen(by: parts[0], named: \.dashed) else {
        throw .usage(.unknownOption(parts[0], command: command.name, known: options.map(\.dashed)))
      }
      guard option.value != nil else {
        if parts.count > 1 { throw .usage(.valueNotTaken(option: option.dashed)) }
        given[option.name] = ""
        continue
      }
      var value = parts.count > 1 ? parts[1] : ""
      if parts.count == 1, let following = tokens.first?.word, !following.isOption {
        value = tokens.removeFirst().word.text
      }
      // Spaces may stand around the commas of a list, and within quotes.
      while option.isList, let next = tokens.first?.word, !next.isOption {
        let isQuoted = !value.count { $0 == "\"" }.isMultiple(of: 2)
        guard isQuoted || value.last == "," || next.text.first == "," else { break }
        value += (isQuoted ? " " : "") + tokens.removeFirst().word.text
      }
      value = try replaced(option.isList ? value.unquotedList : value)
      if value.allSatisfy(\.isWhitespace) { throw .usage(.missingValue(option: option.dashed)) }
      let before = given[option.name]
      guard before == nil || option.isList else { throw .usage(.repeatedOption(option.dashed)) }
      given[option.name] = [before, value].compactMap(\.self).joined(separator: ",")
    }
    guard hasOptions || hasVariables else { return }
    (self.given, self.others) = (given, others)
    text = others.contains(where: \.isQuoted) ? others.map(\.text).joined(separator: " ")[...] : typed[...]
  }

  /// A cheap check for a word that begins with a dash.
  private static func mayHaveOptions(_ text: Substring) -> Bool {
    var isStart = true
    for byte in text.utf8 {
      if isStart, byte == UInt8(ascii: "-") { return true }
      isStart = byte <= UInt8(ascii: " ")
    }
    return false
  }
}
