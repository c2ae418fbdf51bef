import Domain

/// Says what came of each command, in the form asked for: results to the results, everything else to the diagnostics.
struct Reporter {
  let output: Repl.Output
  let form: OutputForm
  /// Whether settings that were changed are told; they are not while a prompt is prepared.
  var tellsSettings = true
  /// Lays text out as the settings say.
  private var renderer = TextRenderer()
  /// The numbers of the screen's rows that were printed before `more` fetched what follows them; none for other commands.
  var printedRows: Set<Int> = []
  /// The rows of the window that are not for the text: a picture before it, what is told behind it.
  var rowsTaken = 0
  /// What of the latest reply is not shown yet, and from where on: it stopped at a full page.
  private(set) var rest: (reply: Reply, position: PagePosition)?
  /// Whether that was the last thing shown.
  private(set) var hasStopped = false
  /// Whether what is shown next follows upon what was shown last.
  var isGoingOn = false
  /// Where the reply to be shown next begins; a screen knows that itself.
  private var start = PagePosition.top
  /// Whether the columns of a table were named: once a run, so that all of it is one table.
  private var hasNamedColumns = false

  init(output: Repl.Output, form: OutputForm) {
    self.output = output
    self.form = form
  }

  /// Has results look as `settings` say from now on; they are looked up here and not with each command.
  mutating func adopt(_ settings: Settings) {
    renderer.isForReader = settings.isForReader
    renderer.hasLinks = output.hasLinks()
    renderer.isTiled = settings.isTiled
    renderer.columns = settings.columns
  }

  /// Has the first screen offer that.
  mutating func offer(_ root: TextRenderer.Root) { renderer.root = root }

  // MARK: Replies

  /// - Parameters:
  ///   - notices: what is to be known besides what the command's requests say.
  ///   - unchanged: why everything is as it was; nil where it is not.
  ///   - coordinator: as the command has left it.
  mutating func report(
    _ result: Result<Reply, CommandError>, of origin: Origin, _ notices: [Notice], _ unchanged: Unchanged?,
    on coordinator: isolated Coordinator
  ) {
    hasStopped = false
    var told = notices.map { ErrorMessages.sentence(for: $0) }
    if let log = coordinator.log { told += log.takeNotices().map { ErrorMessages.sentence(for: $0) } }
    if tellsSettings, let unchanged { told.append(ErrorMessages.sentence(for: unchanged)) }
    switch result {
    case .success(let reply): report(reply, of: origin, told, on: coordinator)
    case .failure(let error): report(error, of: origin, told, on: coordinator)
    }
    (start, rowsTaken, isGoingOn) = (.top, 0, false)
  }

  /// The reply that stopped at a full page and is no screen, to be reported once more: it goes on where it stopped.
  mutating func takeRest() -> Reply? {
    guard let rest else { return nil }
    if case .screen = rest.reply { return nil }
    start = rest.position
    return rest.reply
  }

  /// - Parameter told: sentences that belong beside the results.
  private mutating func report(
    _ reply: Reply, of origin: Origin, _ told: [String], on coordinator: isolated Coordinator
  ) {
    switch (form, reply) {
    case (.json, _):
      let trail = if case .screen = reply { coordinator.trail } else { [] as [String] }
      output.data(
        JSONRenderer.line(for: reply, envelope(of: origin, told, trail), favorites: coordinator.favorites))
    case (_, .exported(let export)) where export.path == nil:
      output.verbatim(export.text)
      if let reason = export.leftOutReason { diagnose(reason, .warning, origin) }
    // The output of a command of the shell is data of its own.
    case (_, .piped(let piped)):
      if let bytes = piped.output { output.verbatim(String(decoding: bytes, as: UTF8.self)) }
    case (.text, .settings) where !tellsSettings: break
    case (.text, _): show(reply, of: origin.line, told, on: coordinator)
    case (_, .screen(let screen)): reportTable(of: screen, origin, on: coordinator)
    // Of all replies, a table has room for a screen's items alone.
    case (.jsonl, _), (.csv, _), (.tsv, _), (.markdown, _), (.playlist, _), (.opml, _): break
    }
    if case .errand(let errand) = reply, form != .json {
      for note in DesktopText.notes(on: errand) { diagnose(note, .warning, origin) }
    }
    tell(told)
  }

  private mutating func reportTable(of screen: Screen, _ origin: Origin, on coordinator: isolated Coordinator) {
    let export = Export(
      screen, favorites: coordinator.favorites, as: form, hasHeader: !hasNamedColumns, besides: printedRows,
      columns: coordinator.settings.columns)
    // Without a blank line between them, two lists of Markdown would be one.
    output.verbatim(export.text + (form == .markdown ? "\n" : ""))
    hasNamedColumns = true
    reportFailedSections(of: screen, origin)
  }

  /// A table has no place for what is missing from it.
  private func reportFailedSections(of screen: Screen, _ origin: Origin) {
    for section in screen.sections {
      guard let error = section.content.error else { continue }
      let title = section.title.isEmpty ? "More" : section.title
      diagnose("\(title): \(ErrorMessages.sentence(for: error))", .warning, origin)
    }
  }

  // MARK: Failures

  private func report(
    _ error: CommandError, of origin: Origin, _ told: [String], on coordinator: isolated Coordinator
  ) {
    if form == .json {
      // Only what a service failed at has a screen that says more; other mistakes leave it as it was.
      let screen = error.isOfCatalog && coordinator.screen.failure != nil ? coordinator.screen : nil
      output.data(
        JSONRenderer.line(
          for: error, screen: screen, envelope(of: origin, told, coordinator.trail), favorites: coordinator.favorites))
    }
    tell(told)
    diagnose(ErrorMessages.sentence(for: error), .error, origin)
  }

  private func diagnose(_ sentence: String, _ style: StyledText.Style, _ origin: Origin) {
    // Results and diagnostics reach a reader of both in the order in which they came about.
    output.flush()
    var text = StyledText()
    text.append(wrapping: sentence, style, behind: place(of: origin), .faint, width: output.diagnosticsWidth())
    output.diagnostics(text)
  }

  /// Where a script went wrong. Who has just typed the command has it before their eyes.
  private func place(of origin: Origin) -> String {
    guard let source = origin.line.source else { return "" }
    if source == ShellCommand.place { return "\(source): " }
    let place = "\(source):\(origin.line.number): "
    return origin.command.isEmpty ? place : place + DisplayWidth.fitted(String(origin.command), to: 80) + ": "
  }

  private func tell(_ sentences: [String]) {
    guard !sentences.isEmpty else { return }
    output.flush()
    var text = StyledText()
    for sentence in sentences { text.append(wrapping: sentence, width: output.diagnosticsWidth()) }
    output.diagnostics(text)
  }

  private func envelope(of origin: Origin, _ told: [String], _ trail: [String]) -> JSONRenderer.Envelope {
    JSONRenderer.Envelope(
      source: origin.line.source, line: origin.line.number, command: String(origin.command), notices: told,
      trail: trail)
  }

  // MARK: Looks

  /// Shows a reply as text: to a person at a terminal a page of it, in a script all.
  private mutating func show(
    _ reply: Reply, of line: Line, _ told: [String], on coordinator: isolated Coordinator
  ) {
    let size = output.size()
    renderer.width = size?.columns
    let text = renderer.render(reply, favorites: coordinator.favorites)
    if text.isEmpty { return }
    if rest != nil { rest = nil }
    guard line.source == nil, let size, coordinator.settings.page != .unlimited else { return output.results(text) }
    rowsTaken += rows(behind: reply, told)
    var (begin, rows) = (start, size.rows - rowsTaken)
    if case .screen(let screen) = reply {
      begin = screen.pageStart
      if begin != .top, !isGoingOn {
        // Who comes back to the midst of a screen is told what it is the midst of.
        var head = StyledText()
        head.append(
          wrapping: "\(screen.heading), further down; show begins at its top", .faint, width: renderer.width)
        output.results(head)
        rows -= head.text.count { $0 == "\n" }
      }
    }
    guard let pages = Pages(of: text, coordinator.settings.page, columns: size.columns, rows: rows) else {
      return output.results(text)
    }
    var page = pages.page(from: begin)
    if let next = page.next, let place = page.place {
      rest = (reply, next)
      hasStopped = true
      page.text.append("\(place); more or Enter goes on", .faint)
      page.text.breakLine()
    }
    output.results(page.text)
  }

  /// The rows of the window that what is told behind a reply will take.
  private func rows(behind reply: Reply, _ told: [String]) -> Int {
    guard let width = output.diagnosticsWidth() else { return 0 }
    var told = told
    if case .errand(let errand) = reply { told += DesktopText.notes(on: errand) }
    return told.reduce(0) { $0 + TextWrapping.lines(of: StyledText.madeVisible($1), width: width).count }
  }

  /// Shows a comment to whoever is shown the session; the line that names the interpreter is none.
  func tell(commentIn line: String) async {
    guard let tell = output.tell, let comment = Arguments.comment(in: line) else { return }
    var text = StyledText()
    text.breakLine()
    text.append(wrapping: "# \(comment)", .emphasis, width: output.size()?.columns, indent: 0)
    await tell(text)
  }

  /// Prints a command behind the prompt, as if it had been typed there.
  func echo(_ command: Substring, at place: String) async {
    let prompt = place + "> "
    if let type = output.type { return await type(prompt, String(command)) }
    var text = StyledText()
    text.append(prompt, .faint)
    text.append(String(command))
    text.breakLine()
    output.results(text)
  }
}
