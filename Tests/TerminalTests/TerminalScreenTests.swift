import TestSupport
import Testing

struct TerminalScreenTests {
  private func screen(_ input: String, columns: Int = 10, rows: Int = 4) -> TerminalScreen {
    var screen = TerminalScreen(columns: columns, rows: rows)
    screen.feed(input.utf8)
    return screen
  }

  @Test(arguments: [
    ("plain", "ab\r\ncd", "ab\ncd"),
    ("carriage return", "abc\rX", "Xbc"),
    ("backspace", "abc\u{8}\u{8}X", "aXc"),
    ("tab", "a\tb", "a       b"),
    ("wrap", "0123456789ab", "0123456789\nab"),
    ("a full row does not wrap yet", "0123456789\r\nx", "0123456789\nx"),
    ("scroll", "1\r\n2\r\n3\r\n4\r\n5", "2\n3\n4\n5"),
    ("wide", "日本\u{1B}[2DX", "日X"),
    ("a wide character wraps whole", "012345678日", "012345678\n日"),
    ("combining", "e\u{301}x", "e\u{301}x"),
    ("up and down", "a\r\nb\u{1B}[AX\u{1B}[2BY", "aX\nb\n  Y"),
    ("position", "\u{1B}[2;3HX\u{1B}[HY\u{1B}[5GZ", "Y   Z\n  X"),
    ("erase to the end", "abcdef\u{1B}[3D\u{1B}[K", "abc"),
    ("erase the row", "abc\u{1B}[2K", ""),
    ("erase below", "a\r\nb\r\nc\u{1B}[A\u{1B}[J", "a\nb"),
    ("delete characters", "abcdef\u{1B}[4D\u{1B}[2P", "abef"),
    ("insert characters", "abc\u{1B}[2D\u{1B}[2@", "a  bc"),
    ("insert mode", "abc\u{1B}[2D\u{1B}[4hXY\u{1B}[4l", "aXYbc"),
    ("save and restore", "ab\u{1B}7cd\u{1B}8X", "abXd"),
    ("titles and links leave no trace", "\u{1B}]0;title\u{7}a\u{1B}]8;;http://x\u{1B}\\b\u{1B}]8;;\u{1B}\\", "ab"),
    ("colours and private modes leave no trace", "\u{1B}[1;31ma\u{1B}[0m\u{1B}[?2004hb\u{1B}(Bc", "abc"),
  ])
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
