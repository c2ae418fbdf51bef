import Synchronization

/// Whether somebody asked to stop what is going on; raised from a signal, seen between commands.
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

  /// Has `body` called when it is raised, for a wait that would not see it otherwise; nil ends that.
  package func onRaise(_ body: (@Sendable () -> Void)?) {
    observer.withLock { $0 = body }
  }
}
