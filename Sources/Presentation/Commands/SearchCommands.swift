import Domain

extension Command {
  static let search = Command("search", argument: .term) { arguments, context in
    .go(.search(try SearchQuery(arguments, in: context().catalog)))
  }

  static let history = Command("history", argument: .term) { arguments, _ in
    .tell(.history(arguments.isEmpty ? nil : try arguments.plainText()))
  }
}

extension SearchQuery {
  /// Reads a search's term and the options around it.
  /// - Throws: `usage` if there is no term, or `catalog` does not accept an option's value.
  init(_ arguments: Arguments, in catalog: Catalog) throws(CommandError) {
    self.init(term: try arguments.plainText())
    if term.allSatisfy(\.isWhitespace) { throw arguments.missing() }
    isEverywhere = arguments.value(of: "everywhere") != nil
    let names = arguments.value(of: "in")
    if isEverywhere {
      words = names.map { $0.split(separator: ",").map { String($0.trimmingPrefix(while: \.isWhitespace)) } }
    } else {
      categories = try names.map { names throws(CommandError) in try Category.list(names, in: catalog) }
    }
    limit = try arguments.limit(in: catalog)
    for filter in catalog.filters {
      if let value = arguments.value(of: filter.name) { filters[filter.name] = try filter.checked(value) }
    }
    narrowed = isEverywhere ? nil : narrowing(in: catalog)
  }

  /// The search with trailing words, such as an option's name and its value, replaced by that option.
  private func narrowing(in catalog: Catalog) -> String? {
    var words = term.split(separator: " ").map(String.init)
    guard words.count > 1 else { return nil }
    let options = Command.search.options(in: catalog)
    var found: [String] = []
    // `in` can also be the name of a place.
    func meant(by word: String) -> [Command.Option] {
      let name = word.lowercased().drop { "-–—".contains($0) }
      return options.filter { $0.name == name } + options.filter { name == "in" && $0.name == catalog.storefrontFilter }
    }
    search: while words.count > 1 {
      for length in [1, 2] where words.count > length + 1 {
        let value = words.suffix(length).joined(separator: " ")
        let option = meant(by: words[words.count - length - 1]).first { $0.takes(value, in: catalog) }
        if let option {
          found.insert("\(option.dashed) \(length > 1 ? "\"\(value)\"" : value)", at: 0)
          words.removeLast(length + 1)
          continue search
        }
      }
      if found.isEmpty, let last = words.last, let option = meant(by: last).first {
        found = [option.usage]
        words.removeLast()
      }
      break
    }
    if found.isEmpty { return nil }
    let meant = Set(found.map { String($0.dropFirst(2).prefix { $0 != " " }) })
    return (["search", words.joined(separator: " ").asTerm] + found).joined(separator: " ")
      + given(in: catalog, but: meant)
  }

  /// The options that it was given, as they have to be typed, each after a space.
  /// - Parameter others: the options that are left out.
  func given(in catalog: Catalog?, but others: Set<String> = []) -> String {
    let names = categories?.map(\.name) ?? words
    let own = [("in", names?.joined(separator: ",")), ("limit", limit.map(String.init))]
    let values = own + (catalog?.filters ?? []).map { ($0.name, filters[$0.name]) }
    return values.map { name, value in
      others.contains(name) ? "" : value.map { " --\(name) \($0.asWord)" } ?? ""
    }.joined()
  }
}

extension Command.Option {
  fileprivate func takes(_ value: String, in catalog: Catalog) -> Bool {
    switch self.value {
    case "CATS": catalog.category(named: value) != nil
    case "N": Int(value).map((1...catalog.largestLimit).contains) ?? false
    case "VALUE": (try? filter?.checked(value)) != nil
    default: false
    }
  }
}

extension Arguments {
  func limit(in catalog: Catalog) throws(CommandError) -> Int? { try number(of: "limit", in: 1...catalog.largestLimit) }
}

extension String {
  /// The text as it must be typed to be a search term, or the value of a setting.
  package var asTerm: String { replacing("${", with: "$${").asTypedTerm }

  /// The same for text that was typed, in which `${` begins a variable.
  var asTypedTerm: String {
    let isPlain = split(separator: " ").allSatisfy { !["|", ">", "#"].contains($0) && !$0.hasPrefix("-") }
    let isTrimmed = first?.isWhitespace != true && last?.isWhitespace != true
    let isQuoted = !isPlain || !isTrimmed || contains(";") || contains("\"")
    return isQuoted ? inQuotes : self
  }
}
