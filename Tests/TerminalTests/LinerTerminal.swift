import Glibc
import TestSupport
import Testing

/// `liner` at its prompt on a pseudo-terminal, in its own home folder.
struct LinerTerminal {
  let folder = TemporaryFolder()

  var environment: [String: String] {
    [
      "TERM": "xterm-256color", "HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "PATH": "/usr/bin:/bin",
      "LINER_HISTORY": folder.path("history"),
    ]
  }

  /// Starts it and waits for its prompt.
  func start(
    _ arguments: [String] = ["--offline"], columns: Int = 80, rows: Int = 24, _ more: [String: String] = [:]
  ) async throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      running: BuiltProgram.liner, arguments: ["--set", "greeting=off"] + arguments,
      environment: environment.merging(more) { $1 },
      columns: columns, rows: rows)
    try await terminal.wait { $0.text.hasSuffix(">") }
    return terminal
  }

  /// Starts it at the end of a shell command, for what only a shell can arrange.
  func start(shell command: String, columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
    try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", command],
      environment: environment.merging(["LINER": BuiltProgram.liner]) { $1 }, columns: columns, rows: rows)
  }

  /// A service whose songs have the term as their title.
  static func answer(to request: StandInServer.Request) -> StandInServer.Answer {
    guard request.query["entity"] == "song", let term = request.query["term"] else {
      return .json(#"{"resultCount":0,"results":[]}"#)
    }
    return .json(
      #"{"resultCount":1,"results":[{"wrapperType":"track","kind":"song","trackId":1,"trackName":"All of \#(term)"}]}"#)
  }
}

extension PseudoTerminal {
  var sent: String { String(decoding: output, as: UTF8.self) }

  /// Types a line and waits until its command has ended and the prompt ends in `prompt`.
  func enter(_ line: String, prompt: String = ">") async throws {
    let before = screen.transcript
    send(line + "\r")
    try await wait { $0.transcript != before && $0.transcript.contains("> \(line)\n") && $0.text.hasSuffix(prompt) }
  }
}
