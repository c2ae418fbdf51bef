import Domain

/// A value that `JSONScanner` builds from a text, part by part.
protocol JSONForm: Sendable {
  associatedtype Member
  /// How deep lists and objects may be nested; more would exhaust the stack.
  static var deepest: Int { get }
  /// Whether control characters in strings, numbers that begin with 0, and invalid UTF-8 are errors.
  static var isStrict: Bool { get }
  /// - Parameter offset: where it begins, in bytes.
  static func scalar(_ value: JSONValue, at offset: Int) -> Self
  static func list(_ elements: [Self], at offset: Int) -> Self
  static func object(_ members: [Member], at offset: Int) -> Self
  static func add(_ value: Self, named name: String, at offset: Int, to members: inout [Member])
}

/// Reads a JSON text in one pass.
struct JSONScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var index: Int
  private var count = 0

  /// More values need far more memory than their text.
  private static let mostValues = 1_000_000

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    // A byte order mark is not part of the text.
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  static func parse<Form: JSONForm>(_ bytes: [UInt8]) throws(JSONValue.Malformed) -> Form {
    try bytes.withUnsafeBufferPointer { bytes throws(JSONValue.Malformed) in
      var scanner = JSONScanner(bytes)
      let value: Form = try scanner.value(depth: 0)
      scanner.skipBlanks()
      guard scanner.isAtEnd else { throw scanner.malformed("extra text after the end") }
      return value
    }
  }

  private var isAtEnd: Bool { index >= bytes.count }

  /// The next byte. At the end it is 0, which JSON never contains.
  private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private func malformed(_ message: String) -> JSONValue.Malformed {
    JSONValue.Malformed(offset: index, message: isAtEnd ? "unexpected end of file: \(message)" : message)
  }

  private mutating func value<Form: JSONForm>(depth: Int) throws(JSONValue.Malformed) -> Form {
    count += 1
    guard count <= Self.mostValues else { throw malformed("more than \(Self.mostValues) values") }
    skipBlanks()
    let offset = index
    switch byte {
    case UInt8(ascii: "\""): return .scalar(.string(try string(Form.isStrict)), at: offset)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < Form.deepest else { throw malformed("nested more than \(Form.deepest) deep") }
      return byte == UInt8(ascii: "{")
        ? .object(try members(depth + 1, Form.self), at: offset)
        : .list(try elements(depth + 1), at: offset)
    case UInt8(ascii: "t"): return .scalar(try word("true", .bool(true)), at: offset)
    case UInt8(ascii: "f"): return .scalar(try word("false", .bool(false)), at: offset)
    case UInt8(ascii: "n"): return .scalar(try word("null", .null), at: offset)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .scalar(.number(try number(Form.isStrict)), at: offset)
    default: throw malformed("missing value")
    }
  }

  private mutating func members<Form: JSONForm>(
    _ depth: Int, _: Form.Type
  ) throws(JSONValue.Malformed) -> [Form.Member] {
    index += 1
    var members: [Form.Member] = []
    skipBlanks()
    if skip("}") { return members }
    repeat {
      skipBlanks()
      guard byte == UInt8(ascii: "\"") else {
        throw malformed(byte == UInt8(ascii: "}") ? "extra comma before }" : "expected a key in quotes")
      }
      let offset = index
      let name = try string(Form.isStrict)
      skipBlanks()
      guard skip(":") else { throw malformed("missing colon after the key \"\(name)\"") }
      let value: Form = try value(depth: depth)
      Form.add(value, named: name, at: offset, to: &members)
      skipBlanks()
    } while skip(",")
    guard skip("}") else { throw malformed("missing comma or }") }
    return members
  }

  private mutating func elements<Form: JSONForm>(_ depth: Int) throws(JSONValue.Malformed) -> [Form] {
    index += 1
    var elements: [Form] = []
    skipBlanks()
    if skip("]") { return elements }
    repeat {
      skipBlanks()
      if byte == UInt8(ascii: "]") { throw malformed("extra comma before ]") }
      elements.append(try value(depth: depth))
      skipBlanks()
    } while skip(",")
    guard skip("]") else { throw malformed("missing comma or ]") }
    return elements
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONValue.Malformed) -> JSONValue {
    guard word.withUTF8Buffer({ bytes[index...].starts(with: $0) }) else {
      throw malformed("expected true, false, null, or text in quotes")
    }
    index += word.utf8CodeUnitCount
    return value
  }

  private mutating func skipBlanks() {
    while byte.isJSONBlank { index += 1 }
  }

  private mutating func skip(_ expected: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: expected) else { return false }
    index += 1
    return true
  }

  /// Reads a number as written.
  private mutating func number(_ isStrict: Bool) throws(JSONValue.Malformed) -> String {
    let start = index
    _ = skip("-")
    if isStrict, byte == UInt8(ascii: "0"), index + 1 < bytes.count, bytes[index + 1].isASCIIDigit {
      throw malformed("a number must not begin with 0")
    }
    try digits()
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      _ = skip("+") || skip("-")
      try digits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() throws(JSONValue.Malformed) {
    guard byte.isASCIIDigit else { throw malformed("missing digit") }
    while byte.isASCIIDigit { index += 1 }
  }

  /// Reads a string whose opening quote comes next.
  private mutating func string(_ isStrict: Bool) throws(JSONValue.Malformed) -> String {
    index += 1
    let start = index
    skipPlain(isStrict)
    if skip("\"") { return String(decoding: bytes[start..<index - 1], as: UTF8.self) }
    var text = Array(bytes[start..<index])
    while skip("\\") {
      try escape(into: &text)
      let start = index
      skipPlain(isStrict)
      text += bytes[start..<index]
    }
    guard skip("\"") else {
      let isControl = !isAtEnd && byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\r")
      throw malformed(
        isControl ? "a tab or control character in text must be escaped: \\t" : "missing closing quote on this line")
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func skipPlain(_ isStrict: Bool) {
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\"),
      !isStrict || bytes[index] >= 0x20
    { index += 1 }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONValue.Malformed) {
    let letter = byte
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      index += 1
      let unit = try codeUnit()
      var scalar = Unicode.Scalar(unit)
      // The second half of a surrogate pair, if present.
      if UTF16.isLeadSurrogate(unit), bytes[index...].starts(with: "\\u".utf8) {
        let before = index
        index += 2
        let second = try codeUnit()
        if UTF16.isTrailSurrogate(second) {
          scalar = UTF16.decode(UTF16.EncodedScalar([unit, second]))
        } else {
          index = before
        }
      }
      // A half alone becomes the replacement character.
      text += String(scalar ?? "\u{FFFD}").utf8
      return
    default: throw malformed("invalid escape")
    }
    index += 1
  }

  private mutating func codeUnit() throws(JSONValue.Malformed) -> UInt16 {
    guard index + 4 <= bytes.count, let unit = bytes[index..<index + 4].hexNumber else {
      throw malformed("\\u needs four hex digits")
    }
    index += 4
    return UInt16(unit)
  }
}

// MARK: Outlines

extension JSONScanner {
  /// Finds the members of the object in `text`, a line. Looks at each byte once and decodes nothing, because of
  /// thousands of lines only the few that are shown need decoding.
  /// - Parameter member: gets the ranges of each member's name and value, including the quotes of strings.
  /// - Returns: whether the text has the layout of an object. The parser finds all other errors.
  static func outline(
    _ text: UnsafeBufferPointer<UInt8>, member: (_ name: Range<Int>, _ value: Range<Int>) -> Void
  ) -> Bool {
    var scanner = JSONScanner(text)
    scanner.skipBlanks()
    guard scanner.skip("{") else { return false }
    repeat {
      scanner.skipBlanks()
      guard scanner.byte == UInt8(ascii: "\""), let name = scanner.skipValue() else { return false }
      scanner.skipBlanks()
      guard scanner.skip(":") else { return false }
      scanner.skipBlanks()
      guard let value = scanner.skipValue() else { return false }
      member(name, value)
      scanner.skipBlanks()
    } while scanner.skip(",")
    guard scanner.skip("}") else { return false }
    scanner.skipBlanks()
    return scanner.isAtEnd
  }

  /// Nil if no value begins here, or it has no end.
  mutating func skipValue() -> Range<Int>? {
    let start = index
    var depth = 0
    repeat {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        repeat {
          index += byte == UInt8(ascii: "\\") ? 2 : 1
          if isAtEnd { return nil }
        } while byte != UInt8(ascii: "\"")
      case _ where depth == 0:
        while byte.isASCIIAlphanumeric || "-+.".utf8.contains(byte) { index += 1 }
        return index > start ? start..<index : nil
      case 0: return nil
      default: break
      }
      index += 1
    } while depth > 0
    return depth == 0 ? start..<index : nil
  }
}
