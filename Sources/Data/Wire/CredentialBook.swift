package import Domain
import Synchronization

/// The credentials of the current catalogs, by their scheme, host and port: covers, files and streams of a user's own
/// server are requested with them.
package final class CredentialBook: Sendable {
  /// Returns the signature for a request to an address, or nil if there are no credentials for that address.
  package typealias Provider = @Sendable (String) async throws(CatalogError) -> Signature?

  /// What is sent for an address.
  package struct Signature: Sendable {
    /// The address with the parameters of every request.
    let url: String
    /// Nil if the user gave none, and the service may need none.
    let credential: HTTPRequest.Credential?
    /// The failure that an answer tells, which may have status 200.
    let failure: @Sendable (HTTPResponse) -> CatalogError?
    /// Signs again after status 401; nil if that would not help.
    let renewed: @Sendable () async throws(CatalogError) -> Signature?

    package init(
      url: String, _ credential: HTTPRequest.Credential?,
      failure: @escaping @Sendable (HTTPResponse) -> CatalogError? = { _ in nil },
      renewed: @escaping @Sendable () async throws(CatalogError) -> Signature? = { () throws(CatalogError) in nil }
    ) {
      (self.url, self.credential, self.failure, self.renewed) = (url, credential, failure, renewed)
    }
  }

  /// The newest first.
  private let providers = Mutex<[(base: WebAddress, provider: Provider)]>([])

  package init() {}

  /// Replaces the provider for that base.
  package func add(_ provider: @escaping Provider, for base: String) {
    guard let base = WebAddress(base), base.user == nil else { return }
    providers.withLock { $0 = [(base, provider)] + $0.filter { $0.base != base } }
  }

  /// Whether `url` is requested with credentials.
  package func covers(_ url: String) -> Bool { provider(for: url) != nil }

  /// Of several services on one server, the one with most of the URL's path; the newest if it is below none of them.
  private func provider(for url: String) -> Provider? {
    guard let address = WebAddress(url), address.user == nil else { return nil }
    func shared(_ base: WebAddress) -> Int {
      (address.path + "/").hasPrefix(base.trimmedPath + "/") ? base.path.utf8.count : 0
    }
    return providers.withLock { providers in
      providers.filter { $0.base.isSameOrigin(as: address) }.max { shared($0.base) < shared($1.base) }?.provider
    }
  }

  /// A layer that sends a request with the credentials for its address, if there are any, and again with a new key where
  /// an answer has status 401. They do not follow a redirect elsewhere; the redirect itself is followed by the rules of
  /// the request.
  package func signing(_ next: @escaping TransferLayer) -> TransferLayer {
    { request in
      do throws(CatalogError) {
        var signature = try await self.provider(for: request.url)?(request.url)
        while true {
          var signed = request
          if let signature {
            (signed.url, signed.credential) = (signature.url, signature.credential)
            // A server may store its files elsewhere.
            (signed.trustElsewhere, signed.trust) = (request.trust, .declared)
          }
          let transfer = await next(signed)
          guard let sent = signature, let response = try? transfer.result.get() else { return transfer }
          signature = response.status == 401 ? try await sent.renewed() : nil
          if signature == nil {
            return sent.failure(response).map { Transfer(.failure($0), source: .network) } ?? transfer
          }
        }
      } catch {
        return Transfer(.failure(error), source: .network)
      }
    }
  }

  /// Sends the bytes at `url` to `accept`, which returns false to stop.
  /// - Throws: also `unreadable` if the service sends what no player can play: a page or document that reports an error,
  ///   or all files of a book in one.
  package func stream(
    _ url: String, by download: @escaping TransferLayer,
    _ accept: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) async throws(CatalogError) {
    var request = HTTPRequest(url: url)
    request.trust = .untrusted
    request.sink = BodySink(
      begin: { (200..<300).contains($0) && FileSink.unplayable($1["content-type"] ?? "") == nil }, take: accept)
    let response = try await signing(download)(request).result.get()
    if let failure = response.failure(from: request.host) { throw failure }
    if let what = FileSink.unplayable(response.headers["content-type"] ?? "") {
      throw .unreadable(host: request.host, what: what)
    }
  }
}
