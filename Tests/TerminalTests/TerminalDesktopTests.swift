import Disk
import Domain
import Foundation
import Glibc
import Presentation
import TestSupport
import Testing

@testable import Terminal

/// The desktop, with programs that only record their arguments.
@Suite(.timeLimit(.minutes(10)))
struct TerminalDesktopTests: DesktopSuite {
  let folder = TemporaryFolder()
  private let page = WebLink("https://h.invalid/a?b=c&d=$(touch%20x);'e'")!
  private let film = WebLink("https://h.invalid/1.m4v?x=y")!
  private let song = WebLink("https://h.invalid/1.m4a")!

  // MARK: Shell

  @Test func `a shell command reads the items, and its output is captured`() async throws {
    let desktop = desktop(["MERCADOLIBRE_ACCESS_TOKEN": "secret"])
    let lines = Array("{}\n{}\n".utf8)
    #expect(try await desktop.run("wc -l", reading: lines, isShown: false) == Array("2\n".utf8))
    #expect(try await desktop.run("yes | head -n 1", reading: lines, isShown: false) == Array("y\n".utf8))
    #expect(try await desktop.run("kill -PIPE $$", reading: lines, isShown: false) == [])
    #expect(try await desktop.run("echo $MERCADOLIBRE_ACCESS_TOKEN", reading: [], isShown: false) == [0x0A])
    #expect(try await desktop.run("cat", reading: lines, isShown: true) == [])
    #expect(folder.read("output") == "{}\n{}\n")
  }

  @Test func `a shell command that fails is reported with its status`() async {
    #expect(
      await error { () async throws(CommandError) in
        _ = try await desktop().run("exit 3", reading: [], isShown: false)
      } == .desktop(.commandFailed("exit 3", status: 3)))
  }

  @Test func `only an exit with 0 is a success`() {
    #expect([0, 3 << 8, 9, nil].map(ChildProgram.status(from:)) == [0, 3, 137, 255])
  }

  @Test func `a shell command is stopped with everything it started`() async throws {
    let task = Task { () -> CommandError? in
      await error { () async throws(CommandError) in
        _ = try await desktop().run("echo $$ > \(folder.path("begun")); sleep 600 | cat", reading: [], isShown: false)
      }
    }
    try await until { folder.read("begun")?.isEmpty == false }
    task.cancel()
    #expect(await task.value == .catalog(.cancelled))
  }

  // MARK: Browser

  @Test func `a child program does not get the credentials`() async throws {
    let output = try ScratchFile([])
    let environment = ["VISIBLE": "yes", "MERCADOLIBRE_CLIENT_SECRET": "hush", "LINER_TMDB_TOKEN": "hush"]
    let child = try #require(ChildProgram("/usr/bin/env", [], environment: environment, output: output.descriptor))
    #expect(await child.status() == 0)
    #expect(String(decoding: output.bytes(), as: UTF8.self) == "VISIBLE=yes\n")
  }

  @Test func `xdg-open gets the page as one argument, and no shell sees it`() async throws {
    try await installRecorder("xdg-open")
    try await desktop().browse(page)
    #expect(arguments(of: "xdg-open") == [page.text])
  }

  @Test(arguments: [
    ("fire", [], ["https://h/"]), ("fire --new-tab", [], ["--new-tab", "https://h/"]),
    ("fire --url=%s --end", [], ["--url=https://h/", "--end"]), ("missing:fire", [], ["https://h/"]),
    ("broken %s:fire", ["broken"], ["https://h/"]), (":fire:", [], ["https://h/"]),
  ])
  func `the first of the chosen browsers that works opens the page`(
    chosen: String, broken: [String], arguments: [String]
  ) async throws {
    try await installRecorder("fire")
    try await installRecorder("xdg-open")
    for name in broken { try await installRecorder(name, status: 1) }
    try await desktop(["BROWSER": chosen]).browse(WebLink("https://h/")!)
    #expect(self.arguments(of: "fire") == arguments)
    #expect(self.arguments(of: "xdg-open") == nil)
  }

  @Test func `a browser that stays open is not waited for`() async throws {
    // It ends only when the test is over and the pipe has no writer left.
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    try await install("xdg-open", "exec cat '\(folder.path("pipe"))'")
    let clock = ManualClock()
    let desktop = desktop(clock: clock)
    async let opened: Void = desktop.browse(page)
    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(500))
    try await opened
    let writer = open(folder.path("pipe"), O_WRONLY | O_CLOEXEC)
    close(writer)
  }

  @Test func `without a browser, the error says what to install`() async throws {
    let desktop = desktop(onlyFakes)
    #expect(
      await error { () async throws(CommandError) in try await desktop.browse(page) }
        == .desktop(.noProgram(["xdg-utils"], for: "open pages", target: page.text)))
    #expect(
      await error { () async throws(CommandError) in
        try await self.desktop(onlyFakes.merging(["BROWSER": " : "]) { $1 }).browse(page)
      } == .desktop(.noProgram(["xdg-utils"], for: "open pages", target: page.text)))
    try await installRecorder("xdg-open", status: 3)
    #expect(
      await error { () async throws(CommandError) in try await self.desktop().browse(page) }
        == .desktop(.programFailed("xdg-open", status: 3, target: page.text)))
    let other = self.desktop(["BROWSER": "nosuch:neither"])
    #expect(
      await error { () async throws(CommandError) in try await other.browse(page) }
        == .desktop(.noProgram(["nosuch", "neither"], for: "open pages", target: page.text)))
  }

  // MARK: Clipboard

  @Test func `the terminal gets the text to copy`() async throws {
    #expect(try await desktop().copy("https://h/") == .terminal)
    #expect(folder.read("output") == "\u{1B}]52;c;aHR0cHM6Ly9oLw==\u{7}")
  }

  @Test func `tmux gets the text for its buffer and for the terminal around it`() async throws {
    let within = ["TMUX": "/tmp/tmux-0/default,1,0"].merging(onlyFakes) { $1 }
    #expect(try await desktop(within).copy("https://h/") == .terminal)
    let plain = "\u{1B}]52;c;aHR0cHM6Ly9oLw==\u{7}"
    #expect(folder.read("output") == plain + "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\")
    try await install(
      "tmux", "echo \"$*\" > '\(folder.path("tmux.arguments"))'; /bin/cat > '\(folder.path("tmux.buffer"))'")
    #expect(try await desktop(within).copy("https://h/") == .tmux)
    #expect(folder.read("tmux.arguments") == "load-buffer -w -\n")
    #expect(folder.read("tmux.buffer") == "https://h/")
    try await install("tmux", "exit 1")
    #expect(try await desktop(within).copy("https://h/") == .terminal)
  }

  @Test func `nothing is copied without a terminal, or if it is too long`() async {
    for desktop in [desktop(isTerminal: false), desktop(["TERM": "dumb"]), desktop(["TERM": ""])] {
      #expect(await error { () async throws(CommandError) in _ = try await desktop.copy("x") } == .desktop(.noTerminal))
    }
    let long = String(repeating: "x", count: TerminalClipboard.limit + 1)
    #expect(
      await error { () async throws(CommandError) in _ = try await self.desktop().copy(long) }
        == .desktop(.tooLongToCopy(limit: TerminalClipboard.limit)))
    #expect(folder.read("output") == "")
  }

  // MARK: Player

  /// A loop that can be interrupted: a shell that waits for one long sleep notices an earlier signal only at its end.
  private let playing = "while :; do sleep 0.01; done"

  @Test(arguments: [
    (["mpv", "ffplay", "vlc"], "mpv", ["--no-terminal", "--audio-display=no"], false),
    (["ffplay", "cvlc"], "ffplay", ["-hide_banner", "-loglevel", "error", "-autoexit", "-nodisp"], false),
    (["ffplay"], "ffplay", ["-hide_banner", "-loglevel", "error", "-autoexit"], true),
    (["cvlc", "vlc"], "cvlc", ["--quiet", "--play-and-exit"], false),
    (["vlc"], "vlc", ["--intf", "dummy", "--quiet", "--play-and-exit"], true),
  ])
  func `the first installed player is used`(
    installed: [String], player: String, options: [String], isFilm: Bool
  ) async throws {
    for name in installed { try await installRecorder(name) }
    let preview = isFilm ? film : song
    // An installed player must not stand in for the missing one.
    let playback = try await desktop(onlyFakes).play(preview.text, from: nil, title: "One")
    #expect(playback == Playback(player: player))
    #expect(arguments(of: player) == options + [preview.text])
  }

  @Test func `without a player, the error says what to install`() async {
    let desktop = desktop(onlyFakes)
    #expect(
      await error { () async throws(CommandError) in _ = try await desktop.play(song.text, from: nil, title: "One") }
        == .desktop(.noProgram(["mpv", "ffmpeg", "vlc"], for: "play audio or video", target: song.text)))
    #expect(
      await error { () async throws(CommandError) in _ = try await desktop.play("/d/1.m4a", from: nil, title: "One") }
        == .desktop(.noProgram(["mpv", "ffmpeg", "vlc"], for: "play audio or video", target: "/d/1.m4a")))
  }

  @Test func `a player that fails is reported with its status`() async throws {
    try await installRecorder("mpv", status: 2)
    #expect(
      await error { () async throws(CommandError) in _ = try await desktop().play(song.text, from: nil, title: "One") }
        == .desktop(.programFailed("mpv", status: 2, target: song.text)))
  }

  @Test func `a cancelled player is interrupted`() async throws {
    // The player opens the pipe when it can be interrupted; what it writes afterwards is its last output.
    #expect(mkfifo(folder.path("ready"), 0o600) == 0)
    try await install(
      "mpv", "trap 'echo INT > \(folder.path("word")); exit 4' INT; echo > \(folder.path("ready")); \(playing)")
    let desktop = desktop()
    let playing = Task { try await desktop.play(song.text, from: nil, title: "One") }
    await opened("ready")
    playing.cancel()
    #expect(try await playing.value == Playback(player: "mpv", wasStopped: true))
    #expect(folder.read("word") == "INT\n")
  }

  @Test func `a player that ignores an interrupt is killed after two seconds, with everything it started`() async throws
  {
    #expect(mkfifo(folder.path("ready"), 0o600) == 0)
    try await install("mpv", "trap '' INT; echo > \(folder.path("ready")); sleep 600; :")
    let clock = ManualClock()
    let desktop = desktop(clock: clock)
    let playing = Task { try await desktop.play(song.text, from: nil, title: "One") }
    await opened("ready")
    playing.cancel()
    try await clock.waitForSleepers(1)
    #expect(clock.sleeping == [.seconds(2)])
    clock.advance(by: .seconds(2))
    #expect(try await playing.value == Playback(player: "mpv", wasStopped: true))
  }

  /// Waits until a program has written to that pipe, but not for ever.
  private func opened(_ name: String) async {
    let path = folder.path(name)
    await withCheckedContinuation { continuation in
      startThread {
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, 60_000)
        close(reader)
        continuation.resume()
      }
    }
  }

  // MARK: Programs

  @Test func `programs are searched for in absolute folders only`() async throws {
    try await installRecorder("tool")
    folder.write("", to: "data")
    #expect(ProgramPath.place(of: "tool", in: ["PATH": "/nowhere:" + folder.path]) == folder.path("tool"))
    #expect(ProgramPath.place(of: "tool", in: ["PATH": "."]) == nil)
    #expect(ProgramPath.place(of: "data", in: ["PATH": folder.path]) == nil)
    #expect(ProgramPath.place(of: folder.path("tool"), in: ["PATH": ""]) == folder.path("tool"))
  }

  @Test func `a program has no access to our terminal, and can be interrupted`() async throws {
    try await install("look", "echo \"$(ps -o sid= -p $$ | tr -d ' ')=$$\" > '\(folder.path("word"))'; cat")
    let child = try #require(
      ChildProgram(folder.path("look"), [], environment: ["PATH": "/usr/bin:/bin"]))
    #expect(await child.status() == 0)
    let parts = try #require(folder.read("word")?.split(whereSeparator: { $0 == "=" || $0 == "\n" }))
    #expect(parts.count == 2)
    #expect(parts.first == parts.last)
  }

  // MARK: The whole program

  @Test func `at the prompt Ctrl-C stops the player, and the session continues`() async throws {
    try await install(
      "mpv", "trap 'echo INT > \(folder.path("word")); exit 4' INT; echo > \(folder.path("ready")); \(playing)")
    #expect(mkfifo(folder.path("ready"), 0o600) == 0)
    let terminal = try PseudoTerminal(
      running: BuiltProgram.path("liner"), arguments: ["--offline", "--no-rc"],
      environment: [
        "TERM": "xterm-256color", "HOME": folder.path, "LINER_HISTORY": "/dev/null",
        "PATH": folder.path + ":/usr/bin:/bin",
      ])
    try await terminal.wait { $0.text.hasSuffix(">") }
    terminal.send("search vivaldi --in song\r")
    try await terminal.wait { $0.text.hasSuffix("vivaldi>") }
    terminal.send("play 1\r")
    await opened("ready")
    terminal.send("\u{3}")
    try await terminal.wait { $0.text.contains("stopped playing http") && $0.text.hasSuffix("vivaldi>") }
    #expect(folder.read("word") == "INT\n")
    terminal.send("quit\r")
    #expect(try await terminal.waitForExit() == .exited(0))
  }
}
