import Synchronization

/// Whether somebody asked to stop what is going on; raised from a signal, seen between commands.
package final class Interruption: Sendable {
  private let isRaisedFlag = Atomic(false)

  package init() {}

  package func raise() { isRaisedFlag.store(true, ordering: .relaxed) }
  package var isRaised: Bool { isRaisedFlag.load(ordering: .relaxed) }
  package func lower() { isRaisedFlag.store(false, ordering: .relaxed) }
}
