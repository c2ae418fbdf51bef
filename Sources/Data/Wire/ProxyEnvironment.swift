import Domain

/// The proxies and certificates in the environment, in curl's variables.
struct ProxyEnvironment: Sendable {
  let environment: [String: String]

  /// A file of trusted certificates, and a folder of them.
  var certificateFile: String? { value(["SSL_CERT_FILE"]) }
  var certificateFolder: String? { value(["SSL_CERT_DIR"]) }

  /// The proxy for the scheme, empty for none, and the hosts to request without it, as a list for libcurl.
  ///
  /// Ignores `HTTP_PROXY` in capitals, because a web server would set it for its programs from a visitor's request.
  /// - Parameter isCertain: whether to apply the exceptions here, so that we know the peer: either the proxy or the
  ///   host itself.
  func route(to address: WebAddress, isCertain: Bool) -> (proxy: String, exceptions: String) {
    let names = [address.scheme + "_proxy"] + (address.scheme == "http" ? [] : [address.scheme.uppercased() + "_PROXY"])
    let proxy = value(names + ["all_proxy", "ALL_PROXY"]) ?? ""
    let exceptions = value(["no_proxy", "NO_PROXY"]) ?? ""
    guard isCertain else { return (proxy, exceptions) }
    return (Self.excepts(address.host, exceptions) ? "" : proxy, "")
  }

  /// The proxy for an address, for messages, without credentials; nil if there is none.
  func proxyName(towards address: WebAddress) -> String? {
    let proxy = route(to: address, isCertain: true).proxy
    if proxy.isEmpty { return nil }
    let authority = proxy.firstRange(of: "://").map { proxy[$0.upperBound...] } ?? proxy[...]
    let place = authority.split(separator: "@").last?.prefix { $0 != "/" } ?? ""
    return "the proxy \(place)"
  }

  private func value(_ names: [String]) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }

  /// Whether `list` contains `host` or a parent domain. Any network in it, such as `10.0.0.0/8`, matches every numeric
  /// host: a request without the proxy only has to pass a stricter check.
  private static func excepts(_ host: String, _ list: String) -> Bool {
    let isNumber = host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0 < UInt8(ascii: ":") } || host.hasPrefix("[")
    return list.lowercased().split { $0 == "," || $0 == " " }.contains { entry in
      let name = entry.drop { $0 == "." }
      return entry == "*" || isNumber && entry.contains("/") || host == name || host.hasSuffix("." + name)
    }
  }
}
