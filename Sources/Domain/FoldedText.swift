/// Text for comparisons that ignore case, accents, and wide or narrow forms, in UTF-8: `Björk` is `bjork`.
///
/// Folds scalar by scalar, in linear time, however many marks are stacked on a letter.
package struct FoldedText: Sendable, Equatable {
  package private(set) var utf8: [UInt8] = []
  /// The last letter, which a voicing mark after it changes.
  private var last: Unicode.Scalar = " "

  package init(_ text: String) {
    utf8 = Array(text.utf8)
    // Most text is ASCII, which folds quickly.
    if utf8.allSatisfy({ $0 < 0x80 }) {
      for index in utf8.indices where (0x41...0x5A).contains(utf8[index]) { utf8[index] |= 0x20 }
      return
    }
    utf8.removeAll(keepingCapacity: true)
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

  /// Whether the other text occurs in this one.
  package func contains(_ other: FoldedText) -> Bool {
    let wanted = other.utf8
    // Typed text is short and is tried at every position. Longer text needs an algorithm that never goes back.
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
      // か and a voicing mark make が, which readers see as another letter.
      let voiced = (String(last) + String(scalar)).composed.unicodeScalars
      guard voiced.count == 1, let letter = voiced.first else { return }
      utf8.removeLast(String(last).utf8.count)
      return append(letter)
    }
    last = scalar
    let parts = scalar.isASCII ? [scalar] : String(scalar).decomposed
    let letters = parts.filter { !$0.isAccent }
    // A letter without an accent to lose, such as が or 한, stays whole: か and 하 are part of it only in storage.
    for letter in letters.count < parts.count ? letters : [scalar] {
      // Through the capital, so that ß equals ss and both forms of sigma are equal.
      for capital in letter.properties.uppercaseMapping.unicodeScalars {
        utf8 += Array(capital.properties.lowercaseMapping.utf8)
      }
    }
  }

  /// Letters that Unicode does not decompose, quotes and dashes, as people type them on other keyboards.
  private static let plainLetters: [Unicode.Scalar: String] = [
    "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ð": "d",
    "Ð": "d", "þ": "th", "Þ": "th", "ı": "i", "’": "'", "‘": "'", "ʼ": "'", "“": "\"", "”": "\"", "–": "-", "—": "-",
  ]
}

extension String {
  /// The text for comparisons that ignore case, accents, wide or narrow forms, and forms of quotes and dashes.
  package var folded: String { String(decoding: FoldedText(self).utf8, as: UTF8.self) }

  /// The form for comparing words chosen from a list: folded, without spaces, hyphens and underscores, so that `TV
  /// Show`, `tv-show` and `tvshow` are equal.
  package var wordKey: String {
    let letters = FoldedText(self).utf8.filter {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_")
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
