import Catalogs
import Sample
@testable import Wire
import Domain
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ResponseCacheTests {
  private let clock = ManualClock()
  private let request = HTTPRequest(url: "https://music.example/search?term=a")

  @Test func `a good answer is cached until it is too old`() async {
    let below = ScriptedLayer(.answer(200, "[1]"), .answer(200, "[2]"))
    let cached = ResponseCache(longestAge: .seconds(600), clock: clock).caching(below.transfer)
    #expect(await cached(request) == .answer(200, "[1]"))
    clock.advance(by: .seconds(599))
    let again = await cached(request)
    #expect(again.body == "[1]")
    #expect(again.source == .cache)
    #expect(again.attempts == 0)
    clock.advance(by: .seconds(1))
    #expect(await cached(request) == .answer(200, "[2]"))
  }

  @Test(arguments: [
    Transfer.answer(404, "{}"), .answer(500, "{}"), .answer(301, "{}"), .answer(200, "<html>"), .answer(200, ""),
    .answer(200, "oops"), .failure(.offline(host: "music.example")), .failure(.cancelled),
  ])
  func `anything else is requested again`(first: Transfer) async {
    let below = ScriptedLayer(first, .answer(200, "[2]"))
    let cached = ResponseCache(clock: clock).caching(below.transfer)
    #expect(await cached(request) == first)
    #expect(await cached(request).body == "[2]")
  }

  @Test func `an untrusted feed is cached, but not a page instead of one`() async {
    var request = HTTPRequest(url: "https://feeds.example/odd")
    request.trust = .untrusted
    let below = ScriptedLayer(.answer(200, "<!DOCTYPE HTML><html>"), .answer(200, "<?xml version='1.0'?><rss/>"))
    let cached = ResponseCache(clock: clock).caching(below.transfer)
    _ = await cached(request)
    #expect(await cached(request).source == .network)
    #expect(await cached(request).source == .cache)
  }

  @Test(arguments: [
    HTTPRequest(url: "https://music.example/search?term=b"),
    HTTPRequest(url: "https://music.example/search?term=a", headers: ["Accept-Language": "fr"]),
  ])
  func `other requests have other answers`(other: HTTPRequest) async {
    let below = ScriptedLayer(.answer(200, "[1]"), .answer(200, "[2]"))
    let cached = ResponseCache(clock: clock).caching(below.transfer)
    _ = await cached(request)
    #expect(await cached(other).body == "[2]")
  }

  @Test func `the time to cache an answer is not part of the request`() async {
    let below = ScriptedLayer(.answer(200, "[1]"))
    let cached = ResponseCache(clock: clock).caching(below.transfer)
    _ = await cached(request)
    var lookup = request
    lookup.maxAge = 86_400
    #expect(await cached(lookup).source == .cache)
  }

  @Test func `an answer for one user is not shown to another`() async {
    let below = ScriptedLayer(.answer(200, "[1]"), .answer(200, "[2]"), .answer(200, "[3]"))
    let cached = ResponseCache(clock: clock).caching(below.transfer)
    func asked(_ credential: HTTPRequest.Credential) async -> String? {
      var request = request
      request.credential = credential
      return await cached(request).body
    }
    #expect(await asked(.init(headers: ["X-Key": "a"], query: [("t", "1")])) == "[1]")
    #expect(await asked(.init(headers: ["X-Key": "b"], query: [("t", "1")])) == "[2]")
    #expect(await asked(.init(headers: ["X-Key": "a"], query: [("t", "2")])) == "[3]")
    #expect(await asked(.init(headers: ["X-Key": "a"], query: [("t", "1")])) == "[1]")
  }

  @Test func `different signatures with one secret are one user's`() async {
    let below = ScriptedLayer(.answer(200, "[1]"), .answer(200, "[2]"))
    let cached = ResponseCache(clock: clock).caching(below.transfer)
    func asked(_ signature: String, by secret: String) async -> String? {
      var request = request
      request.credential = .init(query: [("s", signature)], identity: [secret])
      return await cached(request).body
    }
    #expect(await asked("1", by: "me") == "[1]")
    #expect(await asked("2", by: "me") == "[1]")
    #expect(await asked("1", by: "you") == "[2]")
  }

  @Test func `a POST that only reads is cached by its body`() async {
    let below = ScriptedLayer(.answer(200, "[1]"), .answer(200, "[2]"))
    let cached = ResponseCache(clock: clock).caching(below.transfer)
    func query(_ text: String) -> HTTPRequest {
      HTTPRequest(method: "POST", url: request.url, body: Array(text.utf8), isRepeatable: true)
    }
    #expect(await cached(query("a")).body == "[1]")
    #expect(await cached(query("b")).body == "[2]")
    #expect(await cached(query("a")).body == "[1]")
  }

  @Test func `a POST passes through`() async {
    let below = ScriptedLayer(.answer(200, "[1]"), .answer(200, "[2]"))
    let cached = ResponseCache(clock: clock).caching(below.transfer)
    let post = HTTPRequest(method: "POST", url: request.url)
    _ = await cached(post)
    #expect(await cached(post).body == "[2]")
  }

  @Test func `a reload ignores a cached answer and replaces it`() async {
    let below = ScriptedLayer(.answer(200, "[1]"), .answer(200, "[2]"))
    let cached = ResponseCache(clock: clock).caching(below.transfer)
    _ = await cached(request)
    let reloaded = await RequestContext.$current.withValue(RequestContext(mayUseCache: false)) {
      await cached(request)
    }
    #expect(reloaded.body == "[2]")
    #expect(await cached(request) == Transfer(reloaded.result, source: .cache))
  }

  @Test func `a request repeated within one reload is sent once`() async {
    let below = ScriptedLayer(.answer(200, "[1]"), .answer(200, "[2]"), .answer(200, "[3]"))
    let cached = ResponseCache(clock: clock).caching(below.transfer)
    _ = await cached(request)
    for body in ["[2]", "[3]"] {
      let reload = RequestContext(mayUseCache: false, log: ExchangeLog())
      for _ in 1...2 {
        #expect(await RequestContext.$current.withValue(reload, operation: { await cached(request) }).body == body)
      }
    }
    #expect(await cached(request).body == "[3]")
  }

  @Test func `a reload that fails keeps the cached answer`() async {
    let below = ScriptedLayer(.answer(200, "[1]"), .answer(500))
    let cached = ResponseCache(clock: clock).caching(below.transfer)
    _ = await cached(request)
    _ = await RequestContext.$current.withValue(RequestContext(mayUseCache: false)) { await cached(request) }
    #expect(await cached(request).body == "[1]")
  }

  @Test func `the least recently used answer is evicted when there are too many`() async {
    let below = ScriptedLayer(.answer(200, "[1]"), .answer(200, "[2]"), .answer(200, "[3]"), .answer(200, "[4]"))
    let cached = ResponseCache(mostEntries: 2, clock: clock).caching(below.transfer)
    for path in ["1", "2", "1", "3"] { _ = await cached(HTTPRequest(url: "https://music.example/" + path)) }
    #expect(await cached(HTTPRequest(url: "https://music.example/1")).source == .cache)
    #expect(await cached(HTTPRequest(url: "https://music.example/2")).body == "[4]")
  }

  @Test func `the least recently used answer is evicted when there are too many bytes`() async {
    let big = "[" + String(repeating: " ", count: 60) + "]"
    let huge = "[" + String(repeating: " ", count: 200) + "]"
    let below = ScriptedLayer(.answer(200, big), .answer(200, big), .answer(200, huge), .answer(200, "[4]"))
    let cached = ResponseCache(mostBytes: 100, clock: clock).caching(below.transfer)
    for path in ["1", "2", "3"] { _ = await cached(HTTPRequest(url: "https://music.example/" + path)) }
    #expect(await cached(HTTPRequest(url: "https://music.example/2")).source == .cache)
    #expect(await cached(HTTPRequest(url: "https://music.example/1")).body == "[4]")
  }

  @Test func `identical requests in flight are one`() async throws {
    let gate = Gate()
    try await StandInServer.run { _ in
      await gate.wait()
      return .json("[1]")
    } body: { server in
      let cached = ResponseCache().caching(CurlClient(userAgent: "liner/test").transfer)
      let request = HTTPRequest(url: server.url)
      async let first = cached(request)
      await server.waitForRequests(1)
      async let second = cached(request)
      async let third = cached(request)
      gate.open()
      let sources = await [first.source, second.source, third.source]
      #expect(sources.first == .network)
      #expect(sources.dropFirst().allSatisfy { $0 == .shared || $0 == .cache })
      #expect(await server.requests.count == 1)
    }
  }

  @Test func `a cancelled waiter does not cancel the others, and the last one ends the transfer`() async throws {
    try await StandInServer.run(answering: .silence) { server in
      let cache = ResponseCache()
      let cached = cache.caching(CurlClient(userAgent: "liner/test").transfer)
      let request = HTTPRequest(url: server.url)
      let first = Task { await cached(request) }
      await server.waitForRequests(1)
      let second = Task { await cached(request) }
      try await until { await cache.waiting(for: request) == 2 }
      first.cancel()
      #expect(await first.value.error == .cancelled)
      #expect(await cache.waiting(for: request) == 1)
      #expect(await server.hangUps == 0)
      second.cancel()
      let cancelled = await second.value
      #expect(cancelled.error == .cancelled && cancelled.attempts == 1)
      await server.waitForHangUps(1)
    }
  }

  @Test func `a new request does not join a cancelled one`() async throws {
    let server = try await StandInServer.start { request in
      .silence
    }
    let cached = ResponseCache().caching(CurlClient(userAgent: "liner/test").transfer)
    let request = HTTPRequest(url: server.url)
    for count in 1...3 {
      let asking = Task { await cached(request) }
      await server.waitForRequests(count)
      asking.cancel()
      #expect(await asking.value.error == .cancelled)
    }
    await server.stop()
  }
}
