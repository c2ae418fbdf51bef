import Glibc
import Synchronization

/// Runs tasks on the thread that the program started with. Swift's own pool starts three threads for its first task,
/// which took a twentieth of a start.
package final class FirstThread: TaskExecutor {
  private struct Queue {
    var jobs: [UnownedJob] = []
    var isAwaited = false
  }

  private let thread = pthread_self()
  /// What the thread itself enqueued, which needs no lock. `nonisolated(unsafe)` is fine because only it uses this.
  private nonisolated(unsafe) var own: [UnownedJob] = []
  /// What other threads enqueued.
  private let queue = Mutex(Queue())
  private let hasOthers = Atomic(false)
  /// Posted when a job arrives that is waited for. Safe because semaphores may be shared, and it is never freed.
  private nonisolated(unsafe) let arrival = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// To be made on the first thread.
  package init() { sem_init(arrival, 0, 0) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if pthread_equal(pthread_self(), thread) != 0 { return own.append(job) }
    let isAwaited = queue.withLock { queue in
      queue.jobs.append(job)
      hasOthers.store(true, ordering: .relaxed)
      return exchange(&queue.isAwaited, with: false)
    }
    if isAwaited { sem_post(arrival) }
  }

  /// Runs what is enqueued, for as long as the program lives. To be called on the first thread.
  package func run() -> Never {
    // As on the threads of Swift's pool: signals are for the thread that listens to them.
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGABRT, SIGPIPE] { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_SETMASK, &signals, nil)
    let executor = asUnownedTaskExecutor()
    var jobs: [UnownedJob] = []
    while true {
      jobs.removeAll(keepingCapacity: true)
      swap(&own, &jobs)
      if jobs.isEmpty || hasOthers.load(ordering: .relaxed) {
        queue.withLock { queue in
          queue.isAwaited = jobs.isEmpty && queue.jobs.isEmpty
          jobs += exchange(&queue.jobs, with: [])
          hasOthers.store(false, ordering: .relaxed)
        }
      }
      if jobs.isEmpty { sem_wait(arrival) }
      for job in jobs { job.runSynchronously(on: executor) }
    }
  }
}
