import Synchronization

/// Hands one value over, once, to whoever waits for it.
final class Handover<Value: Sendable>: Sendable {
  private enum State {
    case notYet
    case waiting(CheckedContinuation<Value, Never>)
    case over
  }

  private let state = Mutex(State.notYet)

  var isOver: Bool {
    state.withLock { if case .over = $0 { true } else { false } }
  }

  /// Waits for the value of what `start` begins. Cancelling the task ends the wait at once.
  /// - Parameters:
  ///   - substitute: the value where the task was cancelled; before the wait, nothing is begun.
  ///   - onCancel: gives up what was begun.
  func value(
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
      give(substitute)
      onCancel()
    }
  }

  /// Ends the wait; does nothing where it has ended already.
  func give(_ value: Value) {
    let continuation = state.withLock { state -> CheckedContinuation<Value, Never>? in
      defer { state = .over }
      return if case .waiting(let continuation) = state { continuation } else { nil }
    }
    continuation?.resume(returning: value)
  }
}
