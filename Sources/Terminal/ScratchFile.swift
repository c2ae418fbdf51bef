import Glibc

/// An unnamed file that passes bytes to a program and back. Unlike a pipe it never fills up, so nothing has to wait.
final class ScratchFile: Sendable {
  let descriptor: Int32

  /// Contains `bytes` and is read from the start. Nil if it cannot be written.
  init?(_ bytes: [UInt8]) {
    // Without mkstemp, because a program that another thread starts at that moment would inherit the descriptor.
    let place = "/tmp/liner-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    descriptor = open(place, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    unlink(place)
    let failure = bytes.withUnsafeBytes { TerminalOutput.write($0, to: descriptor) }
    guard failure == nil, lseek(descriptor, 0, SEEK_SET) == 0 else { return nil }
  }

  deinit { close(descriptor) }

  var bytes: [UInt8] { bytes(atMost: .max) }

  func bytes(atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while bytes.count < limit {
      let count = pread(descriptor, &chunk, chunk.count, off_t(bytes.count))
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
