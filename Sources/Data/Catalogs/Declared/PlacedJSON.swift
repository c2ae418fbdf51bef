/// JSON that knows where each key and value stands, and keeps repeated keys: what a declaration is checked on.
///
/// Stricter than `JSONValue`, which takes what services send: this is written by people, who want to be told of a slip.
struct PlacedJSON: Sendable {
  /// Where it begins, in bytes.
  let offset: Int
  let content: Content

  enum Content: Sendable {
    case null
    case flag(Bool)
    /// As it was written.
    case number(String)
    case text(String)
    case list([PlacedJSON])
    case object([Member])
  }

  struct Member: Sendable {
    let key: String
    /// Where the key begins, in bytes.
    let offset: Int
    let value: PlacedJSON
  }

  /// What is wrong, and where, in bytes.
  struct Malformed: Error {
    let offset: Int
    let message: String
  }

  /// - Throws: the first place that is no JSON.
  init(parsing bytes: [UInt8]) throws(Malformed) {
    if let offset = Self.firstInvalidByte(of: bytes) {
      throw Malformed(offset: offset, message: "a byte that is no UTF-8")
    }
    var parser = PlacedJSONParser(bytes: bytes)
    self = try parser.document()
  }

  init(offset: Int, content: Content) {
    self.offset = offset
    self.content = content
  }

  private static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var decoder = UTF8()
    var input = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&input) { offset += String(scalar).utf8.count }
    return offset
  }

  /// What kind of value it is, for people: `a number`.
  var kind: String {
    switch content {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .number: "a number"
    case .text: "text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

private struct PlacedJSONParser {
  private let bytes: [UInt8]
  private var index = 0
  private static let deepest = 100

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(PlacedJSON.Malformed) -> PlacedJSON {
    // A byte order mark is no part of the text.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    let value = try value(depth: 0)
    skipBlanks()
    guard index == bytes.count else { throw malformed("something stands behind the end") }
    return value
  }

  private func malformed(_ message: String) -> PlacedJSON.Malformed {
    PlacedJSON.Malformed(
      offset: index, message: index >= bytes.count ? "the file ends too early: \(message)" : message)
  }

  /// 0, which is no part of JSON, at the end.
  private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func skipBlanks() {
    while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func skip(_ expected: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: expected) else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(PlacedJSON.Malformed) -> PlacedJSON {
    skipBlanks()
    let offset = index
    guard depth <= Self.deepest else { throw malformed("nested more than \(Self.deepest) deep") }
    let content: PlacedJSON.Content =
      switch byte {
      case UInt8(ascii: "\""): .text(try string())
      case UInt8(ascii: "{"): .object(try members(depth: depth))
      case UInt8(ascii: "["): .list(try elements(depth: depth))
      case UInt8(ascii: "t"): try word("true", .flag(true))
      case UInt8(ascii: "f"): try word("false", .flag(false))
      case UInt8(ascii: "n"): try word("null", .null)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number(try number())
      default: throw malformed("a value is missing")
      }
    return PlacedJSON(offset: offset, content: content)
  }

  private mutating func word(
    _ word: StaticString, _ content: PlacedJSON.Content
  ) throws(PlacedJSON.Malformed) -> PlacedJSON.Content {
    let start = index
    for offset in 0..<word.utf8CodeUnitCount {
      guard byte == word.utf8Start[offset] else {
        index = start
        throw malformed("a word that is none of true, false and null; text stands in quotes")
      }
      index += 1
    }
    return content
  }

  private mutating func members(depth: Int) throws(PlacedJSON.Malformed) -> [PlacedJSON.Member] {
    index += 1
    var members: [PlacedJSON.Member] = []
    skipBlanks()
    if skip("}") { return members }
    repeat {
      skipBlanks()
      guard byte == UInt8(ascii: "\"") else {
        throw malformed(byte == UInt8(ascii: "}") ? "a comma before the closing brace" : "a key in quotes is missing")
      }
      let offset = index
      let key = try string()
      skipBlanks()
      guard skip(":") else { throw malformed("a colon is missing behind the key \"\(key)\"") }
      members.append(PlacedJSON.Member(key: key, offset: offset, value: try value(depth: depth + 1)))
      skipBlanks()
    } while skip(",")
    guard skip("}") else { throw malformed("a comma or a closing brace is missing") }
    return members
  }

  private mutating func elements(depth: Int) throws(PlacedJSON.Malformed) -> [PlacedJSON] {
    index += 1
    var elements: [PlacedJSON] = []
    skipBlanks()
    if skip("]") { return elements }
    repeat {
      skipBlanks()
      if byte == UInt8(ascii: "]") { throw malformed("a comma before the closing bracket") }
      elements.append(try value(depth: depth + 1))
      skipBlanks()
    } while skip(",")
    guard skip("]") else { throw malformed("a comma or a closing bracket is missing") }
    return elements
  }

  private mutating func number() throws(PlacedJSON.Malformed) -> String {
    let start = index
    _ = skip("-")
    if byte == UInt8(ascii: "0"), index + 1 < bytes.count, bytes[index + 1].isASCIIDigit {
      throw malformed("a number that begins with 0")
    }
    try digits()
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      _ = skip("+") || skip("-")
      try digits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() throws(PlacedJSON.Malformed) {
    guard byte.isASCIIDigit else { throw malformed("a digit is missing") }
    while byte.isASCIIDigit { index += 1 }
  }

  private mutating func string() throws(PlacedJSON.Malformed) -> String {
    index += 1
    var text: [UInt8] = []
    var start = index
    while true {
      while index < bytes.count, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { index += 1 }
      text += bytes[start..<index]
      if skip("\"") { return String(decoding: text, as: UTF8.self) }
      guard skip("\\") else { throw malformed("text that does not end on its line; a quote is missing") }
      try escape(into: &text)
      start = index
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(PlacedJSON.Malformed) {
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
      var units = [try codeUnit()]
      if UTF16.isLeadSurrogate(units[0]), bytes[index...].starts(with: "\\u".utf8) {
        index += 2
        units.append(try codeUnit())
      }
      text += String(decoding: units, as: UTF16.self).utf8
      return
    default: throw malformed("an escape that JSON has not")
    }
    index += 1
  }

  private mutating func codeUnit() throws(PlacedJSON.Malformed) -> UInt16 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw malformed("\\u takes four digits") }
    index += 4
    return unit
  }
}
