import Domain

/// Text in the order people expect: numbers by value and before other text, so that 2 comes before 10 and 10 before A.
/// Ignores case and accents.
struct NaturalText: Sendable, Comparable {
  private let utf8: [UInt8]

  init(_ text: String) { utf8 = FoldedText(text).utf8 }

  static func < (a: NaturalText, b: NaturalText) -> Bool { a.order(beside: b) < 0 }
  static func == (a: NaturalText, b: NaturalText) -> Bool { a.order(beside: b) == 0 }

  /// Negative if it sorts before `other`, 0 if both are equal.
  private func order(beside other: NaturalText) -> Int {
    var (mine, theirs) = (utf8[...], other.utf8[...])
    while let first = mine.first, let second = theirs.first {
      switch (first.isASCIIDigit, second.isASCIIDigit) {
      case (true, true):
        let (a, b) = (Self.takeNumber(&mine), Self.takeNumber(&theirs))
        // Comparing lengths first works for numbers of any length.
        if a.count != b.count { return a.count - b.count }
        if let different = zip(a, b).first(where: { $0 != $1 }) { return Int(different.0) - Int(different.1) }
      case (true, false): return -1
      case (false, true): return 1
      case (false, false):
        if first != second { return Int(first) - Int(second) }
        mine.removeFirst()
        theirs.removeFirst()
        // The shorter word sorts first, whatever follows it.
        let (goesOn, othersGoOn) = (Self.isWord(mine.first), Self.isWord(theirs.first))
        if goesOn != othersGoOn { return goesOn ? 1 : -1 }
      }
    }
    return mine.count - theirs.count
  }

  /// Removes the leading number and returns its digits without leading zeros.
  private static func takeNumber(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: \.isASCIIDigit)
    text = text[digits.endIndex...]
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  private static func isWord(_ byte: UInt8?) -> Bool { byte?.isASCIIDigit == false }
}
