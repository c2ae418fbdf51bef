import Domain

/// Removes credentials from everything that is shown or written.
enum Secrets {
  static let placeholder = "REMOVED"

  /// `request` without the value of any credential in its URL, its headers or a form body.
  static func redacted(from request: HTTPRequest) -> HTTPRequest {
    var request = request
    request.url = redacted(fromURL: request.url)
    request.headers = request.headers.filter { !isCredential(header: $0.key) }
    if let shown = request.shownBody {
      request.body = shown
    } else if !request.body.isEmpty {
      request.body = redacted(fromBody: request.body)
    }
    return request
  }

  /// A body, a form or JSON, without the values of credentials.
  static func redacted(fromBody body: [UInt8]) -> [UInt8] {
    let text = String(decoding: body, as: UTF8.self)
    return body.isEmpty ? body : redacted(fromJSON: Array(redacted(fromForm: text.utf8[...]).utf8))
  }

  /// Whether a header field carries credentials.
  static func isCredential(header name: String) -> Bool { headerNames.contains(name.lowercased()) }

  /// Replaces the text of every string in `json` whose key is that of a credential, at any depth.
  ///
  /// Works on bytes, not on a parsed document, so that malformed JSON loses its secrets too.
  static func redacted(fromJSON json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while let quote = json[index...].firstIndex(of: UInt8(ascii: "\"")) {
      index = quote + 1
      guard let key = keys.first(where: { json[quote...].starts(with: $0) }),
        let value = stringValue(in: json, after: quote + key.count)
      else { continue }
      result += json[copied..<value.lowerBound] + placeholder.utf8
      copied = value.upperBound
      index = value.upperBound
    }
    return copied == 0 ? json : result + json[copied...]
  }

  private static let keys = names.map { Array("\"\($0)\"".utf8) }
  private static let names = ["access_token", "refresh_token", "client_id", "client_secret"]
  private static let headerNames: Set = ["authorization", "proxy-authorization", "cookie"]

  /// `url` without its user part and without the values of credentials in its query.
  static func redacted(fromURL url: String) -> String {
    let parts = url.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    // `https://user:password@host/`.
    var address = String(Substring(parts[0]))
    if let user = userPart(of: address) { address.removeSubrange(user.lowerBound...user.upperBound) }
    return parts.count > 1 ? address + "?" + redacted(fromForm: parts[1]) : address
  }

  /// The part before the `@` of a URL's host. In a malformed URL, such as one with a slash in the password, it may be
  /// everything before the last `@`.
  static func userPart(of url: String) -> Range<String.Index>? {
    guard url.utf8.contains(UInt8(ascii: "@")) else { return nil }
    let address = url.prefix { $0 != "?" }
    let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    let isURL = start > address.startIndex && WebAddress(String(address)) != nil
    let authority = isURL ? address[start...].prefix { $0 != "/" && $0 != "#" } : address[start...]
    return authority.lastIndex(of: "@").map { start..<$0 }
  }

  /// The values of credentials in a JSON text, even if the names or values contain escapes.
  static func values(inJSON json: [UInt8]) -> [String] {
    func values(in value: JSONValue) -> [String] {
      (value.array ?? []).flatMap(values)
        + value.inOrder.flatMap { (names.contains($0) ? [$1.text].compactMap(\.self) : []) + values(in: $1) }
    }
    return (try? JSONValue(parsing: json)).map(values) ?? []
  }

  private static func redacted(fromForm form: Substring.UTF8View) -> String {
    form.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      // Escapes could hide the name.
      let plain = EscapedText(Array(name)).decoded?.bytes ?? Array(name)
      guard name.endIndex < pair.endIndex, names.contains(String(decoding: plain, as: UTF8.self)) else {
        return String(Substring(pair))
      }
      return Substring(name) + "=" + placeholder
    }.joined(separator: "&")
  }

  /// The bytes between the quotes of the string that follows a key and its colon.
  private static func stringValue(in json: [UInt8], after keyEnd: Int) -> Range<Int>? {
    let colon = json[keyEnd...].drop(while: \.isJSONBlank)
    let value = colon.dropFirst().drop(while: \.isJSONBlank)
    guard colon.first == UInt8(ascii: ":"), value.first == UInt8(ascii: "\"") else { return nil }
    let start = value.startIndex + 1
    var end = start
    while end < json.count, json[end] != UInt8(ascii: "\"") {
      end += json[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return start..<min(end, json.count)
  }
}
