import Glibc
import TestSupport
import Testing

/// Ctrl-C, Ctrl-D, Ctrl-Z and signals at every possible moment.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LinerInterruptTests {
  private let liner = LinerTerminal()

  @Test func `Ctrl-C clears a line, and an empty one, and never ends the session`() async throws {
    let terminal = try await liner.start()
    terminal.send("search viv\u{3}")
    try await terminal.wait { $0.text == "liner> search viv^C\nliner>" }
    terminal.send("\u{3}\u{3}\u{3}")
    try await terminal.wait { $0.text.hasSuffix("liner> ^C\nliner> ^C\nliner> ^C\nliner>") }
    try await terminal.enter("trail")
    #expect(terminal.screen.text.hasSuffix("> trail\n▸ home\nliner>"))
  }

  @Test func `a request is cancelled: back to where one was, and the next search works`() async throws {
    try await StandInServer.run { request in
      request.query["term"] == "silent" ? .silence : LinerTerminal.answer(to: request)
    } body: { server in
      let terminal = try await liner.start(["--rate", "off"], ["LINER_ITUNES_URL": server.url])
      try await terminal.enter("search one", prompt: "one>")
      terminal.send("search silent\r")
      await server.waitForRequests(6)
      terminal.send("\u{3}")
      try await terminal.wait { $0.text.contains("Cancelled") && $0.text.hasSuffix("\none>") }
      #expect(terminal.screen.text.hasSuffix("one> search silent\nCancelled\none>"))
      try await terminal.enter("expect error cancelled", prompt: "one>")
      #expect(!terminal.screen.text.contains("found none"))
      await server.waitForHangUps(3)
      try await terminal.enter("search two", prompt: "two>")
      #expect(terminal.screen.text.contains("All of two"))
    }
  }

  @Test func `a request with progress that is cancelled three times changes nothing, nor one for a key`() async throws {
    try await StandInServer.run(answering: .silence) { server in
      let given = ["LINER_JELLYFIN_URL": server.url, "LINER_JELLYFIN_USER": "me", "LINER_JELLYFIN_PASSWORD": "sesame"]
      let terminal = try await liner.start(["--rate", "off", "--timeout", "300", "--catalog", "jellyfin"], given)
      terminal.send("search silent\r")
      try await terminal.wait { $0.cursorRow == "asking Jellyfin…" }
      terminal.send("\u{3}\u{3}\u{3}")
      // Each Ctrl-C discards what the terminal has not read yet (termios(3), NOFLSH), even the line `Cancelled`.
      try await terminal.wait { $0.text.hasSuffix("jellyfin>") }
      try await until { await server.hangUps == 1 }
      terminal.send("\u{15}trail\r")
      try await terminal.wait { $0.text.hasSuffix("▸ home\njellyfin>") }
    }
  }

  @Test(arguments: ["search silent --everywhere", "elsewhere 1"])
  func `a search of several catalogs is cancelled, and every row is as before`(command: String) async throws {
    try await StandInServer.run { request in
      request.path.hasPrefix("/deezer") && !request.target.contains("one") || request.query["term"] == "silent"
        ? .silence : LinerTerminal.answer(to: request)
    } body: { server in
      let terminal = try await liner.start(
        ["--rate", "off", "--set", "everywhere=itunes,deezer"],
        [
          "LINER_ITUNES_URL": server.url, "LINER_DEEZER_URL": server.url + "/deezer",
          "LINER_WIKIDATA_URL": server.url + "/deezer/wikidata",
        ])
      try await terminal.enter("search one --in song", prompt: "one>")
      try await terminal.enter("show", prompt: "one>")
      let rows = terminal.screen.text.split(separator: "one> show\n").last
      let before = await server.requests.count
      terminal.send(command + "\r")
      await server.waitForRequests(before + 1)
      try await terminal.wait { $0.cursorRow.hasPrefix("asking") }
      terminal.send("\u{3}")
      try await terminal.wait { $0.text.contains("Cancelled\n") && $0.text.hasSuffix("\none>") }
      #expect(!terminal.screen.transcript.contains("asking"))
      try await terminal.enter("show", prompt: "one>")
      #expect(terminal.screen.text.split(separator: "one> show\n").last == rows)
      try await terminal.enter("open 1", prompt: "All of one>")
      try await terminal.enter("back", prompt: "one>")
      try await terminal.enter("trail", prompt: "one>")
      #expect(!terminal.screen.text.contains("Elsewhere") && !terminal.screen.text.contains("▸ silent"))
    }
  }

  @Test func `a shell command has the terminal, and Ctrl-C stops it`() async throws {
    let terminal = try await liner.start()
    try await terminal.enter("search vivaldi --in song", prompt: "vivaldi>")
    terminal.send("| wc -l; echo ready; read line < /dev/tty; echo \"got $line\"\r")
    try await terminal.wait { $0.text.hasSuffix("\n5\nready") }
    terminal.send("hello\r")
    try await terminal.wait { $0.text.hasSuffix("\nhello\ngot hello\nvivaldi>") }
    terminal.send("| echo begun; sleep 600 | cat\r")
    try await terminal.wait { $0.text.hasSuffix("\nbegun") }
    terminal.send("\u{3}")
    try await terminal.wait { $0.text.hasSuffix("Cancelled\nvivaldi>") }
    // A pager uses Ctrl-C for itself, and goes on for as long as it likes.
    terminal.send("| trap '' INT; echo paging; sleep 3; echo done\r")
    try await terminal.wait { $0.text.hasSuffix("\npaging") }
    terminal.send("\u{3}")
    try await terminal.wait { $0.text.hasSuffix("\npaging\n^Cdone\nvivaldi>") }
    try await terminal.enter("| exit 3", prompt: "vivaldi>")
    #expect(terminal.screen.text.hasSuffix("\n\"exit 3\" failed with status 3\nvivaldi>"))
  }

  @Test func `commands before the prompt of -i stop, and the prompt comes`() async throws {
    mkdir(liner.folder.path("liner"), 0o755)
    liner.folder.write("set limit 7", to: "liner/linerc")
    try await StandInServer.run(answering: .silence) { server in
      let terminal = try PseudoTerminal(
        running: BuiltProgram.liner,
        arguments: ["--set", "greeting=off", "--rate", "off", "-i", "-c", "search silent; trail"],
        environment: liner.environment.merging(["LINER_ITUNES_URL": server.url]) { $1 })
      try await terminal.wait { $0.cursorRow == "asking iTunes…" }
      terminal.send("\u{3}")
      try await terminal.wait { $0.text == "-c:1: search silent: Cancelled\nliner>" }
      try await terminal.enter("set limit")
      #expect(terminal.screen.text.contains("\nlimit  7  "))
    }
  }

  @Test func `nested scripts stop, and the prompt returns`() async throws {
    liner.folder.write("source \(liner.folder.path("inner.liner"))\ntrail\n", to: "outer.liner")
    liner.folder.write("search silent\nfavs\n", to: "inner.liner")
    try await StandInServer.run(answering: .silence) { server in
      let terminal = try await liner.start(["--rate", "off"], ["LINER_ITUNES_URL": server.url])
      terminal.send("source \(liner.folder.path("outer.liner"))\r")
      await server.waitForRequests(3)
      terminal.send("\u{3}")
      try await terminal.wait { $0.text.hasSuffix("Cancelled\nliner>") }
      try await terminal.enter("trail")
      #expect(terminal.screen.text.hasSuffix("> trail\n▸ home\nliner>"))
      #expect(!terminal.screen.text.contains("Favourites"))
    }
  }

  @Test func `a script without requests stops too`() async throws {
    liner.folder.write(String(repeating: "star 1\n", count: 200_000), to: "long.liner")
    let terminal = try await liner.start(rows: 12)
    try await terminal.enter("search vivaldi", prompt: "vivaldi>")
    terminal.send("source \(liner.folder.path("long.liner"))\r")
    try await terminal.wait { $0.text.contains("★ 1 Spring") }
    terminal.send("\u{3}")
    try await terminal.wait { $0.cursorRow == "vivaldi>" }
    try await terminal.enter("home", prompt: "liner>")
  }

  @Test func `a list in pages stays where it is`() async throws {
    let terminal = try await liner.start(rows: 12)
    try await terminal.enter("search vivaldi; open song", prompt: "Song>")
    terminal.send("mo\u{3}")
    try await terminal.wait { $0.text.hasSuffix("Song> mo^C\nvivaldi › Song>") }
    terminal.send("more\r")
    try await terminal.wait { $0.text.contains("10-19 of 21; Enter for more\n") }
  }

  @Test func `Ctrl-D quits on an empty line, but not within a line`() async throws {
    let terminal = try await liner.start()
    terminal.send("trail\u{4}")
    terminal.send("\r")
    try await terminal.wait { $0.text.hasSuffix("▸ home\nliner>") }
    terminal.send("\u{4}")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(terminal.modes == terminal.firstModes)
    #expect(terminal.screen.cursor.column == 0)
  }

  @Test(arguments: ["quit", "exit", "q"])
  func `quit restores the terminal`(command: String) async throws {
    let terminal = try await liner.start()
    terminal.send(command + "\r")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(terminal.modes == terminal.firstModes)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT], [false, true])
  func `a signal that ends liner restores the terminal`(signal: Int32, isAsking: Bool) async throws {
    try await StandInServer.run(answering: .silence) { server in
      let terminal = try await liner.start(["--rate", "off"], ["LINER_ITUNES_URL": server.url, "LC_ALL": "C"])
      terminal.send("search silent" + (isAsking ? "\r" : ""))
      try await terminal.wait { isAsking ? $0.cursorRow == "asking iTunes~" : $0.text.contains("silent") }
      terminal.signal(signal)
      #expect(try await terminal.waitForExit() == .killed(signal))
      #expect(terminal.modes == terminal.firstModes && terminal.screen.cursorRow == "")
    }
  }

  @Test func `an answer to a secret question is tried with progress, and a signal restores modes`() async throws {
    try await StandInServer.run(answering: .silence) { server in
      let terminal = try await liner.start([], ["LINER_TMDB_URL": server.url])
      for (keys, end) in [("\u{4}", "\nnothing was typed"), ("sesame\r", "\nasking tmdb…"), ("", "")] {
        terminal.send("catalog sign-in tmdb\r")
        try await terminal.wait { $0.cursorRow.hasSuffix("Settings, API):") }
        terminal.send(keys)
        try await terminal.wait { $0.text.suffix(60).contains("API):" + end) }
        if keys.count > 1 { terminal.send("\u{3}") }
        try await terminal.wait { keys.isEmpty || $0.text.hasSuffix("liner>") }
      }
      terminal.signal(SIGTERM)
      #expect(try await terminal.waitForExit() == .killed(SIGTERM) && terminal.modes == terminal.firstModes)
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGKILL])
  func `no signal loses unsaved favourites`(signal: Int32) async throws {
    let terminal = try await liner.start()
    try await terminal.enter("search vivaldi; star 1-2; unstar 2", prompt: "vivaldi>")
    terminal.signal(signal)
    #expect(try await terminal.waitForExit() == .killed(signal))
    if signal == SIGTERM { #expect(terminal.screen.text.contains("\n1 favourite saved; see favs earlier")) }
    let next = try await liner.start()
    try await next.enter("favs earlier", prompt: "Favourites from earlier sessions>")
    #expect(next.screen.text.contains("1 ☆ Spring, RV 269: I. Allegro"))
    #expect(!next.screen.text.contains("2 ☆"))
  }

  @Test(arguments: [true, false])
  func `favourites are saved in a file where their database cannot be used`(hasFolder: Bool) async throws {
    let state = liner.folder.path("state")
    for name in hasFolder ? ["", "/liner", "/liner/state.db"] : [""] { mkdir(state + name, 0o700) }
    if !hasFolder { liner.folder.write("", to: "state/liner") }
    try await StandInServer.run(answering: { LinerTerminal.answer(to: $0) }) { server in
      let terminal = try await liner.start(["--rate=off"], ["LINER_ITUNES_URL": server.url, "XDG_STATE_HOME": state])
      try await terminal.enter("search vivaldi; star 1", prompt: "vivaldi>")
      terminal.send("\u{4}")
      #expect(try await terminal.waitForExit() == .exited(0))
      let place = hasFolder ? state + "/liner/unsaved-favorites.jsonl" : "~/liner-favorites.jsonl"
      let text = terminal.screen.transcript.replacing("\n", with: " ")
      #expect(text.contains("favourites saved in \(place)"), "\(text)")
    }
    let kept = hasFolder ? "state/liner/unsaved-favorites.jsonl" : "liner-favorites.jsonl"
    #expect(liner.folder.read(kept)?.contains("All of vivaldi") == true)
    let next = try await liner.start(["--set", "greeting=on"], ["XDG_STATE_HOME": state])
    let greeting = next.screen.transcript.replacing("\n", with: " ")
    #expect(greeting.contains("import ~/liner-favorites.jsonl") == !hasFolder, "\(greeting)")
  }

  @Test func `Ctrl-C ends the wait for a lock at the end, and favourites go to a file`() async throws {
    for name in [".local", ".local/state", ".local/state/liner"] { mkdir(liner.folder.path(name), 0o700) }
    let lock = open(liner.folder.path(".local/state/liner"), O_RDONLY)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    liner.folder.write(#"{"id":"itunes:song:1","title":"One"}"#, to: "x.jsonl")
    let terminal = try await liner.start([])
    try await terminal.enter("import ~/x.jsonl")
    terminal.send("\u{4}")
    try await until { terminal.sent.contains("saving favourites") }
    terminal.send("\u{3}")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.transcript.contains("liner: favourites saved in"))
  }

  @Test func `Ctrl-Z gives the terminal to the shell, and fg restores line and modes`() async throws {
    let terminal = try PseudoTerminal(
      running: "/bin/bash", arguments: ["--norc", "--noediting"],
      environment: liner.environment.merging(["PS1": "$ ", "LINER": BuiltProgram.liner]) { $1 })
    try await terminal.wait(for: "$")
    let modes = terminal.modes
    terminal.send("$LINER --offline\r")
    try await terminal.wait { $0.cursorRow == "liner>" }
    terminal.send("search viv")
    try await terminal.wait(for: "liner> search viv")
    for _ in 1...2 {
      terminal.send("\u{1A}")
      try await terminal.wait { $0.text.contains("Stopped") && $0.cursorRow == "$" }
      #expect(terminal.modes == modes)
      terminal.send("fg\r")
      try await terminal.wait { $0.cursorRow == "liner> search viv" && $0.cursor.column == 17 }
    }
    // In the background the prompt stops, when it comes from there and when it starts there.
    let foreground = "until [ \"$(jobs -s)\" ]; do sleep 0.1; done; fg\r"
    terminal.send("\u{1A}")
    try await terminal.wait { $0.cursorRow == "$" }
    terminal.send("bg; \(foreground)")
    try await terminal.wait { $0.cursorRow == "liner> search viv" && $0.cursor.column == 17 }
    terminal.send("aldi\r")
    try await terminal.wait { $0.cursorRow == "vivaldi>" && $0.text.contains("Spring, RV 269") }
    terminal.send("\u{4}")
    try await terminal.wait { $0.cursorRow == "$" }
    terminal.send("$LINER --offline & \(foreground)")
    try await terminal.wait { $0.cursorRow == "liner>" }
    terminal.send("\u{4}")
    try await terminal.wait { $0.cursorRow == "$" }
    #expect(terminal.modes == modes)
  }

  @Test func `Ctrl-Z during a request suspends it too, and fg continues`() async throws {
    let gate = Gate()
    try await StandInServer.run { request in
      await gate.wait()
      return LinerTerminal.answer(to: request)
    } body: { server in
      let terminal = try PseudoTerminal(
        running: "/bin/bash", arguments: ["--norc", "--noediting"],
        environment: liner.environment.merging(
          ["PS1": "$ ", "LINER": BuiltProgram.liner, "LINER_ITUNES_URL": server.url]
        ) { $1 })
      try await terminal.wait(for: "$")
      let modes = terminal.modes
      terminal.send("$LINER --rate off\r")
      try await terminal.wait { $0.cursorRow == "liner>" }
      terminal.send("search jack\r")
      await server.waitForRequests(3)
      terminal.send("\u{1A}")
      try await terminal.wait { $0.text.contains("Stopped") && $0.cursorRow == "$" }
      #expect(terminal.modes == modes)
      gate.open()
      terminal.send("fg\r")
      try await terminal.wait { $0.cursorRow == "jack>" && $0.text.contains("All of jack") }
      // A question is asked again, and a secret stays unseen.
      terminal.send("catalog sign-in tmdb\r")
      try await terminal.wait { $0.cursorRow.hasSuffix("API):") }
      terminal.send("\u{1A}")
      try await terminal.wait { $0.cursorRow == "$" }
      terminal.send("fg\r")
      try await terminal.wait { $0.cursorRow.hasSuffix("API):") }
      terminal.send("secret\u{3}")
      try await terminal.wait { $0.text.hasSuffix("Cancelled\njack>") }
      #expect(!terminal.screen.text.contains("secret"))
      terminal.send("\u{4}")
      try await terminal.wait { $0.cursorRow == "$" }
      #expect(terminal.modes == modes)
    }
  }
}
