import Domain

/// HTML as readable text: no tags, no entities, a newline for a line break, an empty line between paragraphs.
///
/// For descriptions, which are plain in one record and HTML in the next: newlines of the source stay, and so does text
/// that only looks like HTML, such as `3 < 4` and `AT&T`. Runs in linear time for any text.
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
    // Elements known to have no end tag, so that the search for it runs only once.
    var endless: Set<TagName> = []
    while index < bytes.count {
      let end = Self.endOfRun(in: bytes, from: index)
      if end > index {
        writer.write(UnsafeBufferPointer(rebasing: bytes[index..<end]))
        index = end
      } else if bytes[index] == UInt8(ascii: "<"), let (tag, end) = Self.tag(in: bytes[index...]) {
        switch tag {
        case .link: link = Self.address(in: bytes[index..<end]).map { ($0, writer.length) }
        case .endOfLink:
          if let link { writer.write(link: link.address, behindTextFrom: link.start) }
          link = nil
        default: writer.write(tag: tag)
        }
        index = end
        // Their content is not for readers.
        if let endTag = tag.endOfUnread, !endless.contains(tag) {
          if let content = Self.end(by: endTag, in: bytes[end...]) { index = content } else { endless.insert(tag) }
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

  /// Where text that passes unchanged ends: at a tag, an entity, or a line break.
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

  /// Where the element that has just begun ends, by its end tag.
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
    // No web address is short enough to fit into fewer bytes.
    for index in bytes.indices.dropLast(10)
    where zip(bytes[index...], "href=".utf8).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) {
      // The quote may be single, double or missing.
      let quote = bytes[index + 5]
      let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      let rest = UnsafeBufferPointer(rebasing: bytes[(index + (isQuoted ? 6 : 5))...])
      let length = rest.firstIndex { isQuoted ? $0 == quote : $0 <= 0x20 || $0 == UInt8(ascii: ">") } ?? rest.count
      let address = UnsafeBufferPointer(rebasing: rest[..<min(length, 4_000)])
      return address.starts(with: "http://".utf8) || address.starts(with: "https://".utf8) ? address : nil
    }
    return nil
  }

  /// The name of the tag at the start of `rest`, `/p` for `</P>`, and where it ends.
  ///
  /// The search for its end stops at the next `<`, so that text full of those is not searched repeatedly.
  private static func tag(in rest: Slice<UnsafeBufferPointer<UInt8>>) -> (name: TagName, end: Int)? {
    let inside = rest.dropFirst()
    guard let first = inside.first, first.isASCIILetter || first == UInt8(ascii: "/") || first == UInt8(ascii: "!"),
      let end = inside.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }),
      inside[end] == UInt8(ascii: ">")
    else { return nil }
    let name = inside[..<end].prefix { $0 == first || $0.isASCIIAlphanumeric }
    return (TagName(name), end + 1)
  }
}

extension String {
  /// Without leading and trailing whitespace, including line breaks.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}

/// A tag's name in lower case, with a slash for an end tag: its first eight bytes as one number, which distinguishes
/// all tags that matter here. Strings would take longer than all other work.
private struct TagName: Hashable {
  private let bytes: UInt64

  init(_ name: some Sequence<UInt8>) {
    var bytes: UInt64 = 0
    for byte in name.prefix(8) { bytes = bytes << 8 | UInt64(byte.isASCIILetter ? byte | 0x20 : byte) }
    self.bytes = bytes
  }

  static let link = TagName("a".utf8)
  static let endOfLink = TagName("/a".utf8)
  static let lineBreak = TagName("br".utf8)
  static let listItem = TagName("li".utf8)

  /// The end tag of an element that is not for readers; nil for other elements.
  var endOfUnread: TagName? {
    Self.unread.first { $0.start == self }?.end
  }

  private static let unread = ["script", "style"].map { (start: TagName($0.utf8), end: TagName("/\($0)".utf8)) }
}

/// Collects text, without blanks at the ends of lines or several empty lines in a row.
private struct Writer {
  private(set) var bytes: [UInt8] = []
  /// Blanks and line breaks count only once something follows them.
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
    var index = 0
    while index < address.count {
      if let entity = HTMLEntity(address[index...]) {
        bytes += entity.character.utf8
        index += entity.length
      } else {
        bytes.append(address[index])
        index += 1
      }
    }
    bytes.append(UInt8(ascii: ")"))
  }

  /// An address as people write it.
  private static func bare<Bytes: BidirectionalCollection<UInt8>>(_ address: Bytes) -> Bytes.SubSequence
  where Bytes.SubSequence == Bytes {
    var rest = address.drop { $0 <= 0x20 }
    for prefix in ["https://", "http://", "www."] where rest.starts(with: prefix.utf8) {
      rest = rest.dropFirst(prefix.utf8.count)
    }
    while rest.last == UInt8(ascii: "/") { rest = rest.dropLast() }
    return rest
  }

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

  /// Ends the line, with at least `least` line breaks before the following text.
  private mutating func breakLine(to least: Int) {
    breaks = max(breaks, least)
    blanks.removeAll(keepingCapacity: true)
  }

  mutating func write(tag: TagName) {
    guard let breaks = Self.breaks[tag] else { return }
    if tag == .lineBreak { return breakLine() }
    breakLine(to: breaks)
    if tag == .listItem { blanks = Array("• ".utf8) }
  }

  /// How many line breaks each start or end tag makes.
  private static let breaks: [TagName: Int] = {
    var table: [TagName: Int] = [.lineBreak: 1, .listItem: 1, TagName("/li".utf8): 1]
    for name in ["p", "ul", "ol", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"] {
      (table[TagName(name.utf8)], table[TagName("/\(name)".utf8)]) = (2, 2)
    }
    for name in ["div", "tr"] { (table[TagName(name.utf8)], table[TagName("/\(name)".utf8)]) = (1, 1) }
    return table
  }()
}
