import Synchronization
@testable import Terminal
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ProgressTests {
  private final class Shown: Sendable {
    let pieces = Mutex<[String]>([])
    var all: [String] { pieces.withLock { $0 } }
  }

  private let shown = Shown()
  private let clock = ManualClock()

  private func progress(columns: Int = 80) -> Progress {
    Progress(clock: clock, columns: { columns }) { [shown] text in shown.pieces.withLock { $0.append(text) } }
  }

  @Test func `quick work shows nothing`() async {
    #expect(await progress().during("Searching") { 42 } == 42)
    #expect(shown.all == [])
  }

  @Test func `long work shows a label that returns after another program used the terminal, and vanishes`() async throws
  {
    let gate = Gate()
    async let done: Void = progress().during("Searching") { await gate.wait() }
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(299))
    #expect(shown.all == [])
    clock.advance(by: .milliseconds(1))
    try await until { !shown.all.isEmpty }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    try await until { shown.all.count == 2 }
    gate.open()
    await done
    #expect(shown.all == ["\r\u{1B}[KSearching", "\r\u{1B}[KSearching", "\r\u{1B}[K"])
  }

  @Test func `for a screen reader it is a separate line, repeated from time to time, that stays`() async throws {
    let label = Mutex("1 of 60 stores answered")
    let progress = Progress(clock: clock, columns: { 10 }, isForReader: { true }) { [shown] text in
      shown.pieces.withLock { $0.append(text) }
    }
    let gate = Gate()
    async let done: Void = progress.during(label.withLock(\.self)) { await gate.wait() }
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(300))
    try await until { !shown.all.isEmpty }
    label.withLock { $0 = "30 of 60 stores answered" }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(9))
    #expect(shown.all == ["1 of 60 stores answered\n"])
    clock.advance(by: .seconds(1))
    try await until { shown.all.count == 2 }
    progress.clearRow()
    gate.open()
    await done
    #expect(shown.all == ["1 of 60 stores answered\n", "30 of 60 stores answered\n"])
  }

  @Test func `a failure passes through`() async {
    struct Broken: Error {}
    await #expect(throws: Broken.self) {
      try await progress().during("Searching") { () throws(Broken) in throw Broken() }
    }
    #expect(shown.all == [])
  }

  @Test func `the label is cut to the terminal and cannot act on it`() async throws {
    let gate = Gate()
    async let done: Void = progress(columns: 10).during("Se\u{1B}arching for long") { await gate.wait() }
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(300))
    try await until { !shown.all.isEmpty }
    gate.open()
    await done
    #expect(shown.all.first == "\r\u{1B}[KSe␛arc…")
  }
}
