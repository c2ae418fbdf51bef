import Wire
import Domain
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RateLimiterTests {
  private let clock = ManualClock()
  private let request = HTTPRequest(url: "https://music.example/search")

  private static let services = ["https://music.example/", "https://a.example", "https://b.example"]

  private func limiter(_ perMinute: Int?) -> RateLimiter {
    RateLimiter(RequestBounds(perMinute.map { .perMinute($0) } ?? .off, services: Self.services), clock: clock)
  }

  /// Sends a request, adding its waits to `waits` and, when it is sent, its name to `sent`.
  private func ask(
    _ limiter: RateLimiter, url: String = "https://music.example/search", name: String = "",
    answers: [Transfer] = [.answer()], noting sent: Log = Log(), waits: Log = Log(), patience: Duration? = nil,
    preview: Preview? = nil
  ) -> Task<Transfer, Never> {
    let left = Mutex(answers)
    return Task {
      let context = RequestContext(
        preview: preview, patience: patience.map { WaitAllowance($0) },
        onEvent: { if case .waits(let host, let time) = $0 { waits.append("\(host) \(time)") } })
      return await RequestContext.$current.withValue(context) {
        await limiter.limiting { _ in
          sent.append(name)
          return left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        }(HTTPRequest(url: url))
      }
    }
  }

  /// Lets time pass in steps that are no longer than a waiting request's announcements.
  private func pass(_ seconds: Int, sleepers: Int = 1) async throws {
    for _ in 1...seconds {
      try await clock.waitForSleepers(sleepers)
      clock.advance(by: .seconds(1))
    }
  }

  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock(\.self) }
    func append(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test func `a host has one budget, however it is spelled`() async throws {
    let limiter = limiter(3)
    let sent = Log()
    let spellings = [
      "music.example", "MUSIC.Example", "music.example:443", "music.example.", "Music.example.:443",
      "music.example:0443",
      "mUSIC.EXAMPLE", "music.example:", "music.examplE", "me@music.example", "musiC.example.", "music.exAmple",
    ]
    let tasks = spellings.map { ask(limiter, url: "https://\($0)/x", name: $0, noting: sent, patience: .seconds(1)) }
    for task in tasks { _ = await task.value }
    #expect(sent.all.count == 3)
    #expect(try await limiter.budgets.map(\.host) == ["music.example"])
    // Another port may belong to another service.
    #expect(await ask(limiter, url: "https://music.example:444/").value.status == 200)
  }

  @Test func `the whole budget is sent at once, and the next request waits for the whole minute`() async throws {
    let limiter = limiter(3)
    for _ in 1...3 { #expect(await ask(limiter).value.waited == .zero) }
    // A request that would wait too long fails at once, and the error says when the budget is free.
    let late = await ask(limiter, patience: .seconds(29)).value
    #expect(late.error == .budgetSpent(host: "music.example", freeIn: .seconds(60)) && late.attempts == 0)
    let waits = Log()
    let fourth = ask(limiter, waits: waits)
    try await clock.waitForSleepers()
    #expect(waits.all == ["music.example 60.0 seconds"])
    try await pass(60)
    #expect(await fourth.value.waited == .seconds(60))
  }

  @Test func `a request counts from the end of its answer, because the host may see it that late`() async throws {
    let limiter = limiter(1)
    let gate = Gate()
    let slow = Task {
      await limiter.limiting { _ in
        await gate.wait()
        return .answer()
      }(request)
    }
    try await until { try await limiter.budgets.first?.sent == 1 }
    clock.advance(by: .seconds(10))
    gate.open()
    _ = await slow.value
    clock.advance(by: .seconds(59))
    #expect(await ask(limiter, patience: .zero).value.error == .budgetSpent(host: "music.example", freeIn: .seconds(1)))
    clock.advance(by: .seconds(1))
    #expect(await ask(limiter, patience: .zero).value.status == 200)
  }

  /// A host, the value of `--rate`, a declaration's requests per minute, whether its base is replaced, and the
  /// resulting windows.
  private static let rates: [(String, RequestBounds.Rate, Int, Bool, [Int])] = [
    ("d.example", .usual, 2, false, [2]), ("d.example", .usual, 2, true, [2]), ("d.example", .off, 2, true, []),
    ("d.example", .perMinute(1), 2, false, [1, 2]), ("d.example", .perMinute(500), 2, false, [500, 2]),
    ("d.example", .off, 2, false, [2]),
    // No declaration raises the limit of liner's own services.
    ("music.example", .usual, 900, false, [20, 900]),
  ]

  @Test(arguments: rates)
  func `a declared rate can only be lowered`(
    host: String, rate: RequestBounds.Rate, declared: Int, isReplaced: Bool, windows: [Int]
  ) async throws {
    let bounds = RequestBounds(rate, services: Self.services)
    bounds.declare(
      [RequestWindow(requests: declared, in: .seconds(60))], base: "https://\(host)/a", isReplaced: isReplaced)
    let limiter = RateLimiter(bounds, clock: clock)
    for _ in 1...(windows.min() ?? 1) { _ = await ask(limiter, url: "https://\(host)/x").value }
    #expect(try await limiter.budgets.first?.windows.map(\.requests) == windows)
    if !windows.isEmpty { #expect(await ask(limiter, url: "https://\(host)/x", patience: .zero).value.status != 200) }
  }

  @Test func `two catalogs at one host obey both their rates`() async throws {
    let bounds = RequestBounds(.off, services: [])
    bounds.declare([RequestWindow(requests: 9, in: .seconds(60))], base: "https://d.example/a", isReplaced: true)
    bounds.declare([], base: "https://d.example/b", isReplaced: false)
    let limiter = RateLimiter(bounds, clock: clock)
    _ = await ask(limiter, url: "https://d.example/x").value
    #expect(try await limiter.budgets.first?.windows.map(\.requests) == [9, 20])
  }

  @Test func `each host has its own budget`() async throws {
    let limiter = limiter(1)
    _ = await ask(limiter, url: "https://b.example/").value
    _ = await ask(limiter, url: "https://a.example/").value
    let budgets = try await limiter.budgets
    #expect(budgets.map(\.host) == ["a.example", "b.example"])
    for budget in budgets {
      #expect(
        (budget.available, budget.capacity, budget.nextIn, budget.fullIn, budget.sent)
          == (0, 1, .seconds(60), .seconds(60), 1))
      #expect(budget.windows == [RequestBudget.Window(requests: 1, length: .seconds(60), available: 0)])
    }
  }

  @Test func `without a limit nothing waits, and sent requests are counted`() async throws {
    let limiter = limiter(nil)
    for _ in 1...100 { _ = await ask(limiter).value }
    let budget = try await limiter.budgets.first
    #expect((budget?.capacity, budget?.sent, budget?.nextIn) == (nil, 100, .zero))
  }

  @Test func `waiting requests are served in order`() async throws {
    let limiter = limiter(1)
    _ = await ask(limiter).value
    let sent = Log()
    let waits = Log()
    var waiting: [Task<Transfer, Never>] = []
    for name in ["first", "second", "third"] {
      waiting.append(ask(limiter, name: name, noting: sent, waits: waits))
      try await until { waits.all.count == waiting.count }
    }
    for (index, task) in waiting.enumerated() {
      try await pass(60, sleepers: waiting.count - index)
      _ = await task.value
    }
    #expect(sent.all == ["first", "second", "third"])
    #expect(waits.all == ["60.0 seconds", "120.0 seconds", "180.0 seconds"].map { "music.example " + $0 })
  }

  @Test func `a cancelled request gives its place to the next`() async throws {
    let limiter = limiter(1)
    _ = await ask(limiter).value
    let waits = Log()
    let sent = Log()
    let first = ask(limiter, name: "first", noting: sent, waits: waits)
    try await until { waits.all.count == 1 }
    let second = ask(limiter, name: "second", noting: sent, waits: waits)
    try await until { waits.all.count == 2 }
    first.cancel()
    #expect(await first.value.error == .cancelled)
    try await pass(60)
    #expect(await second.value.waited == .seconds(60))
    #expect(sent.all == ["second"])
  }

  @Test func `a cancelled task uses no budget`() async throws {
    let limiter = limiter(1)
    let gate = Gate()
    let asking = Task {
      await gate.wait()
      return await limiter.limiting { _ in .answer() }(request)
    }
    asking.cancel()
    #expect(await asking.value.error == .cancelled)
    #expect(try await limiter.budgets.isEmpty)
  }

  @Test func `Retry-After closes the host, and a request that cannot wait fails at once with the time left`()
    async throws
  {
    let limiter = limiter(20)
    let refusal = Transfer.answer(429, "", headers: ["retry-after": "42"])
    #expect(await ask(limiter, answers: [refusal], patience: .seconds(41)).value.status == 429)
    clock.advance(by: .seconds(2))
    let next = await ask(limiter, patience: .seconds(38)).value
    #expect(next.error == .rateLimited(host: "music.example", retryAfter: .seconds(40)))
    #expect(next.attempts == 0)
    let budget = try await limiter.budgets.first
    #expect((budget?.available, budget?.nextIn, budget?.sent) == (0, .seconds(40), 1))
    clock.advance(by: .seconds(40))
    #expect(await ask(limiter).value.status == 200)
    #expect(try await limiter.budgets.map(\.available) == [0])
  }

  @Test(arguments: [429, 503])
  func `a service that says when it will be back gets the next request then`(status: Int) async throws {
    let limiter = limiter(20)
    let (waits, sent) = (Log(), Log())
    let refusal = Transfer.answer(status, "", headers: ["retry-after": "3"])
    let asking = ask(limiter, answers: [refusal, .answer()], noting: sent, waits: waits, patience: .seconds(3))
    try await pass(3)
    let answer = await asking.value
    #expect((answer.status, answer.attempts, answer.waited) == (200, 2, .seconds(3)))
    #expect(sent.all.count == 2)
    #expect(waits.all == ["music.example 3.0 seconds"])
  }

  @Test(arguments: ["1", "0", "-5"])
  func `a service that always asks for a pause gets no more requests in the end`(pause: String) async throws {
    let limiter = limiter(nil)
    let sent = Log()
    let refusal = Transfer.answer(429, "", headers: ["retry-after": pause])
    let asking = ask(limiter, answers: [refusal], noting: sent)
    try await pass(5)
    let answer = await asking.value
    #expect((answer.status, answer.waited) == (429, .seconds(5)))
    #expect(sent.all.count == 6)
  }

  @Test func `after a refusal without Retry-After requests are sent one at a time`() async throws {
    let limiter = limiter(20)
    #expect(await ask(limiter, answers: [.answer(403, "")]).value.status == 403)
    #expect(try await limiter.budgets.map(\.available) == [0])
    #expect(try await limiter.budgets.map(\.nextIn) == [.seconds(3)])
  }

  @Test func `requests that wait when the host closes fail if the pause is too long for them`() async throws {
    let limiter = limiter(1)
    let gate = Gate()
    let inFlight = Task {
      await RequestContext.$current.withValue(RequestContext(patience: WaitAllowance(.zero))) {
        await limiter.limiting { _ in
          await gate.wait()
          return .answer(429, "", headers: ["retry-after": "100"])
        }(request)
      }
    }
    try await until { try await limiter.budgets.first?.sent == 1 }
    let waits = Log()
    let waiting = ask(limiter, waits: waits, patience: .seconds(60))
    try await clock.waitForSleepers()
    gate.open()
    #expect(await inFlight.value.status == 429)
    clock.advance(by: .seconds(1))
    #expect(await waiting.value.error == .rateLimited(host: "music.example", retryAfter: .seconds(99)))
  }

  @Test func `concurrent waits of one command count once`() async throws {
    let limiter = limiter(2)
    for _ in 1...2 { _ = await ask(limiter).value }
    let patience = WaitAllowance(.seconds(60))
    let command = Task {
      await RequestContext.$current.withValue(RequestContext(patience: patience)) {
        async let first = limiter.limiting { _ in .answer() }(request)
        async let second = limiter.limiting { _ in .answer() }(request)
        return await [first.status, second.status]
      }
    }
    try await pass(60, sleepers: 2)
    #expect(await command.value == [200, 200])
    #expect(patience.left(at: .seconds(60)) == .zero)
  }

  @Test func `previews leave the last third of a budget to commands`() async throws {
    let limiter = limiter(20)
    let preview = Preview()
    for _ in 1...13 { #expect(await ask(limiter, preview: preview).value.status == 200) }
    let waits = Log()
    let waiting = ask(limiter, waits: waits, preview: preview)
    try await clock.waitForSleepers()
    #expect(waits.all == ["music.example 60.0 seconds"])
    for _ in 1...7 { #expect(await ask(limiter, patience: .zero).value.status == 200) }
    waiting.cancel()
    #expect(await waiting.value.error == .cancelled)
  }

  @Test func `a preview that a command adopts counts like the command`() async throws {
    let limiter = limiter(3)
    let preview = Preview()
    for _ in 1...2 { _ = await ask(limiter, preview: preview).value }
    let waiting = ask(limiter, preview: preview)
    try await clock.waitForSleepers()
    preview.noteDemand()
    try await pass(1)
    #expect(await waiting.value.status == 200)
  }

  @Test func `a pause of a day counts as an hour`() async throws {
    let limiter = limiter(20)
    let refusal = Transfer.answer(429, "", headers: ["retry-after": "86400"])
    let sent = Log()
    let answer = await ask(limiter, answers: [refusal], noting: sent, patience: .seconds(86_400)).value
    #expect((answer.status, sent.all.count) == (429, 1))
    #expect(try await limiter.budgets.map(\.nextIn) == [.seconds(3600)])
    clock.advance(by: .seconds(3600))
    #expect(await ask(limiter, patience: .zero).value.status == 200)
  }

  @Test func `hosts that serve files get three times as many requests by default`() async throws {
    #expect(await ask(limiter(20), url: "https://covers.example/a.jpg").value.status == 200)
    let limiter = RateLimiter(RequestBounds(.usual, services: Self.services), clock: clock)
    _ = await ask(limiter, url: "https://covers.example/a.jpg").value
    _ = await ask(limiter).value
    #expect(try await limiter.budgets.map(\.capacity) == [60, 20])
  }
}
