import Disk

/// The requests of all the user's processes, in a database. Each change is one transaction.
package final class SharedBudget: Sendable {
  /// The folder of the database.
  var path: String { database.folder.path }
  let database: Database
  private let patience: Duration
  private let clock: @Sendable () -> SharedClock

  /// - Parameter patience: how long to wait for a lock. A change takes microseconds, so a longer lock has another
  ///   cause.
  init(
    _ database: Database, patience: Duration = .seconds(3), clock: @escaping @Sendable () -> SharedClock = { .now }
  ) { (self.database, self.patience, self.clock) = (database, patience, clock) }

  /// The SQL that makes every budget count as spent, for a database that replaces another, whose requests are unknown.
  static func spent(at now: SharedClock) -> String {
    """
    INSERT INTO hosts VALUES ('', '\(now.start)', \(now.sinceStart), \(now.calendar), x'', \(RequestLog.never), \
    \(now.sinceStart), 60000000000)
    """
  }

  /// A host without requests for this long is forgotten.
  private static let longestRest: Nanoseconds = 2 * 86_400_000_000_000

  /// `start`, `since` and `calendar` are the `SharedClock` at the latest change. The host with an empty name represents
  /// all without a row.
  static let schema = """
    CREATE TABLE hosts(
      host TEXT PRIMARY KEY, start TEXT, since INTEGER, calendar INTEGER,
      sent BLOB, closed INTEGER, spent INTEGER, memory INTEGER) WITHOUT ROWID
    """

  /// Changes the log of `host`, if any.
  /// - Parameters:
  ///   - logs: the requests sent while sharing was impossible, to add in the same transaction, because a full disk can
  ///     still be read.
  ///   - then: the time on the clock of these logs.
  ///   - most: the longest wait for a lock.
  ///   - body: gets the time, on the clock of the shared logs.
  func change<Value: Sendable>(
    _ host: String?, adding logs: [String: RequestLog]? = nil, from then: Nanoseconds = 0,
    waiting most: Duration = .zero,
    _ body: @escaping @Sendable (inout RequestLog, Nanoseconds) -> Value
  ) async throws(DatabaseError) -> Value? {
    try await database.perform(patience: min(patience, most)) { [clock] connection throws(DatabaseError) in
      try connection.transaction { () throws(DatabaseError) in
        let now = clock()
        for (host, log) in logs ?? [:] {
          try Self.change(host, in: connection, now: now) { $0.add(log, from: then, to: $1) }
        }
        guard let host else { return nil }
        return try Self.change(host, in: connection, now: now, body)
      }
    }
  }

  /// All logs, and the time.
  func all() async throws(DatabaseError) -> (logs: [String: RequestLog], now: Nanoseconds) {
    try await database.perform(patience: patience) { [clock] connection throws(DatabaseError) in
      let now = clock()
      var logs = try Self.logs(in: connection, now: now, where: "true", [])
      logs[""] = nil
      return (logs, now.sinceStart)
    }
  }

  private static func change<Value>(
    _ host: String, in connection: Connection, now: SharedClock, _ body: (inout RequestLog, Nanoseconds) -> Value
  ) throws(DatabaseError) -> Value {
    let known = try logs(in: connection, now: now, where: "host IN (?, '')", [host])
    let old = known[host]
    var log = old ?? known[""] ?? RequestLog()
    let value = body(&log, now.sinceStart)
    guard log != old else { return value }
    if old == nil { try connection.run("DELETE FROM hosts WHERE calendar < ?", [now.calendar - longestRest]) }
    try connection.run(
      "REPLACE INTO hosts VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      [host, now.start, now.sinceStart, now.calendar, bytes(of: log.sent), log.closed, log.spent, log.memory])
    return value
  }

  private static func logs(
    in connection: Connection, now: SharedClock, where condition: String, _ values: [any ColumnValue]
  ) throws(DatabaseError) -> [String: RequestLog] {
    let logs = try connection.rows(
      "SELECT host, start, since, calendar, sent, closed, spent, memory FROM hosts WHERE \(condition)", values
    ) { row throws(DatabaseError) in
      let then = SharedClock(start: row.text(1), sinceStart: row.integer(2), calendar: row.integer(3))
      guard let sent = stamps(in: row.bytes(4)) else { throw .damaged }
      let log = RequestLog(sent: sent, closed: row.integer(5), spent: row.integer(6), memory: row.integer(7))
      // No time here lasts decades, and the sum of a few does not overflow.
      let times = [then.sinceStart, log.closed, log.spent, log.memory] + sent.map(\.time)
      guard times.allSatisfy({ abs($0 / 2) < 1 << 60 }), (0...SharedClock.latest).contains(then.calendar),
        sent.allSatisfy({ (1...1_000_000).contains($0.count) }), sent.reduce(0, { $0 + $1.count }) <= 4_000_000
      else { throw .damaged }
      return (row.text(0), log.moved(from: then.sinceStart, to: now.sinceStart, elapsed: now.elapsed(since: then)))
    }
    // A damaged database may name a host twice.
    return Dictionary(logs) { $1 }
  }

  /// Sixteen bytes per stamp, little-endian.
  private static func bytes(of stamps: [RequestLog.Stamp]) -> [UInt8] {
    stamps.flatMap { [$0.time.littleEndian, $0.count.littleEndian] }.withUnsafeBytes { Array($0) }
  }

  /// Nil unless they are sorted.
  private static func stamps(in bytes: [UInt8]) -> [RequestLog.Stamp]? {
    guard bytes.count % 16 == 0 else { return nil }
    let numbers = bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 8).map {
        Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Int64.self))
      }
    }
    let stamps = stride(from: 0, to: numbers.count, by: 2).map {
      RequestLog.Stamp(time: numbers[$0], count: numbers[$0 + 1])
    }
    return zip(stamps, stamps.dropFirst()).allSatisfy({ $0.time < $1.time }) ? stamps : nil
  }
}
