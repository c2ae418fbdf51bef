import TestSupport
import Testing

/// Nothing taller than the window scrolls past the user.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LinerPagingTests {
  private let liner = LinerTerminal()

  private func rows(of terminal: PseudoTerminal) -> [String] {
    terminal.screen.transcript.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Types a line and waits for the next prompt.
  /// - Returns: the rows after the line; the last is the prompt's.
  private func rows(behind line: String, on terminal: PseudoTerminal) async throws -> [String] {
    let before = rows(of: terminal).count
    terminal.send(line + "\r")
    try await terminal.wait { screen in
      let rows = screen.transcript.split(separator: "\n", omittingEmptySubsequences: false)
      return rows.count > before && rows[rows.count - 1].hasSuffix(">") && screen.text.hasSuffix(">")
    }
    return Array(rows(of: terminal)[before...])
  }

  /// The typed lines, and whether each leads to a screen, which `show` prints again.
  private static let lines = [
    ("help", false), ("help set", false), ("set", false), ("charts", true), ("search vivaldi", true),
    ("open song", true), ("open 1", true), ("explain --curl", false), ("trail", false),
  ]

  @Test(arguments: [(80, 24), (40, 20), (160, 10), (80, 6)])
  func `all output stops at a full window, and Enter shows the rest`(columns: Int, rows: Int) async throws {
    let terminal = try await liner.start(columns: columns, rows: rows)
    for (line, isScreen) in Self.lines {
      var shown = try await self.rows(behind: line, on: terminal)
      var whole: [String] = []
      while shown.count > 1, shown[shown.count - 2].hasSuffix("; Enter for more") {
        #expect(shown.count <= rows, "\(line) at \(columns) by \(rows)")
        whole += shown.dropLast(2)
        shown = try await self.rows(behind: "", on: terminal)
      }
      #expect(shown.count <= rows, "\(line) at \(columns) by \(rows)")
      whole += shown.dropLast()
      // Together the pages are the text that is printed without pages.
      _ = try await self.rows(behind: "set page off", on: terminal)
      let atOnce = try await self.rows(behind: isScreen ? "show" : line, on: terminal).dropLast()
      #expect(
        whole.filter { !$0.hasPrefix("page ") } == atOnce.filter { !$0.hasPrefix("page ") },
        "\(line) at \(columns) by \(rows)")
      _ = try await self.rows(behind: "set page auto", on: terminal)
    }
  }

  @Test func `q ends a list that has stopped, as in a pager, and the next q quits`() async throws {
    let terminal = try await liner.start(columns: 80, rows: 10)
    try await terminal.enter("search vivaldi; open song", prompt: "Song>")
    #expect(terminal.screen.text.contains("Enter"))
    try await terminal.enter("q", prompt: "Song>")
    #expect(terminal.screen.text.contains("> q\nthe list ends here; to leave liner: q\n"))
    // The list was left at this point.
    try await terminal.enter("more", prompt: "Song>")
    #expect(terminal.screen.text.contains("   9 ☆ "))
    try await terminal.enter("trail", prompt: "Song>")
    terminal.send("q\r")
    #expect(try await terminal.waitForExit() == .exited(0))
  }

  @Test func `a page is found again, in a window of another size too`() async throws {
    let terminal = try await liner.start(columns: 80, rows: 10)
    try await terminal.enter("search vivaldi; open song", prompt: "Song>")
    let second = try await rows(behind: "more", on: terminal)
    #expect(second.first?.contains(" 8 ☆ ") == true)
    try await terminal.enter("open 2", prompt: "…>")
    let found = try await rows(behind: "back", on: terminal)
    #expect(found.first == "Song, continued; show starts at the top")
    #expect(found.count == 10 && found.dropFirst().dropLast(2).elementsEqual(second.dropLast(3)))
    try await terminal.resize(columns: 60, rows: 14)
    try await terminal.enter("open 2", prompt: "…>")
    #expect(try await rows(behind: "back", on: terminal).dropFirst().first?.contains(" 8 ☆ ") == true)
    #expect(try await rows(behind: "show", on: terminal).first == "Song · vivaldi")
  }

  @Test func `output of a pipe or a script is complete`() async throws {
    let terminal = try liner.start(shell: "\"$LINER\" --offline -c 'search vivaldi; open song'; echo '>'", rows: 8)
    try await terminal.wait { $0.text.hasSuffix("\n>") }
    #expect(terminal.screen.transcript.contains("1 ☆") && terminal.screen.transcript.contains("21 ☆"))
    #expect(!terminal.screen.transcript.contains("Enter for more"))
  }
}
