import Wire
package import Domain

/// What may be asked when a stranger names the address: a feed, its next page, where they redirect to, an episode's file.
///
/// A person's machine reaches routers, local services and a cloud's metadata; an address from outside must not. Allowed is
/// http and https to the public internet, and whatever is at the host and port of a catalog's own base URL.
///
/// Two questions, since names say nothing before they are resolved: `refusal(of:)` before anything is sent, and
/// `allows(peer:for:)` when a connection is made, again after each redirect.
package struct StrangerAddresses: Sendable, Hashable {
  /// `host:port` of the catalogs' own base URLs.
  private let own: Set<String>

  /// - Parameter bases: the catalogs' own base URLs.
  package init(own bases: [String] = []) {
    own = Set(bases.compactMap { Authority($0)?.hostAndPort })
  }

  /// Why an address may not be asked.
  package enum Refusal: Error, Sendable, Hashable {
    /// Neither http nor https, or no address at all.
    case scheme
    /// It carries a name or a password.
    case credentials
    /// Its host is spelled in signs that stand for others, so that readers of URLs differ in whom it names.
    case spelling
    /// Loopback, private, link-local, or otherwise not of the public internet.
    case notPublic
  }

  /// Why `url` may not be asked, as far as it can be told from the address alone; nil where it may.
  package func refusal(of url: String) -> Refusal? {
    guard let authority = Authority(url) else { return .scheme }
    if authority.hasCredentials { return .credentials }
    if own.contains(authority.hostAndPort) { return nil }
    if !authority.isPlain { return .spelling }
    return authority.mayBePublic ? nil : .notPublic
  }

  /// The failure of asking `url`, where it may not be asked.
  package func failure(of url: String) -> CatalogError? {
    refusal(of: url)?.error(host: HTTPRequest(url: url).host)
  }

  /// Whether `url` may be asked of `peer`: the numeric address that a connection was made to, or the host's name where a
  /// proxy makes it in our place. What `CurlClient` asks, at each connection and so after each redirect.
  package func allows(peer: String, for url: String) -> Bool {
    guard let authority = Authority(url), !authority.hasCredentials else { return false }
    if own.contains(authority.hostAndPort) { return true }
    return NumericAddress(literal: peer)?.isPublic
      ?? (authority.host == peer.lowercased() && authority.isPlain && authority.mayBePublic)
  }

  /// The part of a URL that says whom to ask.
  private struct Authority {
    let host: String
    let hostAndPort: String
    let hasCredentials: Bool

    /// Nil for what is no http or https, or has no host. Strict where readers of URLs differ: a backslash, a percent sign or
    /// a blank in a host is a way to show one host and ask another.
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

    /// Whether every sign of the host stands for itself. What programs map to other signs before they look a name up
    /// (UTS 46), such as `①` and `。` to `1` and `.`, would pass a rule and then name a host that it refuses.
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
      // Names that never leave the machine or the house (RFC 6761, 6762, 8375).
      let labels = host.split(separator: ".")
      if ["localhost", "local", "internal", "lan", "home", "localdomain"].contains(labels.last)
        || host.hasSuffix(".home.arpa")
      {
        return false
      }
      // A name without a dot is one of the local network; numbers are told from names by their last part.
      guard let last = labels.last else { return false }
      if last.utf8.first?.isASCIIDigit == true, let address = NumericAddress(loose: host) { return address.isPublic }
      let looksNumeric = last.utf8.allSatisfy(\.isASCIIDigit) || last.hasPrefix("0x")
      return labels.count > 1 && !looksNumeric
    }
  }
}
