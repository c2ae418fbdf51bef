/// A web address, parsed in one place, so that what is compared, checked and counted is what is requested.
///
/// It is canonical: scheme and host are in lower case, the host is in the form for lookups (IDNA, numbers in their
/// usual form, no trailing dot), a default port is dropped, and invalid characters are escaped. Everything else stays
/// as written, because queries contain signatures.
package struct WebAddress: Sendable, Hashable {
  /// `http` or `https`.
  package let scheme: String
  /// In lower case and ASCII; an IPv6 address has its brackets.
  package let host: String
  package let port: Int
  /// The part before an `@`, password included.
  package let user: String?
  /// Begins with a slash.
  package let path: String
  /// Without the question mark.
  package let query: String?
  /// Without the hash.
  package let fragment: String?
  /// The address without the parts that are not sent in a request line: fragment and user. Stored, because it
  /// identifies each request in several tables.
  package private(set) var location = ""

  /// Why a text is not a web address.
  package enum Problem: Error, Sendable, Hashable {
    case notOfTheWeb
    case badHost
    case badPort
    /// Some of the host's characters stand for others (UTS 46), such as `①` and `。`. Such a host could pass a rule and
    /// then lead to a host that the rule forbids.
    case disguised

    /// In words, as the reason in an error.
    package var reason: String {
      switch self {
      case .notOfTheWeb: "its address is not http or https"
      case .badHost: "its host name is not valid"
      case .badPort: "its port is not a number from 1 to 65535"
      case .disguised: "its host name uses disguised characters"
      }
    }
  }

  /// Nil for anything but a complete, valid address.
  package init?(_ text: String) { try? self.init(parsing: text) }

  package init(parsing text: String) throws(Problem) {
    // By bytes, as every server does: a combining mark after a slash does not make it another character, and to find
    // characters would take longer than all else.
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: ":")), text.utf8[mark...].starts(with: "://".utf8),
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { throw .notOfTheWeb }
    scheme = text[..<mark].lowercased()
    guard scheme == "http" || scheme == "https" else { throw .notOfTheWeb }
    var rest = text.utf8[mark...].dropFirst(3)
    func take(until stops: String) -> Substring.UTF8View {
      let part = rest.prefix { !stops.utf8.contains($0) }
      rest = rest[part.endIndex...]
      return part
    }
    var authority = take(until: "/?#")
    if authority.isEmpty { throw .notOfTheWeb }
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      user = Self.escaped(authority[..<at])
      authority = authority[at...].dropFirst()
      // Programs disagree on which of several @ ends the user.
      if user?.contains("@") == true { throw .badHost }
    } else {
      user = nil
    }
    let end = authority.first == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ":")
    var name = authority.prefix { $0 != end }
    if end == UInt8(ascii: "]") {
      guard name.endIndex < authority.endIndex else { throw .badHost }
      name = authority[...name.endIndex]
    }
    host = try Self.host(String(Substring(name)))
    port = try Self.port(Substring(authority[name.endIndex...]), of: scheme)
    path = Self.withoutDots(Self.escaped(take(until: "?#")))
    query = rest.first == UInt8(ascii: "?") ? Self.escaped(take(until: "#").dropFirst()) : nil
    fragment = rest.first == UInt8(ascii: "#") ? Self.escaped(rest.dropFirst()) : nil
    location = origin + target
  }

  package var text: String { origin(user: user) + target + (fragment.map { "#" + $0 } ?? "") }

  /// Scheme, host, and the port if it is not the default.
  package var origin: String { origin(user: nil) }

  /// The host, and the port if it is not the default. Budgets, retries and messages use it.
  package var authority: String { port == Self.defaultPort(of: scheme) ? host : "\(host):\(port)" }

  /// The path with the query.
  package var target: String { path + (query.map { "?" + $0 } ?? "") }

  /// The path without a slash at its end.
  package var trimmedPath: String { path.hasSuffix("/") ? String(path.dropLast()) : path }

  /// The parameters of the query, as written.
  package var parameters: [(name: String, value: String)] {
    (query ?? "").split(separator: "&").map { pair in
      let name = pair.prefix { $0 != "=" }
      return (String(name), String(pair.dropFirst(name.count + 1)))
    }
  }

  /// Whether credentials for one may be sent to the other.
  package func isSameOrigin(as other: WebAddress) -> Bool {
    (scheme, host, port) == (other.scheme, other.host, other.port)
  }

  /// The address that `reference`, absolute or relative, means in a document at this one; nil if it is invalid.
  package func resolving(_ reference: String) -> WebAddress? {
    if Self.hasScheme(reference) { return WebAddress(reference) }
    if reference.hasPrefix("//") { return WebAddress(scheme + ":" + reference) }
    let start = origin(user: user)
    switch reference.utf8.first {
    case UInt8(ascii: "/"): return WebAddress(start + reference)
    case UInt8(ascii: "?"): return WebAddress(start + path + reference)
    case UInt8(ascii: "#"), nil: return WebAddress(start + target + reference)
    default: return WebAddress(start + path[...(path.lastIndex(of: "/") ?? path.startIndex)] + reference)
    }
  }

  /// Whether `text` begins with a scheme; a relative address has no colon before its first slash.
  package static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text.utf8.first?.isASCIILetter == true else {
      return false
    }
    return text.utf8[..<colon].allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
  }

  private func origin(user: String?) -> String { scheme + "://" + (user.map { $0 + "@" } ?? "") + authority }

  // MARK: Parsing

  private static func defaultPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

  /// - Parameter text: empty, or begins with a colon.
  private static func port(_ text: Substring, of scheme: String) throws(Problem) -> Int {
    if text.isEmpty || text == ":" { return defaultPort(of: scheme) }
    guard text.hasPrefix(":") else { throw .badHost }
    guard text.utf8.dropFirst().allSatisfy(\.isASCIIDigit), let port = Int(text.dropFirst()),
      (1...65_535).contains(port)
    else { throw .badPort }
    return port
  }

  private static func host(_ text: String) throws(Problem) -> String {
    if text.hasPrefix("[") {
      let inner = text.dropFirst().dropLast()
      guard inner.contains(":"), !inner.contains("%"), let address = NumericAddress(literal: String(inner)) else {
        throw .badHost
      }
      return "[\(address.text)]"
    }
    var name = text.lowercased().composed
    if name.hasSuffix(".") { name.removeLast() }
    guard name.unicodeScalars.allSatisfy(isPlain) else { throw .disguised }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false).map { label in
      label.utf8.allSatisfy { $0 < 0x80 } ? String(label) : "xn--" + Punycode.encoded(label.unicodeScalars)
    }
    guard
      labels.allSatisfy({ label in
        (1...63).contains(label.utf8.count)
          && label.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
      })
    else { throw .badHost }
    let host = labels.joined(separator: ".")
    // A host that C libraries read as a number is one, however it is written.
    return NumericAddress(loose: host)?.text ?? host
  }

  /// Whether a character of a host, in lower case, stands for itself.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII || "ßς".unicodeScalars.contains(scalar) { return true }
    let properties = scalar.properties
    return !properties.changesWhenNFKCCaseFolded && lettersOfNames.contains(properties.generalCategory)
  }

  private static let lettersOfNames: Set<Unicode.GeneralCategory> = [
    .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
  ]

  /// Escapes spaces and everything beyond ASCII.
  private static func escaped(_ bytes: Substring.UTF8View) -> String {
    let text = String(Substring(bytes))
    return bytes.contains { $0 <= 0x20 || $0 >= 0x7F } ? PercentEncoding.printable(text) : text
  }

  /// Removes `.` and `..` (RFC 3986, 5.2.4), as every client does before it sends a path.
  private static func withoutDots(_ path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "/") else { return "/" }
    guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
    var segments: [Substring] = []
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for part in parts where part != "." {
      if part == ".." { _ = segments.popLast() } else { segments.append(part) }
    }
    if parts.last == "." || parts.last == ".." { segments.append("") }
    return "/" + segments.joined(separator: "/")
  }
}

extension WebLink {
  /// Nil if some part is invalid, such as its port.
  package var address: WebAddress? { WebAddress(text) }
  /// The address for a screen, without a user name and password.
  package var shown: String { address.map { $0.user == nil ? text : $0.location } ?? text }
}

/// Encodes host names in ASCII (RFC 3492).
private enum Punycode {
  static func encoded(_ label: Substring.UnicodeScalarView) -> String {
    var output = label.filter(\.isASCII).map { UInt8($0.value) }
    let basic = output.count
    if basic > 0 { output.append(UInt8(ascii: "-")) }
    var (code, delta, bias, handled): (UInt32, Int, Int, Int) = (0x80, 0, 72, basic)
    while handled < label.count, let next = label.lazy.map(\.value).filter({ $0 >= code }).min() {
      delta += Int(next - code) * (handled + 1)
      code = next
      for scalar in label {
        if scalar.value < code { delta += 1 }
        guard scalar.value == code else { continue }
        var rest = delta
        for step in stride(from: 36, to: .max, by: 36) {
          let threshold = min(max(step - bias, 1), 26)
          if rest < threshold { break }
          output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
          rest = (rest - threshold) / (36 - threshold)
        }
        output.append(digit(rest))
        bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? 97 + value : 22 + value) }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps = 0
    while delta > 455 {
      delta /= 35
      steps += 36
    }
    return steps + 36 * delta / (delta + 38)
  }
}

extension WebAddress {
  /// Whether its host may be on the public internet, judging by the name alone.
  package var mayBePublic: Bool {
    if host.hasPrefix("[") { return NumericAddress(literal: String(host.dropFirst().dropLast()))?.isPublic ?? false }
    // Names that never leave the machine or the local network (RFC 6761, 6762, 8375).
    let labels = host.split(separator: ".")
    if ["localhost", "local", "internal", "lan", "home", "localdomain"].contains(labels.last)
      || host.hasSuffix(".home.arpa")
    {
      return false
    }
    // A name without a dot is in the local network; the last part distinguishes numbers from names.
    guard let last = labels.last else { return false }
    if last.utf8.first?.isASCIIDigit == true, let address = NumericAddress(loose: host) { return address.isPublic }
    let looksNumeric = last.utf8.allSatisfy(\.isASCIIDigit) || last.hasPrefix("0x")
    return labels.count > 1 && !looksNumeric
  }
}
