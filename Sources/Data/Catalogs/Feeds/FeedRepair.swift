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

  /// No reference, and no beginning of anything, is longer.
  private static let longestHold = 40
  /// The most bytes that one byte can become.
  static let growth = 5

  private var state = State.opening
  /// Bytes that the filter has not examined, or that are incomplete.
  private var input: [UInt8] = []
  /// A document type may declare entities, which are then left to expat.
  private var hasDoctype = false
  private var brackets = 0
  private var quote: UInt8?
  private var isInDoctypeComment = false
  /// The first byte that is neither a space nor a byte order mark.
  private(set) var firstByte: UInt8?

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { input += bytes }

  /// The most bytes that `run` can write.
  var mostOutput: Int { input.count * Self.growth + 8 }

  /// Writes what is ready, and returns the number of bytes.
  mutating func run(into output: UnsafeMutablePointer<UInt8>, isLast: Bool) -> Int {
    // Moved out meanwhile, so that the loop below reads a plain buffer while it changes the other state.
    var bytes: [UInt8] = []
    swap(&bytes, &input)
    var read = 0
    var written = 0
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      // A two-byte line break that is cut in the middle would count as two lines.
      let isCut = !isLast && buffer.last == UInt8(ascii: "\r")
      var pass = Pass(bytes: start, count: buffer.count - (isCut ? 1 : 0), output: output, isLast: isLast)
      while pass.read < pass.count {
        let before = pass.read
        step(&pass)
        if pass.read == before { break }
      }
      read = pass.read
      written = pass.written
    }
    bytes.removeFirst(read)
    swap(&bytes, &input)
    return written
  }

  /// One pass over the available bytes.
  private struct Pass {
    let bytes: UnsafePointer<UInt8>
    let count: Int
    let output: UnsafeMutablePointer<UInt8>
    let isLast: Bool
    var read = 0
    var written = 0

    var left: Int { count - read }

    @inline(__always) mutating func copy(_ length: Int) {
      (output + written).update(from: bytes + read, count: length)
      written += length
      read += length
    }

    mutating func write(_ text: StaticString) {
      (output + written).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
      written += text.utf8CodeUnitCount
    }

    mutating func write(_ character: Unicode.Scalar) {
      for byte in UTF8.encode(character)! {
        output[written] = byte
        written += 1
      }
    }

    /// Skips `length` bytes but keeps their line breaks.
    mutating func drop(_ length: Int) {
      for _ in 0..<length {
        if bytes[read] == 0x0A {
          output[written] = 0x0A
          written += 1
        }
        read += 1
      }
    }

    /// Whether `text` is next; nil if the bytes end before that is known.
    func begins(with text: StaticString, foldingCase: Bool = false) -> Bool? {
      for index in 0..<text.utf8CodeUnitCount {
        guard index < left else { return isLast ? false : nil }
        let byte = bytes[read + index]
        let wanted = text.utf8Start[index]
        guard byte == wanted || (foldingCase && byte & 0xDF == wanted) else { return false }
      }
      return true
    }

    /// The end of what passes unchanged: of text and tags, or of a section, where only its end has a meaning.
    @inline(__always) func endOfPlain(inSection: Bool) -> Int {
      let (bytes, count) = (bytes, count)
      var index = read
      while index < count {
        let byte = bytes[index]
        // Letters make up nearly everything.
        if byte > 0x3C, byte < 0x80 {
          if byte == 0x5D { return index }
          index += 1
        } else if byte >= 0x80 {
          guard let length = plainSequence(at: index) else { return index }
          index += length
        } else if byte == 0x3C, !inSection {
          // Expat reads the tag.
          guard index + 1 < count, bytes[index + 1] == UInt8(ascii: "/") || bytes[index + 1].isASCIILetter else {
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

    /// The length of the character at `index`; nil if it is invalid, incomplete, or forbidden.
    @inline(__always) private func plainSequence(at index: Int) -> Int? {
      let lead = bytes[index]
      if index + 2 < count, lead >= 0xE1, lead <= 0xEE, lead != 0xED {
        // Three bytes a character, as in most of the world's scripts.
        return bytes[index + 1] & 0xC0 == 0x80 && bytes[index + 2] & 0xC0 == 0x80 ? 3 : nil
      }
      guard let length = sequence(at: index), length > 0 else { return nil }
      return lead == 0xEF && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE ? nil : length
    }

    /// The length of the UTF-8 sequence at `index`: 0 if it is invalid, nil if the bytes end within it.
    @inline(__always) func sequence(at index: Int) -> Int? {
      let lead = bytes[index]
      let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
      if length == 0 { return 0 }
      let end = min(index + length, count)
      var next = index + 1
      while next < end {
        guard bytes[next] & 0xC0 == 0x80 else { return 0 }
        next += 1
      }
      if end > index + 1 {
        let second = bytes[index + 1]
        switch lead {
        case 0xE0 where second < 0xA0, 0xED where second > 0x9F, 0xF0 where second < 0x90, 0xF4 where second > 0x8F:
          return 0
        default: break
        }
      }
      return index + length <= count ? length : nil
    }
  }

  private mutating func step(_ pass: inout Pass) {
    switch state {
    case .opening:
      let byte = pass.bytes[pass.read]
      if firstByte == nil, byte > 0x20, byte < 0x80 { firstByte = byte }
      if byte == UInt8(ascii: "<") { state = .text } else { pass.drop(1) }
    case .text, .section: character(&pass)
    case .comment: skip(to: "-->", &pass)
    case .instruction: skip(to: "?>", &pass)
    case .doctype: doctype(&pass)
    }
  }

  private mutating func skip(to end: StaticString, _ pass: inout Pass) {
    guard let isEnd = pass.begins(with: end) else { return }
    pass.drop(isEnd ? end.utf8CodeUnitCount : 1)
    if isEnd { state = .text }
  }

  private mutating func character(_ pass: inout Pass) {
    let index = state == .section ? pass.endOfPlain(inSection: true) : pass.endOfPlain(inSection: false)
    if index > pass.read { return pass.copy(index - pass.read) }
    switch pass.bytes[index] {
    case 0x5D: bracket(&pass)
    case 0x3C: markup(&pass)
    case 0x26: reference(&pass)
    case 0x80...: stray(&pass)
    default: pass.drop(1)
    }
  }

  /// The end of a section, which XML forbids if none was started.
  private mutating func bracket(_ pass: inout Pass) {
    guard let isEnd = pass.begins(with: "]]>") else { return }
    if isEnd, state == .text {
      pass.write("]]&gt;")
      pass.read += 3
    } else {
      if isEnd { state = .text }
      pass.copy(isEnd ? 3 : 1)
    }
  }

  private mutating func markup(_ pass: inout Pass) {
    guard pass.left > 1 else {
      if pass.isLast { pass.copy(1) }
      return
    }
    switch pass.bytes[pass.read + 1] {
    case UInt8(ascii: "?"):
      state = .instruction
      pass.drop(2)
    case UInt8(ascii: "!"):
      guard let isSection = pass.begins(with: "<![CDATA["), let isComment = pass.begins(with: "<!--"),
        let isDoctype = pass.begins(with: "<!DOCTYPE", foldingCase: true)
      else { return }
      if isSection {
        state = .section
        pass.copy(9)
      } else if isComment {
        state = .comment
        pass.drop(4)
      } else if isDoctype {
        state = .doctype
        hasDoctype = true
        (brackets, quote, isInDoctypeComment) = (0, nil, false)
        // HTML pages write it in lower case, which XML does not allow.
        pass.write("<!DOCTYPE")
        pass.read += 9
      } else {
        pass.copy(1)
      }
    case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...: pass.copy(1)
    case let byte where byte.isASCIILetter: pass.copy(1)
    default:
      pass.write("&lt;")
      pass.read += 1
    }
  }

  private func reference(_ pass: inout Pass) {
    let rest = UnsafeBufferPointer(start: pass.bytes + pass.read, count: min(pass.left, Self.longestHold))
    var end = 1
    while end < rest.count, rest[end].isASCIIAlphanumeric || (end == 1 && rest[end] == 0x23) { end += 1 }
    if end == rest.count, end < Self.longestHold, !pass.isLast { return }
    guard end > 1, end < rest.count, rest[end] == UInt8(ascii: ";") else { return escape(&pass) }
    let name = String(decoding: rest[1..<end], as: UTF8.self)
    if rest[1] == 0x23 {
      guard let code = HTMLEntity.number(rest[2..<end]) else { return escape(&pass) }
      if Self.isAllowed(code) {
        let start = pass.written
        pass.copy(end + 1)
        // XML has no capital X here.
        if rest[2] == UInt8(ascii: "X") { pass.output[start + 2] = UInt8(ascii: "x") }
      } else {
        pass.read += end + 1
        pass.write("\u{FFFD}" as Unicode.Scalar)
      }
    } else if ["amp", "lt", "gt", "quot", "apos"].contains(name) {
      pass.copy(end + 1)
    } else if let character = HTMLEntity.character(named: name) {
      pass.read += end + 1
      character.unicodeScalars.forEach { pass.write($0) }
    } else if hasDoctype {
      pass.copy(end + 1)
    } else {
      escape(&pass)
    }
  }

  /// Whether XML allows the character with this number.
  private static func isAllowed(_ code: UInt32) -> Bool {
    switch code {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }

  private func escape(_ pass: inout Pass) {
    pass.write("&amp;")
    pass.read += 1
  }

  /// A byte that begins no character, or a character that XML forbids.
  private func stray(_ pass: inout Pass) {
    guard let length = pass.sequence(at: pass.read) ?? (pass.isLast ? 0 : nil) else { return }
    if length == 3 {
      pass.read += 3
    } else {
      let byte = pass.bytes[pass.read]
      pass.write(byte < 0xA0 ? Self.windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte))
      pass.read += 1
    }
  }

  private mutating func doctype(_ pass: inout Pass) {
    let byte = pass.bytes[pass.read]
    if isInDoctypeComment {
      guard byte != UInt8(ascii: "-") else {
        guard let isEnd = pass.begins(with: "-->") else { return }
        isInDoctypeComment = !isEnd
        return pass.copy(isEnd ? 3 : 1)
      }
    } else if let open = quote {
      if byte == open { quote = nil }
    } else {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["): brackets += 1
      case UInt8(ascii: "]"): brackets -= 1
      case UInt8(ascii: ">") where brackets <= 0: state = .text
      case UInt8(ascii: "<"):
        guard let isComment = pass.begins(with: "<!--") else { return }
        isInDoctypeComment = isComment
        if isComment { return pass.copy(4) }
      default: break
      }
    }
    pass.copy(1)
  }

  /// The characters of Windows-1252 from 0x80 to 0x9F.
  private static let windows1252: [Unicode.Scalar] = [
    "€", "\u{FFFD}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{FFFD}", "Ž", "\u{FFFD}", "\u{FFFD}",
    "‘",
    "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{FFFD}", "ž", "Ÿ",
  ]
}
