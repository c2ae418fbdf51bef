import Foundation

/// Text as the search of the sample services compares it.
///
/// Letters are the same in either case, with or without their diacritics, wide or narrow, in hiragana or katakana.
/// A word of the term is found where a word of the text begins with it; a word of a script written without spaces
/// (Hangul and all above it, emoji too) anywhere. So `spr` finds Spring and not offspring, and `四季` finds 交響曲四季.
struct SampleSearchText: Sendable {
  /// Folded words, each with a space before it.
  private let bytes: [UInt8]

  init(_ text: String) {
    bytes = Array(Self.folded(text).utf8)
  }

  func holds(_ word: Word) -> Bool {
    let wanted = word.bytes
    guard let first = wanted.first, bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { start in
      bytes[start] == first && bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }

  func isExactly(_ words: [Word]) -> Bool { bytes == words.flatMap(\.whole) }

  /// A word to look for.
  struct Word: Sendable {
    /// With its space before it where it has to stand at a word's beginning.
    fileprivate let bytes: [UInt8]
    fileprivate let whole: [UInt8]

    fileprivate init(_ folded: Substring) {
      whole = Array(" ".utf8) + Array(folded.utf8)
      let standsAnywhere = folded.unicodeScalars.first.map { $0.value >= 0x1100 } ?? false
      bytes = standsAnywhere ? Array(folded.utf8) : whole
    }
  }

  static func words(of term: String) -> [Word] {
    folded(term).split(separator: " ").map(Word.init)
  }

  private static func folded(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    var lettersInWord = 0
    func append(_ letters: some Collection<Unicode.Scalar>) {
      if lettersInWord == 0 { folded.append(" ") }
      lettersInWord += letters.count
      folded.append(contentsOf: letters)
    }
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    for scalar in (isASCII ? text : text.decomposedStringWithCompatibilityMapping).unicodeScalars {
      switch Self.part(scalar) {
      case .dropped: break
      case .separator: lettersInWord = 0
      case .apostrophe:
        // As in l’hiver and d’autunno; the one in don’t belongs to the word.
        if lettersInWord == 1, let letter = folded.last, "cdjlmnst".unicodeScalars.contains(letter) {
          lettersInWord = 0
        }
      case .letter(let letter): append(CollectionOfOne(letter))
      case .letters(let letters): append(letters.unicodeScalars)
      case .voiceMark:
        guard let letter = folded.popLast() else { break }
        folded.append(
          contentsOf: (String(letter) + String(scalar)).precomposedStringWithCanonicalMapping.unicodeScalars)
      }
    }
    return String(folded)
  }

  private enum Part {
    case dropped, separator, apostrophe
    case letter(Unicode.Scalar)
    case letters(String)
    /// What makes が of か, which are two letters to a reader.
    case voiceMark
  }

  private static func part(_ scalar: Unicode.Scalar) -> Part {
    switch scalar {
    case "a"..."z", "0"..."9": return .letter(scalar)
    case "A"..."Z": return .letter(Unicode.Scalar(UInt8(scalar.value) + 0x20))
    case "'", "\u{2018}", "\u{2019}", "\u{2BC}": return .apostrophe
    case "\u{3099}", "\u{309A}": return .voiceMark
    case "\0"..."\u{7F}": return .separator
    case "\u{30A1}"..."\u{30F6}": return .letter(Unicode.Scalar(scalar.value - 0x60) ?? scalar)
    default: break
    }
    if let plain = withoutDecomposition[scalar] { return .letters(plain) }
    let properties = scalar.properties
    // The classes up to 9 are no accents: they hold the vowel killers of Indic scripts, for one.
    if properties.canonicalCombiningClass.rawValue > 9 || properties.isDefaultIgnorableCodePoint { return .dropped }
    switch properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: return .letters(properties.lowercaseMapping)
    case .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber,
      .otherNumber, .otherSymbol, .modifierSymbol:
      return .letter(scalar)
    default: return .separator
    }
  }

  /// Letters that Unicode does not take apart, as they are typed without their keyboard.
  private static let withoutDecomposition: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d",
    "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i",
  ]
}
