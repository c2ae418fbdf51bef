import TestSupport

/// Tests of the prompt as users see it: a program on a pseudo-terminal, keys in, screen out.
protocol PromptSuite {
  /// The user's home.
  var folder: TemporaryFolder { get }
}

extension PromptSuite {
  func start(
    columns: Int = 40, rows: Int = 10, history: [String] = [], editrc: String? = nil,
    _ environment: [String: String] = [:]
  ) async throws -> PseudoTerminal {
    folder.write(history.map { $0 + "\n" }.joined(), to: "history")
    if let editrc { folder.write(editrc, to: ".editrc") }
    var all = ["TERM": "xterm-256color", "HOME": folder.path, "LINER_HISTORY": folder.path("history")]
    all.merge(environment) { $1 }
    let terminal = try PseudoTerminal(
      running: BuiltProgram.path("prompt-driver"), environment: all, columns: columns, rows: rows)
    try await terminal.wait { $0.text.hasSuffix(">") }
    return terminal
  }
}
