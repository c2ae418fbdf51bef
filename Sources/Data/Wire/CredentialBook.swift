package import Domain
import Synchronization

/// The credentials of the current catalogs, by their scheme, host and port: covers, files and streams of a user's own
/// server are requested with them.
package final class CredentialBook: Sendable {
  package typealias Provider = @Sendable () async throws(CatalogError) -> HTTPRequest.Credential?
  private typealias Entry = (provider: Provider, completed: @Sendable (String) -> String)

  private let entries = Mutex<[String: Entry]>([:])

  package init() {}

  /// Replaces the provider for that base.
  /// - Parameter completed: adds the parameters of every request to an address.
  package func add(
    _ provider: @escaping Provider, for base: String, completed: @escaping @Sendable (String) -> String = { $0 }
  ) {
    guard let origin = Self.origin(of: base) else { return }
    entries.withLock { $0[origin] = (provider, completed) }
  }

  /// Whether `url` is requested with credentials.
  package func covers(_ url: String) -> Bool { entry(for: url) != nil }

  private func entry(for url: String) -> Entry? {
    guard let origin = Self.origin(of: url) else { return nil }
    return entries.withLock { $0[origin] }
  }

  /// Nil for a URL without a host, or with a user.
  private static func origin(of url: String) -> String? {
    WebAddress(url).flatMap { $0.user == nil ? $0.origin : nil }
  }

  /// `request` with the credentials for its address, if there are any. They do not follow a redirect elsewhere; the
  /// redirect itself is followed by the rules of the request.
  package func signed(_ request: HTTPRequest) async throws(CatalogError) -> HTTPRequest {
    guard let entry = entry(for: request.url), let credential = try await entry.provider() else { return request }
    var request = request
    (request.url, request.credential) = (entry.completed(request.url), credential)
    // A server may store its files elsewhere.
    (request.trustElsewhere, request.trust) = (request.trust, .declared)
    return request
  }

  /// A layer that does the same.
  package func signing(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      do throws(CatalogError) {
        return await next(try await self.signed(request))
      } catch {
        return Transfer(.failure(error), source: .network)
      }
    }
  }

  /// Sends the bytes at `url` to `accept`, which returns false to stop.
  package func stream(
    _ url: String, by download: @escaping TransferLayer,
    _ accept: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) async throws(CatalogError) {
    var request = HTTPRequest(url: url)
    request.trust = .untrusted
    request.sink = BodySink(begin: { status, _ in (200..<300).contains(status) }, take: accept)
    let transfer = await signing(download)(request)
    if let failure = try transfer.result.get().failure(from: request.host) { throw failure }
  }
}
