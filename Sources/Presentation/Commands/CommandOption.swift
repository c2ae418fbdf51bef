package import Domain

extension Command {
  /// An option of a command. Parsing, help, completion and hints all read it from the command's entry.
  package struct Option: Sendable {
    /// Without its dashes.
    package let name: String
    /// The kind of its value; nil if it has none.
    package let value: Value?
    package let meaning: String
    /// The filter that provides its values.
    var filter: SearchFilter?
    var standsForFilters: Bool { name == "FILTER" }

    /// From a line such as `--limit N: how many places`.
    init(_ line: String) {
      let (usage, meaning) = line.halves
      let words = usage.dropFirst(2).split(separator: " ", maxSplits: 1).map(String.init)
      (name, self.meaning) = (words[0], meaning)
      value = words.count > 1 ? Value(rawValue: words[1]) : nil
    }

    init(_ filter: SearchFilter) {
      (name, value, meaning, self.filter) = (filter.name, .filter, filter.meaning, filter)
    }

    /// The kind of an option's value, by its name in the synopsis; it determines what Tab offers.
    package enum Value: String, Sendable {
      case number = "N"
      case categories = "CATS"
      case genre = "G"
      case format = "FORMAT"
      case date = "DATE"
      case columns = "A,B,…"
      case file = "FILE"
      case folder = "DIR"
      case fileOrFolder = "FILE or DIR/"
      case pixels = "PX"
      case name = "NAME"
      case filter = "VALUE"
    }

    /// `--limit N`.
    package var usage: String { dashed + (value.map { " " + $0.rawValue } ?? "") }
    var dashed: String { "--" + name }
  }

  /// Its own options, and if it accepts filters, one for each filter of `catalog`.
  package func options(in catalog: Catalog) -> [Option] {
    anyFilter == nil ? options : options + catalog.filters.map { Option($0) }
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
    var words = try words()[...]
    while let word = words.popFirst() {
      guard word.isOption || isText && word.isNegative else {
        others.append(Word(text: try replaced(word.text), isQuoted: word.isQuoted))
        continue
      }
      hasOptions = true
      if word.text == "--" {
        for word in words { others.append(Word(text: try replaced(word.text), isQuoted: word.isQuoted)) }
        break
      }
      let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let option = try Self.option(parts[0], of: command, among: options)
      guard option.value != nil else {
        if parts.count > 1 { throw .usage("\(option.dashed) has no value") }
        given[option.name] = ""
        continue
      }
      var value = parts.count > 1 ? parts[1] : ""
      if parts.count == 1, let following = words.first, !following.isOption { value = words.removeFirst().text }
      value = try replaced(value)
      if value.allSatisfy(\.isWhitespace) { throw .usage(.missingValue(option: option.dashed)) }
      given[option.name] = value
    }
    if hasOptions || hasVariables { take(given, leaving: others) }
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

  private static func option(
    _ typed: String, of command: Command, among options: [Command.Option]
  ) throws(CommandError) -> Command.Option {
    let unknown = CommandError.usage(.unknownOption(typed, command: command.name, known: options.map(\.dashed)))
    guard typed.hasPrefix("--") else { throw unknown }
    let names = options.map(\.name)
    switch WordList(names).match(String(typed.dropFirst(2))) {
    case .one(let name): return options[names.firstIndex(of: name) ?? 0]
    case .several(let several): throw .usage(.ambiguousWord(typed, candidates: several.map { "--" + $0 }))
    case .none: throw unknown
    }
  }
}

extension Arguments.Word {
  /// Whether it is an option or ends the options, unlike `-2` and a lone `-`.
  var isOption: Bool {
    secondAfterDash.map { !$0.isASCIIDigit } ?? false
  }

  /// Whether it looks like `-2`, which selects items or is refused.
  var isNegative: Bool { secondAfterDash?.isASCIIDigit == true }

  /// The byte after a leading dash; nil if there is no dash, or nothing follows it.
  private var secondAfterDash: UInt8? {
    !isQuoted && text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst().first : nil
  }
}
