import Glibc

/// Runs `body` on a thread of its own, for calls that block and so must keep off Swift's shared pool.
func startThread(_ body: @escaping @Sendable () -> Void) {
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
  precondition(failed == 0, "no thread to be had")
  pthread_detach(thread)
}
