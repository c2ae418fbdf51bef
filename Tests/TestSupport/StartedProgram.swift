import Disk
package import Glibc
import Synchronization

/// A program that a test has started. Not by Foundation's `Process`, which can crash while other threads open files.
package final class StartedProgram: Sendable {
  package struct Failure: Error {
    package let path: String
    /// An `errno`.
    package let code: Int32
  }

  package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case killed(Int32)

    /// The exit status, or the number of the signal.
    package var status: Int32 {
      switch self {
      case .exited(let status): status
      case .killed(let signal): signal
      }
    }
  }

  package let id: pid_t
  private let state = Mutex(State())

  private struct State {
    var ending: Ending?
    var waiters: [CheckedContinuation<Ending, Never>] = []
  }

  /// POSIX_SPAWN_SETSID, which a macro hides from Swift.
  private static let ownSession: Int16 = 0x80

  /// Starts the program at `path` with only those three descriptors open and with the usual reaction to every signal:
  /// the tests' own process may ignore some (a shell in the background has it ignore SIGINT).
  /// - Parameters:
  ///   - folder: where it runs; nil for the folder of the tests.
  ///   - terminal: what it has in place of a missing descriptor, as the leader of a session; nil for `/dev/null`.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String], in folder: String? = nil,
    input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil, terminal: String? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, given) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
      if let given {
        posix_spawn_file_actions_adddup2(&actions, given, target)
      } else {
        // The leader of a new session gets the first terminal it opens as its controlling one.
        posix_spawn_file_actions_addopen(&actions, target, terminal ?? "/dev/null", O_RDWR, 0)
      }
    }
    _ = Self.addCloseFrom?(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, terminal == nil ? flags : flags | Self.ownSession)
    let whole = folder.map { ["/usr/bin/env", "-C", $0, path] } ?? [path]
    let words = (whole + arguments).map { strdup($0) }
    let variables = environment.map { strdup("\($0)=\($1)") }
    defer { for text in words + variables { free(text) } }
    var child = pid_t()
    let code = posix_spawn(&child, whole[0], &actions, &attributes, words + [nil], variables + [nil])
    guard code == 0 else { throw Failure(path: path, code: code) }
    id = child
    // Waiting for a process blocks, so it has a thread of its own.
    startThread { self.reap() }
  }

  /// `posix_spawn_file_actions_addclosefrom_np`, which glibc's header hides from Swift. Without it, connections of other
  /// tests stay open in the program.
  private static let addCloseFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
    unsafeBitCast($0, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
  }

  /// How it ended; nil while it runs.
  package var ended: Ending? { state.withLock(\.ending) }

  /// Sends a signal, unless the program has ended.
  package func send(_ signal: Int32) {
    // Until its end is noted, the number is still its own.
    state.withLock { if $0.ending == nil { kill(id, signal) } }
  }

  /// Waits until the program has ended; if the task is cancelled, kills it.
  @discardableResult
  package func ending() async -> Ending {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ending = state.withLock { state in
          if state.ending == nil { state.waiters.append(continuation) }
          return state.ending
        }
        if let ending { continuation.resume(returning: ending) }
      }
    } onCancel: {
      send(SIGKILL)
    }
  }

  private func reap() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, Int32(WEXITED | WNOWAIT)) != 0, errno == EINTR {}
    let (ending, waiters) = state.withLock { state in
      var status: Int32 = 0
      waitpid(id, &status, 0)
      let ending = status & 0x7F == 0 ? Ending.exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
      state.ending = ending
      return (ending, state.waiters)
    }
    for waiter in waiters { waiter.resume(returning: ending) }
  }
}
