import Disk
import Domain
import Foundation
import Glibc
import Presentation
import TestSupport
import Testing

@testable import Terminal

/// The desktop with programs that only note what they were given.
@Suite(.timeLimit(.minutes(10)))
struct TerminalDesktopTests {
  private let folder = TemporaryFolder()
  private let page = WebLink("https://h.invalid/a?b=c&d=$(touch%20x);'e'")!
  private let film = WebLink("https://h.invalid/1.m4v?x=y")!
  private let song = WebLink("https://h.invalid/1.m4a")!

  /// Puts a shell script where programs are looked for.
  /// Written by a program of its own: what is open for writing here is so for a moment in whatever another test starts just
  /// then, and would not be run (ETXTBSY).
  private func install(_ name: String, _ script: String) {
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = [
      "-c", #"printf '#!/bin/sh\n%s\n' "$1" > "$2"; chmod 755 "$2""#, "sh", script, folder.path(name),
    ]
    #expect(throws: Never.self) { try writer.run() }
    writer.waitUntilExit()
  }

  /// A program that writes its arguments to the file `NAME.log`, one a line, and ends with `status`.
  private func installRecorder(_ name: String, status: Int = 0) {
    install(
      name,
      "printf '%s\\n' \"$@\" > '\(folder.path(name)).new'; /bin/mv '\(folder.path(name)).new' '\(folder.path(name)).log'; exit \(status)"
    )
  }

  private func arguments(of name: String) -> [String]? {
    folder.read(name + ".log")?.split(separator: "\n").map(String.init)
  }

  /// - Parameter output: the name of the file that takes the place of the terminal.
  private func desktop(
    _ environment: [String: String] = [:], isTerminal: Bool = true, clock: any Clock<Duration> = ContinuousClock()
  ) -> TerminalDesktop {
    let all = ["PATH": folder.path + ":/usr/bin:/bin", "TERM": "xterm"].merging(environment) { $1 }
    let output = open(folder.path("output"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    return TerminalDesktop(
      environment: all, output: TerminalOutput(descriptor: output, appearance: .plain), isTerminal: isTerminal,
      progress: Progress(columns: { 80 }, write: nil), clock: clock)
  }

  private var onlyFakes: [String: String] { ["PATH": folder.path] }

  private func error(_ body: () async throws(CommandError) -> Void) async -> CommandError? {
    do throws(CommandError) {
      try await body()
      return nil
    } catch {
      return error
    }
  }

  // MARK: Shell

  @Test func `a command of the shell reads the items, and what it prints is taken in`() async throws {
    let desktop = desktop(["MERCADOLIBRE_ACCESS_TOKEN": "secret"])
    let lines = Array("{}\n{}\n".utf8)
    #expect(try await desktop.run("wc -l", reading: lines, isShown: false) == Array("2\n".utf8))
    #expect(try await desktop.run("yes | head -n 1", reading: lines, isShown: false) == Array("y\n".utf8))
    #expect(try await desktop.run("kill -PIPE $$", reading: lines, isShown: false) == [])
    #expect(try await desktop.run("echo $MERCADOLIBRE_ACCESS_TOKEN", reading: [], isShown: false) == [0x0A])
    #expect(try await desktop.run("cat", reading: lines, isShown: true) == [])
    #expect(folder.read("output") == "{}\n{}\n")
  }

  @Test func `a command of the shell that fails says with which status`() async {
    #expect(
      await error { () async throws(CommandError) in
        _ = try await desktop().run("exit 3", reading: [], isShown: false)
      } == .desktop(.commandFailed("exit 3", status: 3)))
  }

  @Test func `only an exit with 0 is a success`() {
    let endings: [ChildProgram.Ending] = [.exited(0), .exited(3), .killed(9), .unknown]
    #expect(endings.map(\.status) == [0, 3, 137, 255])
  }

  @Test func `a command of the shell is stopped with all it has started`() async {
    let task = Task { () -> CommandError? in
      await error { () async throws(CommandError) in
        _ = try await desktop().run("echo $$ > \(folder.path("begun")); sleep 600 | cat", reading: [], isShown: false)
      }
    }
    while (folder.read("begun") ?? "").isEmpty { await Task.yield() }
    task.cancel()
    #expect(await task.value == .catalog(.cancelled))
  }

  // MARK: Browser

  @Test func `a program that is started does not learn the credentials`() async throws {
    let output = try #require(ScratchFile([]))
    let environment = ["VISIBLE": "yes", "MERCADOLIBRE_CLIENT_SECRET": "hush", "LINER_TMDB_TOKEN": "hush"]
    let child = try #require(ChildProgram("/usr/bin/env", [], environment: environment, output: output.descriptor))
    #expect(await child.ending() == .exited(0))
    #expect(String(decoding: output.bytes, as: UTF8.self) == "VISIBLE=yes\n")
  }

  @Test func `xdg-open gets the page as one argument, and no shell sees it`() async throws {
    installRecorder("xdg-open")
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
    installRecorder("fire")
    installRecorder("xdg-open")
    for name in broken { installRecorder(name, status: 1) }
    try await desktop(["BROWSER": chosen]).browse(WebLink("https://h/")!)
    #expect(self.arguments(of: "fire") == arguments)
    #expect(self.arguments(of: "xdg-open") == nil)
  }

  @Test func `a browser that stays open is not waited for`() async throws {
    // It ends only when the test is over and the pipe has no writer any more.
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    install("xdg-open", "exec cat '\(folder.path("pipe"))'")
    let clock = ManualClock()
    let desktop = desktop(clock: clock)
    async let opened: Void = desktop.browse(page)
    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(500))
    try await opened
    let writer = open(folder.path("pipe"), O_WRONLY | O_CLOEXEC)
    close(writer)
  }

  @Test func `without a browser, what to install is said`() async {
    let desktop = desktop(onlyFakes)
    #expect(
      await error { () async throws(CommandError) in try await desktop.browse(page) }
        == .desktop(.noProgram(["xdg-utils"], for: "open pages", target: page.text)))
    #expect(
      await error { () async throws(CommandError) in
        try await self.desktop(onlyFakes.merging(["BROWSER": " : "]) { $1 }).browse(page)
      } == .desktop(.noProgram(["xdg-utils"], for: "open pages", target: page.text)))
    installRecorder("xdg-open", status: 3)
    #expect(
      await error { () async throws(CommandError) in try await self.desktop().browse(page) }
        == .desktop(.programFailed("xdg-open", status: 3, target: page.text)))
    let other = self.desktop(["BROWSER": "nosuch:neither"])
    #expect(
      await error { () async throws(CommandError) in try await other.browse(page) }
        == .desktop(.noProgram(["nosuch", "neither"], for: "open pages", target: page.text)))
  }

  // MARK: Clipboard

  @Test func `a terminal is sent what to copy`() async throws {
    #expect(try await desktop().copy("https://h/") == .terminal)
    #expect(folder.read("output") == "\u{1B}]52;c;aHR0cHM6Ly9oLw==\u{7}")
  }

  @Test func `tmux is told by itself and for the terminal around it, and has it in its buffer`() async throws {
    let within = ["TMUX": "/tmp/tmux-0/default,1,0"].merging(onlyFakes) { $1 }
    #expect(try await desktop(within).copy("https://h/") == .terminal)
    let plain = "\u{1B}]52;c;aHR0cHM6Ly9oLw==\u{7}"
    #expect(folder.read("output") == plain + "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\")
    install("tmux", "echo \"$*\" > '\(folder.path("tmux.arguments"))'; /bin/cat > '\(folder.path("tmux.buffer"))'")
    #expect(try await desktop(within).copy("https://h/") == .tmux)
    #expect(folder.read("tmux.arguments") == "load-buffer -w -\n")
    #expect(folder.read("tmux.buffer") == "https://h/")
    install("tmux", "exit 1")
    #expect(try await desktop(within).copy("https://h/") == .terminal)
  }

  @Test func `nothing is copied where there is no terminal, or too much of it`() async {
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

  /// What a shell does while it can be interrupted: one that waits for a single long sleep sees a signal that came just
  /// before only when that is over.
  private let playing = "while :; do sleep 0.01; done"

  @Test(arguments: [
    (["mpv", "ffplay", "vlc"], "mpv", ["--no-terminal", "--audio-display=no"], false),
    (["ffplay", "cvlc"], "ffplay", ["-hide_banner", "-loglevel", "error", "-autoexit", "-nodisp"], false),
    (["ffplay"], "ffplay", ["-hide_banner", "-loglevel", "error", "-autoexit"], true),
    (["cvlc", "vlc"], "cvlc", ["--quiet", "--play-and-exit"], false),
    (["vlc"], "vlc", ["--intf", "dummy", "--quiet", "--play-and-exit"], true),
  ])
  func `the first player there is plays`(
    installed: [String], player: String, options: [String], isFilm: Bool
  ) async throws {
    for name in installed { installRecorder(name) }
    let preview = isFilm ? film : song
    // A real player, where there is one, must not stand in for one that is missing.
    let playback = try await desktop(onlyFakes).play(preview, file: nil, title: "One")
    #expect(playback == Playback(player: player))
    #expect(arguments(of: player) == options + [preview.text])
  }

  @Test func `without a player, what to install is said`() async {
    let desktop = desktop(onlyFakes)
    #expect(
      await error { () async throws(CommandError) in _ = try await desktop.play(song, file: nil, title: "One") }
        == .desktop(.noProgram(["mpv", "ffmpeg", "vlc"], for: "play previews", target: song.text)))
    #expect(
      await error { () async throws(CommandError) in _ = try await desktop.play(song, file: "/d/1.m4a", title: "One") }
        == .desktop(.noProgram(["mpv", "ffmpeg", "vlc"], for: "play previews", target: "/d/1.m4a")))
  }

  @Test func `a player that fails is named with its status`() async {
    installRecorder("mpv", status: 2)
    #expect(
      await error { () async throws(CommandError) in _ = try await desktop().play(song, file: nil, title: "One") }
        == .desktop(.programFailed("mpv", status: 2, target: song.text)))
  }

  @Test func `a cancelled player is interrupted`() async throws {
    // The pipe is opened by the player once it can be interrupted; what it writes after is its last word.
    #expect(mkfifo(folder.path("ready"), 0o600) == 0)
    install("mpv", "trap 'echo INT > \(folder.path("word")); exit 4' INT; echo > \(folder.path("ready")); \(playing)")
    let desktop = desktop()
    let playing = Task { try await desktop.play(song, file: nil, title: "One") }
    await opened("ready")
    playing.cancel()
    #expect(try await playing.value == Playback(player: "mpv", wasStopped: true))
    #expect(folder.read("word") == "INT\n")
  }

  @Test func `a player that will not be interrupted is killed after two seconds, with all it started`() async throws {
    #expect(mkfifo(folder.path("ready"), 0o600) == 0)
    install("mpv", "trap '' INT; echo > \(folder.path("ready")); sleep 600; :")
    let clock = ManualClock()
    let desktop = desktop(clock: clock)
    let playing = Task { try await desktop.play(song, file: nil, title: "One") }
    await opened("ready")
    playing.cancel()
    try await clock.waitForSleepers(1)
    #expect(clock.sleeping == [.seconds(2)])
    clock.advance(by: .seconds(2))
    #expect(try await playing.value == Playback(player: "mpv", wasStopped: true))
  }

  /// Waits until a program has opened that pipe for writing.
  private func opened(_ name: String) async {
    let path = folder.path(name)
    await withCheckedContinuation { continuation in
      startThread {
        let reader = open(path, O_RDONLY | O_CLOEXEC)
        var byte: UInt8 = 0
        _ = read(reader, &byte, 1)
        close(reader)
        continuation.resume()
      }
    }
  }

  // MARK: Pictures

  private let png = Picture([0x89, 0x50, 0x4E, 0x47])!
  private let jpeg = Picture([0xFF, 0xD8, 0xFF, 0xE0])!

  @Test(arguments: [
    ([:], PictureDisplay.cannot(.noGraphics)),
    (["TERM": "dumb"], .cannot(.noTerminal)),
    (["TERM": "xterm-kitty"], .shows([.png])),
    (["KITTY_WINDOW_ID": "1"], .shows([.png])),
    (["TERM_PROGRAM": "ghostty"], .shows([.png])),
    (["TERM_PROGRAM": "iTerm.app"], .shows([.jpeg, .png, .gif])),
    (["TERM_PROGRAM": "WezTerm"], .shows([.jpeg, .png, .gif])),
    (["TERM": "foot"], .cannot(.noGraphics)),
    (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .cannot(.noGraphics)),
    (["TMUX": "x", "TERM_PROGRAM": "iTerm.app"], .cannot(.noGraphics)),
  ])
  func `what is drawn follows from the environment`(environment: [String: String], display: PictureDisplay) {
    #expect(desktop(onlyFakes.merging(environment) { $1 }).pictures == display)
  }

  @Test func `with chafa every format is shown, but nowhere outside a terminal`() {
    installRecorder("chafa")
    #expect(desktop().pictures == .shows(Picture.Format.allCases))
    #expect(desktop(isTerminal: false).pictures == .cannot(.noTerminal))
  }

  @Test func `kitty gets a PNG as it is, and is asked not to answer`() async throws {
    try await desktop(onlyFakes.merging(["TERM": "xterm-kitty"]) { $1 }).show(png, rows: nil, caption: nil)
    #expect(folder.read("output") == "\u{1B}_Ga=T,f=100,q=2,r=20,m=0;iVBORw==\u{1B}\\\n")
  }

  @Test func `a large picture reaches kitty in pieces`() throws {
    let picture = try #require(Picture(png.bytes + [UInt8](repeating: 0, count: 4000)))
    let kitty = try #require(DrawingProtocol(environment: ["TERM": "xterm-kitty"]))
    let pieces = String(decoding: kitty.sequence(for: picture, rows: 9), as: UTF8.self).split(separator: "\u{1B}\\")
    #expect(pieces.count == 2)
    #expect(pieces[0].hasPrefix("\u{1B}_Ga=T,f=100,q=2,r=9,m=1;"))
    #expect(pieces[1].hasPrefix("\u{1B}_Gm=0;"))
    let data = pieces.map { $0.split(separator: ";")[1] }.joined()
    #expect(pieces[0].split(separator: ";")[1].count == 4096)
    #expect(Data(base64Encoded: data).map(Array.init) == picture.bytes)
  }

  @Test func `iTerm2 gets a JPEG as it is`() async throws {
    try await desktop(onlyFakes.merging(["TERM_PROGRAM": "iTerm.app"]) { $1 }).show(jpeg, rows: nil, caption: nil)
    #expect(
      folder.read("output") == "\u{1B}]1337;File=inline=1;size=4;height=20;preserveAspectRatio=1:/9j/4A==\u{7}\n")
  }

  @Test func `a caption stands below, with nothing in it that a terminal acts on`() async throws {
    try await desktop(onlyFakes.merging(["TERM_PROGRAM": "iTerm.app"]) { $1 }).show(
      jpeg, rows: nil, caption: "3 a\u{1B}[2Jb")
    #expect(folder.read("output")?.hasSuffix("\u{7}\n3 a␛[2Jb\n") == true)
  }

  @Test(arguments: [("xterm", "symbols"), ("foot", "sixels"), ("xterm-kitty", "kitty")])
  func `chafa makes text of a picture in the form that the terminal draws`(term: String, format: String) async throws {
    install("chafa", "echo \"$@\"; wc -c")
    try await desktop(["TERM": term]).show(jpeg, rows: nil, caption: nil)
    #expect(folder.read("output") == "--format \(format) --size 40x20 --animate off -\n4\n\n")
  }

  @Test func `what chafa refuses is not shown`() async {
    install("chafa", "echo half; exit 2")
    #expect(
      await error { () async throws(CommandError) in try await desktop().show(jpeg, rows: nil, caption: nil) }
        == .desktop(.programFailed("chafa", status: 2, target: nil)))
    #expect(folder.read("output") == "")
  }

  // MARK: Programs

  @Test func `programs are looked for in absolute folders only`() {
    installRecorder("tool")
    folder.write("", to: "data")
    #expect(ProgramPath(environment: ["PATH": "/nowhere:" + folder.path]).place(of: "tool") == folder.path("tool"))
    #expect(ProgramPath(environment: ["PATH": "."]).place(of: "tool") == nil)
    #expect(ProgramPath(environment: ["PATH": folder.path]).place(of: "data") == nil)
    #expect(ProgramPath(environment: ["PATH": ""]).place(of: folder.path("tool")) == folder.path("tool"))
  }

  @Test func `a program has nothing of our terminal, and may be interrupted`() async throws {
    install("look", "echo \"$(ps -o sid= -p $$ | tr -d ' ')=$$\" > '\(folder.path("word"))'; cat")
    let child = try #require(
      ChildProgram(folder.path("look"), [], environment: ["PATH": "/usr/bin:/bin"]))
    #expect(await child.ending() == .exited(0))
    let parts = try #require(folder.read("word")?.split(whereSeparator: { $0 == "=" || $0 == "\n" }))
    #expect(parts.count == 2)
    #expect(parts.first == parts.last)
  }

  // MARK: The whole program

  @Test func `at the prompt Ctrl-C stops what plays, and the session goes on`() async throws {
    install("mpv", "trap 'echo INT > \(folder.path("word")); exit 4' INT; echo > \(folder.path("ready")); \(playing)")
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
    try await terminal.wait { $0.text.contains("stopped http") && $0.text.hasSuffix("vivaldi>") }
    #expect(folder.read("word") == "INT\n")
    terminal.send("quit\r")
    #expect(try await terminal.waitForExit() == .exited(0))
  }
}
