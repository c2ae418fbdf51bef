package import Domain

/// The loop: it reads a line, parses it, runs it, renders the outcome and writes it, and then reads the next. It runs
/// on the coordinator, so that a command without requests switches no threads.
package struct Repl {
  let output: Output
  private var reporter: Reporter
  private let interruption: Interruption
  let errands: DesktopErrands
  let files: any Files
  private(set) var options: Options
  private var scripts: Scripts
  private var verdict = Verdict()
  private var rest = Rest()
  /// The action that Ctrl-C stopped, which `retry` repeats until the next move.
  private var cancelled: Action?
  /// Typed lines that failed, which hints do not offer.
  private var failedLines: Set<String> = []
  private var searches = SearchHistory()
  private var surroundings = Surroundings()
  /// What a replay skips; nil if this is no replay.
  private var replay: Replay?

  /// Why the loop ended.
  package enum End: Sendable {
    case finished, failed, quit, interrupted
  }

  package init(
    output: Output, interruption: Interruption, options: Options = Options(), files: any Files, errands: DesktopErrands,
    openScript: @escaping (String) throws(CommandError) -> any LineSource
  ) {
    self.output = output
    reporter = Reporter(output: output, form: options.form)
    self.interruption = interruption
    self.options = options
    self.errands = errands
    self.files = files
    scripts = Scripts(open: openScript)
  }

  /// Whether a command failed unexpectedly.
  package var hasFailed: Bool { verdict.hasFailed }
  package var expectations: (met: Int, failed: Int) { verdict.expectations }
  /// How many commands other than expectations failed unexpectedly.
  package var failedCommands: Int { verdict.failedCommands }

  /// Runs the lines that a user types, until they leave.
  package mutating func prompt(
    _ source: any LineSource, among surroundings: Surroundings, on coordinator: isolated Coordinator
  ) async -> End {
    self.surroundings = surroundings
    searches.lines = surroundings.lines()
    failedLines.formUnion(surroundings.failedLines())
    let before = verdict
    let end = await run(source, isPrompt: true, on: coordinator)
    verdict.forgive(since: before)
    return end
  }

  /// Runs the lines that prepare a prompt. It reports a failure and goes on; changed settings are not printed.
  package mutating func start(_ source: any LineSource, on coordinator: isolated Coordinator) async -> End {
    let (keepsGoing, before) = (options.keepsGoing, verdict)
    (reporter.tellsSettings, options.keepsGoing) = (false, true)
    let end = await run(source, on: coordinator)
    (reporter.tellsSettings, options.keepsGoing) = (true, keepsGoing)
    verdict.forgive(since: before)
    return end
  }

  /// Runs the lines of a recorded session as `run` does. A recording may come from anyone, so commands that reach
  /// beyond the session are skipped with a notice.
  /// - Parameter holds: whether the lines of the script with that name come next.
  package mutating func replay(
    _ source: any LineSource, isPrompt: Bool, holding holds: @escaping (String) -> Bool,
    on coordinator: isolated Coordinator
  ) async -> End {
    replay = Replay(holds: holds)
    defer { replay = nil }
    return await run(source, isPrompt: isPrompt, on: coordinator)
  }

  /// Runs the lines of `source` until it ends, a command of a script fails, or the user leaves.
  /// - Parameter isPrompt: whether a user types the lines; then no failure ends the loop.
  package mutating func run(
    _ source: any LineSource, isPrompt: Bool = false, on coordinator: isolated Coordinator
  ) async -> End {
    reporter.adopt(coordinator.settings)
    while true {
      let event: LineEvent
      if let next = source.atHand() {
        event = next
      } else {
        event = await source.next(prompt: { prompt(on: coordinator) }, beforeWaiting: output.flush)
      }
      if isPrompt { surroundings.preview?.end(event.text) }
      if isPrompt, event.line != nil {
        interruption.lower()
        verdict.letGo()
      }
      var end: End?
      switch event {
      case .end: return verdict.isOpen && !options.keepsGoing ? .failed : .finished
      case .interrupted:
        if isPrompt { continue }
        return .interrupted
      case .unreadable(let error, let line):
        end =
          verdict.settleFailure(before: .failure(error), keepsGoing: options.keepsGoing)
          ? .failed : finish(Outcome(error), of: Origin(command: "", line: line), on: coordinator)
      case .line(let line): end = await run(line, on: coordinator)
      }
      if isPrompt, let text = event.text {
        if verdict.isOpen { failedLines.insert(text) } else { failedLines.remove(text) }
        surroundings.noteFailure(text, verdict.isOpen)
      }
      if let end, end == .quit || !isPrompt { return end }
    }
  }

  private mutating func run(_ line: Line, on coordinator: isolated Coordinator) async -> End? {
    var commands = Arguments.commands(in: line.text)
    if commands.isEmpty { await reporter.tell(commentIn: line.text) }
    if let note = output.note, !commands.isEmpty { note(line) }
    // Enter alone continues a reply that has just stopped at a full page.
    if rest.isLatest, line.source == nil, line.text.allSatisfy(\.isWhitespace) { commands = ["more"] }
    for command in commands {
      if interruption.isRaised { return .interrupted }
      if output.isClosed() { return .quit }
      let origin = Origin(command: command, line: line)
      var action = Self.action(for: command, replacing: options.variables, on: coordinator)
      if verdict.settleFailure(before: action, keepsGoing: options.keepsGoing) { return .failed }
      if options.echoes {
        while let typed = await reporter.echo(command, at: Self.place(on: coordinator), mayGoOn: rest.isLatest) {
          if await runAside(typed, on: coordinator) == .quit { return .quit }
          action = Self.action(for: command, replacing: options.variables, on: coordinator)
        }
        if interruption.isRaised { return .interrupted }
      }
      if let end = await carryOut(action, origin, on: coordinator) { return end }
      // An interrupted command may still have a result, such as a stopped preview; the script still ends.
      if interruption.isRaised { return .interrupted }
    }
    return nil
  }

  /// Runs a line that the user typed before a script's next command. Its outcome does not affect the script.
  private mutating func runAside(_ text: String, on coordinator: isolated Coordinator) async -> End? {
    let (before, echoes) = (verdict, options.echoes)
    options.echoes = false
    defer { (verdict, options.echoes) = (before, echoes) }
    return await run(Line(text, source: nil, number: 0), on: coordinator)
  }

  /// Runs a command and reports its outcome.
  /// - Returns: why the script ends here; nil if it goes on.
  private mutating func carryOut(
    _ action: Result<Action, CommandError>, _ origin: Origin, on coordinator: isolated Coordinator
  ) async -> End? {
    do throws(CommandError) {
      let action = try action.get()
      let scripts =
        if case .source(let path) = action { Scripts.paths(path, namedIn: origin.line.source) } else { [String]() }
      if let passedOver = replay?.passedOver(action, origin, scripts: scripts, of: coordinator.catalog) {
        report(passedOver, of: origin, on: coordinator)
        verdict.passOver()
        return nil
      }
      switch action {
      case .quit:
        report(Outcome(.done), of: origin, on: coordinator)
        return .quit
      case .source(let path):
        if let end = try await runScript(at: path, namedIn: origin.line.source, on: coordinator) { return end }
        if !verdict.isOpen { report(Outcome(.done), of: origin, on: coordinator) }
      case .expect(let expectation):
        try verdict.check(expectation, on: coordinator)
        report(Outcome(.done), of: origin, on: coordinator)
      default: return finish(try await perform(action, origin, on: coordinator), of: origin, on: coordinator)
      }
      return nil
    } catch {
      if case .failure = action {
        replay?.noteMistake()
        coordinator.forgetRequests()
      }
      return finish(Outcome(error), of: origin, on: coordinator)
    }
  }

  /// Reports an outcome, and remembers it for `expect`.
  /// - Returns: why the script ends here; nil if it goes on.
  private mutating func finish(
    _ outcome: consuming Outcome, of origin: Origin, on coordinator: isolated Coordinator
  ) -> End? {
    if !options.isStrict, !outcome.isPartial { outcome.partFailure = nil }
    report(outcome, of: origin, on: coordinator)
    if case .failure(.catalog(.cancelled)) = outcome.result, interruption.isRaised { return .interrupted }
    verdict.note(outcome.partFailure.map { .failure($0) } ?? outcome.result)
    return nil
  }

  private mutating func report(_ outcome: Outcome, of origin: Origin, on coordinator: isolated Coordinator) {
    let shown = reporter.report(outcome, of: origin, on: coordinator)
    rest.note(shown, of: outcome)
    if outcome.screen != nil { coordinator.screenWasShown(upTo: rest.position) }
  }

  private static func context(on coordinator: isolated Coordinator) -> Command.Context {
    Command.Context(
      screen: coordinator.screen, catalog: coordinator.catalog, screenCatalog: coordinator.screenCatalog,
      catalogs: coordinator.catalogs, catalogNames: coordinator.listCatalogs)
  }

  private static func action(
    for command: Substring, replacing variables: Variables, on coordinator: isolated Coordinator
  ) -> Result<Action, CommandError> {
    Result { () throws(CommandError) in
      try Command.action(for: command, replacing: variables, on: context(on: coordinator))
    }
  }

  // MARK: Carrying out

  private mutating func perform(
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
      case .set(let name, let value):
        let outcome = try await Outcome(setting: name, to: value, on: coordinator)
        output.adopt(coordinator.settings)
        reporter.adopt(coordinator.settings)
        return outcome
      case .desktop(let errand):
        let done = try await run(errand, on: coordinator)
        var outcome = Outcome(.errand(done))
        (outcome.partFailure, outcome.partNotes) = (done.failures.first?.error, DesktopText.notes(on: done))
        return outcome
      case .explain(let asCurl): return Outcome(.explained(Explanation(of: coordinator.askedLog, asCurl: asCurl)))
      case .export(let path, let form, let replaces):
        return Outcome(.exported(try await export(to: path, as: form, replaces: replaces, on: coordinator)))
      case .pipe(let command):
        return Outcome(.piped(try await pipe(into: command, from: origin.line, on: coordinator)))
      case .tell(let question):
        return Outcome(try await question.reply(searches: searches, errands: errands, on: coordinator))
      case .source, .expect, .quit: return Outcome(.done)
      }
    } catch {
      if error == .catalog(.cancelled) { cancelled = action }
      throw error
    }
  }

  private mutating func perform(
    _ navigation: Action.Navigation, on coordinator: isolated Coordinator
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
    // A screen that was shown before has reported its failures before.
    if let screen = outcome.screen, coordinator.log != nil {
      outcome.partFailure = screen.partFailure.map { .catalog($0) }
      outcome.partNotes = RemarkText.failures(on: screen)
    }
    if options.form == .text, let screen = outcome.screen {
      outcome.rowsAbove = await errands.drawCover(on: screen, mayAsk: !navigation.isMove, output, on: coordinator)
    }
    return outcome
  }

  private func run(
    _ errand: DesktopErrand, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> DesktopErrand.Report {
    output.flush()
    if errand.wantsSound { try await coordinator.fillRows(unlessAny: \.isPlayable) }
    let session = DesktopErrands.Session(
      mayShow: options.form == .text, files: files, output: output, interruption: interruption)
    return try await errands.run(errand, session, on: coordinator)
  }

  private mutating func go(
    _ navigation: Action.Navigation, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Reply {
    try coordinator.apply(navigation)
    guard coordinator.isUnsettled else { return .screen(coordinator.screen) }
    reporter.tellNotices(of: coordinator)
    output.flush()
    try await output.asking(coordinator.screenCatalog.title, on: coordinator) { () async throws(CommandError) in
      // Scripts wait for fresh answers, including scripts run from the prompt.
      try await coordinator.settle(acceptsStale: !scripts.isRunning)
    }
    return .screen(coordinator.screen)
  }

  /// - Parameter source: the script that names it; nil at the prompt.
  private mutating func runScript(
    at path: String, namedIn source: String?, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> End? {
    let script = try scripts.begin(path, namedIn: source)
    defer { scripts.end() }
    let end = await run(script, on: coordinator)
    // A failure at the end of the script counts as `source`'s own, and the next command may expect it.
    return end == .finished || end == .failed && verdict.isOpen ? nil : end
  }

  private func prompt(on coordinator: isolated Coordinator) -> Prompt {
    let context = Self.context(on: coordinator)
    surroundings.preview?.begin(
      on: coordinator.settings.previewsLive ? context : nil, waiting: coordinator.settings.previewDelay)
    return Prompt(
      text: Self.place(on: coordinator),
      knowing: PromptContext(
        command: context, settings: coordinator.settings, searches: searches, lists: coordinator.listNames,
        lines: surroundings.lines(), failedLines: failedLines, files: surroundings.files))
  }

  /// The current place for the prompt: `castle › Film`, or `ghibli: castle › Film` in a catalog other than the first.
  private static func place(on coordinator: isolated Coordinator) -> String {
    let trail = coordinator.trail.dropFirst().map { StyledText.madeVisible($0) }.joined(separator: " › ")
    let catalog = coordinator.catalog.name
    if catalog == coordinator.catalogs.first?.name { return trail.isEmpty ? "liner" : trail }
    return trail.isEmpty ? catalog : "\(catalog): \(trail)"
  }
}
