package import Domain
package import Logging

/// What became of one request, as the layers hand it up; each adds what it alone knows.
package struct Transfer: Sendable, Equatable {
  package var result: Result<HTTPResponse, CatalogError>
  package var source: Exchange.Source
  /// How often the request was sent.
  package var attempts = 0
  /// Time spent waiting for the request budget.
  package var waited = Duration.zero
  /// Time from sending the first attempt to the last byte of the last.
  package var transferred = Duration.zero
  /// How often the last attempt was sent on to another address.
  package var redirects = 0
  /// Where the time of the last request went; nil where nothing was sent.
  package var timings: Exchange.Timings?
  /// How many bytes of a body went elsewhere than into the answer.
  package var bytes = 0
  /// When an answer was kept that is older than it may be, in seconds since 1970.
  package var staleSince: Int64?
  /// A connection was there and broke, so that asking again may help.
  package var brokeOff = false

  init(_ result: Result<HTTPResponse, CatalogError>, source: Exchange.Source, attempts: Int = 0) {
    (self.result, self.source, self.attempts) = (result, source, attempts)
  }

  /// Counts what an earlier transfer of the same request took.
  mutating func add(_ earlier: Transfer) {
    attempts += earlier.attempts
    waited += earlier.waited
    transferred += earlier.transferred
  }
}

/// One layer of an exchange: never throws, so that what is known of a failed request is not lost on the way up.
package typealias TransferLayer = @Sendable (HTTPRequest) async -> Transfer

/// The outermost layer: makes an `HTTPFetch` of the others and reports each request to `RequestContext.current.log`,
/// exactly once, when it ends, and to `logger` where there is one.
/// - Parameter secrets: what neither of them is told.
package func reported(
  _ next: @escaping TransferLayer, logger: Logger? = nil, secrets: KnownSecrets = KnownSecrets()
) -> HTTPFetch {
  { (request) async throws(CatalogError) -> HTTPResponse in
    let transfer = await next(request)
    transfer.report(of: request, to: logger, hiding: secrets)
    return try transfer.result.get()
  }
}

extension Transfer {
  /// Tells `RequestContext.current.log`, and `logger` where there is one, what became of `request`.
  func report(of request: HTTPRequest, to logger: Logger?, hiding secrets: KnownSecrets) {
    let log = RequestContext.current.log
    guard log != nil || logger != nil else { return }
    let exchange = Exchange(of: request, self, hiding: secrets)
    log?.append(exchange)
    if let logger { exchange.log(to: logger) }
  }
}

extension Exchange {
  /// Tells `logger` what became of the request, without secrets: at `info`, and at `warning` where it failed.
  fileprivate func log(to logger: Logger) {
    let level: Logger.Level = error == nil ? .info : .warning
    // The metadata is only made where it is wanted: requests are many, and most sessions log nothing.
    guard logger.logLevel <= level else { return }
    var metadata: Logger.Metadata = [
      "method": "\(method)", "url": "\(url)", "source": "\(source.rawValue)", "bytes": "\(bytes)",
      "attempts": "\(attempts)", "transferred": "\(transferred.milliseconds)", "waited": "\(waited.milliseconds)",
    ]
    if let status { metadata["status"] = "\(status)" }
    if let error { metadata["error"] = "\(error.code.rawValue)" }
    logger.log(level: level, "exchange", metadata: metadata)
    if !headers.isEmpty { logger.debug("request headers", metadata: headers.mapValues { "\($0)" }) }
  }

  fileprivate init(of request: HTTPRequest, _ transfer: Transfer, hiding secrets: KnownSecrets) {
    var shown = Secrets.removed(from: request)
    shown.url = secrets.removed(from: shown.url)
    shown.headers = shown.headers.mapValues { secrets.removed(from: $0) }
    let response = try? transfer.result.get()
    let failure: CatalogError? =
      switch transfer.result {
      case .success(let response): response.failure(from: request.host)
      case .failure(let error): error
      }
    self.init(
      method: shown.method, url: shown.url, headers: shown.headers, source: transfer.source, status: response?.status,
      bytes: (response?.body.count ?? 0) + transfer.bytes, attempts: transfer.attempts, waited: transfer.waited,
      transferred: transfer.transferred, redirects: transfer.redirects, timings: transfer.timings,
      staleSince: transfer.staleSince, error: failure)
  }
}

extension Duration {
  fileprivate var milliseconds: String { "\(Int((self / .milliseconds(1)).rounded())) ms" }
}

/// Time since it was made, by a clock of any kind.
struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration

  init(_ clock: any Clock<Duration>) { read = Self.reader(of: clock) }

  var elapsed: Duration { read() }

  private static func reader<C: Clock<Duration>>(of clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
