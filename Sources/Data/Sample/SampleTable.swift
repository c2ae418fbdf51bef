/// A table written as text: a line of column names, then a line for each row, with cells separated by `|`.
///
/// Spaces around a cell are dropped, an empty cell is a missing value, rows may end early, and a line that starts
/// with `#` is a comment. Splits bytes, because splitting characters would take longer than everything else together.
struct SampleTable {
  let rows: [Row]

  init(_ text: String) {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
    guard !lines.isEmpty else {
      rows = []
      return
    }
    let names = Self.cells(of: lines.removeFirst())
    let columns = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    rows = lines.map { Row(cells: Self.cells(of: $0), columns: columns) }
  }

  struct Row: Sendable {
    fileprivate let cells: [String]
    fileprivate let columns: [String: Int]

    /// Nil if the cell is empty or the table has no such column.
    subscript(column: String) -> String? {
      guard let index = columns[column], index < cells.count, !cells[index].isEmpty else { return nil }
      return cells[index]
    }

    func int(_ column: String) -> Int? { self[column].flatMap { Int($0) } }

    /// The value after `name=` in the column `notes`, or "" for the name alone.
    func note(_ name: String) -> String? {
      guard let notes = self["notes"] else { return nil }
      for note in notes.split(separator: " ") {
        let parts = note.split(separator: "=", maxSplits: 1)
        if parts[0] == name { return parts.count > 1 ? String(parts[1]) : "" }
      }
      return nil
    }

    /// The column's `4:05` or `1:02:30`, in seconds.
    func seconds(_ column: String) -> Int? {
      self[column].map { $0.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) } }
    }
  }

  private static func cells(of line: Substring.UTF8View) -> [String] {
    line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map { cell in
      var cell = cell.drop { $0 == UInt8(ascii: " ") }
      while cell.last == UInt8(ascii: " ") { cell.removeLast() }
      return String(Substring(cell))
    }
  }
}
