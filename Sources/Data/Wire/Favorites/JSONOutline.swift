import Domain

/// Finds the members of a JSON object in its text.
///
/// Looks at each byte once and decodes nothing: of thousands of lines only the few that are shown need decoding.
struct JSONOutline {
  private let text: UnsafeBufferPointer<UInt8>
  private var index = 0

  /// - Parameters:
  ///   - text: one object, in UTF-8.
  ///   - member: gets the ranges of each member's name and value, including the quotes of strings.
  /// - Returns: whether the text has the layout of an object. The decoder finds all other errors.
  static func scan(
    _ text: UnsafeBufferPointer<UInt8>, member: (_ name: Range<Int>, _ value: Range<Int>) -> Void
  ) -> Bool {
    var outline = JSONOutline(text: text)
    return outline.object(member)
  }

  /// The current byte; at the end 0, which JSON never contains.
  private var byte: UInt8 { index < text.count ? text[index] : 0 }

  private mutating func skipBlanks() {
    while byte == 0x20 || byte == 0x09 || byte == 0x0D { index += 1 }
  }

  private mutating func skip(_ expected: UInt8) -> Bool {
    skipBlanks()
    guard byte == expected else { return false }
    index += 1
    return true
  }

  private mutating func object(_ member: (Range<Int>, Range<Int>) -> Void) -> Bool {
    guard skip(UInt8(ascii: "{")) else { return false }
    repeat {
      skipBlanks()
      let name = index
      guard string() else { return false }
      let nameEnd = index
      guard skip(UInt8(ascii: ":")) else { return false }
      skipBlanks()
      let value = index
      guard self.value() else { return false }
      member(name..<nameEnd, value..<index)
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { return false }
    skipBlanks()
    return index == text.count
  }

  private mutating func value() -> Bool {
    switch byte {
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "{"), UInt8(ascii: "["): return nested()
    default:
      let start = index
      while byte.isASCIIAlphanumeric || "-+.".utf8.contains(byte) { index += 1 }
      return index > start
    }
  }

  private mutating func nested() -> Bool {
    var depth = 0
    repeat {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        guard string() else { return false }
        continue
      case 0: return false
      default: break
      }
      index += 1
    } while depth > 0
    return true
  }

  private mutating func string() -> Bool {
    guard byte == UInt8(ascii: "\"") else { return false }
    index += 1
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        index += 1
        return true
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return false
  }
}
