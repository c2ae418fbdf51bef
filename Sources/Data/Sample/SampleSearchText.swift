import Domain

/// Text as the sample services search it.
///
/// Ignores case, diacritics, wide or narrow forms, and hiragana or katakana. A word of the term matches the beginning
/// of a word in the text. In scripts written without spaces (all from U+1000 on: Hangul, kana, Han, emoji) it matches
/// anywhere. So `spr` finds Spring but not offspring, and `四季` finds 交響曲四季.
struct SampleSearchText: Sendable {
  /// Folded words in UTF-8, each with a space before it.
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Self.folded(text) }

  func holds(_ word: Word) -> Bool {
    let wanted = word.bytes
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { start in
      bytes[start] == first && bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }

  func isExactly(_ words: [Word]) -> Bool { bytes == words.flatMap(\.whole) }

  struct Word: Sendable {
    fileprivate let whole: [UInt8]
    /// Includes the space before it if it must match the beginning of a word.
    fileprivate let bytes: [UInt8]

    fileprivate init(_ folded: ArraySlice<UInt8>) {
      whole = [space] + folded
      // In UTF-8, all scalars from U+1000 on begin with this byte or a higher one.
      bytes = folded.first.map { $0 >= 0xE1 } ?? false ? Array(folded) : whole
    }
  }

  static func words(of term: String) -> [Word] { folded(term).split(separator: space).map(Word.init) }

  private static let space = UInt8(ascii: " ")

  private static func folded(_ text: String) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count + 1)
    var lettersInWord = 0
    var last: Unicode.Scalar = " "
    for scalar in text.folded.unicodeScalars {
      switch Self.part(scalar) {
      case .dropped: break
      case .separator: lettersInWord = 0
      case .apostrophe:
        // As in l’hiver and d’autunno; in don’t it belongs to the word.
        if lettersInWord == 1, "cdjlmnst".unicodeScalars.contains(last) { lettersInWord = 0 }
      case .letter(let letter):
        if lettersInWord == 0 { folded.append(space) }
        lettersInWord += 1
        last = letter
        if letter.isASCII { folded.append(UInt8(letter.value)) } else { folded += String(letter).utf8 }
      }
    }
    return folded
  }

  private enum Part {
    case dropped, separator, apostrophe
    case letter(Unicode.Scalar)
  }

  private static func part(_ scalar: Unicode.Scalar) -> Part {
    switch scalar {
    case "a"..."z", "0"..."9": return .letter(scalar)
    case "'", "\u{2018}", "\u{2019}", "\u{2BC}": return .apostrophe
    case "\u{2010}"..."\u{2027}": return .separator
    case "\0"..."\u{7F}": return .separator
    case "\u{30A1}"..."\u{30F6}": return .letter(Unicode.Scalar(scalar.value - 0x60) ?? scalar)
    default: break
    }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint { return .dropped }
    switch properties.generalCategory {
    case .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber,
      .otherNumber, .otherSymbol, .modifierSymbol:
      return .letter(scalar)
    default: return .separator
    }
  }
}
