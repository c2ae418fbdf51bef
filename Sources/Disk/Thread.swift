import Glibc
import Synchronization

/// Runs `body` on a new thread, for calls that block and so must stay off Swift's shared pool. If the system cannot
/// start one, runs it on the current thread.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  if !tryStartThread(body) { body() }
}

/// Whether `count` threads can be started. Swift's own pool waits forever for a thread that the system refuses.
package func canStartThreads(_ count: Int) -> Bool {
  final class Gate: Sendable {
    let lock = Mutex(())
  }
  let gate = Gate()
  // All of them exist at once, because each waits for the gate to open. Nothing waits for them to end.
  return gate.lock.withLock { _ in (0..<count).allSatisfy { _ in tryStartThread { gate.lock.withLock { _ in } } } }
}

/// Starts a thread that runs `body`; false if the system cannot.
package func tryStartThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  // Created detached: a short thread may be gone while glibc's `pthread_detach` still accesses it.
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
  var thread = pthread_t()
  let start = Unmanaged.passRetained(Start(body))
  let failed = pthread_create(
    &thread, &attributes,
    { start in
      Unmanaged<Start>.fromOpaque(start!).takeRetainedValue().body()
      return nil
    }, start.toOpaque())
  if failed != 0 { start.release() }
  return failed == 0
}

/// Work that somebody waits for, such as what must finish before the program ends because it cannot be repeated.
package final class UnfinishedWork: Sendable {
  /// The file replacements in progress. A signal that ends the program waits for them.
  package static let replacements = UnfinishedWork()

  private let state = Mutex<(count: Int, whenDone: [@Sendable () -> Void])>((0, []))

  package init() {}

  package func begin() { state.withLock { $0.count += 1 } }

  package func end() {
    let actions = state.withLock { state in
      state.count -= 1
      return state.count == 0 ? exchange(&state.whenDone, with: []) : []
    }
    for action in actions { action() }
  }

  /// Waits until no work is left.
  package func finish() async { await withCheckedContinuation { continuation in whenDone { continuation.resume() } } }

  /// Calls `action` when no work is left: at once, or on the thread that ends the last work.
  package func whenDone(_ action: @escaping @Sendable () -> Void) {
    let isDone = state.withLock { state in
      if state.count > 0 { state.whenDone.append(action) }
      return state.count == 0
    }
    if isDone { action() }
  }
}
