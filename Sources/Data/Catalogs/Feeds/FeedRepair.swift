import Domain
import Wire

/// Corrects what a strict parser would reject in the feeds of real shows.
///
/// A small filter before expat, over UTF-8, byte by byte and without looking back. It removes everything before the
/// first `<`, characters that XML forbids, comments, and processing instructions, including the declaration. It escapes
/// an `&` or `<` that begins nothing, and a `]]>` that ends nothing. HTML's entities become their characters. Line breaks
/// stay, so that an error has its original line.
struct FeedRepair {
  /// In bytes; no reference is longer.
  private static let longestReference = 40
  private let bytes: UnsafeBufferPointer<UInt8>
  private var read = 0
  private(set) var output: [UInt8] = []
  /// A document type may declare entities, which are then left to expat.
  private var hasDoctype = false

  /// Repairs the whole document.
  /// - Parameter bytes: valid UTF-8, which must outlive this.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    output.reserveCapacity(bytes.count)
    drop(bytes.firstIndex(of: UInt8(ascii: "<")) ?? bytes.count)
    while read < bytes.count { character() }
  }

  // MARK: Reading and writing

  private mutating func copy(_ length: Int) {
    output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[read..<read + length]))
    read += length
  }

  /// Skips `length` bytes but keeps their line breaks.
  private mutating func drop(_ length: Int) {
    for _ in 0..<length {
      if bytes[read] == 0x0A { output.append(0x0A) }
      read += 1
    }
  }

  /// Skips `length` bytes, and what follows up to and including `end`.
  private mutating func drop(_ length: Int, through end: StaticString) {
    drop(length)
    while read < bytes.count, !begins(with: end) { drop(1) }
    drop(min(end.utf8CodeUnitCount, bytes.count - read))
  }

  /// Whether `text` is next.
  private func begins(with text: StaticString, foldingCase: Bool = false) -> Bool {
    guard bytes.count - read >= text.utf8CodeUnitCount else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { index in
      let (byte, wanted) = (bytes[read + index], text.utf8Start[index])
      return byte == wanted || (foldingCase && byte & 0xDF == wanted)
    }
  }

  /// The end of what passes unchanged: of text and tags, or of a section, where only its end has a meaning.
  private func endOfPlain(inSection: Bool) -> Int {
    let bytes = bytes
    var index = read
    while index < bytes.count {
      let byte = bytes[index]
      // Letters make up nearly everything.
      if byte > 0x3C, byte < 0x80 {
        if byte == 0x5D { return index }
        index += 1
      } else if byte >= 0x80 {
        // U+FFFE and U+FFFF, which XML forbids.
        if byte == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE { return index }
        index += 1
      } else if byte == 0x3C, !inSection {
        // Expat reads the tag.
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") || bytes[index + 1].isASCIILetter else {
          return index
        }
        index += 2
      } else {
        let isReference = byte == 0x26 && !inSection
        if isReference || (byte < 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09) { return index }
        index += 1
      }
    }
    return index
  }

  // MARK: Repairing

  /// Text and tags alike.
  private mutating func character(inSection: Bool = false) {
    let index = inSection ? endOfPlain(inSection: true) : endOfPlain(inSection: false)
    if index > read { return copy(index - read) }
    switch bytes[index] {
    // The end of a section, which XML forbids if none was started.
    case 0x5D: if begins(with: "]]>") { replace(3, by: "]]&gt;") } else { copy(1) }
    case 0x3C: markup()
    case 0x26: reference()
    case 0x80...: read += 3
    default: drop(1)
    }
  }

  private mutating func replace(_ length: Int, by text: String) {
    output += text.utf8
    read += length
  }

  private mutating func markup() {
    switch read + 1 < bytes.count ? bytes[read + 1] : UInt8(ascii: "/") {
    case UInt8(ascii: "?"): drop(2, through: "?>")
    case UInt8(ascii: "!"):
      if begins(with: "<![CDATA[") {
        section()
      } else if begins(with: "<!--") {
        drop(4, through: "-->")
      } else if begins(with: "<!DOCTYPE", foldingCase: true) {
        doctype()
      } else {
        copy(1)
      }
    case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...: copy(1)
    default: replace(1, by: "&lt;")
    }
  }

  private mutating func reference() {
    let rest = bytes[read...].prefix(Self.longestReference)
    let name = rest.dropFirst().prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "#") }
    let number = name.dropFirst()
    guard !name.isEmpty, !number.contains(UInt8(ascii: "#")), name.endIndex < rest.endIndex,
      rest[name.endIndex] == UInt8(ascii: ";")
    else {
      return replace(1, by: "&amp;")
    }
    let text = String(decoding: name, as: UTF8.self)
    if name.first == UInt8(ascii: "#") {
      guard let code = HTMLEntity.number(number) else { return replace(1, by: "&amp;") }
      // XML has no capital X here.
      replace(name.count + 2, by: Self.isAllowed(code) ? "&\(text.replacing("X", with: "x"));" : "\u{FFFD}")
    } else if ["amp", "lt", "gt", "quot", "apos"].contains(text) {
      copy(name.count + 2)
    } else if let character = HTMLEntity.character(named: text) {
      replace(name.count + 2, by: String(character))
    } else if hasDoctype {
      copy(name.count + 2)
    } else {
      replace(1, by: "&amp;")
    }
  }

  /// Whether XML allows the character with this number.
  private static func isAllowed(_ code: UInt32) -> Bool {
    switch code {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }

  private mutating func doctype() {
    hasDoctype = true
    // HTML pages write it in lower case, which XML does not allow.
    replace(9, by: "<!DOCTYPE")
    var brackets = 0
    while read < bytes.count {
      let byte = bytes[read]
      copy(1)
      switch byte {
      case UInt8(ascii: "["): brackets += 1
      case UInt8(ascii: "]"): brackets -= 1
      case UInt8(ascii: ">") where brackets <= 0: return
      default: break
      }
    }
  }

  private mutating func section() {
    copy(9)
    while read < bytes.count, !begins(with: "]]>") { character(inSection: true) }
    copy(min(3, bytes.count - read))
  }
}
