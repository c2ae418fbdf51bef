import Disk
import Glibc

/// Keys as they are hit at the terminal on standard input, without Enter and without being shown.
package final class TerminalKeys: Sendable {
  private let modes = TerminalModes()
  private let input = Input(descriptor: STDIN_FILENO, name: "stdin")

  /// - Parameter signals: what ends the program, before which the terminal is put back as it was.
  package init(signals: TerminalSignals) {
    signals.beforeDying { [modes] in modes.restore() }
  }

  /// Waits for a key; not at all where there is no terminal, or the task is cancelled.
  package func wait() async {
    guard isatty(STDIN_FILENO) == 1 else { return }
    modes.takeKeys()
    defer { modes.restore() }
    // What kept a key from coming is no reason to stop the show.
    _ = try? await input.next()
  }
}
