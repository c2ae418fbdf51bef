import Catalogs
import Sample
@testable import Wire
import Domain
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CurlClientTests {
  private let client = CurlClient(userAgent: "liner/test", environment: [:])

  @Test func `a request arrives as it was built, and its answer is complete`() async throws {
    try await StandInServer.run(answering: .json(#"{"results":[]}"#, status: 201, headers: ["X-Some": "thing"])) {
      server in
      let request = HTTPRequest(
        base: server.url, path: "search", query: [("term", "AC/DC + é&=")], headers: ["Accept-Language": "fr"])
      let transfer = await client.transfer(request)
      let response = try transfer.result.get()
      #expect(response.status == 201)
      #expect(response.body == Array(#"{"results":[]}"#.utf8))
      #expect(response.headers["x-some"] == "thing")
      #expect(transfer.source == .network)
      #expect(transfer.attempts == 1)

      let asked = try #require(await server.requests.first)
      #expect(asked.method == "GET")
      #expect(asked.path == "/search")
      #expect(asked.query == ["term": "AC/DC + é&="])
      #expect(asked.headers["user-agent"] == "liner/test")
      #expect(asked.headers["accept-language"] == "fr")
      #expect(asked.headers["cookie"] == nil)
    }
  }

  @Test(arguments: ["http://me:secret@127.0.0.1:1/", "127.0.0.1:1", "socks5h://127.0.0.1:1"])
  func `a proxy that does not answer is named`(proxy: String) async {
    let client = CurlClient(userAgent: "liner/test", environment: ["all_proxy": proxy, "no_proxy": "127.0.0.1"])
    #expect(
      await client.transfer(HTTPRequest(url: "http://a.invalid/")).error == .offline(host: "the proxy 127.0.0.1:1"))
    #expect(await client.transfer(HTTPRequest(url: "http://127.0.0.1:2/")).error == .offline(host: "127.0.0.1:2"))
  }

  @Test(arguments: [
    "http://[", "http://h:99999/", "http://me:secret@h:x/", "file:///etc/passwd", "ftp://127.0.0.1/x", "nonsense",
    "http://", "",
  ])
  func `text that is not an address is reported, and nothing is sent`(url: String) async {
    let error = await client.transfer(HTTPRequest(url: url)).error
    guard case .refused(let named, 0, let reason?) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(named == url.replacing("me:secret@", with: ""))
    #expect(reason.hasPrefix("its "))
  }

  @Test func `a body is posted`() async throws {
    try await StandInServer.run(answering: .json("{}")) { server in
      let request = HTTPRequest(method: "POST", url: server.url + "/token", body: Array("a=1&b=x%20y".utf8))
      _ = try await client.transfer(request).result.get()
      let asked = try #require(await server.requests.first)
      #expect(asked.method == "POST")
      #expect(asked.form == ["a": "1", "b": "x y"])
    }
  }

  @Test(arguments: [204, 400, 403, 404, 429, 500, 503])
  func `every status is an answer`(status: Int) async throws {
    try await StandInServer.run(answering: .status(status)) { server in
      let response = try await client.transfer(HTTPRequest(url: server.url)).result.get()
      #expect(response.status == status)
    }
  }

  @Test func `cookies are not kept`() async throws {
    try await StandInServer.run(answering: .json("{}", headers: ["set-cookie": "a=b; path=/"])) { server in
      for _ in 1...2 { _ = await client.transfer(HTTPRequest(url: server.url)) }
      #expect(await server.requests.map { $0.headers["cookie"] } == [nil, nil])
    }
  }

  @Test func `requests one after the other share a connection`() async throws {
    try await StandInServer.run(answering: .json("{}")) { server in
      for _ in 1...3 { _ = await client.transfer(HTTPRequest(url: server.url)) }
      #expect(await server.requests.count == 3)
      #expect(await server.connections == 1)
    }
  }

  @Test(
    arguments: [
      .json(#"{"results":[]}"#).delivered(.truncated(after: 5)), .json(#"{"results":[]}"#).delivered(.reset(after: 5)),
      .json(#"{"results":[]}"#).delivered(.truncated(after: 0)), .reset, .raw(""), .raw("HTTP/1.1 200 OK"),
      .raw("HTTP/1.1 200 OK\r\ncontent-le"), .raw("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n"),
      .raw("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nx: y"), .raw("HTTP/1.1 100 Continue\r\n\r\n"),
      .raw("HTTP/1.1 302 Found\r\nlocation: /\r\n"),
    ] as [StandInServer.Answer])
  func `an incomplete answer is a failure, and another connection may succeed`(
    answer: StandInServer.Answer
  ) async throws {
    try await StandInServer.run { request in
      request.path == "/whole" ? .json("{}") : answer
    } body: { server in
      // libcurl would repeat a request itself if its connection was reused.
      for before in [[], ["/whole"]] {
        for path in before { #expect(await client.transfer(HTTPRequest(url: server.url + path)).status == 200) }
        let transfer = await client.transfer(HTTPRequest(url: server.url))
        #expect(transfer.result == .failure(.offline(host: server.host)))
        #expect(transfer.brokeOff)
      }
      #expect(await server.requests.count == 3)
    }
  }

  @Test func `a port where nobody listens is offline at once`() async throws {
    try await StandInServer.withRefusedURL { url in
      let request = HTTPRequest(url: url + "/search")
      let transfer = await client.transfer(request)
      #expect(transfer.result == .failure(.offline(host: request.host)))
      #expect(!transfer.brokeOff)
    }
  }

  @Test(arguments: [
    StandInServer.Answer.silence,
    .json(String(repeating: " ", count: 100_000)).delivered(.dripping(every: .milliseconds(5))),
  ])
  func `silence and slow bytes end at the timeout, and so does the connection`(
    answer: StandInServer.Answer
  ) async throws {
    let client = CurlClient(userAgent: "liner/test", timeout: .milliseconds(200))
    try await StandInServer.run(answering: answer) { server in
      let transfer = await client.transfer(HTTPRequest(url: server.url))
      #expect(transfer.result == .failure(.timedOut(host: server.host, after: .milliseconds(200))))
      await server.waitForHangUps(1)
    }
  }

  @Test(arguments: [true, false])
  func `a body of 400 MB is rejected early`(announced: Bool) async throws {
    try await StandInServer.run(answering: .huge(bytes: 400 * CurlClient.mebibyte, announced: announced)) { server in
      let transfer = await client.transfer(HTTPRequest(url: server.url))
      #expect(transfer.result == .failure(.tooLarge(host: server.host, limit: 32 * CurlClient.mebibyte)))
      await server.waitForHangUps(1)
    }
  }

  @Test func `a body of exactly the limit is accepted`() async throws {
    let client = CurlClient(userAgent: "liner/test", largestBody: 100_000)
    try await StandInServer.run { request in
      .json(String(repeating: " ", count: request.path == "/fits" ? 100_000 : 100_001))
    } body: { server in
      let fitting = try await client.transfer(HTTPRequest(url: server.url + "/fits")).result.get()
      #expect(fitting.body.count == 100_000)
      let beyond = await client.transfer(HTTPRequest(url: server.url + "/more"))
      #expect(beyond.result == .failure(.tooLarge(host: server.host, limit: 100_000)))
    }
  }

  @Test func `a body is measured as it is decompressed`() async throws {
    let bomb = StandInServer.Answer(
      headers: ["content-encoding": "gzip"], body: GzipBytes.blanks(64 * CurlClient.mebibyte))
    try await StandInServer.run(answering: bomb) { server in
      let transfer = await client.transfer(HTTPRequest(url: server.url))
      #expect(transfer.result == .failure(.tooLarge(host: server.host, limit: 32 * CurlClient.mebibyte)))
    }
  }

  @Test func `cancelling the task ends the transfer`() async throws {
    try await StandInServer.run(answering: .silence) { server in
      let asking = Task { await client.transfer(HTTPRequest(url: server.url)) }
      await server.waitForRequests(1)
      asking.cancel()
      #expect(await asking.value.result == .failure(.cancelled))
      await server.waitForHangUps(1)
    }
  }

  @Test func `a cancelled task sends nothing`() async throws {
    try await StandInServer.run(answering: .json("{}")) { server in
      let gate = Gate()
      let asking = Task {
        await gate.wait()
        return await client.transfer(HTTPRequest(url: server.url))
      }
      asking.cancel()
      #expect(await asking.value.result == .failure(.cancelled))
      #expect(await server.requests.isEmpty)
    }
  }

  @Test(arguments: ["lunes", "Sun, 06 Nov 1994 08:49:37 GMT", "Sat, 21 Nov 2026 10:00:59 GMT", "-5", "59"])
  func `a date in Retry-After is understood`(pause: String) async throws {
    let answer = StandInServer.Answer.status(
      429, headers: ["retry-after": pause, "date": "Sat, 21 Nov 2026 10:00:00 GMT"])
    try await StandInServer.run(answering: answer) { server in
      let response = try await client.transfer(HTTPRequest(url: server.url)).result.get()
      let seconds = ["Sun, 06 Nov 1994 08:49:37 GMT": 1, "Sat, 21 Nov 2026 10:00:59 GMT": 59, "-5": 1, "59": 59][pause]
      #expect(response.retryAfter == seconds.map { .seconds($0) })
    }
  }

  @Test func `each hop of an untrusted address is checked, and gets no credentials`() async throws {
    let client = CurlClient(userAgent: "liner/test", environment: [:], mayAsk: { address, _ in address != "127.0.0.1" })
    try await StandInServer.run(answering: .json("[1]")) { server in
      var request = HTTPRequest(url: server.url, headers: ["Authorization": "Bearer secret", "Accept": "x"])
      #expect(await client.transfer(request).body == "[1]")
      request.trust = .untrusted
      #expect(await client.transfer(request).error == .offLimits(host: server.host, address: "127.0.0.1"))
      #expect(await server.connections == 1)
      // A name means nothing until it is resolved.
      let port = try #require(request.address).port
      var named = HTTPRequest(url: "http://localhost:\(port)")
      named.trust = .untrusted
      #expect(await client.transfer(named).error == .offLimits(host: "localhost:\(port)", address: "127.0.0.1"))
      #expect(await server.requests.count == 1)
      #expect(await self.client.transfer(request).body == "[1]")
      #expect(await server.requests.map { $0.headers["authorization"] } == ["Bearer secret", nil])
      #expect(await server.requests.map { $0.headers["accept"] } == ["x", "x"])
    }
  }

  @Test(arguments: [HTTPRequest.Trust.catalog, .untrusted])
  func `a proxy gets the requests, except for its exceptions`(trust: HTTPRequest.Trust) async throws {
    try await StandInServer.run(answering: .json("[1]")) { proxy in
      let environment = ["http_proxy": proxy.url, "no_proxy": "one.example, .two.example,127.0.0.1"]
      let client = CurlClient(
        userAgent: "liner/test", environment: environment,
        mayAsk: { peer, address in peer == "music.invalid" && address.host == peer })
      var request = HTTPRequest(url: "http://music.invalid/search")
      request.trust = trust
      #expect(await client.transfer(request).body == "[1]")
      #expect(await proxy.requests.map(\.target) == ["http://music.invalid/search"])
      #expect(await proxy.requests.map { $0.headers["host"] } == ["music.invalid"])
      var direct = HTTPRequest(url: proxy.url + "/direct")
      direct.trust = trust
      let transfer = await client.transfer(direct)
      #expect((transfer.error == .offLimits(host: proxy.host, address: "127.0.0.1")) == (trust == .untrusted))
      #expect(await proxy.requests.count == (trust == .untrusted ? 1 : 2))
    }
  }

  @Test func `what a proxy denies is no answer of the service`() async throws {
    try await StandInServer.run(answering: .status(407)) { proxy in
      let client = CurlClient(userAgent: "liner/test", environment: ["http_proxy": proxy.url])
      let error = await client.transfer(HTTPRequest(url: "http://a.invalid/")).error
      #expect(error == .refused(host: "a.invalid", status: 0, reason: "the proxy denied the connection (HTTP 407)"))
    }
  }

  @Test func `timings are reported, and whether the connection was reused`() async throws {
    try await StandInServer.run(answering: .json("{}")) { server in
      let first = try #require(await client.transfer(HTTPRequest(url: server.url)).timings)
      let second = try #require(await client.transfer(HTTPRequest(url: server.url)).timings)
      #expect(first.connection > .zero && first.firstByte > .zero && !first.isReused && first.tls == .zero)
      #expect(second.connection == .zero && second.firstByte > .zero && second.isReused)
      #expect(first.httpVersion == "1.1")
    }
  }

  @Test func `cancelling at any moment is safe`() async throws {
    try await StandInServer.run { request in
      switch request.path {
      case "/redirect": .redirect(to: "/redirect")
      case "/long": .huge(bytes: 4 * CurlClient.mebibyte)
      case "/reset": .json("{}").delivered(.reset(after: 1))
      default: .json("{}")
      }
    } body: { server in
      await withDiscardingTaskGroup { group in
        for round in 0..<200 {
          for path in ["/redirect", "/long", "/reset", "/"] {
            let task = Task { await client.transfer(HTTPRequest(url: server.url + path)).result }
            group.addTask {
              for _ in 0..<round { await Task.yield() }
              task.cancel()
              // It may end or be cancelled, but it must not hang.
              _ = await task.value
            }
          }
        }
      }
      #expect(await client.transfer(HTTPRequest(url: server.url)).status == 200)
    }
  }
}
