package import Domain
import Synchronization
import Wire

/// Which addresses from strangers may be requested: feeds, their next pages, redirects, episodes' files.
///
/// A user's machine reaches routers, local services and a cloud's metadata; an address from outside must not. Allowed
/// are http and https to the public internet, and everything at the host and port of a catalog's own base URL.
///
/// There are two checks, because names say nothing before they are resolved: `refusal(of:)` before anything is sent,
/// and `allows(peer:for:)` at each connection, so again after each redirect.
package struct StrangerAddresses: Sendable, Hashable {
  /// `host:port` of the catalogs' own base URLs.
  private let own: Set<String>
  /// Bases of servers that the user signed in to since.
  private let added = OwnServers()

  /// - Parameter bases: the catalogs' own base URLs.
  package init(own bases: [String] = []) {
    own = Set(bases.compactMap { Authority($0)?.hostAndPort })
  }

  /// Allows the base of a server that is the user's own word.
  package func add(own base: String) {
    if let authority = Authority(base) { added.add(authority.hostAndPort) }
  }

  private func isOwn(_ authority: Authority) -> Bool {
    own.contains(authority.hostAndPort) || added.contains(authority.hostAndPort)
  }

  /// Why `url` must not be requested, judging by the address alone; nil if it may be.
  package func refusal(of url: String) -> CatalogError? {
    let host = HTTPRequest(url: url).host
    func refused(_ reason: String) -> CatalogError { .refused(host: host, status: 0, reason: reason) }
    guard let authority = Authority(url) else { return refused("its address is not http or https") }
    if authority.hasCredentials { return refused("its address contains a user name or password") }
    if isOwn(authority) { return nil }
    if !authority.isPlain { return refused("its host name uses disguised characters") }
    return authority.mayBePublic ? nil : .offLimits(host: host, address: host)
  }

  /// Whether `url` may be requested from `peer`: the numeric address of a connection, or the host's name if a proxy
  /// connects in our place. `CurlClient` asks at each connection, so also after each redirect.
  package func allows(peer: String, for url: String) -> Bool {
    guard let authority = Authority(url), !authority.hasCredentials else { return false }
    if isOwn(authority) { return true }
    return NumericAddress(literal: peer)?.isPublic
      ?? (authority.host == peer.lowercased() && authority.isPlain && authority.mayBePublic)
  }

  /// The part of a URL that names the host to ask.
  private struct Authority {
    let host: String
    let hostAndPort: String
    let hasCredentials: Bool

    /// Nil unless it is http or https and has a host. Strict where URL parsers differ: a backslash, a percent sign or
    /// a blank in a host can show one host and ask another.
    init?(_ url: String) {
      guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let scheme = url[..<colon].lowercased()
      guard scheme == "http" || scheme == "https", url[colon...].hasPrefix("://"),
        url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
      else { return nil }
      let bytes = url.utf8[colon...].dropFirst(3).prefix { !"/?#".utf8.contains($0) }
      var rest = Substring(bytes)
      hasCredentials = rest.contains("@")
      if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
      guard !rest.contains("\\"), !rest.contains("%") else { return nil }
      let port: Substring
      if rest.hasPrefix("[") {
        guard let end = rest.firstIndex(of: "]") else { return nil }
        host = rest[...end].lowercased()
        port = rest[rest.index(after: end)...]
      } else {
        var name = rest.prefix { $0 != ":" }
        port = rest[name.endIndex...]
        while name.hasSuffix(".") { name = name.dropLast() }
        host = name.lowercased()
      }
      guard !host.isEmpty, port.isEmpty || port.hasPrefix(":"), port.utf8.dropFirst().allSatisfy(\.isASCIIDigit) else {
        return nil
      }
      let number = port.count > 1 ? String(port.dropFirst()) : scheme == "https" ? "443" : "80"
      hostAndPort = host + ":" + number
    }

    /// Whether every character of the host stands for itself. Programs map others before they resolve a name (UTS 46),
    /// such as `①` and `。` to `1` and `.`: these would pass a rule and then name a host that it refuses.
    var isPlain: Bool {
      host.unicodeScalars.allSatisfy { scalar in
        if scalar.isASCII || "ßς".unicodeScalars.contains(scalar) { return true }
        let properties = scalar.properties
        return !properties.changesWhenNFKCCaseFolded && Self.ofNames.contains(properties.generalCategory)
      }
    }

    private static let ofNames: Set<Unicode.GeneralCategory> = [
      .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
    ]

    var mayBePublic: Bool {
      if host.hasPrefix("[") { return NumericAddress(literal: String(host.dropFirst().dropLast()))?.isPublic ?? false }
      // Names that never leave the machine or the local network (RFC 6761, 6762, 8375).
      let labels = host.split(separator: ".")
      if ["localhost", "local", "internal", "lan", "home", "localdomain"].contains(labels.last)
        || host.hasSuffix(".home.arpa")
      {
        return false
      }
      // A name without a dot is in the local network; the last part tells numbers from names.
      guard let last = labels.last else { return false }
      if last.utf8.first?.isASCIIDigit == true, let address = NumericAddress(loose: host) { return address.isPublic }
      let looksNumeric = last.utf8.allSatisfy(\.isASCIIDigit) || last.hasPrefix("0x")
      return labels.count > 1 && !looksNumeric
    }
  }
}

/// A growing set of hosts with their ports.
private final class OwnServers: Sendable, Hashable {
  private let hosts = Mutex<Set<String>>([])

  func add(_ host: String) { _ = hosts.withLock { $0.insert(host) } }
  func contains(_ host: String) -> Bool { hosts.withLock { $0.contains(host) } }

  static func == (a: OwnServers, b: OwnServers) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
