import Disk
import Glibc

/// Decodes characters from standard input one byte at a time, so that it leaves the rest to the next reader and never
/// waits for the rest of a character.
struct KeyReader {
  /// The most bytes of a character.
  private static let longest = 4
  /// The bytes of an incomplete character.
  private var begun: [UInt8] = []
  /// Whether bytes were skipped.
  var hasSkipped = false

  /// - Returns: the character that this byte completes, or nil. Invalid bytes are skipped one by one: a byte that
  ///   cannot continue a character starts the next.
  mutating func take(_ byte: UInt8) -> Unicode.Scalar? {
    if byte & 0xC0 != 0x80, !begun.isEmpty { (begun, hasSkipped) = ([], true) }
    begun.append(byte)
    let scalar = String(validating: begun, as: UTF8.self)?.unicodeScalars.first
    if scalar == nil, begun.count == Self.longest { hasSkipped = true }
    if scalar != nil || begun.count == Self.longest { begun = [] }
    return scalar
  }

  /// Reads one byte, and waits for it if necessary; nil at the end.
  static func nextByte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 1 { return byte }
      if count == 0 || (errno != EINTR && errno != EAGAIN) { return nil }
      // Another program may have left the terminal non-blocking.
      if errno == EAGAIN { waitForEvents(on: [(STDIN_FILENO, POLLIN)]) }
    }
  }
}
