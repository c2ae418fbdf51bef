import Domain

/// A character in HTML: `&eacute;`, `&#233;`, `&#xE9;`.
package struct HTMLEntity: Sendable, Equatable {
  package let character: Character
  /// In bytes, from the `&` to the `;`.
  package let length: Int

  /// Parses the entity at the start of `bytes`; nil if there is none.
  init?<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) where Bytes.Index == Int {
    // No name and no code point is longer.
    guard bytes.first == UInt8(ascii: "&"), let end = bytes.prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      return nil
    }
    let name = bytes[..<end].dropFirst()
    let character =
      name.first == UInt8(ascii: "#")
      ? Self.number(name.dropFirst()).flatMap(Unicode.Scalar.init).flatMap { $0 == "\0" ? nil : Character($0) }
      : Self.character(named: String(decoding: name, as: UTF8.self))
    guard let character else { return nil }
    self.character = character
    length = end - bytes.startIndex + 1
  }

  /// Parses the text between `&#` and `;`: `.max` for a number that is too large, nil if it is not a number.
  package static func number(_ text: some Collection<UInt8>) -> UInt32? {
    let isHexadecimal = text.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = String(decoding: isHexadecimal ? text.dropFirst() : text[...], as: UTF8.self)
    let isNumber = !digits.isEmpty && digits.allSatisfy { isHexadecimal ? $0.isHexDigit : $0.isNumber }
    return isNumber ? UInt32(digits, radix: isHexadecimal ? 16 : 10) ?? .max : nil
  }

  /// The character with this HTML name.
  package static func character(named name: String) -> Character? { named[name] }

  private static let named = EmbeddedFile.table("entities").words.compactMapValues { words in
    UInt32(words[0], radix: 16).flatMap(Unicode.Scalar.init).map { Character($0) }
  }
}
