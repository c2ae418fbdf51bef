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
  /// - Parameter others: further bytes to look for, ASCII.
  static func mayOccur(in text: String, or others: [UInt8] = []) -> Bool {
    var text = text
    return text.withUTF8 { mayOccur(in: $0, or: others) }
  }

  private static func mayOccur(in bytes: UnsafeBufferPointer<UInt8>, or others: [UInt8]) -> Bool {
    var index = 0
    // Most text is printable ASCII, of which sixteen bytes are looked at together.
    while index + 16 <= bytes.count {
      let chunk = UnsafeRawPointer(bytes.baseAddress! + index).loadUnaligned(as: SIMD16<UInt8>.self)
      var isSuspicious = (chunk .< 0x20) .| (chunk .>= 0x7F)
      for other in others { isSuspicious = isSuspicious .| (chunk .== other) }
      if any(isSuspicious) && mayOccur(in: bytes, at: index..<index + 16, or: others) { return true }
      index += 16
    }
    return mayOccur(in: bytes, at: index..<bytes.count, or: others)
  }

  private static func mayOccur(
    in bytes: UnsafeBufferPointer<UInt8>, at range: Range<Int>, or others: [UInt8]
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
      if !others.isEmpty && others.contains(byte) { return true }
      previous = byte
    }
    return false
  }
}
