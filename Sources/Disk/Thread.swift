import Glibc

/// Runs `body` on a thread of its own, for calls that block and so must keep off Swift's shared pool; where the system
/// has no thread left, here and now.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let start = Unmanaged.passRetained(Start(body))
  let failed = pthread_create(
    &thread, nil,
    { start in
      Unmanaged<Start>.fromOpaque(start!).takeRetainedValue().body()
      return nil
    }, start.toOpaque())
  guard failed == 0 else { return start.takeRetainedValue().body() }
  pthread_detach(thread)
}
