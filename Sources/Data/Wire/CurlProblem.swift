import CCurl
import Domain

/// What kept an answer from coming, from libcurl's words to ours.
struct CurlProblem {
  let result: CURLcode
  /// libcurl's own words, such as they are.
  let text: String
  /// What OpenSSL found of the certificate.
  private let verdict: Int64
  /// What a proxy said to being asked for a tunnel; 0 where none did.
  private let proxyStatus: Int64

  init(_ result: CURLcode, text: String, easy: UnsafeMutableRawPointer) {
    self.result = result
    self.text = text
    verdict = ccurl_number(easy, CURLINFO_SSL_VERIFYRESULT)
    proxyStatus = ccurl_number(easy, CURLINFO_HTTP_CONNECTCODE)
  }

  func error(host: String, timeout: Duration) -> CatalogError {
    switch result {
    case CURLE_OPERATION_TIMEDOUT: .timedOut(host: host, after: timeout)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      .unreadable(host: host, what: "an answer that is not HTTP")
    // Where it was not us who would take no more, it was what unpacks.
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: .unreadable(host: host, what: "a body that does not unpack")
    // What libcurl says of a line of the head beyond 100 kB.
    case CURLE_OUT_OF_MEMORY: .unreadable(host: host, what: "a head without bounds")
    case CURLE_PEER_FAILED_VERIFICATION: .untrusted(host: host, reason: certificateReason)
    case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      .untrusted(host: host, reason: .other(text))
    default:
      if (400..<500).contains(proxyStatus) {
        .refused(host: host, status: Int(proxyStatus), reason: "the proxy lets nobody through")
      } else {
        .offline(host: host)
      }
    }
  }

  /// Whether a connection was there and broke, so that another may hold.
  static func isBreak(_ result: CURLcode) -> Bool {
    switch result {
    // An end within the head is no failure to libcurl.
    case CURLE_OK, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      true
    default: false
    }
  }

  /// By the numbers of OpenSSL's X509_V_ERR_…
  private var certificateReason: CertificateProblem {
    switch verdict {
    case 10: .expired
    case 9: .notYetValid
    // libcurl compares names itself, and then leaves OpenSSL's verdict as it was, or none in particular.
    case 0, 1, 62, 64: .wrongHost
    default: .untrusted
    }
  }
}

extension Exchange.Timings {
  /// As libcurl counts them: each from the start, in microseconds.
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
    // What was not reached is 0, and a part that did not take place takes no time.
    self.init(
      name: named, connection: max(.zero, connected - named), tls: max(.zero, secured - connected),
      firstByte: max(.zero, first - sent), body: first > .zero ? max(.zero, last - first) : .zero,
      isReused: ccurl_number(easy, CURLINFO_NUM_CONNECTS) == 0 && first > .zero, httpVersion: version)
  }
}
