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
    self = try JSONScanner.parse(bytes)
  }

  package struct Malformed: Error {
    /// How many bytes parsed correctly.
    package let offset: Int
    package let message: String
  }

  package var members: JSONMembers? { if case .object(let members) = self { members } else { nil } }
  /// The members of an object as written; none of anything else.
  package var inOrder: [(name: String, value: JSONValue)] { members?.inOrder ?? [] }
  /// The members of an object that are texts.
  package var texts: [String: String] { members?.values.compactMapValues(\.text) ?? [:] }

  package subscript(name: String) -> JSONValue? { members?[name] }

  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// A string with at least one visible character.
  package var text: String? {
    if case .string(let text) = self, !text.isBlank { text } else { nil }
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

extension JSONValue {
  /// For files. Equal values give equal bytes.
  package var bytes: [UInt8] { bytes(isCanonical: true) }
  /// With the members in their order, and numbers in their digits.
  package var asWritten: [UInt8] { bytes(isCanonical: false) }

  private func bytes(isCanonical: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, isCanonical)
    return bytes
  }

  private func write(to bytes: inout [UInt8], _ isCanonical: Bool) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += "\(flag)".utf8
    case .number(let digits):
      bytes += (isCanonical ? Decimal(string: digits)?.description ?? "null" : digits).utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes, isCanonical)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      let members = isCanonical ? members.inOrder.sorted { $0.name < $1.name } : members.inOrder
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes, isCanonical)
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
}

/// The members of an object, in the order written, each name once. Their order does not count when two are compared.
///
/// A list, because most objects are small: hashing the names took longer than parsing the rest.
package struct JSONMembers: Sendable, Equatable {
  package private(set) var inOrder: [(name: String, value: JSONValue)] = []
  /// Whether it stands for an element of an XML document.
  package var isElement = false

  package init() {}

  /// Of several equal names, the last value wins, in the place of the first.
  package init(_ members: [(name: String, value: JSONValue)]) {
    inOrder = members
    guard hasRepeatedName else { return }
    inOrder = []
    var places: [String: Int] = [:]
    for member in members {
      if let place = places.updateValue(inOrder.count, forKey: member.name) {
        places[member.name] = place
        inOrder[place].value = member.value
      } else {
        inOrder.append(member)
      }
    }
  }

  /// In no particular order.
  package init(_ values: [String: JSONValue]) { inOrder = values.map { ($0.key, $0.value) } }

  package var isEmpty: Bool { inOrder.isEmpty }
  package var names: [String] { inOrder.map(\.name) }
  package var values: [String: JSONValue] { Dictionary(inOrder.map { ($0.name, $0.value) }) { $1 } }

  package subscript(name: String) -> JSONValue? {
    get { place(of: name).map { inOrder[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?): inOrder[place].value = value
      case (let place?, nil): inOrder.remove(at: place)
      case (nil, let value?): inOrder.append((name, value))
      case (nil, nil): break
      }
    }
  }

  private func place(of name: String) -> Int? {
    let length = name.utf8.count
    return inOrder.firstIndex { $0.name.utf8.count == length && $0.name == name }
  }

  private var hasRepeatedName: Bool {
    // Beyond this, comparing each name with each takes longer than hashing them.
    inOrder.count > 64
      ? Set(names).count < inOrder.count : inOrder.indices.contains { place(of: inOrder[$0].name) != $0 }
  }

  package static func == (a: JSONMembers, b: JSONMembers) -> Bool { a.values == b.values }
}

extension JSONMembers: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.map { (name: $0, value: $1) })
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
  ) {
    members.append((name, value))
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
