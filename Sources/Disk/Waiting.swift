import Domain
import Glibc
import Synchronization

/// Blocking work on a separate thread that can be cancelled.
final class Waiting: Sendable {
  private struct State {
    var isCancelled = false
    /// Ends a wait; created when it is first needed.
    var bell: WakePipe?
  }

  private let state = Mutex(State())

  deinit { state.withLock { $0.bell?.close() } }

  var isCancelled: Bool { state.withLock(\.isCancelled) }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.bell?.wake()
    }
  }

  /// Waits until `descriptor` is ready for `events`, or has ended.
  /// - Throws: `cancelled`.
  func wait(for descriptor: Int32, _ events: Int32, _ path: String) throws(FileError) {
    while !(try isReady(descriptor, events, atMost: -1, path)) {}
  }

  /// Waits briefly for something that sends no event, such as another process's lock.
  /// - Throws: `cancelled`.
  func pause(milliseconds: Int32, _ path: String) throws(FileError) {
    _ = try isReady(-1, POLLIN, atMost: milliseconds, path)
  }

  private func isReady(
    _ descriptor: Int32, _ events: Int32, atMost limit: Int32, _ path: String
  ) throws(FileError) -> Bool {
    let bell = state.withLock { state in
      let bell = state.bell ?? WakePipe()
      if bell.readingEnd >= 0 { state.bell = bell }
      return bell.readingEnd
    }
    // Without a bell, for example if no more files can be opened, check at least every 50 ms.
    let patience: Int32 = bell >= 0 ? limit : limit < 0 ? 50 : min(limit, 50)
    let found = isCancelled ? nil : waitForEvents(on: [(descriptor, events), (bell, POLLIN)], atMost: patience)
    if isCancelled { throw FileError(path: path, .cancelled) }
    return found.map { $0[0] != 0 } ?? false
  }
}

/// Runs blocking work on a separate thread, so that it blocks neither the calling actor nor Swift's shared pool.
/// Cancelling the task ends its waits.
func offPool<Value: Sendable>(
  _ work: @escaping @Sendable (Waiting) throws(FileError) -> Value
) async throws(FileError) -> Value {
  let waiting = Waiting()
  let result = await withTaskCancellationHandler {
    await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, FileError>, Never>) in
      startThread { continuation.resume(returning: Result { () throws(FileError) in try work(waiting) }) }
    }
  } onCancel: {
    waiting.cancel()
  }
  return try result.get()
}
