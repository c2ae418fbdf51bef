import Domain
import Wire

/// The tables of the file of iTunes: each a list of rows of texts, the first with the names of the columns.
///
/// An empty text is a missing value, and rows may end early.
struct SampleTables: Sendable {
  private let tables: JSONValue
  private let forms: JSONValue?

  static let itunes: SampleTables = {
    guard let file = EmbeddedFile.samples.first(where: { $0.name == "itunes" }),
      let json = try? JSONValue(parsing: file.bytes), let tables = json["tables"]
    else { preconditionFailure("the program carries tables of itunes") }
    return SampleTables(tables: tables, forms: json["forms"])
  }()

  /// How a row of an answer is written.
  func form(_ name: String) -> JSONValue { forms?[name] ?? .null }

  /// The rows of the table called `name`.
  subscript(name: String) -> [SampleTable.Row] {
    guard let rows = tables[name]?.array, let names = rows.first?.array else { return [] }
    let columns = Dictionary(uniqueKeysWithValues: zip(names.map { $0.text ?? "" }, names.indices))
    return rows.dropFirst().map { SampleTable.Row(cells: $0.array ?? [], columns: columns) }
  }
}

enum SampleTable {
  struct Row: Sendable {
    fileprivate let cells: [JSONValue]
    fileprivate let columns: [String: Int]

    /// Nil if the cell is empty or the table has no such column.
    subscript(column: String) -> String? {
      guard let index = columns[column], index < cells.count else { return nil }
      return cells[index].text
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
}
