import Synchronization
import Testing

/// The longest wait. A test whose time is over cancels only itself, and not the tasks that it started without waiting for
/// them, so that these would wait for ever.
private let longest = Duration.seconds(120)

/// What was waited for did not come.
private struct NeverHappened: Error {}

/// Lets other tasks run until `condition` holds.
/// - Throws: `CancellationError`, so that a test whose time is over ends.
package func until(_ condition: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + longest
  while try await !condition() {
    try Task.checkCancellation()
    if .now > deadline { throw NeverHappened() }
    await Task.yield()
  }
}

/// Holds whoever waits until it is opened; then it stays open.
package final class Gate: Sendable {
  private let state = Mutex<(isOpen: Bool, waiting: [Int: CheckedContinuation<Void, Never>], next: Int)>(
    (false, [:], 0))

  package init() {}

  package func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }

  /// Returns once the gate is open, or at once when the task is cancelled.
  package func wait() async {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    let limit = Task {
      try await Task.sleep(for: longest)
      Issue.record("a gate was not opened within \(longest)")
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
    defer { limit.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let passes = state.withLock { state in
          if state.isOpen || Task.isCancelled { return true }
          state.waiting[id] = continuation
          return false
        }
        if passes { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }
}
