package import Domain

/// The loop: reads a line, parses it, runs it, renders the outcome, writes it, and reads the next.
@Conversation
package final class Repl {
  let coordinator: Coordinator
  let output: any Output
  var reporter: Reporter
  let interruption: Interruption
  let outside: Outside
  let files: any Files
  var options: Options
  var scripts: Scripts
  package internal(set) var verdict = ScriptStatus()
  /// The action that failed or that Ctrl-C stopped, which `retry` repeats until the next move, and whether it then
  /// ignores cached answers.
  var cancelled: (action: Action, ignoresCache: Bool)?
  var searches = SearchHistory()
  var environment = PromptEnvironment()
  /// The latest covers, so that going back to an item sends no request.
  var covers: [(link: WebLink, picture: Picture)] = []
  /// The places of the latest charts that earlier sessions showed, read once: every search without results needs them.
  var chartItems: [Item]?
  /// The commands of a demo so far, and the state before each.
  var steps: [(origin: Origin, place: Coordinator.Place, verdict: ScriptStatus)] = []
  /// What was set before the commands of `linerc`; nil unless they are running.
  private(set) var chosen: Settings?
  /// What a replay skips; nil if this is not a replay.
  var replay: Replay?

  /// Why the loop ended.
  package enum End: Sendable {
    case finished, failed, quit, interrupted
  }

  package init(
    on coordinator: Coordinator, output: any Output, interruption: Interruption, options: Options = Options(),
    files: any Files, outside: Outside, openScript: @escaping (String) throws(CommandError) -> any LineSource
  ) {
    (self.coordinator, self.output) = (coordinator, output)
    reporter = Reporter(coordinator: coordinator, output: output, form: options.form)
    (self.interruption, self.options, self.outside, self.files) = (interruption, options, outside, files)
    scripts = Scripts(open: openScript, canonical: files.canonical)
  }

  /// Runs the lines that a user types, until the user quits.
  package func prompt(_ source: any LineSource, in environment: PromptEnvironment) async -> End {
    self.environment = environment
    searches.lines = environment.lines()
    let before = verdict
    defer { verdict.discardFailures(since: before) }
    return await run(source, isPrompt: true)
  }

  /// Runs the commands of `linerc`, which change nothing that was set before. Reports failures and continues; changed
  /// settings and catalogs are not printed. They begin in the first catalog, whatever the current one is, because they
  /// were written for it.
  /// - Parameter keepsCatalog: whether the user chose the current catalog, so that the prompt starts in it. It also
  ///   stays where earlier commands left it.
  package func start(_ source: any LineSource, keepsCatalog: Bool = false) async -> End {
    let (keepsGoing, before, catalog) = (options.keepsGoing, verdict, coordinator.catalog.name)
    let first = coordinator.catalogs[0].name
    let keepsCatalog = keepsCatalog || catalog != first || coordinator.trail.count > 1
    // Both are loaded.
    try? coordinator.apply(.catalog(first))
    (reporter.tellsSettings, options.keepsGoing, chosen) = (false, false, coordinator.settings)
    let end = await run(source)
    (reporter.tellsSettings, options.keepsGoing, chosen) = (true, keepsGoing, nil)
    if keepsCatalog { try? coordinator.apply(.catalog(catalog)) }
    verdict.discardFailures(since: before)
    return end
  }

  /// Where the lines of a part of a session come from.
  package enum Stretch: Sendable {
    case prompt, script, start
  }

  /// Runs the lines of a recorded session as `run` and `start` do. A recording may come from anyone, so commands with
  /// side effects are skipped with a notice.
  /// - Parameter script: the lines of the script with that name, if they come next in the recording.
  package func replay(
    _ source: any LineSource, _ stretch: Stretch, keepsCatalog: Bool = false,
    script: @escaping (String) -> (any LineSource)?
  ) async -> End {
    replay = Replay(script: script)
    defer { replay = nil }
    if stretch == .start { return await start(source, keepsCatalog: keepsCatalog) }
    return await run(source, isPrompt: stretch == .prompt)
  }

  /// Runs the lines of `source` until it ends, a command of a script fails, or the user quits.
  /// - Parameter isPrompt: whether a user types the lines; then no failure ends the loop.
  package func run(_ source: any LineSource, isPrompt: Bool = false) async -> End {
    reporter.adopt(coordinator.settings)
    while true {
      // Nobody types on after results that could not be written.
      if isPrompt { output.flush() }
      if isPrompt, output.isClosed { return .quit }
      let event =
        if let next = source.nextIfReady() { next } else {
          await source.next(prompt: { prompt() }, beforeWaiting: { output.flush() })
        }
      if isPrompt { environment.preview?.end(event.text) }
      if isPrompt, event.line != nil { interruption.lower() }
      if isPrompt || chosen != nil, event.line != nil { verdict.acknowledge() }
      var end: End?
      switch event {
      case .end: return verdict.isPending && !options.keepsGoing ? .failed : .finished
      case .interrupted:
        if isPrompt { continue }
        return .interrupted
      case .unreadable(let error, let line):
        end =
          verdict.settleFailure(before: .failure(error), keepsGoing: options.keepsGoing)
          ? .failed : finish(Outcome(error), of: Origin(command: "", line: line))
      case .line(let line): end = await run(line, isTyped: isPrompt)
      }
      if isPrompt, let text = event.text { environment.noteFailure(text, verdict.isPending) }
      // As at the prompt, a failure ends only its line of linerc.
      if let end, end == .quit || !isPrompt && (end != .failed || chosen == nil) { return end }
    }
  }

  private func run(_ line: Line, isTyped: Bool = true) async -> End? {
    var commands = Arguments.commands(in: line.text)
    // As in a pager, q ends a list that has just stopped; only the next q quits.
    if line.source == nil, reporter.rest.isLatest, commands.count == 1,
      Arguments(commands[0]).text.lowercased() == "q"
    {
      reporter.endList()
      return nil
    }
    if commands.isEmpty { await reporter.print(commentIn: line.text) }
    if !commands.isEmpty { output.note(isPageTurn(commands) ? nil : line) }
    // Enter alone continues a reply that has just stopped at a full page.
    if line.source == nil, reporter.rest.isLatest, line.text.allSatisfy(\.isWhitespace) { commands = ["more"] }
    var (queue, repeated) = (commands[...], [Origin]())
    while let origin = repeated.popLast() ?? queue.popFirst().map({ Origin(command: $0, line: line) }) {
      if interruption.isRaised { return .interrupted }
      if output.isClosed { return .quit }
      let command = origin.command
      var action = action(for: command)
      if verdict.settleFailure(before: action, keepsGoing: options.keepsGoing) {
        // The command was meant to expect this failure, so its own mistake is reported too.
        if case .failure(let error) = action, command.hasPrefix("expect") {
          reporter.report(Outcome(error), of: origin)
        }
        return .failed
      }
      // What the user types is on the screen already.
      if options.echoes, !isTyped {
        guard let typed = await echo(origin) else { return .quit }
        if interruption.isRaised { return .interrupted }
        if typed == .stepBack {
          repeated.append(origin)
          if let earlier = await stepBack() { repeated.append(earlier) }
          continue
        }
        // Parsed again, because the lines typed before it may have changed its meaning.
        action = self.action(for: command)
      }
      if let end = await execute(action, origin) { return end }
      // An interrupted command may still have a result, such as a stopped preview; the script still ends.
      if interruption.isRaised { return .interrupted }
    }
    return nil
  }

  /// Whether the line only shows the next page. A replay shows all pages at once, so there it would fetch another.
  private func isPageTurn(_ commands: [Substring]) -> Bool {
    guard commands.count == 1, reporter.rest.reply != nil || coordinator.screen.nextPage != nil else { return false }
    if case .success(.go(.more)) = action(for: commands[0]) { return true }
    return false
  }

  /// Prints a command as if it had been typed. In a demo, first runs the lines that the user types before it.
  /// - Returns: nil if one of those lines quits.
  // Not part of `run`, where the compiler moves its checks of exclusive access out of the loop: every command would pay
  // for them, printed or not.
  private func echo(_ origin: Origin) async -> Typed? {
    while true {
      let typed = await reporter.echo(origin.command, at: place, canRetry: reporter.rest.isLatest)
      guard case .line(let line) = typed else {
        if typed == .command, output.audience != nil { steps.append((origin, coordinator.place, verdict)) }
        return typed
      }
      // Its outcome does not affect the script.
      let (before, echoes) = (verdict, options.echoes)
      options.echoes = false
      defer { (verdict, options.echoes) = (before, echoes) }
      if await run(Line(line, source: nil, number: 0)) == .quit { return nil }
    }
  }

  /// Returns to the state before the latest step, and shows its screen.
  /// - Returns: the step's command, which is next again; nil if there is none.
  private func stepBack() async -> Origin? {
    guard let step = steps.popLast() else { return nil }
    coordinator.restore(step.place)
    verdict = step.verdict
    adopt(coordinator.settings)
    if let outcome = try? await perform(.back(0)) { reporter.report(outcome, of: step.origin) }
    return step.origin
  }

  /// Runs a command and reports its outcome.
  /// - Returns: why the script ends here; nil if it continues.
  private func execute(_ action: Result<Action, CommandError>, _ origin: Origin) async -> End? {
    do throws(CommandError) {
      var action = try action.get()
      var skipped: Notice?
      // Asked once: `replay?.skips` accesses the property for writing even if it is nil.
      let isReplay = replay != nil
      // A replay passes no items on and keeps no setting, but the lines after this one need the screen and the value.
      if isReplay {
        switch action {
        case .send(let shown, to: _):
          action = .go(shown)
          skipped = Arguments.parts(of: origin.command).target.map { .skippedInReplay(String($0)) }
        case .save(let name, let value):
          action = .set(name: name, value: value)
          skipped = .skippedInReplay(String(origin.command))
        default: break
        }
      }
      var script: (any LineSource)?
      if case .source(let path) = action { script = try begin(path, namedIn: origin.line) }
      if isReplay, script == nil, replay?.skips(action, of: coordinator.catalog) == true {
        coordinator.notices.append(.skippedInReplay(String(origin.command)))
        reporter.report(Outcome(.done), of: origin)
        // Nothing can be expected of what was skipped.
        verdict.note(.success(.done))
        return nil
      }
      switch action {
      case .quit:
        reporter.report(Outcome(.done), of: origin)
        return .quit
      case .source:
        if let script, let end = await run(script: script) { return end }
        if verdict.isPending, let error = verdict.failure {
          reporter.tellPrograms(error, of: origin)
        } else {
          // The script itself expected its last failure.
          if verdict.failure != nil { verdict.note(.success(.done)) }
          reporter.report(Outcome(.done), of: origin)
        }
      case .expect(let expectation):
        try verdict.check(expectation, on: coordinator, shownBy: reporter.renderer)
        reporter.report(Outcome(.done), of: origin)
      default:
        let outcome = try await perform(action, origin)
        if let skipped {
          coordinator.notices.append(skipped)
          replay?.hasSkipped = true
        }
        return finish(outcome, of: origin)
      }
      return nil
    } catch {
      if case .failure = action {
        replay?.noteRun()
        coordinator.forgetRequests()
      }
      return finish(Outcome(error), of: origin)
    }
  }

  /// Reports an outcome, and remembers it for `expect`.
  /// - Returns: why the script ends here; nil if it continues.
  private func finish(_ outcome: consuming Outcome, of origin: Origin) -> End? {
    if outcome.partFailure != nil, !options.isStrict, !outcome.isPartial { outcome.partFailure = nil }
    reporter.report(outcome, of: origin)
    if interruption.isRaised, case .failure(.catalog(.cancelled)) = outcome.result {
      // The user stopped it, so it counts as no failure; at a prompt, the next command may expect it.
      verdict.last = outcome.result
      return .interrupted
    }
    if let failure = outcome.partFailure { outcome.result = .failure(failure) }
    verdict.note(outcome.result)
    return nil
  }

  var context: Command.Context {
    Command.Context(
      screen: coordinator.screen, catalog: coordinator.catalog, catalogs: coordinator.catalogs,
      catalogNames: coordinator.listCatalogs)
  }

  private func action(for command: Substring) -> Result<Action, CommandError> {
    Result { () throws(CommandError) in
      try Command.action(for: command, replacing: options.variables, on: context)
    }
  }
}

/// What a replay skips: a recording may come from anyone, so its lines must have no side effects.
struct Replay {
  /// The lines of the script with that name, if they come next in the recording; the script itself need not exist.
  let script: (String) -> (any LineSource)?
  /// Whether the latest command was skipped; then expectations about its output are skipped too.
  fileprivate(set) var hasSkipped = false

  /// Records that the latest command was not skipped, even if it failed at once.
  mutating func noteRun() { hasSkipped = false }

  /// Whether a command is skipped.
  mutating func skips(_ action: Action, of catalog: Catalog) -> Bool {
    switch action {
    case .expect(.text), .expect(.error): break
    default: hasSkipped = action.hasSideEffects(of: catalog)
    }
    return hasSkipped
  }
}

/// What only a prompt has: earlier lines, nearby files, a preview of the line being typed.
package struct PromptEnvironment: Sendable {
  /// Lines typed before, newest last.
  package var lines: @Sendable () -> [String] = { [] }
  /// The lines that failed when they were last typed.
  package var failedLines: @Sendable () -> Set<String> = { [] }
  /// Called with each typed line, and whether it failed.
  package var noteFailure: @Sendable (_ line: String, _ failed: Bool) -> Void = { _, _ in }
  /// The paths with a given beginning; folders end in a slash.
  package var files: @Sendable (String) -> [String] = { _ in [] }
  /// Notified when lines start and end; nil if nothing can be drawn.
  package var preview: LivePreview?

  package init() {}
}
