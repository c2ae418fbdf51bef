import Domain

/// Caches good answers for a while, and deduplicates identical requests in flight.
///
/// Caches answers to repeatable requests with a 2xx status that begin like JSON, and untrusted documents; never HTML or
/// failures, except a 404 for the rest of its command. Evicts the least recently used first. If
/// `RequestContext.current.mayUseCache` is false, it ignores a cached answer and replaces it with the new one, unless
/// the same command has just received it.
package actor ResponseCache {
  private struct Entry {
    let response: HTTPResponse
    let stored: Duration
    /// Of the command that received it, while that runs.
    weak var log: ExchangeLog?
    var lastUse: Int
  }

  /// A request in flight and the tasks that wait for its answer.
  private struct Flight {
    let id: Int
    let task: Task<Transfer, Never>
    /// The preview that started the request, if any.
    let preview: Preview?
    var waiters: [Int: CheckedContinuation<Transfer, Never>] = [:]
  }

  private let mostEntries: Int
  private let mostBytes: Int
  private let longestAge: Duration
  private let elapsed: @Sendable () -> Duration
  private var entries: [HTTPRequest: Entry] = [:]
  private var bytes = 0
  private var flights: [HTTPRequest: Flight] = [:]
  private var count = 0

  package init(
    mostEntries: Int = 256, mostBytes: Int = 16 << 20, longestAge: Duration = .seconds(600),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    (self.mostEntries, self.mostBytes, self.longestAge) = (mostEntries, mostBytes, longestAge)
    elapsed = stopwatch(clock)
  }

  /// A layer that calls `next` on a cache miss.
  ///
  /// A shared request is cancelled once all its waiters are; it runs in the context of the first.
  package nonisolated func caching(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      guard request.isRepeatable else { return await next(request) }
      return await self.answer(to: request, next: next)
    }
  }

  /// How many tasks are waiting for the answer to `request`.
  package func waiting(for request: HTTPRequest) -> Int { flights[request]?.waiters.count ?? 0 }

  private func answer(to request: HTTPRequest, next: @escaping TransferLayer) async -> Transfer {
    if Task.isCancelled { return Transfer(.failure(.cancelled), source: .network) }
    if RequestContext.current.mayUseCache || isOfThisCommand(request), let response = kept(request) {
      return Transfer(.success(response), source: .cache)
    }
    let isShared = flights[request] != nil
    if !isShared { startFlight(request, next: next) }
    if RequestContext.current.preview == nil { flights[request]?.preview?.noteDemand() }
    let id = newID()
    var transfer = await withTaskCancellationHandler {
      await withCheckedContinuation { flights[request]?.waiters[id] = $0 }
    } onCancel: {
      // Runs after the waiter is listed, because nothing is awaited in between.
      Task { await self.leave(request, waiter: id) }
    }
    if isShared, transfer.source == .network { transfer.source = .shared }
    return transfer
  }

  private func startFlight(_ request: HTTPRequest, next: @escaping TransferLayer) {
    let id = newID()
    let task = Task(executorPreference: inheritedExecutor) { @concurrent in
      let transfer = await next(request)
      await self.land(request, flight: id, transfer)
      return transfer
    }
    flights[request] = Flight(id: id, task: task, preview: RequestContext.current.preview)
  }

  private func land(_ request: HTTPRequest, flight id: Int, _ transfer: Transfer) {
    guard let flight = flights[request], flight.id == id else { return }
    flights[request] = nil
    if transfer.staleSince == nil, case .success(let response) = transfer.result,
      Self.isWorthKeeping(response, for: request)
    {
      keep(response, for: request)
    }
    for waiter in flight.waiters.values { waiter.resume(returning: transfer) }
  }

  private func leave(_ request: HTTPRequest, waiter id: Int) async {
    guard let waiter = flights[request]?.waiters.removeValue(forKey: id) else { return }
    var transfer = Transfer(.failure(.cancelled), source: .network)
    if flights[request]?.waiters.isEmpty == true, let flight = flights.removeValue(forKey: request) {
      flight.task.cancel()
      // Only the flight knows whether the request was sent.
      transfer = await flight.task.value
      transfer.result = .failure(.cancelled)
    }
    waiter.resume(returning: transfer)
  }

  private static func isWorthKeeping(_ response: HTTPResponse, for request: HTTPRequest) -> Bool {
    if response.status == 404 { return true }
    guard (200..<300).contains(response.status), !response.body.isEmpty else { return false }
    if let isAnswer = request.isAnswer { return isAnswer(response) }
    return request.trust == .untrusted ? !response.isPage(inPlaceOf: request) : response.isJSON
  }

  private func isOfThisCommand(_ request: HTTPRequest) -> Bool {
    RequestContext.current.log.map { $0 === entries[request]?.log } ?? false
  }

  private func kept(_ request: HTTPRequest) -> HTTPResponse? {
    guard let entry = entries[request] else { return nil }
    guard elapsed() - entry.stored < longestAge, entry.response.status != 404 || isOfThisCommand(request) else {
      remove(request)
      return nil
    }
    entries[request]?.lastUse = newID()
    return entry.response
  }

  private func keep(_ response: HTTPResponse, for request: HTTPRequest) {
    remove(request)
    guard response.body.count <= mostBytes else { return }
    entries[request] = Entry(response: response, stored: elapsed(), log: RequestContext.current.log, lastUse: newID())
    bytes += response.body.count
    while entries.count > mostEntries || bytes > mostBytes {
      guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key else { return }
      remove(oldest)
    }
  }

  private func remove(_ request: HTTPRequest) {
    guard let entry = entries.removeValue(forKey: request) else { return }
    bytes -= entry.response.body.count
  }

  private func newID() -> Int {
    count += 1
    return count
  }
}
