import Domain

/// Text in the order people expect: numbers by value and before other text, so that 2 comes before 10 and 10 before A.
/// Ignores case and accents.
struct NaturalText: Sendable, Comparable {
  /// The numbers and the texts between them, as bytes in whose order they sort.
  private var key: [UInt8] = []

  init(_ text: String) {
    let text = FoldedText(text).utf8
    key.reserveCapacity(text.count + 16)
    var rest = text[...]
    while let first = rest.first {
      guard first.isASCIIDigit else {
        // Never 0, which begins a number: so the shorter of two words that begin the same sorts first, whatever follows
        // it. UTF-8 has no byte 255.
        key.append(first + 1)
        rest = rest.dropFirst()
        continue
      }
      let number = rest.prefix(while: \.isASCIIDigit)
      rest = rest[number.endIndex...]
      let digits = number.drop { $0 == UInt8(ascii: "0") }
      key.append(0)
      // Comparing lengths first works for numbers of any length.
      withUnsafeBytes(of: UInt64(digits.count).bigEndian) { key.append(contentsOf: $0) }
      key.append(contentsOf: digits)
    }
  }

  static func < (a: NaturalText, b: NaturalText) -> Bool { a.key.lexicographicallyPrecedes(b.key) }
}
