import Domain

/// Says what came of each command, in the form asked for: results to the results, everything else to the diagnostics.
struct Reporter {
  let output: Repl.Output
  let form: OutputForm
  /// Whether settings that were changed are told; they are not while a prompt is prepared.
  var tellsSettings = true
  /// What the first screen offers.
  var root: TextRenderer.Root?
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

  // MARK: Replies

  /// - Parameter settings: those in force, for what they say of looks.
  mutating func report(_ outcome: Outcome, _ settings: Settings) {
    hasStopped = false
    switch outcome.result {
    case .success(let reply): report(reply, outcome, settings)
    case .failure(let error): report(error, outcome)
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

  private mutating func report(_ reply: Reply, _ outcome: Outcome, _ settings: Settings) {
    defer {
      if case .errand(let errand) = reply, form != .json {
        for note in DesktopText.notes(on: errand) { diagnose(note, .warning, outcome.origin) }
      }
      tell(outcome)
    }
    if case .exported(let export) = reply, export.path == nil, form != .json {
      output.verbatim(export.text)
      if let reason = export.leftOutReason { diagnose(reason, .warning, outcome.origin) }
      return
    }
    // The output of a command of the shell is data of its own.
    if case .piped(let piped) = reply, form != .json {
      if let bytes = piped.output { output.verbatim(String(decoding: bytes, as: UTF8.self)) }
      return
    }
    switch form {
    case .text:
      if !tellsSettings, case .settings = reply { return }
      let text = renderer(settings).render(reply, favorites: outcome.favorites)
      rowsTaken += rows(behind: reply, outcome)
      if !text.isEmpty { show(text, of: reply, on: outcome.origin.line, settings) }
    case .json:
      var envelope = envelope(of: outcome)
      if case .screen = reply { envelope.trail = outcome.trail }
      output.data(JSONRenderer.line(for: reply, envelope, favorites: outcome.favorites))
    case .csv: reportTable(reply, outcome) { CSV.text(of: $0, hasHeader: $2) }
    case .tsv: reportTable(reply, outcome) { TSV.text(of: $0, hasHeader: $2) }
    // Without a blank line between them, two lists would be one.
    case .markdown:
      reportTable(reply, outcome) { table, screen, _ in
        Markdown.text(of: table, on: screen, columns: settings.columns) + "\n"
      }
    }
  }

  /// Of all replies, a table has room for a screen's items alone.
  /// - Parameter text: writes a table of what is on a screen, with the names of its columns or without.
  private mutating func reportTable(
    _ reply: Reply, _ outcome: Outcome, _ text: (_ table: ItemTable, _ screen: Screen, _ namesColumns: Bool) -> String
  ) {
    guard case .screen(let screen) = reply else { return }
    let table = ItemTable(of: screen, favorites: outcome.favorites, besides: printedRows)
    output.verbatim(text(table, screen, !hasNamedColumns))
    hasNamedColumns = true
    reportFailedSections(of: screen, outcome.origin)
  }

  /// A table has no place for what is missing from it.
  private func reportFailedSections(of screen: Screen, _ origin: Outcome.Origin) {
    for section in screen.sections {
      guard let error = section.content.error else { continue }
      let title = section.title.isEmpty ? "More" : section.title
      diagnose("\(title): \(ErrorMessages.sentence(for: error))", .warning, origin)
    }
  }

  // MARK: Failures

  private func report(_ error: CommandError, _ outcome: Outcome) {
    if form == .json {
      var envelope = envelope(of: outcome)
      envelope.trail = outcome.trail
      output.data(JSONRenderer.line(for: error, screen: outcome.screen, envelope, favorites: outcome.favorites))
    }
    tell(outcome)
    diagnose(ErrorMessages.sentence(for: error), .error, outcome.origin)
  }

  private func diagnose(_ sentence: String, _ style: StyledText.Style, _ origin: Outcome.Origin) {
    // Results and diagnostics reach a reader of both in the order in which they came about.
    output.flush()
    var text = StyledText()
    text.append(wrapping: sentence, style, behind: place(of: origin), .faint, width: output.diagnosticsWidth())
    output.diagnostics(text)
  }

  /// Where a script went wrong. Who has just typed the command has it before their eyes.
  private func place(of origin: Outcome.Origin) -> String {
    guard let source = origin.line.source else { return "" }
    if source == ShellCommand.place { return "\(source): " }
    let place = "\(source):\(origin.line.number): "
    return origin.command.isEmpty ? place : place + DisplayWidth.fitted(String(origin.command), to: 80) + ": "
  }

  private func tell(_ outcome: Outcome) {
    let sentences = sentences(of: outcome)
    guard !sentences.isEmpty else { return }
    output.flush()
    var text = StyledText()
    for sentence in sentences { text.append(wrapping: sentence, width: output.diagnosticsWidth()) }
    output.diagnostics(text)
  }

  private func sentences(of outcome: Outcome) -> [String] {
    outcome.notices.map { ErrorMessages.sentence(for: $0) }
      + (tellsSettings ? outcome.unchanged.map { [ErrorMessages.sentence(for: $0)] } ?? [] : [])
  }

  private func envelope(of outcome: Outcome) -> JSONRenderer.Envelope {
    let (command, line) = (outcome.origin.command, outcome.origin.line)
    return JSONRenderer.Envelope(
      source: line.source, line: line.number, command: String(command), notices: sentences(of: outcome))
  }

  // MARK: Looks

  /// Shows text: to a person at a terminal a page of it, in a script all.
  private mutating func show(_ text: StyledText, of reply: Reply, on line: Line, _ settings: Settings) {
    rest = nil
    guard line.source == nil, settings.page != .unlimited, let size = output.size() else {
      return output.results(text)
    }
    var (begin, rows) = (start, size.rows - rowsTaken)
    if case .screen(let screen) = reply {
      begin = screen.pageStart
      if begin != .top, !isGoingOn {
        // Who comes back to the midst of a screen is told what it is the midst of.
        var head = StyledText()
        head.append(
          wrapping: "\(screen.heading), further down; show begins at its top", .faint, width: renderer(settings).width)
        output.results(head)
        rows -= head.text.count { $0 == "\n" }
      }
    }
    guard let pages = Pages(of: text, settings.page, columns: size.columns, rows: rows) else {
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
  private func rows(behind reply: Reply, _ outcome: Outcome) -> Int {
    guard let width = output.diagnosticsWidth() else { return 0 }
    var told = sentences(of: outcome)
    if case .errand(let errand) = reply { told += DesktopText.notes(on: errand) }
    return told.reduce(0) { $0 + TextWrapping.lines(of: StyledText.madeVisible($1), width: width).count }
  }

  private func renderer(_ settings: Settings) -> TextRenderer {
    var renderer = TextRenderer(width: output.size()?.columns)
    renderer.isForReader = settings.isForReader
    renderer.hasLinks = output.hasLinks()
    renderer.isTiled = settings.isTiled
    renderer.columns = settings.columns
    renderer.root = root
    return renderer
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
