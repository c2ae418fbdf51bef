package import Domain
package import Logging

/// The layers of an HTTP exchange, put together: report → cache → recording → retries → redirects → budget →
/// connection.
package struct HTTPStack: Sendable {
  package let exchange: HTTPExchange
  private let limiter: RateLimiter?

  /// Towards the network. Nothing is set up before the first request.
  /// - Parameters:
  ///   - userAgent: such as `liner/1.0`.
  ///   - requestsPerMinute: towards each host; nil for no limit.
  ///   - timeout: for each attempt with its redirects, waits not counted.
  ///   - mayAsk: judges where strangers' addresses lead.
  ///   - logger: told of each request, without secrets.
  package init(
    userAgent: String, requestsPerMinute: Int?, timeout: Duration, recorder: Recorder? = nil, logger: Logger? = nil,
    mayAsk: @escaping CurlClient.PeerRule = { _ in true }
  ) {
    let client = CurlClient(userAgent: userAgent, timeout: timeout, mayAsk: mayAsk)
    let limiter = RateLimiter(requestsPerMinute: requestsPerMinute)
    let followed = Redirects(timeout: timeout).following(limiter.limiting(client.transfer))
    let retried = RetryPolicy().retrying(followed)
    self.init(answeringFrom: retried, recorder: recorder, limiter: limiter, logger: logger)
  }

  /// From a recording alone.
  package init(replaying replay: Replay, logger: Logger? = nil) {
    self.init(answeringFrom: replay.transfer, recorder: nil, limiter: nil, logger: logger)
  }

  /// From the sample catalog alone.
  package init(sample: @escaping HTTPExchange, recorder: Recorder? = nil, logger: Logger? = nil) {
    self.init(answeringFrom: sourced(from: .sample, sample), recorder: recorder, limiter: nil, logger: logger)
  }

  private init(
    answeringFrom source: @escaping TransferLayer, recorder: Recorder?, limiter: RateLimiter?, logger: Logger?
  ) {
    let recorded = recorder?.recording(source) ?? source
    exchange = reported(ResponseCache().caching(recorded), logger: logger)
    self.limiter = limiter
  }

  /// What is left for each host asked so far; empty where nothing is asked of the network.
  package var budgets: [RequestBudget] {
    get async { await limiter?.budgets ?? [] }
  }
}
