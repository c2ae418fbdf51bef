import Synchronization

/// Work that somebody waits for, such as what must finish before the program ends because it cannot be repeated.
package final class UnfinishedWork: Sendable {
  private let state = Mutex<(count: Int, whenDone: [@Sendable () -> Void])>((0, []))

  package init() {}

  package func begin() { state.withLock { $0.count += 1 } }

  package func end() {
    let actions = state.withLock { state in
      state.count -= 1
      return state.count == 0 ? exchange(&state.whenDone, with: []) : []
    }
    for action in actions { action() }
  }

  /// Waits until no work is left.
  package func finish() async {
    await withCheckedContinuation { continuation in whenDone { continuation.resume() } }
  }

  /// Calls `action` when no work is left: at once, or on the thread that ends the last work.
  package func whenDone(_ action: @escaping @Sendable () -> Void) {
    let isDone = state.withLock { state in
      if state.count > 0 { state.whenDone.append(action) }
      return state.count == 0
    }
    if isDone { action() }
  }
}
