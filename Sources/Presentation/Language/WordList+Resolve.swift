package import Domain

extension WordList {
  /// The word that `typed` means. Errors say that it was typed for `name`, such as a setting.
  package func resolve(_ typed: String, for name: String) throws(CommandError) -> String {
    if let word = try match(typed).chosen(by: typed, named: readable) { return word }
    let meant = suggestions(for: typed)
    if meant.isEmpty { throw .usage(.badValue(typed, of: name, allowed: words)) }
    throw .usage(.misspelt(typed, of: name, meant: meant.map(readable)))
  }
}

extension Array {
  /// The only element, which `typed` means; nil if there is none.
  /// - Throws: `usage`, if it could mean several.
  func chosen(by typed: String, named name: (Element) -> String) throws(CommandError) -> Element? {
    if count > 1 { throw .usage(.ambiguousWord(typed, candidates: map(name))) }
    return first
  }

  /// The element whose word `typed` means.
  func resolve(
    _ typed: String, for name: String, by word: (Element) -> String, otherWords: [String: String] = [:]
  ) throws(CommandError) -> Element {
    let words = map(word)
    let chosen = try WordList(words, otherWords: otherWords).resolve(typed, for: name)
    // `resolve` returns only words from the list.
    return self[words.firstIndex(of: chosen)!]
  }
}

extension [ItemField] {
  /// The fields in a list, separated by commas or spaces.
  func list(_ text: String, for name: String) throws(CommandError) -> [ItemField] {
    let words = text.split { $0 == "," || $0.isWhitespace }
    return try (words.isEmpty ? [text[...]] : words).map { word throws(CommandError) in
      try resolve(String(word), for: name, by: \.key)
    }
  }
}

extension Catalog {
  /// The filter that chooses a storefront; nil if the catalog has none.
  var storefronts: SearchFilter? { filters.first { $0.name == storefrontFilter } }

  /// The values that may be sent for `category`, out of `values` by filter name.
  func filters(_ values: [String: String], for category: Category) -> [String: String] {
    values.filter { name, value in filters.contains { $0.name == name && $0.allows(value, for: category) } }
  }
}

extension SearchFilter {
  /// The storefronts in a list, each once, in capitals. Commas separate them; between codes, spaces do too.
  func storefronts(_ text: String) throws(CommandError) -> [String] {
    let isOfCodes = text.split(whereSeparator: { $0 == "," || $0.isWhitespace }).allSatisfy { $0.count == 2 }
    let words = text.split(whereSeparator: { $0 == "," || isOfCodes && $0.isWhitespace })
    let codes = try words.map { word throws(CommandError) -> String in
      do throws(CommandError) {
        return try checked(String(word.trimmingPrefix(while: \.isWhitespace))).uppercased()
      } catch .usage(.badValue(let typed, of: _, _)) {
        let example = allValues.prefix(3).joined(separator: ",")
        throw .usage(.badValue(typed, of: "stores", allowed: ["names or codes of stores, such as \(example)"]))
      }
    }
    if codes.isEmpty { throw .usage(.badValue(text, of: "stores", allowed: allValues)) }
    return codes.unique
  }

  /// The catalog's spelling of `text`.
  func checked(_ text: String) throws(CommandError) -> String {
    if acceptsAny { return text }
    if let value = value(matching: text) { return value }
    let choice = choice
    do throws(CommandError) {
      return try choice.resolve(text, for: name)
    } catch {
      // Short lists are shown in full. Of countries, the nearest name is more useful.
      guard choice.words.count <= 24 else { throw error }
      switch error {
      case .usage(.misspelt) where !isOfCountries, .usage(.badValue):
        throw .usage(.badValue(text, of: name, allowed: readableValues))
      default: throw error
      }
    }
  }
}

extension Catalog {
  /// The catalog that `typed` means, by an unambiguous beginning of a name or a title.
  /// - Parameter loaded: the catalogs whose titles are known.
  package static func name(
    _ typed: String, among names: [String], loaded: [Catalog], from source: (any CatalogSource)?
  ) throws(CommandError) -> String {
    var titles = Dictionary(loaded.map { ($0.name, $0.title) }) { first, _ in first }
    var found = WordList(names, titles: titles).match(typed)
    if found.isEmpty, let source {
      // Titles are in the declarations, which are read only if no name matches.
      for summary in source.summaries() { titles[summary.name] = summary.title }
      found = WordList(names, titles: titles).match(typed)
    }
    guard let name = try found.chosen(by: typed, named: \.self) else {
      if let error = source?.folderProblem { throw CommandError(error) }
      throw .usage(.unknownCatalog(typed, known: names))
    }
    return name
  }
}
