import CCurl
import Domain
import FoundationEssentials
import Synchronization

/// One exchange while libcurl carries it, and whoever waits for its end.
///
/// `@unchecked Sendable` is fine because all but `waiting` belongs to the loop's thread alone from `begin` on.
final class CurlDownload: @unchecked Sendable {
  /// How a download ended.
  struct End: Sendable {
    var result: Result<HTTPResponse, CatalogError>
    /// A connection was there and broke.
    var brokeOff = false
    var timings: Exchange.Timings?
    /// How many went into the sink.
    var bytes = 0
  }

  struct Limits: Sendable {
    /// In bytes, unpacked.
    var body: Int
    var time: Duration
  }

  private enum Waiting {
    case notYet
    case waiting(CheckedContinuation<End, Never>)
    case over
  }

  let request: HTTPRequest
  private let address: WebAddress
  private let limits: Limits
  private let userAgent: String
  private let surroundings: WebSurroundings
  private let mayAsk: CurlClient.PeerRule
  private let sink: (any BodySink)?
  /// Whether the body goes into the sink.
  private var isSunk = false
  private var hasAskedSink = false
  private let waiting = Mutex(Waiting.notYet)

  /// libcurl's own handle, from `prepare` to `release`.
  private(set) var easy: UnsafeMutableRawPointer?
  private var fields: UnsafeMutablePointer<curl_slist>?
  private let problem = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var head = AnswerHead()
  private var body: [UInt8] = []
  private var bodySize = 0
  /// Why it was us who ended the transfer.
  private var objection: CatalogError?
  /// Whether the rest of a body that nobody wants was not waited for.
  private var isCutShort = false
  private var judgesPeer = false
  /// When something came last.
  private var latestNews = ContinuousClock.now

  /// Enough for the page that comes with a redirect, after which its connection is still good.
  private static let mostPassedOver = 64 << 10

  init(
    of request: HTTPRequest, at address: WebAddress, limits: Limits, userAgent: String, surroundings: WebSurroundings,
    mayAsk: @escaping CurlClient.PeerRule, sink: (any BodySink)? = nil
  ) {
    self.request = request
    self.address = address
    self.limits = limits
    self.userAgent = userAgent
    self.surroundings = surroundings
    self.mayAsk = mayAsk
    self.sink = sink
    problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit { problem.deallocate() }

  // MARK: Whoever waits

  /// - Returns: whether to go on; false where it was ended before, and `continuation` is resumed already.
  func begin(resuming continuation: CheckedContinuation<End, Never>) -> Bool {
    let isOver = waiting.withLock { waiting in
      if case .over = waiting { return true }
      waiting = .waiting(continuation)
      return false
    }
    if isOver { continuation.resume(returning: End(result: .failure(.cancelled))) }
    return !isOver
  }

  var isOver: Bool {
    waiting.withLock { if case .over = $0 { true } else { false } }
  }

  /// Ends the wait, at once; does nothing where it has ended already.
  func end(_ error: CatalogError) { resume(with: End(result: .failure(error))) }

  private func resume(with end: End) {
    let continuation = waiting.withLock { waiting -> CheckedContinuation<End, Never>? in
      defer { waiting = .over }
      return if case .waiting(let continuation) = waiting { continuation } else { nil }
    }
    continuation?.resume(returning: end)
  }

  // MARK: libcurl's side

  /// A handle that knows all of the request; nil where there is no memory for one.
  func prepare(with curl: UnsafePointer<ccurl>) -> UnsafeMutableRawPointer? {
    guard let easy = curl.pointee.easy_init() else { return nil }
    self.easy = easy
    let numbers: [(CURLoption, Int64)] = [
      (CURLOPT_NOSIGNAL, 1),
      // A name server that does not answer must not hold up whoever gave up on it, nor all the others.
      (CURLOPT_QUICK_EXIT, 1),
      (CURLOPT_HTTP09_ALLOWED, 0), (CURLOPT_SSLVERSION, Int64(CURL_SSLVERSION_TLSv1_2)),
      (CURLOPT_HTTP_VERSION, Int64(CURL_HTTP_VERSION_2TLS)), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
    ]
    latestNews = .now
    let times: [(CURLoption, Int64)] =
      sink == nil
      ? [(CURLOPT_TIMEOUT_MS, milliseconds)]
      : [(CURLOPT_CONNECTTIMEOUT_MS, milliseconds), (CURLOPT_BUFFERSIZE, Int64(512 << 10))]
    for (option, number) in times { ccurl_set_number(easy, option, number) }
    for (option, number) in numbers { ccurl_set_number(easy, option, number) }
    let route = request.trust != .catalog ? surroundings.certainRoute(to: address) : surroundings.route(to: address)
    let texts: [(CURLoption, String?)] = [
      (CURLOPT_URL, address.text), (CURLOPT_PROTOCOLS_STR, "http,https"),
      // A part of what is packed would be of no use.
      (CURLOPT_ACCEPT_ENCODING, sink == nil ? "" : nil),
      (CURLOPT_USERAGENT, userAgent), (CURLOPT_PROXY, route.proxy), (CURLOPT_NOPROXY, route.exceptions),
      (CURLOPT_CAINFO, surroundings.certificateFile), (CURLOPT_CAPATH, surroundings.certificateFolder),
    ]
    for case (let option, let text?) in texts { ccurl_set_pointer(easy, option, text) }
    ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, problem)
    setMethod(of: easy)
    setFields(of: easy, with: curl)
    setCallbacks(of: easy)
    judgesPeer = request.trust != .catalog && route.proxy.isEmpty
    if request.trust != .catalog, !judgesPeer, !mayAsk(address.host, request.url) {
      objection = .offLimits(host: request.host, address: address.host)
    }
    return easy
  }

  private func setMethod(of easy: UnsafeMutableRawPointer) {
    if request.method == "HEAD" { ccurl_set_number(easy, CURLOPT_NOBODY, 1) }
    guard request.method != "GET", request.method != "HEAD" else { return }
    // On a kept connection that turns out to be closed libcurl would send the request again of its own accord, which only
    // a GET may be: a refresh token is good for one request.
    ccurl_set_number(easy, CURLOPT_FRESH_CONNECT, 1)
    ccurl_set_pointer(easy, CURLOPT_CUSTOMREQUEST, request.method)
    ccurl_set_number(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int64(request.body.count))
    request.body.withUnsafeBytes {
      _ = ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress ?? .init(problem))
    }
  }

  private func setFields(of easy: UnsafeMutableRawPointer, with curl: UnsafePointer<ccurl>) {
    var headers = request.headers
    if case .header(let name)? = request.credential?.location { headers[name] = request.credential?.value }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      if request.trust == .stranger, Secrets.isCredential(header: name) { continue }
      // A line break would begin a field of the text's own.
      let field = "\(name): \(value)".unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
      fields = curl.pointee.slist_append(fields, String(String.UnicodeScalarView(field))) ?? fields
    }
    ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, fields)
  }

  private func setCallbacks(of easy: UnsafeMutableRawPointer) {
    ccurl_set_callbacks(
      easy,
      { line, size, count, download in
        let download = Unmanaged<CurlDownload>.fromOpaque(download!).takeUnretainedValue()
        return download.takeHead(UnsafeRawBufferPointer(start: line, count: size * count))
      },
      { bytes, size, count, download in
        let download = Unmanaged<CurlDownload>.fromOpaque(download!).takeUnretainedValue()
        return download.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
      },
      { download, peer, _, _, _ in
        let download = Unmanaged<CurlDownload>.fromOpaque(download!).takeUnretainedValue()
        let isFine = download.judge(peer: peer.map { String(cString: $0) } ?? "")
        return isFine ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Gives back what `prepare` took, once libcurl no longer works on it.
  func release(with curl: UnsafePointer<ccurl>) {
    if let easy { curl.pointee.easy_cleanup(easy) }
    curl.pointee.slist_free_all(fields)
    (easy, fields) = (nil, nil)
  }

  private var time: Duration { min(request.timeLimit ?? limits.time, limits.time, .seconds(86_400)) }

  /// How long a file that comes may still be silent; nil for other answers, whose time libcurl counts as a whole. What is
  /// large takes its time, and a byte a second is more than nothing, which libcurl's own bound takes it for.
  var silenceLeft: Duration? { sink == nil ? nil : time - (.now - latestNews) }

  /// The time, as libcurl counts it: 0 would be no limit at all.
  private var milliseconds: Int64 {
    max(1, Int64(time / .milliseconds(1)))
  }

  // MARK: Coming in

  /// - Returns: how much was taken; anything but all ends the transfer.
  private func takeHead(_ line: UnsafeRawBufferPointer) -> Int {
    latestNews = .now
    guard head.take(line) else {
      objection = .unreadable(host: request.host, what: head.objection ?? "a head without end")
      return 0
    }
    // Once: what comes behind the body are its trailers.
    if head.isOver, !hasAskedSink, let sink, head.redirectTarget == nil {
      hasAskedSink = true
      isSunk = sink.begin(status: head.status, headers: head.fields)
      if isSunk { return line.count }
    }
    // Not left to libcurl, which would not wait for the rest of the head and so not know where a redirect leads.
    guard head.isOver, request.method != "HEAD", head.announcedLength > limits.body else { return line.count }
    if head.redirectTarget == nil { objection = .tooLarge(host: request.host, limit: limits.body) }
    isCutShort = true
    return 0
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    latestNews = .now
    bodySize += bytes.count
    if head.redirectTarget != nil {
      guard bodySize > Self.mostPassedOver else { return bytes.count }
      isCutShort = true
      return 0
    }
    if isSunk {
      guard sink?.take(bytes) != true else { return bytes.count }
      objection = .cancelled
      return 0
    }
    if bodySize > limits.body {
      objection = .tooLarge(host: request.host, limit: limits.body)
      return 0
    }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  private func judge(peer: String) -> Bool {
    if judgesPeer, !mayAsk(peer, request.url) { objection = .offLimits(host: request.host, address: peer) }
    return objection == nil
  }

  // MARK: The end

  /// Ends the wait for what is silent for too long.
  func giveUp() {
    resume(with: End(result: .failure(.timedOut(host: request.host, after: time)), bytes: isSunk ? bodySize : 0))
  }

  /// Ends the wait with what came of the transfer.
  func end(after code: CURLcode) {
    guard let easy else { return }
    var end = End(result: result(after: code, easy))
    if case .failure(.offline) = end.result { end.brokeOff = CurlProblem.isBreak(code) }
    end.timings = Exchange.Timings(of: easy)
    if isSunk { end.bytes = bodySize }
    resume(with: end)
  }

  private func result(after code: CURLcode, _ easy: UnsafeMutableRawPointer) -> Result<HTTPResponse, CatalogError> {
    if let objection { return .failure(objection) }
    guard code == CURLE_OK || isCutShort else {
      let problem = CurlProblem(code, text: String(cString: problem), easy: easy)
      return .failure(problem.error(host: request.host, timeout: limits.time))
    }
    guard head.isOver, head.status >= 200 else { return .failure(.offline(host: request.host)) }
    var headers = head.fields
    // A date means little by another clock, or in a recording.
    if let date = headers["retry-after"].flatMap(WrittenDate.init) {
      let now = headers["date"].flatMap(WrittenDate.init)?.seconds ?? Int(Date.now.timeIntervalSince1970)
      headers["retry-after"] = String(max(0, date.seconds - now))
    }
    return .success(HTTPResponse(status: head.status, headers: headers, body: body))
  }
}

extension AnswerHead {
  /// Where it sends whoever asked, if anywhere.
  fileprivate var redirectTarget: String? {
    HTTPResponse(status: status, headers: fields, body: []).redirectTarget
  }
}
