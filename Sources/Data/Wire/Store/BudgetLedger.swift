package import Disk
import Domain
import Synchronization

/// Where the budgets of hosts are kept. Each change is one step that nobody else comes between.
protocol BudgetLedger: Sendable {
  /// - Parameter body: is told the time, by the clock of the buckets.
  func change<Value: Sendable>(
    _ host: String, _ body: @escaping @Sendable (inout Bucket, Bucket.Nanoseconds) -> Value
  ) async throws(DatabaseError) -> Value

  /// All there are, with the time.
  func all() async throws(DatabaseError) -> (buckets: [String: Bucket], now: Bucket.Nanoseconds)
}

/// Budgets of this process alone.
final class MemoryLedger: BudgetLedger {
  private let buckets = Mutex<[String: Bucket]>([:])
  private let watch: Stopwatch

  init(_ clock: any Clock<Duration>) { watch = Stopwatch(clock) }

  func change<Value: Sendable>(
    _ host: String, _ body: @Sendable (inout Bucket, Bucket.Nanoseconds) -> Value
  ) -> Value {
    buckets.withLock { body(&$0[host, default: Bucket()], watch.elapsed.nanoseconds) }
  }

  func all() -> (buckets: [String: Bucket], now: Bucket.Nanoseconds) {
    (buckets.withLock(\.self), watch.elapsed.nanoseconds)
  }
}

/// Budgets that all processes of the user share, in a database.
package final class SharedBudget: BudgetLedger {
  private let database: Database
  private let clock: @Sendable () -> SharedClock

  package init(in folder: PrivateFolder, clock: @escaping @Sendable () -> SharedClock = { .now }) {
    database = Database("budget.db", in: folder, schema: Self.schema, version: 1)
    self.clock = clock
  }

  /// What makes a change takes microseconds, so a lock that lasts this long is held by something else.
  private static let patience = Duration.seconds(5)
  /// A host that was not asked for so long is forgotten.
  private static let longestRest: Bucket.Nanoseconds = 2 * 86_400_000_000_000

  /// `start`, `since` and `calendar` are the `SharedClock` at the latest change.
  private static let schema = """
    CREATE TABLE hosts(
      host TEXT PRIMARY KEY, start TEXT, since INTEGER, calendar INTEGER,
      full INTEGER, closed INTEGER, spent INTEGER, round INTEGER, queue TEXT) WITHOUT ROWID
    """

  func change<Value: Sendable>(
    _ host: String, _ body: @escaping @Sendable (inout Bucket, Bucket.Nanoseconds) -> Value
  ) async throws(DatabaseError) -> Value {
    try await database.perform(patience: Self.patience) { [clock] connection throws(DatabaseError) in
      try connection.transaction { () throws(DatabaseError) in
        let now = clock()
        let old = try Self.buckets(in: connection, now: now, where: "host = ?", [.text(host)])[host]
        var bucket = old ?? Bucket()
        let value = body(&bucket, now.sinceStart)
        guard bucket != old else { return value }
        if old == nil {
          try connection.run("DELETE FROM hosts WHERE calendar < ?", [.integer(now.calendar - Self.longestRest)])
        }
        try connection.run(
          "REPLACE INTO hosts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
          [
            .text(host), .text(now.start), .integer(now.sinceStart), .integer(now.calendar), .integer(bucket.full),
            .integer(bucket.closed), .integer(Int64(bucket.spent)), .integer(Int64(bucket.round)),
            .text(bucket.queue.map { "\($0.id) \($0.expires)" }.joined(separator: ",")),
          ])
        return value
      }
    }
  }

  func all() async throws(DatabaseError) -> (buckets: [String: Bucket], now: Bucket.Nanoseconds) {
    try await database.perform(patience: Self.patience) { [clock] connection throws(DatabaseError) in
      let now = clock()
      return (try Self.buckets(in: connection, now: now, where: "true", []), now.sinceStart)
    }
  }

  package func close() async { await database.close() }

  private static func buckets(
    in connection: Connection, now: SharedClock, where condition: String, _ values: [Connection.Value]
  ) throws(DatabaseError) -> [String: Bucket] {
    var buckets: [String: Bucket] = [:]
    var isDamaged = false
    try connection.rows(
      "SELECT host, start, since, calendar, full, closed, spent, round, queue FROM hosts WHERE \(condition)", values
    ) { row in
      let queue = row.text(8).split(separator: ",").compactMap { place -> Bucket.Place? in
        let parts = place.split(separator: " ")
        guard parts.count == 2, let id = UInt64(parts[0]), let expires = Int64(parts[1]) else { return nil }
        return Bucket.Place(id: id, expires: expires)
      }
      let then = SharedClock(start: row.text(1), sinceStart: row.integer(2), calendar: row.integer(3))
      let bucket = Bucket(
        full: row.integer(4), closed: row.integer(5), spent: Int(row.integer(6)), round: Int(row.integer(7)),
        queue: queue)
      // A century is no time that anything here takes, and no sum of a few of them overflows.
      let times = [then.sinceStart, then.calendar, bucket.full, bucket.closed] + queue.map(\.expires)
      guard (times + [Int64(bucket.spent)]).allSatisfy({ abs($0 / 2) < 1 << 60 }) else {
        isDamaged = true
        return
      }
      buckets[row.text(0)] = bucket.moved(
        from: then.sinceStart, to: now.sinceStart, elapsed: now.elapsed(since: then))
    }
    if isDamaged { throw .damaged }
    return buckets
  }
}

extension Duration {
  /// Rounded down.
  var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
