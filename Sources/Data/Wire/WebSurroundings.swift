/// What the environment says of the way to the web, by the names that curl knows: proxies and certificates.
struct WebSurroundings: Sendable {
  let environment: [String: String]

  /// A file of certificates that are trusted, and a folder of them.
  var certificateFile: String? { value(["SSL_CERT_FILE"]) }
  var certificateFolder: String? { value(["SSL_CERT_DIR"]) }

  /// How a request travels.
  struct Route {
    /// Empty for none.
    var proxy: String
    /// The hosts asked without it, as a list that libcurl reads.
    var exceptions: String
  }

  /// The proxy of the scheme and its exceptions, which are libcurl's to read.
  ///
  /// `HTTP_PROXY` in capitals means nothing: a web server would set it for its programs from what a visitor says.
  /// - Parameter isCertain: whether the exceptions are decided here, so that it is known who will be connected to: either the
  ///   proxy or the host itself.
  func route(to address: WebAddress, isCertain: Bool) -> Route {
    let names = [address.scheme + "_proxy"] + (address.scheme == "http" ? [] : [address.scheme.uppercased() + "_PROXY"])
    let proxy = value(names + ["all_proxy", "ALL_PROXY"]) ?? ""
    let exceptions = value(["no_proxy", "NO_PROXY"]) ?? ""
    guard isCertain else { return Route(proxy: proxy, exceptions: exceptions) }
    return Route(proxy: Self.excepts(address.host, exceptions) ? "" : proxy, exceptions: "")
  }

  private func value(_ names: [String]) -> String? {
    names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Whether `host` is one of `list` or below one. Any network in it, such as `10.0.0.0/8`, holds for any host that is a
  /// number: what goes without the proxy is only judged the more strictly.
  private static func excepts(_ host: String, _ list: String) -> Bool {
    let isNumber = host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0 < UInt8(ascii: ":") } || host.hasPrefix("[")
    return list.lowercased().split { $0 == "," || $0 == " " }.contains { entry in
      let name = entry.drop { $0 == "." }
      return entry == "*" || isNumber && entry.contains("/") || host == name || host.hasSuffix("." + name)
    }
  }
}
