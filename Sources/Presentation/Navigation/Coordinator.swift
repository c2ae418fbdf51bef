package import Domain

/// Owns what a session is about: the navigation stack of each catalog, the settings, the favourites, the load in flight.
///
/// `apply` moves and never waits; `settle` fetches what the screen then lacks. It prints nothing and parses nothing.
package actor Coordinator {
  var clients: [any CatalogClient]
  /// The catalogs that are read when they are used; nil: there are no others.
  let source: (any CatalogSource)?
  /// What is to be said of catalogs that were read.
  var notices: [Notice] = []
  var stacks: [NavigationStack]
  var current: Int
  package internal(set) var settings: Settings
  package internal(set) var favorites: Favorites
  /// Where changes to the favourites are kept; nil: nowhere but here.
  var store: (any FavoritesStore)?
  /// Told of changes to favourites that are kept nowhere else, also of those that come or go with where they are kept.
  private(set) var noteUnkept: (@Sendable (FavoritesChange) -> Void)?
  /// Where favourites can be kept, by the path of a file.
  let openStore: @Sendable (String) -> (any FavoritesStore)?
  let earlier: (any EarlierFavorites)?
  let chartMemory: (any ChartMemory)?
  /// The day that news are counted back from, such as `2026-11-21`.
  let today: @Sendable () -> String
  /// What the latest command asked of services, or nil where it asked nothing.
  package internal(set) var log: ExchangeLog? {
    didSet { if let oldValue, oldValue.isTelling { previousLog = oldValue } }
  }
  var previousLog: ExchangeLog?
  /// What the latest command that asked something asked; nil where none has.
  package var askedLog: ExchangeLog? {
    if let log, log.isTelling { return log }
    return previousLog
  }

  /// Where a cancelled load returns to.
  var stackBeforeLoad: NavigationStack?
  /// Nil: no screen shows what is older than it may be.
  var refreshReport: RefreshReport?
  /// Whether the answers awaited must be fresh.
  var mayUseCache = true
  /// How long a command may wait for budgets and services; nil: as long as it takes.
  var longestWait: Duration?
  /// Called when a request starts to wait for a host's budget.
  var onWait: (@Sendable (_ host: String, _ duration: Duration) -> Void)?
  var onProgress: (@Sendable (_ done: Int, _ all: Int) -> Void)?

  /// - Parameter favorites: what `store` has loaded, where there is one.
  /// - Precondition: there is at least one client, and `start` is the name of one.
  package init(
    clients: [any CatalogClient], source: (any CatalogSource)? = nil, notices: [Notice] = [], start: String,
    settings: Settings = Settings(), favorites: Favorites = Favorites(), store: (any FavoritesStore)? = nil,
    today: @escaping @Sendable () -> String = { CalendarDay.today },
    openStore: @escaping @Sendable (String) -> (any FavoritesStore)? = { _ in nil },
    earlier: (any EarlierFavorites)? = nil, chartMemory: (any ChartMemory)? = nil
  ) {
    self.chartMemory = chartMemory
    self.openStore = openStore
    self.earlier = earlier
    precondition(!clients.isEmpty, "a session needs a catalog")
    self.clients = clients
    self.source = source
    self.notices = notices
    self.settings = settings
    self.favorites = favorites
    self.store = store
    self.today = today
    stacks = clients.map { NavigationStack(root: .root(of: $0.catalog)) }
    current = clients.firstIndex { $0.catalog.name == start } ?? 0
  }

  package var catalogs: [Catalog] { clients.map(\.catalog) }
  package var catalog: Catalog { clients[current].catalog }
  package var client: any CatalogClient { clients[current] }
  /// The catalog that the screen is of, which need not be the one in force: favourites of all catalogs can be opened.
  package var screenCatalog: Catalog { catalogs.first { $0.name == screen.catalog } ?? catalog }
  package var screen: Screen { stacks[current].screen }
  package var trail: [String] { stacks[current].trail }
  /// The headings of the screens that `forward` leads to, the next one first.
  package var ahead: [String] { stacks[current].ahead.reversed().map(\.screen.heading) }

  /// Has `note` told of the favourites that nobody keeps, from those there are on.
  package func reportUnkept(to note: @escaping @Sendable (FavoritesChange) -> Void) {
    noteUnkept = note
    if store == nil { note(FavoritesChange(added: favorites.entries.map { .init($0) })) }
  }

  // MARK: Moving

  /// Changes the stack as asked. `settle` then fetches what the new top lacks.
  package func apply(_ navigation: Action.Navigation) throws(CommandError) {
    log = nil
    mayUseCache = true
    let before = stacks[current]
    switch navigation {
    case .search(let query): push(try maker.home(for: query))
    case .openItem(let number):
      let item = try item(numbered: number)
      try loadCatalog(named: item.id.catalog)
      push(maker.item(item))
    case .openRelation(let relation, let number):
      push(maker.relation(relation, of: try item(numbered: number)))
    case .openReference(let reference):
      try loadCatalog(for: reference)
      push(maker.reference(reference, on: clients))
    case .openCategory(let category, let limit): push(try maker.category(category, limit: limit))
    case .openSection(let index, let limit): push(try maker.section(index, limit: limit))
    case .shelves(let name, let only): push(try maker.shelves(name, only: only))
    case .charts(let query): push(try maker.charts(query))
    case .changes(let query, let latest): push(try maker.changes(query, notAfter: latest))
    case .stores(let number, let storefronts):
      push(maker.stores(of: try item(numbered: number), in: storefronts))
    case .news(let days):
      let last = today()
      push(maker.news(of: favorites, from: CalendarDay.text(days, before: last) ?? last, to: last))
    case .favorites:
      // What a favourite leads on to is its catalog's to say. One that cannot be read keeps no other from being shown.
      for name in Set(favorites.entries.map(\.id.catalog)) { try? loadCatalog(named: name) }
      push(maker.favorites(favorites.items, among: catalogNames))
    case .favoritesList(let typed):
      let name = try existingList(typed)
      push(maker.favorites(favorites.entries.filter { $0.isIn(name) }.map(\.item), among: catalogNames, titled: name))
    case .earlierFavorites: push(maker.earlierFavorites())
    case .back(let count):
      guard count <= stacks[current].depth else { throw .atRoot(asked: count, depth: stacks[current].depth) }
      stacks[current].goBack(count)
    case .forward(let count):
      let available = stacks[current].ahead.count
      guard count <= available else { throw .nothingHere(.ahead(asked: count, available: available)) }
      stacks[current].goForward(count)
    case .home: stacks[current].goBack(stacks[current].depth)
    case .show:
      change { screen in
        screen.adoptRefresh()
        screen.pageStart = .top
        for index in screen.sections.indices where screen.sections[index].content == .idle {
          screen.sections[index].awaitEverything()
        }
      }
    case .more: try showMore()
    case .retry: try refetch(.failure, where: \.lacksSomething) { $0.awaitMissing() }
    case .reload:
      try refetch(.searchToReload, where: { $0.source != .memory }) { $0.awaitEverything() }
      mayUseCache = false
    case .filter(let text, let unmarked):
      try arrange {
        $0.filter = text; $0.hidden = unmarked ? favorites.marks : nil
      }
    case .sort(let order):
      try arrange { $0.order = order }
      if let order { awaitFullerRows { order.key.value(of: $0) != nil } }
    case .catalog(let name):
      current = try index(ofCatalog: name)
      stackBeforeLoad = nil
      return
    }
    stackBeforeLoad = before
  }

  var maker: ScreenMaker {
    ScreenMaker(catalogs: catalogs, catalog: catalog, settings: settings, screen: screen)
  }

  private func push(_ screen: Screen) {
    stacks[current].push(screen)
  }

  func change(_ body: (inout Screen) -> Void) {
    stacks[current].update(stacks[current].top.id, body)
  }

  private func refetch(
    _ missing: CommandError.Missing, where isMeant: (Section) -> Bool, by ask: (inout Section) -> Void
  ) throws(CommandError) {
    guard screen.sections.contains(where: isMeant) else { throw .nothingHere(missing) }
    change { screen in
      screen.staleness = nil
      // What belongs to an item comes with the item.
      if screen.kind == .item { return screen.sections[0].awaitEverything() }
      for index in screen.sections.indices where isMeant(screen.sections[index]) {
        ask(&screen.sections[index])
      }
    }
  }

  private func awaitFullerRows(unlessAny isTold: (Item) -> Bool) {
    change { screen in
      for index in screen.sections.indices { screen.sections[index].awaitFullerRows(unlessAny: isTold) }
    }
  }

  /// Has more asked of the rows of rankings, in one request, where none of them has what is needed.
  package func fillRows(unlessAny isTold: (Item) -> Bool) async throws(CommandError) {
    stackBeforeLoad = stacks[current]
    awaitFullerRows(unlessAny: isTold)
    try await settle()
  }

  private func arrange(_ body: (inout Arrangement) -> Void) throws(CommandError) {
    guard !screen.sections.isEmpty, screen.isList else { throw .nothingHere(.list) }
    change { screen in
      body(&screen.arrangement)
      screen.pageStart = .top
    }
  }

  /// Shows the next page of what was fetched already.
  /// - Returns: whether there is one.
  package func turnPage() -> Bool {
    guard let next = screen.nextPage else { return false }
    log = nil
    change { $0.pageStart = next }
    return true
  }

  /// The screen was shown up to there; nil: to its end.
  package func screenWasShown(upTo next: PagePosition?) {
    if screen.nextPage != next { change { $0.nextPage = next } }
  }

  private func showMore() throws(CommandError) {
    guard screen.hasMoreToFetch else { throw .nothingHere(.nextPage(after: screen.extent)) }
    change { screen in
      screen.staleness = nil
      screen.pageStart = PagePosition(items: screen.visibleRows.count)
      screen.sections[0].awaitNextPage()
    }
  }

  // MARK: Errands

  /// Ends the errand under way; nil while there is none.
  var cancelErrand: (@Sendable () -> Void)?

  /// Carries out what changes no screen but takes its time, such as playing; `cancelLoad` cancels it, and what it asks of
  /// services is noted beside what the command has asked so far.
  package func run<Value: Sendable>(
    _ errand: @escaping @Sendable () async throws(CommandError) -> Value
  ) async throws(CommandError) -> Value {
    let log = self.log ?? ExchangeLog()
    self.log = log
    let task = RequestContext.$current.withValue(context(log)) {
      Task { @concurrent in await result(of: errand) }
    }
    return try await cancellable(task).get()
  }

  /// Waits for `task`, which `cancelLoad` and cancelling the caller cancel.
  func cancellable<Value: Sendable>(_ task: Task<Value, Never>) async -> Value {
    cancelErrand = { task.cancel() }
    defer { cancelErrand = nil }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Waits for what is done with files; `cancelLoad` ends that.
  package func wait<Value: Sendable>(
    for work: @escaping @Sendable () async throws(FileError) -> Value
  ) async throws(CommandError) -> Value {
    let task = Task { @concurrent in await result(of: work) }
    do throws(FileError) { return try await cancellable(task).get() } catch { throw CommandError(error) }
  }

  /// From now on no command has asked anything of services.
  package func forgetRequests() { log = nil }

  /// The command failed. Where it asked nothing, `explain` says so and does not go back to the command before.
  package func forgetRequestsBeforeFailure() {
    if log?.exchanges.isEmpty ?? true { (log, previousLog) = (nil, nil) }
  }

  /// The item with that number; without one, the item that the screen is about.
  package func item(numbered number: Int?) throws(CommandError) -> Item {
    if let number { return try screen.sections.existingRow(number).item }
    guard let origin = screen.origin else { throw .nothingHere(.list) }
    return origin.item
  }

  /// The rows picked; without a selection, the item that the screen is about.
  package func rows(picked selection: Selection?) throws(CommandError) -> [Row] {
    if let selection { return try stacks[current].rows(picked: selection) }
    return [Row(item: try item(numbered: nil))]
  }

  /// The client of the catalog that the item is from.
  package func client(of item: Item) -> any CatalogClient {
    clients.first { $0.catalog.name == item.id.catalog } ?? client
  }
}
