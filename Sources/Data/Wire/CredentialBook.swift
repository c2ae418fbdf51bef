package import Domain
import Synchronization

/// The credentials of the catalogs in use, by the scheme, host and port that they are for: covers, files and streams of
/// a user's own server are requested with them.
package final class CredentialBook: Sendable {
  package typealias Provider = @Sendable () async throws(CatalogError) -> HTTPRequest.Credential?

  private let providers = Mutex<[String: Provider]>([:])

  package init() {}

  /// Replaces what was known of that base.
  package func add(_ provider: @escaping Provider, for base: String) {
    guard let origin = Self.origin(of: base) else { return }
    providers.withLock { $0[origin] = provider }
  }

  /// Whether `url` is requested with credentials.
  package func covers(_ url: String) -> Bool { provider(for: url) != nil }

  /// What to request `url` with; nil: nothing.
  package func credential(for url: String) async throws(CatalogError) -> HTTPRequest.Credential? {
    try await provider(for: url)?()
  }

  private func provider(for url: String) -> Provider? {
    guard let origin = Self.origin(of: url) else { return nil }
    return providers.withLock { $0[origin] }
  }

  /// `https://host:443`; nil for what names no host, or a user.
  private static func origin(of url: String) -> String? {
    guard let mark = url.firstRange(of: "://") else { return nil }
    let scheme = url[..<mark.lowerBound].lowercased()
    let authority = url[mark.upperBound...].prefix { !"/?#\\".contains($0) }.lowercased()
    guard scheme == "http" || scheme == "https", !authority.isEmpty, !authority.contains("@") else { return nil }
    let hasPort = authority.split(separator: "]").last?.contains(":") ?? false
    return "\(scheme)://\(authority)" + (hasPort ? "" : scheme == "https" ? ":443" : ":80")
  }
}
