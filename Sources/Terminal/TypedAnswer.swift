import Disk
import Glibc

/// A line typed on standard input as the answer to a question; a secret is not echoed.
enum TypedAnswer {
  /// Nil at the end of the input, or if the task is cancelled; the end of the input at a terminal is an empty answer.
  static func read(_ question: String, isSecret: Bool, in modes: TerminalModes) async -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return await typed() }
    modes.change { local in
      local |= tcflag_t(ICANON | ISIG | ECHO | ECHONL)
      if isSecret { local &= ~tcflag_t(ECHO) }
    }
    defer { modes.restore() }
    let shown = question.unicodeScalars.map { $0.value < 0x20 && $0 != "\n" ? "?" : String($0) }.joined()
    TerminalOutput.write(shown, to: STDERR_FILENO)
    if let answer = await typed() { return answer }
    if Task.isCancelled { return nil }
    TerminalOutput.write("\n", to: STDERR_FILENO)
    return ""
  }

  private static func typed() async -> String? {
    // Byte by byte, so that the input after the line is left to others.
    let input = Input(descriptor: STDIN_FILENO, name: "stdin", chunkSize: 1)
    var bytes: [UInt8] = []
    while let chunk = try? await input.next() {
      if chunk.isEmpty && bytes.isEmpty { return nil }
      if chunk.isEmpty || chunk == [UInt8(ascii: "\n")] {
        return String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...], as: UTF8.self)
      }
      bytes += chunk
    }
    return nil
  }
}
