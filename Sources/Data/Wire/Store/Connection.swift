import CSQLite
import Domain

/// Why a database cannot be used.
enum DatabaseError: Error, Equatable {
  /// Another connection has locked it; try again in a moment.
  case busy
  /// Its content is not what was written.
  case damaged
  /// An earlier version made it.
  case outdated
  /// It was damaged and has been replaced; the operation is lost.
  case replaced
  /// Nothing can be read or written, because of what is at the path, if not in the database itself.
  case unusable(FileProblem, at: String? = nil)
  case cancelled

  /// The problem with the database's file.
  var problem: FileProblem {
    switch self {
    case .busy: .locked
    case .damaged, .outdated: .other("damaged")
    // Each wording is reported once, and the replacement is reported besides the damage.
    case .replaced: .other("it was damaged")
    case .unusable(let problem, _): problem
    case .cancelled: .cancelled
    }
  }

  /// - Parameter path: the database's.
  func error(of path: String) -> FileError {
    if case .unusable(let problem, let place?) = self { return FileError(path: place, problem) }
    return FileError(path: path, problem)
  }
}

/// An open SQLite database. It never waits: a locked one is `busy`.
///
/// A cache is not worth waiting for the disk, so it is not synced: a power failure may damage it; the damage is
/// detected and the database replaced.
final class Connection {
  private let handle: OpaquePointer

  /// Opens the existing database at `path`.
  /// - Parameters:
  ///   - version: of its schema.
  ///   - isSynced: whether a power failure must not damage it; it may still lose the latest changes.
  /// - Throws: `unusable` for a later version, which is left unchanged.
  init(path: String, version: Int32, isSynced: Bool = false) throws(DatabaseError) {
    handle = try Self.opened(path)
    // The log file stays, and the last process to close empties it. If that process removed it by name, it might delete
    // the log of a newer database.
    var keepsLog: Int32 = 1
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &keepsLog)
    let found = try integer("PRAGMA user_version")
    if found > version {
      sqlite_keep_log(handle)
      throw .unusable(.other("made by a later liner"))
    }
    if found < version { throw try integer("SELECT count(*) FROM sqlite_schema") == 0 ? .damaged : .outdated }
    try script(
      "PRAGMA synchronous = \(isSynced ? "NORMAL" : "OFF"); PRAGMA journal_size_limit = 1048576; PRAGMA wal_autocheckpoint = 256"
    )
  }

  /// Creates a database in the empty file at `path`.
  /// - Parameter fill: writes its first content.
  static func make(
    _ path: String, schema: String, version: Int32, isSynced: Bool,
    fill: (Connection) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    let connection = Connection(try opened(path))
    // It is synced once, at the end.
    try connection.run("PRAGMA synchronous = \(isSynced ? "NORMAL" : "OFF")")
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.transaction { () throws(DatabaseError) in
      try connection.script(schema + "; PRAGMA user_version = \(version)")
      try fill(connection)
    }
    // Closing ignores errors: on a full disk it would leave half a file.
    try connection.run("PRAGMA wal_checkpoint")
  }

  private init(_ handle: OpaquePointer) { self.handle = handle }

  private static func opened(_ path: String) throws(DatabaseError) -> OpaquePointer {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else { throw .unusable(.other("out of memory")) }
    guard code == SQLITE_OK else {
      let problem = failure(code, of: opened)
      sqlite3_close_v2(opened)
      throw problem
    }
    return opened
  }

  deinit { sqlite3_close_v2(handle) }

  var hasWritten: Bool { sqlite3_total_changes(handle) > 0 }

  /// Runs `body` completely or not at all, while no other connection writes.
  func transaction<Value>(_ body: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
    try script("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
      let value = try body()
      try script("COMMIT")
      return value
    } catch {
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  func run(_ sql: String, _ values: [any ColumnValue] = []) throws(DatabaseError) { _ = try rows(sql, values) { _ in } }

  /// The first column of the first row; 0 if there is no row.
  func integer(_ sql: String, _ values: [any ColumnValue] = []) throws(DatabaseError) -> Int64 {
    try rows(sql, values) { $0.integer(0) }.first ?? 0
  }

  /// What `read` makes of each row, which it must not keep.
  func rows<Content>(
    _ sql: String, _ values: [any ColumnValue] = [], _ read: (ResultRow) throws(DatabaseError) -> Content
  ) throws(DatabaseError) -> [Content] {
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &prepared, nil))
    guard let statement = prepared else { return [] }
    defer { sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() { try check(value.bind(to: statement, at: Int32(index + 1))) }
    var rows: [Content] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append(try read(ResultRow(statement: statement)))
      case SQLITE_DONE: return rows
      case let code: throw failure(code)
      }
    }
  }

  private func script(_ sql: String) throws(DatabaseError) { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

  private func check(_ code: Int32) throws(DatabaseError) {
    if code != SQLITE_OK { throw failure(code) }
  }

  private func failure(_ code: Int32) -> DatabaseError { Self.failure(code, of: handle) }

  private static func failure(_ code: Int32, of handle: OpaquePointer) -> DatabaseError {
    let extended = sqlite3_extended_errcode(handle)
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_SCHEMA:
      return .damaged
    case SQLITE_IOERR where extended == SQLITE_IOERR | 2 << 8: return .damaged  // SQLITE_IOERR_SHORT_READ
    case SQLITE_FULL: return .unusable(.noSpace)
    default: return .unusable(.other(String(cString: sqlite3_errmsg(handle))))
    }
  }
}

/// The current row of a result; a value of another type counts as empty.
struct ResultRow {
  fileprivate let statement: OpaquePointer

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }
}

/// A value for a column of a row.
protocol ColumnValue {
  /// - Returns: SQLite's code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: ColumnValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, self) }
}

extension Int: ColumnValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { Int64(self).bind(to: statement, at: index) }
}

extension String: ColumnValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text64(statement, index, $0.baseAddress, UInt64($0.count), copied, UInt8(SQLITE_UTF8))
      }
    }
  }
}

extension [UInt8]: ColumnValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    // An empty array has no address, and a null address would mean NULL.
    if isEmpty { return sqlite3_bind_zeroblob(statement, index, 0) }
    return withUnsafeBytes { sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), copied) }
  }
}

/// SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies the value.
private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
