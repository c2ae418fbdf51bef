package import Domain

/// The actor of a session, for both its coordinator and its loop, so that a command without requests does not switch
/// threads.
@globalActor
package actor Conversation {
  package static let shared = Conversation()
}

/// What a session uses besides its catalogs and its own favourites.
package struct Resources: Sendable {
  /// Catalogs that are loaded on first use; nil if there are none.
  package var source: (any CatalogSource)?
  /// Opens a store for favourites at the path of a file.
  package var openStore: @Sendable (String) -> (any FavoritesStore)? = { _ in nil }
  package var earlier: (any EarlierFavorites)?
  package var chartMemory: (any ChartHistory)?
  package var newsMemory: (any NewsMemory)?
  /// Notices from the memories of earlier sessions.
  package var memoryNotices: @Sendable () -> [Notice] = { [] }
  /// Reads the items in a file; nil for one that is skipped.
  package var readItems: @Sendable (_ bytes: [UInt8], _ path: String) throws(FileError) -> [Favorite?] = { _, _ in [] }
  /// Finds the same works in other services; nil if there is none.
  package var crosswalk: (any Crosswalk)?
  /// Why catalogs could not be searched in the recorded session, by name, as a replay must leave out the same ones; nil
  /// unless this is a replay.
  package var recordedLacks: [String: SkippedCatalog.Reason]?
  /// Called with each catalog that cannot be searched, and why; nil if nobody records that.
  package var noteLack: (@Sendable (_ catalog: String, SkippedCatalog.Reason) -> Void)?
  /// A term that is in each catalog's sample, by the catalog's name; nil if the services answer.
  package var sample: [String: String]?
  /// Today, for `news`, such as `2026-11-21`.
  package var today: @Sendable () -> String = { CalendarDay.today }

  package init() {}
}

/// Owns a session's state: the navigation stack of each catalog, the settings, the favourites and the load in flight.
/// `apply` moves and never waits; `settle` fetches what the screen then lacks. It prints and parses nothing.
@Conversation
package final class Coordinator {
  var clients: [any CatalogClient]
  let resources: Resources
  /// Notices that were not printed yet.
  var notices: [Notice] = []
  var stacks: [NavigationStack]
  var current: Int
  package internal(set) var settings: Settings
  package internal(set) var favorites: Favorites
  /// Where changes to the favourites are saved; nil keeps them in memory.
  var store: (any FavoritesStore)?
  /// Called with changes to unsaved favourites, and with the favourites when a file starts or stops saving them.
  private(set) var onUnsavedChange: (@Sendable (FavoritesChange) async -> Void)?
  /// The requests of the latest command; nil if it sent none.
  package internal(set) var log: ExchangeLog? {
    didSet { if let oldValue, oldValue.hasContent { previousLog = oldValue } }
  }
  var previousLog: ExchangeLog?
  /// The requests of the latest command that sent any; nil if none has.
  package var askedLog: ExchangeLog? { log?.hasContent == true ? log : previousLog }

  /// The stack to restore when a load is cancelled.
  var stackBeforeLoad: NavigationStack?
  /// Converts seconds since 1970 into a time of day; nil means that screens never show stale answers.
  var timeOfDay: (@Sendable (Int64) -> String)?
  /// Whether cached answers are used.
  var mayUseCache = true
  /// Whether stale answers may be shown. A retry must not show again what a refresh failed to replace.
  var mayBeStale = true
  /// How long a command may wait for budgets and services; nil for no limit.
  package var longestWait: Duration?
  var onEvent: @Sendable (Event) -> Void = { _ in }

  /// - Parameter favorites: those loaded from `store`, if there is a store.
  /// - Precondition: `clients` is not empty, and `start` is the name of one of them.
  nonisolated package init(
    clients: [any CatalogClient], notices: [Notice] = [], start: String, settings: Settings = Settings(),
    favorites: Favorites = Favorites(), store: (any FavoritesStore)? = nil, resources: Resources = Resources()
  ) {
    precondition(!clients.isEmpty, "a session needs a catalog")
    (self.clients, self.resources, self.notices) = (clients, resources, notices)
    (self.settings, self.favorites, self.store) = (settings, favorites, store)
    stacks = clients.map { NavigationStack(root: .root(of: $0.catalog)) }
    current = clients.firstIndex { $0.catalog.name == start } ?? 0
  }

  var source: (any CatalogSource)? { resources.source }
  package var catalogs: [Catalog] { clients.map(\.catalog) }
  package var catalog: Catalog { clients[current].catalog }
  package var client: any CatalogClient { clients[current] }
  package var screen: Screen { stacks[current].screen }
  package var trail: [String] { stacks[current].trail }
  /// The headings of the screens that `forward` leads to, the next one first.
  package var ahead: [String] { stacks[current].ahead.reversed().map(\.screen.heading) }

  /// Reports unsaved favourites to `note`, starting with the current ones.
  package func observeUnsaved(to note: @escaping @Sendable (FavoritesChange) async -> Void) async {
    onUnsavedChange = note
    if store == nil, favorites.count > 0 { await note(FavoritesChange(added: favorites.entries.map { .init($0) })) }
  }

  /// The state of a session, for returning to it.
  typealias Place = (stacks: [NavigationStack], current: Int, settings: Settings, favorites: Favorites)

  var place: Place { (stacks, current, settings, favorites) }

  /// Returns to an earlier place without a request. Favourites in a file do not change.
  func restore(_ place: Place) {
    (current, settings) = (place.current, place.settings)
    // Catalogs that were loaded since then stay loaded.
    stacks.replaceSubrange(..<place.stacks.count, with: place.stacks)
    if store == nil { favorites = place.favorites }
  }

  // MARK: Moving

  /// Changes the stack. `settle` then fetches what the new top screen lacks.
  /// - Parameter ignoresCache: whether cached answers are ignored.
  package func apply(_ navigation: Action.Navigation, ignoresCache: Bool = false) throws(CommandError) {
    (mayUseCache, mayBeStale) = (!ignoresCache, true)
    defer { refreshHidden() }
    let before = stacks[current]
    // Shows the refreshed rows first, so that they stay even if the retry or reload fails.
    switch navigation {
    case .retry where screen.awaitsRetry, .reload: change { $0.applyRefresh() }
    default: break
    }
    switch navigation {
    case .search(let query):
      stacks[current].push(search: try query.isEverywhere ? everywhere(query, with: settings) : maker.home(for: query))
    case .openItem(let number):
      let item = try item(numbered: number)
      try loadCatalog(named: item.id.catalog)
      // The names are read from the user's folder, so only if it was not loaded.
      if !clients.contains(where: { $0.catalog.name == item.id.catalog }), !catalogNames.contains(item.id.catalog) {
        notices.append(.catalogMissing(item.id.catalog))
      }
      pushFurther(further.item(screen.latest(item)))
    case .openRelation(let relation, let number):
      pushFurther(further.relation(relation, of: try item(numbered: number)))
    case .openReference(let reference): push(try screen(for: reference))
    case .openCategory(let category, let limit): pushFurther(try further.category(category, limit: limit))
    case .openSection(let index, let limit): pushFurther(try further.section(index, limit: limit))
    case .shelves(let name, let only): push(try maker.shelves(name, only: only))
    case .charts(let query): push(try maker.charts(query))
    case .changes(let query, let latest): push(try maker.changes(query, notAfter: latest))
    case .stores(let number, let storefronts): push(maker.stores(of: try item(numbered: number), in: storefronts))
    case .elsewhere(let number, let names): push(try elsewhere(of: try item(numbered: number), in: names))
    case .news(let days, let onlyNew):
      // If a catalog cannot be loaded, only its own news is missing.
      loadCatalogs(of: favorites.entries)
      let last = resources.today()
      let first = CalendarDay.text(days, before: last) ?? last
      push(maker.news(of: favorites, from: first, to: last, onlyNew: onlyNew))
    case .favorites: push(favorites.entries)
    case .favoritesList(let typed, nil) where isEarlier(typed): push(maker.earlierFavorites())
    case .favoritesList(let typed, let meant):
      let name = try existingList(typed, orElse: meant)
      push(favorites.entries.filter { $0.isIn(name) }, titled: name)
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
        screen.applyRefresh()
        screen.pageStart = .top
        for index in screen.sections.indices where screen.sections[index].phase == .idle {
          screen.sections[index].awaitEverything()
        }
      }
    case .more: try showMore()
    case .retry where !screen.hasFailedRefresh:
      let canReload = screen.sections.contains(where: \.canReload)
      // Retrying with the same cached answer would fail again.
      let isUnusable = screen.sections.flatMap(\.failures).contains { $0.error.code.isCausedByAnswer }
      // It may have lacked a filter's value, which is set now.
      let isFailed = screen.phase == .failed
      if isFailed { change { $0.asked = nil } }
      try refetch(.failure(canReload: canReload), where: \.lacksSomething) { $0.awaitMissing() }
      if screen.staleness?.refresh != .underWay { change { $0.staleness?.refresh = .stopped } }
      (mayUseCache, mayBeStale) = (!isUnusable, isFailed)
    case .retry, .reload:
      // A skipped catalog may have its credentials now. If a catalog no longer exists, the screen stays as it is.
      try? includeSkippedCatalogs()
      try refetch(.searchToReload, where: \.canReload) { $0.reload() }
      change { screen in
        screen.isReloaded = true
        screen.staleness?.refresh = .stopped
      }
    case .filter(let text, let unmarked):
      try arrange {
        $0.filter = text; $0.hidden = unmarked ? favorites.marks : nil
      }
    case .sort(let order):
      try arrange { $0.order = order }
      if let order { requestMoreFields { order.key.value(of: $0) != nil } }
    case .catalog(let name):
      current = try index(ofCatalog: name)
      stackBeforeLoad = nil
      return
    }
    if screen.isReloaded { mayUseCache = false }
    stackBeforeLoad = before
  }

  var maker: ScreenFactory {
    ScreenFactory(
      catalogs: catalogs, catalog: catalog, settings: settings, asked: settings, screen: screen, hasMoved: hasMoved)
  }

  /// Makes what the screen leads to.
  private var further: ScreenFactory { changing(maker) { $0.asked = asked } }

  /// The settings whose filter values apply to what is on the screen.
  package var asked: Settings { screen.asked ?? settings }

  private var hasMoved: Bool { stacks[current].depth > 0 || !stacks[current].ahead.isEmpty }

  private func push(_ screen: Screen) { stacks[current].push(screen) }

  /// Pushes what the screen leads to, which is requested with the same filter values. The whole of a list whose beginning
  /// the screen shows must not be older than that.
  private func pushFurther(_ screen: Screen) {
    var screen = screen
    screen.asked = self.screen.asked
    screen.isReloaded = self.screen.isReloaded && screen.kind != .item
    push(screen)
  }

  private func push(_ favorites: [Favorite], titled list: String? = nil) {
    // A favourite's catalog knows its category and relations. If it cannot be loaded, the others are still shown.
    loadCatalogs(of: favorites)
    push(maker.favorites(favorites.map(\.item), among: catalogNames, titled: list))
  }

  private func loadCatalogs(of favorites: [Favorite]) {
    for name in favorites.map(\.id.catalog).unique { try? loadCatalog(named: name) }
  }

  func change(_ body: (inout Screen) -> Void) { stacks[current].update(stacks[current].top.id, body) }

  private func refetch(
    _ missing: CommandError.Missing, where isMeant: (Section) -> Bool, by ask: (inout Section) -> Void
  ) throws(CommandError) {
    guard screen.sections.contains(where: isMeant) else { throw .nothingHere(missing) }
    change { $0.request(where: isMeant, by: ask) }
  }

  private func requestMoreFields(unlessAny isTold: (Item) -> Bool) {
    change { screen in
      for index in screen.sections.indices { screen.sections[index].requestMoreFields(unlessAny: isTold) }
    }
  }

  /// Fetches more fields for a chart's rows, in one request, unless some row has the field needed.
  package func fillRows(unlessAny isTold: (Item) -> Bool) async throws(CommandError) {
    stackBeforeLoad = stacks[current]
    requestMoreFields(unlessAny: isTold)
    try await settle()
  }

  private func arrange(_ body: (inout Arrangement) -> Void) throws(CommandError) {
    let sections = screen.sections
    // An item's screen may have sections without rows, which leave nothing to arrange.
    let hasList = screen.kind == .item ? sections.contains { !$0.rows.isEmpty } : screen.isList && !sections.isEmpty
    guard hasList else { throw .nothingHere(.list) }
    change { screen in
      body(&screen.arrangement)
      screen.pageStart = .top
    }
  }

  /// Records where the current page ended; nil means at the screen's end.
  package func screenWasShown(upTo next: PagePosition?) {
    if screen.nextPage != next { change { $0.nextPage = next } }
  }

  private func showMore() throws(CommandError) {
    if screen.isRoot, screen.phase == .idle || screen.sections.isEmpty { throw maker.noTerm }
    guard screen.hasMoreToFetch else {
      // What failed or was left out may have more.
      let isWhole = screen.without.isEmpty && !screen.sections.contains(where: \.lacksSomething)
      let extent = isWhole ? screen.extent : nil
      let opensSections = screen.sections.contains { !$0.rows.isEmpty && screen.word(opening: $0) != nil }
      throw .nothingHere(extent == nil && !opensSections ? .more : .nextPage(after: extent))
    }
    change { screen in
      screen.applyRefresh()
      screen.pageStart = PagePosition(items: screen.visibleRows.count)
      screen.sections[0].awaited = .nextPage
      // The rows behind old ones may have moved.
      guard screen.staleness != nil else { return }
      if screen.sections[0].awaitsFurtherRows { screen.sections[0].reload(withNextPage: true) }
      screen.staleness?.refresh = .stopped
      mayUseCache = false
    }
  }

  // MARK: Actions that take time

  /// Cancels the action in progress; nil if there is none.
  var cancelAction: (@Sendable () -> Void)?

  /// Runs an action that changes no screen but takes time, such as playing or writing a file. `cancelLoad` cancels it;
  /// its requests are added to the command's log.
  package func run<Value: Sendable>(
    _ action: @escaping @Sendable () async throws -> Value
  ) async throws(CommandError) -> Value {
    let log = self.log ?? ExchangeLog()
    self.log = log
    let task = RequestContext.$current.withValue(context(log)) {
      Task(executorPreference: inheritedExecutor) { @concurrent in await result(of: action) }
    }
    do { return try await cancellable(task).get() } catch { throw CommandError(error) }
  }

  /// Waits for `task`; `cancelLoad`, or cancelling the caller, cancels it.
  func cancellable<Value: Sendable>(_ task: Task<Value, Never>) async -> Value {
    cancelAction = { task.cancel() }
    defer { cancelAction = nil }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Starts a command's log without requests.
  package func forgetRequests() { log = nil }

  /// The item with that number; nil means the item that the screen is about.
  package func item(numbered number: Int?) throws(CommandError) -> Item {
    try rows(picked: number.map { Selection(parts: [.one($0)]) })[0].item
  }

  /// The selected rows; nil means the item that the screen is about.
  package func rows(picked selection: Selection?) throws(CommandError) -> [Row] {
    if let selection { return try stacks[current].rows(picked: selection) }
    guard let origin = screen.origin else { throw .nothingHere(.list) }
    return [Row(shared: origin.shared)]
  }

  /// The client of the item's catalog.
  package func client(of item: Item) -> any CatalogClient {
    clients.first { $0.catalog.name == item.id.catalog } ?? client
  }
}
