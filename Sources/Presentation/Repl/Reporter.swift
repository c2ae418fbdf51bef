import Domain

/// Says what came of each command, in the form asked for: results to the results, everything else to the diagnostics.
struct Reporter {
  let output: Repl.Output
  let form: OutputForm
  /// Whether settings that were changed are told; they are not while a prompt is prepared.
  var tellsSettings = true

  /// The command that something is said about, and the line it stood in.
  struct Origin {
    let command: Substring
    let line: Line
  }

  // MARK: Replies

  func report(_ reply: Reply, to origin: Origin, on coordinator: isolated Coordinator) {
    let notices = notices(on: coordinator)
    defer { tell(notices) }
    if case .exported(let export) = reply, export.path == nil, form != .json {
      output.verbatim(export.text)
      if let reason = export.leftOutReason { diagnose(reason, .warning, origin) }
      return
    }
    switch form {
    case .text:
      if !tellsSettings, case .settings = reply { return }
      let text = renderer(for: origin.line, on: coordinator).render(reply, favorites: coordinator.favorites)
      if !text.isEmpty { output.results(text) }
    case .json:
      var envelope = envelope(of: origin, notices)
      if case .screen = reply { envelope.trail = coordinator.trail }
      output.data(JSONRenderer.line(for: reply, envelope, favorites: coordinator.favorites))
    case .csv: reportTable(reply, origin, coordinator.favorites, CSV.text)
    case .tsv: reportTable(reply, origin, coordinator.favorites, TSV.text)
    // Without a blank line between them, two tables would be one.
    case .markdown: reportTable(reply, origin, coordinator.favorites) { Markdown.text(of: $0) + "\n" }
    }
  }

  /// Of all replies, a table has room for a screen's items alone.
  private func reportTable(_ reply: Reply, _ origin: Origin, _ favorites: Favorites, _ text: (ItemTable) -> String) {
    guard case .screen(let screen) = reply else { return }
    output.verbatim(text(ItemTable(of: screen, favorites: favorites)))
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

  func report(_ error: CommandError, of origin: Origin, on coordinator: isolated Coordinator) {
    let notices = notices(on: coordinator)
    if form == .json {
      // Only what a service failed at has a screen that says more; other mistakes leave it as it was.
      let screen = error.isOfCatalog && coordinator.screen.failure != nil ? coordinator.screen : nil
      var envelope = envelope(of: origin, notices)
      envelope.trail = coordinator.trail
      output.data(JSONRenderer.line(for: error, screen: screen, envelope, favorites: coordinator.favorites))
    }
    tell(notices)
    diagnose(ErrorMessages.sentence(for: error), .error, origin)
  }

  private func diagnose(_ sentence: String, _ style: StyledText.Style, _ origin: Origin) {
    // Results and diagnostics reach a reader of both in the order in which they came about.
    output.flush()
    var place = origin.line.source.map { "\($0):\(origin.line.number): " } ?? ""
    if !origin.command.isEmpty { place += DisplayWidth.fitted(String(origin.command), to: 80) + ": " }
    var text = StyledText()
    text.append(place, .faint)
    text.append(sentence, style)
    text.breakLine()
    output.diagnostics(text)
  }

  /// What is to be known of the latest requests besides what came of them, each once.
  private func notices(on coordinator: isolated Coordinator) -> [String] {
    coordinator.log?.takeNotices().map { ErrorMessages.sentence(for: $0) } ?? []
  }

  private func tell(_ notices: [String]) {
    guard !notices.isEmpty else { return }
    output.flush()
    output.diagnostics(StyledText(lines: notices))
  }

  private func envelope(of origin: Origin, _ notices: [String]) -> JSONRenderer.Envelope {
    JSONRenderer.Envelope(
      source: origin.line.source, line: origin.line.number, command: String(origin.command), notices: notices)
  }

  // MARK: Looks

  /// How much is shown at a time: for a person at a terminal a page, in a script everything.
  func paging(for line: Line, on coordinator: isolated Coordinator) -> Paging? {
    guard line.source == nil, form == .text, let size = output.size() else { return nil }
    return Paging(coordinator.settings.page, rows: size.rows)
  }

  private func renderer(for line: Line, on coordinator: isolated Coordinator) -> TextRenderer {
    var renderer = TextRenderer(width: output.size()?.columns)
    renderer.paging = paging(for: line, on: coordinator)
    renderer.isTiled = coordinator.settings.isTiled
    renderer.columns = coordinator.settings.columns
    return renderer
  }

  /// Prints a command behind the prompt, as if it had been typed there.
  func echo(_ command: Substring, on coordinator: isolated Coordinator) async {
    let prompt = Self.place(on: coordinator) + "> "
    if let type = output.type { return await type(prompt, String(command)) }
    var text = StyledText()
    text.append(prompt, .faint)
    text.append(String(command))
    text.breakLine()
    output.results(text)
  }

  /// Where one is, as the prompt says it: `castle › Film`, and in a catalog other than the first `ghibli: castle › Film`.
  static func place(on coordinator: isolated Coordinator) -> String {
    let trail = coordinator.trail.dropFirst().map { StyledText.madeVisible($0) }.joined(separator: " › ")
    let catalog = coordinator.catalog.name
    if catalog == coordinator.catalogs.first?.name { return trail.isEmpty ? "liner" : trail }
    return trail.isEmpty ? catalog : "\(catalog): \(trail)"
  }
}
