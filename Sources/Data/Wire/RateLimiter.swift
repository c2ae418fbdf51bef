package import Domain

/// Keeps the requests to each host within its budget, which all processes share where that can be.
///
/// Requests beyond it wait, first come, first served, for as long as their command may: `RequestContext.current.patience`.
/// One that would wait longer fails at once, and says when its turn would be.
///
/// A service that answers "too many requests", or that it is not there, and says `Retry-After` is left alone for that long
/// by everybody, and then asked again. Where it does not say for how long, the budget is emptied.
package actor RateLimiter {
  /// How much each host may be sent; nil: any number.
  package struct Bounds: Sendable {
    fileprivate let ofServices: RequestBound?
    fileprivate let ofFiles: RequestBound?
    fileprivate let services: [String]

    /// - Parameters:
    ///   - perMinute: for services that answer questions. Hosts that serve files, which cost them little and are asked
    ///     for one by one, are sent three times as much.
    ///   - services: the URLs of services, of which only the hosts count.
    package init(perMinute: Int?, services: [String]) {
      ofServices = perMinute.map { RequestBound(perMinute: $0) }
      ofFiles = perMinute.map { RequestBound(perMinute: 3 * min($0, 60_000)) }
      self.services = services
    }
  }

  /// What this session sent to one host.
  private struct Sent {
    var total = 0
    /// In the budget's present round.
    var latest = 0
    var round = 0
  }

  private let bounds: Bounds
  /// Lazy, because reading URLs would cost every start.
  private lazy var serviceHosts = Set(bounds.services.map { HTTPRequest(url: $0).host })
  private let clock: any Clock<Duration>
  private let watch: Stopwatch
  /// Nil where nothing is shared, or nothing can be any more.
  private var shared: SharedBudget?
  private let own: MemoryLedger
  private let sharedPath: String
  private var sent: [String: Sent] = [:]

  /// How often a service is asked again that says when it will be back.
  private static let mostRepeats = 5
  /// Nobody waits longer, not even where nobody says how long.
  private static let longestWait = Duration.seconds(600)

  /// - Parameters:
  ///   - shared: the budgets of all processes; nil: those of this one alone.
  ///   - sharedPath: where they are, for the warning that they cannot be used.
  package init(
    _ bounds: Bounds, shared: SharedBudget? = nil, sharedPath: String = "",
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.bounds = bounds
    self.shared = shared
    self.sharedPath = sharedPath
    self.clock = clock
    own = MemoryLedger(clock)
    watch = Stopwatch(clock)
  }

  /// A layer that asks `next` once the host's budget allows it.
  package nonisolated func limiting(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      let host = request.host
      var transfer = Transfer(.failure(.cancelled), source: .network)
      for repeats in 0... {
        let start = self.watch.elapsed
        let refusal = await self.waitForTurn(at: host)
        transfer.waited += self.watch.elapsed - start
        if let refusal {
          transfer.outcome = .failure(refusal)
          return transfer
        }
        var latest = await next(request)
        latest.attempts += transfer.attempts
        latest.waited += transfer.waited
        latest.transferred += transfer.transferred
        transfer = latest
        guard let response = try? latest.outcome.get(), response.asksToWait(host) else { return transfer }
        await self.noteRefusal(by: host, pause: response.retryAfter)
        guard repeats < Self.mostRepeats, request.method == "GET", let pause = response.retryAfter,
          pause <= self.patience, RequestContext.current.preview?.isUnbidden != true
        else { return transfer }
      }
      return transfer
    }
  }

  /// What is left of every host's budget, by host, in alphabetical order.
  package var budgets: [RequestBudget] {
    get async {
      let (buckets, now) = await everything()
      return Set(buckets.keys).union(sent.keys).sorted().map { host in
        let (bound, bucket) = (bound(of: host), buckets[host] ?? Bucket())
        let mine = sent[host] ?? Sent()
        let isFull = bucket.full <= now
        let others = isFull ? 0 : bucket.spent - (mine.round == bucket.round ? mine.latest : 0)
        return RequestBudget(
          host: host, available: bound.map { bucket.available($0, now: now) } ?? 0, capacity: bound?.capacity,
          nextIn: .nanoseconds(bucket.next(bound, now: now)),
          fullIn: bound == nil ? .zero : .nanoseconds(max(0, bucket.full - now)), sent: mine.total,
          sentByOthers: max(0, others))
      }
    }
  }

  private func bound(of host: String) -> RequestBound? {
    serviceHosts.contains(host) ? bounds.ofServices : bounds.ofFiles
  }

  // MARK: Waiting

  /// How long a request may still wait.
  private nonisolated var patience: Duration {
    RequestContext.current.patience?.left(at: watch.elapsed) ?? Self.longestWait
  }

  /// Waits for the host's turn; returns why there will be none.
  private func waitForTurn(at host: String) async -> CatalogError? {
    let context = RequestContext.current
    let (id, bound) = (UInt64.random(in: 1 ... .max), bound(of: host))
    var isWaiting = false
    var announced = Duration.zero
    defer { if isWaiting { context.patience?.end(at: watch.elapsed) } }
    while !Task.isCancelled {
      let turn: (turn: Bucket.Turn, round: Int, isClosed: Bool)
      let isUnbidden = context.preview?.isUnbidden == true
      let reserve = isUnbidden ? bound.map { min(($0.capacity + 2) / 3, $0.capacity - 1) } ?? 0 : 0
      let patience = patience
      do throws(DatabaseError) {
        turn = try await change(host) { bucket, now in
          let turn = bucket.turn(of: id, bound: bound, reserve: reserve, takesPlace: !isUnbidden, now: now)
          if case .wait(let time) = turn, .nanoseconds(time) > patience { bucket.leave(id) }
          return (turn, bucket.round, bucket.closed > now)
        }
      } catch {
        break
      }
      guard case .wait(let nanoseconds) = turn.turn else {
        note(host, round: turn.round)
        return nil
      }
      let time = Duration.nanoseconds(nanoseconds)
      if time > patience {
        return turn.isClosed ? .rateLimited(host: host, retryAfter: time) : .budgetSpent(host: host, freeIn: time)
      }
      if !isWaiting {
        isWaiting = true
        context.patience?.begin(at: watch.elapsed)
      }
      // Waits grow where the service asks for more time meanwhile.
      if watch.elapsed + time > announced + .seconds(1) {
        announced = watch.elapsed + time
        context.onWait?(host, time)
      }
      guard (try? await clock.sleep(for: .nanoseconds(min(nanoseconds, Bucket.heartbeat)))) != nil else { break }
    }
    if isWaiting {
      // A task of its own, since this one is cancelled. Where it comes too late the place expires.
      Task { try? await self.change(host) { bucket, _ in bucket.leave(id) } }
    }
    return .cancelled
  }

  private func note(_ host: String, round: Int) {
    var mine = sent[host] ?? Sent()
    mine.latest = mine.round == round ? mine.latest + 1 : 1
    mine.round = round
    mine.total += 1
    sent[host] = mine
  }

  private func noteRefusal(by host: String, pause: Duration?) async {
    let bound = bound(of: host)
    try? await change(host) { bucket, now in bucket.close(for: pause?.nanoseconds, bound: bound, now: now) }
  }

  // MARK: What is shared

  /// - Throws: `cancelled` alone: where nothing can be shared, this process keeps its own budget and says so once.
  private func change<Value: Sendable>(
    _ host: String, _ body: @escaping @Sendable (inout Bucket, Bucket.Nanoseconds) -> Value
  ) async throws(DatabaseError) -> Value {
    if let shared {
      do throws(DatabaseError) {
        return try await shared.change(host, body)
      } catch {
        if error == .cancelled { throw error }
        giveUpSharing(because: error)
      }
    }
    return own.change(host, body)
  }

  private func everything() async -> (buckets: [String: Bucket], now: Bucket.Nanoseconds) {
    if let shared {
      do throws(DatabaseError) {
        return try await shared.all()
      } catch {
        if error != .cancelled { giveUpSharing(because: error) }
      }
    }
    return own.all()
  }

  private func giveUpSharing(because error: DatabaseError) {
    guard shared != nil else { return }
    shared = nil
    RequestContext.current.log?.append(.notShared(path: sharedPath, reason: error.reason))
  }
}

extension HTTPResponse {
  /// Whether the service wants to be left alone for a while.
  fileprivate func asksToWait(_ host: String) -> Bool {
    if case .rateLimited = failure(from: host) { true } else { status == 503 && retryAfter != nil }
  }
}

extension DatabaseError {
  /// In the system's own words, where it has any.
  var reason: String {
    switch self {
    case .busy: "it is locked"
    case .damaged: "it is damaged"
    case .unusable(let reason): reason
    case .cancelled: "cancelled"
    }
  }
}
