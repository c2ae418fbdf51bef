import Domain

/// Items as objects, one a line, with the keys of an item in JSON output.
enum JSONList {
  /// All objects in one JSON array.
  static func text(of table: ItemTable) -> String {
    table.entries.isEmpty ? "[]\n" : "[\n" + table.entries.map(object).joined(separator: ",\n") + "\n]\n"
  }

  /// One object a line, for programs that read them one by one.
  static func lines(of table: ItemTable) -> String {
    table.entries.reduce(into: "") { $0 += object($1) + "\n" }
  }

  private static func object(_ entry: ListedItem) -> String {
    var writer = JSONWriter()
    JSONRenderer.write(entry, isFull: true, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
