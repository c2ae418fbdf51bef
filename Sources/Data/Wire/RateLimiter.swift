package import Domain
import Synchronization

/// Keeps the requests to each host within its budget, which all processes share if possible.
///
/// Further requests wait, those of this process in their order, as long as their command allows:
/// `RequestContext.current.patience`. A request that would wait longer fails at once, and says when its turn would be.
///
/// If a service answers "too many requests" or "unavailable" with a `Retry-After`, all processes send it nothing for
/// that long and then try again. Without a time, the budget counts as spent.
package actor RateLimiter {
  /// The requests of this session to one host, by its own clock.
  private struct Sent {
    var total = 0
    var underWay = 0
    /// When the latest requests ended.
    var times: [Duration] = []
  }

  private let bounds: RequestBounds
  private let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration
  /// Nil if budgets are not shared.
  private let shared: SharedBudget?
  /// The requests of this process alone, by host.
  private var own: [String: RequestLog] = [:]
  /// The same of a host that got none yet.
  private var unknown = RequestLog()
  /// How long after its turn a request has certainly been sent.
  private let lease: Nanoseconds
  private var sent: [String: Sent] = [:]
  /// The waiting requests of this process, by host.
  private let waiting = Mutex<[String: [UInt64]]>([:])
  /// Whether the shared budgets cannot be read, so that this process counts alone.
  private var isUnshared = false
  private var isResuming = false
  private var hasWarned = false

  /// How often to repeat a request after a service's `Retry-After`.
  private static let mostRepeats = 5
  /// A waiting request checks at least this often, because other processes change its wait.
  private static let heartbeat: Nanoseconds = 1_000_000_000
  /// The longest wait if the command sets no patience.
  private static let longestWait = Duration.seconds(600)

  /// - Parameters:
  ///   - shared: the budgets of all processes; nil for only those of this one.
  ///   - timeout: of each request.
  package init(
    _ bounds: RequestBounds, shared: SharedBudget? = nil, timeout: Duration = .seconds(15),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    (self.bounds, self.shared, self.clock) = (bounds, shared, clock)
    lease = timeout.nanoseconds
    elapsed = stopwatch(clock)
  }

  /// The time on the clock of this process's own requests.
  private var now: Nanoseconds { elapsed().nanoseconds }

  /// A layer that calls `next` once the host's budget allows it.
  package nonisolated func limiting(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      guard request.address != nil else { return Transfer(.failure(request.malformed), source: .network) }
      var request = request
      let host = request.host
      var transfer = Transfer(.failure(.cancelled), source: .network)
      for repeats in 0... {
        let start = self.elapsed()
        let stamp: Stamp
        do throws(CatalogError) {
          defer { transfer.waited += self.elapsed() - start }
          stamp = try await self.waitForTurn(at: host)
        } catch {
          transfer.result = .failure(error)
          return transfer
        }
        var latest = await next(request)
        await self.ended(stamp, at: host)
        latest.add(transfer)
        transfer = latest
        if latest.needsNewConnection, !request.needsNewConnection {
          request.needsNewConnection = true
          continue
        }
        guard let response = try? latest.result.get(), response.isThrottling(host) else { return transfer }
        _ = try? await self.change(host) { log, bound, now in
          log.close(for: response.retryAfter?.nanoseconds, bound: bound, now: now)
        }
        // With status 429, the service has done nothing yet.
        guard repeats < Self.mostRepeats, request.isRepeatable || response.status == 429,
          let pause = response.retryAfter, pause <= min(self.patience, RequestBudget.longestPause),
          RequestContext.current.preview?.isSpeculative != true
        else { return transfer }
      }
      return transfer
    }
  }

  /// The remaining budget of every host, sorted by host.
  package var budgets: [RequestBudget] {
    get async throws(FileError) {
      let (logs, now) = try await everything()
      return Set(logs.keys).union(sent.keys).sorted().map { host in
        let (bound, log) = (bound(of: host), logs[host] ?? unknown)
        let mine = sent[host] ?? Sent()
        let places = waiting.withLock { $0[host]?.count ?? 0 }
        let length = bound?.longest ?? 60_000_000_000
        let horizon = elapsed() - .nanoseconds(length)
        let others = log.count(since: now - length) - mine.underWay - mine.times.filter { $0 > horizon }.count
        var budget = RequestBudget(host: host)
        budget.nextIn = .nanoseconds(log.next(bound, behind: places, now: now))
        (budget.sent, budget.sentByOthers) = (mine.total, max(0, others))
        if let bound {
          budget.capacity = bound.capacity
          budget.fullIn = .nanoseconds(log.fullIn(bound, now: now))
          budget.windows = zip(bound.windows, log.available(bound, behind: places, now: now)).map {
            RequestBudget.Window(requests: $0.requests, length: $0.duration, available: $1)
          }
          budget.available = budget.nextIn > .zero ? 0 : budget.windows.map(\.available).min() ?? 0
        }
        budget.isShared = shared != nil && !isUnshared
        return budget
      }
    }
  }

  /// The limit that this process applies.
  private func bound(of host: String) -> RequestBound? {
    let bound = bounds.bound(of: host)
    return isUnshared ? bound?.spread : bound
  }

  // MARK: Waiting

  /// How long a request may still wait.
  private nonisolated var patience: Duration {
    RequestContext.current.patience?.left(at: elapsed()) ?? Self.longestWait
  }

  /// Identifies a request in flight, and says whether only this process knows about it.
  private typealias Stamp = (time: Nanoseconds, isOwn: Bool)

  /// Waits for the host's turn.
  /// - Throws: why the turn will not come.
  private func waitForTurn(at host: String) async throws(CatalogError) -> Stamp {
    let context = RequestContext.current
    let id = UInt64.random(in: 1 ... .max)
    var isWaiting = false
    var announced = Duration.zero
    defer {
      if isWaiting { context.patience?.end(at: elapsed()) }
      waiting.withLock { $0[host]?.removeAll { $0 == id } }
    }
    while !Task.isCancelled {
      let isSpeculative = context.preview?.isSpeculative == true
      let patience = patience
      // A wait of a whole minute fits into a patience of one minute, however long earlier requests took.
      let most = patience + patience / 30
      let found = try? await change(host) { [lease] log, bound, now in
        self.waiting.withLock { waiting in
          let queue = waiting[host] ?? []
          let place = queue.firstIndex(of: id)
          let turn = log.turn(bound, behind: place ?? queue.count, isSpeculative: isSpeculative, lease: lease, now: now)
          if case .wait(let time, let isClosed) = turn, .nanoseconds(time) <= (isClosed ? patience : most) {
            if place == nil, !isSpeculative, bound != nil { waiting[host] = queue + [id] }
          } else {
            waiting[host] = queue.filter { $0 != id }
          }
          return turn
        }
      }
      context.onPlace()
      guard let (turn, isOwn) = found else { break }
      switch turn {
      case .go(let time):
        sent[host, default: Sent()].total += 1
        sent[host, default: Sent()].underWay += 1
        return (time, isOwn)
      case .wait(let nanoseconds, let isClosed):
        let time = Duration.nanoseconds(nanoseconds)
        if time > (isClosed ? patience : most) {
          throw isClosed ? .rateLimited(host: host, retryAfter: time) : .budgetSpent(host: host, freeIn: time)
        }
        if !isWaiting {
          isWaiting = true
          context.patience?.begin(at: elapsed())
        }
        // A wait grows if the service asks for a longer pause meanwhile.
        if elapsed() + time > announced + .seconds(1) {
          announced = elapsed() + time
          context.onEvent(.waits(host: host, time))
        }
        try? await clock.sleep(for: .nanoseconds(min(nanoseconds, Self.heartbeat)))
      }
    }
    throw .cancelled
  }

  private func ended(_ stamp: Stamp, at host: String) async {
    sent[host]?.underWay -= 1
    // A stamp that has since moved to the shared budgets counts until its lease expires.
    if stamp.isOwn {
      let bound = bound(of: host)
      own[host, default: unknown].ended(stamp.time, bound: bound, now: now)
    } else if !isUnshared {
      // In a separate task, so that it completes for a cancelled request too.
      await Task(executorPreference: inheritedExecutor) {
        _ = try? await self.change(host) { log, bound, now in log.ended(stamp.time, bound: bound, now: now) }
      }.value
    }
    let horizon = elapsed() - .nanoseconds(bound(of: host)?.longest ?? 60_000_000_000)
    sent[host]?.times.removeAll { $0 <= horizon }
    sent[host]?.times.append(elapsed())
  }

  // MARK: What is shared

  private typealias Change<Value> = @Sendable (inout RequestLog, RequestBound?, Nanoseconds) -> Value

  /// Changes a host's log. If sharing fails, this process says so once, treats every budget as spent, and continues
  /// alone, one request at a time, until sharing works.
  /// - Returns: also whether only this process knows about the change.
  /// - Throws: only `cancelled`.
  private func change<Value: Sendable>(
    _ host: String, _ body: @escaping Change<Value>
  ) async throws(DatabaseError) -> (Value, isOwn: Bool) {
    if let shared {
      let bound = bounds.bound(of: host)
      let body: @Sendable (inout RequestLog, Nanoseconds) -> Value = { log, now in body(&log, bound, now) }
      do throws(DatabaseError) {
        // A command that may wait only briefly does not wait long for a lock either.
        let most = max(patience, .seconds(1))
        let value = try await isUnshared ? resumeSharing(shared, host, body) : shared.change(host, waiting: most, body)
        // It was replaced by one with spent budgets.
        if shared.database.takeDamage() != nil { warn(.damaged, of: host) }
        if let value { return (value, false) }
      } catch {
        if error == .cancelled { throw error }
        stopSharing(because: error, asking: host)
      }
    }
    let bound = bound(of: host)
    return (body(&own[host, default: unknown], bound, now), true)
  }

  /// - Throws: if the shared budgets cannot be read and this process has sent nothing: an empty result would look as if
  ///   no requests had been sent.
  private func everything() async throws(FileError) -> (logs: [String: RequestLog], now: Nanoseconds) {
    if let shared {
      do throws(DatabaseError) {
        if isUnshared { try await resumeSharing(shared, nil) { _, _ in } }
        if !isUnshared {
          let all = try await shared.all()
          if shared.database.takeDamage() != nil {
            RequestContext.current.log?.append(.memoryReplaced(path: shared.path + "/cache.db", savedAs: nil))
          }
          return all
        }
      } catch {
        if own.isEmpty && sent.isEmpty || error == .cancelled { throw error.error(of: shared.path + "/cache.db") }
        stopSharing(because: error, asking: nil)
      }
    }
    return (own, now)
  }

  private func stopSharing(because error: DatabaseError, asking host: String?) {
    guard !isUnshared else { return }
    isUnshared = true
    (own, unknown) = ([:], RequestLog(spent: now))
    warn(error, of: host)
  }

  /// Shares again if possible, including the requests sent meanwhile.
  /// - Returns: nil if another request is already doing so.
  @discardableResult
  private func resumeSharing<Value: Sendable>(
    _ shared: SharedBudget, _ host: String?, _ body: @escaping @Sendable (inout RequestLog, Nanoseconds) -> Value
  ) async throws(DatabaseError) -> Value? {
    guard !isResuming else { return nil }
    isResuming = true
    defer { isResuming = false }
    let logs = own
    let value = try await shared.change(host, adding: logs, from: now, body)
    for (host, log) in logs { own[host]?.forget(log.sent) }
    // Unless more requests were sent during the write.
    isUnshared = !own.values.allSatisfy(\.sent.isEmpty)
    return value
  }

  private func warn(_ error: DatabaseError, of host: String?) {
    guard !hasWarned else { return }
    hasWarned = true
    let every = host.flatMap { bounds.bound(of: $0) }.map { Duration.nanoseconds($0.interval) }
    RequestContext.current.log?.append(.notShared(error.error(of: shared?.path ?? ""), every: every))
  }
}

extension HTTPResponse {
  /// Whether the service asks for a pause.
  fileprivate func isThrottling(_ host: String) -> Bool {
    if case .rateLimited = failure(from: host) { true } else { status == 503 && retryAfter != nil }
  }
}
