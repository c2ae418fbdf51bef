import Synchronization

/// Whether the user wants to stop; a signal raises it, and the loop checks it between commands.
package final class Interruption: Sendable {
  private let isRaisedFlag = Atomic(false)
  private let observer = Mutex<(@Sendable () -> Void)?>(nil)

  package init() {}

  package func raise() {
    isRaisedFlag.store(true, ordering: .relaxed)
    observer.withLock(\.self)?()
  }

  package var isRaised: Bool { isRaisedFlag.load(ordering: .relaxed) }

  package func lower() { isRaisedFlag.store(false, ordering: .relaxed) }

  /// Calls `body` when it is raised, for a wait that would not notice otherwise; nil removes `body`.
  package func onRaise(_ body: (@Sendable () -> Void)?) {
    observer.withLock { $0 = body }
  }
}
