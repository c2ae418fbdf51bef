import Domain

/// Text in the order people expect: numbers by value and before other text, so that 2 comes before 10 and 10 before A.
/// Ignores case and accents.
struct NaturalText: Sendable, Comparable {
  /// The numbers and the texts between them, as bytes in whose order they sort. The shorter of two words that begin
  /// the same sorts first, whatever follows it.
  private let parts: [[UInt8]]

  init(_ text: String) {
    var (parts, rest): ([[UInt8]], ArraySlice<UInt8>) = ([], FoldedText(text).utf8[...])
    while let first = rest.first {
      let part = rest.prefix { $0.isASCIIDigit == first.isASCIIDigit }
      rest = rest[part.endIndex...]
      let digits = part.drop { $0 == UInt8(ascii: "0") }
      // Comparing lengths first works for numbers of any length.
      let length = withUnsafeBytes(of: UInt64(digits.count).bigEndian) { Array($0) }
      parts.append(first.isASCIIDigit ? [0] + length + digits : [1] + part)
    }
    self.parts = parts
  }

  static func < (a: NaturalText, b: NaturalText) -> Bool {
    a.parts.lexicographicallyPrecedes(b.parts) { $0.lexicographicallyPrecedes($1) }
  }
}

extension Int {
  /// `1 item`, `3 items`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)" + (self == 1 ? "" : "s") }
}
