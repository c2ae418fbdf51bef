package import Domain
import Logging

/// The outcome of one request as it passes up through the layers; each adds what only it knows.
package struct Transfer: Sendable, Equatable {
  package var result: Result<HTTPResponse, CatalogError>
  package var source: Exchange.Source
  /// How often the request was sent.
  package var attempts = 0
  /// Time spent waiting for the request budget.
  package var waited = Duration.zero
  /// Time from sending the first attempt to the last byte of the last one.
  package var transferred = Duration.zero
  /// How many redirects the last attempt followed.
  package var redirects = 0
  /// The phases of the last request; nil if nothing was sent.
  package var timings: Exchange.Timings?
  /// The number of body bytes that went to a sink.
  package var bytes = 0
  /// When a stale answer was stored, in seconds since 1970; nil for a fresh one.
  package var staleSince: Int64?
  /// Whether the connection was made and then broke, so that another attempt may help.
  package var brokeOff = false
  /// Whether it was a reused connection, which the server closed without an answer, so that a new one should be tried.
  var needsNewConnection = false

  init(_ result: Result<HTTPResponse, CatalogError>, source: Exchange.Source, attempts: Int = 0) {
    (self.result, self.source, self.attempts) = (result, source, attempts)
  }

  /// Adds the attempts and times of an earlier transfer of the same request.
  mutating func add(_ earlier: Transfer) {
    attempts += earlier.attempts
    waited += earlier.waited
    transferred += earlier.transferred
  }
}

/// One layer of an exchange. It never throws, so that the details of a failed request reach the top.
package typealias TransferLayer = @Sendable (HTTPRequest) async -> Transfer

/// The outermost layer. Reports each request exactly once, when it ends, to `RequestContext.current.log` and to
/// `logger` if there is one.
/// - Parameter secrets: hidden from both.
func reporting(_ next: @escaping TransferLayer, logger: Logger?, secrets: KnownSecrets) -> TransferLayer {
  { request in
    let transfer = await next(request)
    let log = RequestContext.current.log
    guard log != nil || logger != nil else { return transfer }
    let exchange = Exchange(of: request, transfer, hiding: secrets)
    log?.append(exchange)
    if let logger { exchange.log(to: logger) }
    return transfer
  }
}

extension Exchange {
  /// Logs the outcome without secrets: at `info`, or at `warning` if the request failed.
  fileprivate func log(to logger: Logger) {
    let level: Logger.Level = error == nil ? .info : .warning
    // Builds the metadata only if needed: there are many requests, and most sessions log nothing.
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
    let shown = secrets.redacted(from: request)
    let response = try? transfer.result.get()
    var failure: CatalogError? =
      switch transfer.result {
      case .success(let response): response.failure(from: request.host)
      case .failure(let error): error
      }
    if case .refused(let host, let status, nil)? = failure, let response {
      failure = .refused(host: host, status: status, reason: response.words(hiding: secrets))
    }
    self.init(method: shown.method, url: shown.url, source: transfer.source)
    (headers, body) = (shown.headers, String(validating: shown.body, as: UTF8.self))
    curlBody = request.curlBody
    self.secrets = request.credential?.shown
    (status, bytes, error) = (response?.status, (response?.body.count ?? 0) + transfer.bytes, failure)
    (attempts, waited, transferred) = (transfer.attempts, transfer.waited, transfer.transferred)
    (redirects, timings, staleSince) = (transfer.redirects, transfer.timings, transfer.staleSince)
  }
}

extension HTTPResponse {
  /// What a short text or JSON says about a failure, on one line; nil for a page, and for what is not text.
  fileprivate func words(hiding secrets: KnownSecrets) -> String? {
    guard !isMarkup, body.count <= 10_000, String(validating: body, as: UTF8.self) != nil else { return nil }
    let shown = secrets.redacted(from: String(decoding: Secrets.redacted(fromBody: body), as: UTF8.self))
    let line = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ").asReason
    return line.isEmpty ? nil : line
  }
}

extension String {
  /// A service's own words for a failure, cut to at most 300 characters.
  ///
  /// Counts scalars, because any number of marks may be stacked on one letter.
  package var asReason: String {
    let most = 300
    guard unicodeScalars.count > most else { return self }
    return String(unicodeScalars.prefix(most - 1)) + "…"
  }
}

extension Duration { fileprivate var milliseconds: String { "\(Int((self / .milliseconds(1)).rounded())) ms" } }

/// Measures the time since this call, on any kind of clock.
func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
