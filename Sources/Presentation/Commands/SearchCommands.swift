import Domain

extension Command {
  static let search = Command(
    "search", aliases: ["/"], "TERM",
    options: [
      Option("in", "the categories to ask", takes: .categories),
      Option("limit", "results asked for in each category", takes: .number),
    ], takesFilters: true,
    "search every category at once",
    """
    Asks each category in force for the term and shows what it found, section by section. Options may stand before or \
    after the term; -- ends them. The filters are those that set lists for the catalog. /TERM is the same.
    """,
    example: "search vivaldi --in song,album --limit 10",
    argument: .term
  ) { arguments, context throws(CommandError) in
    .go(.search(try SearchQuery(arguments, in: context().catalog)))
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

extension SearchQuery {
  /// A search's term and the options around it.
  /// - Throws: `usage` where there is no term, and where `catalog` does not take what an option says.
  init(_ arguments: Arguments, in catalog: Catalog) throws(CommandError) {
    self.init(term: try arguments.plainText())
    if term.isEmpty { throw arguments.missing() }
    categories = try arguments.value(of: "in").map { names throws(CommandError) in try Category.list(names, in: catalog)
    }
    limit = try arguments.limit(in: catalog)
    for filter in catalog.filters {
      if let value = arguments.value(of: filter.name) { filters[filter.name] = try filter.checked(value) }
    }
  }
}

extension Arguments {
  /// The `--limit` given, of those that `catalog` takes.
  func limit(in catalog: Catalog) throws(CommandError) -> Int? { try number(of: "limit", in: 1...catalog.largestLimit) }
}
