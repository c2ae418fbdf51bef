import Domain

/// Creates the screen for a move from the current screen and the settings. It has no rows yet; `Coordinator.settle`
/// fetches them.
struct ScreenFactory {
  let catalogs: [Catalog]
  /// The current catalog.
  var catalog: Catalog
  let settings: Settings
  /// The settings with the filter values of its requests.
  var asked: Settings
  let screen: Screen
  /// Whether there are screens to go back or forward to.
  let hasMoved: Bool

  /// How many items of each category a page of search results requests by default.
  private static let homeLimit = 5
  /// The same in a search of all catalogs.
  private static let everywhereLimit = 3

  func home(for query: SearchQuery) throws(CommandError) -> Screen {
    let usual = settings.categories(of: catalog) ?? catalog.defaultCategories
    let categories = query.categories ?? usual.filter(\.isSearchable)
    let refused = categories.filter { !$0.isSearchable }
    if categories.isEmpty || !refused.isEmpty { throw catalog.noSearch(for: refused) }
    try check(query.filters, for: categories)
    let limit = query.limit ?? homeLimit
    let sections = categories.map { category in
      section(category.title, of: category, term: query.term, limit: limit, filters: query.filters)
    }
    return Screen(
      kind: .home, catalog: catalog.name, title: query.term, storefront: storefront(query.filters), query: query,
      sections: sections,
      unasked: catalog.searchable.filter { !categories.contains($0) })
  }

  /// The error for a screen that needs a search before it, which some catalogs do not have.
  var noTerm: CommandError {
    catalog.searchable.isEmpty ? catalog.noSearch(for: []) : .nothingHere(.term(isFirst: !hasMoved))
  }

  /// The results of a search in several catalogs, for the given categories of each.
  func everywhere(_ query: SearchQuery, _ asked: [(Catalog, [Category])], without: [SkippedCatalog]) -> Screen {
    let sections = asked.flatMap { catalog, categories in
      let (maker, filters) = (of(catalog.name), catalog == self.catalog ? query.filters : [:])
      return categories.map { category in
        maker.section(
          [category.title, catalog.title, maker.storefront(filters)].compactMap(\.self).joined(separator: " · "),
          of: category, term: query.term, limit: min(query.limit ?? Self.everywhereLimit, catalog.largestLimit),
          filters: filters, in: catalog.name)
      }
    }
    return Screen(
      kind: .home, catalog: catalog.name, title: query.term, query: query, sections: sections, without: without)
  }

  /// The screen of a category in the screen's catalog, which may differ from the current catalog.
  func category(_ category: Category, limit: Int?) throws(CommandError) -> Screen {
    var query = screen.query ?? SearchQuery(term: "")
    if !category.isSearchable { query.term = "" }
    // What a screen leads to stays in its store, even if the setting has changed.
    if let filter = ofScreen.catalog.storefrontFilter, let store = screen.storefront { query.filters[filter] = store }
    guard category.isListable || !query.term.isEmpty else {
      // The charts page has only some of the charts.
      if screen.kind == .shelves("charts") {
        return try charts(ChartQuery(storefront: screen.storefront, category: category, limit: limit))
      }
      throw noTerm
    }
    return ofScreen.shelf(category.title, of: category, for: query, limit: limit)
  }

  /// A factory for the given catalog.
  private func of(_ name: String) -> ScreenFactory {
    changing(self) { $0.catalog = catalogs.first { $0.name == name } ?? catalog }
  }

  /// A factory for the screen's catalog.
  private var ofScreen: ScreenFactory { of(screen.catalog) }

  func section(_ index: Int, limit: Int?) throws(CommandError) -> Screen {
    let section = screen.sections[index]
    let owner = section.catalog.map(of) ?? ofScreen
    if owner.catalog != catalog { return try owner.section(index, limit: limit) }
    if case .chart(let request, in: nil, _) = section.source {
      return try charts(
        ChartQuery(
          storefront: request.storefront, category: request.offer.category,
          genre: request.genre, limit: limit))
    }
    if case .shelf(let index, let home, _) = section.source,
      let shelves = catalog.homes.first(where: { $0.name == home })?.shelves(asked.filters(of: catalog)),
      shelves.indices.contains(index)
    {
      return shelf(shelves[index], limit: limit)
    }
    guard case .search(let request) = section.source, let category = catalog.category(named: section.category) else {
      throw noTerm
    }
    let query = SearchQuery(term: request.term, filters: request.filters)
    return shelf(section.catalog == nil ? section.title : category.title, of: category, for: query, limit: limit)
  }

  func shelves(_ name: String, only: String?) throws(CommandError) -> Screen {
    guard let home = catalog.homes.first(where: { $0.name == name }) else {
      if ofScreen.catalog != catalog { return try ofScreen.shelves(name, only: only) }
      throw .nothingHere(.feature(name, catalog: catalog.title))
    }
    let shelves = home.shelves(asked.filters(of: catalog))
    guard let only else {
      let sections = shelves.map { shelf in
        section(shelf.title, of: shelf.category, for: shelf.question, limit: homeLimit)
      }
      return Screen(
        kind: .shelves(name), catalog: catalog.name, title: home.title, storefront: storefront(), sections: sections)
    }
    return shelf(try shelves.resolve(only, for: "the season", by: \.title, otherWords: ["fall": "Autumn"]))
  }

  /// A storefront's charts page, one chart in full, or the number ones of all storefronts.
  func charts(_ query: ChartQuery) throws(CommandError) -> Screen {
    guard let charts = catalog.charts else { throw .nothingHere(.feature("charts", catalog: catalog.title)) }
    let storefront = query.storefront ?? storefront()
    guard let category = query.category else {
      let shelves = try described { try charts.shelves(in: query.genre) }
      let sections = try shelves.map { offer throws(CommandError) in
        let request = try chartRequest(query, for: offer.category, in: charts, limit: query.limit ?? homeLimit)
        return Section(category: offer.category.name, title: request.title, source: .chart(request))
      }
      return Screen(
        kind: .shelves("charts"), catalog: catalog.name, title: "Charts", storefront: storefront, sections: sections)
    }
    let request = try chartRequest(query, for: category, in: charts, limit: query.limit ?? settings.limit(in: catalog))
    let place = query.isWorld ? "World" : catalog.storefrontName(storefront ?? charts.defaultStorefront)
    let source = Section.Source.chart(request, in: query.isWorld ? charts.world : nil)
    return Screen(
      kind: .chart, catalog: catalog.name, title: request.title + " · " + place, storefront: request.storefront,
      sections: [Section(category: category.name, title: request.title, source: source)])
  }

  /// The request for a chart of one storefront, or for what is first in each.
  private func chartRequest(
    _ query: ChartQuery, for category: Category, in charts: Charts, limit: Int? = nil
  ) throws(CommandError) -> ChartRequest {
    try described {
      try ChartRequest(
        category, of: charts, storefront: query.isWorld ? nil : query.storefront ?? storefront(), genre: query.genre,
        limit: query.isWorld ? 1 : limit)
    }
  }

  /// How a chart has changed: the given one, or else the one on screen, or else that of the first category.
  func changes(_ query: ChartQuery, notAfter latest: String?) throws(CommandError) -> Screen {
    guard let charts = catalog.charts, let first = charts.offers.first else {
      throw .nothingHere(.feature("charts", catalog: catalog.title))
    }
    var request = try chartRequest(query, for: query.category ?? first.category, in: charts)
    var storefronts = query.isWorld ? charts.world : nil
    let isOfCharts = screen.kind.compares || screen.kind == .shelves("charts")
    let shown = isOfCharts && query == ChartQuery() ? screen.sections.first?.source : nil
    if case .chart(let chart, let places, _)? = shown { (request, storefronts) = (chart, places) }
    let source = Section.Source.chart(storefronts == nil ? request.inFull : request, in: storefronts, notAfter: latest)
    return Screen(
      kind: .changes, catalog: catalog.name, title: "Changes · " + request.title, storefront: request.storefront,
      sections: [Section(category: request.offer.category.name, title: "Changes", source: source)])
  }

  func stores(of item: Item, in storefronts: [String]?) -> Screen {
    let catalog = catalogs.first { $0.name == item.id.catalog } ?? catalog
    let source = Section.Source.stores(item, in: storefronts ?? settings.stores(of: catalog))
    return Screen(
      kind: .stores, catalog: catalog.name, title: "Stores · \(item.title)",
      sections: [Section(category: item.id.category, title: "Stores", source: source)],
      origin: screen.subject(item, in: catalog))
  }

  /// New releases by the favourites of all catalogs.
  func news(of favorites: Favorites, from first: String, to last: String, onlyNew: Bool) -> Screen {
    let source = Section.Source.news(favorites.items, from: first, to: last, onlyNew: onlyNew)
    return Screen(
      kind: .news, catalog: catalog.name, title: "News since \(first)",
      sections: [Section(category: "", title: "News", source: source, phase: favorites.count == 0 ? .empty : nil)])
  }

  /// - Parameter isPartial: whether only the facts that led to the item are known.
  func item(_ item: Item, isPartial: Bool = false) -> Screen {
    let catalog = catalogs.first { $0.name == item.id.catalog }
    return Screen(
      kind: .item, catalog: item.id.catalog, title: item.title, storefront: item.storefront,
      query: query(leadingTo: item),
      // Without its catalog, nothing more can be requested.
      sections: catalog == nil ? [] : [Section(category: "", title: "", source: .details(item))],
      origin: Screen.Subject(item: item, in: catalog, isPartial: isPartial))
  }

  /// The screen's search, whose options belong to the screen's catalog: another's may have the same names.
  private func query(leadingTo item: Item) -> SearchQuery? {
    var query = screen.query
    if item.id.catalog != screen.catalog { query?.filters = [:] }
    return query
  }

  /// The screen of a relation: a single item, or a list.
  func relation(_ relation: Relation, of item: Item) -> Screen {
    if let target = relation.target(from: item) { return self.item(target, isPartial: true) }
    if relation.reach == .one {
      return Screen(
        kind: .item, catalog: item.id.catalog, title: relation.title, storefront: item.storefront,
        query: query(leadingTo: item),
        sections: [Section(category: "", title: "", source: .target(relation, of: item))])
    }
    return Screen(
      kind: .relation, catalog: item.id.catalog, title: "\(relation.title) · \(item.title)",
      storefront: item.storefront, query: query(leadingTo: item),
      sections: [
        Section(
          category: relation.category ?? "", title: relation.title, source: .related(relation, item),
          relation: relation)
      ])
  }

  /// The item for a reference, requested from the first catalog that recognizes it.
  func reference(_ reference: Reference, on clients: [any CatalogClient]) throws(CommandError) -> Screen {
    let client = clients.first { $0.recognizes(reference) } ?? clients.first { $0.mayRecognize(reference) }
    guard let catalog = client?.catalog else {
      if case .page(let address) = reference { try check(address) }
      throw .catalog(.unrecognized(reference.text))
    }
    if case .item(let id) = reference, catalog.category(ofID: id) == nil {
      let known = catalog.allCategories.map(\.name)
      throw .usage(.unknownCategory(id.category, catalog: catalog.title, known: known))
    }
    return Screen(
      kind: .item, catalog: catalog.name, title: reference.text, storefront: of(catalog.name).storefront(),
      sections: [Section(category: "", title: "", source: .reference(reference))])
  }

  /// - Throws: the error in a web address, if any.
  private func check(_ address: String) throws(CommandError) {
    do throws(WebAddress.Problem) {
      _ = try WebAddress(parsing: address)
    } catch  where error != .notOfTheWeb {
      throw .catalog(.refused(host: address, status: 0, reason: error.reason))
    } catch {}
  }

  /// The storefront for a request, in capitals; nil if none was chosen.
  private func storefront(_ filters: [String: String] = [:]) -> String? {
    catalog.storefrontFilter.flatMap { filters[$0] ?? asked.filters(of: catalog)[$0] }?.uppercased()
  }

  /// A screen with one section. Its request has a limit only if one is given or set.
  private func shelf(_ title: String, of category: Category, for query: SearchQuery, limit: Int?) -> Screen {
    let limit = limit ?? settings.limit(in: catalog)
    return Screen(
      kind: .category, catalog: catalog.name, title: title, storefront: storefront(query.filters), query: query,
      sections: [section(title, of: category, term: query.term, limit: limit, filters: query.filters)])
  }

  private func shelf(_ shelf: BrowsePage.Shelf, limit: Int? = nil) -> Screen {
    if case .search(let term) = shelf.question {
      return self.shelf(shelf.title, of: shelf.category, for: SearchQuery(term: term), limit: limit)
    }
    let limit = limit ?? settings.limit(in: catalog)
    return Screen(
      kind: .category, catalog: catalog.name, title: shelf.title,
      sections: [section(shelf.title, of: shelf.category, for: shelf.question, limit: limit)])
  }

  private func section(
    _ title: String, of category: Category, for question: BrowsePage.Question, limit: Int?
  ) -> Section {
    switch question {
    case .search(let term): section(title, of: category, term: term, limit: limit, filters: [:])
    case .own(let home, let shelf):
      Section(category: category.name, title: title, source: .shelf(shelf, home: home, limit: limit))
    }
  }

  private func section(
    _ title: String, of category: Category, term: String, limit: Int?, filters: [String: String],
    in name: String? = nil
  ) -> Section {
    let values = asked.filters(of: catalog).merging(filters) { $1 }
    let request = SearchRequest(
      category: category, term: term, limit: limit, filters: catalog.filters(values, for: category))
    return Section(category: category.name, catalog: name, title: title, source: .search(request))
  }

  private var homeLimit: Int { settings.limit(in: catalog) ?? Self.homeLimit }

  /// Without this check, a value that no requested category accepts would be dropped silently.
  func check(_ filters: [String: String], for categories: [Category]) throws(CommandError) {
    for filter in catalog.filters {
      guard let value = filters[filter.name], !categories.contains(where: { filter.allows(value, for: $0) }) else {
        continue
      }
      let fitting = filter.users ?? catalog.categories.filter { filter.allows(value, for: $0) }.map(\.name)
      throw .usage(.inapplicableFilter(value, of: "--" + filter.name, categories: fitting))
    }
  }
}
