import Disk
import Glibc
import Presentation
import Synchronization

/// Keys as they are hit at the terminal on standard input, without Enter and without being shown, but for a line that somebody
/// types in place of what comes next.
package final class TerminalKeys: Sendable {
  private let modes = TerminalModes()
  private let input = Input(descriptor: STDIN_FILENO, name: "stdin")
  private let output: TerminalOutput
  /// What was typed ahead of the next wait.
  private let ahead = Mutex<[UInt8]>([])

  /// - Parameters:
  ///   - signals: what ends the program, before which the terminal is put back as it was.
  ///   - output: where the cursor is.
  package init(signals: TerminalSignals, output: TerminalOutput) {
    self.output = output
    signals.beforeDying { [modes] in modes.restore() }
  }

  /// Waits for a key that goes on, or for a line: Enter, a blank and the keys of a presenter's remote control go on, and so does
  /// everything where there is no terminal, or the task is cancelled.
  /// - Parameters:
  ///   - next: what comes next; it is shown faintly behind the cursor meanwhile.
  ///   - column: the cursor's.
  ///   - mayBeEmpty: whether Enter alone is a line.
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
      // What such keys send is over with what has come by now.
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

  /// Nil at the end. What keeps a key from coming is no reason to stop a show.
  private func nextByte() async -> UInt8? {
    if ahead.withLock(\.isEmpty), let bytes = try? await input.next() { ahead.withLock { $0 = bytes } }
    return ahead.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  private func show(_ text: String) {
    output.write(raw: Array(text.utf8))
    output.flush()
  }
}
