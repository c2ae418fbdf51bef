import Domain

/// HTML as readable text: no tags, no entities, a newline for a line break, an empty line between paragraphs.
///
/// For descriptions, which are plain in one record and HTML in the next: newlines of the source stay, and so does text
/// that only resembles HTML, such as `3 < 4` and `AT&T`. Takes linear time for any text.
package struct PlainText: Sendable, Equatable {
  package let text: String

  /// Nil if no text remains.
  package init?(html: String) {
    var html = html
    guard let text = html.withUTF8({ PlainText(htmlBytes: $0)?.text }) else { return nil }
    self.text = text
  }

  /// The same for UTF-8.
  package init?(htmlBytes bytes: UnsafeBufferPointer<UInt8>) {
    var writer = Writer(capacity: bytes.count)
    var index = 0
    // A link's target, and how much was written before its text.
    var link: (address: UnsafeBufferPointer<UInt8>, start: Int)?
    // Elements known to have no end tag, so that it is searched for only once; and whether a comment has no end.
    var endless: [TagName] = []
    var hasOpenComment = false
    while index < bytes.count {
      let end = Self.endOfRun(in: bytes, from: index)
      if end > index {
        writer.write(UnsafeBufferPointer(rebasing: bytes[index..<end]))
        index = end
      } else if !hasOpenComment, bytes[index...].starts(with: Self.comment) {
        if let end = Self.endOfComment(bytes[index...]) { index = end } else { hasOpenComment = true }
      } else if bytes[index] == UInt8(ascii: "<"), let (tag, end) = Self.tag(in: bytes[index...]) {
        let before = index
        index = end
        switch tag.effect {
        case .link: link = Self.address(in: bytes[before..<end]).map { ($0, writer.length) }
        case .endOfLink:
          if let link { writer.write(link: link.address, behindTextFrom: link.start) }
          link = nil
        case .lineBreak: writer.breakLine()
        case .breaks(let least): writer.breakLine(to: least)
        case .listItem: writer.beginListItem()
        case .endOfListItem: writer.endListItem()
        case .blank: writer.write(0x20)
        case .unread(let endTag) where !endless.contains(tag):
          // Its content is not meant to be read.
          if let content = Self.end(by: endTag, in: bytes[end...]) { index = content } else { endless.append(tag) }
        case .unread, nil: break
        }
      } else if bytes[index] == UInt8(ascii: "&"), let entity = HTMLEntity(bytes[index...]) {
        entity.character.utf8.forEach { writer.write($0) }
        index += entity.length
      } else if bytes[index] == 0xE2 {
        // U+2028 and U+2029, which descriptions of apps use as line breaks.
        writer.breakLine()
        index += 3
      } else {
        writer.write(bytes[index])
        index += 1
      }
    }
    guard !writer.bytes.isEmpty else { return nil }
    text = String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The end of text that passes unchanged: at a tag, an entity, or a line break.
  private static func endOfRun(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "\n"): return index
      case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8:
        return index
      default: continue
      }
    }
    return bytes.count
  }

  private static let comment = Array("<!--".utf8)

  /// The end of the comment at the start of `rest`; `<!-->` is a whole one.
  private static func endOfComment(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var hyphens = 0
    for index in rest.indices.dropFirst(2) {
      if rest[index] == UInt8(ascii: ">"), hyphens > 1 { return index + 1 }
      hyphens = rest[index] == UInt8(ascii: "-") ? hyphens + 1 : 0
    }
    return nil
  }

  /// The end of the element that has just started, at its end tag.
  private static func end(by endTag: TagName, in rest: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var index = rest.startIndex
    while let next = rest[index...].firstIndex(of: UInt8(ascii: "<")) {
      if let (tag, end) = tag(in: rest[next...]), tag == endTag { return end }
      index = next + 1
    }
    return nil
  }

  /// The web address in a link's tag, with its entities.
  private static func address(in tag: Slice<UnsafeBufferPointer<UInt8>>) -> UnsafeBufferPointer<UInt8>? {
    let bytes = UnsafeBufferPointer(rebasing: tag)
    // No web address is shorter.
    for index in bytes.indices.dropLast(10)
    where bytes[index] | 0x20 == UInt8(ascii: "h")
      && zip(bytes[index...], Self.target).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
    {
      // The quote may be single, double or missing.
      let quote = bytes[index + 5]
      let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      let rest = UnsafeBufferPointer(rebasing: bytes[(index + (isQuoted ? 6 : 5))...])
      let length = rest.firstIndex { isQuoted ? $0 == quote : $0 <= 0x20 || $0 == UInt8(ascii: ">") } ?? rest.count
      let address = UnsafeBufferPointer(rebasing: rest[..<min(length, 4_000)])
      return Self.schemes.contains { address.starts(with: $0) } ? address : nil
    }
    return nil
  }

  private static let target = Array("href=".utf8)
  private static let schemes = ["http://", "https://"].map { Array($0.utf8) }

  /// The name of the tag at the start of `rest`, `/p` for `</P>`, and the end of the tag. An address in angle brackets
  /// is not a tag.
  ///
  /// The search for its end stops at the next `<`, so that text full of those is not searched repeatedly.
  private static func tag(in rest: Slice<UnsafeBufferPointer<UInt8>>) -> (name: TagName, end: Int)? {
    let inside = rest.dropFirst()
    guard let first = inside.first, first.isASCIILetter || first == UInt8(ascii: "/") || first == UInt8(ascii: "!"),
      let end = inside.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }),
      inside[end] == UInt8(ascii: ">")
    else { return nil }
    let name = inside[..<end].prefix { $0 == first || $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ":") }
    if name.last == UInt8(ascii: ":") || inside[..<end].prefix(while: { $0 > 0x20 }).contains(UInt8(ascii: "@")) {
      return nil
    }
    return (TagName(name), end + 1)
  }
}

extension String {
  /// Its words with one space between them, on one line; nil if there are none.
  package var singleLine: String? {
    // Nearly all texts have this form already.
    var before: UInt8 = 0x20
    let isLean = utf8.allSatisfy { byte in
      defer { before = byte }
      // These bytes begin Unicode's line separators.
      return byte > 0x20 && !(before == 0xC2 && byte == 0x85) && !(before == 0xE2 && byte == 0x80)
        || byte == 0x20 && before != 0x20
    }
    if isLean, before != 0x20 { return self }
    let words = unicodeScalars.split { scalar in
      switch scalar {
      case " ", "\t"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
      default: false
      }
    }
    return words.isEmpty ? nil : words.map { String(Substring($0)) }.joined(separator: " ")
  }
}

/// A tag's name in lower case, with a slash for an end tag: its first eight bytes as one number, which distinguishes
/// all tags that matter here. Strings would take longer than all other work.
private struct TagName: Hashable {
  private let bytes: UInt64

  init(_ name: some Sequence<UInt8>) {
    var (bytes, slash): (UInt64, UInt64) = (0, 0)
    for byte in name.prefix(8) {
      // Without a namespace: `jats:p`.
      bytes = byte == UInt8(ascii: ":") ? slash : bytes << 8 | UInt64(byte.isASCIILetter ? byte | 0x20 : byte)
      if bytes == UInt8(ascii: "/") { slash = bytes }
    }
    self.bytes = bytes
  }

  enum Effect {
    case link, endOfLink, lineBreak, listItem, endOfListItem, blank
    /// At least that many line breaks.
    case breaks(Int)
    /// An element that is not meant to be read, and its end tag.
    case unread(TagName)
  }

  /// The effect of a tag on the text; nil for most.
  var effect: Effect? { Self.effects.first { $0.tag == self }?.effect }

  /// The most common come first. Hashing would take longer than the search.
  private static let effects: [(tag: TagName, effect: Effect)] = {
    var table: [(String, Effect)] = [
      ("a", .link), ("/a", .endOfLink), ("p", .breaks(2)), ("/p", .breaks(2)), ("br", .lineBreak), ("li", .listItem),
      ("/li", .endOfListItem),
    ]
    for name in ["ul", "ol", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"] {
      table += [(name, .breaks(2)), ("/" + name, .breaks(2))]
    }
    for name in ["div", "tr"] { table += [(name, .breaks(1)), ("/" + name, .breaks(1))] }
    for name in ["/td", "/th"] { table.append((name, .blank)) }
    for name in ["script", "style"] { table.append((name, .unread(TagName("/\(name)".utf8)))) }
    return table.map { (TagName($0.0.utf8), $0.1) }
  }()
}

/// Collects text, without spaces at the ends of lines or several empty lines in a row.
private struct Writer {
  private(set) var bytes: [UInt8] = []
  /// Spaces and line breaks count only once something follows them.
  private var blanks: [UInt8] = []
  private var breaks = 0

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  var length: Int { bytes.count }

  /// Writes text without line breaks.
  mutating func write(_ run: UnsafeBufferPointer<UInt8>) {
    let start = run.firstIndex { !Self.isBlank($0) } ?? run.endIndex
    for blank in run[..<start] { write(blank) }
    guard let last = run.lastIndex(where: { !Self.isBlank($0) }) else { return }
    if breaks > 0 || !blanks.isEmpty { writeBlanks() }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: run[start...last]))
    for blank in run[(last + 1)...] { write(blank) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  /// Writes a link's address, unless its text already shows it.
  mutating func write(link address: UnsafeBufferPointer<UInt8>, behindTextFrom start: Int) {
    guard start < bytes.count, breaks == 0, !Self.bare(bytes[start...]).elementsEqual(Self.bare(address[...])) else {
      return
    }
    blanks.removeAll(keepingCapacity: true)
    bytes += " (".utf8
    // Nearly all addresses are text as they are.
    if address.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") }) {
      bytes += address
    } else {
      bytes += (PlainText(htmlBytes: address)?.text ?? "").utf8
    }
    bytes.append(UInt8(ascii: ")"))
  }

  /// An address as people write it.
  private static func bare<Bytes: BidirectionalCollection<UInt8>>(_ address: Bytes) -> Bytes.SubSequence
  where Bytes.SubSequence == Bytes {
    var rest = address.drop { $0 <= 0x20 }
    for prefix in prefixes where rest.starts(with: prefix) { rest = rest.dropFirst(prefix.count) }
    while rest.last == UInt8(ascii: "/") { rest = rest.dropLast() }
    return rest
  }

  private static let prefixes = ["https://", "http://", "www."].map { Array($0.utf8) }

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
    if !bytes.isEmpty { for _ in 0..<min(breaks, 2) { bytes.append(UInt8(ascii: "\n")) } }
    for blank in blanks { bytes.append(blank) }
    blanks.removeAll(keepingCapacity: true)
    breaks = 0
  }

  mutating func breakLine() { breakLine(to: breaks + 1) }

  /// Ends the line, with at least `least` line breaks before the following text.
  mutating func breakLine(to least: Int) {
    // An item's first paragraph stays beside its bullet.
    guard blanks.first != Self.bullet[0] else { return }
    breaks = max(breaks, least)
    if !blanks.isEmpty { blanks.removeAll(keepingCapacity: true) }
  }

  mutating func beginListItem() {
    endListItem()
    blanks = Self.bullet
  }

  mutating func endListItem() {
    blanks.removeAll(keepingCapacity: true)
    breakLine(to: 1)
  }

  private static let bullet = Array("• ".utf8)
}

/// A character in HTML: `&eacute;`, `&#233;`, `&#xE9;`.
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

  private static let named = EmbeddedFile.table("entities").words.compactMapValues { words in
    UInt32(words[0], radix: 16).flatMap(Unicode.Scalar.init).map { Character($0) }
  }
}
