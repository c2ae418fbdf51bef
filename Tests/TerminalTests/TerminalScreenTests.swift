import TestSupport
import Testing

struct TerminalScreenTests {
  private func screen(_ input: String, columns: Int = 10, rows: Int = 4) -> TerminalScreen {
    var screen = TerminalScreen(columns: columns, rows: rows)
    screen.feed(input.utf8)
    return screen
  }

  @Test(arguments: TextTable.rows("sequences act as on a terminal") { ($0[0], $0[1], $0[2]) })
  func `sequences act as on a terminal`(_: String, input: String, text: String) {
    #expect(screen(input).text == text)
  }

  @Test func `scrolled lines are remembered`() {
    #expect(screen("1\r\n2\r\n3\r\n4\r\n5").transcript == "1\n2\n3\n4\n5")
  }

  @Test func `faint text after the cursor is ghost text`() {
    let screen = screen("ab\u{1B}7\u{1B}[2mcd\u{1B}[0m\u{1B}8")
    #expect(screen.ghost == "cd")
    #expect(screen.cursor == .init(row: 0, column: 2))
  }

  @Test func `a character may arrive in pieces`() {
    var screen = TerminalScreen(columns: 10, rows: 2)
    for byte in "é日👍".utf8 { screen.feed([byte]) }
    #expect(screen.text == "é日👍")
    #expect(screen.cursor.column == 5)
  }

  @Test func `a new width rewraps long lines`() {
    var screen = screen("> 0123456789abc\r\n> x")
    screen.resize(columns: 20)
    #expect(screen.text == "> 0123456789abc\n> x")
    #expect(screen.cursor == .init(row: 1, column: 3))
    screen.resize(columns: 6)
    #expect(screen.transcript == "> 0123\n456789\nabc\n> x")
    #expect(screen.cursor == .init(row: 3, column: 3))
  }
}
