import CCurl

/// An address as libcurl parses it, so that the address we judge is the one we request.
struct WebAddress: Sendable, Equatable {
  /// With spaces and non-ASCII characters percent-encoded.
  let text: String
  let scheme: String
  let host: String
  /// The scheme's default if the address names none.
  let port: String
  /// Whether it contains credentials: `https://user:password@host/`.
  let hasUser: Bool

  /// Nil for anything but a whole URL; a relative one is resolved against `base`.
  init?(_ text: String, from base: String? = nil, withoutUser: Bool = false) {
    guard let curl = ccurl_open()?.pointee, let url = curl.url() else { return nil }
    defer { curl.url_cleanup(url) }
    let flags = UInt32(CURLU_URLENCODE | CURLU_ALLOW_SPACE | CURLU_NON_SUPPORT_SCHEME)
    for part in [base, text].compactMap(\.self) {
      guard curl.url_set(url, CURLUPART_URL, part, flags) == CURLUE_OK else { return nil }
    }
    if withoutUser {
      for part in [CURLUPART_USER, CURLUPART_PASSWORD] { _ = curl.url_set(url, part, nil, 0) }
    }
    func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      guard curl.url_get(url, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
      defer { curl.free(text) }
      return String(cString: text)
    }
    guard let whole = part(CURLUPART_URL), let scheme = part(CURLUPART_SCHEME) else { return nil }
    self.text = whole
    self.scheme = scheme.lowercased()
    host = part(CURLUPART_HOST)?.lowercased() ?? ""
    port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT) ?? ""
    hasUser = part(CURLUPART_USER) != nil || part(CURLUPART_PASSWORD) != nil
  }

  /// Whether it is http or https, at a host.
  var isOfTheWeb: Bool { ["http", "https"].contains(scheme) && !host.isEmpty }

  /// Whether credentials for one may go to the other.
  func isSameHost(as other: WebAddress) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }
}
