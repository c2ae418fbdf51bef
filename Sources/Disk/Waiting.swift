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

/// Wakes a thread: another thread or a signal handler writes to the pipe to end its `poll`.
package struct WakePipe: Sendable {
  /// -1 if no more files can be opened.
  package let readingEnd: Int32
  package let writingEnd: Int32

  /// Neither end blocks, and child programs do not inherit them.
  package init() {
    // Sockets, as Swift cannot import pipe2, and a program that another thread starts now would inherit a plain pipe.
    var ends: [Int32] = [-1, -1]
    _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
    (readingEnd, writingEnd) = (ends[0], ends[1])
  }

  /// Most pipes stay open until the program ends, because a late signal handler may still write.
  func close() {
    for end in [readingEnd, writingEnd] where end >= 0 { _ = Glibc.close(end) }
  }

  /// Wakes the reader; a full pipe has already woken it.
  package func wake() {
    var byte: UInt8 = 0
    _ = write(writingEnd, &byte, 1)
  }

  /// Reads everything written; empty if there is nothing.
  package func drain() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(readingEnd, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// Waits until standard input has bytes, or has ended.
  /// - Returns: the events from `poll`; nil if `wake` or a signal ended the wait.
  package func waitForInput() -> Int16? {
    let events = waitForEvents(on: [(STDIN_FILENO, POLLIN), (readingEnd, POLLIN)])
    if let events, events[1] == 0 { return events[0] }
    if events != nil { _ = drain() }
    return nil
  }
}

/// Waits until one of the descriptors has one of the events wanted, or has ended.
/// - Parameter limit: in milliseconds; negative for none.
/// - Returns: the events of each; nil if none came in time, or if a signal did.
@discardableResult
package func waitForEvents(on wanted: [(descriptor: Int32, events: Int32)], atMost limit: Int32 = -1) -> [Int16]? {
  var polled = wanted.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
  return poll(&polled, nfds_t(polled.count), limit) > 0 ? polled.map(\.revents) : nil
}
