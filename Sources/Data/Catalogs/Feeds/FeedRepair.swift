import Domain
import Wire

/// Corrects what a strict parser would reject in the feeds of real shows.
///
/// A small filter before expat, over UTF-8, byte by byte and without looking back. It removes everything before the
/// first `<`, characters that XML forbids, comments, and processing instructions, including the declaration. It escapes
/// an `&` or `<` that begins nothing, and a `]]>` that ends nothing. HTML's entities become their characters. Line breaks
/// stay, so that an error has its original line.
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
  private(set) var output: [UInt8] = []
  private var state = State.opening
  /// A document type may declare entities, which are then left to expat.
  private var hasDoctype = false
  private var brackets = 0

  /// Repairs the whole document.
  /// - Parameter bytes: valid UTF-8, which must outlive this.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    output.reserveCapacity(bytes.count)
    while read < bytes.count { step() }
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

  private mutating func step() {
    switch state {
    case .opening:
      if bytes[read] == UInt8(ascii: "<") { state = .text } else { drop(1) }
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
    case 0x80...: read += 3
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
    output += text.utf8
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
        (state, hasDoctype, brackets) = (.doctype, true, 0)
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

  private mutating func doctype() {
    switch bytes[read] {
    case UInt8(ascii: "["): brackets += 1
    case UInt8(ascii: "]"): brackets -= 1
    case UInt8(ascii: ">") where brackets <= 0: state = .text
    default: break
    }
    copy(1)
  }
}
