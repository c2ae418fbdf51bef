package import Domain

extension Command {
  /// An option of a command, as its entry in the table declares it: parsing, help, completion and hints read it there.
  package struct Option: Sendable {
    /// Without its dashes.
    package let name: String
    /// What follows it; nil where it stands alone.
    package let value: Value?
    package let meaning: String

    init(_ name: String, _ meaning: String, takes value: Value? = nil) {
      self.name = name
      self.value = value
      self.meaning = meaning
    }

    /// What an option takes, which decides what Tab offers.
    package enum Value: Sendable {
      case number, categories, genre, format, date
      /// A file or a folder, under the name that the synopsis gives it.
      case file(String)
      case filter(SearchFilter)
      /// A word of the user's own, under the name that the synopsis gives it.
      case text(String)

      /// What the synopsis calls it.
      package var word: String {
        switch self {
        case .number: "N"
        case .categories: "CATS"
        case .genre: "G"
        case .format: "FORMAT"
        case .date: "DATE"
        case .file(let word), .text(let word): word
        case .filter: "VALUE"
        }
      }
    }

    /// `--limit N`.
    package var usage: String { dashed + (value.map { " " + $0.word } ?? "") }
    var dashed: String { "--" + name }
  }

  /// The options that it takes in `catalog`: its own, and one for each of the catalog's filters where it takes those.
  package func options(in catalog: Catalog) -> [Option] {
    takesFilters ? options + catalog.filters.map { Option($0.name, $0.meaning, takes: .filter($0)) } : options
  }
}

extension Arguments {
  /// Reads what stands behind a command's name: its options, each by any beginning that it alone has, and the words beside
  /// them. `--` ends the options; a word in quotes is none. Variables are replaced word by word, so that no value splits a
  /// command, quotes anything, or is taken for an option.
  /// - Parameter catalog: the one whose filters are options, where the command takes those.
  /// - Throws: `usage` for an option that the command does not have, and a value that is missing or too many.
  package init(
    _ rest: Substring, of command: Command, replacing variables: Variables = Variables(), in catalog: () -> Catalog
  ) throws(CommandError) {
    self.init(rest, of: command)
    // A command of the shell has variables of its own.
    let hasVariables = !variables.isEmpty && command !== Command.pipe && text.contains("${")
    let mayHaveOptions = command.takesFilters || !command.options.isEmpty
    guard hasVariables || mayHaveOptions && text.utf8.contains(UInt8(ascii: "-")) && text.contains("--") else { return }
    func replaced(_ text: String) -> String { hasVariables ? variables.replaced(in: text) : text }
    let options = command.options(in: catalog())
    var given: [String: String] = [:]
    var others: [Word] = []
    var hasOptions = false
    var words = try words()[...]
    while let word = words.popFirst() {
      guard mayHaveOptions, word.isOption else {
        others.append(Word(text: replaced(word.text), isQuoted: word.isQuoted))
        continue
      }
      hasOptions = true
      if word.text == "--" {
        others += words.map { Word(text: replaced($0.text), isQuoted: $0.isQuoted) }
        break
      }
      let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let option = try Self.option(parts[0], of: command, among: options)
      guard option.value != nil else {
        if parts.count > 1 { throw .usage(.valueNotTaken(option: option.dashed)) }
        given[option.name] = ""
        continue
      }
      var value = parts.count > 1 ? parts[1] : ""
      if parts.count == 1, let following = words.first, !following.isOption { value = words.removeFirst().text }
      value = replaced(value)
      if value.isEmpty { throw .usage(.missingValue(option: option.dashed)) }
      given[option.name] = value
    }
    if hasOptions || hasVariables { take(given, leaving: others) }
  }

  private static func option(
    _ typed: String, of command: Command, among options: [Command.Option]
  ) throws(CommandError) -> Command.Option {
    let names = options.map(\.name)
    switch Choice(names).found(String(typed.dropFirst(2))) {
    case .one(let name): return options[names.firstIndex(of: name) ?? 0]
    case .several(let several): throw .usage(.ambiguousWord(typed, candidates: several.map { "--" + $0 }))
    case .none: throw .usage(.unknownOption(typed, command: command.name, known: options.map(\.dashed)))
    }
  }
}

extension Arguments.Word {
  /// Whether it names an option, or ends them. `--2` and `---` do neither.
  var isOption: Bool {
    !isQuoted && text.hasPrefix("--") && (text.utf8.count == 2 || text.dropFirst(2).first?.isLetter == true)
  }
}
