import Glibc

/// The size of a terminal in characters.
package struct TerminalSize: Sendable, Equatable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// The size of the terminal on `descriptor`, else the one in `COLUMNS` and `LINES`; nil if unknown.
  package init?(of descriptor: Int32, environment: [String: String] = [:]) {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      self.init(columns: Int(size.ws_col), rows: size.ws_row > 0 ? Int(size.ws_row) : 24)
    } else if let columns = Self.number(environment["COLUMNS"]) {
      self.init(columns: columns, rows: Self.number(environment["LINES"]) ?? 24)
    } else {
      return nil
    }
  }

  /// The size in `COLUMNS` and `LINES`; 80 by 24 by default.
  package init(_ environment: [String: String]) {
    self.init(columns: Self.number(environment["COLUMNS"]) ?? 80, rows: Self.number(environment["LINES"]) ?? 24)
  }

  /// No more than a terminal could report, so that no sum overflows.
  private static func number(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, Int(UInt16.max)) : nil }
  }
}
