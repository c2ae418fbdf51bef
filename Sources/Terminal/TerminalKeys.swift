import Disk
import Glibc
package import Presentation
import Synchronization

/// Reads keys from the terminal on standard input, without Enter and without echo, or a line that the user types
/// instead of the next command.
package final class TerminalKeys: Sendable {
  private let modes = TerminalModes()
  private let signals: TerminalSignals
  private let input = Input(descriptor: STDIN_FILENO, name: "stdin")
  private let output: TerminalOutput
  /// Bytes typed ahead of the next wait.
  private let ahead = Mutex<[UInt8]>([])

  /// - Parameters:
  ///   - signals: what ends the program; the terminal is restored first.
  ///   - output: the terminal with the cursor.
  package init(signals: TerminalSignals, output: TerminalOutput) {
    (self.signals, self.output) = (signals, output)
    signals.onTermination { [modes] in modes.restore() }
  }

  /// Waits for a key that continues or goes back, or for a line. Enter, a space and a presenter's remote control
  /// continue; `b` and the keys that page back go back. Without a terminal, or when the task is cancelled, continues at
  /// once. The terminal stays without echo until `release`.
  /// - Parameters:
  ///   - next: the next command, shown faintly after the cursor.
  ///   - column: the cursor's column.
  ///   - mayBeEmpty: whether Enter alone counts as a line.
  package func next(instead next: String, at column: Int, mayBeEmpty: Bool) async -> Repl.Typed {
    guard isatty(STDIN_FILENO) == 1 else { return .command }
    // Without waiting for Enter, and without echo; Ctrl-C and Ctrl-Z still send signals.
    modes.change { $0 &= ~tcflag_t(ICANON | ECHO) }
    signals.onResumption { [modes] in modes.changeAgain() }
    let canErase = output.appearance.isStyled
    let columns = TerminalSize.of(output.descriptor)?.columns ?? 80
    if canErase, let ghost = LineDisplay.ghost(StyledText.escapingControls(next), at: column, of: columns) {
      show(ghost)
    }
    defer { if canErase { show(LineDisplay.erasure) } }
    var keys = KeyReader()
    var line = ""
    while let byte = await nextByte() {
      guard let key = keys.take(byte) else { continue }
      switch key {
      case "\n", "\r":
        return line.isEmpty && !mayBeEmpty ? .command : .line(line)
      case " " where line.isEmpty: return .command
      // A fast typist may be starting a line; a single key is the presenter's.
      case "b" where line.isEmpty && ahead.withLock(\.isEmpty): return .stepBack
      // The rest of such a key's bytes has arrived by now.
      case "\u{1B}":
        let sequence = String(decoding: ahead.withLock { exchange(&$0, with: []) }, as: UTF8.self)
        if line.isEmpty { return Self.backKeys.contains(sequence) ? .stepBack : .command }
      case "\u{7F}", "\u{08}":
        guard let last = line.popLast() else { continue }
        let width = DisplayWidth.of(String(last))
        let back = String(repeating: "\u{08}", count: width)
        show(back + String(repeating: " ", count: width) + back)
      case _ where key.value < 0x20: continue
      default:
        if line.isEmpty, canErase { show(LineDisplay.erasure) }
        line.unicodeScalars.append(key)
        show(StyledText.escapingControls(String(key)))
      }
    }
    return .command
  }

  /// Page Up, Left and Up, after the escape character.
  private static let backKeys: Set = ["[5~", "[D", "[A", "OD", "OA"]

  /// Drops the keys typed since the last wait, which were not meant for what comes next, and restores the terminal.
  package func release() {
    guard isatty(STDIN_FILENO) == 1 else { return }
    tcflush(STDIN_FILENO, TCIFLUSH)
    ahead.withLock { $0 = [] }
    signals.onResumption(nil)
    modes.restore()
  }

  /// Nil at the end of input. An error counts as the end, because it must not stop a demo.
  private func nextByte() async -> UInt8? {
    if ahead.withLock(\.isEmpty), let bytes = try? await input.next() { ahead.withLock { $0 = bytes } }
    return ahead.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  private func show(_ text: String) {
    output.write(raw: Array(text.utf8))
    output.flush()
  }
}
