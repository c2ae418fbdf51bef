import Glibc

/// How many characters a terminal shows.
package struct TerminalSize: Sendable, Equatable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size of the terminal behind `descriptor`, else what `COLUMNS` and `LINES` say; nil where nobody knows.
  package init?(of descriptor: Int32, environment: [String: String] = [:]) {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      self.init(columns: Int(size.ws_col), rows: size.ws_row > 0 ? Int(size.ws_row) : 24)
    } else if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 {
      self.init(columns: columns, rows: environment["LINES"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 24)
    } else {
      return nil
    }
  }
}
