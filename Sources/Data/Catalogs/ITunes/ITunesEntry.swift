import Domain

/// A line of one of iTunes' tables: `song: Song`, then named cells: `kinds: song`, `shelf`.
struct ITunesEntry {
  let name: String
  let title: String
  private let cells: [String: String]

  private init(_ line: String) {
    let cells = line.fields(separatedBy: UInt8(ascii: "\t")).map(\.halves)
    (name, title) = cells[0]
    self.cells = Dictionary(uniqueKeysWithValues: cells.dropFirst())
  }

  static func all(of table: String) -> [ITunesEntry] { EmbeddedFile.table(table).lines.map(ITunesEntry.init) }

  subscript(cell: String) -> String? { cells[cell] }
  func has(_ cell: String) -> Bool { cells[cell] != nil }
  /// The words of a cell, separated by commas.
  func list(_ cell: String) -> [String] { cells[cell]?.fields(separatedBy: UInt8(ascii: ",")) ?? [] }
}
