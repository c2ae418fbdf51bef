package import Disk
import Glibc
import Synchronization

/// The signals of a terminal as something to await.
///
/// Handlers only write to a pipe, which a thread reads. Masks would be simpler, but programs that we start inherit a
/// mask and could then not be interrupted; handlers end with `exec`.
package final class TerminalSignals: Sendable {
  /// What reaches whoever reads from the terminal.
  enum Event: Sendable {
    /// SIGINT, from the keyboard or another program.
    case interrupted
    /// SIGCONT: stopped and continued, and perhaps somebody changed the terminal's modes.
    case resumed
    /// SIGWINCH: the terminal has a new size.
    case resized
  }

  private struct State {
    var reader: (@Sendable (Event) -> Void)?
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextKey = 0
    /// What SIGINT cancels.
    var cancellations: [Int: @Sendable () -> Void] = [:]
    /// A SIGINT that nobody listened to yet, or that came too late for what it was to cancel.
    var isPending = false
    var lastRites: [@Sendable () -> Void] = []
    var onInterruption: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  /// What SIGTERM and SIGHUP wait for.
  package let unfinished = UnfinishedWork()

  /// Starts to listen to SIGINT, SIGCONT, SIGWINCH, SIGTERM and SIGHUP, and lets writing to a closed pipe be an error
  /// and not the end. What was ignored when the program started (`nohup`) stays ignored.
  package init() {
    let pipe = WakePipe()
    // Where no more files may be open signals keep doing what they do.
    guard pipe.readingEnd >= 0 else { return }
    SignalPipe.writingEnd.store(pipe.writingEnd, ordering: .sequentiallyConsistent)
    let signals = [SIGINT, SIGCONT, SIGWINCH, SIGTERM, SIGHUP]
    for signal in signals { SignalPipe.listen(to: signal) }
    SignalPipe.disarm(SIGPIPE)
    startThread { [self] in
      // Whoever started us may have blocked signals, and every thread inherits that: one at least must take them.
      var wanted = sigset_t()
      sigemptyset(&wanted)
      for signal in signals { sigaddset(&wanted, signal) }
      pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
      while true {
        var ready = pollfd(fd: pipe.readingEnd, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, -1)
        for signal in pipe.drain() { take(Int32(signal)) }
      }
    }
  }

  /// How many seconds unfinished work may take when the program is to end.
  private static let patience: UInt32 = 30

  /// Each SIGINT from now on, and one that came before anybody listened; except while a line is being typed: there it clears the line.
  package func interruptions() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let (key, isPending) = state.withLock { state in
        state.nextKey += 1
        state.waiting[state.nextKey] = continuation
        defer { state.isPending = false }
        return (state.nextKey, state.isPending)
      }
      if isPending { continuation.yield() }
      continuation.onTermination = { [self] _ in
        _ = state.withLock { $0.waiting.removeValue(forKey: key) }
      }
    }
  }

  /// Carries out what SIGINT cancels. What it is too late to cancel stops what comes next: so it is noted at once, and not
  /// by a task that might hear of it when that has begun.
  package func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    let task = Task { await work() }
    let (key, isPending) = state.withLock { state in
      state.nextKey += 1
      state.cancellations[state.nextKey] = { task.cancel() }
      return (state.nextKey, state.isPending)
    }
    defer { state.withLock { _ = $0.cancellations.removeValue(forKey: key) } }
    if isPending { task.cancel() }
    return await task.value
  }

  /// Has `restore` called before SIGTERM or SIGHUP ends the program.
  package func beforeDying(_ restore: @escaping @Sendable () -> Void) {
    state.withLock { $0.lastRites.append(restore) }
  }

  /// Has `body` called at each SIGINT that no line being typed takes, on the thread of signals: also while all others are
  /// kept waiting.
  package func onInterruption(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.onInterruption = body }
  }

  /// Sends events to `reader` instead of to the streams; nil ends that.
  func divert(to reader: (@Sendable (Event) -> Void)?) {
    state.withLock { $0.reader = reader }
  }

  private func take(_ signal: Int32) {
    let state = self.state.withLock { state in
      if signal == SIGINT, state.reader == nil, state.waiting.isEmpty || !state.cancellations.isEmpty {
        state.isPending = true
      }
      return state
    }
    let reader = state.reader
    switch signal {
    case SIGINT:
      if let reader {
        reader(.interrupted)
      } else {
        state.onInterruption?()
        state.cancellations.values.forEach { $0() }
        state.waiting.values.forEach { $0.yield() }
      }
    case SIGCONT: reader?(.resumed)
    case SIGWINCH: reader?(.resized)
    default:
      state.lastRites.forEach { $0() }
      let end: @Sendable () -> Void = {
        _ = Glibc.signal(signal, SIG_DFL)
        kill(getpid(), signal)
      }
      unfinished.whenDone(end)
      startThread {
        Glibc.sleep(Self.patience)
        end()
      }
    }
  }
}

/// What a signal handler may touch: it is given nothing but the signal's number, so this cannot be handed to it.
private enum SignalPipe {
  static let writingEnd = Atomic<Int32>(-1)

  static func listen(to signal: Int32) {
    var previous = sigaction()
    sigaction(signal, nil, &previous)
    // SIG_IGN, which Swift cannot compare with, is the address 1.
    if unsafeBitCast(previous.__sigaction_handler.sa_handler, to: Int.self) == 1 { return }
    var action = sigaction()
    action.sa_flags = SA_RESTART
    action.__sigaction_handler.sa_handler = { signal in
      let before = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      _ = write(SignalPipe.writingEnd.load(ordering: .relaxed), &byte, 1)
      errno = before
    }
    sigaction(signal, &action, nil)
  }

  /// A handler that does nothing: ignoring would be inherited by the programs that we start.
  static func disarm(_ signal: Int32) {
    var action = sigaction()
    action.sa_flags = SA_RESTART
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(signal, &action, nil)
  }
}
