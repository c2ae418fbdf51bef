import Domain
import Foundation
import FoundationNetworking
import Synchronization

/// The answers that are coming in, by the task that brings them.
///
/// `@unchecked Sendable` is fine because all state is in a mutex; only the superclass keeps the compiler from seeing it.
final class Downloads: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  /// How a download ended.
  struct End: Sendable {
    var outcome: Result<HTTPResponse, CatalogError>
    /// A connection was there and broke.
    var brokeOff = false
  }

  private struct Download {
    let request: HTTPRequest
    let continuation: CheckedContinuation<End, Never>
    var response = HTTPResponse(status: 0, body: [])
    var redirects = 0
  }

  private static let mostRedirects = 5

  private let largestBody: Int
  private let running = Mutex<[Int: Download]>([:])

  init(largestBody: Int) { self.largestBody = largestBody }

  /// Resumes `task`; the continuation is resumed when it ends, or at once where the calling task is cancelled.
  func start(_ task: URLSessionTask, for request: HTTPRequest, continuation: CheckedContinuation<End, Never>) {
    // Under the lock: a cancellation is either seen here or finds the download afterwards.
    let isCancelled = running.withLock {
      if Task.isCancelled { return true }
      $0[task.taskIdentifier] = Download(request: request, continuation: continuation)
      return false
    }
    guard !isCancelled else { return continuation.resume(returning: End(outcome: .failure(.cancelled))) }
    task.resume()
  }

  /// Ends the download and its transfer; does nothing where it has ended already.
  func end(_ task: URLSessionTask, as error: CatalogError) {
    guard let download = take(task) else { return }
    download.continuation.resume(returning: End(outcome: .failure(error)))
    // A thread of its own, since cancelling waits until libcurl has dealt with what has come in: for seconds where that
    // is a megabyte that unpacks to a gigabyte, and forever where it is libcurl that is calling.
    Thread.detachNewThread { task.cancel() }
  }

  private func take(_ task: URLSessionTask) -> Download? {
    running.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  // MARK: URLSessionDataDelegate

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    running.withLock { $0[dataTask.taskIdentifier]?.response = HTTPResponse(head: response) }
    if response.expectedContentLength > largestBody {
      end(dataTask, as: .tooLarge(host: host(of: dataTask), limit: largestBody))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Foundation.Data) {
    let host = running.withLock { downloads -> String? in
      guard let size = downloads[dataTask.taskIdentifier]?.response.body.count else { return nil }
      if size + data.count > largestBody { return downloads[dataTask.taskIdentifier]?.request.host }
      downloads[dataTask.taskIdentifier]?.response.body.append(contentsOf: data)
      return nil
    }
    if let host { end(dataTask, as: .tooLarge(host: host, limit: largestBody)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let refused = running.withLock { downloads -> CatalogError? in
      // A task that was cancelled meanwhile must not hear of its redirect: FoundationNetworking stops the program then.
      // For the same reason it hears of it under the lock, before anybody can cancel it.
      guard var download = downloads[task.taskIdentifier] else { return nil }
      download.redirects += 1
      download.response = HTTPResponse(status: 0, body: [])
      downloads[task.taskIdentifier] = download
      // Foundation takes `file:///x` for a path on the same host, so its target is resolved anew.
      let location = response.value(forHTTPHeaderField: "Location") ?? ""
      let target = URL(string: location, relativeTo: response.url)?.absoluteURL
      if let what = Self.objection(to: target, from: response.url, of: download) {
        return .unreadable(host: download.request.host, what: what)
      }
      var next = request
      next.url = target
      if target?.host != response.url?.host || target?.port != response.url?.port {
        next.setValue(nil, forHTTPHeaderField: "Authorization")
      }
      completionHandler(next)
      return nil
    }
    if let refused { end(task, as: refused) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard var download = take(task) else { return }
    if let error {
      let hadConnection = download.response.status != 0 || Self.broken.contains((error as? URLError)?.code)
      download.continuation.resume(
        returning: End(outcome: .failure(.offline(host: download.request.host)), brokeOff: hadConnection))
    } else {
      // The head of a redirect that leads nowhere is not announced, nor is that of any other 3xx.
      if download.response.status == 0, let head = task.response { download.response = HTTPResponse(head: head) }
      download.continuation.resume(returning: End(outcome: .success(download.response)))
    }
  }

  // MARK: Rules

  /// How a connection that ends before the head of an answer is called: reset, and closed without a word. A certificate
  /// that is not trusted has no name but "unknown", and would not be trusted the next time either.
  private static let broken: Set<URLError.Code?> = [.networkConnectionLost, .badServerResponse]

  private func host(of task: URLSessionTask) -> String {
    running.withLock { $0[task.taskIdentifier]?.request.host } ?? ""
  }

  /// What the answer was where it is a redirect that must not be followed.
  private static func objection(to target: URL?, from source: URL?, of download: Download) -> String? {
    let scheme = target?.scheme?.lowercased() ?? ""
    if download.request.method != "GET" { return "a redirect of a \(download.request.method)" }
    if download.redirects > mostRedirects { return "a chain of more than \(mostRedirects) redirects" }
    guard ["http", "https"].contains(scheme), target?.host?.isEmpty == false else {
      return "a redirect away from the web"
    }
    if source?.scheme?.lowercased() == "https", scheme == "http" { return "a redirect from https to http" }
    return nil
  }
}

extension HTTPResponse {
  fileprivate init(head: URLResponse) {
    let head = head as? HTTPURLResponse
    let fields = (head?.allHeaderFields ?? [:]).map { (String(describing: $0).lowercased(), String(describing: $1)) }
    self.init(status: head?.statusCode ?? 0, headers: Dictionary(fields, uniquingKeysWith: { $1 }), body: [])
  }
}

/// Runs what is added at once, on the thread that adds it.
///
/// As the delegate queue of a session it makes libcurl wait until the bytes it hands over are taken in. A real queue
/// takes them faster than they can be counted, and holds them all.
///
/// `@unchecked Sendable` is fine because it adds no state to a superclass that is Sendable in the same manner.
final class ImmediateQueue: OperationQueue, @unchecked Sendable {
  override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
