import TestSupport
import Testing

@testable import Wire

/// The log as a value, checked by simulation: whatever several processes do, no window contains more than its limit.
struct RequestLogTests {
  private static let second: Nanoseconds = 1_000_000_000

  /// A process that wants to send a request, or has one in flight.
  private struct Simulated {
    /// The request in flight: its stamp, and when its answer arrives; nil if the process was killed.
    var flight: (stamp: Nanoseconds, ends: Nanoseconds?)?
    var isSpeculative = false
  }

  @Test(arguments: 1...60)
  func `no window ever has more requests than allowed, whatever several processes do`(seed: Int) {
    var dice = SplitMix(state: UInt64(seed))
    let first = RequestWindow(
      requests: .random(in: 1...30, using: &dice), in: .seconds(.random(in: 1...60, using: &dice)))
    let others =
      Bool.random(using: &dice)
      ? [RequestWindow(requests: .random(in: 1...5, using: &dice), in: .seconds(1))]
      : dice.next() % 8 == 0 ? [RequestWindow(requests: 5000, in: .seconds(60))] : []
    let bound = RequestBound(windows: [first] + others)
    let lease = 15 * Self.second
    var log = RequestLog()
    var processes = (1...8).map { _ in Simulated() }
    var now: Nanoseconds = 100 * Self.second
    // When each request reached the host: some time between its turn and its answer, or the end of its lease.
    var arrivals: [Nanoseconds] = []
    for _ in 1...3000 {
      now +=
        dice.next() % 4 == 0
        ? .random(in: 0...3 * Self.second, using: &dice) : .random(in: 0...Self.second / 50, using: &dice)
      let index = Int.random(in: processes.indices, using: &dice)
      if let flight = processes[index].flight {
        if let ends = flight.ends, ends <= now {
          log.ended(flight.stamp, bound: bound, now: now)
          processes[index] = Simulated(isSpeculative: dice.next() % 4 == 0)
        } else if flight.ends == nil {
          processes[index] = Simulated()
        }
        continue
      }
      let turn = log.turn(
        bound, isSpeculative: processes[index].isSpeculative, lease: lease, now: now)
      guard case .go(let stamp) = turn else { continue }
      let isKilled = dice.next() % 20 == 0
      let ends = now + .random(in: 0...(dice.next() % 5 == 0 ? lease : Self.second / 5), using: &dice)
      arrivals.append(.random(in: now...(isKilled ? now + lease : ends), using: &dice))
      processes[index].flight = (stamp, isKilled ? nil : ends)
      if dice.next() % 40 == 0 { log.close(for: dice.next() % 2 == 0 ? nil : 5 * Self.second, bound: bound, now: now) }
      // The machine restarts, or another machine's clock applies.
      if dice.next() % 60 == 0 {
        let shift = Nanoseconds.random(in: -50 * Self.second...50 * Self.second, using: &dice)
        log = log.moved(from: now, to: now + shift, elapsed: 0).moved(from: now + shift, to: now, elapsed: 0)
      }
    }
    arrivals.sort()
    // One per minute would be too few for that time.
    #expect(arrivals.count > 5)
    for window in bound.windows where arrivals.count > window.requests {
      for index in window.requests..<arrivals.count {
        #expect(arrivals[index] - arrivals[index - window.requests] >= window.length, "\(window) at \(index)")
      }
    }
  }

  @Test func `every request that is allowed is sent`() {
    let bound = RequestBound(windows: [
      RequestWindow(requests: 3, in: .seconds(1)), RequestWindow(requests: 10, in: .seconds(60)),
    ])
    var log = RequestLog()
    var sent: [Nanoseconds] = []
    for now in stride(from: Self.second, through: 124 * Self.second, by: 100_000_000) {
      while case .go = log.turn(bound, now: now) { sent.append(now / (Self.second / 10)) }
    }
    let minute: [Nanoseconds] = [10, 10, 10, 20, 20, 20, 30, 30, 30, 40]
    #expect(sent == minute + minute.map { $0 + 600 } + minute.map { $0 + 1200 })
  }

  @Test func `times in the future count as now`() {
    let bound = RequestBound(windows: [RequestWindow(requests: 1, in: .seconds(60))])
    var log = RequestLog(
      sent: [.init(time: 1 << 60, count: 1)], closed: 1 << 60, spent: 1 << 60, memory: 1 << 60)
    _ = log.turn(bound, now: 0)
    #expect(log.next(bound, behind: 0, now: 0) <= 3_600 * Self.second + 60 * Self.second)
    var other = RequestLog(
      sent: [.init(time: 1 << 60, count: 1)], closed: 0, spent: RequestLog.never, memory: 1)
    #expect(other.turn(bound, now: 0) == .wait(60 * Self.second, isClosed: false))
  }

  @Test func `on another clock all times move by the same amount`() {
    let log = RequestLog(
      sent: [.init(time: 5, count: 1)], closed: 7, spent: 3, memory: 60)
    let moved = RequestLog(
      sent: [.init(time: 95, count: 1)], closed: 97, spent: 93, memory: 60)
    #expect(log.moved(from: 10, to: 110, elapsed: 10) == moved)
    #expect(RequestLog().moved(from: 10, to: 110, elapsed: 10) == RequestLog())
  }

  @Test func `very many requests share few stamps, and none is forgotten too early`() {
    let bound = RequestBound(windows: [RequestWindow(requests: 6_000, in: .seconds(60))])
    var log = RequestLog()
    for number in 1...6_000 { _ = log.turn(bound, now: Nanoseconds(number) * 1_000_000) }
    #expect(log.sent.count <= 1001)
    guard case .wait(let time, _) = log.turn(bound, now: 6_000_000_000) else {
      Issue.record("one too many")
      return
    }
    #expect((54 * Self.second...55 * Self.second).contains(time))
  }
}
