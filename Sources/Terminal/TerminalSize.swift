import Glibc

/// The size of a terminal in characters.
package enum TerminalSize {
  /// The size of the terminal on `descriptor`, else the one in `COLUMNS` and `LINES`; nil if unknown.
  package static func of(_ descriptor: Int32, environment: [String: String] = [:]) -> (columns: Int, rows: Int)? {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : 24)
    }
    return number(environment["COLUMNS"]) == nil ? nil : inVariables(environment)
  }

  /// The same, but nil if `descriptor` is not a terminal.
  package static func ofTerminal(_ descriptor: Int32, environment: [String: String]) -> (columns: Int, rows: Int)? {
    TerminalOutput.isTerminal(descriptor) ? of(descriptor, environment: environment) : nil
  }

  /// The size in `COLUMNS` and `LINES`; 80 by 24 by default.
  package static func inVariables(_ environment: [String: String]) -> (columns: Int, rows: Int) {
    (number(environment["COLUMNS"]) ?? 80, number(environment["LINES"]) ?? 24)
  }

  /// No more than a terminal could report, so that no sum overflows.
  private static func number(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { $0 > 0 ? min($0, Int(UInt16.max)) : nil }
  }
}
