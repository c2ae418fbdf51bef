import Disk
import Domain
import Synchronization

/// A database shared by processes. Each opens it when it is first used, and runs its jobs one after the other on a
/// separate thread. A damaged or earlier one is replaced; one of a later version does not change. If its content must
/// last, it is synced, and a damaged one is saved under another name.
final class Database: Sendable {
  let folder: PrivateFolder
  private let name: String
  private let schema: String
  private let version: Int32
  private let lasts: Bool
  private let fill: @Sendable (Connection, _ isReplacement: Bool) throws(DatabaseError) -> Void
  private let whenMade: @Sendable () -> Void
  private let queue = ThreadQueue()
  /// `nonisolated(unsafe)` is fine because only jobs of `queue` use it, one at a time.
  private nonisolated(unsafe) var connection: Connection?
  /// The file that `connection` opened or failed to open. `nonisolated(unsafe)` is fine as above.
  private nonisolated(unsafe) var identity: [UInt64]?
  /// Whether the log contains writes.
  private let isDirty = Mutex(false)
  private let damage = Mutex<Damage?>(nil)

  /// Works on the open database.
  typealias Job<Value> = @Sendable (Connection) throws(DatabaseError) -> Value

  struct Damage: Equatable {
    /// The path of the damaged file; nil if it was removed.
    var savedAs: String?
  }

  /// - Parameters:
  ///   - lasts: whether its content must last; otherwise it is a cache.
  ///   - fill: writes the first content; `whenMade` follows when that is in place, unless it replaces another database.
  init(
    _ name: String, in folder: PrivateFolder, schema: String, version: Int32, lasts: Bool = false,
    fill: @escaping @Sendable (Connection, _ isReplacement: Bool) throws(DatabaseError) -> Void = { _, _ in },
    whenMade: @escaping @Sendable () -> Void = {}
  ) {
    (self.name, self.folder, self.schema, self.version, self.lasts) = (name, folder, schema, version, lasts)
    (self.fill, self.whenMade) = (fill, whenMade)
  }

  /// The damage, if the database was damaged and replaced; nil when it was taken already.
  func takeDamage() -> Damage? { damage.withLock { $0.take() } }

  /// Runs `job`, and repeats it while the database is locked, as long as `patience` lasts.
  /// - Parameter isRepeated: whether `job` also runs in the database that replaces a damaged one.
  /// - Throws: `replaced` if it does not.
  func perform<Value: Sendable>(
    patience: Duration, isRepeated: Bool = true, _ job: @escaping Job<Value>
  ) async throws(DatabaseError) -> Value {
    let start = ContinuousClock.now
    while true {
      let attempt = { @Sendable () in
        Result { () throws(DatabaseError) in try self.attempt(job, isRepeated: isRepeated) }
      }
      guard let result = await queue.value(attempt) else { throw .cancelled }
      switch result {
      case .success(let value): return value
      case .failure(.busy) where ContinuousClock.now - start < patience:
        // A random wait, so that waiting processes do not try at the same time.
        guard (try? await Task.sleep(for: .microseconds(Int.random(in: 500...6000)))) != nil else { throw .cancelled }
      case .failure(let error): throw error
      }
    }
  }

  /// Closes the database; the last process empties its log. Without writes there is nothing to do: the end of the
  /// process releases everything else.
  func close() async {
    guard isDirty.withLock(\.self) else { return }
    _ = await queue.value { self.connection = nil }
  }

  private func attempt<Value>(_ job: Job<Value>, isRepeated: Bool) throws(DatabaseError) -> Value {
    do throws(DatabaseError) {
      return try use(job)
    } catch  where error == .damaged || error == .outdated {
      // Of what must last, nothing of another version is thrown away either.
      let isLoss = error == .damaged || lasts
      let savedAs = try replace(isDamaged: isLoss)
      if isLoss { damage.withLock { $0 = Damage(savedAs: savedAs) } }
      if isLoss, !isRepeated { throw .replaced }
      return try use(job)
    }
  }

  private func use<Value>(_ job: Job<Value>) throws(DatabaseError) -> Value {
    let connection = try opened()
    let value = try job(connection)
    if connection.hasWritten { isDirty.withLock { $0 = true } }
    return value
  }

  private func opened() throws(DatabaseError) -> Connection {
    // The file may have been deleted or replaced; two processes with different files would not share anything.
    if let connection, folder.identity(of: name) == identity { return connection }
    connection = nil
    do throws(FileError) { try folder.prepare(name) } catch { throw .unusable(error.problem, at: error.path) }
    if folder.identity(of: name) == nil {
      // One that was open and is gone is replaced: what it held is lost.
      try make(isReplacement: identity != nil) { folder.link($0, as: name) }
      whenMade()
    }
    connection = try folder.guarded(shared: true) { () throws(DatabaseError) in
      identity = folder.identity(of: name)
      // An empty log was emptied properly; SQLite would ignore an invalid one, and lose its content.
      if folder.holdsAnything(name + "-wal", but: Self.logMarks) { throw .damaged }
      return try Connection(path: folder.path(of: name), version: version, isSynced: lasts)
    }
    guard let connection else { throw .busy }
    return connection
  }

  /// The start of an SQLite log (sqlite.org/fileformat2, 4.1).
  private static let logMarks: [[UInt8]] = [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]]

  /// Creates a complete database under another name and then moves it, so that no process finds an empty one.
  private func make(isReplacement: Bool, put: (String) -> Void) throws(DatabaseError) {
    let prefix = name + "-new-"
    for left in folder.names where left.hasPrefix(prefix) {
      // The process may have been killed. Other names are not ours.
      let parts = left.dropFirst(prefix.count).split(separator: "_")
      guard parts.count == 4, Int(parts[0]) != nil else { continue }
      if !ProcessIdentity.isRunning(parts.dropLast().joined(separator: " ")) { folder.remove([left]) }
    }
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let new = prefix + ProcessIdentity.current.replacing(" ", with: "_") + "_" + random
    defer { folder.remove([new, new + "-wal", new + "-shm"]) }
    do throws(FileError) { try folder.create(new) } catch { throw .unusable(error.problem, at: error.path) }
    try Connection.make(folder.path(of: new), schema: schema, version: version, isSynced: lasts) {
      connection throws(DatabaseError) in try fill(connection, isReplacement)
    }
    put(new)
  }

  /// Replaces the database while no process opens it, unless another process already has.
  /// - Returns: the path under which a damaged one was saved; nil if it was not.
  private func replace(isDamaged: Bool) throws(DatabaseError) -> String? {
    var savedAs: String?
    let replaced: Void? = try folder.guarded(shared: false) { () throws(DatabaseError) in
      defer { connection = nil }
      // Checked while the connection is open, so that no other file can get the same identity.
      guard folder.identity(of: name) == identity else { return }
      do throws(DatabaseError) {
        // A later version may have changed the database meanwhile.
        _ = try Connection(path: folder.path(of: name), version: version)
      } catch {
        // Otherwise it is damaged.
        if case .unusable = error { throw error }
      }
      try make(isReplacement: true) { new in
        if lasts, isDamaged {
          let saved = folder.newName(after: name + ".damaged-")
          folder.link(name, as: saved)
          folder.move(name + "-wal", to: saved + "-wal")
          savedAs = folder.path(of: saved)
        }
        folder.remove([name + "-wal", name + "-shm"])
        folder.move(new, to: name)
      }
    }
    if replaced == nil { throw .busy }
    return savedAs
  }

  /// Data that may be deleted at any time: the cached answers, and the requests that were sent.
  static func cache(in folder: PrivateFolder, clock: @escaping @Sendable () -> SharedClock = { .now }) -> Database {
    Database(
      "cache.db", in: folder, schema: AnswerStore.schema + ";" + SharedBudget.schema, version: 5,
      fill: { connection, isReplacement throws(DatabaseError) in
        // Earlier requests are unknown, or in a file of an earlier version.
        if isReplacement || former.contains(where: folder.has) { try connection.run(SharedBudget.spent(at: clock())) }
      }, whenMade: { folder.remove(former) })
  }

  /// The files of earlier versions.
  private static let former = ["answers.db", "budget.db"].flatMap { [$0, $0 + "-wal", $0 + "-shm"] }
}

/// Runs jobs one after the other on a thread that exists only while there are jobs, so that blocking calls block
/// neither Swift's shared pool nor an actor.
final class ThreadQueue: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let state = Mutex(State())

  /// The result of `job`; nil if the task was cancelled, even if the job hangs.
  func value<Value: Sendable>(_ job: @escaping @Sendable () -> Value) async -> Value? {
    let value = Promise<Value?>()
    return await value.value(whenCancelled: nil) {
      let mustStart = state.withLock { state in
        state.jobs.append { if !value.isOver { value.fulfill(job()) } }
        defer { state.isRunning = true }
        return !state.isRunning
      }
      if mustStart { startThread { while let job = self.next() { job() } } }
    }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      state.isRunning = !state.jobs.isEmpty
      return state.isRunning ? state.jobs.removeFirst() : nil
    }
  }
}
