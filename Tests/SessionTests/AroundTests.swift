import Foundation
import FoundationXML
import TestSupport
import Testing

/// The demo, the manual page, the installation and the log.
@Suite(.timeLimit(.minutes(10)))
struct AroundTests {
  private let folder = TemporaryFolder()

  // MARK: Ways in

  @Test(arguments: [
    ("search antonio vivaldi --limit 2 --in song", "search antonio vivaldi --limit 2 --in song"),
    ("sear 'antonio vivaldi' --in=song", "search antonio vivaldi --in song"),
  ])
  func `a command from the shell is that command`(words: String, command: String) async throws {
    let run = try await shell("$liner --offline \(words)")
    let same = try await shell("$liner --offline -c '\(command)'")
    #expect(run.text == same.text)
    #expect(run.text.contains("Song"))
    #expect(run.errorText == "")
    #expect(run.status == 0)
  }

  @Test func `words from the shell are not taken apart again`() async throws {
    let run = try await shell("$liner --offline --output json search 'a;favs' '#b' --in song; echo $?")
    try #require(run.lines.count == 3)
    #expect(run.lines[0].contains(#""term":"a;favs #b""#))
    #expect(run.lines[0].contains(#""source":"liner""#))
    #expect(run.lines[1] == "0")
  }

  @Test func `a first word that is both is the file, and a folder is none`() async throws {
    folder.write("trail\n", to: "favs")
    let file = try await shell("$liner --offline favs; rm favs; mkdir favs; $liner --offline favs")
    #expect(file.text == "▸ home\nFavourites\nNo favourites yet. Add one: star N\n")
  }

  @Test(arguments: [
    ("jack johnson", "\"jack\" is neither a file here nor a command; did you mean back, or search jack johnson?"),
    ("none.liner", "\"none.liner\" is neither a file here nor a command; liner help lists the commands"),
    ("serach", "\"serach\" is neither a file here nor a command; did you mean search, or search serach?"),
    (
      "--offline --set view=list -- xyzzy",
      "\"xyzzy\" is neither a file here nor a command; did you mean search xyzzy?"
    ),
  ])
  func `a first word that is neither names both readings`(words: String, sentence: String) async throws {
    let run = try await shell("$liner \(words)")
    #expect(run.status == 64)
    #expect(run.text == "")
    #expect(run.errorText.contains(sentence))
  }

  @Test func `a command that fails does not repeat itself`() async throws {
    let run = try await shell("$liner --offline search x --limit 0")
    #expect(run.errorText == "liner: --limit must be a whole number from 1 to 200, not \"0\"\n")
    #expect(run.status == 1)
  }

  @Test func `it is known of every option whether the next word is its value`() async throws {
    let help = try await shell("$liner --help").text
    let names = help.split(separator: "\n").flatMap { line -> [(name: String, takesValue: Bool)] in
      guard line.hasPrefix("  -") else { return [] }
      let words = line.split(separator: " ", omittingEmptySubsequences: true).prefix {
        $0.first == "-" || $0.first == "<"
      }
      let takesValue = words.contains { $0.first == "<" }
      return words.filter { $0.first == "-" }.map { (String($0.replacing(",", with: "")), takesValue) }
    }
    #expect(names.count > 20)
    for (name, takesValue) in names where !["--version", "-h", "--help"].contains(name) {
      let run = try await shell("rm -f xyzzy; $liner \(name) xyzzy < /dev/null")
      #expect(run.errorText.contains("neither a file here nor a command") == !takesValue, "\(name)")
    }
  }

  @Test func `a script hands items to the shell where that is allowed`() async throws {
    let run = try await shell(
      "$liner --offline --shell -c 'search vivaldi --in song' -c '| grep -c RV; true' -c '| exit 3' | tail -n 1")
    #expect(run.text == "5\n")
    #expect(run.errorText == "-c:3: | exit 3: \"exit 3\" failed with status 3\n")
    let refused = try await shell("$liner --offline -c favs -c '| cat'")
    #expect(refused.errorText == "-c:2: | cat: scripts need --shell to run shell commands\n")
    #expect(refused.status == 1)
  }

  @Test func `the summary counts the commands that failed`() async throws {
    let run = try await shell("$liner --offline --keep-going -c 'bad; expect items 3; expect items 0; bad'")
    #expect(
      run.errorText.hasSuffix(
        "expected 3 items, found 0 (on home)\n-c:1: bad: unknown command \"bad\"; did you mean search bad?\n2 expectations, 1 failed; 2 commands failed\n"
      ))
  }

  // MARK: The demo

  @Test func `the demo plays to its end`() async throws {
    let run = try await shell("$scripts/demo --fast")
    #expect(run.errorText == "")
    #expect(run.status == 0)
    #expect(!run.output.contains(0x1B))
    for command in [
      "search", "star", "open 3 tracks", "stores", "charts", "open 1 episodes", "favs", "back", "forward", "trail",
      "catalog", "explain", "quit",
    ] {
      #expect(run.lines.contains { $0.contains("> \(command)") })
    }
    #expect(run.lines.contains("# The current chart, and how it moved in a week."))
    #expect(!run.text.contains("#!"))
  }

  @Test
  func `nothing in the demo is longer than a screen, wider than 80 columns, or of a width that terminals dispute`()
    async throws
  {
    let lines = try await demoLines()
    let answers = lines.split { $0.contains("> ") && $0.first?.isWhitespace == false }
    #expect(answers.count > 15)
    for answer in answers { #expect(answer.count <= 22, "\(answer.first ?? "")") }
    for line in lines {
      #expect(line.count <= 80, "\(line)")
      #expect(line.allSatisfy { $0.unicodeScalars.count == 1 }, "\(line)")
    }
  }

  @Test func `the picture shows what the demo prints today`() async throws {
    let place = URL(filePath: BuiltProgram.packageRoot + "/scripts/demo.svg")
    let picture = try XMLDocument(contentsOf: place, options: .nodePreserveWhitespace)
    func comparable(_ text: String) -> String { Self.untimed(text).filter { $0 != " " } }
    let shown = Set(try picture.nodes(forXPath: "//*[local-name()='text']").map { comparable($0.stringValue ?? "") })
    for line in try await demoLines() {
      #expect(shown.contains(comparable(line)) || line.isEmpty, "run scripts/demo-picture: \(line)")
    }
    #expect(try #require(FileManager.default.attributesOfItem(atPath: place.path)[.size] as? Int) < 500_000)
  }

  @Test func `a session shown step by step types each command at a key, which is not seen`() async throws {
    folder.write("# What follows is short.\nshow\nfavs\n", to: "two.liner")
    let terminal = try PseudoTerminal(
      running: BuiltProgram.liner,
      arguments: ["--offline", "--step", "--pace", "1000", folder.path("two.liner")],
      environment: ["TERM": "dumb", "HOME": folder.path], columns: 80, rows: 24)
    try await terminal.wait(for: "# What follows is short.\nliner>")
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("show"))
    terminal.send("\r")
    try await terminal.wait(for: "seasons\nliner>")
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("favs"))
    terminal.send(" ")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("favs\r\nFavourites"))
  }

  @Test func `a speaker sees the next command, and may type others first`() async throws {
    folder.write("search vivaldi --in song\nopen 2\n", to: "two.liner")
    let terminal = try PseudoTerminal(
      running: BuiltProgram.liner,
      arguments: ["--offline", "--step", "--pace", "1000", folder.path("two.liner")],
      environment: ["TERM": "xterm", "HOME": folder.path], columns: 60, rows: 12)
    try await terminal.wait { $0.cursorRow == "liner> search vivaldi --in song" && $0.cursor.column == 7 }
    // A key of a presenter's remote control.
    terminal.send("\u{1B}[6~")
    try await terminal.wait { $0.cursorRow == "vivaldi> open 2" && $0.cursor.column == 9 }
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[2mopen 2"))
    terminal.send("star 9x\u{7F}9\r")
    try await terminal.wait { $0.text.contains("there is no item 99 here") && $0.cursorRow == "vivaldi> open 2" }
    terminal.send("open 1\r")
    try await terminal.wait { $0.cursorRow.hasSuffix("Allegro> open 2") }
    terminal.send("back\r")
    try await terminal.wait { $0.text.contains("Enter for more") && $0.cursorRow.contains("vivaldi> ") }
    terminal.send("\r")
    try await terminal.wait { $0.text.contains("  21 ") }
    terminal.send("\r")
    #expect(try await terminal.waitForExit() == .exited(0))
  }

  @Test func `a speaker goes back a step, to the screen before it and the command after it`() async throws {
    folder.write("## A title\nsearch vivaldi --in song\nstar 1; open 2\nfavs\n", to: "three.liner")
    let terminal = try PseudoTerminal(
      running: BuiltProgram.liner,
      arguments: ["--offline", "--step", "--pace", "1000", folder.path("three.liner")],
      environment: ["TERM": "xterm", "HOME": folder.path], columns: 60, rows: 24)
    try await terminal.wait {
      $0.text.hasPrefix("A title\nliner> search") || $0.text.contains("\nA title\nliner> search")
    }
    // Nothing lies before the first step.
    terminal.send("b")
    try await terminal.wait {
      $0.text.split(separator: "\n").count { $0.hasPrefix("liner>") } == 2 && $0.text.hasSuffix("--in song")
    }
    terminal.send(" ")
    try await terminal.wait { $0.cursorRow == "vivaldi> star 1" }
    terminal.send(" ")
    try await terminal.wait { $0.cursorRow == "vivaldi> open 2" }
    terminal.send(" ")
    try await terminal.wait { $0.cursorRow.hasSuffix("> favs") }
    terminal.send("b")
    try await terminal.wait { $0.cursorRow == "vivaldi> open 2" && $0.text.contains("1 ★ ") }
    // Page Up of a presenter's remote control.
    terminal.send("\u{1B}[5~")
    try await terminal.wait {
      $0.cursorRow == "vivaldi> star 1" && !($0.text.split(separator: "\n").suffix(9).joined()).contains("1 ★")
    }
    terminal.send(" ")
    try await terminal.wait { $0.cursorRow == "vivaldi> open 2" }
    terminal.send(" ")
    try await terminal.wait { $0.cursorRow.hasSuffix("> favs") }
    terminal.send(" ")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.text.contains("Favourites\n"))
    #expect(terminal.modes == terminal.firstModes)
  }

  @Test func `a key hit while a command is typed is neither in it nor behind it`() async throws {
    folder.write("search vivaldi --in song\nfavs\n", to: "two.liner")
    let terminal = try PseudoTerminal(
      running: BuiltProgram.liner, arguments: ["--offline", "--step", "--pace", "4", folder.path("two.liner")],
      environment: ["TERM": "xterm", "HOME": folder.path], columns: 60, rows: 24)
    try await terminal.wait { $0.cursorRow == "liner> search vivaldi --in song" && $0.cursor.column == 7 }
    terminal.send(" ")
    terminal.send("xyz \r")
    try await terminal.wait { $0.cursorRow == "vivaldi> favs" && $0.cursor.column == 9 }
    #expect(terminal.screen.text.contains("liner> search vivaldi --in song\n"))
    #expect(!terminal.screen.transcript.contains("x"))
    // The next step still waits.
    terminal.send(" ")
    #expect(try await terminal.waitForExit() == .exited(0))
  }

  @Test func `the demo has no sign that terminals draw in different widths`() async throws {
    let wide = try await demoLines().flatMap(\.unicodeScalars).filter { $0.properties.isEmojiPresentation }
    #expect(wide.isEmpty)
  }

  @Test func `the demo is recorded as an asciicast`() async throws {
    let run = try await shell("$scripts/demo --cast demo.cast")
    #expect(run.text == "")
    #expect(run.errorText == "")
    #expect(run.status == 0)
    let lines = (folder.read("demo.cast") ?? "").split(separator: "\n").map { Data($0.utf8) }
    let first = try #require(lines.first)
    let header = try #require(JSONSerialization.jsonObject(with: first) as? [String: Any])
    #expect(header["version"] as? Int == 2)
    #expect(header["width"] as? Int == 80)
    #expect(header["height"] as? Int == 24)
    var shown = ""
    var last = 0.0
    for line in lines.dropFirst() {
      let event = try #require(JSONSerialization.jsonObject(with: line) as? [Any])
      try #require(event.count == 3)
      let time = try #require(event[0] as? Double)
      #expect(event[1] as? String == "o")
      #expect(time >= last)
      last = time
      shown += try #require(event[2] as? String)
    }
    #expect(lines.count > 100)
    #expect((20...120).contains(last))
    // It is byte for byte what a terminal gets.
    let terminal = try demo(on: "xterm-256color", columns: 80)
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(Self.untimed(shown) == Self.untimed(String(decoding: terminal.output, as: UTF8.self)))
  }

  @Test func `the demo fits a narrow terminal that can do nothing but print`() async throws {
    let terminal = try demo(on: "dumb", columns: 40)
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(!terminal.output.contains(0x1B))
    let lines = String(decoding: terminal.output, as: UTF8.self).split(separator: "\r\n")
    #expect(lines.count > 80)
    // Links, the title of an item's own screen and what explain says are not cut: there the terminal wraps.
    for line in lines
    where !line.contains("http") && !line.hasSuffix(" ms") && !line.contains("> ") && !"☆★".contains(line.prefix(1)) {
      #expect(line.count <= 40, "\(line)")
    }
  }

  /// Without how long something took, which is another number each time, and without the progress that a slow machine
  /// shows and takes away.
  private static func untimed(_ text: String) -> String {
    text.replacing(/(\r\u{1B}\[K[^\r\n\u{1B}]*)*\r\u{1B}\[K/.matchingSemantics(.unicodeScalar), with: "")
      .replacing(/[ ]*[0-9.]+ (ms|s)\b/, with: " a while")
  }

  /// What the demo sends to a terminal of 80 columns, without colours.
  private func demoLines() async throws -> [String] {
    let terminal = try demo(on: "xterm-256color", columns: 80)
    #expect(try await terminal.waitForExit() == .exited(0))
    let text = Self.untimed(String(decoding: terminal.output, as: UTF8.self))
    return text.replacing(/\u{1B}\[[0-9;]*m/, with: "").components(separatedBy: "\r\n")
  }

  private func demo(on term: String, columns: Int) throws -> PseudoTerminal {
    try PseudoTerminal(
      running: BuiltProgram.liner,
      arguments: ["--offline", "--pace", "1000", BuiltProgram.packageRoot + "/scripts/demo.liner"],
      environment: ["TERM": term, "HOME": folder.path], columns: columns, rows: 24)
  }

  @Test(arguments: [
    ("--cast none/x.cast", "liner: none/x.cast: no such file or folder\n"),
    ("--cast /dev/full", "liner: /dev/full: no space left on the disk\n"),
  ])
  func `a cast that cannot be written is an error`(options: String, message: String) async throws {
    let run = try await shell("$scripts/demo \(options)")
    #expect(run.errorText == message)
    #expect(run.status == 1)
  }

  // MARK: The manual page and the installation

  @Test func `the manual names every option and every command`() async throws {
    let manual = try await shell("$liner --generate-manual").text
    for option in ["\\-\\-command", "\\-\\-offline", "\\-\\-record", "\\-\\-replay", "\\-\\-log\\-level"] {
      #expect(manual.contains(option))
    }
    let help = try await shell("$liner --output json -c help").output
    let reply = try #require(JSONSerialization.jsonObject(with: help) as? [String: Any])
    let commands = try #require(reply["help"] as? [[String: Any]])
    #expect(commands.count > 20)
    for command in commands {
      let name = try #require(command["name"] as? String)
      #expect(manual.contains("\n.B \(name)"), "\(name)")
    }
    #expect(!manual.contains("generate"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
  func `the manual is set without a warning`() async throws {
    let run = try await shell("$liner --generate-manual | groff -man -Kutf8 -Tutf8 -ww -rLL=78n")
    #expect(run.errorText == "")
    #expect(run.text.contains("LINER(1)"))
  }

  @Test func `an installation has program, manual and completions`() async throws {
    let run = try await shell("$scripts/install \"$HOME/prefix\" && \"$HOME/prefix/bin/liner\" --version")
    #expect(run.errorText == "")
    #expect(run.status == 0)
    #expect(run.lines.dropLast().last == "1.0.0")
    #expect(folder.read("prefix/share/man/man1/liner.1")?.hasPrefix(".TH LINER 1") == true)
    #expect(folder.read("prefix/share/bash-completion/completions/liner")?.contains("--replay") == true)
    #expect(folder.read("prefix/share/zsh/site-functions/_liner")?.hasPrefix("#compdef liner") == true)
    #expect(folder.read("prefix/share/fish/vendor_completions.d/liner.fish")?.contains("complete -c 'liner'") == true)
    let syntax = try await shell("bash -n \"$HOME/prefix/share/bash-completion/completions/liner\"")
    #expect(syntax.status == 0)
  }

  // MARK: The log

  @Test func `nothing is logged unless it is asked for`() async throws {
    let run = try await shell("$liner --offline -c 'search vivaldi'")
    #expect(run.errorText == "")
  }

  @Test func `each command and each exchange is logged, results are not mixed with it`() async throws {
    let plain = try await shell("$liner --offline -c 'search vivaldi --in song; bad'")
    let run = try await shell("$liner --offline --log-level info --log-file l.log -c 'search vivaldi --in song; bad'")
    #expect(run.text == plain.text)
    #expect(run.errorText == plain.errorText)
    let lines = (folder.read("l.log") ?? "").split(separator: "\n").map { line in
      // Without the time, which the first word is, and how long the exchange took.
      line.split(separator: " ").dropFirst().joined(separator: " ")
    }
    #expect(lines.first == "notice session begins version=1.0.0")
    #expect(lines.dropFirst().first == #"info command place=-c:1 text="search vivaldi --in song; bad""#)
    #expect(
      lines.contains { $0.hasPrefix("info exchange attempts=1 bytes=") && $0.contains("source=sample status=200") })
    #expect(lines.last == "notice session ends status=1")
    #expect(lines.count == 4)
  }

  @Test func `a failed exchange is a warning`() async throws {
    let run = try await StandInServer.withRefusedURL { url in
      try await BuiltProgram.shell(
        "$liner --log-level warning -c 'search x --in song'", in: folder, environment: ["LINER_ITUNES_URL": url])
    }
    #expect(run.errorText.contains(" warning exchange attempts=1 bytes=0 error=offline method=GET source=network "))
    #expect(run.errorText.split(separator: "\n").count == 2)
  }

  @Test func `text from elsewhere cannot act on whoever reads the log`() async throws {
    _ = try await shell("$liner --offline --log-file l.log -c $'search \\e[2J\\x07'")
    #expect(folder.read("l.log")?.contains("text=\"search ␛[2J␇\"") == true)
  }

  @Test func `a log that cannot be opened is an error`() async throws {
    let run = try await shell("$liner --log-file none/l.log -c favs")
    #expect(run.errorText == "liner: none/l.log: no such file or folder\n")
    #expect(run.status == 1)
  }

  @Test func `a log on a full disk harms nobody`() async throws {
    let run = try await shell("$liner --offline --log-file /dev/full -c 'favs'")
    #expect(run.errorText == "")
    #expect(run.status == 0)
  }

  @Test func `an unknown level is refused`() async throws {
    let run = try await shell("$liner --log-level loud")
    #expect(run.status == 64)
    #expect(run.errorText.contains("loud"))
  }

  private func shell(_ line: String) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder)
  }
}
