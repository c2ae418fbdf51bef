import Catalogs
import Sample
import Wire
import Disk
import Domain
import Synchronization
import TestSupport
import Testing

/// Sessions with one folder, as processes have; what only processes do is in `SharedAmongProgramsTests`.
@Suite(.timeLimit(.minutes(1)))
struct SharedBudgetTests {
  private let folder = TemporaryFolder()
  private let time = SetClock()
  private static let host = "music.example"

  private func session(_ perMinute: Int = 3, clock: any Clock<Duration> = ManualClock()) -> RateLimiter {
    let shared = SharedBudget(in: PrivateFolder(path: folder.path("liner")), clock: time.read)
    return RateLimiter(
      RateLimiter.Bounds(perMinute: perMinute, services: ["https://\(Self.host)"]), shared: shared,
      sharedPath: folder.path("liner"), clock: clock)
  }

  /// What becomes of a request that waits for nobody.
  private func ask(_ session: RateLimiter, answer: Transfer = .answer(), log: ExchangeLog? = nil) async -> Transfer {
    await RequestContext.$current.withValue(RequestContext(patience: Patience(.zero), log: log)) {
      await session.limiting { _ in answer }(HTTPRequest(url: "https://\(Self.host)/search"))
    }
  }

  private func spend(_ count: Int, _ session: RateLimiter) async {
    for _ in 1...count { #expect(await ask(session).status == 200) }
  }

  private func expectSpent(_ session: RateLimiter, freeIn: Duration = .seconds(20)) async {
    #expect(await ask(session).error == .budgetSpent(host: Self.host, freeIn: freeIn))
  }

  @Test func `what one session spends the others lack`() async {
    let (first, second) = (session(), session())
    await spend(2, first)
    await spend(1, second)
    await expectSpent(first)
    await expectSpent(session())
    #expect(
      await second.budgets == [
        RequestBudget(
          host: Self.host, available: 0, capacity: 3, nextIn: .seconds(20), fullIn: .seconds(60), sent: 1,
          sentByOthers: 2)
      ])
    time.pass(.seconds(60))
    #expect(await second.budgets.map(\.sentByOthers) == [0])
    await spend(3, session())
  }

  @Test func `sessions that come at the same time to a folder that is not there yet have one budget`() async {
    for _ in 1...20 {
      let folder = TemporaryFolder()
      let granted = await allAtOnce(Array(1...40)) { _ in
        let shared = SharedBudget(in: PrivateFolder(path: folder.path("liner")), clock: time.read)
        let session = RateLimiter(
          RateLimiter.Bounds(perMinute: 15, services: ["https://\(Self.host)"]), shared: shared,
          sharedPath: folder.path("liner"), clock: ManualClock())
        return await ask(session).status == 200
      }
      #expect(granted.filter(\.self).count == 15)
    }
  }

  @Test func `a service that wants to be left alone is, by all sessions`() async {
    let refusal = Transfer.answer(429, "", headers: ["retry-after": "90"])
    #expect(await ask(session(), answer: refusal).status == 429)
    time.pass(.seconds(30))
    #expect(await ask(session()).error == .rateLimited(host: Self.host, retryAfter: .seconds(60)))
    time.pass(.seconds(60))
    await spend(1, session())
  }

  @Test func `clocks that are set back give nothing`() async {
    await spend(3, session())
    time.change { $0.sinceStart -= 3_600_000_000_000 }
    await expectSpent(session())
    time.change {
      $0.start = "the next"
      $0.sinceStart = 5
      $0.calendar -= 3_600_000_000_000
    }
    await expectSpent(session())
  }

  @Test func `across a start of the machine the calendar counts`() async {
    await spend(3, session())
    time.change {
      $0.start = "the next"
      $0.sinceStart = 5
      $0.calendar += 25_000_000_000
    }
    await spend(1, session())
    await expectSpent(session(), freeIn: .seconds(15))
  }

  @Test func `the place of a session that is gone is given up`() async {
    await spend(3, session())
    // It waits on a clock that stands still, and so never asks for its place again.
    let clock = ManualClock()
    let gone = session(clock: clock)
    let waiting = Task { await gone.limiting { _ in .answer() }(HTTPRequest(url: "https://\(Self.host)/search")) }
    await clock.waitForSleepers()
    await expectSpent(session(), freeIn: .seconds(40))
    time.pass(.seconds(4))
    await expectSpent(session(), freeIn: .seconds(36))
    time.pass(.seconds(1))
    await expectSpent(session(), freeIn: .seconds(15))
    waiting.cancel()
    _ = await waiting.value
  }

  @Test func `a folder that cannot be used is told of once, and each session has its own budget`() async {
    folder.write("", to: "liner")
    let (first, log) = (session(), ExchangeLog())
    for _ in 1...3 { #expect(await ask(first, log: log).status == 200) }
    await expectSpent(first)
    #expect(log.takeNotices() == [.notShared(path: folder.path("liner"), reason: "not a folder")])
    await spend(3, session())
  }

  @Test(arguments: ["", "SQLite format 3", String(repeating: "no database ", count: 5000)])
  func `a damaged file is replaced`(content: String) async {
    await spend(1, session())
    folder.write(content, to: "liner/budget.db")
    folder.write("neither a log", to: "liner/budget.db-wal")
    let log = ExchangeLog()
    #expect(await ask(session(), log: log).status == 200)
    #expect(log.takeNotices().isEmpty)
    await spend(1, session())
    #expect(await session().budgets.map(\.sentByOthers) == [2])
  }

  @Test func `a file that is removed is made again, and shared by those who had it open`() async {
    let (first, second) = (session(), session())
    await spend(1, first)
    await spend(1, second)
    for name in ["budget.db", "budget.db-wal", "budget.db-shm"] { folder.remove("liner/" + name) }
    await spend(2, first)
    await spend(1, second)
    await expectSpent(second)
    await expectSpent(first)
  }
}

/// What processes take for the time, as a test sets it.
final class SetClock: Sendable {
  private let now = Mutex(
    SharedClock(start: "first", sinceStart: 7_200_000_000_000, calendar: 1_795_000_000_000_000_000))

  var read: @Sendable () -> SharedClock { { self.now.withLock(\.self) } }

  func change(_ body: (inout SharedClock) -> Void) { now.withLock { body(&$0) } }

  func pass(_ duration: Duration) {
    let nanoseconds = duration.components.seconds * 1_000_000_000
    change {
      $0.sinceStart += nanoseconds
      $0.calendar += nanoseconds
    }
  }
}
