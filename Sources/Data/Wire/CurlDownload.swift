import CCurl
import Domain
import FoundationEssentials

/// One exchange while libcurl runs it, and the task that waits for its end.
///
/// `@unchecked Sendable` is fine because after the start only the loop's thread uses anything but `end`.
final class CurlDownload: @unchecked Sendable {
  let request: HTTPRequest
  /// Delivers the outcome to the waiting task.
  let end = Promise<Transfer>()
  private let address: WebAddress
  private let settings: CurlClient.Settings
  /// Whether the body goes into the sink; nil before the sink was asked.
  private var writesToSink: Bool?

  /// libcurl's own handle, from `prepare` to `release`.
  private(set) var easy: UnsafeMutableRawPointer?
  private var fields: UnsafeMutablePointer<curl_slist>?
  private var head = AnswerHead()
  private var body: [UInt8] = []
  private var bodySize = 0
  /// Why we ended the transfer, if we did.
  private var abortReason: CatalogError?
  /// Whether we skipped the rest of an unwanted body.
  private var isCutShort = false
  private var judgesPeer = false
  private var isSent = false
  /// The proxy that connects for us; nil if there is none.
  private var proxy: String?
  /// When the last bytes arrived.
  private var latestNews = ContinuousClock.now

  /// Enough for the page of a redirect, so that its connection stays usable.
  private static let maxDiscardedBytes = 64 << 10

  init(of request: HTTPRequest, at address: WebAddress, _ settings: CurlClient.Settings) {
    (self.request, self.address, self.settings) = (request, address, settings)
  }

  // MARK: libcurl's side

  /// Creates a handle for the request; nil if out of memory.
  func prepare(with curl: UnsafePointer<ccurl>) -> UnsafeMutableRawPointer? {
    guard let easy = curl.pointee.easy_init() else { return nil }
    self.easy = easy
    var numbers: [(CURLoption, Int64)] = [
      (CURLOPT_NOSIGNAL, 1),
      // A name server that does not answer must not delay a cancelled request or any other.
      (CURLOPT_QUICK_EXIT, 1),
      (CURLOPT_HTTP09_ALLOWED, 0), (CURLOPT_SSLVERSION, Int64(CURL_SSLVERSION_TLSv1_2)),
      (CURLOPT_HTTP_VERSION, Int64(CURL_HTTP_VERSION_2TLS)), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
    ]
    latestNews = .now
    // To libcurl 0 means no limit.
    let milliseconds = max(1, Int64(time / .milliseconds(1)))
    numbers +=
      request.sink == nil
      ? [(CURLOPT_TIMEOUT_MS, milliseconds)]
      : [(CURLOPT_CONNECTTIMEOUT_MS, milliseconds), (CURLOPT_BUFFERSIZE, 512 << 10)]
    // A request that may be sent only once, with a refresh token for example, cannot risk a connection that is closed.
    if request.needsNewConnection || !request.isRepeatable { numbers.append((CURLOPT_FRESH_CONNECT, 1)) }
    for (option, number) in numbers { ccurl_set_number(easy, option, number) }
    let evaluation = settings.evaluation
    let route = evaluation.route(to: address, isCertain: request.trust != .catalog)
    let texts: [(CURLoption, String?)] = [
      (CURLOPT_URL, address.text), (CURLOPT_PROTOCOLS_STR, "http,https"),
      // A part of a compressed file would be useless.
      (CURLOPT_ACCEPT_ENCODING, request.sink == nil ? "" : "identity"),
      (CURLOPT_USERAGENT, settings.userAgent), (CURLOPT_PROXY, route.proxy), (CURLOPT_NOPROXY, route.exceptions),
      (CURLOPT_CAINFO, evaluation.certificateFile), (CURLOPT_CAPATH, evaluation.certificateFolder),
      (CURLOPT_PROXY_CAINFO, evaluation.certificateFile), (CURLOPT_PROXY_CAPATH, evaluation.certificateFolder),
    ]
    for case (let option, let text?) in texts { ccurl_set_pointer(easy, option, text) }
    if request.method != "GET" {
      ccurl_set_pointer(easy, CURLOPT_CUSTOMREQUEST, request.method)
      ccurl_set_number(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int64(request.body.count))
      // An empty array has no address, and without one libcurl would read the body from a callback.
      (request.body + [0]).withUnsafeBytes { _ = ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) }
    }
    setFields(of: easy, with: curl)
    setCallbacks(of: easy)
    proxy = evaluation.proxyName(towards: address)
    judgesPeer = request.trust != .catalog && route.proxy.isEmpty
    return easy
  }

  private func setFields(of easy: UnsafeMutableRawPointer, with curl: UnsafePointer<ccurl>) {
    let headers = request.headers.merging(request.credential?.headers ?? [:]) { $1 }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      if request.trust == .untrusted, Secrets.isCredential(header: name) { continue }
      // A line break would let the value start another field.
      fields = curl.pointee.slist_append(fields, HTTPRequest.shown("\(name): \(value)")) ?? fields
    }
    ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, fields)
  }

  private func setCallbacks(of easy: UnsafeMutableRawPointer) {
    ccurl_set_callbacks(
      easy,
      { CurlDownload.at($3).takeHead(UnsafeRawBufferPointer(start: $0, count: $1 * $2)) },
      { CurlDownload.at($3).takeBody(UnsafeRawBufferPointer(start: $0, count: $1 * $2)) },
      { download, peer, _, _, _ in
        let isFine = CurlDownload.at(download).judge(peer: peer.map { String(cString: $0) } ?? "")
        return isFine ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlDownload {
    Unmanaged.fromOpaque(context!).takeUnretainedValue()
  }

  /// Frees what `prepare` allocated, once libcurl is done with it.
  func release(with curl: UnsafePointer<ccurl>) {
    if let easy { curl.pointee.easy_cleanup(easy) }
    curl.pointee.slist_free_all(fields)
    (easy, fields) = (nil, nil)
  }

  private var time: Duration { min(request.timeLimit ?? settings.timeout, settings.timeout, .seconds(86_400)) }

  /// How long a file transfer may still be silent; nil for other answers, whose total time libcurl limits. Large files
  /// take long, and libcurl's own speed limit would count a byte per second as silence.
  var silenceLeft: Duration? { request.sink == nil ? nil : time - (.now - latestNews) }

  // MARK: Coming in

  /// - Returns: how many bytes were accepted; fewer than all ends the transfer.
  private func takeHead(_ line: UnsafeRawBufferPointer) -> Int {
    latestNews = .now
    if let excess = head.take(line) {
      abortReason = .unreadable(host: request.host, what: excess)
      return 0
    }
    // Only once: trailers come after the body.
    if head.isOver, writesToSink == nil, let sink = request.sink, head.response.redirectTarget == nil {
      writesToSink = sink.begin(head.response.status, head.response.headers)
      if writesToSink == true { return line.count }
    }
    // Not left to libcurl, which would skip the rest of the headers and miss the target of a redirect.
    guard head.isOver, head.announcedLength > settings.largestBody else { return line.count }
    if head.response.redirectTarget == nil { abortReason = .tooLarge(host: request.host, limit: settings.largestBody) }
    isCutShort = true
    return 0
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    latestNews = .now
    bodySize += bytes.count
    if head.response.redirectTarget != nil {
      guard bodySize > Self.maxDiscardedBytes else { return bytes.count }
      isCutShort = true
      return 0
    }
    if writesToSink == true {
      guard request.sink?.take(bytes) != true else { return bytes.count }
      // The sink knows why; nobody cancelled anything.
      isCutShort = true
      return 0
    }
    if bodySize > settings.largestBody {
      abortReason = .tooLarge(host: request.host, limit: settings.largestBody)
      return 0
    }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  private func judge(peer: String) -> Bool {
    if judgesPeer, !settings.mayAsk(peer, address) { abortReason = .offLimits(host: request.host, address: peer) }
    // libcurl would repeat the request if a reused connection is closed, but each attempt takes from the budget.
    defer { isSent = true }
    return abortReason == nil && !isSent
  }

  // MARK: The end

  /// Fails a transfer that was silent for too long.
  func failForInactivity() {
    end(with: Transfer(.failure(.timedOut(host: request.host, after: time)), source: .network))
  }

  /// Ends the wait with the outcome of the transfer.
  func end(after code: CURLcode) {
    guard let easy else { return }
    var transfer = Transfer(result(after: code, easy), source: .network)
    if case .failure(.offline) = transfer.result { transfer.brokeOff = Self.isBreak(code) }
    transfer.needsNewConnection = code == CURLE_ABORTED_BY_CALLBACK && abortReason == nil
    transfer.timings = Exchange.Timings(of: easy)
    end(with: transfer)
  }

  private func end(with transfer: Transfer) {
    var transfer = transfer
    if writesToSink == true { transfer.bytes = bodySize }
    end.fulfill(transfer)
  }

  private func result(after code: CURLcode, _ easy: UnsafeMutableRawPointer) -> Result<HTTPResponse, CatalogError> {
    if let abortReason { return .failure(abortReason) }
    guard code == CURLE_OK || isCutShort else { return .failure(error(after: code, easy)) }
    guard head.isOver, head.response.status >= 200 else { return .failure(.offline(host: request.host)) }
    var response = head.response
    if response.status == 407, proxy != nil, address.scheme == "http" { return .failure(denied(" (HTTP 407)")) }
    response.body = body
    // A date means little on another clock or in a recording.
    if let date = response.headers["retry-after"].flatMap(WrittenDate.init) {
      let now = response.headers["date"].flatMap(WrittenDate.init)?.seconds ?? Int(Date.now.timeIntervalSince1970)
      response.headers["retry-after"] = String(max(0, date.seconds - now))
    }
    return .success(response)
  }

  /// Why there is no answer, in our terms.
  private func error(after code: CURLcode, _ easy: UnsafeMutableRawPointer) -> CatalogError {
    let host = request.host
    let isUnsent = [
      CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_FAILED_INIT,
      CURLE_OUT_OF_MEMORY,
    ].contains(code)
    if isUnsent, let shortage = ccurl_shortage(easy) {
      return .refused(host: host, status: 0, reason: String(cString: shortage))
    }
    switch code {
    // A proxy looks up the host's name for us, so a connection that fails is the one to the proxy.
    case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_PROXY: return .offline(host: proxy ?? host)
    case CURLE_PROXY: return socksFailure(CURLproxycode(UInt32(ccurl_number(easy, CURLINFO_PROXY_ERROR))))
    case CURLE_OPERATION_TIMEDOUT: return .timedOut(host: host, after: settings.timeout)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      return .unreadable(host: host, what: "an answer that is not HTTP")
    // Our own failures are handled earlier, so decompression failed here.
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
      return .unreadable(host: host, what: "a body that cannot be decompressed")
    // libcurl reports a header line beyond 100 kB this way.
    case CURLE_OUT_OF_MEMORY: return .unreadable(host: host, what: "oversized headers")
    case CURLE_PEER_FAILED_VERIFICATION:
      let ofProxy = ccurl_number(easy, CURLINFO_PROXY_SSL_VERIFYRESULT)
      if ofProxy != 0 { return .untrusted(host: proxy ?? host, reason: .init(verdict: ofProxy)) }
      return .untrusted(host: host, reason: .init(verdict: ccurl_number(easy, CURLINFO_SSL_VERIFYRESULT)))
    case CURLE_SSL_CACERT_BADFILE: return .untrusted(host: host, reason: .unreadableFile)
    default:
      // The proxy's answer to the request for a tunnel; 0 if there was none.
      let proxyStatus = Int(ccurl_number(easy, CURLINFO_HTTP_CONNECTCODE))
      return (400..<500).contains(proxyStatus) ? denied(" (HTTP \(proxyStatus))") : .offline(host: host)
    }
  }

  private func denied(_ how: String = "") -> CatalogError {
    .refused(host: request.host, status: 0, reason: "the proxy denied the connection\(how)")
  }

  private func socksFailure(_ code: CURLproxycode) -> CatalogError {
    switch code {
    case CURLPX_NO_AUTH, CURLPX_USER_REJECTED, CURLPX_REPLY_NOT_ALLOWED: denied()
    case CURLPX_RESOLVE_HOST, CURLPX_REPLY_CONNECTION_REFUSED, CURLPX_REPLY_GENERAL_SERVER_FAILURE,
      CURLPX_REPLY_HOST_UNREACHABLE, CURLPX_REPLY_NETWORK_UNREACHABLE, CURLPX_REPLY_TTL_EXPIRED:
      .offline(host: request.host)
    default: .offline(host: proxy ?? request.host)
    }
  }

  /// Whether a connection was made and then broke, so that another may succeed.
  private static func isBreak(_ code: CURLcode) -> Bool {
    // To libcurl, an end within the headers is not a failure.
    [
      CURLE_OK, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM, CURLE_ABORTED_BY_CALLBACK,
    ].contains(code)
  }
}

extension CertificateProblem {
  /// - Parameter verdict: one of OpenSSL's X509_V_ERR_ numbers.
  fileprivate init(verdict: Int64) {
    switch verdict {
    case 10: self = .expired
    case 9: self = .notYetValid
    // libcurl compares names itself, and then leaves OpenSSL's verdict unchanged or unspecific.
    case 0, 1, 62, 64: self = .wrongHost
    default: self = .untrusted
    }
  }
}

extension Exchange.Timings {
  /// libcurl measures each from the start, in microseconds.
  init(of easy: UnsafeMutableRawPointer) {
    func mark(_ info: CURLINFO) -> Duration { .microseconds(ccurl_number(easy, info)) }
    let (named, connected, secured) = (
      mark(CURLINFO_NAMELOOKUP_TIME_T), mark(CURLINFO_CONNECT_TIME_T), mark(CURLINFO_APPCONNECT_TIME_T)
    )
    let (sent, first, last) = (
      mark(CURLINFO_PRETRANSFER_TIME_T), mark(CURLINFO_STARTTRANSFER_TIME_T), mark(CURLINFO_TOTAL_TIME_T)
    )
    let versions = [
      Int(CURL_HTTP_VERSION_1_0): "1.0", Int(CURL_HTTP_VERSION_1_1): "1.1", Int(CURL_HTTP_VERSION_2_0): "2",
      Int(CURL_HTTP_VERSION_3): "3",
    ]
    // A phase that was not reached is 0, and one that did not happen takes no time.
    self.init()
    (name, connection, tls) = (named, max(.zero, connected - named), max(.zero, secured - connected))
    (firstByte, body) = (max(.zero, first - sent), first > .zero ? max(.zero, last - first) : .zero)
    isReused = ccurl_number(easy, CURLINFO_NUM_CONNECTS) == 0 && first > .zero
    httpVersion = versions[Int(ccurl_number(easy, CURLINFO_HTTP_VERSION))]
  }
}
