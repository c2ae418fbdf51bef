import Domain

/// Reports each command's outcome in the chosen format: results to the results, everything else to the diagnostics.
@Conversation
struct Reporter {
  let coordinator: Coordinator
  let output: any Output
  let form: OutputFormat
  /// Whether changed settings are printed; not while linerc runs.
  var tellsSettings = true
  private(set) var renderer = TextRenderer()
  /// Whether a table's header was printed, which happens once per run.
  private var hasNamedColumns = false
  /// Whether the user of a prompt knows how to work without a network.
  private var hasNamedSample = false
  /// What was not shown of the latest reply.
  private(set) var rest = Rest()
  /// The sentences that the current command printed before its request, which its JSON repeats.
  private var printedMessages: [String] = []

  init(coordinator: Coordinator, output: any Output, form: OutputFormat) {
    (self.coordinator, self.output, self.form) = (coordinator, output, form)
  }

  /// Adopts the settings for display, which are read here instead of with each command.
  mutating func adopt(_ settings: Settings) {
    renderer.isForReader = settings.isForReader
    renderer.hasLinks = output.hasLinks
    renderer.isTiled = settings.isTiled
    renderer.columns = settings.columns
  }

  /// Prints what the user should know before a request is sent.
  mutating func printNotices() {
    printedMessages += coordinator.takeNotices().map { ErrorMessages.sentence(for: $0) }
    print(printedMessages)
  }

  // MARK: Replies

  mutating func report(_ outcome: Outcome, of origin: Origin) {
    rest.isLatest = false
    if outcome.isScreen { (renderer.root, renderer.advice) = (outcome.root, outcome.advice) }
    var messages = coordinator.takeNotices().map { ErrorMessages.sentence(for: $0) }
    if tellsSettings, let why = outcome.obstacle { messages.append(why) }
    if tellsSettings, let unchanged = outcome.unchanged { messages.append(ErrorMessages.sentence(for: unchanged)) }
    defer { printedMessages = [] }
    if form == .json { writeJSON(outcome, of: origin, messages) }
    switch outcome.result {
    case .success(let reply): report(reply, as: outcome, of: origin, messages)
    case .failure(let error): report(error, of: origin, messages)
    }
    if outcome.isScreen { coordinator.screenWasShown(upTo: rest.position) }
  }

  /// Writes the JSON of a command whose failure people have read already.
  func tellPrograms(_ error: CommandError, of origin: Origin) {
    if form == .json { writeJSON(Outcome(error), of: origin, []) }
  }

  /// Leaves the rest unread; `more` still shows it.
  mutating func endList() {
    rest.isLatest = false
    print(["the list ends here; to leave liner: q"])
  }

  /// - Parameter messages: sentences to print beside the results.
  private mutating func report(_ reply: Reply, as outcome: Outcome, of origin: Origin, _ messages: [String]) {
    switch (form, reply) {
    case (.json, _): break
    case (_, .exported(let export)) where export.path == nil:
      output.write(verbatim: export.text)
      if let reason = export.leftOutReason { diagnose(reason, .warning, origin) }
    // The output of a shell command is data.
    case (_, .piped(command: _, let bytes)):
      if let bytes { output.write(verbatim: String(decoding: bytes, as: UTF8.self)) }
    // Printed unchanged, because it is meant for a file. At the prompt it is shown in pages.
    case (_, .report(let report))
    where report.isDocument && (form != .text || origin.line.source != nil || output.size == nil):
      output.write(verbatim: report.lines.map { StyledText.escapingControls($0) + "\n" }.joined())
    case (.text, .settings) where !tellsSettings: break
    case (.text, _): show(reply, as: outcome, of: origin.line, messages)
    case (_, .screen(let screen)): reportTable(of: screen, besides: outcome.known, origin)
    // A table contains only a screen's items, so other replies are omitted.
    case (.jsonl, _), (.csv, _), (.tsv, _), (.markdown, _), (.playlist, _), (.opml, _): break
    }
    // At the prompt the text of a screen includes these notes.
    if form != .text || origin.line.source != nil || !outcome.isScreen {
      for note in outcome.partNotes { diagnose(note, outcome.partFailure == nil ? .warning : .error, origin) }
    }
    print(messages)
  }

  private mutating func reportTable(of screen: Screen, besides known: Set<Int>, _ origin: Origin) {
    let export = Export(
      screen, favorites: coordinator.favorites, as: form, hasHeader: !hasNamedColumns, besides: known,
      columns: coordinator.settings.columns)
    // Without an empty line between them, two Markdown lists would merge.
    output.write(verbatim: export.text + (form == .markdown && !export.text.isEmpty ? "\n" : ""))
    hasNamedColumns = true
    // Without this, a table would look empty.
    for lack in RemarkText.lacks(on: screen) { diagnose(lack, .warning, origin) }
  }

  // MARK: Failures

  private mutating func report(_ error: CommandError, of origin: Origin, _ messages: [String]) {
    print(messages)
    guard case .declaration(.mistakes(let mistakes, let file)) = error else {
      diagnose(ErrorMessages.sentence(for: error), .error, origin)
      if case .catalog(let failure) = error, coordinator.screen.failure == failure {
        // Other parts failed for other reasons.
        RemarkText.failures(on: coordinator.screen).dropFirst().forEach { diagnose($0, .error, origin) }
        if let skipped = RemarkText.skipped(on: coordinator.screen) { diagnose(skipped, .plain, origin) }
      }
      if case .catalog(.offline) = error, origin.line.source == nil, !hasNamedSample {
        hasNamedSample = true
        print(["Without a network, try the sample: liner --offline"])
      }
      return
    }
    // For `catalog` commands the mistakes are the answer; others say first which command met them.
    if origin.line.source != nil, !origin.command.hasPrefix("catalog ") {
      diagnose("\(file) has \(mistakes.count.counted("error"))", .error, origin)
    }
    // Each error begins with its own place, which editors parse.
    print(mistakes.map { $0.text(of: file) }, .error)
  }

  func diagnose(_ sentence: String, _ style: StyledText.Style, _ origin: Origin) {
    print([place(of: origin) + sentence], style)
  }

  /// The place of the error in a script; empty at the prompt, where the user sees the command.
  private func place(of origin: Origin) -> String {
    guard let source = origin.line.source else { return "" }
    if source == ShellCommand.place { return "\(source): " }
    let place = "\(source):\(origin.line.number): "
    return origin.command.isEmpty ? place : place + DisplayWidth.fitted(origin.shown, to: 80) + ": "
  }

  /// Prints sentences beside the results.
  private func print(_ sentences: [String], _ style: StyledText.Style = .plain) {
    guard !sentences.isEmpty else { return }
    // Flushes first, so that both streams appear in order.
    output.flush()
    var text = StyledText()
    for sentence in sentences {
      let shown = renderer.isForReader ? StyledText.spoken(sentence) : sentence
      text.append(wrapping: shown, style, width: output.diagnosticsWidth)
    }
    output.write(diagnostics: text)
  }

  private func writeJSON(_ outcome: Outcome, of origin: Origin, _ messages: [String]) {
    // Only a failed request leaves a screen with more information; other errors change no screen.
    let leftScreen = if case .failure(.catalog) = outcome.result { coordinator.screen.failure != nil } else { false }
    let envelope = JSONRenderer.Envelope(
      source: origin.line.source, line: origin.line.number, command: origin.shown,
      notices: printedMessages + messages, trail: outcome.isScreen || leftScreen ? coordinator.trail : [],
      failedParts: outcome.failedParts, failure: outcome.partFailure)
    output.write(
      data: JSONRenderer.line(
        for: outcome.result, leaving: leftScreen ? coordinator.screen : nil, envelope, favorites: coordinator.favorites)
    )
  }

  // MARK: Looks

  /// Shows a reply as text: a page at a time at the prompt, all of it in a script.
  private mutating func show(_ reply: Reply, as outcome: Outcome, of line: Line, _ messages: [String]) {
    let size = output.size
    renderer.width = size?.columns
    let text = renderer.render(reply, favorites: coordinator.favorites)
    if text.isEmpty { return }
    rest = Rest()
    guard line.source == nil, let size, coordinator.settings.page != .unlimited else { return output.write(text) }
    var (begin, rows) = (outcome.start, size.rows - outcome.rowsAbove - rows(behind: outcome, messages))
    if let screen = outcome.screen {
      begin = screen.pageStart
      if begin != .top, !outcome.continues {
        // After a return to the middle of a screen, its title is shown.
        let head = StyledText(
          wrapping: "\(screen.heading), continued; show starts at the top", .faint, width: renderer.width)
        output.write(head)
        rows -= head.text.count { $0 == "\n" }
      }
    }
    let pages = Pages(of: text, coordinator.settings.page, columns: size.columns, rows: rows)
    var page = pages.page(from: begin)
    if let place = page.place { page.text.append(line: "\(place); Enter for more", .faint) }
    output.write(page.text)
    if let next = page.next { rest = Rest(reply: outcome.isScreen ? nil : reply, position: next, isLatest: true) }
  }

  /// How many rows of the window the messages after a reply will take.
  private func rows(behind outcome: Outcome, _ messages: [String]) -> Int {
    guard let width = output.diagnosticsWidth else { return 0 }
    let messages = outcome.isScreen ? messages : messages + outcome.partNotes
    return messages.reduce(0) { $0 + TextWrapping.lines(of: StyledText.escapingControls($1), width: width).count }
  }

  /// Shows a comment to the audience of a demo, but not a script's `#!` line.
  func print(commentIn line: String) async {
    guard let audience = output.audience, let comment = Arguments.comment(in: line) else { return }
    var text = StyledText(lines: [""])
    // `##` begins a title.
    let isTitle = line.drop(while: \.isWhitespace).hasPrefix("##")
    text.append(wrapping: isTitle ? comment : "# \(comment)", isTitle ? .title : .emphasis, width: output.size?.columns)
    await audience.print(text)
  }

  /// Prints a command after the prompt, as if the user had typed it there.
  func echo(_ command: Substring, at place: String, canRetry: Bool) async -> Repl.Typed {
    let shown = output.size.map { PromptPlace.shortened(place, inWindowOf: $0.columns) } ?? place
    let prompt = (renderer.isForReader ? StyledText.spoken(shown) : shown) + "> "
    if let audience = output.audience { return await audience.type(prompt, String(command), canRetry: canRetry) }
    var text = StyledText(prompt, .faint)
    text.append(line: String(command))
    output.write(text)
    return .command
  }
}
