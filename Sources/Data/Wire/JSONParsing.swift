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

  /// For files. Equal values have equal bytes.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += "\(flag)".utf8
    case .number(let digits): bytes += digits.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.inOrder.sorted(by: { $0.name < $1.name }).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x08...0x0A, 0x0C, 0x0D: bytes += [UInt8(ascii: "\\"), Array("btn fr".utf8)[Int(byte) - 8]]
      case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
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
