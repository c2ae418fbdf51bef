/// Text as people order it: numbers by their value and before all other text, so that 2 stands before 10 and both before
/// A; neither case nor accents matter.
struct NaturalText: Sendable, Comparable {
  private var parts: [Part] = []

  private enum Part: Sendable, Comparable {
    /// The digits without leading zeros: a number may be as long as it likes.
    case number([UInt8])
    case text([UInt8])

    static func < (a: Part, b: Part) -> Bool {
      switch (a, b) {
      case (.number(let a), .number(let b)): a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
      case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  init(_ text: String) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    var rest = FoldedText(text).utf8[...]
    while let first = rest.first {
      let isNumber = digits.contains(first)
      let part = rest.prefix { digits.contains($0) == isNumber }
      rest = rest[part.endIndex...]
      parts.append(isNumber ? .number(Array(part.drop { $0 == UInt8(ascii: "0") })) : .text(Array(part)))
    }
  }

  static func < (a: NaturalText, b: NaturalText) -> Bool { a.parts.lexicographicallyPrecedes(b.parts) }
}
