package import Domain

extension Command {
  /// An option of a command. Parsing, help, completion and hints all read it from the command's entry.
  package struct Option: Sendable {
    /// Without its dashes.
    package let name: String
    /// Its value's name in the synopsis, which also determines what Tab offers; nil if it has none.
    package let value: String?
    package let meaning: String
    /// The filter that provides its values.
    var filter: SearchFilter?
    var isList: Bool { ["CATS", "A,B,…"].contains(value) }
    var standsForFilters: Bool { name == "FILTER" }

    /// From a line such as `--limit N: how many places`.
    init(_ line: String) {
      let (usage, meaning) = line.splitAtColon
      let words = usage.dropFirst(2).split(separator: " ", maxSplits: 1).map(String.init)
      (name, self.meaning) = (words[0], meaning)
      value = words.count > 1 ? words[1] : nil
    }

    init(_ filter: SearchFilter) {
      (name, value, meaning, self.filter) = (filter.name, "VALUE", filter.meaning, filter)
    }

    /// `--limit N`.
    package var usage: String { dashed + (value.map { " " + $0 } ?? "") }
    package var dashed: String { "--" + name }
  }

  /// Its own options, and if it accepts filters, one for each filter of `catalog`.
  package func options(in catalog: Catalog) -> [Option] {
    anyFilter == nil ? options : options + catalog.filters.map { Option($0) }
  }
}

extension [Command.Option] {
  /// The options that a word means: the one with that name, else those whose name begins with it.
  func match(dashed word: some StringProtocol) -> [Command.Option] {
    word.hasPrefix("--") ? match(String(word.dropFirst(2)).wordKey, by: { [$0.name.wordKey] }) : []
  }
}
