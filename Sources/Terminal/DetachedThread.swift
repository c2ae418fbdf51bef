import Glibc

/// A thread of its own for a call that blocks, which must keep off Swift's shared pool.
enum DetachedThread {
  static func start(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(run: body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { box in
        Unmanaged<Body>.fromOpaque(box!).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    precondition(failure == 0, "the system has no thread left")
    pthread_detach(thread)
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
