/// How many columns a text takes on a terminal; only this file knows. It counts grapheme clusters, as terminals do. A
/// letter with its combining marks takes one column. An emoji sequence takes two, and so does a character that
/// Unicode's East Asian Width calls wide or fullwidth.
package enum DisplayWidth {
  package static func of(_ text: some StringProtocol) -> Int {
    // Nearly all text consists of letters that take one column each.
    if case let width?? = text.utf8.withContiguousStorageIfAvailable(narrow) { return width }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The width of text in ASCII, Latin letters and common quotation marks and dashes; nil if it contains anything else,
  /// such as a combining mark.
  private static func narrow(_ utf8: UnsafeBufferPointer<UInt8>) -> Int? {
    func byte(_ index: Int) -> UInt8 { index < utf8.count ? utf8[index] : 0 }
    var (index, width) = (0, 0)
    while index < utf8.count {
      switch utf8[index] {
      case ..<0x80: index += 1
      // U+00A0 to U+02FF.
      case 0xC2 where byte(index + 1) >= 0xA0, 0xC3...0xCB: index += 2
      // U+2010 to U+2027.
      case 0xE2 where byte(index + 1) == 0x80 && (0x90...0xA7).contains(byte(index + 2)): index += 3
      default: return nil
      }
      width += 1
    }
    return width
  }

  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.isASCII && scalars.count == 1 { return 1 }
    // U+FE0F selects the wide emoji form of a character that also has a narrow form, such as ☀️ and 1️⃣.
    if scalars.contains("\u{FE0F}") && first.properties.isEmoji { return 2 }
    let isRegionalIndicator = (0x1F1E6...0x1F1FF).contains(first.value)
    if isRegionalIndicator || scalars.contains(where: { $0.properties.isEmojiPresentation }) { return 2 }
    // Marks take no column; spacing vowels in Thai and joined consonants in Indic scripts do.
    return scalars.reduce(0) { $0 + of($1) }
  }

  /// The beginning of `text` that fits into `width` columns; a cut text ends in `…`.
  package static func fitted(_ text: String, to width: Int) -> String {
    guard width > 0 else { return "" }
    return of(text) > width ? beginning(of: text[...], to: width - 1) + "…" : text
  }

  /// The beginning of `text` that fits into `width` columns.
  static func beginning(of text: Substring, to width: Int) -> Substring {
    var used = 0
    return text.prefix { character in
      used += of(character)
      return used <= width
    }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control: return 0
    // Terminals show a soft hyphen, wherever it is.
    case .format: return scalar == "\u{AD}" ? 1 : 0
    default: break
    }
    // In a Hangul syllable written in parts, vowels and final consonants share the first part's column.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    guard scalar.value >= wide[0].lowerBound else { return 1 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// Wide and fullwidth blocks of EastAsianWidth.txt, Unicode 15; unassigned code points within a block count as wide.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x18B00...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F251, 0x20000...0x2FFFD,
    0x30000...0x3FFFD,
  ]
}
