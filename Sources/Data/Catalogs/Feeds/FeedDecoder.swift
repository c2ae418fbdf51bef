internal import CExpat
import Domain

/// Converts a feed's bytes to UTF-8 from whatever encoding they are in.
///
/// The bytes decide: valid UTF-8 is UTF-8 whatever is declared, and ISO-8859-1 means Windows-1252, as in every browser.
/// An unknown encoding counts as UTF-8, and `FeedRepair` mends the rest.
final class FeedDecoder {
  private enum State {
    /// The declaration may not have arrived yet.
    case opening
    case utf8
    /// Declared to be in `encoding`; so far all bytes are ASCII.
    case declared(encoding: String)
    case decoding(UnsafeMutableRawPointer)
  }

  private var state = State.opening
  private let charset: String?
  /// Bytes that cannot be interpreted yet: the head, or part of a character.
  private var pending: [UInt8] = []

  /// - Parameter charset: from the answer's `Content-Type`, for a feed without a declaration.
  init(charset: String? = nil) { self.charset = charset }

  deinit {
    if case .decoding(let decoder) = state { decoder_close(decoder) }
  }

  /// Passes `bytes` to `take` in UTF-8, in pieces.
  func decode(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, _ take: (UnsafeBufferPointer<UInt8>) -> Void) {
    if case .utf8 = state { return take(bytes) }
    pending += bytes
    if case .opening = state {
      guard isLast || pending.count >= Self.headLength else { return }
      state = opened()
    }
    if case .declared(let encoding) = state { settle(encoding, isLast: isLast, take) }
    switch state {
    case .opening, .declared: break
    case .utf8:
      pending.withUnsafeBufferPointer(take)
      pending = []
    case .decoding(let decoder): run(decoder, isLast: isLast, take)
    }
  }

  /// A whole document in UTF-8. Another encoding that is not declared is most likely that of Windows.
  static func utf8(_ bytes: [UInt8], charset: String?) -> [UInt8] {
    // Without a copy, because nearly every answer is in UTF-8.
    if (try? UTF8Span(validating: bytes.span)) != nil { return bytes }
    var decoded: [UInt8] = []
    bytes.withUnsafeBufferPointer { bytes in
      FeedDecoder(charset: charset ?? "WINDOWS-1252").decode(bytes, isLast: true) { decoded += $0 }
    }
    return decoded
  }

  /// Declarations are shorter, and are at the start or after a few spaces.
  private static let headLength = 256

  private func opened() -> State {
    switch (pending.first ?? 0, pending.dropFirst().first ?? 0) {
    case (0xFE, 0xFF), (0xFF, 0xFE): return Self.decoding("UTF-16")
    case (0x00, 0x3C): return Self.decoding("UTF-16BE")
    case (0x3C, 0x00): return Self.decoding("UTF-16LE")
    default: break
    }
    guard let name = (Self.declaredEncoding(in: pending) ?? charset)?.uppercased(),
      name.utf8.count <= 24, name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == 0x2D || $0 == 0x5F })
    else { return .utf8 }
    switch name {
    // A document that declares UTF-16 in plain ASCII is not in UTF-16.
    case "UTF-8", "UTF8", "UTF-16", "UTF-16LE", "UTF-16BE": return .utf8
    case "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1", "LATIN-1", "US-ASCII", "ASCII":
      return .declared(encoding: "WINDOWS-1252")
    // Browsers and authors mean Microsoft's variant, with normal backslashes and tildes.
    case "SHIFT_JIS", "SHIFT-JIS", "SJIS", "X-SJIS": return .declared(encoding: "CP932")
    // These write non-ASCII characters in ASCII bytes.
    case _ where name.hasPrefix("ISO-2022") || name.hasPrefix("HZ"): return Self.decoding(name)
    default: return .declared(encoding: name)
    }
  }

  private static func declaredEncoding(in head: [UInt8]) -> String? {
    let text = String(decoding: head, as: UTF8.self)
    guard let start = text.firstRange(of: "<?xml"), let end = text[start.upperBound...].firstRange(of: "?>"),
      let name = text[start.upperBound..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    let rest = text[name.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    return String(rest.dropFirst().prefix { $0 != quote })
  }

  private static func decoding(_ encoding: String) -> State {
    decoder_open(encoding).map { .decoding($0) } ?? .utf8
  }

  /// Examines the first run of non-ASCII bytes; bytes before it pass unchanged.
  private func settle(_ encoding: String, isLast: Bool, _ take: (UnsafeBufferPointer<UInt8>) -> Void) {
    let start = pending.firstIndex { $0 >= 0x80 } ?? pending.count
    pending[..<start].withUnsafeBufferPointer(take)
    pending.removeFirst(start)
    let run = pending.prefix { $0 >= 0x80 }
    guard !run.isEmpty, isLast || run.endIndex < pending.count || run.count >= 64 else { return }
    // A run cut at 64 bytes may end within a character.
    let isUTF8 = String(validating: run.count >= 64 ? run.prefix(60).trimmedToCharacters : run, as: UTF8.self) != nil
    state = isUTF8 ? .utf8 : Self.decoding(encoding)
  }

  private func run(_ decoder: UnsafeMutableRawPointer, isLast: Bool, _ take: (UnsafeBufferPointer<UInt8>) -> Void) {
    let capacity = 16_384
    var read = 0
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { output in
      pending.withUnsafeMutableBytes { (input: UnsafeMutableRawBufferPointer) in
        guard let inputStart = input.baseAddress, let outputStart = output.baseAddress else { return }
        var status: Int32 = 0
        repeat {
          var from: UnsafeMutablePointer<CChar>? = (inputStart + read).assumingMemoryBound(to: CChar.self)
          var left = input.count - read
          var into: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(outputStart).assumingMemoryBound(
            to: CChar.self)
          var room = capacity - Self.replacement.count
          status = decoder_run(decoder, &from, &left, &into, &room)
          read = input.count - left
          var written = capacity - Self.replacement.count - room
          if status == 3 || (status == 2 && isLast) {
            for byte in Self.replacement {
              output[written] = byte
              written += 1
            }
            read += 1
          }
          take(UnsafeBufferPointer(start: outputStart, count: written))
        } while read < input.count && (status != 2 || isLast)
      }
    }
    pending.removeFirst(min(read, pending.count))
  }

  /// U+FFFD in UTF-8.
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
}

extension ArraySlice<UInt8> {
  /// Without trailing bytes that may be part of a character.
  fileprivate var trimmedToCharacters: ArraySlice<UInt8> {
    guard let lead = lastIndex(where: { $0 >= 0xC0 }), endIndex - lead < 4 else { return self }
    return self[..<lead]
  }
}
