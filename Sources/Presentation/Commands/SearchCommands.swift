import Domain

extension Command {
  static let search = Command(
    "search", aliases: ["/"], "TERM [--in CATS] [--limit N] [--FILTER VALUE]",
    "search every category at once",
    """
    Asks each category in force for the term and shows what it found, section by section. Options may stand before or \
    after the term; -- ends them. The filters are those that set lists for the catalog. /TERM is the same.
    """,
    example: "search vivaldi --in song,album --limit 10",
    argument: .term
  ) { arguments, context throws(CommandError) in
    let options = try SearchOptions(arguments, in: context().catalog)
    guard !options.term.isEmpty else {
      throw .usage(.missingArgument(command: "search", synopsis: "TERM"))
    }
    let query = SearchQuery(
      term: options.term, categories: options.categories, limit: options.limit, filters: options.filters)
    return .go(.search(query))
  }

  static let history = Command(
    "history", "[TEXT]", "what was searched for, newest first",
    """
    Lists recent searches, those with the text in them where there is one, in upper or lower case. At the prompt they \
    reach back over earlier sessions; a script lists its own.
    """,
    example: "history vival", argument: .searches
  ) { arguments, _ throws(CommandError) in
    .tell(.history(arguments.isEmpty ? nil : try arguments.plainText()))
  }
}

/// A search's term and the options around it.
struct SearchOptions {
  private(set) var term = ""
  private(set) var categories: [Category]?
  private(set) var limit: Int?
  private(set) var genre: String?
  private(set) var days: Int?
  private(set) var filters: [String: String] = [:]

  /// - Parameter known: the only options taken; nil: all of the catalog's.
  init(_ arguments: Arguments, in catalog: Catalog, known: [String]? = nil) throws(CommandError) {
    // The common case has no options and no quotes: the term is the text as it stands.
    guard arguments.text.contains("--") || arguments.text.contains("\"") else {
      term = String(arguments.text)
      return
    }
    let names = known ?? ["in", "limit"] + catalog.filters.map(\.name)
    var words = try arguments.words()[...]
    var termWords: [String] = []
    while let word = words.popFirst() {
      guard !word.isQuoted, word.text.hasPrefix("--") else {
        termWords.append(word.text)
        continue
      }
      if word.text == "--" {
        termWords += words.map(\.text)
        break
      }
      let parts = word.text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let typed = parts[0].lowercased()
      let name: String
      switch Choice(names).found(typed) {
      case .one(let option): name = option
      case .several(let options):
        throw .usage(.ambiguousWord(word.text, candidates: options.map { "--" + $0 }))
      case .none: throw .usage(.unknownOption(word.text, known: names.map { "--" + $0 }))
      }
      guard let value = parts.count > 1 ? String(parts[1]) : words.popFirst()?.text else {
        throw .usage(.missingValue(option: "--" + name))
      }
      try take(name, value, in: catalog)
    }
    term = termWords.joined(separator: " ")
  }

  private mutating func take(_ name: String, _ value: String, in catalog: Catalog) throws(CommandError) {
    switch name {
    case "in": categories = try Category.list(value, in: catalog)
    case "genre": genre = value
    case "days": days = try Setting.wholeNumber(value, of: "--days", in: 1...3650)
    case "limit": limit = try Setting.wholeNumber(value, of: "--limit", in: 1...catalog.largestLimit)
    default:
      guard let filter = catalog.filters.first(where: { $0.name == name }) else { return }
      filters[name] = try filter.checked(value)
    }
  }
}
