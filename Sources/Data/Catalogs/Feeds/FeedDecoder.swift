internal import CExpat
import Domain

/// Converts a document's bytes to UTF-8 from whatever encoding they are in.
///
/// The bytes decide: valid UTF-8 is UTF-8 whatever is declared, and ISO-8859-1 means Windows-1252, as in every browser.
/// An unknown encoding counts as UTF-8, in which other bytes are read as Windows-1252, which they nearly always are.
enum FeedDecoder {
  /// - Parameter charset: from the answer's `Content-Type`, for a document without a declaration.
  static func utf8(_ bytes: [UInt8], charset: String?) -> [UInt8] {
    guard let (encoding, start) = encoding(of: bytes, charset: charset), let decoder = decoder_open(encoding) else {
      return mended(bytes)
    }
    defer { decoder_close(decoder) }
    return bytes[..<start] + converted(Array(bytes[start...]), by: decoder)
  }

  /// Declarations are shorter, and are at the start or after a few spaces.
  private static let headLength = 256

  /// The encoding, and the first byte in it that is not ASCII; nil for UTF-8.
  private static func encoding(of bytes: [UInt8], charset: String?) -> (name: String, start: Int)? {
    switch (bytes.first ?? 0, bytes.dropFirst().first ?? 0) {
    case (0xFE, 0xFF), (0xFF, 0xFE): return ("UTF-16", 0)
    case (0x00, 0x3C): return ("UTF-16BE", 0)
    case (0x3C, 0x00): return ("UTF-16LE", 0)
    default: break
    }
    guard var name = (declaredEncoding(in: bytes.prefix(headLength)) ?? charset)?.uppercased(),
      name.utf8.count <= 24, name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == 0x2D || $0 == 0x5F })
    else { return nil }
    // These write non-ASCII characters in ASCII bytes.
    if name.hasPrefix("ISO-2022") || name.hasPrefix("HZ") { return (name, 0) }
    switch name {
    // A document that declares UTF-16 in plain ASCII is not in UTF-16.
    case "UTF-8", "UTF8", "UTF-16", "UTF-16LE", "UTF-16BE": return nil
    case "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1", "LATIN-1", "US-ASCII", "ASCII": name = "WINDOWS-1252"
    // Browsers and authors mean Microsoft's variant, with normal backslashes and tildes.
    case "SHIFT_JIS", "SHIFT-JIS", "SJIS", "X-SJIS": name = "CP932"
    default: break
    }
    // Nearly every answer is in UTF-8. Of the others, the first run of non-ASCII bytes decides.
    guard let fault = firstFault(in: bytes[...]), let start = bytes.firstIndex(where: { $0 >= 0x80 }) else {
      return nil
    }
    return bytes[start..<fault].allSatisfy { $0 >= 0x80 } ? (name, start) : nil
  }

  /// The first byte that is not UTF-8; nil if there is none.
  private static func firstFault(in bytes: ArraySlice<UInt8>) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return bytes.startIndex + error.byteOffsets.lowerBound
    }
  }

  private static func mended(_ bytes: [UInt8]) -> [UInt8] {
    var (mended, rest) = ([UInt8](), bytes[...])
    while let fault = firstFault(in: rest) {
      let byte = bytes[fault]
      mended += rest[..<fault]
      mended += String(byte < 0xA0 ? windows1252[Int(byte) - 0x80] : Unicode.Scalar(byte)).utf8
      rest = rest[(fault + 1)...]
    }
    return rest.startIndex == 0 ? bytes : mended + rest
  }

  /// The characters of Windows-1252 from 0x80 to 0x9F.
  private static let windows1252 = Array(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)

  private static func declaredEncoding(in head: ArraySlice<UInt8>) -> String? {
    // JSON has none, and the search in text would take a third of the time to read a short answer.
    guard head.contains(UInt8(ascii: "<")) else { return nil }
    let text = String(decoding: head, as: UTF8.self)
    guard let start = text.firstRange(of: "<?xml"), let end = text[start.upperBound...].firstRange(of: "?>"),
      let name = text[start.upperBound..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    let rest = text[name.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    return String(rest.dropFirst().prefix { $0 != quote })
  }

  private static func converted(_ bytes: [UInt8], by decoder: UnsafeMutableRawPointer) -> [UInt8] {
    var (bytes, decoded) = (bytes, [UInt8]())
    bytes.withUnsafeMutableBytes { input in
      var from = input.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = input.count
      while left > 0 {
        var status: Int32 = 0
        decoded += [UInt8](unsafeUninitializedCapacity: 16_384) { output, count in
          var into = UnsafeMutableRawPointer(output.baseAddress)?.assumingMemoryBound(to: CChar.self)
          var room = output.count
          status = decoder_run(decoder, &from, &left, &into, &room)
          count = output.count - room
        }
        // An invalid byte, or half a character at the end.
        guard status > 1 else { continue }
        decoded += "\u{FFFD}".utf8
        (from, left) = (from?.advanced(by: 1), left - 1)
      }
    }
    return decoded
  }
}
