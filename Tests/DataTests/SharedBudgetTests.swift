import Catalogs
import Sample
@testable import Wire
import CSQLite
import Disk
import Domain
import Synchronization
import TestSupport
import Testing

/// Sessions that share a folder, as processes do; `SharedAmongProgramsTests` covers what only processes do.
@Suite(.timeLimit(.minutes(1)))
struct SharedBudgetTests {
  private let folder = TemporaryFolder()
  private let time = SetClock()
  private static let host = "music.example"

  private func session(
    _ perMinute: Int = 3, patience: Duration = .seconds(600), clock: any Clock<Duration> = ManualClock()
  ) -> RateLimiter {
    let shared = SharedBudget(
      .cache(in: PrivateFolder(path: folder.path("liner")), clock: time.read), patience: patience, clock: time.read)
    return RateLimiter(
      RequestBounds(.perMinute(perMinute), services: []), shared: shared, clock: clock)
  }

  /// The result of a request that does not wait.
  private func ask(_ session: RateLimiter, answer: Transfer = .answer(), log: ExchangeLog? = nil) async -> Transfer {
    await RequestContext.$current.withValue(RequestContext(patience: WaitAllowance(.zero), log: log)) {
      await session.limiting { _ in answer }(HTTPRequest(url: "https://\(Self.host)/search"))
    }
  }

  private func spend(_ count: Int, _ session: RateLimiter) async {
    for _ in 1...count { #expect(await ask(session).status == 200) }
  }

  private func expectSpent(_ session: RateLimiter, freeIn: Duration = .seconds(60)) async {
    #expect(await ask(session).error == .budgetSpent(host: Self.host, freeIn: freeIn))
  }

  @Test func `a request of one session counts for the others`() async throws {
    let (first, second) = (session(), session())
    await spend(2, first)
    await spend(1, second)
    await expectSpent(first)
    await expectSpent(session())
    let budget = try await second.budgets.first
    #expect((budget?.available, budget?.nextIn, budget?.fullIn) == (0, .seconds(60), .seconds(60)))
    #expect((budget?.sent, budget?.sentByOthers, budget?.isShared) == (1, 2, true))
    time.pass(.seconds(60))
    #expect(try await second.budgets.map(\.sentByOthers) == [0])
    await spend(3, session())
  }

  @Test func `sessions that start at once without a folder share one budget`() async {
    for _ in 1...20 {
      let folder = TemporaryFolder()
      let granted = await concurrentMap(Array(1...40)) { _ in
        let shared = SharedBudget(
          .cache(in: PrivateFolder(path: folder.path("liner")), clock: time.read), patience: .seconds(600),
          clock: time.read)
        let session = RateLimiter(
          RequestBounds(.perMinute(15), services: []), shared: shared, clock: ManualClock())
        return await ask(session).status == 200
      }
      #expect(granted.filter(\.self).count == 15)
    }
  }

  @Test func `a pause that a service asks for holds in all sessions`() async {
    let refusal = Transfer.answer(429, "", headers: ["retry-after": "90"])
    #expect(await ask(session(), answer: refusal).status == 429)
    time.pass(.seconds(30))
    #expect(await ask(session()).error == .rateLimited(host: Self.host, retryAfter: .seconds(60)))
    time.pass(.seconds(60))
    await spend(1, session())
  }

  @Test func `setting the clock back gains nothing`() async {
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

  @Test func `across a reboot the calendar counts`() async {
    await spend(3, session())
    time.change {
      $0.start = "the next"
      $0.sinceStart = 5
      $0.calendar += 25_000_000_000
    }
    await expectSpent(session(), freeIn: .seconds(35))
    time.pass(.seconds(35))
    await spend(3, session())
  }

  @Test func `a dead process's request counts until it has certainly been sent`() async throws {
    let gone = session(1)
    let asking = Task {
      await gone.limiting { _ in
        try? await Task.sleep(for: .seconds(3600)); return .answer()
      }(
        HTTPRequest(url: "https://\(Self.host)/search"))
    }
    try await until { try await session(1).budgets.first?.sentByOthers == 1 }
    time.pass(.seconds(74))
    await expectSpent(session(1), freeIn: .seconds(1))
    time.pass(.seconds(1))
    await spend(1, session(1))
    asking.cancel()
    // It notes its end in the folder, which is gone after the test.
    _ = await asking.value
  }

  // MARK: What cannot be read

  /// Expects the pace of a single process on `clock`: nothing at first, then one request every 20 s.
  private func expectOneAtATime(_ session: RateLimiter, _ clock: ManualClock, rounds: Int = 4) async {
    for _ in 1...rounds {
      await expectSpent(session, freeIn: .seconds(20))
      clock.advance(by: .seconds(20))
      #expect(await ask(session).status == 200)
    }
  }

  @Test func `if the folder is unusable, each session sends one request at a time, and says so once`() async throws {
    folder.write("", to: "liner")
    let (clock, log) = (ManualClock(), ExchangeLog())
    let first = session(clock: clock)
    #expect(await ask(first, log: log).error == .budgetSpent(host: Self.host, freeIn: .seconds(20)))
    await expectOneAtATime(first, clock)
    // There is no burst even after a pause.
    clock.advance(by: .seconds(3600))
    #expect(await ask(first, log: log).status == 200)
    #expect(await ask(first, log: log).error == .budgetSpent(host: Self.host, freeIn: .seconds(20)))
    #expect(
      log.takeNotices() == [
        .notShared(FileError(path: folder.path("liner"), .notAFolder), every: .seconds(20))
      ])
    #expect(try await first.budgets.map(\.isShared) == [false])
    #expect(try await first.budgets.map(\.sentByOthers) == [0])
  }

  @Test func `when the folder is usable again it is used, and requests sent meanwhile count`() async throws {
    folder.write("", to: "liner")
    let clock = ManualClock()
    let first = session(clock: clock)
    await expectOneAtATime(first, clock, rounds: 2)
    folder.remove("liner")
    await spend(1, first)
    #expect(try await first.budgets.map(\.isShared) == [true])
    #expect(try await session().budgets.map(\.sentByOthers) == [3])
    await expectSpent(session(), freeIn: .seconds(40))
  }

  @Test(
    arguments: ["", "SQLite format 3", String(repeating: "no database ", count: 5000)], ["cache.db", "cache.db-wal"])
  func `a damaged file is replaced, and its budgets count as spent`(content: String, name: String) async throws {
    if content.isEmpty, name != "cache.db" { return }
    let before = session()
    await spend(3, before)
    folder.write(content, to: "liner/" + name)
    let (first, log) = (session(), ExchangeLog())
    #expect(await ask(first, log: log).error == .budgetSpent(host: Self.host, freeIn: .seconds(20)))
    #expect(
      log.takeNotices() == [.notShared(FileError(path: folder.path("liner"), .other("damaged")), every: .seconds(20))])
    for _ in 1...3 {
      time.pass(.seconds(20))
      await spend(1, session())
      await expectSpent(before, freeIn: .seconds(20))
    }
    #expect(try await session().budgets.map(\.sentByOthers) == [3])
    time.pass(.seconds(60))
    await spend(3, session())
  }

  @Test func `a later version's file does not change, and is shared as soon as it is readable`() async throws {
    await spend(1, session())
    sql("PRAGMA user_version = 99; CREATE TABLE theirs(x)")
    let before = folder.read("liner/cache.db")
    let (clock, log) = (ManualClock(), ExchangeLog())
    let first = session(clock: clock)
    #expect(await ask(first, log: log).error == .budgetSpent(host: Self.host, freeIn: .seconds(20)))
    #expect(log.takeNotices().count == 1)
    await expectOneAtATime(first, clock, rounds: 2)
    #expect(folder.read("liner/cache.db") == before)
    sql("PRAGMA user_version = 5")
    #expect(await ask(first).error == .budgetSpent(host: Self.host, freeIn: .seconds(40)))
    #expect(try await session().budgets.map(\.sentByOthers) == [3])
  }

  @Test func `a later version's log stays`() async throws {
    let first = session()
    // Its file is closed at the end, because the last one that is closed writes the log into the database.
    defer { withExtendedLifetime(first) {} }
    await spend(1, first)
    let names = ["liner/cache.db", "liner/cache.db-wal"]
    let holder = open("PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 99; CREATE TABLE theirs(x)")
    let before = names.map { folder.bytes($0) }
    sqlite3_close(holder)
    for (name, bytes) in zip(names, before) { folder.write(try #require(bytes), to: name) }
    #expect(await ask(session()).error == .budgetSpent(host: Self.host, freeIn: .seconds(20)))
    #expect(names.map { folder.bytes($0) } == before)
  }

  @Test func `an earlier version's file is replaced silently`() async {
    await spend(1, session())
    sql("PRAGMA user_version = 1")
    let log = ExchangeLog()
    #expect(await ask(session(), log: log).error == .budgetSpent(host: Self.host, freeIn: .seconds(20)))
    #expect(log.takeNotices().isEmpty)
  }

  @Test func `requests in an earlier version's own file count, and the file is removed`() async throws {
    try PrivateFolder(path: folder.path("liner")).prepare("budget.db")
    folder.write("of another form", to: "liner/budget.db")
    #expect(await ask(session()).error == .budgetSpent(host: Self.host, freeIn: .seconds(20)))
    #expect(folder.read("liner/budget.db") == nil)
  }

  @Test func `a locked file is not waited for`() async {
    await spend(1, session())
    let holder = open("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
    let clock = ManualClock()
    let first = session(patience: .milliseconds(50), clock: clock)
    await expectOneAtATime(first, clock, rounds: 2)
    // A command that may not wait does not wait long for a lock either.
    let start = ContinuousClock.now
    #expect(await ask(session(patience: .seconds(600))).error == .budgetSpent(host: Self.host, freeIn: .seconds(20)))
    let budgets = Task { try await session(patience: .seconds(600)).budgets }
    budgets.cancel()
    await #expect(throws: FileError(path: folder.path("liner/cache.db"), .cancelled)) { try await budgets.value }
    let locked = FileError(path: folder.path("liner/cache.db"), .locked)
    await #expect(throws: locked) { try await session(patience: .zero).budgets }
    #expect(ContinuousClock.now - start < .seconds(60))
    sqlite3_close(holder)
    #expect(await ask(first).error == .budgetSpent(host: Self.host, freeIn: .seconds(40)))
  }

  @Test(arguments: [Int64.max, SharedClock.latest, 0])
  func `no calendar time is too late, and sent requests count`(calendar: Int64) async {
    time.change { $0.calendar = min(calendar, SharedClock.latest) }
    await spend(3, session())
    time.pass(.seconds(30))
    await expectSpent(session(), freeIn: .seconds(30))
  }

  private func open(_ text: String) -> OpaquePointer? { folder.openDatabase("liner/cache.db", running: text) }

  private func sql(_ text: String) { folder.sql(text, in: "liner/cache.db") }

  @Test func `a deleted file is created again as spent, and shared by those that had it open`() async {
    let (first, second) = (session(), session())
    await spend(1, first)
    await spend(1, second)
    for name in ["cache.db", "cache.db-wal", "cache.db-shm"] { folder.remove("liner/" + name) }
    await expectSpent(first, freeIn: .seconds(20))
    time.pass(.seconds(20))
    await spend(1, second)
    await expectSpent(second, freeIn: .seconds(20))
    await expectSpent(first, freeIn: .seconds(20))
  }
}

/// A clock for processes, set by the test.
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

extension TemporaryFolder {
  /// A connection to a database, like another process's, after running `text`.
  func openDatabase(_ name: String, running text: String) -> OpaquePointer? {
    var database: OpaquePointer?
    sqlite3_open(path(name), &database)
    // A session that has ended may still be closing the file.
    sqlite3_busy_timeout(database, 60_000)
    #expect(sqlite3_exec(database, text, nil, nil, nil) == SQLITE_OK)
    return database
  }

  func sql(_ text: String, in name: String) { sqlite3_close(openDatabase(name, running: text)) }
}
