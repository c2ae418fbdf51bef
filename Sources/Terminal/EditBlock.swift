import CEditline
import Glibc

/// The position of prompt and line on the screen, by libedit's layout rules.
struct EditBlock: Equatable {
  /// Rows of prompt and line together.
  var rows = 1
  /// The cursor's row, counted from 0 at the prompt.
  var cursorRow = 0
  var cursorColumn = 0
  /// The column after the last character.
  var endColumn = 0

  /// - Parameters:
  ///   - promptWidth: the prompt's columns.
  ///   - cursor: its index in `line`.
  init(promptWidth: Int, line: some Collection<Unicode.Scalar>, cursor: Int, columns: Int) {
    var row = promptWidth / columns
    var column = promptWidth % columns
    for (index, scalar) in line.enumerated() {
      let width = Self.width(of: scalar)
      if column + width > columns {
        row += 1
        column = 0
      }
      if index == cursor { (cursorRow, cursorColumn) = (row, column) }
      column += width
      if column >= columns || scalar == "\n" {
        row += 1
        column = 0
      }
    }
    if cursor >= line.count { (cursorRow, cursorColumn) = (row, column) }
    endColumn = column
    rows = row + 1
  }

  /// The columns of a character in the editor, which shows control characters as `^A`, and others as `\U+0081`.
  static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar == "\n" { return 0 }
    if scalar.value < 0x20 || scalar.value == 0x7F { return 2 }
    let width = Int(wcwidth(wchar_t(truncatingIfNeeded: scalar.value)))
    return width >= 0 ? width : scalar.value > 0xFFFF ? 8 : 7
  }

  static func width(of text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + width(of: $1) } }
}
