import Domain
import Wire

/// Corrects what a strict parser would reject in the feeds of real shows.
///
/// A small filter before expat, over UTF-8, byte by byte and without looking back. It removes everything before the
/// first `<`, characters that XML forbids, comments, and processing instructions, including the declaration. It escapes
/// an `&` or `<` that begins nothing, and a `]]>` that ends nothing. HTML's entities become their characters. Bytes
/// that are not UTF-8 are read as Windows-1252, which they nearly always are. Line breaks stay, so that an error has
/// its original line.
struct FeedRepair {
  private enum State {
    /// Before the first `<`.
    case opening
    /// Text and tags alike.
    case text
    case section
    case comment
    case instruction
    case doctype
  }

  /// In bytes; no reference is longer.
  private static let longestReference = 40
  private let bytes: UnsafeBufferPointer<UInt8>
  private var read = 0
  private var output: UnsafeMutablePointer<UInt8>?
  private var written = 0
  /// Where the copying of plain text ends.
  private var limit = 0
  private var state = State.opening
  /// A document type may declare entities, which are then left to expat.
  private var hasDoctype = false
  private var brackets = 0
  private var quote: UInt8?
  private var isInDoctypeComment = false
  /// The first byte that is neither a space nor a byte order mark.
  private(set) var firstByte: UInt8?

  /// - Parameter bytes: the document, which must outlive this.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { read == bytes.count }

  /// How much more than a part `run` may write.
  static let excess = 64

  /// Writes the next part of the document, and returns the number of bytes.
  mutating func run(into output: UnsafeMutablePointer<UInt8>, part: Int) -> Int {
    self.output = output
    written = 0
    while read < bytes.count, written < part {
      // No character is cut.
      limit = min(bytes.count, read + max(4, part - written))
      step()
    }
    // A two-byte line break that is cut in the middle would count as two lines.
    if written > 0, output[written - 1] == UInt8(ascii: "\r"), !isAtEnd, bytes[read] == UInt8(ascii: "\n") { copy(1) }
    return written
  }

  // MARK: Reading and writing

  @inline(__always) private mutating func copy(_ length: Int) {
    guard let start = bytes.baseAddress, let output else { return }
    (output + written).update(from: start + read, count: length)
    written += length
    read += length
  }

  private mutating func write(_ byte: UInt8) {
    output?[written] = byte
    written += 1
  }

  private mutating func write(_ text: String) { for byte in text.utf8 { write(byte) } }

  /// Skips `length` bytes but keeps their line breaks.
  private mutating func drop(_ length: Int) {
    for _ in 0..<length {
      if bytes[read] == 0x0A { write(0x0A) }
      read += 1
    }
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
  @inline(__always) private func endOfPlain(inSection: Bool) -> Int {
    let (bytes, limit) = (bytes, limit)
    var index = read
    while index < limit {
      let byte = bytes[index]
      // Letters make up nearly everything.
      if byte > 0x3C, byte < 0x80 {
        if byte == 0x5D { return index }
        index += 1
      } else if byte >= 0x80 {
        guard let length = plainSequence(at: index), index + length <= limit else { return index }
        index += length
      } else if byte == 0x3C, !inSection {
        // Expat reads the tag.
        guard index + 1 < limit, bytes[index + 1] == UInt8(ascii: "/") || bytes[index + 1].isASCIILetter else {
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

  /// The length of the character at `index`; nil if it is invalid or forbidden.
  @inline(__always) private func plainSequence(at index: Int) -> Int? {
    let lead = bytes[index]
    if index + 2 < bytes.count, lead >= 0xE1, lead <= 0xEE, lead != 0xED {
      // Three bytes a character, as in most of the world's scripts.
      return bytes[index + 1] & 0xC0 == 0x80 && bytes[index + 2] & 0xC0 == 0x80 ? 3 : nil
    }
    guard let length = sequence(at: index) else { return nil }
    return lead == 0xEF && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE ? nil : length
  }

  /// The length of the UTF-8 sequence at `index`; nil if it is invalid.
  @inline(__always) private func sequence(at index: Int) -> Int? {
    let lead = bytes[index]
    let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    guard length > 0, index + length <= bytes.count else { return nil }
    for next in index + 1..<index + length where bytes[next] & 0xC0 != 0x80 { return nil }
    let second = bytes[index + 1]
    switch lead {
    case 0xE0 where second < 0xA0, 0xED where second > 0x9F, 0xF0 where second < 0x90, 0xF4 where second > 0x8F:
      return nil
    default: return length
    }
  }

  // MARK: Repairing

  private mutating func step() {
    switch state {
    case .opening:
      let byte = bytes[read]
      if firstByte == nil, byte > 0x20, byte < 0x80 { firstByte = byte }
      if byte == UInt8(ascii: "<") { state = .text } else { drop(1) }
    case .text, .section: character()
    case .comment: skip(to: "-->")
    case .instruction: skip(to: "?>")
    case .doctype: doctype()
    }
  }

  private mutating func skip(to end: StaticString) {
    let isEnd = begins(with: end)
    drop(isEnd ? end.utf8CodeUnitCount : 1)
    if isEnd { state = .text }
  }

  private mutating func character() {
    let index = state == .section ? endOfPlain(inSection: true) : endOfPlain(inSection: false)
    if index > read { return copy(index - read) }
    switch bytes[index] {
    case 0x5D: bracket()
    case 0x3C: markup()
    case 0x26: reference()
    case 0x80...: stray()
    default: drop(1)
    }
  }

  /// The end of a section, which XML forbids if none was started.
  private mutating func bracket() {
    let isEnd = begins(with: "]]>")
    if isEnd, state == .text { return replace(3, by: "]]&gt;") }
    if isEnd { state = .text }
    copy(isEnd ? 3 : 1)
  }

  private mutating func replace(_ length: Int, by text: String) {
    write(text)
    read += length
  }

  private mutating func markup() {
    switch read + 1 < bytes.count ? bytes[read + 1] : UInt8(ascii: "/") {
    case UInt8(ascii: "?"):
      state = .instruction
      drop(2)
    case UInt8(ascii: "!"):
      if begins(with: "<![CDATA[") {
        state = .section
        copy(9)
      } else if begins(with: "<!--") {
        state = .comment
        drop(4)
      } else if begins(with: "<!DOCTYPE", foldingCase: true) {
        (state, hasDoctype) = (.doctype, true)
        (brackets, quote, isInDoctypeComment) = (0, nil, false)
        // HTML pages write it in lower case, which XML does not allow.
        replace(9, by: "<!DOCTYPE")
      } else {
        copy(1)
      }
    case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...: copy(1)
    case let byte where byte.isASCIILetter: copy(1)
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

  /// A byte that begins no character, or a character that XML forbids.
  private mutating func stray() {
    if sequence(at: read) != nil {
      read += 3
    } else {
      let byte = bytes[read]
      replace(1, by: String(byte < 0xA0 ? Self.windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte)))
    }
  }

  private mutating func doctype() {
    let byte = bytes[read]
    if isInDoctypeComment {
      guard begins(with: "-->") else { return copy(1) }
      isInDoctypeComment = false
      return copy(3)
    }
    if let open = quote {
      if byte == open { quote = nil }
    } else {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["): brackets += 1
      case UInt8(ascii: "]"): brackets -= 1
      case UInt8(ascii: ">") where brackets <= 0: state = .text
      case UInt8(ascii: "<") where begins(with: "<!--"):
        isInDoctypeComment = true
        return copy(4)
      default: break
      }
    }
    copy(1)
  }

  /// The characters of Windows-1252 from 0x80 to 0x9F.
  private static let windows1252 = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}
