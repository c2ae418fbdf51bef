import Disk
import Domain
import Synchronization

/// A database that processes share, one after the other in each: opened at its first use, on a thread of its own, and
/// replaced where it is damaged or of an earlier version. One of a later version is left as it is.
final class Database: Sendable {
  private let folder: PrivateFolder
  private let name: String
  private let schema: String
  private let version: Int32
  private let whenReplaced: @Sendable () -> String
  private let queue = ThreadQueue()
  /// `nonisolated(unsafe)` is fine because only jobs of `queue` touch it, one at a time.
  private nonisolated(unsafe) var connection: Connection?
  /// The file that `connection` was opened on, or that could not be. As above.
  private nonisolated(unsafe) var identity: [UInt64]?
  /// Whether something was written that is still in the log.
  private let isDirty = Mutex(false)
  private let wasDamaged = Mutex(false)

  /// - Parameter whenReplaced: what is done besides `schema` in one that takes the place of another.
  init(
    _ name: String, in folder: PrivateFolder, schema: String, version: Int32,
    whenReplaced: @escaping @Sendable () -> String = { "" }
  ) {
    self.name = name
    self.folder = folder
    self.schema = schema
    self.version = version
    self.whenReplaced = whenReplaced
  }

  /// Whether it was found damaged and replaced; told once.
  func takeDamage() -> Bool {
    wasDamaged.withLock { wasDamaged in
      defer { wasDamaged = false }
      return wasDamaged
    }
  }

  /// Does `body`, again and again while somebody else has the database locked, for as long as `patience` lasts.
  func perform<Value: Sendable>(
    patience: Duration, _ body: @escaping @Sendable (Connection) throws(DatabaseError) -> Value
  ) async throws(DatabaseError) -> Value {
    let start = ContinuousClock.now
    while true {
      let attempt = { @Sendable () in Result { () throws(DatabaseError) in try self.attempt(body) } }
      guard let result = await queue.value(attempt) else { throw .cancelled }
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

  private func attempt<Value>(_ body: (Connection) throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
    do throws(DatabaseError) {
      do throws(DatabaseError) {
        return try use(body)
      } catch  where error == .damaged || error == .outdated {
        try replace()
        if error == .damaged { wasDamaged.withLock { $0 = true } }
        return try use(body)
      }
    } catch  where error == .damaged || error == .outdated {
      throw .unusable(reason: "it is damaged")
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
    if folder.identity(of: name) == nil { try make(schema) { folder.link($0, as: name) } }
    connection = try folder.guarded(shared: true) { () throws(DatabaseError) in
      identity = folder.identity(of: name)
      // An empty log is one that was emptied; what is no log would be passed over, and with it what was in it.
      if folder.holdsAnything(name + "-wal", but: Self.logMarks) { throw .damaged }
      return try Connection(path: folder.path(of: name), version: version)
    }
    guard let connection else { throw .busy }
    return connection
  }

  /// What a log of SQLite begins with (sqlite.org/fileformat2, 4.1).
  private static let logMarks: [[UInt8]] = [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]]

  /// Makes a database under another name, whole, and has it put in place: nobody finds one that is empty.
  private func make(_ schema: String, put: (String) -> Void) throws(DatabaseError) {
    let new = name + "-new-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    defer { folder.remove([new, new + "-wal", new + "-shm"]) }
    do throws(FileError) { try folder.create(new) } catch { throw .unusable(reason: error.reason) }
    try Connection.make(folder.path(of: new), schema: schema, version: version)
    put(new)
  }

  /// Puts a new one in its place, unless somebody else has done so, while nobody opens it.
  private func replace() throws(DatabaseError) {
    let replaced: Void? = try folder.guarded(shared: false) { () throws(DatabaseError) in
      defer { connection = nil }
      // Before the connection is given up, which keeps the identity from being another file's.
      guard folder.identity(of: name) == identity else { return }
      do throws(DatabaseError) {
        // What cannot be understood may be what a later version has made of it meanwhile.
        _ = try Connection(path: folder.path(of: name), version: version)
      } catch .unusable(let reason) {
        throw .unusable(reason: reason)
      } catch {
        // Damaged indeed.
      }
      try make([schema, whenReplaced()].joined(separator: ";")) { new in
        folder.remove([name + "-wal", name + "-shm"])
        folder.move(new, to: name)
      }
    }
    if replaced == nil { throw .busy }
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
    let value = Handover<Value?>()
    return await value.value(whenCancelled: nil) {
      add { if !value.isOver { value.give(job()) } }
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
}
