import Domain

/// Reads the numbers, strings and words of a JSON text, for parsers that produce different values.
package struct JSONScanner: Sendable {
  package let bytes: [UInt8]
  package var index: Int

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark is not part of the text.
    index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  package var isAtEnd: Bool { index >= bytes.count }

  /// The next byte. At the end it is 0, which JSON never contains.
  package var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  package func malformed(_ message: String) -> JSONValue.Malformed {
    JSONValue.Malformed(offset: index, message: isAtEnd ? "unexpected end of file: \(message)" : message)
  }

  package mutating func skipBlanks() {
    while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  package mutating func skip(_ expected: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: expected) else { return false }
    index += 1
    return true
  }

  /// Skips the word if it is next.
  package mutating func skip(word: StaticString) -> Bool {
    let isHere = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    if isHere { index += word.utf8CodeUnitCount }
    return isHere
  }

  /// Reads a number as written.
  /// - Parameter mayBeginWithZero: whether more digits may follow a leading 0.
  package mutating func number(mayBeginWithZero: Bool = true) throws(JSONValue.Malformed) -> String {
    let start = index
    _ = skip("-")
    if !mayBeginWithZero, byte == UInt8(ascii: "0"), index + 1 < bytes.count, bytes[index + 1].isASCIIDigit {
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

  /// Reads a string whose opening quote comes next; nil if the closing quote is missing.
  /// - Parameter mayHoldControls: whether it may contain line breaks and other control characters.
  package mutating func string(mayHoldControls: Bool = true) throws(JSONValue.Malformed) -> String? {
    index += 1
    let start = index
    skipPlain(mayHoldControls)
    if skip("\"") { return String(decoding: bytes[start..<index - 1], as: UTF8.self) }
    var text = Array(bytes[start..<index])
    while skip("\\") {
      try escape(into: &text)
      let start = index
      skipPlain(mayHoldControls)
      text += bytes[start..<index]
    }
    return skip("\"") ? String(decoding: text, as: UTF8.self) : nil
  }

  private mutating func skipPlain(_ mayHoldControls: Bool) {
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\"),
      mayHoldControls || bytes[index] >= 0x20
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
      var units = [try codeUnit()]
      // The second half of a surrogate pair, if present; `String` repairs a lone first half.
      if UTF16.isLeadSurrogate(units[0]), bytes[index...].starts(with: "\\u".utf8) {
        let before = index
        index += 2
        let second = try codeUnit()
        if UTF16.isTrailSurrogate(second) { units.append(second) } else { index = before }
      }
      text += String(decoding: units, as: UTF16.self).utf8
      return
    default: throw malformed("invalid escape")
    }
    index += 1
  }

  private mutating func codeUnit() throws(JSONValue.Malformed) -> UInt16 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw malformed("\\u needs four hex digits") }
    index += 4
    return unit
  }
}
