// Of Unicode's normal forms the standard library shows only what others of its kind may use; Foundation's own rest on these.
@_spi(_Unicode) import Swift

extension String {
  /// As a search compares it: upper and lower case, accents, and wide and narrow forms make no difference.
  package var folded: String {
    var folded = ""
    for scalar in takenApart where !scalar.isAccent { folded += scalar.properties.lowercaseMapping }
    return folded
  }

  /// Letters and their accents one by one, wide, narrow and joined letters in their usual forms.
  package var takenApart: [Unicode.Scalar] {
    // Most text is, and taking it apart takes longer than all that is done with it.
    if utf8.allSatisfy({ $0 < 0x80 }) { return Array(unicodeScalars) }
    var scalars: [Unicode.Scalar] = []
    for scalar in _nfd {
      if let usual = scalar.usualForm { scalars += usual.unicodeScalars } else { scalars.append(scalar) }
    }
    return scalars
  }

  /// Letters and their accents as one, wherever Unicode has such a letter.
  package var composed: String {
    var scalars = UnicodeScalarView()
    scalars.append(contentsOf: _nfc)
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// Whether it only changes the letter before it; the classes up to 9 hold the vowel killers of Indic scripts, for one.
  package var isAccent: Bool { !isASCII && properties.canonicalCombiningClass.rawValue > 9 }

  /// For the forms that old character sets brought along; nil for all others.
  fileprivate var usualForm: String? {
    switch self {
    case "\u{FF01}"..."\u{FF5E}": Self(value - 0xFEE0).map { String(Character($0)) }
    case "\u{3000}", "\u{A0}": " "
    case "\u{FB00}"..."\u{FB06}": ["ff", "fi", "fl", "ffi", "ffl", "st", "st"][Int(value - 0xFB00)]
    case "\u{FF66}"..."\u{FF9F}": String(Self.narrowKana[Int(value - 0xFF66)])
    case "ª": "a"
    case "º": "o"
    case "\u{B9}": "1"
    case "²": "2"
    case "³": "3"
    default: nil
    }
  }

  /// What U+FF66 to U+FF9F stand for; the last two change the letter before them.
  private static let narrowKana = Array(
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}"
      .unicodeScalars)
}
