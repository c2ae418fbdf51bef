import Disk
import Glibc
import Presentation
import Synchronization

/// Keys as they are hit at the terminal on standard input, without Enter and without echo, or a line that the user
/// types instead of what comes next.
package final class TerminalKeys: Sendable {
  private let modes = TerminalModes()
  private let input = Input(descriptor: STDIN_FILENO, name: "stdin")
  private let output: TerminalOutput
  /// Bytes typed ahead of the next wait.
  private let ahead = Mutex<[UInt8]>([])

  /// - Parameters:
  ///   - signals: what ends the program; the terminal is restored first.
  ///   - output: the terminal with the cursor.
  package init(signals: TerminalSignals, output: TerminalOutput) {
    self.output = output
    signals.beforeDying { [modes] in modes.restore() }
  }

  /// Waits for a key that goes on, or for a line. Enter, a space and the keys of a presenter's remote control go on.
  /// Without a terminal, or when the task is cancelled, it goes on at once.
  /// - Parameters:
  ///   - next: what comes next, shown faintly after the cursor meanwhile.
  ///   - column: the cursor's column.
  ///   - mayBeEmpty: whether Enter alone counts as a line.
  /// - Returns: the line; nil to go on.
  package func line(inPlaceOf next: String, at column: Int, mayBeEmpty: Bool) async -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    modes.takeKeys()
    defer { modes.restore() }
    let canErase = output.appearance.isStyled
    let columns = TerminalSize(of: output.descriptor)?.columns ?? 80
    if canErase, let ghost = LineDisplay.ghost(StyledText.madeVisible(next), at: column, of: columns) { show(ghost) }
    defer { if canErase { show(LineDisplay.erasure) } }
    var keys = KeyReader()
    var line = ""
    while let byte = await nextByte() {
      guard let key = keys.take(byte) else { continue }
      switch key {
      case "\n", "\r":
        return line.isEmpty && !mayBeEmpty ? nil : line
      case " " where line.isEmpty: return nil
      // The rest of such a key's bytes has arrived by now.
      case "\u{1B}":
        ahead.withLock { $0 = [] }
        if line.isEmpty { return nil }
      case "\u{7F}", "\u{08}":
        guard let last = line.popLast() else { continue }
        let width = DisplayWidth.of(String(last))
        let back = String(repeating: "\u{08}", count: width)
        show(back + String(repeating: " ", count: width) + back)
      case _ where key.value < 0x20: continue
      default:
        if line.isEmpty, canErase { show(LineDisplay.erasure) }
        line.unicodeScalars.append(key)
        show(StyledText.madeVisible(String(key)))
      }
    }
    return nil
  }

  /// Nil at the end of input. An error counts as the end: it is no reason to stop a show.
  private func nextByte() async -> UInt8? {
    if ahead.withLock(\.isEmpty), let bytes = try? await input.next() { ahead.withLock { $0 = bytes } }
    return ahead.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  private func show(_ text: String) {
    output.write(raw: Array(text.utf8))
    output.flush()
  }
}
