import CCurl
import Domain

extension CURLcode {
  /// Why there is no answer, in our terms.
  /// - Parameters:
  ///   - words: libcurl's own message.
  ///   - easy: the handle of the failed transfer.
  ///   - proxy: its name, if one connects for us.
  func error(
    words: String, _ easy: UnsafeMutableRawPointer, host: String, proxy: String?, timeout: Duration
  ) -> CatalogError {
    let isUnsent = [
      CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_FAILED_INIT,
      CURLE_OUT_OF_MEMORY,
    ].contains(self)
    if isUnsent, let shortage = ccurl_shortage(easy) {
      return .refused(host: host, status: 0, reason: String(cString: shortage))
    }
    switch self {
    // A proxy looks up the host's name for us, so a connection that fails is the one to the proxy.
    case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: return .offline(host: proxy ?? host)
    case CURLE_OPERATION_TIMEDOUT: return .timedOut(host: host, after: timeout)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      return .unreadable(host: host, what: "an answer that is not HTTP")
    // Our own failures are handled earlier, so decompression failed here.
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
      return .unreadable(host: host, what: "a body that cannot be decompressed")
    // libcurl reports a header line beyond 100 kB this way.
    case CURLE_OUT_OF_MEMORY: return .unreadable(host: host, what: "oversized headers")
    case CURLE_PEER_FAILED_VERIFICATION:
      return .untrusted(host: host, reason: .init(verdict: ccurl_number(easy, CURLINFO_SSL_VERIFYRESULT)))
    case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      return .untrusted(host: host, reason: .other(words.isEmpty ? "unknown reason" : words))
    default:
      // The proxy's answer to the request for a tunnel; 0 if there was none.
      let proxyStatus = Int(ccurl_number(easy, CURLINFO_HTTP_CONNECTCODE))
      guard (400..<500).contains(proxyStatus) else { return .offline(host: host) }
      return .refused(host: host, status: proxyStatus, reason: "the proxy denied the connection")
    }
  }

  /// Whether a connection was made and then broke, so that another may succeed.
  var isBreak: Bool {
    switch self {
    // To libcurl, an end within the headers is not a failure.
    case CURLE_OK, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      true
    default: false
    }
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
    let version: String? =
      switch Int(ccurl_number(easy, CURLINFO_HTTP_VERSION)) {
      case Int(CURL_HTTP_VERSION_1_0): "1.0"
      case Int(CURL_HTTP_VERSION_1_1): "1.1"
      case Int(CURL_HTTP_VERSION_2_0): "2"
      case Int(CURL_HTTP_VERSION_3): "3"
      default: nil
      }
    // A phase that was not reached is 0, and one that did not happen takes no time.
    self.init()
    (name, connection, tls) = (named, max(.zero, connected - named), max(.zero, secured - connected))
    (firstByte, body) = (max(.zero, first - sent), first > .zero ? max(.zero, last - first) : .zero)
    (isReused, httpVersion) = (ccurl_number(easy, CURLINFO_NUM_CONNECTS) == 0 && first > .zero, version)
  }
}
