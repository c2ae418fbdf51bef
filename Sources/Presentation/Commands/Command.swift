package import Domain

/// A command: how it is called, what it means, and how its words become an action.
///
/// The table `Command.all` is the one source for dispatch, help, completion, hints and suggestions. It is never copied: each
/// line of a script names one of its entries.
package final class Command: Sendable {
  package let name: String
  /// Never change meaning once documented.
  package let aliases: [String]
  let names: [String]
  /// Those that begin with a letter, which their beginnings stand for too.
  private let letterNames: [String]
  /// What follows the name besides options.
  let usage: String
  /// What follows the name, as help shows it.
  package let synopsis: String
  package let options: [Option]
  /// Whether each filter of the catalog is an option too.
  package let takesFilters: Bool
  /// A few words, for lists.
  package let summary: String
  /// A paragraph, for `help NAME`.
  package let explanation: String
  package let examples: [String]
  package let argument: Argument
  private let parse: @Sendable (Arguments, () -> Context) throws(CommandError) -> Action

  /// What can be typed behind a command's name, for completion and hints.
  package enum Argument: Sendable {
    case none, term, searches, place, items, item, steps, command, catalog, setting, sortKey, file, filterText,
      expectation
    case shelf(home: String)
    case chart
    case favoritesList
  }

  /// What a line is understood by.
  package struct Context: Sendable {
    package let screen: Screen
    /// The one in force.
    package let catalog: Catalog
    /// The one that the screen is of: another where a favourite from there was opened.
    package let screenCatalog: Catalog
    /// All that the session has.
    package let catalogs: [Catalog]
    /// The names of all catalogs, those not read yet among them.
    package let catalogNames: @Sendable () -> [String]

    package init(
      screen: Screen, catalog: Catalog, screenCatalog: Catalog? = nil, catalogs: [Catalog]? = nil,
      catalogNames: (@Sendable () -> [String])? = nil
    ) {
      self.screen = screen
      self.catalog = catalog
      self.screenCatalog = screenCatalog ?? catalog
      self.catalogs = catalogs ?? [catalog]
      self.catalogNames = catalogNames ?? { [catalogs = self.catalogs] in catalogs.map(\.name) }
    }
  }

  init(
    _ name: String, aliases: [String] = [], _ usage: String = "", options: [Option] = [], takesFilters: Bool = false,
    _ summary: String, _ explanation: String, example examples: String..., argument: Argument = .none,
    parse: @escaping @Sendable (Arguments, () -> Context) throws(CommandError) -> Action
  ) {
    self.name = name
    self.aliases = aliases
    names = [name] + aliases
    letterNames = names.filter { $0.first?.isLetter ?? false }
    self.usage = usage
    self.options = options
    self.takesFilters = takesFilters
    synopsis = ([usage] + options.map { "[\($0.usage)]" } + (takesFilters ? ["[--FILTER VALUE]"] : []))
      .filter { !$0.isEmpty }.joined(separator: " ")
    self.summary = summary
    self.explanation = explanation
    self.examples = examples
    self.argument = argument
    self.parse = parse
  }

  /// A command without arguments.
  convenience init(
    _ name: String, aliases: [String] = [], summary: String, _ explanation: String, example: String, action: Action
  ) {
    self.init(name, aliases: aliases, "", summary, explanation, example: example) { arguments, _ throws(CommandError) in
      try arguments.refuseWords()
      return action
    }
  }

  /// Every command, in the order of `help`.
  package static let all: [Command] = [
    search, open,
    star, unstar, favs, mark, unmark, undo,
    back, forward, home, trail,
    show, more, retry, reload, filter, sort,
    link, browse, copy, play, get, artwork,
    charts, changes, stores, news, seasons, limits, explain,
    set, catalogs,
    history, export, pipe, source, expect, help, quit,
  ]

  /// What one command, without the `;` around it, asks for.
  ///
  /// Pure: words and what is on screen in, an action or a typed error out.
  /// - Parameter context: made only where the command looks at it.
  package static func action(
    for line: Substring, replacing variables: Variables = Variables(), on context: @autoclosure () -> Context
  ) throws(CommandError) -> Action {
    let (typed, rest) = nameAndRest(of: line)
    let name = variables.isEmpty ? typed : variables.replaced(in: typed)[...]
    if let number = Selection.number(name), name.utf8.allSatisfy(\.isASCIIDigit) {
      // `3 album` is `open 3 album`.
      if Arguments(rest).isEmpty { return .go(.openItem(number)) }
      return try open.action(for: line, variables, on: context)
    }
    let command: Command
    do throws(CommandError) {
      command = try named(name)
    } catch {
      guard case .unknownCommand(let word, let nearest) = error else { throw error }
      // An address or an id alone is open of it.
      if Arguments(rest).isEmpty, name.contains(":"),
        let reference = Reference(String(name), catalogs: context().catalogNames())
      {
        return .go(.openReference(reference))
      }
      throw .unknownCommand(word, nearest: meant(by: line, nearest: nearest, context))
    }
    return try command.action(for: rest, variables, on: context)
  }

  /// What the command with `rest` behind its name asks for.
  func action(for rest: Substring, _ variables: Variables, on context: () -> Context) throws(CommandError) -> Action {
    try parse(try Arguments(rest, of: self, replacing: variables) { context().catalog }, context)
  }

  /// The command that `word` names, in full, as an alias, or by a prefix of one command's names only.
  package static func named(_ word: Substring) throws(CommandError) -> Command {
    if let command = exact[String(word)] { return command }
    let word = word.lowercased()
    if let command = exact[word] { return command }
    switch all.found(word, by: \.letterNames) {
    case .one(let command): return command
    case .several(let commands):
      // Of each the first name that begins so: `e` could be `exit`, which does not look like `quit`.
      throw .ambiguousCommand(word, candidates: commands.compactMap { $0.letterNames.first { $0.hasPrefix(word) } })
    case .none: break
    }
    throw .unknownCommand(
      word, nearest: otherWords[word] ?? Spelling.nearest(to: word, among: all.flatMap(\.letterNames)))
  }

  /// Signs that are a whole name by themselves, so that `/term`, `*3` and `|jq` need no space.
  static let signs: [UInt8] = [
    UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "|"), UInt8(ascii: ">"),
  ]

  /// Splits off the name; the rest begins behind it.
  package static func nameAndRest(of line: Substring) -> (name: Substring, rest: Substring) {
    let bytes = line.utf8
    guard let first = bytes.first else { return (line, line) }
    let end =
      signs.contains(first)
      ? bytes.index(after: bytes.startIndex) : bytes.firstIndex { $0 == 0x20 || $0 == 0x09 } ?? bytes.endIndex
    return (line[..<end], line[end...])
  }

  /// Every command by each of its names: with each line of a script one of them is looked up.
  private static let exact = Dictionary(
    uniqueKeysWithValues: all.flatMap { command in command.names.map { ($0, command) } })
}
