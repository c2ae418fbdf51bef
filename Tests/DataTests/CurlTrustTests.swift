import Catalogs
import Sample
@testable import Wire
import Domain
import TestSupport
import Testing

/// The client over TLS.
@Suite(.timeLimit(.minutes(1)))
struct CurlTrustTests {
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[1]"

  private func client(trusting certificates: Certificates) -> CurlClient {
    CurlClient(userAgent: "liner/test", environment: ["SSL_CERT_FILE": certificates.authority])
  }

  @Test func `each invalid certificate is refused with its reason`() async throws {
    let certificates = try await Certificates()
    let reasons: [Certificates.Kind: CertificateProblem] = [
      .untrusted: .untrusted, .expired: .expired, .notYetValid: .notYetValid, .wrongHost: .wrongHost,
    ]
    for kind in Certificates.Kind.allCases {
      try await TLSServer.run(with: kind, of: certificates, .answering(["a": Self.answer])) { url in
        let request = HTTPRequest(url: url + "/a")
        let transfer = await client(trusting: certificates).transfer(request)
        let reason = reasons[kind]
        #expect(transfer.error == reason.map { .untrusted(host: request.host, reason: $0) }, "\(kind)")
        #expect(transfer.body == (reason == nil ? "[1]" : nil))
        #expect(!transfer.brokeOff)
      }
    }
  }

  @Test func `an unknown authority is refused, and a failed check says why`() async throws {
    let certificates = try await Certificates()
    try await TLSServer.run(of: certificates, .answering(["a": Self.answer])) { url in
      let request = HTTPRequest(url: url + "/a")
      let alone = CurlClient(userAgent: "liner/test", environment: [:])
      #expect(await alone.transfer(request).error == .untrusted(host: request.host, reason: .untrusted))
      let absent = TemporaryFolder().path("absent.pem")
      let astray = CurlClient(userAgent: "liner/test", environment: ["SSL_CERT_FILE": absent])
      #expect(await astray.transfer(request).error == .untrusted(host: request.host, reason: .unreadableFile))
      let timings = try #require(await client(trusting: certificates).transfer(request).timings)
      #expect(timings.tls > .zero)
    }
  }

  @Test func `no redirect leads from https to http, and incomplete headers are noticed`() async throws {
    let certificates = try await Certificates()
    try await StandInServer.run(answering: .json("[1]")) { server in
      let answers = [
        "down": "HTTP/1.1 302 Found\r\nLocation: \(server.url)/\r\nContent-Length: 0\r\n\r\n",
        "cut": "HTTP/1.1 200 OK\r\nContent-Type: x\r\n",
        "up": "HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n", "a": Self.answer,
      ]
      try await TLSServer.run(of: certificates, .answering(answers)) { url in
        // The server closes each connection without saying so, which the budget has to know.
        let limiter = RateLimiter(RequestBounds(.off, services: []))
        let follow = Redirects().following(limiter.limiting(client(trusting: certificates).transfer))
        let request = HTTPRequest(url: url + "/down")
        let reason = "it redirects from https to http"
        #expect(await follow(request).error == .refused(host: request.host, status: 302, reason: reason))
        #expect(await server.requests.isEmpty)
        let cut = await follow(HTTPRequest(url: url + "/cut"))
        #expect(cut.error == .offline(host: request.host))
        #expect(cut.brokeOff)
        #expect(await follow(HTTPRequest(url: url + "/up")).body == "[1]")
      }
    }
  }

  @Test func `a service without TLS, or with an old version, is offline`() async throws {
    let certificates = try await Certificates()
    try await StandInServer.run(answering: .json("[1]")) { server in
      let hasty = CurlClient(userAgent: "liner/test", timeout: .seconds(1), environment: [:])
      #expect(await hasty.transfer(HTTPRequest(url: "https://\(server.host)/")).error != nil)
      #expect(await server.requests.isEmpty)
    }
    let old = ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]
    try await TLSServer.run(of: certificates, .answering(["a": Self.answer]), options: old) { url in
      let request = HTTPRequest(url: url + "/a")
      #expect(await client(trusting: certificates).transfer(request).error == .offline(host: request.host))
    }
  }
}
