import Domain

extension Command {
  /// An option as the synopsis names it.
  struct Option: Sendable {
    var name: String
    var meaning: String
    /// What the synopsis calls its value; nil where it takes none.
    var valueName: String?
    /// Set where it is one of the catalog's filters.
    var filter: SearchFilter?
  }

  /// The options in the synopsis; `--FILTER` stands for those of the catalog.
  func options(in catalog: Catalog) -> [Option] {
    guard synopsis.utf8.contains(UInt8(ascii: "-")) else { return [] }
    let words = synopsis.split { $0 == " " || $0 == "[" || $0 == "]" }
    return words.enumerated().flatMap { index, word -> [Option] in
      guard word.hasPrefix("--") else { return [] }
      let next = index + 1 < words.count ? words[index + 1] : "--"
      let value = next.hasPrefix("--") || next == "|" ? nil : String(next)
      guard word != "--FILTER" else {
        return catalog.filters.map { Option(name: $0.name, meaning: $0.meaning, valueName: value, filter: $0) }
      }
      let name = String(word.dropFirst(2))
      let setting = Setting.all(in: catalog).first { $0.name == (name == "in" ? "categories" : name) }
      return [Option(name: name, meaning: setting?.meaning ?? "", valueName: value)]
    }
  }
}
