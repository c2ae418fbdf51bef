package import Domain

/// A command, as described in `commands.txt`, and how its words become an action. Dispatch, help, completion, hints and
/// suggestions all read the table `Command.all`. A class, so that the entries are never copied.
package final class Command: Sendable {
  package let name: String
  let names: [String]
  /// The names that begin with a letter, which can be abbreviated.
  private let letterNames: [String]
  /// The arguments after the name, without options.
  let usage: String
  package let argument: Argument
  /// The rest of its entry in `commands.txt`. It is split into lines on demand, because a start needs only the names.
  private let entry: EmbeddedFile.Block
  private let parse: @Sendable (Arguments, () -> Context) throws -> Action

  /// An alias never changes its meaning once documented.
  package var aliases: [String] { Array(names.dropFirst()) }
  /// Other programs' names for it.
  var others: [String] { entry.entries("others").flatMap { $0.fields(separatedBy: UInt8(ascii: " ")) } }
  /// The arguments and options after the name, as help shows them.
  package var synopsis: String {
    ([usage] + allOptions.map { "[\($0.usage)]" }).filter { !$0.isEmpty }.joined(separator: " ")
  }
  package var options: [Option] { allOptions.filter { !$0.standsForFilters } }
  /// The option `--FILTER`, which represents all filters of the catalog; nil if the command accepts no filters.
  package var anyFilter: Option? { allOptions.first(where: \.standsForFilters) }
  private var allOptions: [Option] { entry.entries("option").map { Option($0) } }
  /// The subcommands, each with the arguments after it.
  package var tasks: [(name: String, usage: String, meaning: String)] {
    entry.entries("task").map { line in
      let (usage, meaning) = line.splitAtColon
      return (String(usage.prefix { $0 != " " }), usage, meaning)
    }
  }
  /// A few words, for lists.
  package var summary: String { entry.lines[0] }
  package var examples: [String] { entry.entries("example") }

  /// A paragraph, for `help NAME`.
  package var explanation: String {
    entry.lines.dropFirst().filter { !Self.keys.contains($0.splitAtColon.0) }.joined(separator: " ")
      .replacing("{topics}", with: HelpTopic.all.map(\.name).joined(separator: ", "))
      .replacing("{sort-keys}", with: ItemField.sortKeys.map(\.key).joined(separator: ", "))
  }

  private static let keys = ["others", "option", "task", "example"]

  /// The kind of argument that completion and hints expect after the name.
  package enum Argument: Sendable, Equatable {
    case none, term, place, items, item, command, catalog, setting, sortKey, file, filterText, expectation
    case shelf(home: String)
    case chart
    case favoritesList
  }

  /// What the meaning of a line depends on.
  package struct Context: Sendable {
    package var screen: Screen
    /// The current catalog.
    package let catalog: Catalog
    /// All catalogs loaded in the session.
    package let catalogs: [Catalog]
    /// The names of all catalogs, including those not loaded yet.
    package let catalogNames: @Sendable () -> [String]

    /// The screen's catalog, which differs from `catalog` after a favourite of another catalog was opened.
    var screenCatalog: Catalog { catalogs.first { $0.name == screen.catalog } ?? catalog }

    package init(
      screen: Screen, catalog: Catalog, catalogs: [Catalog]? = nil, catalogNames: (@Sendable () -> [String])? = nil
    ) {
      (self.screen, self.catalog) = (screen, catalog)
      self.catalogs = catalogs ?? [catalog]
      self.catalogNames = catalogNames ?? { [catalogs = self.catalogs] in catalogs.map(\.name) }
    }
  }

  /// - Precondition: `commands.txt` has an entry with this name.
  init(
    _ name: String, argument: Argument = .none,
    parse: @escaping @Sendable (Arguments, () -> Context) throws -> Action
  ) {
    guard let (names, usage, entry) = Self.entries[name] else { preconditionFailure("no command \(name)") }
    self.name = name
    (self.names, self.usage, self.entry) = (names, usage, entry)
    letterNames = names.filter { $0.first?.isLetter ?? false }
    (self.argument, self.parse) = (argument, parse)
  }

  /// A command without arguments.
  convenience init(_ name: String, action: Action) {
    self.init(name) { arguments, _ in
      try arguments.refuseWords()
      return action
    }
  }

  /// The head of an entry contains the names, and after a tab the arguments.
  private static let entries: [String: (names: [String], usage: String, EmbeddedFile.Block)] = {
    let all = EmbeddedFile.table("commands").blocks.map { block in
      let head = block.head.fields(separatedBy: UInt8(ascii: "\t"))
      let names = head[0].fields(separatedBy: UInt8(ascii: " "))
      return (names[0], (names, head.count > 1 ? head[1] : "", block))
    }
    return Dictionary(uniqueKeysWithValues: all)
  }()

  /// Every command, in the order of `help`.
  package static let all: [Command] = [
    search, open,
    star, unstar, favs, mark, unmark, undo,
    back, forward, home, trail,
    show, more, retry, reload, filter, sort,
    link, browse, copy, play, get, artwork,
    charts, changes, stores, elsewhere, news, seasons, limits, explain,
    set, catalogs,
    history, export, importFile, pipe, source, expect, help, quit,
  ]

  /// Parses one command, which is a line without the `;` around it.
  /// - Parameter context: evaluated only if the command needs it.
  package static func action(
    for line: Substring, replacing variables: Variables = Variables(), on context: @autoclosure () -> Context
  ) throws(CommandError) -> Action {
    let (command, target) = Arguments.parts(of: line)
    guard let target else { return try single(line, variables, context) }
    if target.first == ">", target.dropFirst().allSatisfy(\.isWhitespace) {
      throw .usage(.missingArgument(command: ">", synopsis: "FILE"))
    }
    let passing = try single(target, variables, context)
    let action = try single(command, variables, context)
    guard case .go(let shown) = action else {
      // `search --help` is `help search`.
      let name = if case .answer(.help) = action { help.name } else { String(nameAndRest(of: command).name) }
      throw .usage(.showsNoItems(name))
    }
    return .send(shown, to: passing)
  }

  /// Parses one command in a context that exists already.
  // The compiler copies the whole parser for each closure that is passed to it; callers of this one share a copy.
  @inline(never)
  static func action(for line: Substring, in context: Context) throws(CommandError) -> Action {
    try action(for: line, on: context)
  }

  private static func single(
    _ line: Substring, _ variables: Variables, _ context: () -> Context
  ) throws(CommandError) -> Action {
    let (typed, rest) = nameAndRest(of: line)
    let name = Variables.mayOccur(in: typed) ? try variables.replaced(in: typed)[...] : typed
    if let number = Selection.number(name), name.utf8.allSatisfy(\.isASCIIDigit) {
      // `3 album` means `open 3 album`.
      if Arguments(rest).isEmpty { return .go(.openItem(number)) }
      return try open.action(for: line, variables, on: context)
    }
    let command: Command
    do throws(CommandError) {
      command = try named(name)
    } catch .unknownCommand(let word, let nearest) {
      // Text copied from web pages may contain no-break spaces.
      if name.contains("\u{A0}") {
        return try single(line.replacing("\u{A0}", with: " ").drop { $0 == " " }, variables, context)
      }
      let whole = String(Arguments(rest).isEmpty ? name : Arguments(line).text)
      if let steps = stepsUp(whole) { return .go(.back(steps)) }
      if ["favorites", "favourites"].contains(whole.lowercased()) { return .go(.favorites) }
      // An address or an id alone is opened.
      if whole.contains(where: { $0 == ":" || $0 == "/" }) || whole.lowercased().hasPrefix("id"),
        let reference = Reference(whole, catalogs: context().catalogNames())
      {
        return .go(.openReference(reference))
      }
      if let items = try? Selection(whole[...]) {
        _ = try context().screen.rows(picked: items)
        throw .usage(.selectionAlone(whole))
      }
      // A suggestion repeats the variables, so all need values.
      _ = try variables.replaced(in: rest)
      throw .unknownCommand(word, meant: meant(by: line, nearest: nearest.first, context))
    }
    return try command.action(for: rest, variables, on: context)
  }

  /// How many screens `cd ..` or `cd ../..` goes back; nil for anything else.
  private static func stepsUp(_ line: String) -> Int? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[0].lowercased() == "cd" else { return nil }
    let steps = words[1].split(separator: "/")
    return !steps.isEmpty && steps.allSatisfy { $0 == ".." } ? steps.count : nil
  }

  /// Parses the text after this command's name.
  func action(for rest: Substring, _ variables: Variables, on context: () -> Context) throws(CommandError) -> Action {
    do throws(CommandError) {
      let arguments = try Arguments(rest, of: self, replacing: variables) { context().catalog }
      return try described { try parse(arguments, context) }
    } catch .usage(.unknownOption("--help", command: _, known: _)) {
      return .answer(.help(name))
    }
  }

  /// The command called `word`: by its full name, an alias, or a unique prefix.
  package static func named(_ word: Substring) throws(CommandError) -> Command {
    let typed = String(word)
    if let command = exact[typed] { return command }
    let word = typed.lowercased()
    if let command = exact[word] { return command }
    let commands = all.match(word, by: \.letterNames)
    if let command = commands.only { return command }
    // For each command, shows the name that has the prefix: `e` could mean `exit`, and `quit` would look wrong.
    let candidates = commands.compactMap { $0.letterNames.first { $0.hasPrefix(word) } }
    if !candidates.isEmpty { throw .ambiguousCommand(typed, candidates: candidates) }
    let nearest = otherWords[word] ?? Spelling.nearest(to: word, among: all.flatMap(\.letterNames))
    throw .unknownCommand(typed, meant: [nearest].compactMap(\.self))
  }

  /// Whether a line may be a command: it begins with a command's name, a number, an address or an id.
  package static func mayBegin(_ line: String) -> Bool {
    let name = nameAndRest(of: Arguments(line[...]).text).name
    if name.utf8.first?.isASCIIDigit == true || name.first == "#" || name.contains(":") { return true }
    let word = name.lowercased()
    return exact[word] != nil || !word.isEmpty && all.contains { $0.letterNames.contains { $0.hasPrefix(word) } }
  }

  /// Symbols that are a complete name, so that `/term`, `*3` and `|jq` need no space.
  static let signs = Array("/*?|>".utf8)

  /// Splits off the name; the rest keeps its leading space.
  package static func nameAndRest(of line: Substring) -> (name: Substring, rest: Substring) {
    let bytes = line.utf8
    guard let first = bytes.first else { return (line, line) }
    let end =
      signs.contains(first)
      ? bytes.index(after: bytes.startIndex) : bytes.firstIndex { $0 == 0x20 || $0 == 0x09 } ?? bytes.endIndex
    return (Substring(bytes[..<end]), Substring(bytes[end...]))
  }

  /// Every command by each of its names, for fast lookup in long scripts.
  private static let exact = Dictionary(
    uniqueKeysWithValues: all.flatMap { command in command.names.map { ($0, command) } })
}

/// The long options of the program itself, which precede a command.
package enum ProgramOptions {
  package static let withoutValue = [
    "interactive", "offline", "echo", "keep-going", "force", "no-cache", "shell", "step", "generate-manual", "no-rc",
    "strict", "version", "help",
  ]

  /// Options that take the next word as their value.
  package static let withValue = [
    "command", "catalog", "set", "output", "color", "favorites", "record", "replay", "rate", "wait", "var", "timeout",
    "log-level", "log-file", "pace", "cast", "generate-completion-script",
  ]

  /// - Parameter option: with its dashes.
  package static func contains(_ option: String) -> Bool {
    let name = String(option.dropFirst(2))
    return option.hasPrefix("--") && (withoutValue.contains(name) || withValue.contains(name))
  }

  static func example(of option: String) -> String {
    if option == "--output" { return "--output json" }
    return withValue.contains(String(option.dropFirst(2))) ? option + " VALUE" : option
  }
}
