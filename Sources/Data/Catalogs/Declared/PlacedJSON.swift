import Wire

/// JSON with the place of each key and value, including repeated keys and without comments: for checking a declaration.
///
/// Stricter than `JSONValue`, which accepts what services send: people write declarations, and want to hear of slips.
struct PlacedJSON: Sendable {
  /// Where it begins, in bytes.
  let offset: Int
  let content: Content

  enum Content: Sendable {
    case null
    case flag(Bool)
    /// As written.
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

  /// A syntax error, and its place in bytes.
  typealias Malformed = JSONValue.Malformed

  // Each is nil if the value has another type.
  var flag: Bool? { if case .flag(let flag) = content { flag } else { nil } }
  var digits: String? { if case .number(let digits) = content { digits } else { nil } }
  var text: String? { if case .text(let text) = content { text } else { nil } }
  var list: [PlacedJSON]? { if case .list(let list) = content { list } else { nil } }
  var members: [Member]? { if case .object(let members) = content { members } else { nil } }

  /// Its elements, or the value itself if it is not a list.
  var listed: [PlacedJSON] { list ?? [self] }

  /// The first value of a key; nil without one.
  subscript(key: String) -> PlacedJSON? { members?.first { $0.key == key }?.value }

  /// The type of the value in messages: `a number`.
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

extension PlacedJSON {
  /// - Throws: the first place that is not valid JSON.
  init(parsing bytes: [UInt8]) throws(Malformed) {
    if let offset = Self.firstInvalidByte(of: bytes) {
      throw Malformed(offset: offset, message: "invalid UTF-8")
    }
    var parser = PlacedJSONParser(bytes: bytes)
    self = try parser.document()
  }

  private static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var decoder = UTF8()
    var input = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&input) { offset += String(scalar).utf8.count }
    return offset
  }
}

private struct PlacedJSONParser {
  private var text: JSONScanner
  private static let deepest = 100

  init(bytes: [UInt8]) { text = JSONScanner(bytes) }

  mutating func document() throws(PlacedJSON.Malformed) -> PlacedJSON {
    let value = try value(depth: 0)
    text.skipBlanks()
    guard text.isAtEnd else { throw text.malformed("extra text after the end") }
    return value
  }

  private mutating func value(depth: Int) throws(PlacedJSON.Malformed) -> PlacedJSON {
    text.skipBlanks()
    let offset = text.index
    guard depth <= Self.deepest else { throw text.malformed("nested more than \(Self.deepest) deep") }
    let content: PlacedJSON.Content =
      switch text.byte {
      case UInt8(ascii: "\""): .text(try string())
      case UInt8(ascii: "{"): .object(try members(depth: depth))
      case UInt8(ascii: "["): .list(try elements(depth: depth))
      case UInt8(ascii: "t"): try word("true", .flag(true))
      case UInt8(ascii: "f"): try word("false", .flag(false))
      case UInt8(ascii: "n"): try word("null", .null)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number(try text.number(mayBeginWithZero: false))
      default: throw text.malformed("missing value")
      }
    return PlacedJSON(offset: offset, content: content)
  }

  private mutating func word(
    _ word: StaticString, _ content: PlacedJSON.Content
  ) throws(PlacedJSON.Malformed) -> PlacedJSON.Content {
    guard text.skip(word: word) else {
      throw text.malformed("expected true, false, null, or text in quotes")
    }
    return content
  }

  private mutating func members(depth: Int) throws(PlacedJSON.Malformed) -> [PlacedJSON.Member] {
    text.index += 1
    var members: [PlacedJSON.Member] = []
    text.skipBlanks()
    if text.skip("}") { return members }
    repeat {
      text.skipBlanks()
      guard text.byte == UInt8(ascii: "\"") else {
        throw text.malformed(
          text.byte == UInt8(ascii: "}") ? "extra comma before }" : "expected a key in quotes")
      }
      let offset = text.index
      let key = try string()
      text.skipBlanks()
      guard text.skip(":") else { throw text.malformed("missing colon after the key \"\(key)\"") }
      let value = try value(depth: depth + 1)
      // A comment is no member, as often as it is repeated; one that is not text stays, and is reported.
      if key != "//" || value.text == nil {
        members.append(PlacedJSON.Member(key: key, offset: offset, value: value))
      }
      text.skipBlanks()
    } while text.skip(",")
    guard text.skip("}") else { throw text.malformed("missing comma or }") }
    return members
  }

  private mutating func elements(depth: Int) throws(PlacedJSON.Malformed) -> [PlacedJSON] {
    text.index += 1
    var elements: [PlacedJSON] = []
    text.skipBlanks()
    if text.skip("]") { return elements }
    repeat {
      text.skipBlanks()
      if text.byte == UInt8(ascii: "]") { throw text.malformed("extra comma before ]") }
      elements.append(try value(depth: depth + 1))
      text.skipBlanks()
    } while text.skip(",")
    guard text.skip("]") else { throw text.malformed("missing comma or ]") }
    return elements
  }

  private mutating func string() throws(PlacedJSON.Malformed) -> String {
    guard let string = try text.string(mayHoldControls: false) else {
      throw text.malformed("missing closing quote on this line")
    }
    return string
  }
}
