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
    var isList: Bool { [.categories, .columns].contains(value) }
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
