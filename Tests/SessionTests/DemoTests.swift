import Foundation
import FoundationXML
import TestSupport
import Testing

/// The shipped demo, its picture and its recording, and sessions shown step by step.
@Suite(.timeLimit(.minutes(10)))
struct DemoTests {
  private let folder = TemporaryFolder()

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
  func `nothing in the demo is longer than a screen, wider than 80 columns, or of disputed width`()
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

  /// Shows a script step by step.
  private func step(_ script: String, on term: String = "xterm", columns: Int = 60, rows: Int = 24) throws
    -> PseudoTerminal
  {
    folder.write(script, to: "shown.liner")
    return try PseudoTerminal(
      running: BuiltProgram.liner,
      arguments: ["--offline", "--step", "--pace", "1000", folder.path("shown.liner")],
      environment: ["TERM": term, "HOME": folder.path], columns: columns, rows: rows)
  }

  @Test func `a session shown step by step types each command at a key, which is not echoed`() async throws {
    let terminal = try step("# What follows is short.\nshow\nfavs\n", on: "dumb", columns: 80)
    try await terminal.wait(for: "# What follows is short.\nliner>")
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("show"))
    terminal.send("\r")
    try await terminal.wait(for: "seasons\nliner>")
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("favs"))
    terminal.send(" ")
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("favs\r\nFavourites"))
  }

  @Test func `a presenter sees the next command, and may type others first`() async throws {
    let terminal = try step("search vivaldi --in song\nopen 2\n", rows: 12)
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

  @Test func `a presenter can go back a step, to the screen before it and the command after it`() async throws {
    let terminal = try step("## A title\nsearch vivaldi --in song\nstar 1; open 2\nfavs\n")
    try await terminal.wait {
      $0.text.hasPrefix("A title\nliner> search") || $0.text.contains("\nA title\nliner> search")
    }
    // There is nothing before the first step.
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

  @Test func `a key typed during a command is neither in it nor after it`() async throws {
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
    // The next step has not run yet.
    terminal.send(" ")
    #expect(try await terminal.waitForExit() == .exited(0))
  }

  @Test func `the demo has no symbol whose width differs between terminals`() async throws {
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
    // Byte for byte the output on a terminal.
    let terminal = try demo(on: "xterm-256color", columns: 80)
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(Self.untimed(shown) == Self.untimed(String(decoding: terminal.output, as: UTF8.self)))
  }

  @Test func `the demo fits a narrow terminal that can only print`() async throws {
    let terminal = try demo(on: "dumb", columns: 40)
    #expect(try await terminal.waitForExit() == .exited(0))
    #expect(!terminal.output.contains(0x1B))
    let lines = String(decoding: terminal.output, as: UTF8.self).split(separator: "\r\n")
    #expect(lines.count > 80)
    // Links, an item's title on its own screen and the output of explain are not cut: the terminal wraps them.
    for line in lines
    where !line.contains("http") && !line.hasSuffix(" ms") && !line.contains("> ") && !"☆★".contains(line.prefix(1)) {
      #expect(line.count <= 40, "\(line)")
    }
  }

  /// Without durations, which differ each time, and without the progress that a slow machine shows.
  private static func untimed(_ text: String) -> String {
    text.replacing(/(\r\u{1B}\[K[^\r\n\u{1B}]*)*\r\u{1B}\[K/.matchingSemantics(.unicodeScalar), with: "")
      .replacing(/[ ]*[0-9.]+ (ms|s)\b/, with: " a while")
  }

  /// The demo's output on a terminal of 80 columns, without colours.
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

  private func shell(_ line: String) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder)
  }
}
