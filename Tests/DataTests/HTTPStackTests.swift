import Catalogs
import Sample
import Wire
import Domain
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTPStackTests {
  private func stack(timeout: Duration = .seconds(15), recorder: Recorder? = nil) -> HTTPStack {
    HTTPStack(
      userAgent: "liner/test", bounds: RequestBounds(.perMinute(20), services: []), timeout: timeout,
      recorder: recorder)
  }

  @Test func `each request is reported once, with the source of its answer`() async throws {
    let log = ExchangeLog()
    try await StandInServer.run(answering: .json("[1]")) { server in
      let stack = stack()
      let request = HTTPRequest(url: server.url + "/a?access_token=x", headers: ["Authorization": "x", "Accept": "y"])
      try await RequestContext.$current.withValue(RequestContext(log: log)) {
        for _ in 1...2 { _ = try await stack.fetch(request) }
      }
      #expect(log.exchanges.map(\.source) == [.network, .cache])
      #expect(log.exchanges.map(\.attempts) == [1, 0])
      #expect(log.exchanges.map(\.status) == [200, 200])
      #expect(log.exchanges.map(\.bytes) == [3, 3])
      #expect(log.exchanges.map(\.url) == Array(repeating: server.url + "/a?access_token=REMOVED", count: 2))
      #expect(log.exchanges.first?.headers == ["Accept": "y"])
      let budgets = try await stack.budgets
      #expect(budgets.map(\.host) == [server.host])
      #expect(budgets.map(\.sent) == [1])
    }
  }

  @Test func `a reused connection that was closed is replaced at once, and both attempts count`() async throws {
    try await StandInServer.run { request in
      request.path == "/broken" ? .raw("") : .json("{}")
    } body: { server in
      let (stack, log) = (stack(), ExchangeLog())
      await RequestContext.$current.withValue(RequestContext(log: log)) {
        for path in ["/whole", "/broken"] { _ = try? await stack.fetch(HTTPRequest(url: server.url + path)) }
      }
      // The first of the three attempts is over the connection of the first request.
      #expect(log.exchanges.map(\.attempts) == [1, 3])
      #expect(await server.requests.count == 4)
      let budgets = try await stack.budgets
      #expect(budgets.map(\.sent) == [4])
    }
  }

  @Test func `failures are reported too`() async throws {
    let log = ExchangeLog()
    try await StandInServer.withRefusedURL { url in
      let request = HTTPRequest(url: url)
      await RequestContext.$current.withValue(RequestContext(log: log)) {
        await #expect(throws: CatalogError.offline(host: request.host)) { try await stack().fetch(request) }
      }
      #expect(log.exchanges.map(\.error) == [.offline(host: request.host)])
      #expect(log.exchanges.map(\.status) == [nil])
    }
  }

  @Test func `a service that recovers is retried, and each attempt counts against the budget`() async throws {
    let log = ExchangeLog()
    try await StandInServer.run(answering: .html()) { server in
      let stack = stack()
      let response = try await RequestContext.$current.withValue(RequestContext(log: log)) {
        var request = HTTPRequest(url: server.url)
        request.isSlip = { $0.looksLikeHTML }
        return try await stack.fetch(request)
      }
      #expect(response.looksLikeHTML)
      #expect(await server.requests.count == 3)
      #expect(log.exchanges.map(\.attempts) == [3])
      #expect(try await stack.budgets.map(\.sent) == [3])
    }
  }

  @Test func `a session can be recorded and replayed without the network`() async throws {
    let folder = TemporaryFolder()
    let request = try await StandInServer.run(answering: .json("[1]")) { server in
      let request = HTTPRequest(url: server.url + "/a")
      _ = try await stack(recorder: try await Recorder(path: folder.path("x.rec"))).fetch(request)
      return request
    }
    let recording = try Recording(parsing: #require(folder.bytes("x.rec")))
    let replaying = HTTPStack(replaying: Replay(recording))
    #expect(try await replaying.fetch(request).body == Array("[1]".utf8))
    #expect(try await replaying.budgets.isEmpty)
    let other = HTTPRequest(url: "https://music.example/b")
    await #expect(throws: CatalogError.notRecorded(request: "GET https://music.example/b")) {
      try await replaying.fetch(other)
    }
  }

  @Test func `the sample is a separate source`() async throws {
    let log = ExchangeLog()
    let stack = HTTPStack(sample: { _ in HTTPResponse(status: 200, body: Array("{}".utf8)) })
    _ = try await RequestContext.$current.withValue(RequestContext(log: log)) {
      try await stack.fetch(HTTPRequest(url: "https://music.example/"))
    }
    #expect(log.exchanges.map(\.source) == [.sample])
  }
}
