import Domain

/// Runs commands: moves, fetches, and passes items on.
extension Repl {
  func perform(_ action: Action, _ origin: Origin) async throws(CommandError) -> Outcome {
    var (action, ignoresCache) = (action, false)
    if case .go(.retry) = action, let last = cancelled {
      (action, ignoresCache) = last
      cancelled = nil
    } else if case .send(.retry, let target) = action, let last = cancelled, let move = last.action.move {
      (action, ignoresCache) = (.send(move, to: target), last.ignoresCache)
      cancelled = nil
    }
    do throws(CommandError) {
      switch action {
      // These are about the requests or the screen of the command before.
      case .answer(.requests), .export, .pipe: break
      default: coordinator.forgetRequests()
      }
      if action.needsLatestFavorites { try await coordinator.refreshFavorites() }
      switch action {
      case .go(.catalog(let name)) where chosen != nil:
        try coordinator.apply(.catalog(name))
        return Outcome(.done)
      case .go(let navigation):
        let outcome = try await perform(navigation, ignoresCache: ignoresCache)
        switch navigation {
        // These replace no failed request, so retry still repeats what failed or was cancelled.
        case .show, .sort, .filter: break
        default: cancelled = nil
        }
        return outcome
      case .change(let change): return Outcome(.starred(try await coordinator.apply(change)))
      case .set(let name, _) where isKept(name): return Outcome(.done)
      case .set(let name, let value): return try await set(name, to: value)
      case .save(let name, let value): return try await save(name, value)
      case .desktop(let itemAction, let selection): return outcome(of: action, try await run(itemAction, on: selection))
      case .get(let selection, let folder, let isNew, let again):
        return outcome(of: action, try await get(selection, into: folder, isNew: isNew, again: again))
      case .catalogTask(let task):
        let report = try await run(task, origin)
        // Of one that failed first and then succeeded, nothing is left to repeat.
        if cancelled?.action == .catalogTask(task) { cancelled = nil }
        return changing(Outcome(.report(report))) { $0.partFailure = report.failure.map { .declaration(.refused($0)) } }
      case .export(let path, let form, let columns, let replaces):
        return Outcome(.exported(try await export(to: path, as: form, columns: columns, replaces: replaces)))
      case .pipe(let command): return try await pipe(into: command, from: origin.line)
      case .send(let shown, let target): return try await send(shown, to: target, ignoresCache, origin)
      case .answer(let question): return Outcome(try await reply(to: question))
      case .importFile(let path, let list):
        let items = try await coordinator.run { [files, readItems = coordinator.resources.readItems] in
          guard let content = try await files.read(path) else { throw FileError(path: path, .notFound) }
          return try readItems(content.bytes, path)
        }
        let (new, known) = try await coordinator.add(items.compactMap(\.self), to: list)
        return Outcome(.imported(new: new, known: known, skipped: items.count { $0 == nil }))
      case .source, .expect, .quit: return Outcome(.done)
      }
    } catch {
      if error == .catalog(.cancelled)
        || action.mayBeRetried(after: error, leavesScreen: coordinator.screen.phase == .failed)
      {
        // A cached answer that could not be used is of no more use later.
        cancelled = (action, error.code.isCausedByAnswer)
      } else if case .send(_, let target) = action, coordinator.screen.phase == .failed {
        cancelled = (.send(.retry, to: target), false)
      } else if case .catalog = error, case .go = action {
        // A failed move replaces what `retry` repeats; a mistake in a line, which sends nothing, does not.
        cancelled = nil
      }
      throw error
    }
  }

  /// The outcome of an action on items, which `retry` repeats if it failed for some of them or was cancelled.
  /// Stopping a player is not a failure.
  private func outcome(of action: Action, _ report: ItemAction.Report) -> Outcome {
    if report.remaining > 0 && !report.results.contains(where: \.wasStopped)
      || report.failures.contains(where: { action.mayBeRetried(after: $0.error) })
    {
      cancelled = (action, false)
    }
    return Outcome(report)
  }

  /// Whether `linerc` does not change the setting: options come first, and favourites from the sample stay out of the
  /// user's own file.
  private func isKept(_ name: String) -> Bool {
    guard let chosen, let setting = try? Setting.named(name, in: coordinator.catalog) else { return false }
    return chosen.value(of: setting, in: coordinator.catalog) != nil || options.isOffline && setting.name == "favorites"
  }

  private func set(_ name: String, to value: String) async throws(CommandError) -> Outcome {
    let before = coordinator.settings
    // linerc sends no request for a value; the value is checked when it is first used.
    if chosen == nil { try await coordinator.loadValues(ofFilter: name) }
    let setting = try await coordinator.set(name, to: value)
    let old = before.current(setting, in: coordinator.catalog)
    let new = coordinator.settings.current(setting, in: coordinator.catalog)
    var outcome = Outcome(.settings([new]))
    if old.effectiveValue == new.effectiveValue { outcome.unchanged = .setting(new.name, value: new.effectiveValue) }
    if setting.name == "covers", coordinator.settings.showsCovers, case .cannot(let why) = outside.desktop.pictures {
      outcome.obstacle = DesktopText.sentence(for: why)
    }
    adopt(coordinator.settings)
    return outcome
  }

  /// Changes a setting, now and in `linerc`.
  private func save(_ name: String, _ value: String) async throws(CommandError) -> Outcome {
    guard let path = options.startFile else { throw .nothingHere(.link("linerc without a home folder")) }
    var outcome = try await set(name, to: value)
    guard case .success(.settings(let settings)) = outcome.result, let setting = settings.first else { return outcome }
    let catalog = coordinator.catalog
    if !setting.isShared, let source = coordinator.source, !source.names.contains(catalog.name) {
      throw .nothingHere(.link("saved catalog \"\(catalog.name)\"; first: catalog add FILE"))
    }
    let file = StartFile(path: path, start: coordinator.catalogs[0].name, files: files)
    let saved = setting.isList ? value.unquotedList : value
    try await coordinator.run { try await file.save(setting, saved, in: catalog) }
    outcome.unchanged = nil
    coordinator.notices.append(.settingSaved(path: path))
    return outcome
  }

  func adopt(_ settings: Settings) {
    output.adopt(settings)
    reporter.adopt(settings)
  }

  /// Passes the items of the screen that `move` shows to `target`, a file or a shell command.
  func send(
    _ move: Action.Navigation, to target: Action, _ ignoresCache: Bool, _ origin: Origin
  ) async throws(CommandError) -> Outcome {
    if case .pipe = target { try allowShell(to: origin.line) }
    // Refused before any request, so that no news counts as shown.
    if case .news = move, case .export(let path?, _, columns: _, replaces: false) = target,
      case .some(.some) = try? await files.read(path)
    {
      throw .file(path: path, .alreadyExists)
    }
    let shown = try await perform(move, draws: false, ignoresCache: ignoresCache)
    if coordinator.screen.phase == .idle { _ = try await perform(.show, draws: false) }
    let notes = shown.partNotes + RemarkText.lacks(on: coordinator.screen)
    do throws(CommandError) {
      var outcome = try await perform(target, origin)
      outcome.partFailure = outcome.partFailure ?? shown.partFailure
      outcome.partNotes += notes
      outcome.failedParts = coordinator.screen.failedParts
      return outcome
    } catch {
      for note in notes { reporter.diagnose(note, .error, origin) }
      throw error
    }
  }

  /// - Parameters:
  ///   - draws: whether the screen is shown, so that its cover is shown too.
  ///   - ignoresCache: whether cached answers are ignored.
  func perform(
    _ navigation: Action.Navigation, draws: Bool = true, ignoresCache: Bool = false
  ) async throws(CommandError) -> Outcome {
    var outcome: Outcome
    switch navigation {
    case .more:
      if let rest = reporter.rest.outcome { return rest }
      if let next = coordinator.screen.nextPage {
        // The next page of what was fetched already.
        coordinator.change { $0.pageStart = next }
        outcome = Outcome(.screen(coordinator.screen))
      } else {
        let known = Set(coordinator.screen.visibleRows.map(\.number))
        let received = coordinator.screen.sections.map(\.received)
        outcome = try await go(.more)
        outcome.known = known
        if coordinator.screen.sections.map(\.received) == received { outcome.unchanged = .noFurther }
      }
      outcome.continues = true
    default:
      let unchanged = unchanged(by: navigation)
      outcome = try await go(navigation, acceptsStale: draws, ignoresCache: ignoresCache)
      outcome.unchanged = unchanged
    }
    let screen = coordinator.screen
    if screen.isRoot { outcome.root = (context.screenCatalog, searches.newestFirst(in: coordinator.catalogs)) }
    outcome.advice = await advice(for: screen)
    if draws, options.form == .text { outcome.rowsAbove = await drawCover(on: screen, mayAsk: !navigation.isMove) }
    return outcome
  }

  private func run(_ task: CatalogTask, _ origin: Origin) async throws(CommandError) -> CatalogReport {
    output.flush()
    let desktop = outside.desktop
    // Lines from a pipe are commands, not answers.
    let mayAsk = origin.line.source != "stdin" && !scripts.isRunning
    let perform = { [coordinator] () async throws(CommandError) in
      try await coordinator.perform(task) { question, isSecret in
        mayAsk ? await desktop.ask(question, isSecret: isSecret) : nil
      }
    }
    guard let asked = task.asked else { return try await perform() }
    return try await output.asking(asked, perform)
  }

  private func go(
    _ navigation: Action.Navigation, acceptsStale: Bool = true, ignoresCache: Bool = false
  ) async throws(CommandError) -> Outcome {
    try coordinator.apply(navigation, ignoresCache: ignoresCache)
    // A search that was refused is not offered again.
    if case .search(let query) = navigation { searches.add(query.term) }
    // A screen that was shown before has reported its failures already.
    guard coordinator.isUnsettled else { return Outcome(.screen(coordinator.screen)) }
    reporter.printNotices()
    output.flush()
    let several = coordinator.screen.isEverywhere ? "the catalogs" : coordinator.screen.kind.asked
    try await output.asking(several ?? context.screenCatalog.title) {
      // Files, shell commands and scripts wait for fresh answers, even at the prompt.
      try await coordinator.settle(acceptsStale: acceptsStale && !scripts.isRunning)
    }
    let screen = coordinator.screen
    var outcome = Outcome(.screen(screen))
    outcome.partFailure = screen.partFailure.map { .catalog($0) }
    outcome.partNotes = RemarkText.failures(on: screen)
    return outcome
  }

  /// Opens the script that `source` names in that line; nil in a replay whose recording does not continue with it.
  func begin(_ path: String, namedIn line: Line) throws(CommandError) -> (any LineSource)? {
    guard let recorded = replay?.script else { return try scripts.begin(path, namedIn: line) }
    replay?.noteRun()
    do throws(CommandError) {
      return try scripts.begin(path, namedIn: line) { path throws(CommandError) in
        guard let lines = recorded(path) else { throw .file(path: path, .notFound) }
        return lines
      }
    } catch .file {
      return nil
    }
  }

  /// - Returns: why the script that sourced this one ends too; nil if it continues.
  func run(script: any LineSource) async -> End? {
    // The steps inside it cannot be undone one by one from outside.
    steps = []
    defer {
      scripts.end()
      steps = []
    }
    let end = await run(script)
    // A failure at the end of the script counts as `source`'s own, and the next command may expect it.
    return end == .finished || end == .failed && verdict.isPending ? nil : end
  }

  func prompt() -> Prompt {
    let context = context
    environment.preview?.begin(
      on: coordinator.settings.previewsLive ? context : nil, waiting: coordinator.settings.previewDelay)
    let known = PromptContext(
      command: context, settings: coordinator.settings, searches: searches, lists: coordinator.listNames,
      lines: environment.lines(), failedLines: environment.failedLines(), files: environment.files)
    return changing(Prompt(text: place)) { ($0.completions, $0.hint) = (known.completions, known.hint) }
  }

  /// The current place for the prompt: `castle › Film`, or `ghibli: castle › Film` in a catalog other than the first.
  var place: String {
    let trail = coordinator.trail.dropFirst().map { StyledText.escapingControls($0) }.joined(separator: " › ")
    let catalog = coordinator.catalog.name
    if catalog == coordinator.catalogs.first?.name { return trail.isEmpty ? "liner" : trail }
    return trail.isEmpty ? catalog : "\(catalog): \(trail)"
  }
}
