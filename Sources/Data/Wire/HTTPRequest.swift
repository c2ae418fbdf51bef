package import Domain
import FoundationEssentials

/// A request as a value: it can be built, compared, recorded and explained before anything is sent.
package struct HTTPRequest: Sendable, Hashable {
  package var method: String
  package var url: String
  package var headers: [String: String]
  package var body: [UInt8]
  package var trust = Trust.catalog
  /// For a request that has less time than others, such as one that a redirect led to.
  package var timeLimit: Duration?
  /// What proves who asks; the connection adds it, and nothing above it sees it.
  package var credential: Credential?
  /// Seconds for which an answer is kept; nil: what its path suggests.
  package var keptFor: Int64?
  /// Tells answers from failures among responses with a good status; nil where the status tells.
  package var isAnswer: (@Sendable (HTTPResponse) -> Bool)?
  /// Where an address is asked that a redirect names, if that is elsewhere: what a service calls its own may be replaced.
  package var relocated: (@Sendable (_ address: String) -> String)?

  /// Where the address comes from.
  package enum Trust: Sendable, Hashable {
    /// From a catalog, so from us.
    case catalog
    /// From what a service or a feed says. It may lead anywhere, so where it leads is judged before it is asked, and no
    /// credentials go there.
    case stranger
    /// From a declaration, which may be a stranger's: its own host alone is asked, and that is a public one.
    case declared
  }

  /// A token, for the request's own host alone.
  package struct Credential: Sendable {
    package enum Location: Sendable {
      case header(String)
      case query(String)
    }

    let location: Location
    let value: String

    package init(_ location: Location, value: String) {
      self.location = location
      self.value = value
    }
  }

  /// What is asked tells requests apart: not how long its answer is kept and how it is judged, nor who asks, which a session
  /// knows one of for each host and no key of a cache may hold.
  package static func == (a: HTTPRequest, b: HTTPRequest) -> Bool {
    (a.method, a.url, a.headers, a.body, a.timeLimit) == (b.method, b.url, b.headers, b.body, b.timeLimit)
      && a.trust == b.trust
  }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine(url)
  }

  /// The address that is really asked, with a token that goes into the query.
  var sentURL: String {
    guard case .query(let name)? = credential?.location, let value = credential?.value else { return url }
    return url + (url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + Self.encoded([(name, value)])
  }

  package init(method: String = "GET", url: String, headers: [String: String] = [:], body: [UInt8] = []) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// A GET of `path` below `base`, with the query in the order given.
  ///
  /// Everything but letters, digits and `-._~` is percent-encoded: `URLComponents` would leave `+` alone, which servers
  /// read as a space.
  package init(base: String, path: String, query: [(String, String)] = [], headers: [String: String] = [:]) {
    let trimmed = base.hasSuffix("/") ? String(base.dropLast()) : base
    let suffix = query.isEmpty ? "" : "?" + Self.encoded(query)
    self.init(url: trimmed + "/" + path + suffix, headers: headers)
  }

  /// A form, as a query or as a body; encoded as above.
  package static func encoded(_ form: [(String, String)]) -> String {
    form.map { PercentEncoding.encoded($0.composed) + "=" + PercentEncoding.encoded($1.composed) }
      .joined(separator: "&")
  }

  /// The host, with its port where the URL names one; what limits, retries and messages go by.
  package var host: String {
    guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty else { return malformedHost }
    return parts.port.map { "\(host):\($0)" } ?? host
  }

  /// What stands for the host in what is no URL: that is told, and must not hold who asks.
  private var malformedHost: String {
    let address = Secrets.removed(fromURL: url)
    let authority = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
    // A message is one line, whatever was put in for an address.
    let host = authority.prefix { !"/?#".contains($0) }.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    return String(String.UnicodeScalarView(host))
  }

  /// What stands between the host and the query, without the leading slash.
  package var path: String {
    String((URLComponents(string: url)?.path ?? "").drop { $0 == "/" })
  }

  /// The query, decoded; the last of several equal keys wins.
  package var query: [String: String] {
    let items = URLComponents(string: url)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
  }
}

/// A complete answer, whatever its status.
package struct HTTPResponse: Sendable, Equatable {
  package var status: Int
  /// By lowercased name.
  package var headers: [String: String]
  package var body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// What the status means, or nil for success; a service with statuses of its own looks at those first.
  ///
  /// Apple's limit answers 403 with an empty body or an HTML page, and no `Retry-After`
  /// (Vinelab/iTunes issue 5; facundoolano/app-store-scraper issue 194).
  package func failure(from host: String) -> CatalogError? {
    switch status {
    case 200..<300: nil
    case 429: .rateLimited(host: host, retryAfter: retryAfter)
    case 403 where body.isEmpty || looksLikeHTML: .rateLimited(host: host, retryAfter: retryAfter)
    case 404: .notFound(host: host)
    case 500...: .server(host: host, status: status)
    default: .refused(host: host, status: status, reason: nil)
    }
  }

  /// Apple serves an HTML page in place of JSON at times, and says so in neither status nor type.
  package var looksLikeHTML: Bool { firstByte == UInt8(ascii: "<") }

  /// Whether it is a web page in place of what `request` asked for. Of a catalog's own service all that begins with `<`
  /// is one; a stranger's document begins so by rights.
  func isPage(inPlaceOf request: HTTPRequest) -> Bool {
    guard looksLikeHTML, request.trust == .stranger else { return looksLikeHTML }
    let start = String(decoding: body.prefix(512), as: UTF8.self).lowercased()
    return start.contains("<html") || start.contains("<!doctype html")
  }

  /// Whether it begins like JSON.
  var isJSON: Bool { firstByte == UInt8(ascii: "{") || firstByte == UInt8(ascii: "[") }

  /// Behind the blanks.
  private var firstByte: UInt8? { body.first { !UInt8.jsonWhitespace.contains($0) } }

  /// Where it sends whoever asked, as it says it.
  var redirectTarget: String? {
    guard [301, 302, 303, 307, 308].contains(status), let target = headers["location"], !target.isEmpty else {
      return nil
    }
    return target
  }

  /// `Retry-After`, of which the connection makes seconds where it is a date.
  package var retryAfter: Duration? {
    // Beyond a year it is all the same, and times are added up without overflow.
    headers["retry-after"].flatMap { Int($0) }.map { .seconds(min(max(0, $0), 366 * 86_400)) }
  }
}

extension UInt8 {
  package static let jsonWhitespace: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
}

/// The seam to the network: a request in, a complete answer out, any status an answer.
///
/// The live one is made of layers, each a `TransferLayer`; `HTTPStack` puts them together.
/// - Throws: what kept an answer from coming; an answer's own status is judged by `HTTPResponse.failure(from:)`.
package typealias HTTPFetch = @Sendable (HTTPRequest) async throws(CatalogError) -> HTTPResponse
