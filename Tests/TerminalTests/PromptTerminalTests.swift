import Glibc
import TestSupport
import Testing

/// Signals, modes and sizes of the prompt's terminal.
@Suite(.serialized) struct PromptTerminalTests: PromptSuite {
  let folder = TemporaryFolder()

  // MARK: Ctrl-C, Ctrl-D, Ctrl-Z

  @Test func `Ctrl-C in the first row of a wrapped line clears it all`() async throws {
    let terminal = try await start(columns: 20)
    terminal.send("aaaaaaaaaabbbbbbbbbbcc\u{1}\u{13}\u{3}")
    try await terminal.wait(for: "> aaaaaaaaaabbbbbbbb\nbbcc^C\ninterrupted\n>")
  }

  @Test func `a SIGINT from elsewhere does the same`() async throws {
    let terminal = try await start()
    terminal.send("half")
    try await terminal.wait(for: "> half")
    terminal.signal(SIGINT)
    try await terminal.wait(for: "> half^C\ninterrupted\n>")
  }

  // MARK: The terminal

  @Test func `unusual modes are restored`() async throws {
    let script = "stty -echoctl -ixon erase ^H; stty -g; \"$PROGRAM\"; stty -g; read -r line"
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", script],
      environment: [
        "TERM": "xterm", "HOME": folder.path, "LINER_HISTORY": "/dev/null",
        "PROGRAM": BuiltProgram.path("prompt-driver"), "PATH": "/usr/bin:/bin",
      ], columns: 300)
    try await terminal.wait(for: "\n>")
    terminal.send("x\r")
    try await terminal.wait(for: "1: x\n>")
    terminal.send("\u{4}")
    try await terminal.wait { $0.text.split(separator: "\n").count { $0.contains(":") } == 3 }
    let modes = terminal.screen.text.split(separator: "\n").filter { $0.count { $0 == ":" } > 10 }
    #expect(modes.count == 2 && modes.first == modes.last)
  }

  @Test func `with editing switched off lines are still read`() async throws {
    let terminal = try await start(editrc: "edit off\n")
    terminal.send("half\u{3}")
    try await terminal.wait { $0.text.contains("interrupted") && $0.text.hasSuffix("\n>") }
    terminal.send("one\r")
    try await terminal.wait { $0.text.contains("1: one") && $0.text.hasSuffix("\n>") }
    terminal.send("\u{4}")
    #expect(try await terminal.waitForExit() == .exited(0))
  }

  @Test func `a new size rewraps the line`() async throws {
    let terminal = try await start(columns: 40)
    terminal.send("aaaaaaaaaabbbbbbbbbbcccccccccc")
    try await terminal.wait(for: "> aaaaaaaaaabbbbbbbbbbcccccccccc")
    try await terminal.resize(columns: 20, rows: 10)
    try await terminal.wait { $0.text == "> aaaaaaaaaabbbbbbbb\nbbcccccccccc" && $0.cursor.column == 12 }
    terminal.send("d\u{1}X")
    try await terminal.wait { $0.text == "> Xaaaaaaaaaabbbbbbb\nbbbccccccccccd" }
    try await terminal.resize(columns: 60, rows: 10)
    try await terminal.wait { $0.text == "> Xaaaaaaaaaabbbbbbbbbbccccccccccd" && $0.cursor.column == 3 }
    terminal.send("\r")
    try await terminal.wait(for: "> Xaaaaaaaaaabbbbbbbbbbccccccccccd\n1: Xaaaaaaaaaabbbbbbbbbbccccccccccd\n>")
  }
}
