package import Domain
package import FoundationEssentials

/// A JSON text as a value.
///
/// In place of `JSONDecoder` where an answer is long: 200 songs took that 10 ms, and it gives up a whole string for one
/// byte that is not UTF-8 or for half a surrogate pair. Here those become U+FFFD, control characters stay as they are,
/// and the last of several equal keys wins.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  /// As it was written, so that no digit of an amount or an id is lost.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// - Throws: `Malformed`, also for what no service sends: nesting more than 500 deep, which would use up the stack,
  ///   and more than a million values, which take far more memory than their text.
  package init(parsing bytes: [UInt8]) throws(Malformed) {
    var parser = JSONParser(bytes: bytes)
    self = try parser.document()
  }

  package struct Malformed: Error {
    /// How many bytes were understood.
    let offset: Int
  }

  package subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// A string with something to be seen in it.
  package var text: String? {
    if case .string(let text) = self, !text.allSatisfy(\.isWhitespace) { text } else { nil }
  }

  package var integer: Int? {
    guard case .number(let digits) = self else { return nil }
    return Int(digits) ?? Double(digits).flatMap(Int.init(exactly:))
  }

  package var double: Double? {
    if case .number(let digits) = self { Double(digits) } else { nil }
  }

  package var decimal: Decimal? {
    if case .number(let digits) = self { Decimal(string: digits) } else { nil }
  }

  /// An id: a number beyond 32 bits as often as not, or the same in quotes.
  package var key: String? { integer.map(String.init) ?? text }
}

/// One pass over the bytes, each looked at once.
private struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0

  private var count = 0

  private static let deepest = 500
  private static let most = 1_000_000

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSONValue.Malformed) -> JSONValue {
    // A byte order mark is no part of the text.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    let value = try value(depth: 0)
    skipBlanks()
    guard index == bytes.count else { throw malformed }
    return value
  }

  private var malformed: JSONValue.Malformed { JSONValue.Malformed(offset: index) }

  /// The byte at hand; 0, which is no part of JSON, at the end.
  private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func skipBlanks() {
    while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func skip(_ expected: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: expected) else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
    count += 1
    guard count <= Self.most else { throw malformed }
    skipBlanks()
    switch byte {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONValue.Malformed) -> JSONValue {
    for offset in 0..<word.utf8CodeUnitCount {
      guard byte == word.utf8Start[offset] else { throw malformed }
      index += 1
    }
    return value
  }

  private mutating func object(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
    guard depth <= Self.deepest else { throw malformed }
    index += 1
    var members: [String: JSONValue] = [:]
    skipBlanks()
    if skip("}") { return .object(members) }
    repeat {
      skipBlanks()
      guard byte == UInt8(ascii: "\"") else { throw malformed }
      let name = try string()
      skipBlanks()
      guard skip(":") else { throw malformed }
      members[name] = try value(depth: depth)
      skipBlanks()
    } while skip(",")
    guard skip("}") else { throw malformed }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
    guard depth <= Self.deepest else { throw malformed }
    index += 1
    var elements: [JSONValue] = []
    skipBlanks()
    if skip("]") { return .array(elements) }
    repeat {
      elements.append(try value(depth: depth))
      skipBlanks()
    } while skip(",")
    guard skip("]") else { throw malformed }
    return .array(elements)
  }

  private mutating func number() throws(JSONValue.Malformed) -> String {
    let start = index
    _ = skip("-")
    try digits()
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      _ = skip("+") || skip("-")
      try digits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() throws(JSONValue.Malformed) {
    let start = index
    while byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") { index += 1 }
    guard index > start else { throw malformed }
  }

  private mutating func string() throws(JSONValue.Malformed) -> String {
    index += 1
    let start = index
    skipPlain()
    if byte == UInt8(ascii: "\"") {
      index += 1
      return String(decoding: bytes[start..<index - 1], as: UTF8.self)
    }
    var text = Array(bytes[start..<index])
    while skip("\\") {
      try escape(into: &text)
      let start = index
      skipPlain()
      text += bytes[start..<index]
    }
    guard skip("\"") else { throw malformed }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func skipPlain() {
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") { index += 1 }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONValue.Malformed) {
    let letter = byte
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var units = [try codeUnit()]
      // The second half of a character beyond the first 65,536, if it is there; `String` repairs what has none.
      if UTF16.isLeadSurrogate(units[0]), bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
        let before = index
        index += 2
        let second = try codeUnit()
        if UTF16.isTrailSurrogate(second) { units.append(second) } else { index = before }
      }
      text += String(decoding: units, as: UTF16.self).utf8
    default: throw malformed
    }
  }

  private mutating func codeUnit() throws(JSONValue.Malformed) -> UInt16 {
    let end = index + 4
    guard end <= bytes.count, bytes[index..<end].allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let unit = UInt16(String(decoding: bytes[index..<end], as: UTF8.self), radix: 16)
    else { throw malformed }
    index = end
    return unit
  }
}

extension JSONValue {
  /// Itself, where it is a record of an answer.
  /// - Throws: why it is none.
  package func record(atRow row: Int) throws(SkippedRow) -> JSONValue {
    switch self {
    case .object: return self
    case .null: throw SkippedRow(row: row, reason: "null")
    default: throw SkippedRow(row: row, reason: "not an object")
    }
  }
}
