package import Domain
import Foundation
import FoundationNetworking
import Synchronization

/// The connection: sends a request once and takes in the whole answer, within bounds.
///
/// Nothing is set up before the first request. No cookies, no credentials, no cache on disk.
///
/// - A body of more than `largestBody` bytes ends the transfer: `tooLarge`.
/// - `timeout` is for the whole request, however the bytes may drip: `timedOut`.
/// - Refused connections, unknown hosts, and answers that break off: `offline`.
/// - Redirects are followed for GET alone, at most five, to http or https and never from https to http; others are
///   `unreadable`, since no answer of the service's own came. Authorization stays with the host it was meant for.
/// - Cancelling the task ends the transfer: `cancelled`.
///
/// One thing is out of our hands: FoundationNetworking (6.3.1, NativeProtocol.swift) stops the program when a service
/// closes the connection in the middle of its header fields, before any that tells the body's length.
package final class HTTPClient: Sendable {
  package static let mebibyte = 1 << 20

  private let userAgent: String
  private let timeout: Duration
  private let clock: any Clock<Duration>
  private let downloads: Downloads
  private let session = Mutex<URLSession?>(nil)

  /// - Parameter userAgent: such as `liner/1.0`.
  package init(
    userAgent: String, timeout: Duration = .seconds(15), largestBody: CatalogError.ByteCount = 32 * mebibyte,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.userAgent = userAgent
    self.timeout = timeout
    self.clock = clock
    downloads = Downloads(largestBody: largestBody)
  }

  deinit { session.withLock { $0?.invalidateAndCancel() } }

  /// Sends `request`, whatever its method.
  package func transfer(_ request: HTTPRequest) async -> Transfer {
    guard let url = URL(string: request.url), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil
    else { return Transfer(.failure(.offline(host: request.host)), source: .network) }
    if Task.isCancelled { return Transfer(.failure(.cancelled), source: .network) }

    let watch = Stopwatch(clock)
    let task = openSession().dataTask(with: urlRequest(for: request, url: url))
    let deadline = Task { [clock, timeout, downloads] in
      // Thrown when the answer came in time and the deadline was cancelled.
      try await clock.sleep(for: timeout)
      downloads.end(task, as: .timedOut(host: request.host, after: timeout))
    }
    defer { deadline.cancel() }
    let download = await withTaskCancellationHandler {
      await withCheckedContinuation { downloads.start(task, for: request, continuation: $0) }
    } onCancel: {
      downloads.end(task, as: .cancelled)
    }
    return Transfer(
      download.outcome, source: .network, attempts: 1, transferred: watch.elapsed, brokeOff: download.brokeOff)
  }

  private func urlRequest(for request: HTTPRequest, url: URL) -> URLRequest {
    // The interval counts from the last byte, so it is no more than a second line behind our own deadline. Foundation
    // turns it into whole milliseconds without looking at its size.
    let interval = min(timeout / .seconds(1), 86_400) + 60
    var result = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: interval)
    result.httpMethod = request.method
    for (name, value) in request.headers { result.setValue(value, forHTTPHeaderField: name) }
    result.setValue(userAgent, forHTTPHeaderField: "User-Agent")
    if !request.body.isEmpty { result.httpBody = Foundation.Data(request.body) }
    return result
  }

  private func openSession() -> URLSession {
    session.withLock { session in
      if let session { return session }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.urlCredentialStorage = nil
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      let opened = URLSession(configuration: configuration, delegate: downloads, delegateQueue: ImmediateQueue())
      session = opened
      return opened
    }
  }
}
