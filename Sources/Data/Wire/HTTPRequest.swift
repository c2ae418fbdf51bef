package import Domain
import FoundationEssentials

/// A request as a value: it can be built, compared, recorded and explained before it is sent.
package struct HTTPRequest: Sendable, Hashable {
  package var method: String
  /// As given; `address` is sent.
  package var url: String { didSet { if url != oldValue { address = WebAddress(url) } } }
  /// Nil if the URL is not a web address.
  package private(set) var address: WebAddress?
  package var headers: [String: String]
  package var body: [UInt8]
  /// Whether it is safe to send it twice: it may be cached, shared in flight, retried, and sent again after a pause.
  /// True of a GET; for a POST that only reads, such as a query in JSON or GraphQL, it must be set.
  package var isRepeatable: Bool
  package var trust = Trust.catalog
  /// The trust after a redirect to another host; if nil, such a redirect is refused where `trust` is `declared`.
  package var trustElsewhere: Trust?
  /// Whether redirects to other hosts are refused.
  package var staysOnHost = false
  /// Whether a web page is a valid answer, so that the request is not repeated.
  package var mayBePage = false
  /// Whether it is not sent over a connection that is already open.
  var needsNewConnection = false
  /// For a request with less time than others, such as one after a redirect.
  package var timeLimit: Duration?
  /// Identifies the user; the connection adds it, and no layer above sees it.
  package var credential: Credential?
  /// The body as it may be shown and recorded; nil for the body itself.
  package var shownBody: [UInt8]?
  /// The curl options that send the body, with variables instead of secrets; empty without a body.
  package var curlBody: [String] = []
  /// Converts the answer to one that may be recorded; nil for the answer itself.
  package var shownAnswer: (@Sendable (HTTPResponse) -> HTTPResponse)?
  /// How many seconds an answer may be cached; nil for an hour.
  package var maxAge: Int64?
  /// Distinguishes answers from failures with a success status; nil if the status is enough.
  package var isAnswer: (@Sendable (HTTPResponse) -> Bool)?
  /// Recognizes an answer that the service sometimes sends by mistake, so that another attempt may help; nil for none.
  package var isSlip: (@Sendable (HTTPResponse) -> Bool)?
  /// Converts the target of a redirect to the address to request instead, because the user may have replaced the
  /// service's own address.
  package var relocated: (@Sendable (_ address: String) -> String)?
  /// Receives the body, however large and slow it is. The timeout is then the longest silence.
  package var sink: BodySink?

  /// Where the address comes from.
  package enum Trust: Sendable, Hashable {
    /// From one of our catalogs.
    case catalog
    /// From a service or a feed. It may lead anywhere, so the peer is checked before each request, and gets no
    /// credentials.
    case untrusted
    /// From a declaration, perhaps by somebody else: only its own host is requested, and that must be public.
    case declared
  }

  /// Secrets that identify the user, as header fields and query parameters. They go only to the request's own scheme,
  /// host and port, follow no redirect elsewhere, and are neither cached on disk nor recorded, logged or shown.
  package struct Credential: Sendable {
    package let headers: [String: String]
    package let query: [(name: String, value: String)]
    /// Distinguishes users in the cache of this process without revealing the secrets: it is different in each process.
    let digest: Int
    /// The digests of secrets among the values; salted ones differ with each request.
    package let digests: [String]
    /// The same for use in double quotes in a shell, with variables instead of secrets.
    package let shown: Exchange.SecretParts

    /// - Parameter identity: the secrets themselves, if the values differ with each request, as signatures do; nil for
    ///   the values.
    package init(
      headers: [String: String] = [:], query: [(name: String, value: String)] = [], identity: [String]? = nil,
      digests: [String] = [], shown: Exchange.SecretParts = .init(headers: [:], query: [])
    ) {
      (self.shown, self.headers, self.query, self.digests) = (shown, headers, query, digests)
      let fields = headers.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
      // Apart, because a field and a parameter of one name and value are two credentials.
      digest = (identity.map { [$0] } ?? [fields, query.flatMap { [$0.name, $0.value] }]).hashValue
    }
  }

  /// What is requested, and with which credentials: the identity of a request. It contains no secret.
  package struct Question: Sendable, Hashable {
    let method: String
    /// Without the fragment.
    let address: String
    let headers: [String: String]
    let body: [UInt8]
    let isRepeatable: Bool
    let trust: Trust
    let asker: Int?

    /// A text for caches that several processes share.
    var key: String {
      let fields = headers.sorted { $0.key < $1.key }.map { "\n\($0.key): \($0.value)" }.joined()
      guard method != "GET" || !body.isEmpty else { return address + fields }
      return "\(method) \(address)\(fields)\n\n\(FoundationEssentials.Data(body).base64EncodedString())"
    }
  }

  package var question: Question {
    Question(
      method: method, address: address?.location ?? url, headers: headers, body: body, isRepeatable: isRepeatable,
      trust: trust, asker: credential?.digest)
  }

  /// Compares what is requested. Ignores how long the answer is cached and how it is judged.
  package static func == (a: HTTPRequest, b: HTTPRequest) -> Bool {
    a.question == b.question && a.timeLimit == b.timeLimit
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(question) }

  /// The address actually requested, including credentials in the query; nil if the URL is not valid.
  var sent: WebAddress? {
    guard let address, let query = credential?.query, !query.isEmpty else { return address }
    let parameters = [address.query, Self.encoded(query)].compactMap(\.self).filter { !$0.isEmpty }
    return address.resolving("?" + parameters.joined(separator: "&"))
  }

  /// The error for a URL that is not a web address, which includes the URL.
  var malformed: CatalogError {
    var reason = ""
    do throws(WebAddress.Problem) { _ = try WebAddress(parsing: url) } catch { reason = error.reason }
    return .refused(host: Self.shown(Secrets.redacted(fromURL: url)), status: 0, reason: reason)
  }

  /// - Parameter isRepeatable: nil for whether it is a GET.
  package init(
    method: String = "GET", url: String, headers: [String: String] = [:], body: [UInt8] = [],
    isRepeatable: Bool? = nil
  ) {
    (self.method, self.isRepeatable) = (method, isRepeatable ?? (method == "GET"))
    (self.url, address, self.headers, self.body) = (url, WebAddress(url), headers, body)
  }

  /// A GET of `path` below `base`, with the query in the given order.
  ///
  /// Percent-encodes everything but letters, digits and `-._~`: `URLComponents` would leave `+` alone, which servers
  /// read as a space.
  package init(base: String, path: String, query: [(String, String)] = [], headers: [String: String] = [:]) {
    let trimmed = base.hasSuffix("/") ? String(base.dropLast()) : base
    let suffix = query.isEmpty ? "" : "?" + Self.encoded(query)
    self.init(url: trimmed + "/" + path + suffix, headers: headers)
  }

  /// A form for a query or a body, encoded as above.
  package static func encoded(_ form: [(name: String, value: String)]) -> String {
    form.map { PercentEncoding.encoded($0.composed) + "=" + PercentEncoding.encoded($1.composed) }
      .joined(separator: "&")
  }

  /// The host, and the port if it is not the default; limits, retries and messages use it.
  package var host: String {
    if let address { return address.authority }
    // Of a malformed URL it is shown, so it must not contain credentials.
    let address = Secrets.redacted(fromURL: url)
    let authority = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
    return Self.shown(authority.prefix { !"/?#".contains($0) })
  }

  /// The text without control characters. A message or a header field is one line, whatever an address contains.
  static func shown(_ text: some StringProtocol) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
  }

  /// The part between the host and the query, without the leading slash.
  package var path: String { PercentEncoding.decoded((address?.path ?? "").dropFirst()) }

  /// The query, decoded; the last of several equal keys wins.
  package var query: [String: String] {
    let pairs = (address?.parameters ?? []).map {
      (PercentEncoding.decoded($0.name), PercentEncoding.decoded($0.value))
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}

/// A complete answer, whatever its status.
package struct HTTPResponse: Sendable, Equatable {
  package var status: Int
  /// By lowercased name.
  package var headers: [String: String]
  package var body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: [UInt8]) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// The failure in the status, or nil for success; a service with its own statuses checks those first.
  ///
  /// At their limit, some services answer 403 with an empty body or an HTML page, without `Retry-After`.
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

  /// Some services send an HTML page instead of JSON, without saying so in status or type. XML has its own declaration.
  package var looksLikeHTML: Bool {
    guard isMarkup else { return false }
    return !(start.contains("<?xml") || headers["content-type"]?.contains("xml") ?? false) || saysHTML
  }

  private var start: String { String(decoding: body.prefix(512), as: UTF8.self).lowercased() }
  private var saysHTML: Bool { start.contains("<html") || start.contains("<!doctype html") }

  /// Whether it is HTML or XML.
  package var isMarkup: Bool { firstByte == UInt8(ascii: "<") }

  /// Whether it is a web page instead of an answer to `request`. From a catalog's own service, anything that begins
  /// with `<` is one; an untrusted document may begin so.
  func isPage(inPlaceOf request: HTTPRequest) -> Bool {
    !request.mayBePage && looksLikeHTML && (request.trust != .untrusted || saysHTML)
  }

  var isJSON: Bool { firstByte == UInt8(ascii: "{") || firstByte == UInt8(ascii: "[") }

  /// The first byte after spaces.
  private var firstByte: UInt8? { body.first { !$0.isJSONBlank } }

  /// The target of a redirect, as the service wrote it.
  var redirectTarget: String? {
    guard [301, 302, 303, 307, 308].contains(status), let target = headers["location"], !target.isEmpty else {
      return nil
    }
    return target
  }

  /// `Retry-After` in seconds; the connection has already converted a date.
  package var retryAfter: Duration? {
    // No pause, or one that has passed, would repeat the request at once. Beyond a year the value makes no difference,
    // and this keeps sums of times from overflowing.
    headers["retry-after"].flatMap { Double($0) }.map { .seconds(min(max(1, $0), 366 * 86_400)) }
  }
}

extension UInt8 {
  /// Whether JSON allows it between values.
  package var isJSONBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

/// Sends a request and returns the complete response, whatever its status.
///
/// The live one consists of layers, each a `TransferLayer`; `HTTPStack` combines them.
/// - Throws: why there is no answer; `HTTPResponse.failure(from:)` judges the status of an answer.
package typealias HTTPFetch = @Sendable (HTTPRequest) async throws(CatalogError) -> HTTPResponse
