/// HTML as readable text: no tags, no entities, a newline for a line break, an empty line between paragraphs.
///
/// For descriptions, which are plain in one record and HTML in the next: newlines of the source are kept, and what only
/// looks like HTML stays as it is, such as `3 < 4` and `AT&T`. Takes time in proportion to the text, whatever is in it.
struct PlainText: Sendable, Equatable {
  let text: String

  /// Nil where nothing remains to be read.
  init?(html: String) {
    let bytes = Array(html.utf8)
    var writer = Writer(capacity: bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "<"), let (tag, end) = Self.tag(in: bytes[index...]) {
        writer.write(tag: tag)
        index = end
      } else if byte == UInt8(ascii: "&"), let (character, end) = Self.entity(in: bytes[index...]) {
        character.utf8.forEach { writer.write($0) }
        index = end
      } else if byte == 0xE2, Self.lineSeparators.contains(where: bytes[index...].starts(with:)) {
        writer.breakLine()
        index += 3
      } else {
        writer.write(byte)
        index += 1
      }
    }
    guard !writer.bytes.isEmpty else { return nil }
    text = String(decoding: writer.bytes, as: UTF8.self)
  }

  /// U+2028 and U+2029, which apps' descriptions use to break lines.
  private static let lineSeparators: [[UInt8]] = [[0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]]

  /// The lowercased name of the tag at the start of `rest`, `/p` for `</P>`, and where it ends.
  ///
  /// The search for its end stops at the next `<`, so that text full of those is not searched over and over.
  private static func tag(in rest: ArraySlice<UInt8>) -> (name: String, end: Int)? {
    let inside = rest.dropFirst()
    guard let first = inside.first, first.isLetter || first == UInt8(ascii: "/") || first == UInt8(ascii: "!"),
      let end = inside.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }),
      inside[end] == UInt8(ascii: ">")
    else { return nil }
    let name = inside[..<end].prefix { $0 == first || $0.isLetter || $0.isDigit }
    return (String(decoding: name, as: UTF8.self).lowercased(), end + 1)
  }

  /// The character that the entity at the start of `rest` stands for, and where it ends.
  private static func entity(in rest: ArraySlice<UInt8>) -> (Character, end: Int)? {
    // No name and no code point is longer.
    guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: rest[..<end].dropFirst(), as: UTF8.self)
    let character: Character?
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let isHexadecimal = digits.first == "x" || digits.first == "X"
      let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      character = code.flatMap(Unicode.Scalar.init).flatMap { $0 == "\0" ? nil : Character($0) }
    } else {
      character = entities[name]
    }
    return character.map { ($0, end + 1) }
  }

  private static let entities: [String: Character] = {
    var table: [String: Character] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "ndash": "–", "mdash": "—", "lsquo": "‘",
      "rsquo": "’",
      "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "hellip": "…", "bull": "•", "trade": "™", "euro": "€",
      "dagger": "†", "Dagger": "‡", "lsaquo": "‹", "rsaquo": "›", "OElig": "Œ", "oelig": "œ", "Scaron": "Š",
      "scaron": "š", "Yuml": "Ÿ", "prime": "′", "Prime": "″", "minus": "−", "larr": "←", "rarr": "→", "hearts": "♥",
    ]
    for (code, name) in zip(UInt8(0xA0)...UInt8.max, latin1.split(separator: " ")) {
      table[String(name)] = Character(Unicode.Scalar(code))
    }
    return table
  }()

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

/// Puts text together, without blanks at the ends of lines and without more than one empty line in a row.
private struct Writer {
  private(set) var bytes: [UInt8] = []
  /// Blanks and line breaks that count only once something follows them.
  private var blanks: [UInt8] = []
  private var breaks = 0

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func write(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"): breakLine()
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
      if breaks == 0 && !bytes.isEmpty { blanks.append(byte) }
    default:
      if breaks > 0 || !blanks.isEmpty { writeBlanks() }
      bytes.append(byte)
    }
  }

  private mutating func writeBlanks() {
    if !bytes.isEmpty { bytes.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: min(breaks, 2))) }
    bytes += blanks
    blanks.removeAll(keepingCapacity: true)
    breaks = 0
  }

  mutating func breakLine() { breakLine(to: breaks + 1) }

  /// Ends the line, and leaves at least so many line breaks before what follows.
  private mutating func breakLine(to least: Int) {
    breaks = max(breaks, least)
    blanks.removeAll(keepingCapacity: true)
  }

  mutating func write(tag: String) {
    switch tag {
    case "br": breakLine()
    case "p", "/p", "ul", "/ul", "ol", "/ol", "blockquote", "/blockquote": breakLine(to: 2)
    case "h1", "/h1", "h2", "/h2", "h3", "/h3", "h4", "/h4", "h5", "/h5", "h6", "/h6": breakLine(to: 2)
    case "div", "/div", "tr", "/tr", "/li": breakLine(to: 1)
    case "li":
      breakLine(to: 1)
      blanks = Array("• ".utf8)
    default: break
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
