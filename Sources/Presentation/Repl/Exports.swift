package import Domain

/// Writes a screen's items to a file, a shell command, or the results.
extension Repl {
  /// - Parameter path: nil if the items are the command's own output.
  func export(
    to path: String?, as form: OutputFormat, columns: [ItemField]?, replaces: Bool
  ) async throws(CommandError) -> Export {
    if form == .playlist { try await fillRows() }
    if form == .opml { try await fillRows(unlessAny: { $0.feed != nil }) }
    let screen = coordinator.screen
    guard screen.isList else { throw .nothingHere(.list) }
    // An empty file would look like a result, which it is only where nothing was found.
    if screen.phase == .failed, let failure = screen.partFailure { throw .catalog(failure) }
    let foundNothing = screen.phase == .empty && !screen.kind.asksNothing
    if path != nil, screen.subject == nil, screen.visibleRows.isEmpty, !foundNothing {
      throw .nothingHere(.itemsToExport)
    }
    var export = Export(
      screen, favorites: coordinator.favorites, as: form, columns: columns ?? coordinator.settings.columns,
      tableColumns: columns)
    export.path = path
    guard let path else { return export }
    try checkTarget(path)
    let bytes = Array(export.text.utf8)
    // The path may be that of the output: /dev/stdout.
    output.flush()
    try await coordinator.run { [files] in try await files.write(bytes, to: path, replaces: replaces) }
    return export
  }

  /// - Throws: if this session saves its favourites there or writes to it, which even --force must not replace.
  func checkTarget(_ path: String) throws(CommandError) {
    try files.check(path, keepsNone: coordinator.settings.favoritesFile)
    try files.check(path, isNoneOf: options.written)
  }

  /// - Throws: `usage` if the line may not run shell commands.
  func allowShell(to line: Line) throws(CommandError) {
    guard options.shell == .always || options.shell == .prompt && line.source == nil else {
      throw .usage(.shellNotAllowed(isReplay: options.shell == .never))
    }
  }

  /// Passes the screen's items to a shell command. At the prompt the command has the terminal. Otherwise its output is
  /// captured, so that `expect` can check it and it appears in order.
  func pipe(into command: String, from line: Line) async throws(CommandError) -> Outcome {
    try allowShell(to: line)
    let isTyped = line.source == nil
    let screen = coordinator.screen
    guard screen.subject != nil || screen.isList else { throw .nothingHere(.list) }
    output.flush()
    let isShown = isTyped && options.form == .text && output.audience == nil
    let input = Array(JSONList.lines(of: screen.listed(in: coordinator.favorites)).utf8)
    do throws(CommandError) {
      let output = try await coordinator.run { [desktop = outside.desktop] in
        try await desktop.run(command, reading: input, isShown: isShown)
      }
      return Outcome(.piped(command: command, output: isShown ? nil : output))
    } catch .desktop(.commandFailed(let name, let status, let output)) where !output.isEmpty {
      // `diff` and `grep -c` answer by their output and their status.
      let failure = CommandError.desktop(.commandFailed(name, status: status))
      return changing(Outcome(.piped(command: command, output: output))) {
        ($0.partFailure, $0.partNotes) = (failure, [ErrorMessages.sentence(for: failure)])
      }
    }
  }
}

extension Files {
  /// - Parameter favorites: the file in which a session saves its favourites.
  /// - Throws: if `path` leads there, where writing would lose them.
  package func check(_ path: String, keepsNone favorites: String?) throws(CommandError) {
    try check(path, isNoneOf: favorites.map(Favorites.paths) ?? [], "this session saves its favourites there")
  }

  /// - Parameter reason: what the error says about `path`.
  /// - Throws: if `path` leads to one of `others`.
  package func check(
    _ path: String, isNoneOf others: [String], _ reason: String = "this session writes to it"
  ) throws(CommandError) {
    if leads(path, toAnyOf: others) { throw .file(path: path, .other(reason)) }
  }
}
