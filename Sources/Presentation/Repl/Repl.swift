package import Domain

/// The loop: a line is read, understood, carried out, rendered and written, and then the next.
///
/// It runs on the coordinator, so that a command that fetches nothing costs no switch of threads.
package struct Repl {
  private let output: Output
  private let interruption: Interruption
  private let openScript: (String) throws(CommandError) -> any LineSource
  private let outside: Outside
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
  private var searches = SearchHistory()
  private var surroundings = Surroundings()
  /// Whether the lines come from the file that is run before the first prompt.
  private var isStarting = false

  /// How deep `source` may nest.
  private static let deepestNesting = 25

  package struct Options: Sendable {
    package var form = OutputForm.text
    /// Whether each command is printed behind the prompt before its output.
    package var echoes = false
    /// Whether a script goes on after a failing command.
    package var keepsGoing = false

    package init(form: OutputForm = .text, echoes: Bool = false, keepsGoing: Bool = false) {
      self.form = form
      self.echoes = echoes
      self.keepsGoing = keepsGoing
    }
  }

  /// Where results and everything else go.
  package struct Output {
    package var results: (StyledText) -> Void
    /// Results in a form for programs, which nothing is added to; whoever makes them leaves no control characters in.
    package var data: ([UInt8]) -> Void
    /// Results that are data, every character as it is unless a terminal would act on it.
    package var verbatim: (String) -> Void
    package var diagnostics: (StyledText) -> Void
    /// Makes what was written visible.
    package var flush: () -> Void
    /// Whether nobody reads the results any more.
    package var isClosed: () -> Bool
    /// The columns and rows to lay out for; nil where there is no terminal.
    package var size: () -> (columns: Int, rows: Int)?
    /// Told the settings when they have changed, for what they say of looks.
    package var adopt: (Settings) -> Void
    /// Told of each line of commands that is about to run.
    package var note: (Line) -> Void = { _ in }
    /// Shows a command behind where one is, in place of printing it, and may take its time.
    package var type: ((_ place: String, _ command: String) async -> Void)?
    /// Told when a catalog is asked, by its title; what it returns is called when that is over.
    package var showProgress: (String) -> () async -> Void

    package init(
      results: @escaping (StyledText) -> Void, data: @escaping ([UInt8]) -> Void, verbatim: ((String) -> Void)? = nil,
      diagnostics: @escaping (StyledText) -> Void,
      flush: @escaping () -> Void = {}, isClosed: @escaping () -> Bool = { false },
      size: @escaping () -> (columns: Int, rows: Int)? = { nil }, adopt: @escaping (Settings) -> Void = { _ in },
      showProgress: @escaping (String) -> () async -> Void = { _ in {} }
    ) {
      self.results = results
      self.data = data
      self.verbatim = verbatim ?? { results(StyledText(data: $0)) }
      self.diagnostics = diagnostics
      self.flush = flush
      self.isClosed = isClosed
      self.size = size
      self.adopt = adopt
      self.showProgress = showProgress
    }
  }

  /// Why the loop ended.
  package enum End: Sendable {
    case finished, failed, quit, interrupted
  }

  package init(
    output: Output, interruption: Interruption, options: Options = Options(), files: any Files, outside: Outside,
    openScript: @escaping (String) throws(CommandError) -> any LineSource
  ) {
    self.output = output
    self.interruption = interruption
    self.options = options
    self.outside = outside
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
    return await run(source, isPrompt: true, on: coordinator)
  }

  /// Runs the lines that prepare a prompt. A failure is reported and ends nothing; what was set is not repeated.
  package mutating func start(_ source: any LineSource, on coordinator: isolated Coordinator) async -> End {
    let (keepsGoing, hadFailed) = (options.keepsGoing, hasFailed)
    (isStarting, options.keepsGoing) = (true, true)
    let end = await run(source, on: coordinator)
    (isStarting, options.keepsGoing) = (false, keepsGoing)
    (awaitsExpectation, hasFailedBefore) = (false, hadFailed)
    return end
  }

  /// Runs the lines of `source` until it ends, a command of a script fails, or somebody leaves.
  /// - Parameter isPrompt: whether a person types, whose failures end nothing.
  package mutating func run(
    _ source: any LineSource, isPrompt: Bool = false, on coordinator: isolated Coordinator
  ) async -> End {
    while true {
      let event = await source.next(prompt: { prompt(on: coordinator) }, beforeWaiting: output.flush)
      if isPrompt { surroundings.preview?.end(event.text) }
      switch event {
      case .end: return awaitsExpectation && !options.keepsGoing ? .failed : .finished
      case .interrupted:
        if isPrompt { continue }
        return .interrupted
      case .line(let line):
        if isPrompt {
          interruption.lower()
          awaitsExpectation = false
        }
        let end = await run(line, on: coordinator)
        if let end, end == .quit || !isPrompt { return end }
      }
    }
  }

  private mutating func run(_ line: Line, on coordinator: isolated Coordinator) async -> End? {
    switch line.text {
    case .failure(let error):
      if let end = passFailure(expectedBy: .failure(error)) { return end }
      return fail(error, "", line, on: coordinator)
    case .success(let text):
      let commands = Arguments.commands(in: text)
      if !commands.isEmpty { output.note(line) }
      for command in commands {
        if interruption.isRaised { return .interrupted }
        if output.isClosed() { return .quit }
        if let end = await run(command, line, on: coordinator) { return end }
      }
      return nil
    }
  }

  /// Carries out one command.
  /// - Returns: why the script ends here; nil where it goes on.
  private mutating func run(_ command: Substring, _ line: Line, on coordinator: isolated Coordinator) async -> End? {
    let action = Self.action(for: command, on: coordinator)
    if let end = passFailure(expectedBy: action) { return end }
    if options.echoes {
      await echo(command, on: coordinator)
      if interruption.isRaised { return .interrupted }
    }
    do throws(CommandError) {
      switch try action.get() {
      case .quit:
        report(.done, command, line, on: coordinator)
        return .quit
      case .source(let path):
        if let end = try await runScript(at: path, on: coordinator) { return end }
        if !awaitsExpectation { report(.done, command, line, on: coordinator) }
      case .expect(let expectation):
        try check(expectation, on: coordinator)
        report(.done, command, line, on: coordinator)
      case let action:
        let reply = try await reply(to: action, line, on: coordinator)
        last = .success(reply)
        report(reply, command, line, on: coordinator)
      }
      // What was stopped halfway, such as a preview, still has its answer; the script is over all the same.
      return interruption.isRaised ? .interrupted : nil
    } catch {
      return fail(error, command, line, on: coordinator)
    }
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

  private static func action(
    for command: Substring, on coordinator: isolated Coordinator
  ) -> Result<Action, CommandError> {
    do throws(CommandError) {
      let action = try Command.action(
        for: command,
        on: Command.Context(
          screen: coordinator.screen, catalog: coordinator.catalog, screenCatalog: coordinator.screenCatalog))
      return .success(action)
    } catch {
      return .failure(error)
    }
  }

  // MARK: Carrying out

  private mutating func reply(
    to action: Action, _ line: Line, on coordinator: isolated Coordinator
  ) async throws(CommandError) -> Reply {
    switch action {
    case .go(.more):
      if let paging = paging(line, on: coordinator), coordinator.turnPage(by: paging) {
        return .screen(coordinator.screen)
      }
      return try await go(.more, on: coordinator)
    case .go(let navigation):
      if case .search(let query) = navigation { searches.add(query.term) }
      return try await go(navigation, on: coordinator)
    case .star(let selection): return .starred(try coordinator.star(selection))
    case .unstar(let selection): return .starred(try coordinator.unstar(selection))
    case .undo: return .undone(try coordinator.undo())
    case .set(let name, let value):
      let setting = try coordinator.set(name, to: value)
      output.adopt(coordinator.settings)
      return .settings([settingValue(setting, on: coordinator)])
    case .leave(let departure):
      output.flush()
      return .departed(
        try await outside.follow(
          departure, mayShow: options.form == .text, files: files, showProgress: output.showProgress, on: coordinator))
    case .explain(let asCurl): return .explained(Explanation(of: coordinator.log, asCurl: asCurl))
    case .export(let path, let format, let replaces):
      return .exported(try export(to: path, as: format, replaces: replaces, on: coordinator))
    case .tell(let question): return try await answer(to: question, on: coordinator)
    case .source, .expect, .quit: return .done
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
    case .limits: return .limits(await outside.budgets())
    case .trail: return .trail(coordinator.trail)
    case .catalogs: return .catalogs(coordinator.catalogs, current: coordinator.catalog.name)
    case .settings:
      return .settings(Setting.all(in: coordinator.catalog).map { settingValue($0, on: coordinator) })
    case .setting(let name):
      return .settings([settingValue(try Setting.named(name, in: coordinator.catalog), on: coordinator)])
    case .history(let text):
      return .history(searches.newestFirst(containing: text ?? "", in: coordinator.catalogs))
    case .help(nil): return .help(Command.all)
    case .help(let name?): return .commandHelp(try Command.named(name[...]))
    }
  }

  private func export(
    to path: String?, as format: ExportFormat, replaces: Bool, on coordinator: isolated Coordinator
  ) throws(CommandError) -> Export {
    let screen = coordinator.screen
    guard !screen.sections.isEmpty || screen.kind == .favorites else { throw .nothingHere(.list) }
    // An empty file would look like an answer.
    if let failure = screen.failure { throw .catalog(failure) }
    var export = Export(screen, favorites: coordinator.favorites, as: format)
    export.path = path
    guard let path else { return export }
    do throws(FileError) {
      try files.write(Array(export.text.utf8), to: path, replaces: replaces)
    } catch {
      throw CommandError(error)
    }
    return export
  }

  private func settingValue(_ setting: Setting, on coordinator: isolated Coordinator) -> SettingValue {
    SettingValue(
      name: setting.name, value: coordinator.settings.value(of: setting, in: coordinator.catalog),
      standard: setting.standard, meaning: setting.meaning)
  }

  private mutating func runScript(at path: String, on coordinator: isolated Coordinator) async throws(CommandError)
    -> End?
  {
    guard depth < Self.deepestNesting else { throw .usage(.nestedTooDeep(limit: Self.deepestNesting)) }
    let script = try openScript(path)
    depth += 1
    defer { depth -= 1 }
    let end = await run(script, on: coordinator)
    // A failure that nothing has expected yet is `source`'s own: what follows it may expect it.
    return end == .finished || end == .failed && awaitsExpectation ? nil : end
  }

  private mutating func check(_ expectation: Expectation, on coordinator: isolated Coordinator) throws(CommandError) {
    do throws(CommandError) {
      try expectation.check(last, on: coordinator.screen, favorites: coordinator.favorites)
      expectations.met += 1
    } catch {
      expectations.failed += 1
      throw error
    }
  }

  // MARK: Reporting

  private func report(_ reply: Reply, _ command: Substring, _ line: Line, on coordinator: isolated Coordinator) {
    let notices = notices(on: coordinator)
    defer { tell(notices) }
    if case .exported(let export) = reply, export.path == nil, options.form != .json {
      output.verbatim(export.text)
      if let reason = export.leftOutReason { diagnose(reason, .warning, command, line) }
      return
    }
    switch options.form {
    case .text:
      if isStarting, case .settings = reply { return }
      let text = renderer(line, on: coordinator).render(reply, favorites: coordinator.favorites)
      if !text.isEmpty { output.results(text) }
    case .json:
      var envelope = envelope(command, line, notices)
      if case .screen = reply { envelope.trail = coordinator.trail }
      output.data(JSONRenderer.line(for: reply, envelope, favorites: coordinator.favorites))
    case .csv, .tsv, .markdown:
      guard case .screen(let screen) = reply else { return }
      let table = ItemTable(of: screen, favorites: coordinator.favorites)
      switch options.form {
      case .csv: output.verbatim(table.csv)
      case .tsv: output.verbatim(table.tsv)
      // Without a blank line between them, two tables would be one.
      default: output.verbatim(table.markdown + "\n")
      }
      // A table has no place for what is missing from it.
      for section in screen.sections {
        guard let error = section.content.error else { continue }
        let title = section.title.isEmpty ? "More" : section.title
        diagnose("\(title): \(ErrorMessages.sentence(for: error))", .warning, command, line)
      }
    }
  }

  private func diagnose(_ sentence: String, _ style: StyledText.Style, _ command: Substring, _ line: Line) {
    // Results and diagnostics reach a reader of both in the order in which they came about.
    output.flush()
    var place = line.source.map { "\($0):\(line.number): " } ?? ""
    if !command.isEmpty { place += DisplayWidth.fitted(String(command), to: 80) + ": " }
    var text = StyledText()
    text.append(place, .faint)
    text.append(sentence, style)
    text.breakLine()
    output.diagnostics(text)
  }

  private mutating func fail(
    _ error: CommandError, _ command: Substring, _ line: Line, on coordinator: isolated Coordinator
  ) -> End? {
    last = .failure(error)
    let notices = notices(on: coordinator)
    if options.form == .json {
      // Only what a service failed at has a screen that says more; other mistakes leave it as it was.
      let screen = error.isOfCatalog && coordinator.screen.failure != nil ? coordinator.screen : nil
      var envelope = envelope(command, line, notices)
      envelope.trail = coordinator.trail
      output.data(JSONRenderer.line(for: error, screen: screen, envelope, favorites: coordinator.favorites))
    }
    tell(notices)
    diagnose(ErrorMessages.sentence(for: error), .error, command, line)
    if error == .catalog(.cancelled) && interruption.isRaised { return .interrupted }
    guard case .expectation = error else {
      awaitsExpectation = true
      return nil
    }
    hasFailedBefore = true
    return options.keepsGoing ? nil : .failed
  }

  private func envelope(_ command: Substring, _ line: Line, _ notices: [String]) -> JSONRenderer.Envelope {
    JSONRenderer.Envelope(source: line.source, line: line.number, command: String(command), notices: notices)
  }

  /// What is to be known of the latest requests besides what came of them, each once.
  private func notices(on coordinator: isolated Coordinator) -> [String] {
    coordinator.log?.takeNotices().map { ErrorMessages.sentence(for: $0) } ?? []
  }

  private func tell(_ notices: [String]) {
    guard !notices.isEmpty else { return }
    output.flush()
    var text = StyledText()
    for notice in notices {
      text.append(notice, .faint)
      text.breakLine()
    }
    output.diagnostics(text)
  }

  /// How much is shown at a time: for a person at a terminal a page, in a script everything.
  private func paging(_ line: Line, on coordinator: isolated Coordinator) -> Paging? {
    guard line.source == nil, options.form == .text, let size = output.size() else { return nil }
    return Paging(coordinator.settings.page, rows: size.rows)
  }

  private func renderer(_ line: Line, on coordinator: isolated Coordinator) -> TextRenderer {
    var renderer = TextRenderer(width: output.size()?.columns)
    renderer.paging = paging(line, on: coordinator)
    renderer.isTiled = coordinator.settings.isTiled
    renderer.columns = coordinator.settings.columns
    return renderer
  }

  private func echo(_ command: Substring, on coordinator: isolated Coordinator) async {
    if let type = output.type { return await type(Self.place(on: coordinator) + "> ", String(command)) }
    var text = StyledText()
    text.append(Self.place(on: coordinator) + "> ", .faint)
    text.append(String(command))
    text.breakLine()
    output.results(text)
  }

  private func prompt(on coordinator: isolated Coordinator) -> Prompt {
    let context = Command.Context(screen: coordinator.screen, catalog: coordinator.catalog)
    surroundings.preview?.begin(on: coordinator.settings.previewsLive ? context : nil)
    return Prompt(
      text: Self.place(on: coordinator),
      knowing: PromptContext(
        screen: coordinator.screen, catalog: coordinator.catalog, screenCatalog: coordinator.screenCatalog,
        catalogs: coordinator.catalogs, settings: coordinator.settings, searches: searches, lines: surroundings.lines(),
        files: surroundings.files))
  }

  /// Where one is, as the prompt says it: `castle › Film`, and in a catalog other than the first `ghibli: castle › Film`.
  private static func place(on coordinator: isolated Coordinator) -> String {
    let trail = coordinator.trail.dropFirst().map { StyledText.madeVisible($0) }.joined(separator: " › ")
    let catalog = coordinator.catalog.name
    if catalog == coordinator.catalogs.first?.name { return trail.isEmpty ? "liner" : trail }
    return trail.isEmpty ? catalog : "\(catalog): \(trail)"
  }
}

/// The forms that results can be printed in.
package enum OutputForm: String, Sendable, CaseIterable {
  case text, json, csv, tsv, markdown
}
