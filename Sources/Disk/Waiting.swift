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
    while !(try poll(descriptor, events, atMost: -1, path)) {}
  }

  /// Waits briefly for something that sends no event, such as another process's lock.
  /// - Throws: `cancelled`.
  func pause(milliseconds: Int32, _ path: String) throws(FileError) {
    _ = try poll(-1, POLLIN, atMost: milliseconds, path)
  }

  private func poll(_ descriptor: Int32, _ events: Int32, atMost limit: Int32, _ path: String) throws(FileError) -> Bool
  {
    let bell = state.withLock { state in
      let bell = state.bell ?? WakePipe()
      if bell.readingEnd >= 0 { state.bell = bell }
      return bell.readingEnd
    }
    var ready = [
      pollfd(fd: descriptor, events: Int16(events), revents: 0), pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
    ]
    // Without a bell, for example if no more files can be opened, check at least every 50 ms.
    let patience: Int32 = bell >= 0 ? limit : limit < 0 ? 50 : min(limit, 50)
    let isCancelled = isCancelled
    if !isCancelled { _ = Glibc.poll(&ready, 2, patience) }
    if isCancelled || self.isCancelled { throw FileError(path: path, .cancelled) }
    return ready[0].revents != 0
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
