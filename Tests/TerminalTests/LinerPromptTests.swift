import Glibc
import TestSupport
import Testing

/// The program itself at its prompt, on a pseudo-terminal.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LinerPromptTests {
  private let folder = TemporaryFolder()

  private func start(
    _ arguments: [String] = [], columns: Int = 80, rows: Int = 24, linerc: String? = nil,
    _ environment: [String: String] = [:], until prompt: String = "liner>"
  ) async throws -> PseudoTerminal {
    if let linerc {
      mkdir(folder.path("liner"), 0o700)
      folder.write(linerc, to: "liner/linerc")
    }
    var all = [
      "TERM": "xterm-256color", "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
      "LINER_HISTORY": folder.path("history"),
    ]
    all.merge(environment) { $1 }
    let terminal = try PseudoTerminal(
      running: BuiltProgram.path("liner"), arguments: ["--set", "greeting=off"] + arguments, environment: all,
      columns: columns, rows: rows)
    try await terminal.wait { $0.text.hasSuffix(prompt) }
    return terminal
  }

  /// A service whose songs are called after the term.
  private static func answer(to request: StandInServer.Request) -> StandInServer.Answer {
    guard request.query["entity"] == "song", let term = request.query["term"] else {
      return .json(#"{"resultCount":0,"results":[]}"#)
    }
    return .json(
      #"{"resultCount":1,"results":[{"wrapperType":"track","kind":"song","trackId":1,"trackName":"All of \#(term)"}]}"#)
  }

  @Test func `a search typed quickly is previewed by one request for each category, which Enter uses`() async throws {
    try await StandInServer.run {
      Self.answer(to: $0)
    } body: { server in
      let terminal = try await start(["--set", "live=on"], ["LINER_ITUNES_URL": server.url])
      terminal.send("search vi")
      terminal.send("valdi")
      try await terminal.wait {
        $0.text.contains("All of vivaldi") && $0.cursorRow == "liner> search vivaldi" && $0.cursor.column == 21
      }
      #expect(await server.requests.map { $0.query["term"] } == ["vivaldi", "vivaldi", "vivaldi"])
      terminal.send("\r")
      try await terminal.wait { $0.text.hasSuffix("vivaldi>") && $0.text.contains("All of vivaldi") }
      #expect(await server.requests.count == 3)
      // The preview is gone: what is left is what the command printed.
      let transcript = terminal.screen.transcript
      #expect(transcript.split(separator: "All of vivaldi", omittingEmptySubsequences: false).count == 2)
      #expect(transcript.hasPrefix("liner> search vivaldi\nvivaldi\n"))
    }
  }

  @Test func `work that takes long is named below, and then no more`() async throws {
    let gate = Gate()
    try await StandInServer.run { request in
      await gate.wait()
      return Self.answer(to: request)
    } body: { server in
      let terminal = try await start([], ["LINER_ITUNES_URL": server.url])
      terminal.send("search vivaldi\r")
      try await terminal.wait { $0.cursorRow == "asking iTunes…" }
      gate.open()
      try await terminal.wait { $0.text.hasSuffix("vivaldi>") }
      #expect(!terminal.screen.transcript.contains("asking"))
    }
  }

  @Test func `a wait for the request budget is counted down, and Ctrl-C ends it`() async throws {
    try await StandInServer.run {
      Self.answer(to: $0)
    } body: { server in
      let terminal = try await start(["--rate", "1"], ["LINER_ITUNES_URL": server.url])
      terminal.send("search vivaldi\r")
      try await terminal.wait {
        $0.cursorRow.hasPrefix("waiting ") && $0.cursorRow.hasSuffix("; Ctrl-C cancels")
      }
      terminal.send("\u{3}")
      try await terminal.wait { $0.text.hasSuffix("Cancelled\nliner>") }
      #expect(!terminal.screen.transcript.contains("waiting"))
    }
  }

  @Test func `long lists come by screenfuls`() async throws {
    let terminal = try await start(["--offline"], rows: 12)
    terminal.send("search vivaldi --in song\ropen song\r")
    try await terminal.wait { screen in
      screen.text.hasPrefix("Song · vivaldi\n   1 ") && screen.text.contains("\n1-9 of 21; Enter for more\n")
    }
    terminal.send("more\r")
    try await terminal.wait { $0.text.contains("\n10-19 of 21; Enter for more\n") }
    terminal.send("set page off\rshow\r")
    try await terminal.wait { $0.text.contains("\n  21 ") && !$0.text.contains(" of 21") }
  }

  @Test func `a declaration comes by screenfuls too`() async throws {
    let terminal = try await start(["--offline"], rows: 12)
    terminal.send("catalog show ghibli\r")
    try await terminal.wait {
      $0.text.contains("\"name\": \"ghibli\"") && $0.text.contains(" lines; Enter for more\n")
    }
  }

  @Test func `which host a declaration asks is said before the first key`() async throws {
    let declaration =
      #"{"declaration":1,"name":"mine","title":"Mine","base":"https://mine.example","categories":["#
      + #"{"name":"a","title":"A","search":{"path":"/a"},"fields":{"id":"/id","title":"/t"}}]}"#
    folder.write(declaration, to: "mine.json")
    let terminal = try await start(["--catalog", folder.path("mine.json")], until: "\nmine>")
    #expect(terminal.screen.transcript.replacing("\n", with: " ").contains("it uses mine.example and no credentials"))
  }

  @Test func `linerc prepares the prompt, and its mistakes are named`() async throws {
    let terminal = try await start(["--offline"], linerc: "set theme mono\nopen 7\nset hints off\n")
    let place = folder.path("liner/linerc") + ":2: open 7: there is no item 7 here"
    #expect(terminal.screen.transcript.replacing("\n", with: "").hasPrefix(place))
    terminal.send("set hints\r")
    try await terminal.wait { $0.text.contains("hints  off") }
  }

  @Test func `a theme holds at once`() async throws {
    let terminal = try await start(["--offline", "--no-rc"], linerc: "nonsense\n")
    #expect(terminal.screen.text == "liner>")
    terminal.send("set theme dark\rsearch vivaldi\r")
    try await terminal.wait { $0.text.hasSuffix("vivaldi>") }
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[1;38;5;117mSong"))
    terminal.send("set theme light\rshow\r")
    let head = "\nSong  open song\n"
    try await terminal.wait { $0.transcript.split(separator: head, omittingEmptySubsequences: false).count == 3 }
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[1;38;5;25mSong"))
  }

  @Test func `Tab and ghost text know the screen, the files and earlier searches`() async throws {
    folder.write("search underscore\n/scorpions\nsearch the score\n", to: "history")
    folder.write("help\n", to: "demo.liner")
    let terminal = try await start(["--offline"])
    terminal.send("search SCOR\t")
    try await terminal.wait { screen in
      ["the score", "scorpions", "underscore"].allSatisfy { screen.text.contains($0) }
    }
    terminal.send("\u{15}source \(folder.path)/de\t")
    try await terminal.wait { $0.text.hasSuffix("source \(folder.path)/demo.liner") }
    terminal.send("\u{15}search vivaldi\r")
    try await terminal.wait { $0.text.hasSuffix("vivaldi>") }
    terminal.send("star 1")
    try await terminal.wait { $0.ghost == " → Spring, RV 269: I. Allegro" }
    terminal.send("\u{6}\r")
    try await terminal.wait { $0.text.contains("★ 1 Spring, RV 269: I. Allegro") }
  }
}
