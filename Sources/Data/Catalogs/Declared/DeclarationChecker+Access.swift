import Domain
import Wire

/// Where a declaration may send requests, and what they may contain.
extension DeclarationChecker {
  /// The base of the user's own server: how to give its address; nil if the service has a base of its own.
  mutating func own(_ json: LocatedJSON?) -> String? {
    guard json?.members != nil, let object = object(json, .ownBase) else { return nil }
    if flag(object["own"]) == false { mistakes.add("\"own\" must be true; else give an address", at: object.offset) }
    return text(object["about"]) ?? ""
  }

  mutating func base(_ json: LocatedJSON?, mayBeOwn: Bool = true) -> String? {
    guard let json, let base = text(json) else { return nil }
    guard let problem = Self.problem(ofBase: base) else { return DeclaredBase.withoutSlashes(base) }
    let advice =
      if mayBeOwn, case .offLimits? = UntrustedURLPolicy().refusal(of: base) {
        #"; for a server of the user's own: {"own": true}"#
      } else { "" }
    return mistakes.fault("\"\(base)\" is not allowed: \(problem)\(advice)", at: json.offset)
  }

  /// Why an address cannot be a base; nil if it can.
  static func problem(ofBase base: String) -> String? {
    guard base.hasPrefix("https://") else { return "a base must begin with https://" }
    guard base.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !#"\%?#{}"#.utf8.contains($0) }) else {
      return #"a base must be plain ASCII, without spaces and \%?#{}"#
    }
    let address: WebAddress
    do throws(WebAddress.Problem) { address = try WebAddress(parsing: base) } catch { return error.reason }
    if address.user != nil { return "no user name in a base" }
    if address.host.hasPrefix("[") || NumericAddress(loose: address.host) != nil {
      return "use a host name, not an IP address"
    }
    if UntrustedURLPolicy().refusal(of: base) != nil { return "it is on this machine or its network" }
    return base.split(separator: "/").contains { $0 == "." || $0 == ".." } ? "no .. in its path" : nil
  }

  mutating func headers(_ json: LocatedJSON?) -> [String: String] {
    var headers: [String: String] = [:]
    for member in object(json, "headers")?.members ?? [] {
      let name = member.key.lowercased()
      if !Self.isHeaderName(member.key) {
        mistakes.add("\"\(member.key)\" is not a header name", at: member.offset)
      } else if Self.ownHeaders.contains(name) {
        mistakes.add("liner sends the header \"\(member.key)\" itself", at: member.offset)
      } else if name == "authorization" {
        mistakes.add("no secrets in a declaration; use \"credentials\" instead of \"\(member.key)\"", at: member.offset)
      }
      headers[member.key] = headerValue(member.value)
    }
    return headers
  }

  /// Headers that determine the recipient, the sender or the transport of a request.
  private static let ownHeaders: Set = [
    "host", "cookie", "user-agent", "proxy-authorization", "connection", "content-length", "transfer-encoding",
    "te", "trailer", "upgrade", "expect", "range", "accept-encoding", "if-none-match", "if-modified-since", "if-range",
  ]

  static func isHeaderName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }
  }

  /// Whether a header may carry credentials: any but those of the transport.
  static func mayCarrySecret(_ name: String) -> Bool { isHeaderName(name) && !ownHeaders.contains(name.lowercased()) }

  private mutating func headerValue(_ json: LocatedJSON) -> String? {
    guard let value = text(json) else { return nil }
    if !value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      mistakes.add("a header value must be one line of ASCII", at: json.offset)
    } else {
      check(pieces(of: value, at: json.offset).names, among: [], at: json.offset)
    }
    return value
  }
}
