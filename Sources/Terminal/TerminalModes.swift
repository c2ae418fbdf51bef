import Domain
import Glibc
import Synchronization

/// The terminal's original modes, to be restored.
final class TerminalModes: Sendable {
  private let state = Mutex<(found: termios?, changed: termios?, isChanged: Bool)>((nil, nil, false))

  /// Saves the modes of standard input before they change.
  func save() {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
    state.withLock { state in
      // A shell that continues us may restore the modes in which we were stopped: those of line editing.
      if state.found == nil || modes.c_lflag & tcflag_t(ICANON) != 0 { state.found = modes }
      state.isChanged = true
    }
  }

  /// Saves the modes, and then changes the local ones.
  func change(_ body: (_ local: inout tcflag_t) -> Void) {
    save()
    state.withLock { state in state.changed = state.found.map { found in changing(found) { body(&$0.c_lflag) } } }
    changeAgain()
  }

  /// Repeats the change. A shell that continues us has left its own modes.
  func changeAgain() { set(isChanged: true, TCSADRAIN) }

  /// Restores the saved modes, if they were changed.
  /// - Parameter discardsInput: whether what was typed is discarded; otherwise it is left to the next reader.
  func restore(discardsInput: Bool = false) { set(isChanged: false, discardsInput ? TCSAFLUSH : TCSADRAIN) }

  private func set(isChanged: Bool, _ actions: Int32) {
    state.withLock { state in
      guard state.isChanged, var modes = isChanged ? state.changed : state.found else { return }
      state.isChanged = isChanged
      tcsetattr(STDIN_FILENO, actions, &modes)
    }
  }

  var interruptKey: UInt8? { key(VINTR) }
  var suspendKey: UInt8? { key(VSUSP) }
  var endKey: UInt8? { key(VEOF) }

  /// The key of a control function; nil if it has none.
  private func key(_ index: Int32) -> UInt8? {
    state.withLock { state in
      guard let modes = state.found else { return nil }
      let key = withUnsafeBytes(of: modes.c_cc) { $0[Int(index)] }
      return key == 0 ? nil : key
    }
  }
}
