import Domain

/// Carries commands out: moves, fetches, and passes items on.
extension Repl {
  mutating func perform(
    _ action: Action, _ origin: Origin, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Outcome {
    var action = action
    if case .go(let navigation) = action, navigation != .show {
      if navigation == .retry, let cancelled { action = cancelled }
      cancelled = nil
    }
    do throws(CommandError) {
      if action.showsFavorites { try await coordinator.refreshFavorites() }
      switch action {
      case .go(let navigation): return try await perform(navigation, on: coordinator)
      case .change(let change): return Outcome(.starred(try await coordinator.apply(change)))
      case .set(let name, _) where isStarting && options.isOffline && coordinator.isFavoritesFile(name):
        // What is starred in the sample stays out of the user's own file.
        return Outcome(.done)
      case .set(let name, let value): return try await set(name, to: value, on: coordinator)
      case .save(let name, let value): return try await save(name, value, on: coordinator)
      case .desktop(let errand):
        let done = try await run(errand, on: coordinator)
        var outcome = Outcome(.errand(done))
        (outcome.partFailure, outcome.partNotes) = (done.failures.first?.error, DesktopText.notes(on: done))
        return outcome
      case .catalogTask(let task):
        let report = try await run(task, origin, on: coordinator)
        var outcome = Outcome(.report(report))
        outcome.partFailure = report.failure.map { .declaration(.refused($0)) }
        return outcome
      case .explain(let asCurl): return Outcome(.explained(Explanation(of: coordinator.askedLog, asCurl: asCurl)))
      case .export(let path, let form, let columns, let replaces):
        return Outcome(
          .exported(try await export(to: path, as: form, columns: columns, replaces: replaces, on: coordinator)))
      case .pipe(let command):
        return Outcome(.piped(try await pipe(into: command, from: origin.line, on: coordinator)))
      case .send(let shown, let target): return try await send(shown, to: target, origin, on: coordinator)
      case .tell(let question):
        return Outcome(try await question.reply(searches: searches, errands: errands, on: coordinator))
      case .importFile(let path, let list):
        let items = try await coordinator.wait {
          [files, readItems = coordinator.readItems] () async throws(FileError) in
          guard let content = try await files.read(path) else { throw FileError(path: path, .notFound) }
          return try readItems(content.bytes, path)
        }
        let (new, known) = try await coordinator.add(items, to: list)
        return Outcome(.imported(new: new, known: known))
      case .source, .expect, .quit: return Outcome(.done)
      }
    } catch {
      if error == .catalog(.cancelled) || action.mayBeRetried(after: error) { cancelled = action }
      throw error
    }
  }

  private mutating func set(
    _ name: String, to value: String, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Outcome {
    var outcome = try await Outcome(setting: name, to: value, on: coordinator)
    outcome.obstacle = obstacle(to: name, on: coordinator)
    adopt(coordinator.settings)
    return outcome
  }

  /// Changes a setting, now and in `linerc`.
  private mutating func save(
    _ name: String, _ value: String, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Outcome {
    guard let path = options.startFile else { throw .nothingHere(.feature("linerc", catalog: "a user without a home")) }
    var outcome = try await set(name, to: value, on: coordinator)
    guard case .success(.settings(let values)) = outcome.result, let known = values.first?.name else { return outcome }
    let (catalog, setting) = (coordinator.catalog, try Setting.named(known, in: coordinator.catalog))
    let file = StartFile(path: path, files: files)
    try await coordinator.wait { () async throws(FileError) in try await file.save(setting, value, in: catalog) }
    outcome.unchanged = nil
    outcome.notices.append(.settingSaved(path: path))
    return outcome
  }

  /// Why pictures that were just switched on will not be seen; nil if they will, or if nobody looks.
  private func obstacle(to setting: String, on coordinator: isolated Coordinator) -> PictureDisplay.Obstacle? {
    guard (try? Setting.named(setting, in: coordinator.catalog))?.name == "covers", coordinator.settings.showsCovers,
      case .cannot(let obstacle) = errands.desktop.pictures
    else { return nil }
    return obstacle
  }

  mutating func adopt(_ settings: Settings) {
    output.adopt(settings)
    reporter.adopt(settings)
  }

  /// Passes the items of the screen that `action` shows to `target`, a file or a shell command.
  mutating func send(
    _ action: Action, to target: Action, _ origin: Origin, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Outcome {
    guard case .go(let navigation) = action else { return Outcome(.done) }
    if case .pipe = target { try allowShell(to: origin.line) }
    let shown = try await perform(navigation, draws: false, on: coordinator)
    if coordinator.screen.phase == .idle { _ = try await perform(.show, draws: false, on: coordinator) }
    var outcome = try await perform(target, origin, on: coordinator)
    (outcome.partFailure, outcome.partNotes) = (shown.partFailure, shown.partNotes)
    return outcome
  }

  /// - Parameter draws: whether the screen is shown, so that its cover is drawn.
  mutating func perform(
    _ navigation: Action.Navigation, draws: Bool = true, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Outcome {
    var outcome: Outcome
    switch navigation {
    case .more:
      if let rest = rest.outcome { return rest }
      if coordinator.turnPage() {
        outcome = Outcome(.screen(coordinator.screen))
      } else {
        let known = Set(coordinator.screen.visibleRows.map(\.number))
        outcome = Outcome(try await go(.more, on: coordinator))
        outcome.known = known
      }
      outcome.goesOn = true
    default:
      if case .search(let query) = navigation { searches.add(query.term) }
      let unchanged = Unchanged(by: navigation, on: coordinator)
      outcome = Outcome(try await go(navigation, on: coordinator))
      outcome.unchanged = unchanged
    }
    if let screen = outcome.screen, screen.isRoot {
      outcome.root = TextRenderer.Root(
        catalog: coordinator.screenCatalog, recent: searches.newestFirst(containing: "", in: coordinator.catalogs))
    }
    if let screen = outcome.screen { outcome.advice = await advice(for: screen, on: coordinator) }
    // A screen that was shown before has reported its failures before.
    if let screen = outcome.screen, coordinator.log != nil {
      outcome.partFailure = screen.partFailure.map { .catalog($0) }
      outcome.partNotes = RemarkText.failures(on: screen)
    }
    if draws, options.form == .text, let screen = outcome.screen {
      outcome.rowsAbove = await errands.drawCover(on: screen, mayAsk: !navigation.isMove, output, on: coordinator)
    }
    return outcome
  }

  func run(
    _ errand: ItemAction, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> ItemAction.Report {
    output.flush()
    if errand.needsMedia { try await coordinator.fillRows(unlessAny: \.isPlayable) }
    let session = ItemActionRunner.Session(
      mayShow: options.form == .text, files: files, output: output, interruption: interruption)
    return try await errands.run(errand, session, on: coordinator)
  }

  private func run(
    _ task: CatalogTask, _ origin: Origin, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> CatalogReport {
    output.flush()
    let desktop = errands.desktop
    // Lines of a pipe are commands, and no answers.
    let mayAsk = origin.line.source != "stdin" && !scripts.isRunning
    return try await coordinator.carryOut(task) { question, isSecret in
      mayAsk ? await desktop.ask(question, isSecret: isSecret) : nil
    }
  }

  mutating func go(
    _ navigation: Action.Navigation, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Reply {
    try coordinator.apply(navigation)
    guard coordinator.isUnsettled else { return .screen(coordinator.screen) }
    reporter.printNotices(of: coordinator)
    output.flush()
    try await output.asking(coordinator.screenCatalog.title, on: coordinator) { () async throws(CommandError) in
      // Scripts wait for fresh answers, including scripts run from the prompt.
      try await coordinator.settle(acceptsStale: !scripts.isRunning)
    }
    return .screen(coordinator.screen)
  }

  /// - Parameter source: the script that names it; nil at the prompt.
  mutating func runScript(
    at path: String, namedIn source: String?, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> End? {
    let script = try scripts.begin(path, namedIn: source)
    // Its steps cannot be left one by one from outside.
    steps = []
    defer {
      scripts.end()
      steps = []
    }
    let end = await run(script, on: coordinator)
    // A failure at the end of the script counts as `source`'s own, and the next command may expect it.
    return end == .finished || end == .failed && verdict.isOpen ? nil : end
  }

  func prompt(on coordinator: isolated Coordinator) -> Prompt {
    let context = Self.context(on: coordinator)
    environment.preview?.begin(
      on: coordinator.settings.previewsLive ? context : nil, waiting: coordinator.settings.previewDelay)
    return Prompt(
      text: Self.place(on: coordinator),
      knowing: PromptContext(
        command: context, settings: coordinator.settings, searches: searches, lists: coordinator.listNames,
        lines: environment.lines(), failedLines: failedLines, files: environment.files))
  }

  /// The current place for the prompt: `castle › Film`, or `ghibli: castle › Film` in a catalog other than the first.
  static func place(on coordinator: isolated Coordinator) -> String {
    let trail = coordinator.trail.dropFirst().map { StyledText.escapingControls($0) }.joined(separator: " › ")
    let catalog = coordinator.catalog.name
    if catalog == coordinator.catalogs.first?.name { return trail.isEmpty ? "liner" : trail }
    return trail.isEmpty ? catalog : "\(catalog): \(trail)"
  }
}
