/// Items as a list of objects, one a line, with the keys of an item in JSON output.
enum JSONList {
  static func text(of table: ItemTable) -> String {
    let rows = table.entries.map { entry in
      var writer = JSONWriter()
      JSONRenderer.write(
        entry.row.item, number: entry.row.number, isStarred: entry.isStarred, isFull: true, to: &writer)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    return rows.isEmpty ? "[]\n" : "[\n" + rows.joined(separator: ",\n") + "\n]\n"
  }
}
