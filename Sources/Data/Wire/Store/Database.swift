import Disk
import Domain
import Synchronization

/// A database that processes share, one after the other in each: opened at its first use, on a thread of its own, and
/// replaced where it is damaged or of another version.
final class Database: Sendable {
  private let folder: PrivateFolder
  private let name: String
  private let schema: String
  private let version: Int32
  private let queue = ThreadQueue()
  /// `nonisolated(unsafe)` is fine because only jobs of `queue` touch it, one at a time.
  private nonisolated(unsafe) var connection: Connection?
  /// The file that `connection` was opened on, or that could not be. As above.
  private nonisolated(unsafe) var identity: [UInt64]?
  /// Whether something was written that is still in the log.
  private let isDirty = Mutex(false)

  init(_ name: String, in folder: PrivateFolder, schema: String, version: Int32) {
    self.name = name
    self.folder = folder
    self.schema = schema
    self.version = version
  }

  /// Does `body`, again and again while somebody else has the database locked, for as long as `patience` lasts.
  func perform<Value: Sendable>(
    patience: Duration, _ body: @escaping @Sendable (Connection) throws(DatabaseError) -> Value
  ) async throws(DatabaseError) -> Value {
    let start = ContinuousClock.now
    while true {
      guard let result = await queue.value({ self.attempt(body) }) else { throw .cancelled }
      switch result {
      case .success(let value): return value
      case .failure(.busy) where ContinuousClock.now - start < patience:
        // Not in step with the others who found it locked.
        guard (try? await Task.sleep(for: .microseconds(Int.random(in: 500...6000)))) != nil else { throw .cancelled }
      case .failure(let error): throw error
      }
    }
  }

  /// Ends the use of it, with the log emptied by whoever is last. Where nothing was written there is nothing to do: the
  /// end of the process gives up everything else.
  func close() async {
    guard isDirty.withLock(\.self) else { return }
    _ = await queue.value { self.connection = nil }
  }

  private func attempt<Value>(
    _ body: (Connection) throws(DatabaseError) -> Value
  ) -> Result<Value, DatabaseError> {
    do throws(DatabaseError) {
      do throws(DatabaseError) {
        return .success(try use(body))
      } catch .damaged {
        try replace()
        return .success(try use(body))
      }
    } catch {
      return .failure(error == .damaged ? .unusable(reason: "damaged again") : error)
    }
  }

  private func use<Value>(_ body: (Connection) throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
    let connection = try opened()
    let value = try body(connection)
    if connection.hasWritten { isDirty.withLock { $0 = true } }
    return value
  }

  private func opened() throws(DatabaseError) -> Connection {
    // Somebody may have removed the file, or put another one there: what one of them is told the other would not know.
    if let connection, folder.identity(of: name) == identity { return connection }
    connection = nil
    do throws(FileError) { try folder.prepare(name) } catch { throw .unusable(reason: error.reason) }
    let result = folder.guarded(shared: true) { () -> Result<Connection, DatabaseError> in
      identity = folder.identity(of: name)
      do throws(DatabaseError) {
        return .success(try Connection(path: folder.path(of: name), schema: schema, version: version))
      } catch {
        return .failure(error)
      }
    }
    guard let result else { throw .busy }
    let opened = try result.get()
    connection = opened
    return opened
  }

  /// Removes the file, unless somebody else has done so, while nobody opens it.
  private func replace() throws(DatabaseError) {
    let done: Void? = folder.guarded(shared: false) {
      // Before the connection is given up, which keeps the identity from being another file's.
      if folder.identity(of: name) == identity { folder.remove([name, name + "-wal", name + "-shm"]) }
      connection = nil
    }
    guard done != nil else { throw .busy }
  }
}

extension FileError {
  fileprivate var reason: String {
    if case .other(let words) = problem { words } else { "\(problem)" }
  }
}

/// Runs jobs one after the other on a thread that is there while there are any: calls that block hold up neither Swift's
/// shared pool nor an actor.
final class ThreadQueue: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let state = Mutex(State())

  /// What `job` made; nil where the task was cancelled, even if the job hangs.
  func value<Value: Sendable>(_ job: @escaping @Sendable () -> Value) async -> Value? {
    let hand = Hand<Value>()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard hand.wait(continuation) else { return }
        add { if !hand.isOver { hand.give(job()) } }
      }
    } onCancel: {
      hand.give(nil)
    }
  }

  private func add(_ job: @escaping @Sendable () -> Void) {
    let mustStart = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { startThread { self.drain() } }
  }

  private func drain() {
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      state.isRunning = !state.jobs.isEmpty
      return state.isRunning ? state.jobs.removeFirst() : nil
    }
  }

  /// Hands one value over, to whoever waits or will.
  private final class Hand<Value: Sendable>: Sendable {
    private enum State {
      case empty
      case waiting(CheckedContinuation<Value?, Never>)
      case over
    }

    private let state = Mutex(State.empty)

    var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

    /// False where it is over already, and `continuation` has been told so.
    func wait(_ continuation: CheckedContinuation<Value?, Never>) -> Bool {
      let isLate = state.withLock { state in
        if case .over = state { return true }
        state = .waiting(continuation)
        return false
      }
      if isLate { continuation.resume(returning: nil) }
      return !isLate
    }

    func give(_ value: Value?) {
      let waiting = state.withLock { state in
        defer { state = .over }
        if case .waiting(let continuation) = state { return continuation as CheckedContinuation<Value?, Never>? }
        return nil
      }
      waiting?.resume(returning: value)
    }
  }
}
