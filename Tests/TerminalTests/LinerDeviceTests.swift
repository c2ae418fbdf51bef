import Glibc
import TestSupport
import Testing

/// Terminals with few features, without identification, or half closed.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LinerDeviceTests {
  private let liner = LinerTerminal()

  @Test(arguments: ["dumb", ""])
  func `a dumb terminal gets no escape sequence at all`(term: String) async throws {
    let terminal = try await liner.start(["--offline", "--set", "live=on"], ["TERM": term])
    try await terminal.enter("search vivaldi", prompt: "vivaldi>")
    try await terminal.enter("open song; star 1; favs; help", prompt: "vourites>")
    terminal.send("half")
    try await terminal.wait { $0.text.hasSuffix("> half") }
    terminal.send("\u{3}")
    try await terminal.wait { $0.text.hasSuffix("vourites> half^C\nvivaldi › Song › Favourites>") }
    try await terminal.enter("nonsense", prompt: "vourites>")
    terminal.send("\u{4}")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(!terminal.output.contains(0x1B))
    #expect(terminal.screen.transcript.contains("★ 1 Spring, RV 269: I. Allegro"))
  }

  @Test func `an invalid option is reported in whole words`() async throws {
    let terminal = try liner.start(shell: "\"$LINER\" --var nothing", columns: 40)
    #expect(try await terminal.waitForExit() == .exited(64))
    #expect(terminal.screen.transcript.contains("--var cannot be \"nothing\"; use\nNAME=VALUE; letters"))
  }

  @Test func `a dumb terminal shows no progress, and a request is cancelled`() async throws {
    try await StandInServer.run(answering: .silence) { server in
      let terminal = try await liner.start(["--rate", "off"], ["LINER_ITUNES_URL": server.url, "TERM": "dumb"])
      terminal.send("search silent\r")
      await server.waitForRequests(3)
      terminal.send("\u{3}")
      try await terminal.wait { $0.text.hasSuffix("Cancelled\nliner>") }
      #expect(!terminal.output.contains(0x1B))
    }
  }

  /// Whether the output contains a sequence that selects a colour.
  private static func hasColor(_ terminal: PseudoTerminal) -> Bool { terminal.sent.contains("\u{1B}[1;36mSong") }

  @Test func `NO_COLOR is respected, and does not affect editing`() async throws {
    let terminal = try await liner.start(["--offline"], ["NO_COLOR": "1"])
    terminal.send("xearch vivaldi\u{1}\u{4}s\r")
    try await terminal.wait { $0.text.hasSuffix("vivaldi>") }
    #expect(!terminal.sent.contains("mSong") && !terminal.sent.contains("\u{1B}[0m"))
  }

  @Test(arguments: [(["--color", "always"], true), ([], false), (["--color", "never"], false)])
  func `--color takes precedence over NO_COLOR`(options: [String], isColored: Bool) async throws {
    let terminal = try await liner.start(["--offline"] + options, ["NO_COLOR": "1"])
    try await terminal.enter("search vivaldi", prompt: "vivaldi>")
    #expect(Self.hasColor(terminal) == isColored)
  }

  @Test func `a terminal without a size has a prompt and results`() async throws {
    let terminal = try await liner.start(columns: 0, rows: 0)
    try await terminal.enter("search vivaldi", prompt: "vivaldi>")
    #expect(terminal.screen.text.contains("12 ☆ L’estro armonico"))
    terminal.send("\u{4}")
    #expect(try await terminal.waitForExit() == .exited(0))
  }

  @Test func `a silent terminal gets its prompt, and no queries`() async throws {
    // A pseudo-terminal answers no query; waiting for an answer would take longer.
    let terminal = try await liner.start()
    for question in [
      "\u{1B}[6n", "\u{1B}[5n", "\u{1B}]11", "\u{1B}]10", "\u{1B}[c", "\u{1B}[0c", "\u{1B}[>", "\u{1B}[?",
    ] {
      #expect(!terminal.sent.contains(question))
    }
  }

  @Test func `results in a file are plain, and the prompt on the terminal is whole`() async throws {
    liner.folder.write("search vivaldi\n", to: "history")
    let terminal = try liner.start(shell: "exec \"$LINER\" --set greeting=off --offline > \"$HOME/results\"")
    try await terminal.wait { $0.text == "liner>" }
    terminal.send("sea")
    try await terminal.wait { $0.ghost == "rch vivaldi" }
    terminal.send("\u{6}\r")
    try await terminal.wait { $0.text == "liner> search vivaldi\nvivaldi>" }
    terminal.send("open 99\r")
    try await terminal.wait { $0.text.contains("there is no item 99 here") && $0.cursorRow == "vivaldi>" }
    terminal.send("\u{4}")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(terminal.modes == terminal.firstModes)
    let results = try #require(liner.folder.read("results"))
    #expect(results.hasPrefix("vivaldi\n\nSong  open song\n   1 ☆ Spring, RV 269: I. Allegro"))
    #expect(!results.contains("\u{1B}"))
  }

  @Test(arguments: ["", " --color always"])
  func `commands from a file show their results on the terminal, without prompt and colour`(
    options: String
  ) async throws {
    liner.folder.write("search vivaldi\nopen 99\n", to: "commands")
    let terminal = try liner.start(shell: "exec \"$LINER\" --offline\(options) < \"$HOME/commands\"")
    #expect(try await terminal.waitForExit() == .exited(1))
    #expect(Self.hasColor(terminal) == !options.isEmpty)
    #expect(terminal.screen.text.hasPrefix("vivaldi\n\nSong  open song\n   1 ☆ Spring, RV 269: I. Allegro"))
    #expect(terminal.screen.text.hasSuffix("stdin:2: open 99: there is no item 99 here; this screen has 1-12"))
    #expect(terminal.modes == terminal.firstModes)
  }

  @Test func `redirected errors do not affect results and prompt`() async throws {
    let terminal = try liner.start(shell: "exec \"$LINER\" --set greeting=off --offline 2> \"$HOME/errors\"")
    try await terminal.wait { $0.text == "liner>" }
    terminal.send("open 99\r")
    try await terminal.wait { $0.text == "liner> open 99\nliner>" }
    terminal.send("\u{4}")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(liner.folder.read("errors") == "there is no item 99 here; this screen has none\n")
  }

  @Test(arguments: [
    (["TERM": "xterm-kitty"], true), (["VTE_VERSION": "7600"], true), (["TERM_PROGRAM": "WezTerm"], true), ([:], false),
    (["VTE_VERSION": "7600", "TMUX": "/tmp/tmux,1,0"], false), (["TERM_PROGRAM": "WezTerm", "NO_COLOR": "1"], false),
  ])
  func `titles are hyperlinks if the terminal is known to support them`(
    environment: [String: String], hasLinks: Bool
  ) async throws {
    let terminal = try await liner.start(["--offline"], environment)
    try await terminal.enter("search vivaldi", prompt: "vivaldi>")
    try await terminal.enter("open 1", prompt: "Allegro>")
    #expect(terminal.sent.contains("\u{1B}]8;;https://sample.liner.invalid/") == hasLinks)
    #expect(terminal.screen.transcript.contains("\n☆ Spring, RV 269: I. Allegro\n"))
  }

  @Test func `themes change at once, for the prompt's results and for errors`() async throws {
    let terminal = try await liner.start()
    for (theme, error) in [("light", "\u{1B}[38;5;124m"), ("dark", "\u{1B}[38;5;210m"), ("mono", "\u{1B}[1m")] {
      try await terminal.enter("set theme \(theme)")
      let before = terminal.output.count
      try await terminal.enter("open \(theme)")
      let sent = String(decoding: terminal.output.dropFirst(before), as: UTF8.self)
      #expect(sent.contains(error), "\(theme)")
    }
  }

  @Test func `line, prompt and results adapt to a new size`() async throws {
    let terminal = try await liner.start(columns: 80)
    try await terminal.enter("search vivaldi; open song", prompt: "Song>")
    terminal.send("open summer, RV 315 and some more of it")
    try await terminal.wait { $0.text.hasSuffix("vivaldi › Song> open summer, RV 315 and some more of it") }
    try await terminal.resize(columns: 40, rows: 24)
    try await terminal.wait { $0.text.hasSuffix("\nvivaldi › Song> open summer, RV 315 and\nsome more of it") }
    terminal.send("\u{15}show\r")
    try await terminal.wait { $0.text.contains("\n   2 ☆ Spring, RV 269: II.…  Antonio Vi…\n") }
    try await terminal.wait { $0.text.hasSuffix("vivaldi › Song>") }
  }
}
