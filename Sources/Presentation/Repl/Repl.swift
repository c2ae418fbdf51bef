package import Domain

/// The loop: a line is read, understood, carried out, rendered and written, and then the next.
///
/// It runs on the coordinator, so that a command that fetches nothing costs no switch of threads.
package struct Repl {
  private let output: Output
  private var reporter: Reporter
  private let interruption: Interruption
  private let openScript: (String) throws(CommandError) -> any LineSource
  private let errands: DesktopErrands
  private let files: any Files
  private var options: Options
  /// How many scripts are running within each other.
  private var depth = 0
  /// What the latest command came to, for `expect`.
  private var last: Result<Reply, CommandError> = .success(.done)
  /// Whether the latest command failed, which ends the script unless the next one expects it.
  private var awaitsExpectation = false
  private var hasFailedBefore = false
  package private(set) var expectations = (met: 0, failed: 0)
  /// How many commands failed, expectations apart, although nothing expected them to.
  package private(set) var failedCommands = 0
  /// Whether the latest failure is counted among those, until it turns out to have been meant.
  private var isFailureCounted = false
  /// Lines typed that came to nothing, which are not offered again.
  private var failedLines: Set<String> = []
  /// Why the latest command left everything as it was; nil where it did not.
  private var unchanged: Unchanged?
  private var searches = SearchHistory()
  private var surroundings = Surroundings()
  /// Whether the lines are those of a recording, and then which scripts' lines are to come in it.
  private var holdsScript: ((String) -> Bool)?
  /// Whether the latest command was passed over, so that there is nothing to expect of it.
  private var hasPassedOver = false

  /// How deep `source` may nest.
  private static let deepestNesting = 25

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
    self.openScript = openScript
  }

  /// Whether a command failed although nothing expected it to.
  package var hasFailed: Bool { hasFailedBefore || awaitsExpectation }

  /// Runs the lines that a person types, until they leave.
  package mutating func prompt(
    _ source: any LineSource, among surroundings: Surroundings, on coordinator: isolated Coordinator
  ) async -> End {
    self.surroundings = surroundings
    searches.lines = surroundings.lines()
    failedLines.formUnion(surroundings.failedLines())
    let (hadFailed, failedBefore) = (hasFailed, failedCommands)
    let end = await run(source, isPrompt: true, on: coordinator)
    // Who tries things out has not failed.
    (awaitsExpectation, hasFailedBefore, failedCommands) = (false, hadFailed, failedBefore)
    return end
  }

  /// Runs the lines that prepare a prompt. A failure is reported and ends nothing; what was set is not repeated.
  package mutating func start(_ source: any LineSource, on coordinator: isolated Coordinator) async -> End {
    let (keepsGoing, hadFailed, failedBefore) = (options.keepsGoing, hasFailed, failedCommands)
    (reporter.tellsSettings, options.keepsGoing) = (false, true)
    let end = await run(source, on: coordinator)
    (reporter.tellsSettings, options.keepsGoing) = (true, keepsGoing)
    (awaitsExpectation, hasFailedBefore, failedCommands) = (false, hadFailed, failedBefore)
    return end
  }

  /// Runs the lines of a recorded session as `run` does. They may come from anybody, so what would reach beyond the session
  /// is passed over, and told.
  /// - Parameter holds: whether what was read from the script of that name comes next.
  package mutating func replay(
    _ source: any LineSource, isPrompt: Bool, holding holds: @escaping (String) -> Bool,
    on coordinator: isolated Coordinator
  ) async -> End {
    holdsScript = holds
    defer { holdsScript = nil }
    return await run(source, isPrompt: isPrompt, on: coordinator)
  }

  /// Runs the lines of `source` until it ends, a command of a script fails, or somebody leaves.
  /// - Parameter isPrompt: whether a person types, whose failures end nothing.
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
        awaitsExpectation = false
      }
      var end: End?
      switch event {
      case .end: return awaitsExpectation && !options.keepsGoing ? .failed : .finished
      case .interrupted:
        if isPrompt { continue }
        return .interrupted
      case .unreadable(let error, let line):
        end = passFailure(expectedBy: .failure(error)) ?? fail(error, Origin(command: "", line: line), on: coordinator)
      case .line(let line): end = await run(line, on: coordinator)
      }
      if isPrompt, let text = event.text {
        if awaitsExpectation { failedLines.insert(text) } else { failedLines.remove(text) }
        surroundings.noteFailure(text, awaitsExpectation)
      }
      if let end, end == .quit || !isPrompt { return end }
    }
  }

  private mutating func run(_ line: Line, on coordinator: isolated Coordinator) async -> End? {
    var commands = Arguments.commands(in: line.text)
    if commands.isEmpty { await reporter.tell(commentIn: line.text) }
    if let note = output.note, !commands.isEmpty { note(line) }
    // Enter alone goes on with what has just stopped at a full page.
    if reporter.hasStopped, line.source == nil, line.text.allSatisfy(\.isWhitespace) { commands = ["more"] }
    for command in commands {
      if interruption.isRaised { return .interrupted }
      if output.isClosed() { return .quit }
      let origin = Origin(command: command, line: line)
      let action = Self.action(for: command, on: coordinator)
      if let end = passFailure(expectedBy: action) { return end }
      if options.echoes {
        await reporter.echo(command, at: Self.place(on: coordinator))
        if interruption.isRaised { return .interrupted }
      }
      if let holdsScript, passesOver(action, origin, holding: holdsScript, on: coordinator) {
        last = .success(.done)
        continue
      }
      do throws(CommandError) {
        let action = try action.get()
        if let reply = try replyAtOnce(to: action, on: coordinator) {
          succeed(with: reply, origin, on: coordinator)
        } else if let end = try await carryOut(action, origin, on: coordinator) {
          return end
        }
        // What was stopped halfway, such as a preview, still has its answer; the script is over all the same.
        if interruption.isRaised { return .interrupted }
      } catch {
        if let end = fail(error, origin, on: coordinator) { return end }
      }
    }
    return nil
  }

  /// Carries out what may take its time.
  /// - Returns: why the script ends here; nil where it goes on.
  private mutating func carryOut(
    _ action: Action, _ origin: Origin, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> End? {
    switch action {
    case .quit:
      report(.success(.done), of: origin, on: coordinator)
      return .quit
    case .source(let path):
      if let end = try await runScript(at: path, namedIn: origin.line.source, on: coordinator) { return end }
      if !awaitsExpectation { report(.success(.done), of: origin, on: coordinator) }
    case .expect(let expectation):
      try check(expectation, on: coordinator)
      report(.success(.done), of: origin, on: coordinator)
    default:
      let reply = try await reply(to: action, origin, on: coordinator)
      reporter.rowsTaken = await drawCover(above: reply, to: action, on: coordinator)
      succeed(with: reply, origin, on: coordinator)
    }
    return nil
  }

  /// Passes over what a replay does not run, and what was expected of it.
  /// - Returns: whether it did.
  private mutating func passesOver(
    _ action: Result<Action, CommandError>, _ origin: Origin, holding holds: (String) -> Bool,
    on coordinator: isolated Coordinator
  ) -> Bool {
    guard case .success(let action) = action else {
      hasPassedOver = false
      return false
    }
    switch action {
    case .expect(.text), .expect(.error): break
    case .source(let path) where scriptPaths(path, namedIn: origin.line.source).contains(where: holds):
      // What it held is played, so nothing is passed over.
      hasPassedOver = false
      report(.success(.done), of: origin, on: coordinator)
      return true
    default: hasPassedOver = action.reachesOut(of: coordinator.catalog)
    }
    guard hasPassedOver else { return false }
    report(.success(.done), of: origin, telling: [.passedOver(String(origin.command))], on: coordinator)
    return true
  }

  private mutating func succeed(with reply: Reply, _ origin: Origin, on coordinator: isolated Coordinator) {
    last = .success(reply)
    report(last, of: origin, on: coordinator)
  }

  private mutating func fail(
    _ error: CommandError, _ origin: Origin, on coordinator: isolated Coordinator
  ) -> End? {
    last = .failure(error)
    report(last, of: origin, on: coordinator)
    if error == .catalog(.cancelled) && interruption.isRaised { return .interrupted }
    awaitsExpectation = true
    isFailureCounted = true
    if error.code != .expectFailed { failedCommands += 1 }
    return nil
  }

  /// - Parameter notices: what is to be known besides what the command's requests say.
  private mutating func report(
    _ result: Result<Reply, CommandError>, of origin: Origin, telling notices: [Notice] = [],
    on coordinator: isolated Coordinator
  ) {
    if case .success(.screen(let screen)) = result, screen.isRoot {
      reporter.offer(
        TextRenderer.Root(
          catalog: coordinator.screenCatalog, recent: searches.newestFirst(containing: "", in: coordinator.catalogs)))
    }
    reporter.report(result, of: origin, notices, unchanged, on: coordinator)
    if case .success(.screen) = result { coordinator.screenWasShown(upTo: reporter.rest?.position) }
    if !reporter.printedRows.isEmpty { reporter.printedRows = [] }
    unchanged = nil
  }

  /// Leaves the failure before this command behind, which only a command directly behind it can say was meant.
  /// - Returns: why the script ends here; nil where it goes on.
  private mutating func passFailure(expectedBy action: Result<Action, CommandError>) -> End? {
    guard awaitsExpectation else { return nil }
    if case .success(.expect(.error)) = action {
    } else if options.keepsGoing {
      hasFailedBefore = true
    } else {
      return .failed
    }
    awaitsExpectation = false
    return nil
  }

  private static func context(on coordinator: isolated Coordinator) -> Command.Context {
    Command.Context(
      screen: coordinator.screen, catalog: coordinator.catalog, screenCatalog: coordinator.screenCatalog,
      catalogs: coordinator.catalogs)
  }

  private static func action(
    for command: Substring, on coordinator: isolated Coordinator
  ) -> Result<Action, CommandError> {
    do throws(CommandError) {
      return .success(try Command.action(for: command, on: context(on: coordinator)))
    } catch {
      return .failure(error)
    }
  }

  // MARK: Carrying out

  /// Carries out what neither asks nor waits, as most commands of a script do: those are not suspended for it.
  /// - Returns: nil where it may have to wait, and then nothing has happened.
  private mutating func replyAtOnce(
    to action: Action, on coordinator: isolated Coordinator
  ) throws(CommandError) -> Reply? {
    guard case .change(let change) = action, !coordinator.keepsFavorites else { return nil }
    return .starred(try coordinator.applyUnkept(change))
  }

  private mutating func reply(
    to action: Action, _ origin: Origin, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Reply {
    switch action {
    case .go(.more):
      reporter.isGoingOn = true
      if let rest = reporter.takeRest() { return rest }
      if coordinator.turnPage() { return .screen(coordinator.screen) }
      reporter.printedRows = Set(coordinator.screen.visibleRows.map(\.number))
      return try await go(.more, on: coordinator)
    case .go(let navigation):
      if case .search(let query) = navigation { searches.add(query.term) }
      let unchanged = Self.unchanged(by: navigation, on: coordinator)
      let reply = try await go(navigation, on: coordinator)
      self.unchanged = unchanged
      return reply
    case .change(let change): return .starred(try await coordinator.apply(change))
    case .set(let name, let value):
      let before = coordinator.settings
      let setting = try await coordinator.set(name, to: value)
      let (old, new) = (before.value(of: setting, in: coordinator.catalog), settingValue(setting, on: coordinator))
      if old ?? setting.standard == new.value ?? new.standard {
        unchanged = .setting(new.name, value: new.value ?? new.standard)
      }
      output.adopt(coordinator.settings)
      reporter.adopt(coordinator.settings)
      return .settings([settingValue(setting, on: coordinator)])
    case .desktop(let errand):
      output.flush()
      if errand.way == .play { try await coordinator.fillRows(unlessAny: \.isPlayable) }
      let session = DesktopErrands.Session(
        mayShow: options.form == .text, files: files, showProgress: output.showProgress,
        tellProgress: output.tellProgress, isStopped: { [interruption] in interruption.isRaised })
      return .errand(try await errands.run(errand, session, on: coordinator))
    case .explain(let asCurl): return .explained(Explanation(of: coordinator.askedLog, asCurl: asCurl))
    case .export(let path, let format, let replaces):
      return .exported(try await export(to: path, as: format, replaces: replaces, on: coordinator))
    case .pipe(let command): return .piped(try await pipe(into: command, origin, on: coordinator))
    case .tell(let question): return try await answer(to: question, on: coordinator)
    case .source, .expect, .quit: return .done
    }
  }

  /// Draws the cover of the item that a screen is about, where that is wanted and can be.
  /// - Returns: the rows that it takes.
  private func drawCover(
    above reply: Reply, to action: Action, on coordinator: isolated Coordinator
  ) async -> Int {
    guard coordinator.settings.showsCovers, options.form == .text, output.type == nil,
      case .go(let navigation) = action,
      case .screen(let screen) = reply, screen.pageStart == .top, let item = screen.subject?.item
    else { return 0 }
    output.flush()
    return await errands.drawCover(
      of: item, rows: output.size()?.rows ?? 24, mayAsk: !navigation.isMove, showProgress: output.showProgress,
      on: coordinator)
  }

  /// Why `navigation` is going to change nothing.
  private static func unchanged(
    by navigation: Action.Navigation, on coordinator: isolated Coordinator
  ) -> Unchanged? {
    let arrangement = coordinator.screen.arrangement
    switch navigation {
    case .filter(let text): return text == arrangement.filter ? text == nil ? .noFilter : .filter : nil
    case .sort(let order): return order == arrangement.order ? order == nil ? .noOrder : .order : nil
    case .home: return coordinator.trail.count == 1 ? .firstScreen : nil
    case .catalog(let name):
      return coordinator.isCurrent(catalog: name) ? .catalog(coordinator.catalog.title) : nil
    default: return nil
    }
  }

  private func go(
    _ navigation: Action.Navigation, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Reply {
    try coordinator.apply(navigation)
    guard coordinator.isUnsettled else { return .screen(coordinator.screen) }
    output.flush()
    let finish = output.showProgress(coordinator.screenCatalog.title)
    do throws(CommandError) {
      try await coordinator.settle()
    } catch {
      await finish()
      throw error
    }
    await finish()
    return .screen(coordinator.screen)
  }

  private func answer(
    to question: Action.Question, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Reply {
    coordinator.forgetRequests()
    switch question {
    case .limits: return .limits(await errands.budgets())
    case .trail: return .trail(coordinator.trail, ahead: coordinator.ahead)
    case .catalogs: return .catalogs(coordinator.catalogs, current: coordinator.catalog.name)
    case .settings:
      return .settings(Setting.all(in: coordinator.catalog).map { settingValue($0, on: coordinator) })
    case .setting(let name):
      return .settings([
        explained(try Setting.named(name, in: coordinator.catalog), inFull: true, on: coordinator)
      ])
    case .history(let text):
      return .history(searches.newestFirst(containing: text ?? "", in: coordinator.catalogs))
    case .help(nil): return .help(Command.all)
    case .help(let name?):
      let command = try Command.named(name[...])
      guard case .setting = command.argument else { return .commandHelp(command, settings: []) }
      return .commandHelp(
        command, settings: Setting.all(in: coordinator.catalog).map { explained($0, on: coordinator) })
    }
  }

  /// A setting with what it can be, which is what its own check says to a value that is none.
  private func explained(
    _ setting: Setting, inFull: Bool = false, on coordinator: isolated Coordinator
  ) -> SettingValue {
    var value = settingValue(setting, on: coordinator)
    var settings = Settings()
    do throws(CommandError) {
      try settings.set(setting.name, to: "?", in: coordinator.catalog)
    } catch {
      value.accepted = ErrorMessages.accepted(insteadOf: error, inFull: inFull).map {
        (setting.valueTitles.isEmpty ? "" : "a name, or its letters: ") + $0
          + (setting.isList ? ", or several with commas" : "")
      }
    }
    return value
  }

  /// Hands the items of the screen to a command of the shell. At the prompt it has the terminal; elsewhere what it prints
  /// is taken in, so that it can be expected and stands where it belongs.
  private func pipe(
    into command: String, _ origin: Origin, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Piped {
    let isTyped = origin.line.source == nil
    guard options.shell == .always || options.shell == .prompt && isTyped else {
      throw .usage(.shellNotAllowed(isReplay: options.shell == .never))
    }
    guard origin.line.text.drop(while: \.isWhitespace).first == "|" else { throw .usage(.pipeInsideLine) }
    let screen = coordinator.screen
    guard screen.subject != nil || screen.isList else { throw .nothingHere(.list) }
    output.flush()
    let isShown = isTyped && options.form == .text && output.type == nil
    return try await errands.pipe(screen, into: command, isShown: isShown, on: coordinator)
  }

  private func export(
    to path: String?, as format: OutputForm, replaces: Bool, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Export {
    if format == .playlist { try await coordinator.fillRows(unlessAny: \.isPlayable) }
    let screen = coordinator.screen
    guard screen.isList else { throw .nothingHere(.list) }
    // An empty file would look like an answer.
    if let failure = screen.failure { throw .catalog(failure) }
    var export = Export(screen, favorites: coordinator.favorites, as: format, columns: coordinator.settings.columns)
    export.path = path
    guard let path else { return export }
    let bytes = Array(export.text.utf8)
    try await coordinator.wait { [files] () async throws(FileError) in
      try await files.write(bytes, to: path, replaces: replaces)
    }
    return export
  }

  private func settingValue(_ setting: Setting, on coordinator: isolated Coordinator) -> SettingValue {
    SettingValue(
      name: setting.name, value: coordinator.settings.value(of: setting, in: coordinator.catalog),
      standard: setting.standard, meaning: setting.meaning)
  }

  /// - Parameter source: the script that names it; nil at the prompt.
  private mutating func runScript(
    at path: String, namedIn source: String?, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> End? {
    guard depth < Self.deepestNesting else { throw .usage(.nestedTooDeep(limit: Self.deepestNesting)) }
    let script = try open(path, namedIn: source)
    depth += 1
    defer { depth -= 1 }
    let end = await run(script, on: coordinator)
    // A failure that nothing has expected yet is `source`'s own: what follows it may expect it.
    return end == .finished || end == .failed && awaitsExpectation ? nil : end
  }

  /// Looks for a script beside the one that names it, then here.
  private func open(_ path: String, namedIn source: String?) throws(CommandError) -> any LineSource {
    let paths = scriptPaths(path, namedIn: source)
    do throws(CommandError) {
      return try openScript(paths[0])
    } catch {
      guard paths.count > 1, case .file(_, .notFound) = error else { throw error }
      return try openScript(path)
    }
  }

  /// Where a script of that name may be.
  private func scriptPaths(_ path: String, namedIn source: String?) -> [String] {
    guard let source, let slash = source.lastIndex(of: "/"), path.first != "/", path.first != "~" else { return [path] }
    return [source[...slash] + path, path]
  }

  private mutating func check(_ expectation: Expectation, on coordinator: isolated Coordinator) throws(CommandError) {
    do throws(CommandError) {
      try expectation.check(last, on: coordinator.screen, favorites: coordinator.favorites)
      expectations.met += 1
      // What was meant to fail has not failed.
      if case .error = expectation, isFailureCounted {
        if expectation == .error(.expectFailed) { expectations.failed -= 1 } else { failedCommands -= 1 }
        isFailureCounted = false
      }
    } catch {
      expectations.failed += 1
      throw error.standing(on: coordinator.trail)
    }
  }

  private func prompt(on coordinator: isolated Coordinator) -> Prompt {
    let context = Self.context(on: coordinator)
    surroundings.preview?.begin(on: coordinator.settings.previewsLive ? context : nil)
    return Prompt(
      text: Self.place(on: coordinator),
      knowing: PromptContext(
        context, settings: coordinator.settings, searches: searches, lines: surroundings.lines(),
        failedLines: failedLines, files: surroundings.files))
  }

  /// Where one is, as the prompt says it: `castle › Film`, and in a catalog other than the first `ghibli: castle › Film`.
  private static func place(on coordinator: isolated Coordinator) -> String {
    var trail = coordinator.trail.dropFirst().map { StyledText.madeVisible($0) }.joined(separator: " › ")
    if coordinator.settings.isForReader { trail = trail.replacing(" › ", with: ", ").replacing(" · ", with: ", ") }
    let catalog = coordinator.catalog.name
    if catalog == coordinator.catalogs.first?.name { return trail.isEmpty ? "liner" : trail }
    return trail.isEmpty ? catalog : "\(catalog): \(trail)"
  }
}
