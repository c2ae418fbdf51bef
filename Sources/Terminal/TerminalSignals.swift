package import Disk
import Glibc
import Presentation
import Synchronization

/// Handles the process's signals on a thread.
///
/// The signal handlers only write to a pipe, which the thread reads.
package final class TerminalSignals: Sendable {
  /// The events for the reader of the terminal.
  enum Event: Sendable {
    /// SIGINT, from the keyboard or another program.
    case interrupted
    /// SIGCONT: we were stopped and continued, and the terminal's modes may have changed.
    case resumed
    /// SIGWINCH: the terminal has a new size.
    case resized
  }

  private struct State {
    var reader: (@Sendable (Event) -> Void)?
    var exitHandlers: [@Sendable () -> Void] = []
    var onInterruption: (@Sendable () -> Void)?
    var onResumption: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  /// Raised by a SIGINT that arrived before anything listened, or too late for the work it should cancel.
  private let early = Interruption()
  /// The work that signals which end the program wait for.
  package let unfinished = UnfinishedWork()

  /// Starts to handle SIGINT, SIGCONT, SIGWINCH, SIGTERM, SIGHUP and SIGQUIT. A write to a closed pipe becomes an error
  /// and no longer ends the program. Signals ignored when the program started (`nohup`) stay ignored.
  /// - Parameters:
  ///   - threads: how many further threads the session may need at once; starts as many on trial, on the signal thread.
  ///   - onShortage: called if the system refuses one.
  package init(threads: Int = 0, onShortage: @escaping @Sendable () -> Void = {}) {
    let pipe = WakePipe()
    // Without a spare descriptor, signals keep their default effect.
    guard pipe.readingEnd >= 0 else { return }
    SignalPipe.writingEnd.store(pipe.writingEnd, ordering: .sequentiallyConsistent)
    let signals = [SIGINT, SIGCONT, SIGWINCH, SIGTERM, SIGHUP, SIGQUIT]
    for signal in signals { SignalPipe.listen(to: signal) }
    // A handler that does nothing ends with `exec`, unlike an ignored signal.
    SignalPipe.handle(SIGPIPE) { _ in }
    let hasStarted = tryStartThread { [self] in
      if !canStartThreads(threads) { onShortage() }
      // Our parent may have blocked signals, which every thread inherits: at least one must accept them.
      Self.unblock(signals)
      while true {
        waitForEvents(on: [(pipe.readingEnd, POLLIN)])
        for signal in pipe.drain() { take(Int32(signal)) }
      }
    }
    if !hasStarted { onShortage() }
  }

  /// Lets this thread receive signals.
  static func unblock(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// For how many seconds unfinished work may delay the end of the program.
  private static let patience: UInt32 = 30

  /// Runs `work`, which SIGINT cancels. A SIGINT that is too late to cancel it stops the next work: it is recorded at
  /// once, because a task might notice it only after the next work has started.
  package func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    await early.value(of: work)
  }

  /// Calls `restore` before a signal ends the program.
  package func onTermination(_ restore: @escaping @Sendable () -> Void) {
    state.withLock { $0.exitHandlers.append(restore) }
  }

  /// Calls `body` at each SIGINT, including an earlier one, except while a line is being typed. It runs on the signal
  /// thread, even while all other threads are blocked.
  package func onInterruption(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.onInterruption = body }
    guard early.isRaised else { return }
    early.lower()
    body()
  }

  /// Calls `body` when we are continued after a stop; nil ends that.
  func onResumption(_ body: (@Sendable () -> Void)?) { state.withLock { $0.onResumption = body } }

  /// Sends events to `reader`; nil ends that.
  func divert(to reader: (@Sendable (Event) -> Void)?) { state.withLock { $0.reader = reader } }

  private func take(_ signal: Int32) {
    if signal == SIGINT { Self.awaitFlush() }
    let state = self.state.withLock(\.self)
    let reader = state.reader
    switch signal {
    case SIGINT:
      if let reader {
        reader(.interrupted)
      } else {
        if state.onInterruption == nil || early.isAwaited { early.raise() }
        state.onInterruption?()
      }
    case SIGCONT:
      reader?(.resumed)
      state.onResumption?()
    case SIGWINCH: reader?(.resized)
    default:
      let end: @Sendable () -> Void = {
        _ = Glibc.signal(signal, SIG_DFL)
        kill(getpid(), signal)
      }
      startThread {
        Glibc.sleep(Self.patience)
        end()
      }
      // These wait for a terminal that Ctrl-S has stopped.
      state.exitHandlers.forEach { $0() }
      unfinished.whenDone { UnfinishedWork.replacements.whenDone(end) }
    }
  }

  /// On Ctrl-C, a terminal first sends the signal and then discards its pending output, which could be the prompt that
  /// responds to the signal. Reading its modes waits until that is done.
  private static func awaitFlush() {
    var modes = termios()
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { _ = tcgetattr(descriptor, &modes) }
  }
}

/// What a signal handler may access: static, because a handler receives only the signal's number.
private enum SignalPipe {
  static let writingEnd = Atomic<Int32>(-1)

  static func listen(to signal: Int32) {
    var previous = sigaction()
    sigaction(signal, nil, &previous)
    // Swift cannot compare with SIG_IGN, which is the address 1.
    if unsafeBitCast(previous.__sigaction_handler.sa_handler, to: Int.self) == 1 { return }
    handle(signal) { signal in
      let before = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      _ = write(SignalPipe.writingEnd.load(ordering: .relaxed), &byte, 1)
      errno = before
    }
  }

  static func handle(_ signal: Int32, by handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    action.sa_flags = SA_RESTART
    action.__sigaction_handler.sa_handler = handler
    sigaction(signal, &action, nil)
  }
}
