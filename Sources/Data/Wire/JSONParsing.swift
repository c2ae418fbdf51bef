package import Domain

extension JSONValue {
  /// - Throws: `Malformed`, also for input that no service sends: nesting deeper than 500, which would exhaust the
  ///   stack, and more than a million values, which need far more memory than their text.
  package init(parsing bytes: [UInt8]) throws(Malformed) { self = try JSONScanner.parse(bytes) }

  package struct Malformed: Error {
    /// How many bytes parsed correctly.
    package let offset: Int
    package let message: String
  }

  /// Returns the value if it is a record of an answer.
  /// - Throws: why it is not.
  package func record(atRow row: Int) throws(SkippedRow) -> JSONValue {
    switch self {
    case .object: return self
    case .null: throw SkippedRow(row: row, reason: "null")
    default: throw SkippedRow(row: row, reason: "not an object")
    }
  }
}

extension JSONValue: JSONForm {
  static let deepest = 500
  static let isStrict = false
  static func scalar(_ value: JSONValue, at offset: Int) -> JSONValue { value }
  static func list(_ elements: [JSONValue], at offset: Int) -> JSONValue { .array(elements) }
  static func object(_ members: [(name: String, value: JSONValue)], at offset: Int) -> JSONValue {
    .object(JSONMembers(members))
  }
  static func add(
    _ value: JSONValue, named name: String, at offset: Int, to members: inout [(name: String, value: JSONValue)]
  ) { members.append((name, value)) }
}
