import Domain

extension Command {
  static let charts = Command("charts", argument: .chart) { arguments, context throws(CommandError) in
    let catalog = context().catalog
    var query = try ChartQuery(arguments, in: catalog)
    query.limit = try arguments.limit(in: catalog)
    if query.isWorld, let limit = query.limit {
      throw .usage(.inapplicableFilter("\(limit)", of: "--limit", categories: ["the chart of a single store"]))
    }
    return .go(.charts(query))
  }

  static let changes = Command("changes", argument: .chart) { arguments, context throws(CommandError) in
    let query = try ChartQuery(arguments, in: context().catalog)
    let since = arguments.value(of: "since")
    if let since, CalendarDay.text(0, before: since) != since {
      throw .usage(.badValue(since, of: "--since", allowed: ["a day such as 2026-11-14"]))
    }
    return .go(.changes(query, notAfter: since))
  }

  static let stores = Command("stores", argument: .item) { arguments, context throws(CommandError) in
    let context = context()
    let (number, places) = try arguments.numberAndList()
    // Favourites and a search of all catalogs contain items of several.
    let item = number.flatMap { context.screen.sections.row(numbered: $0)?.id } ?? context.screen.origin?.item.id
    let name = item?.catalog ?? context.screenCatalog.name
    let catalog = context.catalogs.first { $0.name == name }
    if catalog == nil, !context.catalogNames().contains(name) { throw missing(catalog: name) }
    guard let catalog, catalog.features.contains(.stores), let filter = catalog.storefronts else {
      throw .nothingHere(.feature("other stores", catalog: catalog?.title ?? name))
    }
    if number == nil, context.screen.origin == nil { throw arguments.missingItem(on: context.screen) }
    return .go(.stores(number, in: places.isEmpty ? nil : try filter.storefronts(places)))
  }

  static let elsewhere = Command("elsewhere", argument: .item) { arguments, context in
    let (number, list) = try arguments.numberAndList()
    let screen = context().screen
    if number == nil, screen.origin == nil { throw arguments.missingItem(on: screen) }
    if list.isEmpty { return .go(.elsewhere(number, in: nil)) }
    let names = list.split(separator: ",").map(String.init)
    return .go(.elsewhere(number, in: names.isEmpty ? [list] : names))
  }

  static let news = Command("news") { arguments, _ in
    try arguments.refuseWords()
    return .go(.news(days: try arguments.number(of: "days", in: 1...3650) ?? 30, onlyNew: arguments.has("new")))
  }

  static let seasons = Command("seasons", argument: .shelf(home: "seasons")) { arguments, _ in
    .go(.shelves("seasons", only: arguments.isEmpty ? nil : try arguments.plainText()))
  }
}

extension Arguments {
  /// The number of an item, if there is one, and the list after it.
  fileprivate func numberAndList() throws(CommandError) -> (number: Int?, list: String) {
    let words = try words().map(\.text)
    let number = words.first.flatMap { Selection.number($0[...]) }
    return (number, words.dropFirst(number == nil ? 0 : 1).joined(separator: ",").unquotedList)
  }
}

extension ChartQuery {
  fileprivate init(_ arguments: Arguments, in catalog: Catalog) throws(CommandError) {
    guard let charts = catalog.charts else { throw .nothingHere(.feature("charts", catalog: catalog.title)) }
    try self.init(try arguments.plainText(), arguments.command?.name ?? "", in: catalog, charts)
    genre = arguments.value(of: "genre")
  }

  /// Reads a place, then a category. Either may be missing, and both may have several words.
  fileprivate init(_ typed: String, _ command: String, in catalog: Catalog, _ charts: Charts) throws(CommandError) {
    self.init()
    let words = typed.split(separator: " ")
    guard !words.isEmpty else { return }
    let names = charts.offers.map(\.category.name)
    // No chart has so many words, and each part of a pasted paragraph would be tried.
    if words.count > 20 { throw .usage(.unknownChart(typed, categories: names)) }
    let filter = catalog.storefronts
    let isCode = filter?.allValues.contains { $0.lowercased() == typed.lowercased() } ?? false
    var problem: CommandError.UsageProblem?
    // Tries the shortest place, and so the longest category, first: `united k tv show`.
    for split in words.indices.map({ $0 }) + [words.count] {
      let (place, category) = (words[..<split].joined(separator: " "), words[split...].joined(separator: " "))
      // No place at all counts as its beginning.
      let beginsWorld = "world".hasPrefix(place.lowercased())
      let match = category.isEmpty ? [] : catalog.match(category: category)
      // `se` is Sweden, although `season` begins so.
      if split == 0, isCode, match.only?.keys.contains(typed.wordKey) != true { continue }
      if match.count > 1 {
        let isPlace = beginsWorld || (try? filter?.choice.resolve(place, for: "")) != nil
        let offered = match.map(\.name).filter(names.contains)
        let candidates = offered.count > 1 ? offered : match.map(\.name)
        if isPlace { problem = problem ?? .ambiguousWord(category, candidates: candidates) }
      }
      guard category.isEmpty || match.only != nil else { continue }
      self.category = match.only
      if place.isEmpty { return }
      if beginsWorld, place.count > 1 || (try? filter?.choice.resolve(place, for: "")) == nil {
        isWorld = true
        if self.category == nil { throw .usage(.worldNeedsCategory(names)) }
        return
      }
      do throws(CommandError) {
        guard let code = try filter?.choice.resolve(place, for: "the store") else { continue }
        storefront = code.uppercased()
        return
      } catch {
        switch (error, problem) {
        case (.usage(.badValue), _): continue
        case (.usage(.ambiguousWord(let word, let places)), .ambiguousWord(let same, let categories)?)
        where same == word:
          problem = .ambiguousWord(word, candidates: categories + places)
        case (.usage(let reason), _): problem = problem ?? reason
        default: break
        }
      }
    }
    if let problem { throw .usage(problem) }
    if let meant = withGenre(typed, command, in: catalog, charts) { throw meant }
    throw .usage(.unknownChart(typed, categories: names))
  }

  /// The error for words that include a genre; it names the option for genres.
  private func withGenre(_ typed: String, _ command: String, in catalog: Catalog, _ charts: Charts) -> CommandError? {
    let words = typed.split(separator: " ").map(String.init)
    for start in words.indices {
      for end in (start..<words.count).reversed() {
        let name = words[start...end].joined(separator: " ")
        let others = (words[..<start] + words[(end + 1)...]).joined(separator: " ")
        // Beside a store, `world` is a second place.
        guard name.count > 2, name.lowercased() != "world",
          let offer = charts.offers.first(where: { $0.genre(named: name) != nil }),
          let genre = offer.genre(named: name), let query = try? ChartQuery(others, command, in: catalog, charts)
        else { continue }
        // A typed category must have the genre; without one, the first category that has it is meant.
        let own = query.category.flatMap(charts.offer(for:))
        if let own, own.genre(named: name) == nil { return .usage(.chart(.unknownGenre(name, known: own.genres))) }
        let place = Arguments((others + (own == nil ? " \(offer.category.name)" : ""))[...]).text
        let quoted = genre.contains(" ") ? "\"\(genre)\"" : genre
        return .usage(.genreNeedsOption(genre, command: "\(command) \(place) --genre \(quoted.lowercased())"))
      }
    }
    return nil
  }
}
