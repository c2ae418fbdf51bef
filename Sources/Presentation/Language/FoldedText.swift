// How a scalar comes apart is known to the standard library alone, which keeps it for Foundation; Foundation's own
// `decomposedStringWithCanonicalMapping` would bring all of ICU along.
@_spi(_Unicode) import Swift

/// Text as it is compared where neither case nor accents matter, in UTF-8.
///
/// Scalar by scalar, so that it takes time in proportion to the text whatever is stacked upon a letter.
struct FoldedText: Sendable, Equatable {
  private(set) var utf8: [UInt8] = []

  init(_ text: String) {
    // Most text is plain, and quickly folded.
    if let plain = Self.plain(text) {
      utf8 = plain
      return
    }
    utf8.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        utf8.append((0x41...0x5A).contains(scalar.value) ? UInt8(scalar.value) | 0x20 : UInt8(scalar.value))
      } else if !Self.isAccent(scalar) {
        appendFolded(scalar)
      }
    }
  }

  /// Nil where there is anything but ASCII.
  private static func plain(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return Array(unsafeUninitializedCapacity: bytes.count) { folded, count in
        for (index, byte) in bytes.enumerated() {
          folded.initializeElement(at: index, to: byte &- 0x41 < 26 ? byte | 0x20 : byte)
        }
        count = bytes.count
      }
    }
  }

  /// Whether the other text stands somewhere in this one.
  func contains(_ other: FoldedText) -> Bool {
    let wanted = other.utf8
    // What people type is short: it is tried at every place. Anything longer is left to an algorithm that never goes back.
    guard let first = wanted.first, wanted.count <= Self.mostTyped else { return utf8.contains(wanted) }
    guard utf8.count >= wanted.count else { return false }
    return utf8.withUnsafeBufferPointer { text in
      wanted.withUnsafeBufferPointer { wanted in
        for start in 0...(text.count - wanted.count) where text[start] == first {
          var length = 1
          while length < wanted.count, text[start + length] == wanted[length] { length += 1 }
          if length == wanted.count { return true }
        }
        return false
      }
    }
  }

  private static let mostTyped = 64

  private mutating func appendFolded(_ scalar: Unicode.Scalar) {
    let parts = Array(String(scalar)._nfd)
    let letters = parts.filter { !Self.isAccent($0) }
    // What no accent comes off, such as が and 한, stays whole: it has か and 하 in it only as it is stored.
    for letter in letters.count < parts.count ? letters : [scalar] {
      // By way of the capital, so that ß is like ss and both forms of sigma are one.
      for capital in letter.properties.uppercaseMapping.unicodeScalars {
        utf8 += Array(capital.properties.lowercaseMapping.utf8)
      }
    }
  }

  /// Marks upon letters, which may be left out in writing; the vowels and voicings of other scripts may not.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }
}
