/// Characters in text from elsewhere that would act on a terminal; the one place that knows them.
enum ControlCharacters {
  /// Whether `scalar` would act on a terminal: C0 and C1 controls, line separators, and bidi controls.
  ///
  /// Left-to-right and right-to-left marks are not among them: proper titles need them, and they cannot reorder their
  /// surroundings.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether `text` may hold one; false is certain, true is not.
  /// - Parameter quoting: whether to look for `"` and `\` too.
  static func mayOccur(in text: String, quoting: Bool = false) -> Bool {
    var text = text
    return text.withUTF8 { mayOccur(in: $0, quoting: quoting) }
  }

  static func mayOccur(in bytes: UnsafeBufferPointer<UInt8>, quoting: Bool = false) -> Bool {
    guard bytes.count >= 8, let start = UnsafeRawPointer(bytes.baseAddress) else {
      return mayOccur(in: bytes, at: 0..<bytes.count, quoting: quoting)
    }
    // Most text is printable ASCII, of which eight bytes are looked at together; the last eight may overlap those before.
    var suspicion: UInt64 = 0
    for index in stride(from: 0, to: bytes.count - 8, by: 8) {
      suspicion |= Self.suspicion(start.loadUnaligned(fromByteOffset: index, as: UInt64.self), quoting: quoting)
    }
    suspicion |= Self.suspicion(start.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self), quoting: quoting)
    return suspicion & highBits != 0 && mayOccur(in: bytes, at: 0..<bytes.count, quoting: quoting)
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits = ones << 7

  /// With high bits where any of the eight bytes is below 0x20, DEL, beyond ASCII, or to be quoted.
  private static func suspicion(_ word: UInt64, quoting: Bool) -> UInt64 {
    // Taking n from a byte sets the high bit where it is below n, and adding one to DEL. What is carried over from one byte
    // to the next comes from a byte with a high bit of its own.
    var found = word | (word &- ones &* 0x20) | (word &+ ones)
    if quoting { found |= ((word ^ ones &* 0x22) &- ones) | ((word ^ ones &* 0x5C) &- ones) }
    return found
  }

  private static func mayOccur(
    in bytes: UnsafeBufferPointer<UInt8>, at range: Range<Int>, quoting: Bool
  ) -> Bool {
    var previous = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : 0
    for index in range {
      let byte = bytes[index]
      if byte < 0x20 || byte == 0x7F { return true }
      // C1 controls are C2 80 to C2 9F; line separators and bidi controls lie among E2 80 A8 to E2 81 A9.
      if previous == 0xC2 && byte < 0xA0 || previous == 0xE2 && (byte == 0x80 || byte == 0x81) {
        let third = index + 1 < bytes.count ? bytes[index + 1] : 0
        if previous == 0xC2 || third >= 0xA6 { return true }
      }
      if quoting && (byte == 0x22 || byte == 0x5C) { return true }
      previous = byte
    }
    return false
  }
}
