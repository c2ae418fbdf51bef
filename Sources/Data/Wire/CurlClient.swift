import CCurl
package import Domain
import Synchronization

/// The connection: sends a request once and takes in the whole answer, within bounds.
///
/// Nothing is set up before the first request: libcurl is opened then. No cookies, no cache, no credentials but those of the
/// request. Connections are kept for the next request, and requests run beside each other; HTTP/2 where it is offered.
///
/// - A body of more than `largestBody` bytes, unpacked, ends the transfer: `tooLarge`.
/// - `timeout` is for the whole exchange, however the bytes may drip: `timedOut`.
/// - Refused connections, unknown hosts, and answers that break off, in their head too: `offline`.
/// - A certificate that is not right, for whatever reason: `untrusted`. TLS 1.2 at least.
/// - What is not HTTP, or a head without bounds: `unreadable`.
/// - A peer that a stranger's address leads to and that may not be asked: `offLimits`.
/// - Redirects are answers like others; `Redirects` follows them. Of their bodies nothing is kept.
/// - Cancelling the task ends the transfer: `cancelled`.
package final class CurlClient: Sendable {
  package static let mebibyte = 1 << 20

  /// Whether what a stranger's address leads to may be asked: the numeric address connected to, or, where a proxy connects
  /// in our place, the host as the URL has it; and the URL, which a redirect may have changed.
  package typealias PeerRule = @Sendable (_ address: String, _ url: String) -> Bool

  /// What holds for all requests.
  struct Settings: Sendable {
    let userAgent: String
    let timeout: Duration
    let largestBody: CatalogError.ByteCount
    let surroundings: WebSurroundings
    let mayAsk: PeerRule
  }

  private let settings: Settings
  /// Nil before the first request.
  private let loop = Mutex<CurlLoop?>(nil)

  /// - Parameters:
  ///   - userAgent: such as `liner/1.0`.
  ///   - environment: names proxies and certificates, by the names curl knows.
  ///   - mayAsk: judges where `.stranger`s lead.
  package init(
    userAgent: String, timeout: Duration = .seconds(15), largestBody: CatalogError.ByteCount = 32 * mebibyte,
    environment: [String: String] = [:], mayAsk: @escaping PeerRule = { _, _ in true }
  ) {
    settings = Settings(
      userAgent: userAgent, timeout: timeout, largestBody: largestBody,
      surroundings: WebSurroundings(environment: environment),
      mayAsk: mayAsk)
  }

  deinit { loop.withLock(\.self)?.stop() }

  /// Sends `request`, whatever its method.
  package func transfer(_ request: HTTPRequest) async -> Transfer { await transfer(request, into: nil) }

  /// The same, with the body of an answer going into `sink` where there is one and it wants it, however large and slow it
  /// is: the time of a request is then that in which something must come.
  package func transfer(_ request: HTTPRequest, into sink: (any BodySink)?) async -> Transfer {
    if Task.isCancelled { return Transfer(.failure(.cancelled), source: .network) }
    guard let loop = open() else {
      let error = CatalogError.libraryMissing(name: String(cString: ccurl_name), package: "libcurl4")
      return Transfer(.failure(error), source: .network)
    }
    guard let address = WebAddress(request.sentURL), address.isOfTheWeb else {
      return Transfer(.failure(.offline(host: request.host)), source: .network)
    }
    let watch = Stopwatch(ContinuousClock())
    let download = CurlDownload(of: request, at: address, settings, into: sink)
    var transfer = await download.end.value(whenCancelled: Transfer(.failure(.cancelled), source: .network)) {
      loop.start(download)
    } onCancel: {
      loop.drop(download)
    }
    transfer.attempts = 1
    transfer.transferred = watch.elapsed
    return transfer
  }

  private func open() -> CurlLoop? {
    loop.withLock { loop in
      loop = loop ?? CurlLoop()
      return loop
    }
  }
}
