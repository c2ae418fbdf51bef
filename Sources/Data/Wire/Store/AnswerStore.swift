import Disk
import Domain

/// Caches good answers on disk for all processes of the user, and deduplicates identical requests in flight.
///
/// Searches and charts stay fresh for an hour, lookups for a day; documents are revalidated each time. The oldest
/// answers are deleted when the database exceeds `limit`. A failure here costs only an unnecessary request.
package final class AnswerStore: Sendable {
  let database: Database
  private let clock: @Sendable () -> SharedClock
  private let timeout: Duration
  private let limit: Int64
  private let patience: Duration

  /// - Parameters:
  ///   - timeout: how long to wait for another process with the same request.
  ///   - limit: the largest size of the whole database in bytes, without free pages and without its log.
  ///   - patience: how long to wait for a lock; a longer wait costs more than a request.
  init(
    _ database: Database, timeout: Duration, limit: Int64 = 48 << 20, patience: Duration = .seconds(1),
    clock: @escaping @Sendable () -> SharedClock = { .now }
  ) {
    (self.database, self.timeout, self.limit) = (database, timeout, limit)
    (self.patience, self.clock) = (patience, clock)
  }

  static let schema = """
    CREATE TABLE answers(
      id INTEGER PRIMARY KEY, key TEXT UNIQUE, stored INTEGER, status INTEGER, headers TEXT, body BLOB, checksum INTEGER);
    CREATE INDEX by_age ON answers(stored);
    CREATE TABLE flights(key TEXT PRIMARY KEY, process TEXT) WITHOUT ROWID
    """

  /// A layer that calls `next` on a cache miss.
  package func keeping(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      guard request.isForEverybody, RequestContext.current.usesDisk else { return await next(request) }
      return await self.answer(to: request, next: next)
    }
  }

  // MARK: Asking

  private enum Found: Sendable {
    /// - Parameter staleSince: when it was stored, if it is stale.
    case kept(HTTPResponse, staleSince: Int64?)
    /// This process sends the request. The cached answer, if any, may still be valid.
    case ours(CachedResponse?)
    /// Another process sends the request.
    case theirs
  }

  private func answer(to request: HTTPRequest, next: TransferLayer) async -> Transfer {
    let start = ContinuousClock.now
    var isWaiting = false
    var pause = Duration.milliseconds(5)
    while true {
      switch await result(of: { () throws(DatabaseError) in try await look(for: request) }) {
      case .failure(.cancelled): return Transfer(.failure(.cancelled), source: .disk)
      case .success(.kept(let response, let staleSince)):
        var transfer = Transfer(.success(response), source: isWaiting ? .shared : .disk)
        if isWaiting { transfer.waited = ContinuousClock.now - start }
        transfer.staleSince = staleSince
        return transfer
      case .success(.ours(let kept)):
        return await ask(request, kept: RequestContext.current.mayUseCache ? kept : nil, next: next)
      case .success(.theirs) where ContinuousClock.now - start < timeout:
        isWaiting = true
        guard (try? await Task.sleep(for: pause)) != nil else { return Transfer(.failure(.cancelled), source: .shared) }
        pause = min(pause * 2, .milliseconds(50))
      case .success(.theirs), .failure: return await next(request)
      }
    }
  }

  private func ask(_ request: HTTPRequest, kept: CachedResponse?, next: TransferLayer) async -> Transfer {
    var transfer = await next(kept?.revalidating(request) ?? request)
    var answer: CachedResponse?
    if case .success(let response) = transfer.result {
      let now = clock().calendar / 1_000_000_000
      if response.status == 304, let kept {
        answer = CachedResponse(response: kept.response, stored: now)
        transfer.result = .success(kept.response)
        transfer.source = .disk
      } else if response.isWorthKeeping(for: request) {
        answer = CachedResponse(response: response, stored: now)
      }
    }
    // In a separate task, so that a cancelled request does not count as in flight.
    let (landed, key) = (answer, request.question.key)
    await Task(executorPreference: inheritedExecutor) { await self.land(key, landed) }.value
    return transfer
  }

  // MARK: In the database

  private func look(for request: HTTPRequest) async throws(DatabaseError) -> Found {
    let (key, context) = (request.question.key, RequestContext.current)
    return try await database.perform(patience: patience) { [clock] connection throws(DatabaseError) in
      func kept() throws(DatabaseError) -> CachedResponse? { try Self.kept(key, in: connection) }
      func found() throws(DatabaseError) -> Found? {
        guard context.mayUseCache, let kept = try kept() else { return nil }
        let now = clock().calendar / 1_000_000_000
        if kept.isFresh(for: request, at: now) { return .kept(kept.response, staleSince: nil) }
        guard context.acceptsStale, kept.isStale(for: request, at: now) else { return nil }
        return .kept(kept.response, staleSince: kept.stored)
      }
      // Most answers are found without a write lock.
      if let found = try found() { return found }
      return try connection.transaction { () throws(DatabaseError) in
        if let found = try found() { return found }
        let asking = try connection.rows("SELECT process FROM flights WHERE key = ?", [key]) { $0.text(0) }
        if context.mayUseCache, asking.contains(where: ProcessIdentity.isRunning) { return .theirs }
        try connection.run("REPLACE INTO flights VALUES (?, ?)", [key, ProcessIdentity.current])
        return .ours(try kept())
      }
    }
  }

  /// Ends the request in flight and stores the answer, if any.
  private func land(_ key: String, _ answer: CachedResponse?) async {
    try? await database.perform(patience: patience) { [limit] connection throws(DatabaseError) in
      try connection.transaction { () throws(DatabaseError) in
        try connection.run("DELETE FROM flights WHERE key = ? AND process = ?", [key, ProcessIdentity.current])
        guard let answer else { return }
        try connection.run(
          "REPLACE INTO answers(key, stored, status, headers, body, checksum) VALUES (?, ?, ?, ?, ?, ?)",
          [
            key, answer.stored, answer.response.status, answer.headerText, answer.response.body,
            answer.checksum(key: key),
          ])
        try Self.evict(beyond: limit, in: connection)
      }
    }
  }

  private static func kept(_ key: String, in connection: Connection) throws(DatabaseError) -> CachedResponse? {
    try connection.rows(
      "SELECT stored, status, headers, body, checksum FROM answers WHERE key = ?", [key]
    ) { row throws(DatabaseError) in
      let response = HTTPResponse(
        status: Int(row.integer(1)), headers: CachedResponse.headers(in: row.text(2)), body: row.bytes(3))
      let answer = CachedResponse(response: response, stored: row.integer(0))
      guard answer.checksum(key: key) == row.integer(4) else { throw .damaged }
      return answer
    }.first
  }

  private static func evict(beyond limit: Int64, in connection: Connection) throws(DatabaseError) {
    let pageSize = try connection.integer("PRAGMA page_size")
    while true {
      let pages = try connection.integer("PRAGMA page_count") - connection.integer("PRAGMA freelist_count")
      guard pages * pageSize > limit else { return }
      try connection.run("DELETE FROM answers WHERE id IN (SELECT id FROM answers ORDER BY stored, id LIMIT 4)")
    }
  }
}
