import Domain

extension Command {
  static let charts = Command(
    "charts", "[PLACE] [CATEGORY]",
    options: [Option("genre", "only this genre", takes: .genre), Option("limit", "how many places", takes: .number)],
    "show the current charts",
    """
    Without a category, shows the top of each of the store's charts; with one, that chart in full. PLACE is a store's \
    code or name, or world: charts world song shows every store's number one.
    """,
    example: "charts", "charts jp song", "charts united kingdom album --limit 20", "charts us song --genre jazz",
    "charts world podcast", argument: .chart
  ) { arguments, context throws(CommandError) in
    let catalog = context().catalog
    var query = try ChartQuery(arguments, in: catalog)
    query.limit = try arguments.limit(in: catalog)
    return .go(.charts(query))
  }

  static let changes = Command(
    "changes", "[PLACE] [CATEGORY]",
    options: [
      Option("genre", "only this genre", takes: .genre),
      Option("since", "compare with this day or the last view before it, such as 2026-11-14", takes: .date),
    ],
    "how a chart has changed since you last viewed it",
    """
    Shows what entered a chart, what dropped out, and the five biggest moves since the last earlier day you viewed it. \
    Without arguments: the chart on screen, or else the current store's song chart; changes world song compares the \
    number ones of all stores.
    """,
    example: "changes jp song", "changes world song", argument: .chart
  ) { arguments, context throws(CommandError) in
    let query = try ChartQuery(arguments, in: context().catalog)
    let since = arguments.value(of: "since")
    if let since, CalendarDay.text(0, before: since) != since {
      throw .usage(.badValue(since, of: "--since", allowed: ["a day such as 2026-11-14"]))
    }
    return .go(.changes(query, notAfter: since))
  }

  static let stores = Command(
    "stores", "[N] [CC,CC,…]", "compare an item's prices across stores",
    """
    Looks the item up in the stores of set stores, or in those given. A store without its id is searched by title, creator \
    and length; such a match is marked likely. Stores that did not answer are listed.
    """,
    example: "stores 1 us,gb", argument: .item
  ) { arguments, context throws(CommandError) in
    let context = context()
    let (number, places) = try arguments.numberAndList()
    // Favourites and a search of every catalog have items of several.
    let item = number.flatMap { context.screen.sections.row(numbered: $0)?.id }
    let catalog = context.catalogs.first { $0.name == item?.catalog } ?? context.screenCatalog
    guard catalog.features.contains(.stores), let filter = catalog.storefronts else {
      throw .nothingHere(.feature("other stores", catalog: catalog.title))
    }
    if number == nil, context.screen.origin == nil { throw arguments.missingItem }
    return .go(.stores(number, in: places.isEmpty ? nil : try filter.storefronts(places)))
  }

  static let elsewhere = Command(
    "elsewhere", "[N] [CATALOG,CATALOG,…]", "find the same thing in other catalogs",
    """
    Looks for the item in the catalogs of set everywhere, or in those given: first by its own ids, such as an ISBN or a \
    barcode, then by those that Wikidata knows, then by title and creator. Each row says how it is known; a match by words \
    is marked likely. Catalogs without it are listed. A pasted address of another service, such as IMDb or Spotify, leads \
    to the same list, or to the item itself.
    """,
    example: "elsewhere 1", "elsewhere 3 deezer,musicbrainz", argument: .item
  ) { arguments, context throws(CommandError) in
    let (number, list) = try arguments.numberAndList()
    if number == nil, context().screen.origin == nil { throw arguments.missingItem }
    let names = list.split(separator: ",").map(String.init)
    return .go(.elsewhere(number, in: names.isEmpty ? nil : names))
  }

  static let news = Command(
    "news",
    options: [
      Option("days", "days to look back; default 30", takes: .number),
      Option("new", "only what is new since you last looked"),
    ],
    "new releases by the artists you starred",
    """
    Lists releases of the last 30 days, or of --days, by starred artists, authors, shows and podcasts and the creators of \
    starred items, in all catalogs: newest first, each with its favourite. What appeared since you last looked is marked \
    new; --new lists only that.
    """,
    example: "news --days 7", "news --new"
  ) { arguments, _ throws(CommandError) in
    try arguments.refuseWords()
    return .go(.news(days: try arguments.number(of: "days", in: 1...3650) ?? 30, onlyNew: arguments.has("new")))
  }

  static let seasons = Command(
    "seasons", "[NAME]", "music for spring, summer, autumn and winter",
    """
    Searches for songs about each season, in the store's language. seasons summer, or open summer on that screen, shows \
    one season in full.
    """,
    example: "seasons", argument: .shelf(home: "seasons")
  ) { arguments, _ throws(CommandError) in
    .go(.shelves("seasons", only: arguments.isEmpty ? nil : try arguments.plainText()))
  }
}

extension Arguments {
  /// The number of an item, if one is given, and the list behind it.
  fileprivate func numberAndList() throws(CommandError) -> (number: Int?, list: String) {
    let words = try words().map(\.text)
    let number = words.first.flatMap { Selection.number($0[...]) }
    return (number, words.dropFirst(number == nil ? 0 : 1).joined(separator: ","))
  }
}

extension ChartQuery {
  fileprivate init(_ arguments: Arguments, in catalog: Catalog) throws(CommandError) {
    guard let charts = catalog.charts else { throw .nothingHere(.feature("charts", catalog: catalog.title)) }
    try self.init(try arguments.plainText(), in: catalog, charts)
    genre = arguments.value(of: "genre")
  }

  /// Reads a place, then a category. Either may be missing, and both may have several words.
  fileprivate init(_ typed: String, in catalog: Catalog, _ charts: Charts) throws(CommandError) {
    self.init()
    let words = typed.split(separator: " ")
    guard !words.isEmpty else { return }
    let names = charts.offers.map(\.category.name)
    let filter = catalog.storefronts
    var problem: CommandError.UsageProblem?
    // Tries the shortest place, and so the longest category, first: `united k tv show`.
    for split in words.indices.map({ $0 }) + [words.count] {
      let (place, category) = (words[..<split].joined(separator: " "), words[split...].joined(separator: " "))
      let known = category.isEmpty ? nil : catalog.category(named: category)
      guard category.isEmpty || known != nil else { continue }
      self.category = known
      if place.isEmpty { return }
      if place.count > 1, "world".hasPrefix(place.lowercased()) {
        self.region = .world
        if known == nil { throw .usage(.worldNeedsCategory(names)) }
        return
      }
      do throws(CommandError) {
        guard let code = try filter?.choice.resolve(place, for: "the store") else { continue }
        self.region = .storefront(code.uppercased())
        return
      } catch {
        if case .usage(.badValue) = error { continue }
        if case .usage(let reason) = error { problem = problem ?? reason }
      }
    }
    if let problem { throw .usage(problem) }
    if let meant = Self.withGenre(typed, in: catalog, charts) { throw meant }
    if case .several(let categories) = catalog.match(category: typed) {
      throw .usage(.ambiguousWord(typed, candidates: categories.map(\.name)))
    }
    throw .usage(.unknownChart(typed, categories: names))
  }

  /// The error to throw if the words include a genre; it says how to ask for one.
  private static func withGenre(_ typed: String, in catalog: Catalog, _ charts: Charts) -> CommandError? {
    let words = typed.split(separator: " ").map(String.init)
    for start in words.indices {
      for end in (start..<words.count).reversed() {
        let name = words[start...end].joined(separator: " ")
        let others = (words[..<start] + words[(end + 1)...]).joined(separator: " ")
        guard name.count > 2, let offer = charts.offers.first(where: { $0.genre(named: name) != nil }),
          let genre = offer.genre(named: name), let query = try? ChartQuery(others, in: catalog, charts)
        else { continue }
        // A typed category must have the genre; without one, the first that has it is meant.
        let own = query.category.flatMap(charts.offer(for:))
        if let own, own.genre(named: name) == nil { return .usage(.chart(.unknownGenre(name, known: own.genres))) }
        let place = Arguments((others + (own == nil ? " \(offer.category.name)" : ""))[...]).text
        let quoted = genre.contains(" ") ? "\"\(genre)\"" : genre
        return .usage(.genreNeedsOption(name, command: "charts \(place) --genre \(quoted.lowercased())"))
      }
    }
    return nil
  }
}
