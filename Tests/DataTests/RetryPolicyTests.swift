import Catalogs
import Sample
@testable import Wire
import Domain
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RetryPolicyTests {
  private static let host = "music.example"
  private static let page = "<!DOCTYPE html><html></html>"
  private let request = {
    var request = HTTPRequest(url: "https://music.example/search")
    request.isSlip = { $0.status == 200 && $0.looksLikeHTML }
    return request
  }()

  /// The policy on its own clock; each wait is its minimum plus `random` of its range.
  private func policy(_ clock: ManualClock, random: Double = 0) -> RetryPolicy {
    var policy = RetryPolicy()
    policy.clock = clock
    policy.random = { random }
    return policy
  }

  @Test(arguments: [
    Transfer.answer(500), .answer(503), .answer(200, "  \n<html>"),
    .failure(.offline(host: host), brokeOff: true),
  ])
  func `a failure that may pass is retried after a wait`(first: Transfer) async throws {
    let clock = ManualClock()
    let below = ScriptedLayer(first, .answer(200, "{}"))
    let asking = Task { await policy(clock).retrying(below.transfer)(request) }
    try await clock.waitForSleepers()
    #expect(clock.sleeping == [.milliseconds(250)])
    clock.advance(by: .milliseconds(250))
    let transfer = await asking.value
    #expect(transfer.body == "{}")
    #expect(transfer.attempts == 2)
    #expect(transfer.transferred == .milliseconds(250))
  }

  @Test(arguments: [
    Transfer.answer(200), .answer(400), .answer(403, ""), .answer(403, page), .answer(404), .answer(429, page),
    .failure(.offline(host: host)), .failure(.timedOut(host: host, after: .seconds(15))),
    .failure(.tooLarge(host: host, limit: 1)), .failure(.unreadable(host: host, what: "a redirect")),
    .failure(.cancelled), .failure(.rateLimited(host: host, retryAfter: nil)),
    .answer(503, "", headers: ["retry-after": "30"]),
  ])
  func `a failure that will not pass is not retried`(only: Transfer) async {
    let below = ScriptedLayer(only)
    #expect(await policy(ManualClock()).retrying(below.transfer)(request) == only)
  }

  @Test(arguments: [page, "<?xml version='1.0'?><rss/>", "oops", ""])
  func `an answer of the wrong kind is a slip only for services known for it`(body: String) async {
    var request = request
    request.isSlip = nil
    let only = Transfer.answer(200, body)
    #expect(await policy(ManualClock()).retrying(ScriptedLayer(only).transfer)(request) == only)
  }

  @Test(arguments: [Transfer.answer(500), .failure(.offline(host: host), brokeOff: true)])
  func `a POST is sent once`(only: Transfer) async {
    let below = ScriptedLayer(only)
    let post = HTTPRequest(method: "POST", url: request.url)
    #expect(await policy(ManualClock()).retrying(below.transfer)(post) == only)
  }

  @Test(arguments: [Transfer.answer(500), .failure(.offline(host: host), brokeOff: true)])
  func `a POST that only reads is repeated like a GET`(first: Transfer) async throws {
    let clock = ManualClock()
    let below = ScriptedLayer(first, .answer())
    let post = HTTPRequest(method: "POST", url: request.url, body: Array("{}".utf8), isRepeatable: true)
    let asking = Task { await policy(clock, random: 0).retrying(below.transfer)(post) }
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(250))
    #expect(await asking.value.attempts == 2)
    #expect(below.requests == [post, post])
  }

  @Test func `there are three attempts at most, and the last answer counts`() async throws {
    let clock = ManualClock()
    let below = ScriptedLayer(.answer(500), .answer(502), .answer(503))
    let asking = Task { await policy(clock, random: 0.5).retrying(below.transfer)(request) }
    try await clock.waitForSleepers()
    #expect(clock.sleeping == [.milliseconds(375)])
    clock.advance(by: .milliseconds(375))
    try await clock.waitForSleepers()
    #expect(clock.sleeping == [.milliseconds(750)])
    clock.advance(by: .milliseconds(750))
    let transfer = await asking.value
    #expect(transfer.status == 503)
    #expect(transfer.attempts == 3)
  }

  @Test func `a slow failure is not retried`() async {
    var slow = Transfer.answer(500)
    slow.transferred = .seconds(15)
    let below = ScriptedLayer(slow)
    #expect(await policy(ManualClock()).retrying(below.transfer)(request) == slow)
  }

  @Test func `cancelling ends the wait`() async throws {
    let clock = ManualClock()
    let below = ScriptedLayer(.answer(500))
    let asking = Task { await policy(clock).retrying(below.transfer)(request) }
    try await clock.waitForSleepers()
    asking.cancel()
    #expect(await asking.value.error == .cancelled)
  }
}
