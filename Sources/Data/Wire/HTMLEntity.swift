/// A character as HTML writes it: `&eacute;`, `&#233;`, `&#xE9;`.
package struct HTMLEntity: Sendable, Equatable {
  package let character: Character
  /// In bytes, from the `&` to the `;`.
  package let length: Int

  /// Parses the entity at the start of `bytes`; nil if there is none.
  init?<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) where Bytes.Index == Int {
    // No name and no code point is longer.
    guard bytes.first == UInt8(ascii: "&"), let end = bytes.prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      return nil
    }
    let name = bytes[..<end].dropFirst()
    let character =
      name.first == UInt8(ascii: "#")
      ? Self.number(name.dropFirst()).flatMap(Unicode.Scalar.init).flatMap { $0 == "\0" ? nil : Character($0) }
      : Self.character(named: String(decoding: name, as: UTF8.self))
    guard let character else { return nil }
    self.character = character
    length = end - bytes.startIndex + 1
  }

  /// Parses the text between `&#` and `;`: `.max` for a number that is too large, nil if it is not a number.
  package static func number(_ text: some Collection<UInt8>) -> UInt32? {
    let isHexadecimal = text.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = String(decoding: isHexadecimal ? text.dropFirst() : text[...], as: UTF8.self)
    let isNumber = !digits.isEmpty && digits.allSatisfy { isHexadecimal ? $0.isHexDigit : $0.isNumber }
    return isNumber ? UInt32(digits, radix: isHexadecimal ? 16 : 10) ?? .max : nil
  }

  /// The character with this HTML name.
  package static func character(named name: String) -> Character? { named[name] }

  private static let named: [String: Character] = {
    var table: [String: Character] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "–", "mdash": "—", "lsquo": "‘",
      "rsquo": "’",
      "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "hellip": "…", "bull": "•", "trade": "™", "euro": "€",
      "dagger": "†", "Dagger": "‡", "lsaquo": "‹", "rsaquo": "›", "OElig": "Œ", "oelig": "œ", "Scaron": "Š",
      "scaron": "š", "Yuml": "Ÿ", "prime": "′", "Prime": "″", "minus": "−", "larr": "←", "rarr": "→", "hearts": "♥",
      "uarr": "↑", "darr": "↓", "harr": "↔", "spades": "♠", "clubs": "♣", "diams": "♦", "loz": "◊", "permil": "‰",
      "fnof": "ƒ", "circ": "ˆ", "tilde": "˜", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}",
      "zwnj": "\u{200C}", "zwj": "\u{200D}", "lrm": "\u{200E}", "rlm": "\u{200F}", "ne": "≠", "le": "≤", "ge": "≥",
      "asymp": "≈", "infin": "∞", "radic": "√", "sum": "∑", "prod": "∏", "int": "∫", "part": "∂", "Delta": "Δ",
    ]
    for (code, name) in zip(UInt8(0xA0)...UInt8.max, latin1.split(separator: " ")) {
      table[String(name)] = Character(Unicode.Scalar(code))
    }
    for (offset, name) in greek.split(separator: " ").enumerated() {
      let name = String(name)
      // In both cases this position belongs to the final sigma; only the lower case has such a letter.
      if let small = Unicode.Scalar(0x3B1 + UInt32(offset)) { table[name] = Character(small) }
      if let large = Unicode.Scalar(0x391 + UInt32(offset)), name != "sigmaf" {
        table[name.prefix(1).uppercased() + name.dropFirst()] = Character(large)
      }
    }
    return table
  }()

  /// The entities from U+03B1, in that order.
  private static let greek = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi \
    chi psi omega
    """

  /// The entities from U+00A0 to U+00FF, in that order.
  private static let latin1 = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro \
    para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil \
    Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
    Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
    igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute \
    thorn yuml
    """
}
