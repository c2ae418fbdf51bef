import Data
import Domain
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTPClientTests {
  private let client = HTTPClient(userAgent: "liner/test")

  @Test func `a request arrives as it was built, and its answer comes back whole`() async throws {
    try await StandInServer.run { _ in
      .json(#"{"results":[]}"#, status: 201, headers: ["X-Some": "thing"])
    } body: { server in
      let request = HTTPRequest(
        base: server.url, path: "search", query: [("term", "AC/DC + é&=")], headers: ["Accept-Language": "fr"])
      let transfer = await client.transfer(request)
      let response = try transfer.outcome.get()
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

  @Test func `a body is posted`() async throws {
    try await StandInServer.run { _ in
      .json("{}")
    } body: { server in
      let request = HTTPRequest(method: "POST", url: server.url + "/token", body: Array("a=1&b=x%20y".utf8))
      _ = try await client.transfer(request).outcome.get()
      let asked = try #require(await server.requests.first)
      #expect(asked.method == "POST")
      #expect(asked.form == ["a": "1", "b": "x y"])
    }
  }

  @Test(arguments: [204, 400, 403, 404, 429, 500, 503])
  func `every status is an answer`(status: Int) async throws {
    try await StandInServer.run { _ in
      .status(status)
    } body: { server in
      let response = try await client.transfer(HTTPRequest(url: server.url)).outcome.get()
      #expect(response.status == status)
    }
  }

  @Test func `cookies are not kept`() async throws {
    try await StandInServer.run { _ in
      .json("{}", headers: ["set-cookie": "a=b; path=/"])
    } body: { server in
      for _ in 1...2 { _ = await client.transfer(HTTPRequest(url: server.url)) }
      #expect(await server.requests.map { $0.headers["cookie"] } == [nil, nil])
    }
  }

  @Test func `requests one after the other share a connection`() async throws {
    try await StandInServer.run { _ in
      .json("{}")
    } body: { server in
      for _ in 1...3 { _ = await client.transfer(HTTPRequest(url: server.url)) }
      #expect(await server.requests.count == 3)
      #expect(await server.connections == 1)
    }
  }

  @Test(arguments: [
    StandInServer.Answer.json(#"{"results":[]}"#).delivered(.truncated(after: 5)),
    .json(#"{"results":[]}"#).delivered(.reset(after: 5)),
    .json(#"{"results":[]}"#).delivered(.truncated(after: 0)),
    .reset,
  ])
  func `an answer that breaks off is no answer`(answer: StandInServer.Answer) async throws {
    try await StandInServer.run { _ in
      answer
    } body: { server in
      let transfer = await client.transfer(HTTPRequest(url: server.url))
      #expect(transfer.outcome == .failure(.offline(host: server.host)))
      #expect(transfer.brokeOff)
    }
  }

  @Test func `a port where nobody listens is offline at once`() async throws {
    try await StandInServer.withRefusedURL { url in
      let request = HTTPRequest(url: url + "/search")
      let transfer = await client.transfer(request)
      #expect(transfer.outcome == .failure(.offline(host: request.host)))
      #expect(!transfer.brokeOff)
    }
  }

  @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/x", "nonsense", "http://", ""])
  func `only the web is asked`(url: String) async {
    let request = HTTPRequest(url: url)
    #expect(await client.transfer(request).outcome == .failure(.offline(host: request.host)))
  }

  @Test func `silence ends at the time limit, and so does the connection`() async throws {
    let client = HTTPClient(userAgent: "liner/test", timeout: .milliseconds(200))
    try await StandInServer.run { _ in
      .silence
    } body: { server in
      let transfer = await client.transfer(HTTPRequest(url: server.url))
      #expect(transfer.outcome == .failure(.timedOut(host: server.host, after: .milliseconds(200))))
      await server.waitForHangUps(1)
    }
  }

  @Test func `an answer that drips ends at the time limit too`() async throws {
    let client = HTTPClient(userAgent: "liner/test", timeout: .milliseconds(200))
    try await StandInServer.run { _ in
      .json(String(repeating: " ", count: 100_000)).delivered(.dripping(every: .milliseconds(5)))
    } body: { server in
      let transfer = await client.transfer(HTTPRequest(url: server.url))
      #expect(transfer.outcome == .failure(.timedOut(host: server.host, after: .milliseconds(200))))
      await server.waitForHangUps(1)
    }
  }

  @Test func `an answer that drips but ends in time is whole`() async throws {
    try await StandInServer.run { _ in
      .json(#"{"results":[]}"#).delivered(.dripping(every: .milliseconds(1)))
    } body: { server in
      let response = try await client.transfer(HTTPRequest(url: server.url)).outcome.get()
      #expect(response.body == Array(#"{"results":[]}"#.utf8))
    }
  }

  @Test(arguments: [true, false])
  func `a body of 400 MB is given up early`(announced: Bool) async throws {
    try await StandInServer.run { _ in
      .huge(bytes: 400 * HTTPClient.mebibyte, announced: announced)
    } body: { server in
      let transfer = await client.transfer(HTTPRequest(url: server.url))
      #expect(transfer.outcome == .failure(.tooLarge(host: server.host, limit: 32 * HTTPClient.mebibyte)))
      await server.waitForHangUps(1)
    }
  }

  @Test func `a body of exactly the limit is taken`() async throws {
    let client = HTTPClient(userAgent: "liner/test", largestBody: 100_000)
    try await StandInServer.run { request in
      .json(String(repeating: " ", count: request.path == "/fits" ? 100_000 : 100_001))
    } body: { server in
      let fitting = try await client.transfer(HTTPRequest(url: server.url + "/fits")).outcome.get()
      #expect(fitting.body.count == 100_000)
      let beyond = await client.transfer(HTTPRequest(url: server.url + "/more"))
      #expect(beyond.outcome == .failure(.tooLarge(host: server.host, limit: 100_000)))
    }
  }

  @Test func `a body is measured as it unpacks`() async throws {
    let bomb = StandInServer.Answer(
      headers: ["content-encoding": "gzip"], body: Self.blanksInGzip(64 * HTTPClient.mebibyte))
    try await StandInServer.run { _ in
      bomb
    } body: { server in
      let transfer = await client.transfer(HTTPRequest(url: server.url))
      #expect(transfer.outcome == .failure(.tooLarge(host: server.host, limit: 32 * HTTPClient.mebibyte)))
    }
  }

  /// The beginning of a gzip stream (RFC 1951, RFC 1952) that unpacks to `count` blanks or a few more; about 1/160 as long.
  private static func blanksInGzip(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var byte: UInt8 = 0
    var used: UInt8 = 0
    func append(_ bits: [UInt8]) {
      for bit in bits {
        byte |= bit << used
        used += 1
        if used == 8 {
          bytes.append(byte)
          (byte, used) = (0, 0)
        }
      }
    }
    append([1, 1, 0])  // the last block, in the fixed code
    append([0, 1, 0, 1, 0, 0, 0, 0])  // a blank
    for _ in 0...(count / 258) {
      append([1, 1, 0, 0, 0, 1, 0, 1])  // 258 bytes
      append([0, 0, 0, 0, 0])  // from one byte back
    }
    return bytes
  }

  @Test func `a redirect is followed`() async throws {
    try await StandInServer.run { request in
      request.path == "/old" ? .redirect(to: "/new") : .json("[1]")
    } body: { server in
      let response = try await client.transfer(HTTPRequest(url: server.url + "/old")).outcome.get()
      #expect(response.status == 200)
      #expect(response.body == Array("[1]".utf8))
    }
  }

  @Test func `authorization does not follow a redirect to another host`() async throws {
    try await StandInServer.run { _ in
      .json("{}")
    } body: { other in
      try await StandInServer.run { _ in
        .redirect(to: other.url + "/there")
      } body: { server in
        let request = HTTPRequest(url: server.url, headers: ["Authorization": "Bearer secret"])
        _ = try await client.transfer(request).outcome.get()
        #expect(await server.requests.first?.headers["authorization"] == "Bearer secret")
        #expect(await other.requests.map { $0.headers["authorization"] } == [nil])
      }
    }
  }

  @Test func `a loop of redirects ends after five`() async throws {
    try await StandInServer.run { _ in
      .redirect(to: "/again")
    } body: { server in
      let transfer = await client.transfer(HTTPRequest(url: server.url))
      #expect(
        transfer.outcome == .failure(.unreadable(host: server.host, what: "a chain of more than 5 redirects")))
      #expect(await server.requests.count == 6)
    }
  }

  @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/x", "javascript:alert(1)", "data:application/json,1"])
  func `a redirect away from the web is refused`(target: String) async throws {
    try await StandInServer.run { _ in
      .redirect(to: target)
    } body: { server in
      let transfer = await client.transfer(HTTPRequest(url: server.url))
      #expect(transfer.outcome == .failure(.unreadable(host: server.host, what: "a redirect away from the web")))
    }
  }

  @Test func `a POST is not sent on elsewhere`() async throws {
    try await StandInServer.run { _ in
      .redirect(to: "/elsewhere", status: 307)
    } body: { server in
      let request = HTTPRequest(method: "POST", url: server.url, body: Array("secret=1".utf8))
      let transfer = await client.transfer(request)
      #expect(transfer.outcome == .failure(.unreadable(host: server.host, what: "a redirect of a POST")))
      #expect(await server.requests.count == 1)
    }
  }

  @Test func `cancelling the task ends the transfer`() async throws {
    try await StandInServer.run { _ in
      .silence
    } body: { server in
      let asking = Task { await client.transfer(HTTPRequest(url: server.url)) }
      await server.waitForRequests(1)
      asking.cancel()
      #expect(await asking.value.outcome == .failure(.cancelled))
      await server.waitForHangUps(1)
    }
  }

  @Test func `a cancelled task asks nothing`() async throws {
    try await StandInServer.run { _ in
      .json("{}")
    } body: { server in
      let gate = Gate()
      let asking = Task {
        await gate.wait()
        return await client.transfer(HTTPRequest(url: server.url))
      }
      asking.cancel()
      #expect(await asking.value.outcome == .failure(.cancelled))
      #expect(await server.requests.isEmpty)
    }
  }

  @Test(arguments: [
    "", "garbage", "garbage\r\n\r\n", "HTTP/1.1 200 OK", "HTTP/1.1\r\n\r\n", "HTTP/1.1 abc\r\n\r\n",
    "HTTP/9.9 200 OK\r\n\r\n{}", "HTTP/1.1 99 OK\r\n\r\n{}", "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}", "HTTP/1.1 200 OK\r\n: x\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\nx: \u{0}\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\nx: " + String(repeating: "y", count: 400_000) + "\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n", "HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}",
    "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}",
  ])
  func `what is not HTTP is no answer`(answer: String) async throws {
    try await StandInServer.run { _ in
      .raw(answer)
    } body: { server in
      #expect(await client.transfer(HTTPRequest(url: server.url)).outcome == .failure(.offline(host: server.host)))
    }
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\ncontent-length: 99999999999999999999\r\n\r\n{}", 200),
    ("HTTP/1.1 101 Switch\r\n\r\n{}", 101), ("HTTP/1.1 302 Found\r\n\r\n{}", 302),
    ("HTTP/1.1 304 Same\r\n\r\n", 304), ("HTTP/1.1 999 OK\r\ncontent-length: 2\r\n\r\n{}", 999),
    ("HTTP/1.0 200 OK\r\n\r\n{}", 200),
  ])
  func `what is odd but HTTP is an answer`(answer: String, status: Int) async throws {
    try await StandInServer.run { _ in
      .raw(answer)
    } body: { server in
      #expect(await client.transfer(HTTPRequest(url: server.url)).status == status)
    }
  }

  @Test(arguments: [
    "//", "///", ":", "http://", "http://:0", "http:///x", "https:", "mailto:a@b", "http:foo", "//@", "//:99999/",
  ])
  func `a redirect to nowhere is refused`(target: String) async throws {
    try await StandInServer.run { _ in
      .redirect(to: target)
    } body: { server in
      let transfer = await client.transfer(HTTPRequest(url: server.url))
      #expect(transfer.outcome == .failure(.unreadable(host: server.host, what: "a redirect away from the web")))
    }
  }

  @Test(arguments: ["", "http://[::1", "http://\u{1B}/", "//%zz/", "http://a b/"])
  func `a redirect to what is no URL stays as it is`(target: String) async throws {
    try await StandInServer.run { _ in
      .redirect(to: target)
    } body: { server in
      #expect(await client.transfer(HTTPRequest(url: server.url)).status == 302)
    }
  }

  @Test(arguments: ["?%zz", "%", "/\u{1B}[31m", "x y z", "é", "/%00", "?a=%zz&b=|", "/a//b/../c"])
  func `a redirect to an odd path is followed`(target: String) async throws {
    try await StandInServer.run { request in
      request.target == "/start" ? .redirect(to: target) : .json("[1]")
    } body: { server in
      #expect(await client.transfer(HTTPRequest(url: server.url + "/start")).status == 200)
    }
  }

  @Test func `cancelling at any moment is safe`() async throws {
    try await StandInServer.run { request in
      switch request.path {
      case "/redirect": .redirect(to: "/redirect")
      case "/long": .huge(bytes: 4 * HTTPClient.mebibyte)
      case "/reset": .json("{}").delivered(.reset(after: 1))
      default: .json("{}")
      }
    } body: { server in
      await withDiscardingTaskGroup { group in
        for round in 0..<200 {
          for path in ["/redirect", "/long", "/reset", "/"] {
            let task = Task { await client.transfer(HTTPRequest(url: server.url + path)).outcome }
            group.addTask {
              for _ in 0..<round { await Task.yield() }
              task.cancel()
              // Whether it ended or was cancelled is a matter of luck; that it ends is not.
              _ = await task.value
            }
          }
        }
      }
      #expect(await client.transfer(HTTPRequest(url: server.url)).status == 200)
    }
  }
}
