package import Domain
import Synchronization
import Wire

/// Which untrusted addresses may be requested: feeds, their next pages, redirects, episodes' files.
///
/// A user's machine can reach routers, local services and a cloud's metadata; an untrusted address must not. Allowed
/// are http and https to the public internet, and everything at the host and port of a catalog's own base URL.
///
/// There are two checks, because a name means nothing until it is resolved: `refusal(of:)` before anything is sent, and
/// `allows(peer:for:)` at each connection, and so again after each redirect.
package final class UntrustedURLPolicy: Sendable {
  /// The places of the catalogs' own base URLs, and of servers that the user has signed in to since.
  private let own: Mutex<Set<String>>

  /// - Parameter bases: the catalogs' own base URLs.
  package init(own bases: [String] = []) { own = Mutex(Set(bases.flatMap(Self.places))) }

  /// Allows the base URL of a server that the user trusts.
  package func add(own base: String) { own.withLock { $0.formUnion(Self.places(ofBase: base)) } }

  private func isOwn(_ address: WebAddress, user: String = "") -> Bool {
    own.withLock { $0.contains(user + Self.place(of: address)) }
  }

  /// Why `url` may not be requested, judging by the address alone; nil if it may.
  package func refusal(of url: String) -> CatalogError? {
    let host = HTTPRequest(url: url).host
    func refused(_ reason: String) -> CatalogError { .refused(host: host, status: 0, reason: reason) }
    let address: WebAddress
    do throws(WebAddress.Problem) { address = try WebAddress(parsing: url) } catch { return refused(error.reason) }
    if address.user != nil { return refused("its address contains a user name or password") }
    return isOwn(address) || address.mayBePublic ? nil : .offLimits(host: host, address: host)
  }

  /// Whether `address` may be requested from `peer`: the numeric address of a connection, or the host's name if a proxy
  /// connects for us. `CurlClient` calls it at each connection, so also after each redirect.
  package func allows(peer: String, for address: WebAddress) -> Bool {
    // Only the user may put a user name and a password into a base URL.
    if let user = address.user { return isOwn(address, user: user + "@") }
    if isOwn(address) { return true }
    return NumericAddress(literal: peer)?.isPublic ?? (address.host == peer && address.mayBePublic)
  }

  private static func place(of address: WebAddress) -> String { "\(address.host):\(address.port)" }

  /// `host:port` of a base URL, also with its user; nothing if it is not valid.
  private static func places(ofBase base: String) -> [String] {
    guard let address = WebAddress(base) else { return [] }
    let place = place(of: address)
    return [place] + (address.user.map { ["\($0)@\(place)"] } ?? [])
  }
}
