import Synchronization

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    /// Since the clock was made.
    package var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var nextID = 0
  }

  private let state = Mutex(State())

  package init() {}

  package var now: Instant { state.withLock(\.now) }
  package var minimumResolution: Duration { .zero }

  /// How long each sleeper still has to sleep, shortest first.
  package var sleeping: [Duration] {
    state.withLock { state in state.sleepers.map { state.now.duration(to: $0.deadline) }.sorted() }
  }

  /// Moves the time on and wakes those whose time has come, earliest deadline first.
  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Waits until at least `count` tasks sleep on this clock.
  /// - Throws: `CancellationError`, so that a test whose time is over ends.
  package func waitForSleepers(_ count: Int = 1) async throws {
    try await until { state.withLock { $0.sleepers.count >= count } }
  }

  package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        // Cancellation is looked at under the lock: the handler below either finds the sleeper or came before it.
        let outcome = state.withLock { state -> Result<Void, any Error>? in
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
