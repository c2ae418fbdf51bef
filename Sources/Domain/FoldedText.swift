/// Text as it is compared where neither case nor accents nor wide and narrow forms matter, in UTF-8: `Björk` is `bjork`.
///
/// Folds scalar by scalar, so that it takes time in proportion to the text whatever is stacked upon a letter.
package struct FoldedText: Sendable, Equatable {
  package private(set) var utf8: [UInt8] = []
  /// The latest letter, which a voice mark behind it changes.
  private var last: Unicode.Scalar = " "

  package init(_ text: String) {
    // Most text is plain, and quickly folded.
    if let plain = Self.plain(text) {
      utf8 = plain
      return
    }
    utf8.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        last = scalar
        utf8.append((0x41...0x5A).contains(scalar.value) ? UInt8(scalar.value) | 0x20 : UInt8(scalar.value))
      } else if !scalar.isAccent {
        append(scalar)
      }
    }
  }

  package static func == (a: FoldedText, b: FoldedText) -> Bool { a.utf8 == b.utf8 }

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
  package func contains(_ other: FoldedText) -> Bool {
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

  private mutating func append(_ scalar: Unicode.Scalar) {
    if let usual = scalar.usualForm ?? Self.plainLetters[scalar] {
      for scalar in usual.unicodeScalars { append(scalar) }
      return
    }
    if scalar == "\u{3099}" || scalar == "\u{309A}" {
      // か and its voice mark are が, which is another letter to a reader.
      let voiced = (String(last) + String(scalar)).composed.unicodeScalars
      guard voiced.count == 1, let letter = voiced.first else { return }
      utf8.removeLast(String(last).utf8.count)
      return append(letter)
    }
    last = scalar
    let parts = scalar.isASCII ? [scalar] : String(scalar).decomposed
    let letters = parts.filter { !$0.isAccent }
    // What no accent comes off, such as が and 한, stays whole: it has か and 하 in it only as it is stored.
    for letter in letters.count < parts.count ? letters : [scalar] {
      // By way of the capital, so that ß is like ss and both forms of sigma are one.
      for capital in letter.properties.uppercaseMapping.unicodeScalars {
        utf8 += Array(capital.properties.lowercaseMapping.utf8)
      }
    }
  }

  /// Letters that Unicode does not take apart, as they are typed without their keyboard.
  private static let plainLetters: [Unicode.Scalar: String] = [
    "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ð": "d",
    "Ð": "d", "þ": "th", "Þ": "th", "ı": "i",
  ]
}

extension String {
  /// As text is compared where neither case nor accents nor wide and narrow forms matter.
  package var folded: String { String(decoding: FoldedText(self).utf8, as: UTF8.self) }

  /// As a word that is chosen from a list is compared: folded, and without blanks, hyphens and underscores, so that
  /// `TV Show`, `tv-show` and `tvshow` are one word.
  package var wordKey: String {
    let letters = FoldedText(self).utf8.filter {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_")
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
