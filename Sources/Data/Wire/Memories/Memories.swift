package import Disk
package import Domain
import Synchronization

/// The memory across sessions, in one database, `state.db`, with a table for each kind of fact.
///
/// A memory is optional. It delays a command by at most `patience`; then the command continues without it. A damaged
/// database is renamed and a new one started, a later version's is not changed, and each is reported once.
package final class Memories: Sendable {
  private let database: Database
  let folder: PrivateFolder
  private let patience: Duration
  private let state = Mutex(State())

  private struct State {
    var notices: [Notice] = []
    var reported: Set<FileProblem> = []
    /// Until then, nothing waits for a lock, because one command has waited for it already.
    var impatientUntil: ContinuousClock.Instant?
    var isReplaced = false
  }

  private static let name = "state.db"

  /// - Parameters:
  ///   - folder: need not exist yet. Files of earlier versions in it are imported once.
  ///   - patience: how long a whole command waits for a lock.
  package init(in folder: PrivateFolder, patience: Duration = .milliseconds(300)) {
    (self.folder, self.patience) = (folder, patience)
    database = Database(
      Self.name, in: folder, schema: Self.schema, version: 1, lasts: true,
      fill: { connection, isReplacement throws(DatabaseError) in
        if !isReplacement { try FormerFiles(folder: folder).copy(to: connection) }
      },
      whenMade: { FormerFiles(folder: folder).putAside() })
  }

  private static let schema = """
    CREATE TABLE charts(
      storefront TEXT, category TEXT, genre TEXT, source TEXT, day TEXT, asked INTEGER, count INTEGER, places BLOB,
      PRIMARY KEY(storefront, category, genre, source, day)) WITHOUT ROWID;
    CREATE TABLE earlier(id INTEGER PRIMARY KEY, world TEXT, item TEXT, session TEXT, line BLOB, UNIQUE(world, item));
    CREATE TABLE unsaved(
      id INTEGER PRIMARY KEY, process TEXT, world TEXT, item TEXT, line BLOB, UNIQUE(process, item));
    CREATE TABLE downloads(
      id INTEGER PRIMARY KEY, keys TEXT, file TEXT, title TEXT, bytes INTEGER, day TEXT, validator TEXT, total INTEGER,
      type TEXT);
    CREATE TABLE followed(source TEXT PRIMARY KEY, until TEXT) WITHOUT ROWID;
    CREATE TABLE newsStars(star TEXT PRIMARY KEY, since TEXT) WITHOUT ROWID;
    CREATE TABLE newsShown(id INTEGER PRIMARY KEY, item TEXT UNIQUE)
    """

  package var path: String { folder.path(of: Self.name) }

  /// Closes the database; no use may follow.
  package func close() async { await database.close() }

  /// Whether a damaged database was replaced in this session.
  var isReplaced: Bool { state.withLock(\.isReplaced) }

  /// The notices since the last call.
  package func takeNotices() -> [Notice] { state.withLock { exchange(&$0.notices, with: []) } }

  // MARK: Using it

  /// Reads; does not create a database.
  /// - Parameters:
  ///   - nothing: the result while there is no database.
  ///   - isNothing: whether a result means that nothing was recorded; after a replacement, that is unknown.
  func read<Value: Sendable>(
    orIfNew nothing: Value, isNothing: (Value) -> Bool = { _ in false }, _ job: @escaping Database.Job<Value>
  ) async throws(FileError) -> Value {
    if folder.lacks(Self.name), !FormerFiles(folder: folder).exist { return nothing }
    let value = try await perform(isRepeated: false, job)
    if isNothing(value), isReplaced { throw DatabaseError.replaced.error(of: path) }
    return value
  }

  /// Makes a change completely or not at all.
  /// - Parameter least: how long to wait for a lock, even if the command has waited already.
  @discardableResult
  func change<Value: Sendable>(
    waiting least: Duration = .zero, _ job: @escaping Database.Job<Value>
  ) async throws(FileError) -> Value {
    try await perform(isRepeated: true, waiting: least) { connection throws(DatabaseError) in
      try connection.transaction { () throws(DatabaseError) in try job(connection) }
    }
  }

  /// As `change`; nil if the memory cannot be used, which is then reported.
  @discardableResult
  func changeOrReport<Value: Sendable>(_ job: @escaping Database.Job<Value>) async -> Value? {
    await orReport { () async throws(FileError) in try await change(job) }
  }

  /// The result of `use`; nil if the memory cannot be used, which is then reported.
  func orReport<Value>(_ use: () async throws(FileError) -> Value) async -> Value? {
    let used = await result(of: use)
    if case .failure(let error) = used { report(error) }
    return try? used.get()
  }

  /// Reports why the memory could not be used: a lock each time, anything else once.
  func report(_ error: FileError) {
    state.withLock { state in
      // A replacement is reported separately.
      guard error.problem != .cancelled, error.problem != DatabaseError.replaced.problem else { return }
      if state.reported.insert(error.problem).inserted || error.problem == .locked {
        if !state.notices.contains(.memoryUnusable(error)) { state.notices.append(.memoryUnusable(error)) }
      }
    }
  }

  private func perform<Value: Sendable>(
    isRepeated: Bool, waiting least: Duration = .zero, _ job: @escaping Database.Job<Value>
  ) async throws(FileError) -> Value {
    let isImpatient = state.withLock { $0.impatientUntil.map { ContinuousClock.now < $0 } ?? false }
    defer {
      if let damage = database.takeDamage() {
        state.withLock { state in
          state.isReplaced = true
          state.notices.append(.memoryReplaced(path: path, savedAs: damage.savedAs))
        }
      }
    }
    do throws(DatabaseError) {
      let patience = max(least, isImpatient ? .zero : patience)
      return try await database.perform(patience: patience, isRepeated: isRepeated, job)
    } catch {
      if error == .busy { state.withLock { $0.impatientUntil = .now + .seconds(1) } }
      throw error.error(of: path)
    }
  }
}
