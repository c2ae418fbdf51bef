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
    var index = 0
    // Most text is printable ASCII, of which eight bytes are looked at together.
    while index + 8 <= bytes.count {
      let word = UnsafeRawPointer(bytes.baseAddress! + index).loadUnaligned(as: UInt64.self)
      if isSuspicious(word, quoting: quoting), mayOccur(in: bytes, at: index..<index + 8, quoting: quoting) {
        return true
      }
      index += 8
    }
    return mayOccur(in: bytes, at: index..<bytes.count, quoting: quoting)
  }

  /// Whether any of the eight bytes is below 0x20, DEL, beyond ASCII, or to be quoted.
  private static func isSuspicious(_ word: UInt64, quoting: Bool) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits = ones << 7
    // Taking n from each byte sets the high bit of those below n; a byte equal to n is zero, that is below 1, after xor.
    func below(_ word: UInt64, _ limit: UInt64) -> UInt64 { (word &- ones &* limit) & ~word }
    func equal(_ byte: UInt64) -> UInt64 { below(word ^ (ones &* byte), 1) }
    var found = word | below(word, 0x20) | equal(0x7F)
    if quoting { found |= equal(0x22) | equal(0x5C) }
    return found & highBits != 0
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
