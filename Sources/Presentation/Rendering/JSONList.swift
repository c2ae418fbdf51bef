import Domain

/// Items as objects, one a line, with the keys of an item in JSON output.
enum JSONList {
  /// The lines as one list.
  static func text(of table: ItemTable) -> String {
    table.entries.isEmpty ? "[]\n" : "[\n" + table.entries.map(object).joined(separator: ",\n") + "\n]\n"
  }

  /// The lines by themselves, as programs read them that take one after the other.
  static func lines(of table: ItemTable) -> String {
    table.entries.reduce(into: "") { $0 += object($1) + "\n" }
  }

  private static func object(_ entry: ListedItem) -> String {
    var writer = JSONWriter()
    JSONRenderer.write(entry, isFull: true, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
