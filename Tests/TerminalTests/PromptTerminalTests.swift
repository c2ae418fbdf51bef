import Glibc
import TestSupport
import Testing

/// Signals, modes and sizes of the terminal that the prompt is on.
@Suite(.serialized) struct PromptTerminalTests: PromptSuite {
  let folder = TemporaryFolder()

  // MARK: Ctrl-C, Ctrl-D, Ctrl-Z

  @Test func `Ctrl-C clears the line and the session goes on`() async throws {
    let terminal = try await start()
    terminal.send("half\u{3}")
    try await terminal.wait(for: "> half^C\ninterrupted\n>")
    terminal.send("\u{3}x\r")
    try await terminal.wait(for: "> ^C\ninterrupted\n> x\n1: x\n>")
  }

  @Test func `Ctrl-C in the first row of a wrapped line clears it all`() async throws {
    let terminal = try await start(columns: 20)
    terminal.send("aaaaaaaaaabbbbbbbbbbcc\u{1}\u{3}")
    try await terminal.wait(for: "> aaaaaaaaaabbbbbbbb\nbbcc^C\ninterrupted\n>")
  }

  @Test func `a SIGINT from elsewhere does the same`() async throws {
    let terminal = try await start()
    terminal.send("half")
    try await terminal.wait(for: "> half")
    terminal.signal(SIGINT)
    try await terminal.wait(for: "> half^C\ninterrupted\n>")
  }

  @Test func `Ctrl-C while a command runs reaches the command`() async throws {
    let terminal = try await start()
    terminal.send("wait\r")
    try await terminal.wait { $0.text.contains("waiting") }
    terminal.send("\u{3}")
    try await terminal.wait { $0.text.contains("cancelled") && $0.text.hasSuffix(">") }
    terminal.send("x\r")
    try await terminal.wait { $0.text.contains("2: x") }
  }

  @Test func `Ctrl-D leaves from an empty line only`() async throws {
    let terminal = try await start()
    terminal.send("ab\u{4}c\r")
    try await terminal.wait { $0.text.contains("1: abc") && $0.text.hasSuffix(">") }
    terminal.send("\u{4}")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(terminal.modes == terminal.firstModes)
    #expect(terminal.screen.cursor.column == 0)
  }

  @Test func `Ctrl-Z stops the program and fg brings line and modes back`() async throws {
    let terminal = try PseudoTerminal(
      running: "/bin/bash", arguments: ["--norc", "--noediting"],
      environment: [
        "TERM": "xterm-256color", "HOME": folder.path, "LINER_HISTORY": folder.path("history"), "PS1": "$ ",
        "PROGRAM": BuiltProgram.path("prompt-driver"),
      ], columns: 60, rows: 12)
    try await terminal.wait(for: "$")
    let modes = terminal.modes
    terminal.send("$PROGRAM\r")
    try await terminal.wait { $0.cursorRow == ">" }
    terminal.send("half")
    try await terminal.wait(for: "> half")
    terminal.send("\u{1A}")
    try await terminal.wait { $0.text.contains("Stopped") && $0.cursorRow == "$" }
    #expect(terminal.modes == modes)
    terminal.send("fg\r")
    try await terminal.wait(for: "> half")
    terminal.send(" done\r")
    try await terminal.wait(for: "> half done\n1: half done\n>")
    terminal.send("\u{4}")
    try await terminal.wait { $0.cursorRow == "$" }
    #expect(terminal.modes == modes)
  }

  // MARK: The terminal

  @Test(arguments: [SIGTERM, SIGHUP])
  func `whatever ends the program leaves the terminal as it was`(signal: Int32) async throws {
    let terminal = try await start()
    terminal.send("half")
    try await terminal.wait(for: "> half")
    #expect(terminal.modes != terminal.firstModes)
    terminal.signal(signal)
    #expect(try await terminal.waitForExit() == .killed(signal))
    #expect(terminal.modes == terminal.firstModes)
  }

  @Test func `unusual modes are put back as they were`() async throws {
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

  @Test func `a new size wraps the line anew`() async throws {
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

  @Test func `a terminal without a size has a prompt all the same`() async throws {
    let terminal = try PseudoTerminal(
      running: BuiltProgram.path("prompt-driver"),
      environment: ["TERM": "xterm", "HOME": folder.path, "LINER_HISTORY": "/dev/null"], columns: 0, rows: 0)
    try await terminal.wait(for: ">")
    terminal.send("x\r\u{4}")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("1: x"))
  }

  @Test func `nothing is asked of the terminal`() async throws {
    let terminal = try await start()
    let sent = String(decoding: terminal.output, as: UTF8.self)
    for question in ["\u{1B}[6n", "\u{1B}[c", "\u{1B}]11", "\u{1B}[?"] { #expect(!sent.contains(question)) }
  }

  @Test(arguments: ["dumb", ""])
  func `a dumb terminal gets text and no escape sequence`(term: String) async throws {
    let terminal = try await start(history: ["search jack"], ["TERM": term, "PLACE": "vivaldi"])
    terminal.send("sea\r")
    try await terminal.wait(for: "vivaldi> sea\n1: sea\nvivaldi>")
    terminal.send("half\u{3}")
    try await terminal.wait { $0.text.contains("interrupted") && $0.text.hasSuffix("vivaldi>") }
    terminal.send("\u{4}")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(!terminal.output.contains(0x1B))
  }

  @Test func `results go to the file and the prompt to the terminal`() async throws {
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", "exec \"$PROGRAM\" > \"$HOME/results\""],
      environment: ["TERM": "xterm", "HOME": folder.path, "PROGRAM": BuiltProgram.path("prompt-driver")])
    try await terminal.wait(for: ">")
    terminal.send("hello\r")
    try await terminal.wait(for: "> hello\n>")
    terminal.send("\u{4}")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(folder.read("results") == "1: hello\n")
  }
}
