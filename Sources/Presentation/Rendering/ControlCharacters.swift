/// Characters in foreign text that would act on a terminal; only this file knows them.
enum ControlCharacters {
  /// Whether `scalar` would act on a terminal: C0 and C1 controls, line separators and bidi controls. Left-to-right and
  /// right-to-left marks do not count: titles need them, and they cannot reorder the text around them.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether `text` may contain one; false is certain, true is not.
  /// - Parameter quoting: whether to look for `"` and `\` too.
  static func mayOccur(in text: String, quoting: Bool = false) -> Bool {
    text.utf8.span.withUnsafeBufferPointer { mayOccur(in: $0, quoting: quoting) }
  }

  static func mayOccur(in bytes: UnsafeBufferPointer<UInt8>, quoting: Bool = false) -> Bool {
    // Nearly all text contains none of these bytes, and this loop needs no branches and can be vectorized.
    var odd: UInt8 = 0
    for byte in bytes {
      odd |= (byte < 0x20 ? 1 : 0) | (byte == 0x22 ? 1 : 0) | (byte == 0x5C ? 1 : 0)
      odd |= (byte == 0x7F ? 1 : 0) | (byte == 0xC2 ? 1 : 0) | (byte == 0xE2 ? 1 : 0)
    }
    if odd == 0 { return false }
    var previous: UInt8 = 0
    for (index, byte) in bytes.enumerated() {
      if byte < 0x20 || byte == 0x7F { return true }
      if quoting && (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")) { return true }
      // C1 controls are C2 80 to C2 9F; line separators and bidi controls are within E2 80 A8 to E2 81 A9.
      if previous == 0xC2 && byte < 0xA0 { return true }
      if previous == 0xE2 && (byte == 0x80 || byte == 0x81) {
        if index + 1 == bytes.count || bytes[index + 1] >= 0xA6 { return true }
      }
      previous = byte
    }
    return false
  }
}
