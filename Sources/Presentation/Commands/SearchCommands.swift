import Domain

extension Command {
  static let search = Command("search", argument: .term) { arguments, context in
    .go(.search(try SearchQuery(arguments, in: context().catalog)))
  }

  static let history = Command("history", argument: .term) { arguments, _ in
    .answer(.history(arguments.isEmpty ? nil : try arguments.plainText()))
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
      guard let value = arguments.value(of: filter.name) else { continue }
      filters[filter.name] = value
      // If another filter narrows what the service lists, the values known may be those beside another choice.
      let others = catalog.filters.filter { $0 != filter && $0.users == nil }
      if case .requested = filter.values, !others.isEmpty { continue }
      filters[filter.name] = try filter.checked(value)
    }
    suggested = suggestion(in: catalog)
  }

  /// The search with its last words, an option's name and perhaps its value, replaced by that option.
  private func suggestion(in catalog: Catalog) -> String? {
    let words = term.split(separator: " ").map(String.init)
    let options = Command.search.options(in: catalog)
    for length in [1, 2, 0] where words.count > length + 1 {
      let value = words.suffix(length).joined(separator: " ")
      let name = words[words.count - length - 1].lowercased().drop { "-–—".contains($0) }
      // `in` can also be the name of a place.
      let meant =
        options.filter { $0.name == name } + options.filter { name == "in" && $0.name == catalog.storefrontFilter }
      guard let option = meant.first(where: { length == 0 || $0.takes(value, in: catalog) }) else { continue }
      let typed = length == 0 ? option.usage : "\(option.dashed) \(length > 1 ? "\"\(value)\"" : value)"
      return "search \(words.dropLast(length + 1).joined(separator: " ").asTerm) \(typed)"
        + (isEverywhere ? " --everywhere" : "") + given(in: catalog, but: [option.name])
    }
    return nil
  }

  /// The options that it was given, as they have to be typed, each after a space.
  /// - Parameter others: the options that are left out.
  func given(in catalog: Catalog?, but others: Set<String> = []) -> String {
    let isAll = (categories?.count ?? 1) > 1 && categories == catalog?.searchable
    let names = isAll ? ["all"] : categories?.map(\.name) ?? words
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
    case "CATS": (try? Category.list(value, in: catalog)) != nil
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
