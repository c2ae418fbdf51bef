import Glibc

/// Makes characters of the bytes of standard input, one byte at a time, so that whoever reads there next misses nothing, and
/// nobody is kept waiting for the rest of a character that does not come.
struct KeyReader {
  /// What came of a byte.
  enum Reading: Equatable {
    case key(Unicode.Scalar)
    /// No character is whole yet.
    case more
    case end
  }

  /// The beginning of a character.
  private var begun: [UInt8] = []

  /// Reads a byte, which is there or is waited for.
  mutating func next() -> Reading {
    guard let byte = Self.nextByte() else { return .end }
    return take(byte).map { .key($0) } ?? .more
  }

  /// - Returns: the character that ends with it; nil where there is none. What is not UTF-8 is passed over, and takes nothing
  ///   along: a byte that cannot go on with a character begins the next.
  mutating func take(_ byte: UInt8) -> Unicode.Scalar? {
    if byte & 0xC0 != 0x80 { begun = [] }
    begun.append(byte)
    let length =
      switch begun[0] {
      case 0..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    guard length > begun.count else {
      defer { begun = [] }
      return length == 0 ? nil : String(validating: begun, as: UTF8.self)?.unicodeScalars.first
    }
    return nil
  }

  private static func nextByte() -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 1 { return byte }
      if count == 0 || (errno != EINTR && errno != EAGAIN) { return nil }
      if errno == EAGAIN {
        // Another program may have left the terminal non-blocking.
        var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, -1)
      }
    }
  }
}
