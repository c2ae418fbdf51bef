import CCurl
package import Domain
import Synchronization

/// The connection: sends a request once and receives the whole answer, within limits.
///
/// The first request loads libcurl. There are no cookies, no cache, and no credentials but the request's own.
/// Connections are reused, requests run in parallel, and HTTP/2 is used if offered.
///
/// - A body of more than `largestBody` bytes, decompressed, ends the transfer: `tooLarge`.
/// - `timeout` covers the whole exchange, however slowly the bytes arrive: `timedOut`.
/// - Refused connections, unknown hosts, and incomplete answers, even incomplete headers: `offline`.
/// - An invalid certificate, for any reason: `untrusted`. TLS 1.2 is the minimum.
/// - An answer that is not HTTP, or endless headers: `unreadable`.
/// - A forbidden peer of an untrusted address: `offLimits`.
/// - Redirects are ordinary answers, without their bodies; `Redirects` follows them.
/// - Cancelling the task ends the transfer: `cancelled`.
package final class CurlClient: Sendable {
  package static let mebibyte = 1 << 20

  /// Whether a request to an untrusted address is allowed. `peer` is the numeric address connected to or, if there is no
  /// connection yet or a proxy connects for us, the host in the URL; `address` may come from a redirect.
  package typealias PeerRule = @Sendable (_ peer: String, _ address: WebAddress) -> Bool

  /// The settings for all requests.
  struct Settings: Sendable {
    let userAgent: String
    let timeout: Duration
    let largestBody: CatalogError.ByteCount
    let evaluation: ProxyEnvironment
    let mayAsk: PeerRule
  }

  private let settings: Settings
  /// Nil before the first request.
  private let loop = Mutex<CurlLoop?>(nil)

  /// - Parameters:
  ///   - userAgent: such as `liner/1.0`.
  ///   - environment: has proxies and certificates, in curl's variables.
  ///   - mayAsk: judges the peers of `.untrusted` addresses.
  package init(
    userAgent: String, timeout: Duration = .seconds(15), largestBody: CatalogError.ByteCount = 32 * mebibyte,
    environment: [String: String] = [:], mayAsk: @escaping PeerRule = { _, _ in true }
  ) {
    settings = Settings(
      userAgent: userAgent, timeout: timeout, largestBody: largestBody,
      evaluation: ProxyEnvironment(environment: environment),
      mayAsk: mayAsk)
  }

  deinit { loop.withLock(\.self)?.stop() }

  /// Sends `request`, whatever its method.
  package func transfer(_ request: HTTPRequest) async -> Transfer {
    if Task.isCancelled { return Transfer(.failure(.cancelled), source: .network) }
    guard let address = request.sent else { return Transfer(.failure(request.malformed), source: .network) }
    // Judged by its name too, so that nothing connects to an address that is not allowed.
    guard request.trust == .catalog || settings.mayAsk(address.host, address) else {
      return Transfer(.failure(.offLimits(host: request.host, address: address.host)), source: .network)
    }
    let loop: CurlLoop
    do throws(CatalogError) { loop = try open() } catch { return Transfer(.failure(error), source: .network) }
    let elapsed = stopwatch(ContinuousClock())
    let download = CurlDownload(of: request, at: address, settings)
    var transfer = await download.end.value(whenCancelled: Transfer(.failure(.cancelled), source: .network)) {
      loop.start(download)
    } onCancel: {
      loop.drop(download)
    }
    transfer.attempts = 1
    transfer.transferred = elapsed()
    // We were suspended, and the answer may have been there in time. That is not the service's fault.
    if case .failure(.timedOut) = transfer.result, transfer.transferred > settings.timeout + .seconds(3) {
      (transfer.brokeOff, transfer.transferred) = (true, .zero)
    }
    return transfer
  }

  private func open() throws(CatalogError) -> CurlLoop {
    try loop.withLock { loop throws(CatalogError) in
      if let loop { return loop }
      let new = try CurlLoop()
      loop = new
      return new
    }
  }
}
