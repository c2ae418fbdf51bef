import Data
import Domain
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RateLimiterTests {
  private let clock = ManualClock()
  private let request = HTTPRequest(url: "https://music.example/search")

  /// A request that reports its waits to `waits` and, once sent, its name to `sent`.
  private func ask(
    _ limiter: RateLimiter, url: String = "https://music.example/search", name: String = "",
    answer: Transfer = .answer(), noting sent: Log = Log(), waits: Log = Log()
  ) -> Task<Transfer, Never> {
    Task {
      let context = RequestContext(onWait: { waits.append("\($0) \($1)") })
      return await RequestContext.$current.withValue(context) {
        await limiter.limiting { _ in
          sent.append(name)
          return answer
        }(HTTPRequest(url: url))
      }
    }
  }

  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock(\.self) }
    func append(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test func `as many as the budget go at once, and the next waits for a token`() async {
    let limiter = RateLimiter(requestsPerMinute: 3, clock: clock)
    for _ in 1...3 { #expect(await ask(limiter).value.waited == .zero) }
    let waits = Log()
    let fourth = ask(limiter, waits: waits)
    await clock.waitForSleepers()
    #expect(clock.sleeping == [.seconds(20)])
    #expect(waits.all == ["music.example 20.0 seconds"])
    clock.advance(by: .seconds(20))
    #expect(await fourth.value.waited == .seconds(20))
  }

  @Test func `a rest fills the bucket, but never beyond its size`() async {
    let limiter = RateLimiter(requestsPerMinute: 3, clock: clock)
    for _ in 1...3 { _ = await ask(limiter).value }
    clock.advance(by: .seconds(3600))
    #expect(await limiter.budgets.map(\.available) == [3])
    for _ in 1...3 { #expect(await ask(limiter).value.waited == .zero) }
    #expect(await limiter.budgets.map(\.nextIn) == [.seconds(20)])
  }

  @Test(arguments: [1, 7, 20, 60, 599])
  func `tokens come in exactly on time`(requestsPerMinute: Int) async {
    let limiter = RateLimiter(requestsPerMinute: requestsPerMinute, clock: clock)
    for _ in 1...requestsPerMinute { _ = await ask(limiter).value }
    clock.advance(by: .seconds(60) / requestsPerMinute)
    #expect(await limiter.budgets.map(\.available) == [1])
  }

  @Test func `each host has a budget of its own`() async {
    let limiter = RateLimiter(requestsPerMinute: 1, clock: clock)
    _ = await ask(limiter, url: "https://b.example/").value
    _ = await ask(limiter, url: "https://a.example/").value
    #expect(
      await limiter.budgets == [
        RequestBudget(host: "a.example", available: 0, capacity: 1, nextIn: .seconds(60), sent: 1),
        RequestBudget(host: "b.example", available: 0, capacity: 1, nextIn: .seconds(60), sent: 1),
      ])
  }

  @Test func `without a limit nothing waits, and sent requests are counted`() async {
    let limiter = RateLimiter(requestsPerMinute: nil, clock: clock)
    for _ in 1...100 { _ = await ask(limiter).value }
    let budget = await limiter.budgets.first
    #expect(budget?.capacity == nil)
    #expect(budget?.sent == 100)
    #expect(budget?.nextIn == .zero)
  }

  @Test func `those who wait are served in the order they came`() async {
    let limiter = RateLimiter(requestsPerMinute: 1, clock: clock)
    _ = await ask(limiter).value
    let sent = Log()
    let waits = Log()
    var waiting: [Task<Transfer, Never>] = []
    for name in ["first", "second", "third"] {
      waiting.append(ask(limiter, name: name, noting: sent, waits: waits))
      await until { waits.all.count == waiting.count }
    }
    for task in waiting {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(60))
      _ = await task.value
    }
    #expect(sent.all == ["first", "second", "third"])
    #expect(waits.all == ["60.0 seconds", "120.0 seconds", "180.0 seconds"].map { "music.example " + $0 })
  }

  @Test func `a cancelled request gives its place to the next`() async {
    let limiter = RateLimiter(requestsPerMinute: 1, clock: clock)
    _ = await ask(limiter).value
    let waits = Log()
    let sent = Log()
    let first = ask(limiter, name: "first", noting: sent, waits: waits)
    await until { waits.all.count == 1 }
    let second = ask(limiter, name: "second", noting: sent, waits: waits)
    await until { waits.all.count == 2 }
    first.cancel()
    #expect(await first.value.error == .cancelled)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(60))
    #expect(await second.value.waited == .seconds(60))
    #expect(sent.all == ["second"])
  }

  @Test func `a cancelled task takes no token`() async {
    let limiter = RateLimiter(requestsPerMinute: 1, clock: clock)
    let gate = Gate()
    let asking = Task {
      await gate.wait()
      return await limiter.limiting { _ in .answer() }(request)
    }
    asking.cancel()
    #expect(await asking.value.error == .cancelled)
    #expect(await limiter.budgets.isEmpty)
  }

  @Test func `Retry-After closes the host, and requests fail at once with the time left`() async {
    let limiter = RateLimiter(requestsPerMinute: 20, clock: clock)
    let refusal = Transfer.answer(429, "", headers: ["retry-after": "42"])
    #expect(await ask(limiter, answer: refusal).value.status == 429)
    clock.advance(by: .seconds(2))
    let next = await ask(limiter).value
    #expect(next.error == .rateLimited(host: "music.example", retryAfter: .seconds(40)))
    #expect(next.attempts == 0)
    let budget = await limiter.budgets.first
    #expect(budget?.available == 0)
    #expect(budget?.nextIn == .seconds(40))
    #expect(budget?.sent == 1)
    clock.advance(by: .seconds(40))
    #expect(await ask(limiter).value.status == 200)
  }

  @Test func `a refusal without Retry-After empties the bucket`() async {
    let limiter = RateLimiter(requestsPerMinute: 20, clock: clock)
    #expect(await ask(limiter, answer: .answer(403, "")).value.status == 403)
    #expect(await limiter.budgets.map(\.available) == [0])
    #expect(await limiter.budgets.map(\.nextIn) == [.seconds(3)])
  }

  @Test func `those who wait when the host closes fail too`() async {
    let limiter = RateLimiter(requestsPerMinute: 1, clock: clock)
    let gate = Gate()
    let inFlight = Task {
      await limiter.limiting { _ in
        await gate.wait()
        return .answer(429, "", headers: ["retry-after": "100"])
      }(request)
    }
    await until { await limiter.budgets.first?.sent == 1 }
    let waits = Log()
    let waiting = ask(limiter, waits: waits)
    await until { waits.all.count == 1 }
    gate.open()
    #expect(await inFlight.value.status == 429)
    #expect(await waiting.value.error == .rateLimited(host: "music.example", retryAfter: .seconds(100)))
  }

  /// Lets other tasks run until `condition` holds; the suite's time limit ends it otherwise.
  private func until(_ condition: () async -> Bool) async {
    while !(await condition()), !Task.isCancelled { await Task.yield() }
  }
}
