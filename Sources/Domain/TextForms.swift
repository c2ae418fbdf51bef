// The standard library offers Unicode's normal forms only as SPI, which Foundation uses too.
@_spi(_Unicode) import Swift

extension String {
  /// Letters and their accents as separate scalars.
  package var decomposed: [Unicode.Scalar] { Array(_nfd) }

  /// Letters and accents combined, wherever Unicode has such a letter.
  package var composed: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var scalars = UnicodeScalarView()
    scalars.append(contentsOf: _nfc)
    return String(scalars)
  }

  /// The parts between separators, such as a table's cells. Splits bytes, because splitting characters would take as
  /// long as the rest of the start.
  package func fields(separatedBy separator: UInt8) -> [String] {
    var text = self
    return text.withUTF8 { bytes in
      var fields: [String] = []
      fields.reserveCapacity(bytes.count { $0 == separator } + 1)
      var start = 0
      for end in 0...bytes.count where end == bytes.count || bytes[end] == separator {
        if end > start { fields.append(String(decoding: bytes[start..<end], as: UTF8.self)) }
        start = end + 1
      }
      return fields
    }
  }

  /// Whether it has nothing but whitespace.
  package var isBlank: Bool { !Self.isVisible(utf8.first) && allSatisfy(\.isWhitespace) }

  /// Whether none of its characters takes up space, such as a zero-width space alone.
  package var isInvisible: Bool {
    !Self.isVisible(utf8.first) && unicodeScalars.allSatisfy { $0.properties.isDefaultIgnorableCodePoint }
  }

  /// Without leading and trailing whitespace, including line breaks.
  package var trimmed: String {
    if Self.isVisible(utf8.first), Self.isVisible(utf8.last) { return self }
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }

  /// Whether a byte is a visible ASCII character, which avoids a slow look at characters.
  private static func isVisible(_ byte: UInt8?) -> Bool { byte.map { $0 > 0x20 && $0 < 0x7F } ?? false }

  /// The text before the first colon, and the text after it and a space.
  package var splitAtColon: (String, String) {
    var text = self
    return text.withUTF8 { bytes in
      let head = bytes.prefix { $0 != UInt8(ascii: ":") }
      return (String(decoding: head, as: UTF8.self), String(decoding: bytes.dropFirst(head.count + 2), as: UTF8.self))
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a mark that writers may omit, such as the vowel points of Hebrew and Arabic. The vowels and voicing
  /// marks of other scripts may not be omitted.
  package var isAccent: Bool {
    switch value {
    case 0x0300...0x036F, 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7, 0x064B...0x065F, 0x0670,
      0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
      true
    default: false
    }
  }

  /// The usual form of a compatibility character from an old character set; nil for all others.
  var usualForm: String? {
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

  /// The letters for U+FF66 to U+FF9F; the last two change the letter before them.
  private static let narrowKana = Array(
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}"
      .unicodeScalars)
}

extension UInt8 {
  @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }
  @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inlinable package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

  /// The value of a hexadecimal digit in ASCII.
  @inlinable package var hexDigit: UInt8? {
    if isASCIIDigit { return self - UInt8(ascii: "0") }
    return (self | 0x20) &- 0x61 < 6 ? (self | 0x20) - 0x61 + 10 : nil
  }
}

extension Collection<UInt8> {
  /// The number that they write in hexadecimal; nil if one of them is not a digit.
  @inlinable package var hexNumber: Int? {
    reduce(0) { number, byte in number.flatMap { number in byte.hexDigit.map { number << 4 | Int($0) } } }
  }
}

extension String {
  /// The text as it must be typed to be one word.
  package var asWord: String {
    ["\"", "-"].contains(first) || contains { $0.isWhitespace || $0 == ";" } ? inQuotes : self
  }

  /// The text as it must be typed after a command that takes several words.
  package var asWords: String {
    let isPlain = first != "-" && !contains { "\";|>#".contains($0) } && !allSatisfy(\.isNumber)
    return (isPlain ? self : inQuotes).replacing("${", with: "$${")
  }

  /// In double quotes, so that a command reads the same text back.
  package var inQuotes: String { "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"" }
}

extension Int {
  /// `1,234`.
  package var grouped: String { Price.grouped(String(self)) }

  /// `1 item`, `3 items`.
  package func counted(_ noun: String) -> String { "\(grouped) \(noun)" + (self == 1 ? "" : "s") }
}
