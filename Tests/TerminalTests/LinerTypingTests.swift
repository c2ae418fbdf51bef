import Glibc
import TestSupport
import Testing

/// Help with typing: hints, Tab, the history, and the settings of the prompt.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LinerTypingTests {
  private let liner = LinerTerminal()

  @Test func `a line is edited before it is entered`() async throws {
    let terminal = try await liner.start()
    terminal.send("seach vivaldy\u{7F}i\u{1}\u{1B}[C\u{1B}[C\u{1B}[Cr\r")
    try await terminal.wait { $0.text.hasSuffix("vivaldi>") && $0.text.contains("Spring, RV 269") }
    #expect(terminal.screen.text.hasPrefix("liner> search vivaldi\nvivaldi\n"))
  }

  @Test func `keys that send long sequences move by words or do nothing, and never type`() async throws {
    let terminal = try await liner.start()
    let keys = ["1;5D", "1;5D", "C", "C"].map { "\u{1B}[" + $0 }.joined()
    let others = ["5~", "15~", "2~", "1;2A", "3;5~", "1;5H", "4~", "1~", "200~", "201~"].map { "\u{1B}[" + $0 }.joined()
    terminal.send("serch vivaldi\(keys)a\(others)\r")
    try await terminal.wait { $0.text.hasSuffix("vivaldi>") && $0.text.contains("Spring, RV 269") }
    #expect(terminal.screen.text.hasPrefix("liner> search vivaldi\nvivaldi\n"))
  }

  @Test func `a line with bytes that are no text is refused alone`() async throws {
    let terminal = try await liner.start()
    terminal.send(Array("trail ".utf8) + [0xE9, 0x0D])
    try await terminal.wait { $0.text.contains("the line is not UTF-8 text") && $0.text.hasSuffix("\nliner>") }
    try await terminal.enter("search vivaldi", prompt: "vivaldi>")
  }

  /// Otherwise libedit would miscount its rows and write outside its memory.
  @Test func `a line taller than the window can be edited safely`() async throws {
    let terminal = try await liner.start(columns: 20, rows: 3)
    for _ in 1...4 { terminal.send(String(repeating: "x", count: 90) + "\u{1}\u{5}") }
    terminal.send("\u{3}\r")
    try await terminal.wait { $0.text.hasSuffix("\nliner>") }
    terminal.send("\u{4}")
    #expect(try await terminal.waitForExit() == .exited(0))
  }

  @Test func `ghost text is shown, accepted and gone after Enter`() async throws {
    let terminal = try await liner.start()
    try await terminal.enter("search vivaldi", prompt: "vivaldi>")
    terminal.send("sea")
    try await terminal.wait { $0.ghost == "rch vivaldi" }
    terminal.send("\u{3}star 3")
    try await terminal.wait { $0.ghost == " → Spring, RV 269: III. Allegro (Danza pastorale)" }
    terminal.send("\r")
    try await terminal.wait { $0.text.hasSuffix("★ 3 Spring, RV 269: III. Allegro (Danza pastorale)\nvivaldi>") }
    #expect(terminal.screen.transcript.contains("\nvivaldi> sea^C\nvivaldi> star 3\n★ 3"))
    terminal.send("sea\u{1B}[C")
    try await terminal.wait { $0.cursorRow == "vivaldi> search vivaldi" && $0.ghost.isEmpty && $0.cursor.column == 23 }
  }

  @Test func `hints can be switched off at once`() async throws {
    let terminal = try await liner.start()
    try await terminal.enter("search vivaldi", prompt: "vivaldi>")
    try await terminal.enter("set hints off", prompt: "vivaldi>")
    let before = terminal.output.count
    terminal.send("sea\rstar 3\r")
    try await terminal.wait { $0.text.hasSuffix("pastorale)\nvivaldi>") }
    #expect(!String(decoding: terminal.output.dropFirst(before), as: UTF8.self).contains("\u{1B}7"))
  }

  @Test func `Tab offers searches, files, categories, titles and the values of settings`() async throws {
    liner.folder.write("search underscore\nsearch scorpions\n", to: "history")
    liner.folder.write("help\n", to: "demo.liner")
    let terminal = try await liner.start()
    terminal.send("search \t")
    try await terminal.wait { $0.text.contains("scorpions") && $0.text.contains("underscore") }
    terminal.send("\u{15}source \(liner.folder.path)/de\t")
    try await terminal.wait { $0.text.hasSuffix("source \(liner.folder.path)/demo.liner") }
    terminal.send("\u{15}search vivaldi\r")
    try await terminal.wait { $0.text.hasSuffix("vivaldi>") }
    terminal.send("open \t")
    try await terminal.wait { screen in
      ["song", "podcast", "Spring, RV 269"].allSatisfy { screen.text.contains($0) }
    }
    terminal.send("pod\t")
    try await terminal.wait { $0.text.hasSuffix("vivaldi> open podcast") }
    terminal.send("\u{15}set country j\t\t")
    try await terminal.wait {
      $0.cursorRow.lowercased().contains("set country j") && $0.text.lowercased().contains("japan")
    }
    terminal.send("\u{15}set theme da\t\r")
    try await terminal.wait { $0.text.contains("theme  dark") }
  }

  @Test func `the history outlives the session, without lines that begin with a space or come from scripts`()
    async throws
  {
    liner.folder.write("favs\n", to: "script.liner")
    let first = try await liner.start(rows: 40)
    try await first.enter("search vivaldi", prompt: "vivaldi>")
    first.send(" trail\rsource \(liner.folder.path("script.liner"))\rhome\rsearch vivaldi\r")
    try await first.wait { $0.text.contains("No favourites yet") && $0.text.hasSuffix("\nvivaldi>") }
    first.send("\u{4}")
    #expect(try await first.waitForExit() == .exited(0))
    let run = try await BuiltProgram.run(
      ["--offline", "-c", "search chopin"], environment: ["LINER_HISTORY": liner.folder.path("history")])
    #expect(run.status == 0)
    let kept = ["source \(liner.folder.path("script.liner"))", "home", "search vivaldi"]
    var information = stat()
    #expect(stat(liner.folder.path("history"), &information) == 0 && information.st_mode & 0o777 == 0o600)
    let second = try await liner.start()
    #expect(liner.folder.read("history") == kept.joined(separator: "\n") + "\n")
    for line in kept.reversed() {
      second.send("\u{1B}[A")
      try await second.wait { $0.text.split(separator: "\n").joined().hasSuffix("liner> \(line)") }
    }
    second.send("\u{3}\u{12}viv")
    try await second.wait { $0.text.contains("search vivaldi") }
    second.send("\r")
    try await second.wait { $0.text.hasSuffix("vivaldi>") }
  }

  @Test func `a search typed quickly is previewed once, and a further key cancels`() async throws {
    try await StandInServer.run { request in
      request.query["term"] == "sil" ? .silence : LinerTerminal.answer(to: request)
    } body: { server in
      let terminal = try await liner.start(
        ["--rate", "off", "--set", "live=on", "--set", "categories=song"], ["LINER_ITUNES_URL": server.url])
      terminal.send("search ")
      for key in "sil" { terminal.send(String(key)) }
      await server.waitForRequests(1)
      terminal.send("k")
      await server.waitForHangUps(1)
      try await terminal.wait { $0.text.contains("All of silk") && $0.cursorRow == "liner> search silk" }
      #expect(await server.requests.map { $0.query["term"] } == ["sil", "silk"])
      terminal.send("\u{3}")
      try await terminal.wait { $0.text == "liner> search silk^C\nliner>" }
    }
  }

  @Test func `a place that is too long loses whole steps`() async throws {
    let terminal = try await liner.start(columns: 40)
    try await terminal.enter("search vivaldi", prompt: "vivaldi>")
    try await terminal.enter("open song", prompt: "vivaldi › Song>")
    try await terminal.enter("open 1", prompt: "…>")
    try await terminal.wait { $0.cursorRow == "Spring, RV 269: …>" }
    try await terminal.resize(columns: 80, rows: 24)
    try await terminal.wait { $0.cursorRow.hasSuffix("Spring, RV 269: I. Allegro>") }
    terminal.send("favs\r")
    try await terminal.wait { $0.cursorRow == "vivaldi › … › Favourites>" }
  }

  @Test func `the prompt has a row of its own behind output without a line break`() async throws {
    let terminal = try await liner.start()
    try await terminal.enter("search vivaldi", prompt: "vivaldi>")
    terminal.send("| printf abc\r")
    try await terminal.wait { $0.text.hasSuffix("> | printf abc\nabc\nvivaldi>") }
    terminal.send("| echo def\r")
    try await terminal.wait { $0.text.hasSuffix("> | echo def\ndef\nvivaldi>") }
  }

  @Test func `a demo types what it runs, and not what the user types behind it`() async throws {
    let terminal = try await liner.start(["--offline", "-i", "--pace", "9", "-c", "search vivaldi"])
    try await terminal.wait { $0.cursorRow == "vivaldi>" }
    terminal.send("star 1\r")
    try await terminal.wait { $0.text.hasSuffix("vivaldi> star 1\n★ 1 Spring, RV 269: I. Allegro\nvivaldi>") }
    #expect(terminal.screen.transcript.split(separator: "> star 1").count == 2)
  }

  @Test(arguments: [[], ["-i", "-c", "search vivaldi"]])
  func `nobody types blindly into a cast`(input: [String]) async throws {
    let arguments = ["--offline", "--cast", liner.folder.path("a.cast")] + input
    let terminal = try PseudoTerminal(
      running: BuiltProgram.liner, arguments: arguments, environment: liner.environment)
    #expect(try await terminal.waitForExit() == .exited(64))
    #expect(terminal.screen.text.hasPrefix("Error: --cast needs a script or -c"))
  }

  @Test func `linerc runs first, its errors are reported, and scripts ignore it`() async throws {
    mkdir(liner.folder.path("liner"), 0o700)
    liner.folder.write("set view tiles\nopen 7\nset page off\n", to: "liner/linerc")
    let without = try await liner.start(["--offline", "--no-rc"])
    #expect(without.screen.text == "liner>")
    let terminal = try await liner.start(rows: 12)
    let mistake = liner.folder.path("liner/linerc") + ":2: open 7: there is no item 7 here"
    #expect(terminal.screen.transcript.replacing("\n", with: "").hasPrefix(mistake))
    try await terminal.enter("search vivaldi; open song", prompt: "Song>")
    let lines = terminal.screen.transcript.split(separator: "\n")
    #expect(lines.contains { $0.contains("  19 ☆ Gloria") && $0.contains("  20 ☆ Nulla in mundo") })
    #expect(!terminal.screen.transcript.contains(" of 21"))
    let run = try await BuiltProgram.run(
      ["--offline", "-c", "set view"], environment: ["XDG_CONFIG_HOME": liner.folder.path])
    #expect(run.text.hasPrefix("view  list"))
  }
}
