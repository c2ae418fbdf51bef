import Synchronization

/// A promise: delivers one value to the task awaiting it.
package final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case notYet
    case waiting(CheckedContinuation<Value, Never>)
    case over
  }

  private let state = Mutex(State.notYet)

  package init() {}

  var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

  /// Calls `start` and waits for the value. Cancelling the task ends the wait at once.
  /// - Parameters:
  ///   - substitute: the value if the task is cancelled; if that was before the wait, `start` is not called.
  ///   - onCancel: stops what `start` started.
  package func value(
    whenCancelled substitute: Value, _ start: () -> Void, onCancel: @escaping @Sendable () -> Void = {}
  ) async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isLate = state.withLock { state in
          if case .over = state { return true }
          state = .waiting(continuation)
          return false
        }
        if isLate { continuation.resume(returning: substitute) } else { start() }
      }
    } onCancel: {
      fulfill(substitute)
      onCancel()
    }
  }

  /// Ends the wait; does nothing if it has already ended.
  package func fulfill(_ value: Value) {
    let continuation = state.withLock { state -> CheckedContinuation<Value, Never>? in
      defer { state = .over }
      return if case .waiting(let continuation) = state { continuation } else { nil }
    }
    continuation?.resume(returning: value)
  }
}
