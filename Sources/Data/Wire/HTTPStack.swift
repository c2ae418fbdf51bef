package import Disk
package import Domain
package import Logging

/// The layers of an HTTP exchange: report → cache → recording or disk → retries → redirects → budget → connection.
package struct HTTPStack: Sendable {
  package let fetch: HTTPFetch
  /// The outermost layer of `fetch`.
  package let answer: TransferLayer
  /// Requests a file for the request's sink, bypassing all caches and recordings.
  package let download: TransferLayer
  private var limiter: RateLimiter?
  /// The shared budgets and the cached answers.
  private var cache: Database?

  /// Sends requests to the network. Nothing is set up before the first request.
  /// - Parameters:
  ///   - userAgent: such as `liner/1.0`.
  ///   - environment: has proxies and certificates, in curl's variables.
  ///   - bounds: the request budget of each host.
  ///   - folder: for the shared budgets and, unless the session is recorded, the answer cache; if nil, budgets are this
  ///     process's own, and answers are not cached.
  ///   - timeout: for each attempt with its redirects, without waits.
  ///   - mayAsk: judges the peers of untrusted addresses.
  ///   - logger: receives each request, without secrets.
  ///   - secrets: neither logged nor recorded.
  package init(
    userAgent: String, environment: [String: String] = [:], bounds: RequestBounds, timeout: Duration,
    folder: PrivateFolder? = nil, recorder: Recorder? = nil, logger: Logger? = nil,
    secrets: KnownSecrets = KnownSecrets(),
    mayAsk: @escaping CurlClient.PeerRule = { _, _ in true }
  ) {
    let client = CurlClient(userAgent: userAgent, timeout: timeout, environment: environment, mayAsk: mayAsk)
    let cache = folder.map { Database.cache(in: $0) }
    let limiter = RateLimiter(bounds, shared: cache.map { SharedBudget($0) }, timeout: timeout)
    let limited = limiter.limiting(client.transfer)
    let retried = RetryPolicy().retrying(Redirects(timeout: timeout).following(limited))
    let answers = recorder == nil ? cache.map { AnswerStore($0, timeout: timeout) } : nil
    self.init(
      answeringFrom: answers?.keeping(retried) ?? retried, recorder: recorder, logger: logger, secrets: secrets,
      // A file may take hours; each redirect still has the usual timeout.
      download: Redirects(timeout: .seconds(86_400)).following(limited))
    (self.limiter, self.cache) = (limiter, cache)
  }

  /// Answers only from a recording.
  package init(replaying replay: Replay, logger: Logger? = nil, secrets: KnownSecrets = KnownSecrets()) {
    self.init(answeringFrom: replay.transfer, recorder: nil, logger: logger, secrets: secrets)
  }

  /// Answers only from the sample catalog.
  package init(
    sample: @escaping HTTPFetch, recorder: Recorder? = nil, logger: Logger? = nil,
    secrets: KnownSecrets = KnownSecrets()
  ) {
    let source: TransferLayer = { request in
      let answer = await result { () throws(CatalogError) in try await sample(request) }
      return Transfer(answer, source: .sample, attempts: 1)
    }
    self.init(answeringFrom: source, recorder: recorder, logger: logger, secrets: secrets)
  }

  private init(
    answeringFrom source: @escaping TransferLayer, recorder: Recorder?, logger: Logger?, secrets: KnownSecrets,
    download: TransferLayer? = nil
  ) {
    let recorded = recorder?.recording(Self.reportingTimeouts(source)) ?? source
    let cached = Self.reportingTimeouts(ResponseCache().caching(recorded))
    let answer = reporting(cached, logger: logger, secrets: secrets)
    self.answer = answer
    fetch = { (request) async throws(CatalogError) in try await answer(request).result.get() }
    self.download = download.map { reporting($0, logger: logger, secrets: secrets) } ?? Self.noFiles
  }

  /// A layer that tells a request that ran out of time from one that the user cancelled.
  private static func reportingTimeouts(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      var transfer = await next(request)
      if let limit = RequestContext.current.limit, limit.end <= .now, case .failure(.cancelled) = transfer.result {
        transfer.result = .failure(.timedOut(host: request.host, after: limit.after))
      }
      return transfer
    }
  }

  private static let noFiles: TransferLayer = { request in
    let reason = "files need the network"
    return Transfer(.failure(.refused(host: request.host, status: 0, reason: reason)), source: .sample)
  }

  /// The remaining budget of each host requested so far; empty if the network is not used.
  package var budgets: [RequestBudget] { get async throws(FileError) { try await limiter?.budgets ?? [] } }

  /// Closes the shared database; no requests may follow.
  package func close() async { await cache?.close() }
}
