import Catalogs
import Sample
@testable import Wire
import Domain
import TestSupport
import Testing

/// Which redirects are followed over real connections.
@Suite(.timeLimit(.minutes(1)))
struct CurlRedirectTests {
  private let client = CurlClient(userAgent: "liner/test", environment: [:])

  /// The client, following redirects.
  private func following(_ request: HTTPRequest) async -> Transfer {
    await Redirects().following(client.transfer)(request)
  }

  @Test func `authorization does not follow a redirect to another host`() async throws {
    try await StandInServer.run(answering: .json("{}")) { other in
      try await StandInServer.run(answering: .redirect(to: other.url + "/there")) { server in
        let request = HTTPRequest(url: server.url, headers: ["Authorization": "Bearer secret"])
        _ = try await following(request).result.get()
        #expect(await server.requests.first?.headers["authorization"] == "Bearer secret")
        #expect(await other.requests.map { $0.headers["authorization"] } == [nil])
      }
    }
  }

  @Test func `a loop of redirects ends after five`() async throws {
    try await StandInServer.run(answering: .redirect(to: "/again")) { server in
      let transfer = await following(HTTPRequest(url: server.url))
      #expect(
        transfer.result == .failure(.unreadable(host: server.host, what: "a chain of more than 5 redirects")))
      #expect(await server.requests.count == 6)
    }
  }

  @Test(arguments: [
    "file:///etc/hostname", "javascript:alert(1)", "//", "///", "http://", "http://:0", "https:", "mailto:a@b",
    "http:foo", "//:99999/", "http://[::1", "http://\u{1B}/", "http://a b/", "/\u{1B}[31m",
  ])
  func `a redirect to a non-web address is refused, and one to none is unusable`(target: String) async throws {
    try await StandInServer.run(answering: .redirect(to: target)) { server in
      let transfer = await following(HTTPRequest(url: server.url))
      let isOfTheWeb = !["file:", "javascript:", "mailto:"].contains(where: target.hasPrefix)
      let error: CatalogError =
        isOfTheWeb
        ? .unreadable(host: server.host, what: "a redirect to an invalid address")
        : .refused(host: server.host, status: 302, reason: "it redirects to a non-web address")
      #expect(transfer.result == .failure(error))
    }
  }

  @Test func `a POST is not redirected elsewhere`() async throws {
    try await StandInServer.run(answering: .redirect(to: "/elsewhere", status: 307)) { server in
      let request = HTTPRequest(method: "POST", url: server.url, body: Array("secret=1".utf8))
      let transfer = await following(request)
      let what = "a redirect to \(server.url)/elsewhere, which a POST does not follow"
      #expect(transfer.result == .failure(.unreadable(host: server.host, what: what)))
      #expect(await server.requests.count == 1)
    }
  }

  @Test func `a redirect without an address stays an answer`() async throws {
    try await StandInServer.run(answering: .redirect(to: "")) { server in
      #expect(await following(HTTPRequest(url: server.url)).status == 302)
    }
  }

  @Test func `each hop counts against the budget, and all share one timeout`() async throws {
    let limiter = RateLimiter(RequestBounds(.perMinute(20), services: []))
    try await StandInServer.run { request in
      request.path == "/a" ? .redirect(to: "/b") : request.path == "/b" ? .redirect(to: "/c") : .json("[1]")
    } body: { server in
      let transfer = await Redirects().following(limiter.limiting(client.transfer))(
        HTTPRequest(url: server.url + "/a"))
      #expect(transfer.body == "[1]")
      #expect(transfer.redirects == 2)
      #expect(transfer.attempts == 1)
      let budgets = try await limiter.budgets
      #expect(budgets.map(\.sent) == [3])
    }
    let hasty = CurlClient(userAgent: "liner/test", timeout: .milliseconds(300), environment: [:])
    try await StandInServer.run { request in
      request.path == "/end" ? .silence : .redirect(to: "/end")
    } body: { server in
      let transfer = await Redirects(timeout: .milliseconds(300)).following(hasty.transfer)(
        HTTPRequest(url: server.url))
      #expect(transfer.result == .failure(.timedOut(host: server.host, after: .milliseconds(300))))
    }
  }
}
