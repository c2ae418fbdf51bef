import Disk
import Domain
import Glibc
import Synchronization

/// A child program. Runs in its own session, detached from the terminal, unless it is meant to share ours.
final class ChildProgram: Sendable {
  /// How long a program may take to stop before it is killed.
  static let patience = Duration.seconds(2)

  private let process: pid_t
  /// Whether it has its own session, so that a signal can reach everything it has started.
  private let isApart: Bool
  private let clock: any Clock<Duration>
  /// Its status; nil while it runs.
  private let result = Mutex<Int32?>(nil)
  /// Finished when it has ended; one task at a time waits for that.
  private let end = AsyncStream<Void>.makeStream()

  /// Starts the program at `path`, without a shell.
  /// - Parameters:
  ///   - input: a descriptor to read from; nil for an empty input.
  ///   - output: a descriptor to write to; nil discards the output.
  ///   - errors: the same for standard error.
  ///   - isApart: whether it has a session of its own.
  /// - Returns: nil if the system cannot start it.
  init?(
    _ path: String, _ arguments: [String], environment: [String: String], input: Int32? = nil, output: Int32? = nil,
    errors: Int32? = nil, isApart: Bool = true, clock: any Clock<Duration> = ContinuousClock()
  ) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, given) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
      if let given {
        // It is in place already, and stays open.
        if given == descriptor { continue }
        posix_spawn_file_actions_adddup2(&actions, given, descriptor)
      } else {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // Handlers end with exec, but signals that a shell made us ignore would stay ignored.
    var standard = sigset_t()
    sigemptyset(&standard)
    for signal in [SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGCHLD] { sigaddset(&standard, signal) }
    posix_spawnattr_setsigdefault(&attributes, &standard)
    posix_spawnattr_setflags(&attributes, isApart ? Self.flags | Self.ownSession : Self.flags)
    // A child of a parent that ignores SIGCHLD ignores it too, and then its status is lost (waitpid(2)).
    signal(SIGCHLD, SIG_DFL)
    var child = pid_t()
    let failure = Self.withStrings([path] + arguments) { arguments in
      // Child programs do not get a catalog's credentials.
      Self.withStrings(environment.filter { !CatalogSummary.Credential.isHeld(by: $0.key) }.map { "\($0)=\($1)" }) {
        environment in
        posix_spawn(&child, path, &actions, &attributes, arguments, environment)
      }
    }
    guard failure == 0 else { return nil }
    process = child
    (self.isApart, self.clock) = (isApart, clock)
    // Waiting for a process blocks, so it has a thread of its own.
    startThread { [self] in reap() }
  }

  private static let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)

  /// POSIX_SPAWN_SETSID, which a macro hides from Swift.
  private static let ownSession: Int16 = 0x80

  /// The status that it ends with, as a shell reports it; 255 if it is unknown.
  /// - Parameter patience: how long to wait; returns nil if the program still runs then.
  func status(within patience: Duration) async -> Int32? {
    await withTimeout(patience, clock: clock) { [stream = end.stream] in for await _ in stream {} }
    return result.withLock(\.self)
  }

  /// The status that it ends with. Cancelling the task interrupts it, and kills it if it does not stop in time;
  /// but one that shares the terminal gets Ctrl-C from there, and may continue, as a pager does.
  func status() async -> Int32 {
    await withTaskCancellationHandler {
      await Task { [stream = end.stream] in for await _ in stream {} }.value
    } onCancel: {
      if isApart { stop() }
    }
    return result.withLock(\.self) ?? Self.status(from: nil)
  }

  /// Interrupts the program as Ctrl-C would, and kills it if it still runs after `patience`.
  func stop() {
    send(SIGINT)
    Task { [self, clock] in
      try? await clock.sleep(for: Self.patience)
      send(SIGKILL)
    }
  }

  /// Sends a signal to the program, and to all it started if it has its own session. Does nothing after it has ended.
  func send(_ signal: Int32) {
    // The lock keeps the program from being reaped, so the number is still its own.
    result.withLock { result in
      if result == nil { kill(isApart ? -process : process, signal) }
    }
  }

  private func reap() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, Int32(WEXITED | WNOWAIT)) != 0, errno == EINTR {}
    result.withLock { result in
      var status: Int32 = 0
      result = Self.status(from: waitpid(process, &status, 0) == process ? status : nil)
    }
    end.continuation.finish()
  }

  /// What a shell reports for `waited`, the status that waitpid(2) reports; 255 if something else collected that.
  static func status(from waited: Int32?) -> Int32 {
    guard let waited else { return 255 }
    return waited & 0x7F == 0 ? waited >> 8 & 0xFF : 128 + waited & 0x7F
  }

  private static func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}
