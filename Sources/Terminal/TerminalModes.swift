import Glibc
import Synchronization

/// The modes in which the terminal was found, to be put back.
final class TerminalModes: Sendable {
  private struct State {
    var found: termios?
    var isChanged = false
  }

  private let state = Mutex(State())

  /// Notes the modes of standard input: from now on they may be changed.
  func save() {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
    state.withLock { state in
      // A shell that continues us may hand back the modes in which we were stopped: those of editing.
      if state.found == nil || modes.c_lflag & tcflag_t(ICANON) != 0 { state.found = modes }
      state.isChanged = true
    }
  }

  /// Has keys come as they are hit, unseen; signals still come of theirs.
  func takeKeys() {
    save()
    guard var modes = state.withLock(\.found) else { return }
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }

  /// Puts the noted modes back; does nothing where they were not changed.
  func restore() {
    state.withLock { state in
      guard state.isChanged, var modes = state.found else { return }
      state.isChanged = false
      // Not TCSAFLUSH: what was typed ahead is kept.
      tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
    }
  }

  var interruptKey: UInt8? { key(VINTR) }
  var suspendKey: UInt8? { key(VSUSP) }
  var endKey: UInt8? { key(VEOF) }

  /// The key of a control function; nil where it has none.
  private func key(_ index: Int32) -> UInt8? {
    state.withLock { state in
      guard let modes = state.found else { return nil }
      let key = withUnsafeBytes(of: modes.c_cc) { $0[Int(index)] }
      return key == 0 ? nil : key
    }
  }
}
