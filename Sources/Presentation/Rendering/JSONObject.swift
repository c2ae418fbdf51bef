package import Domain

/// A small JSON object, with its members in order; nil omits one. Screens, items and other frequent output write
/// themselves directly.
package struct JSONObject: JSONWritable, ExpressibleByDictionaryLiteral {
  private var members: [(key: String, value: any JSONWritable)]

  package init(dictionaryLiteral members: (String, (any JSONWritable)?)...) { self.init(members) }

  init(_ members: [(String, (any JSONWritable)?)]) {
    self.members = members.compactMap { key, value in value.map { (key, $0) } }
  }

  static func + (first: JSONObject, second: JSONObject) -> JSONObject {
    changing(first) { $0.members += second.members }
  }

  package func write(to writer: inout JSONWriter) { writer.object { writeMembers(to: &$0) } }

  /// Writes the members into an object that was already opened.
  func writeMembers(to writer: inout JSONWriter) {
    for (key, value) in members { writer.field(key, value) }
  }
}

extension Array {
  /// The array, or nil if it is empty, which omits its field.
  var nonEmpty: [Element]? { isEmpty ? nil : self }
}

/// Items as objects, with the keys of an item in JSON output.
enum JSONList {
  /// All objects in one JSON array.
  /// - Parameter columns: the fields of each object; nil means all.
  static func text(of entries: [ListedItem], columns: [ItemField]? = nil) -> String {
    let objects = entries.map { object($0, columns) }
    return objects.isEmpty ? "[]\n" : "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }

  /// One object per line, for programs that read them one by one.
  static func lines(of entries: [ListedItem], columns: [ItemField]? = nil) -> String {
    entries.reduce(into: "") { $0 += object($1, columns) + "\n" }
  }

  private static func object(_ entry: ListedItem, _ columns: [ItemField]?) -> String {
    if let columns { return "{" + JSONWriter.members(columns, of: entry) + "}" }
    var writer = JSONWriter()
    entry.json.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
