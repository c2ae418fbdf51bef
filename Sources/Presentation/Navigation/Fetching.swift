package import Domain

/// Fetches what a screen lacks and puts each answer into the section that requested it.
extension Coordinator {
  /// Whether the screen lacks something that `settle` would fetch.
  package var isUnsettled: Bool { screen.isUnsettled }

  /// Fetches what the top screen lacks.
  /// - Parameter acceptsStale: whether to show stale answers while new ones are fetched.
  /// - Throws: `cancelled` after `cancelLoad`, with the stack as it was before the load. Throws the failure itself if
  ///   nothing can be shown, which the screen then shows too, or if a request for more rows failed.
  package func settle(acceptsStale: Bool = false, log: ExchangeLog = ExchangeLog()) async throws(CommandError) {
    let entry = stacks[current].top
    guard isUnsettled else { return }
    if entry.screen.kind == .earlier { return try await loadEarlierFavorites(entry) }
    let stack = current
    self.log = log
    var context = context(log)
    context.acceptsStale =
      acceptsStale && mayUseCache && mayBeStale && timeOfDay != nil && settings.showsStale
      && entry.screen.sections.allSatisfy { $0.awaited == nil || $0.awaited == .everything }
    let asked = entry.screen.asked ?? settings
    let fetcher = Fetcher(screen: entry.screen, clients: clients, settings: asked, resources: resources)
    let load = RequestContext.$current.withValue(context) {
      Task(executorPreference: inheritedExecutor) { @concurrent in await fetcher.answers() }
    }
    var answers = await cancellable(load)
    if mayUseCache, log.isFromDisk, answers.allSatisfy({ $0.failure?.error.code.isCausedByAnswer ?? false }) {
      // What was missing or unreadable then may be there now.
      mayUseCache = false
      return try await settle()
    }
    if resources.sample != nil { answers = answers.map { $0.ofSample(to: entry.screen.sections[$0.section].source) } }
    // A stopped load of many storefronts shows the answers so far; otherwise the stack is restored.
    if load.isCancelled || answers.contains(where: \.isCancelled), !answers.contains(where: \.isWorthShowing) {
      if let stackBeforeLoad { stacks[stack] = stackBeforeLoad }
      throw .catalog(.cancelled)
    }
    var failures: [CatalogError] = []
    stacks[stack].update(entry.id) { screen in
      for answer in answers {
        if screen.sections[answer.section].keepsRows, let failure = answer.failure?.error { failures.append(failure) }
        screen.receive(answer)
      }
      if screen.staleness?.refresh == .stopped, screen.sections.allSatisfy(\.oldParts.isEmpty),
        entry.screen.sections.contains(where: { ![nil, .fullerRows].contains($0.awaited) })
      {
        screen.staleness = nil
      }
      let before = stackBeforeLoad?.top
      if !screen.isUnsettled { screen.keepPage(from: before?.id == entry.id ? before?.screen : nil) }
      if let failure = screen.failure { failures.insert(failure, at: 0) } else { screen.asked = asked }
    }
    let shown = stacks[stack].entries.last { $0.id == entry.id }?.screen
    if let only = onlyResult(on: shown ?? entry.screen) {
      stacks[stack].update(entry.id) { $0 = only }
      return try await settle(acceptsStale: acceptsStale, log: log)
    }
    // A reload fetches one page after the other.
    if failures.isEmpty, shown?.isUnsettled == true { return try await settle(acceptsStale: acceptsStale, log: log) }
    if let time = log.staleSince, let timeOfDay, let shown {
      // What failed just now is not asked at once again, nor is Wikidata, which allows few requests.
      var again = entry.screen
      let isOfFew = entry.screen.kind == .elsewhere
      if isOfFew || again.kind == .news { again.sections[0].rows = shown.sections[0].rows }
      for answer in answers where answer.failure != nil || isOfFew && answer.remarks.contains(where: \.isFailure) {
        again.sections[answer.section].awaited = nil
      }
      var mark = Staleness(since: timeOfDay(time))
      let refresher = Fetcher(screen: again, clients: clients, settings: asked, resources: resources)
      if again.isUnsettled {
        refresh(.init(id: entry.id, screen: shown), in: stack, mark, by: refresher)
      } else {
        mark.refresh = .stopped
        stacks[stack].update(entry.id) { $0.staleness = mark }
      }
    }
    guard var failure = failures.first else { return }
    // The item does not exist. Another request would not help, so only the error remains.
    let namesNothing =
      switch (failure, entry.screen.sections.first?.source) {
      case (.noRelation, _), (_, .reference?), (_, .elsewhere(.page, in: _, _)?): true
      // Of a relation's target only the id may be known, and nothing shows that it exists.
      default: failure.code == .notFound && entry.screen.kind == .item && entry.screen.subject?.isPartial != false
      }
    // The rows have no order without the fields.
    let lacksFields = entry.screen.sections.contains { $0.awaited == .fullerRows }
    let isToSort = lacksFields && stackBeforeLoad?.top.screen.arrangement != entry.screen.arrangement
    // A list of several pages is replaced as a whole.
    let lacksPage = entry.screen.sections.contains { $0.awaited == .nextPage }
    if namesNothing || isToSort || lacksPage, let stackBeforeLoad { stacks[stack] = stackBeforeLoad }
    if case .noRelation(let word, of: let title, known: _) = failure,
      case .target(let relation, let item)? = entry.screen.sections.first?.source
    {
      stacks[stack].update(stacks[stack].top.id) { $0.drop(relation, of: item) }
      if let subject = stacks[stack].top.screen.origin, subject.item.id == item.id {
        failure = .noRelation(word, of: title, known: subject.relations.map(\.word))
      }
    }
    if lacksFields, !isToSort { stacks[stack].update(entry.id) { $0.dropOrderWithoutValues() } }
    throw .catalog(failure)
  }

  /// Fills the screen of favourites from earlier sessions, without a request.
  private func loadEarlierFavorites(_ entry: NavigationStack.Entry) async throws(CommandError) {
    let stack = current
    do throws(CommandError) {
      let screen = maker.earlierFavorites(try await earlierFavorites())
      stacks[stack].update(entry.id) { $0 = screen }
    } catch {
      stacks[stack] = stackBeforeLoad ?? stacks[stack]
      throw error
    }
  }

  /// Latest last.
  func earlierFavorites() async throws(CommandError) -> [EarlierFavorite] {
    try await run { [earlier = resources.earlier] in try await earlier?.load() ?? [] }
  }

  func context(_ log: ExchangeLog) -> RequestContext {
    RequestContext(
      mayUseCache: mayUseCache, usesDisk: settings.keepsAnswers, patience: longestWait.map { WaitAllowance($0) },
      log: log, onEvent: { [onEvent] in onEvent(.request($0)) })
  }

  /// Cancels the load or action in progress, if any; after a load, `settle` restores the earlier stack.
  /// - Returns: whether there was one.
  @discardableResult
  package func cancelLoad() -> Bool {
    cancelAction?()
    return cancelAction != nil
  }

  /// The results of a search, without a change to stack and log. The last third of a budget is left to commands.
  package func preview(
    of query: SearchQuery, onEvent: @escaping @Sendable (RequestEvent) -> Void = { _ in }
  ) async throws(CommandError) -> Screen {
    // Only the command itself searches all catalogs.
    var query = query
    query.isEverywhere = false
    if let words = query.words { query.categories = try Category.list(words.joined(separator: ","), in: catalog) }
    var screen = try maker.home(for: query)
    let context = RequestContext(usesDisk: settings.keepsAnswers, preview: Preview(), onEvent: onEvent)
    let fetcher = Fetcher(screen: screen, clients: [client], settings: settings, resources: resources)
    let answers = await RequestContext.$current.withValue(context, operation: fetcher.answers)
    for answer in answers { screen.receive(answer) }
    return screen
  }
}
