package import Glibc
import Synchronization

/// A program that a test has started. Not by Foundation's `Process`, which can crash while other threads open files.
package final class StartedProgram: Sendable {
  package struct Failure: Error {
    package let path: String
    /// An `errno`.
    package let code: Int32
  }

  package let id: pid_t
  private let state = Mutex(State())

  private struct State {
    var status: Int32?
    var waiters: [CheckedContinuation<Int32, Never>] = []
  }

  /// Starts the program at `path` with only those three descriptors open and with the usual reactions to signals,
  /// which a test program in the background lacks.
  /// - Parameters:
  ///   - folder: where it runs; nil for the folder of the tests.
  ///   - input: nil for `/dev/null`, as for the outputs.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String], in folder: String? = nil,
    input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, given) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
      if let given {
        posix_spawn_file_actions_adddup2(&actions, given, target)
      } else {
        posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0)
      }
    }
    _ = Self.addCloseFrom?(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGQUIT, SIGTERM, SIGPIPE] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let whole = folder.map { ["/usr/bin/env", "-C", $0, path] } ?? [path]
    let words = (whole + arguments).map { strdup($0) }
    let variables = environment.map { strdup("\($0)=\($1)") }
    defer { for text in words + variables { free(text) } }
    var child = pid_t()
    let code = posix_spawn(&child, whole[0], &actions, &attributes, words + [nil], variables + [nil])
    guard code == 0 else { throw Failure(path: path, code: code) }
    id = child
    // Waiting for a process blocks, so it has a thread of its own.
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      {
        Unmanaged<StartedProgram>.fromOpaque($0!).takeRetainedValue().reap(); return nil
      },
      Unmanaged.passRetained(self).toOpaque())
    pthread_detach(thread)
  }

  /// `posix_spawn_file_actions_addclosefrom_np`, which glibc's header hides from Swift. Without it, connections of other
  /// tests stay open in the program.
  private static let addCloseFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
    unsafeBitCast($0, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
  }

  package var isRunning: Bool { state.withLock { $0.status == nil } }

  /// Sends a signal, unless the program has ended.
  package func send(_ signal: Int32) {
    // Until the status is noted, the number is still its own.
    state.withLock { if $0.status == nil { kill(id, signal) } }
  }

  /// Waits until the program has ended; if the task is cancelled, kills it.
  /// - Returns: its exit status, or the number of the signal that ended it.
  @discardableResult
  package func ending() async -> Int32 {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let status = state.withLock { state in
          if state.status == nil { state.waiters.append(continuation) }
          return state.status
        }
        if let status { continuation.resume(returning: status) }
      }
    } onCancel: {
      send(SIGKILL)
    }
  }

  private func reap() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(id), &information, Int32(WEXITED | WNOWAIT)) != 0, errno == EINTR {}
    let (status, waiters) = state.withLock { state in
      var status: Int32 = 0
      waitpid(id, &status, 0)
      let ending = status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
      state.status = ending
      return (ending, state.waiters)
    }
    for waiter in waiters { waiter.resume(returning: status) }
  }
}
