import Glibc

/// Reads characters from standard input byte by byte, so that whoever reads there next misses nothing.
enum KeyReader {
  /// The next character, nil at the end of input. Bytes that are not UTF-8 are passed over.
  static func next() -> Unicode.Scalar? {
    while let first = nextByte() {
      let length =
        switch first {
        case 0..<0x80: 1
        case 0xC2..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0..<0xF5: 4
        default: 0
        }
      guard length > 0 else { continue }
      var bytes = [first]
      while bytes.count < length, let byte = nextByte() { bytes.append(byte) }
      if let character = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first { return character }
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
