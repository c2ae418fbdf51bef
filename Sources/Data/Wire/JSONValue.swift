package import Domain
package import FoundationEssentials

/// A JSON text as a value.
///
/// Replaces `JSONDecoder` for long answers: that took 10 ms for 200 songs, and rejects a whole string for one byte
/// that is not UTF-8 or for half a surrogate pair. Here those become U+FFFD, control characters stay, and the last of
/// several equal keys wins.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  /// As written, so that no digit of an amount or an id is lost.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONMembers)

  /// - Throws: `Malformed`, also for input that no service sends: nesting deeper than 500, which would exhaust the
  ///   stack, and more than a million values, which need far more memory than their text.
  package init(parsing bytes: [UInt8]) throws(Malformed) {
    var parser = JSONParser(text: JSONScanner(bytes))
    self = try parser.document()
  }

  package struct Malformed: Error {
    /// How many bytes parsed correctly.
    package let offset: Int
    /// Says what is wrong; empty for answers of services, whose errors show no details.
    package let message: String

    package init(offset: Int, message: String) { (self.offset, self.message) = (offset, message) }
  }

  package subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// A string with at least one visible character.
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

  /// An id: a number, often beyond 32 bits, or the same in quotes.
  package var key: String? { integer.map(String.init) ?? text }
}

extension JSONValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .number(let digits): try container.encode(Decimal(string: digits))
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members.values)
    }
  }

  /// For files. Equal values give equal bytes.
  package var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { preconditionFailure("finite numbers can always be encoded") }
    return Array(data)
  }
}

/// The members of an object, in the order written. Their order does not count when two are compared.
package struct JSONMembers: Sendable, Equatable {
  package private(set) var values: [String: JSONValue]
  package private(set) var names: [String]
  /// Whether it stands for an element of an XML document.
  package var isElement = false
  /// The names that `append` made lists of.
  private var lists: Set<String> = []

  package init() { (values, names) = ([:], []) }

  /// In no particular order.
  package init(_ values: [String: JSONValue]) { (self.values, names) = (values, Array(values.keys)) }

  package var isEmpty: Bool { names.isEmpty }
  package var inOrder: [(name: String, value: JSONValue)] {
    names.compactMap { name in values[name].map { (name, $0) } }
  }

  package subscript(name: String) -> JSONValue? {
    get { values[name] }
    set {
      if let newValue {
        if values.updateValue(newValue, forKey: name) == nil { names.append(name) }
      } else if values.removeValue(forKey: name) != nil {
        names.removeAll { $0 == name }
      }
    }
  }

  /// Adds a value; several of one name become a list, in time linear in their number.
  package mutating func append(_ value: JSONValue, named name: String) {
    if values[name] == nil {
      self[name] = value
    } else if lists.insert(name).inserted {
      values[name] = .array([values[name] ?? .null, value])
    } else if case .array(var elements)? = values.updateValue(.null, forKey: name) {
      // The dictionary has let go of the list, so that it grows in place.
      elements.append(value)
      values[name] = .array(elements)
    }
  }

  package static func == (a: JSONMembers, b: JSONMembers) -> Bool { a.values == b.values }
}

extension JSONMembers: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init()
    for (name, value) in elements { self[name] = value }
  }
}

/// Parses the bytes in one pass.
private struct JSONParser {
  var text: JSONScanner
  var count = 0

  private static let deepest = 500
  private static let most = 1_000_000

  mutating func document() throws(JSONValue.Malformed) -> JSONValue {
    let value = try value(depth: 0)
    text.skipBlanks()
    guard text.isAtEnd else { throw malformed }
    return value
  }

  private var malformed: JSONValue.Malformed { text.malformed("") }

  private mutating func value(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
    count += 1
    guard count <= Self.most else { throw malformed }
    text.skipBlanks()
    switch text.byte {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try text.number())
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONValue.Malformed) -> JSONValue {
    guard text.skip(word: word) else { throw malformed }
    return value
  }

  private mutating func object(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
    guard depth <= Self.deepest else { throw malformed }
    text.index += 1
    var members = JSONMembers()
    text.skipBlanks()
    if text.skip("}") { return .object(members) }
    repeat {
      text.skipBlanks()
      guard text.byte == UInt8(ascii: "\"") else { throw malformed }
      let name = try string()
      text.skipBlanks()
      guard text.skip(":") else { throw malformed }
      members[name] = try value(depth: depth)
      text.skipBlanks()
    } while text.skip(",")
    guard text.skip("}") else { throw malformed }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONValue.Malformed) -> JSONValue {
    guard depth <= Self.deepest else { throw malformed }
    text.index += 1
    var elements: [JSONValue] = []
    text.skipBlanks()
    if text.skip("]") { return .array(elements) }
    repeat {
      elements.append(try value(depth: depth))
      text.skipBlanks()
    } while text.skip(",")
    guard text.skip("]") else { throw malformed }
    return .array(elements)
  }

  private mutating func string() throws(JSONValue.Malformed) -> String {
    guard let string = try text.string() else { throw malformed }
    return string
  }
}

extension JSONValue {
  /// Returns itself if it is a record of an answer.
  /// - Throws: why it is not.
  package func record(atRow row: Int) throws(SkippedRow) -> JSONValue {
    switch self {
    case .object: return self
    case .null: throw SkippedRow(row: row, reason: "null")
    default: throw SkippedRow(row: row, reason: "not an object")
    }
  }
}
