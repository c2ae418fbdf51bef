/// Characters in text from services and files that would act on a terminal; only this file lists them.
@usableFromInline package enum ControlCharacters {
  /// Whether `scalar` would act on a terminal or be invisible there: C0 and C1 controls, line separators, bidi controls
  /// and marks, and characters without width other than joiners, which emoji and many scripts need.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB:
      true
    default: false
    }
  }

  /// Whether `scalar` joins letters or emoji, as in Persian and Hindi; elsewhere it is invisible.
  package static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x200C || scalar.value == 0x200D }

  /// Whether `scalar` may be next to a joiner.
  package static func joins(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x590 && !isJoiner(scalar) && !contains(scalar)
  }

  /// The most marks above and below a character; scripts need up to five.
  package static let mostMarks = 6

  package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }

  /// Whether `text` may contain one; false is certain.
  package static func mayOccur(in text: String) -> Bool { text.utf8.span.withUnsafeBufferPointer { mayOccur(in: $0) } }

  /// - Parameter quoting: whether to look for `"` and `\` too.
  @inlinable package static func mayOccur(in bytes: UnsafeBufferPointer<UInt8>, quoting: Bool = false) -> Bool {
    // Nearly all text is plain ASCII, and this loop needs no branches and can be vectorized.
    var odd: UInt8 = 0
    for byte in bytes {
      odd |= (byte &- 0x20 < 0x5F ? 0 : 1) | (byte == 0x22 ? 1 : 0) | (byte == 0x5C ? 1 : 0)
    }
    if odd == 0 { return false }
    var (beforePrevious, previous): (UInt8, UInt8) = (0, 0)
    for byte in bytes {
      if byte < 0x20 || byte == 0x7F { return true }
      // JSON keeps marks; characters without width also begin with D8 9C, E1 A0 8E and EF BB BF.
      if byte >= 0xCC && byte != 0xE2 && (!quoting || [0xD8, 0xE1, 0xEF].contains(byte)) { return true }
      if quoting && (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")) { return true }
      // C1 controls are C2 80 to C2 9F, characters without width are in E2 80 and E2 81, marks are E2 83 90 to B0.
      if previous == 0xC2 && byte < 0xA0 { return true }
      if previous == 0xE2 && (byte == 0x81 || byte == 0x83 || byte >= 0xB3) { return true }
      if beforePrevious == 0xE2 && previous == 0x80 && (byte < 0x90 || byte >= 0xA8 && byte < 0xAF) { return true }
      (beforePrevious, previous) = (previous, byte)
    }
    return false
  }
}
