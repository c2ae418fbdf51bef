import Disk
import Glibc
import Synchronization

/// A line typed on standard input as the answer to a question; a secret is not echoed.
final class TypedAnswer: Sendable {
  private let isStopped = Atomic(false)

  /// Nil at the end of the input, or if the task is cancelled.
  func read(_ question: String, isSecret: Bool) async -> String? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Reading blocks, so it has a thread of its own.
        startThread { [self] in continuation.resume(returning: line(question, isSecret: isSecret)) }
      }
    } onCancel: {
      isStopped.store(true, ordering: .relaxed)
    }
  }

  private func line(_ question: String, isSecret: Bool) -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return typed() }
    var before = termios()
    tcgetattr(STDIN_FILENO, &before)
    var modes = before
    modes.c_lflag |= tcflag_t(ICANON | ISIG | ECHO | ECHONL)
    if isSecret { modes.c_lflag &= ~tcflag_t(ECHO) }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
    defer { tcsetattr(STDIN_FILENO, TCSADRAIN, &before) }
    let shown = Array(question.unicodeScalars.map { $0.value < 0x20 && $0 != "\n" ? "?" : String($0) }.joined().utf8)
    _ = write(STDERR_FILENO, shown, shown.count)
    return typed()
  }

  /// Byte by byte, so that the input after the line is left to others.
  private func typed() -> String? {
    var bytes: [UInt8] = []
    while !isStopped.load(ordering: .relaxed) {
      var wish = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&wish, 1, 50) > 0 else { continue }
      var byte: UInt8 = 0
      guard Glibc.read(STDIN_FILENO, &byte, 1) == 1 else { return bytes.isEmpty ? nil : text(bytes) }
      if byte == UInt8(ascii: "\n") { return text(bytes) }
      bytes.append(byte)
    }
    return nil
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }
}
