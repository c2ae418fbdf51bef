package import Domain
import Synchronization

/// The credentials of the current catalogs, by their scheme, host and port: covers, files and streams of a user's own
/// server are requested with them.
package final class CredentialBook: Sendable {
  /// Returns an address with the parameters of every request, and the credentials for it; nil if there are none.
  package typealias Provider =
    @Sendable (String) async throws(CatalogError) -> (url: String, credential: HTTPRequest.Credential)?

  private let providers = Mutex<[String: Provider]>([:])

  package init() {}

  /// Replaces the provider for that base.
  package func add(_ provider: @escaping Provider, for base: String) {
    guard let origin = Self.origin(of: base) else { return }
    providers.withLock { $0[origin] = provider }
  }

  /// Whether `url` is requested with credentials.
  package func covers(_ url: String) -> Bool { provider(for: url) != nil }

  private func provider(for url: String) -> Provider? {
    guard let origin = Self.origin(of: url) else { return nil }
    return providers.withLock { $0[origin] }
  }

  /// Nil for a URL without a host, or with a user.
  private static func origin(of url: String) -> String? { WebAddress(url).flatMap { $0.user == nil ? $0.origin : nil } }

  /// `request` with the credentials for its address, if there are any. They do not follow a redirect elsewhere; the
  /// redirect itself is followed by the rules of the request.
  package func signed(_ request: HTTPRequest) async throws(CatalogError) -> HTTPRequest {
    guard let signed = try await provider(for: request.url)?(request.url) else { return request }
    var request = request
    (request.url, request.credential) = signed
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
