import Domain
import Synchronization

/// Whether the user wants to stop. A signal raises it, and the loop checks it between commands.
package final class Interruption: Sendable {
  private let isRaisedFlag = Atomic(false)
  private let waits = Mutex<(count: Int, cancellations: [Int: @Sendable () -> Void])>((0, [:]))

  package init() {}

  package func raise() {
    isRaisedFlag.store(true, ordering: .relaxed)
    waits.withLock { Array($0.cancellations.values) }.forEach { $0() }
  }

  package var isRaised: Bool { isRaisedFlag.load(ordering: .relaxed) }

  /// Whether a task waits for it.
  package var isAwaited: Bool { waits.withLock { !$0.cancellations.isEmpty } }

  package func lower() { isRaisedFlag.store(false, ordering: .relaxed) }

  /// Waits for `work`, which is cancelled when this is raised. Several may wait at once.
  package func value<Value: Sendable>(of work: @escaping @Sendable () async -> Value) async -> Value {
    let task = Task(executorPreference: inheritedExecutor) { await work() }
    let key = waits.withLock { waits in
      waits.count += 1
      waits.cancellations[waits.count] = { task.cancel() }
      return waits.count
    }
    defer { waits.withLock { _ = $0.cancellations.removeValue(forKey: key) } }
    // It may have been raised before.
    if isRaised { task.cancel() }
    return await task.value
  }
}
