import Domain

/// The requests to one host as a value; times are nanoseconds on a clock of the owner's choice.
///
/// A request in flight counts as sent now. Afterwards it counts as sent when its answer arrived, because the host saw
/// it at some moment in between. So the host too sees no more than the limit, however slow the network is.
struct RequestLog: Sendable, Equatable {
  /// Sent requests, sorted by time; for one in flight the time is when its lease expires.
  private(set) var sent: [Stamp] = []
  /// The end of the pause that the service asked for.
  private(set) var closed = never
  /// When the budget last counted as spent: for a whole window after that, requests are sent one at a time.
  private(set) var spent = never
  /// How long requests are remembered: the longest window of any process with requests to this host.
  private(set) var memory: Nanoseconds = 60_000_000_000

  /// Requests that count as sent at the same time.
  struct Stamp: Sendable, Equatable {
    var time: Nanoseconds
    var count: Int64
  }

  enum Turn: Sendable, Equatable {
    /// The request may be sent, and counts under this stamp until `ended`.
    case go(stamp: Nanoseconds)
    /// The turn comes after about this long, if no other process is faster.
    /// - Parameter isClosed: whether that is because of a pause that the service asked for.
    case wait(Nanoseconds, isClosed: Bool)
  }

  /// Before all other times.
  static let never: Nanoseconds = -(1 << 58)
  /// A request without a reported end was sent at most this long after its turn.
  static let longestLease: Nanoseconds = 60_000_000_000

  /// Sends a request if its turn has come.
  /// - Parameters:
  ///   - bound: nil for no limit; then only a service's own pause applies.
  ///   - places: how many waiting requests precede it.
  ///   - isSpeculative: whether it leaves the last third of each window to others.
  ///   - lease: how soon it will certainly have been sent.
  mutating func turn(
    _ bound: RequestBound?, behind places: Int = 0, isSpeculative: Bool = false, lease: Nanoseconds = 0,
    now: Nanoseconds
  ) -> Turn {
    settle(bound, now: now)
    let wait = next(bound, behind: places, isSpeculative: isSpeculative, now: now)
    if wait > 0 { return .wait(wait, isClosed: closed > now) }
    let time = Self.rounded(now + min(max(0, lease), Self.longestLease), for: bound)
    insert(Stamp(time: time, count: 1))
    return .go(stamp: time)
  }

  /// Marks the request with this stamp as ended.
  mutating func ended(_ stamp: Nanoseconds, bound: RequestBound?, now: Nanoseconds) {
    guard let index = sent.lastIndex(where: { $0.time == stamp }), stamp > now else { return }
    sent[index].count -= 1
    if sent[index].count == 0 { sent.remove(at: index) }
    insert(Stamp(time: min(stamp, Self.rounded(now, for: bound)), count: 1))
  }

  /// Records that the service reported too many requests.
  /// - Parameter pause: the pause that it asked for, if any; at most an hour counts. Afterwards one request may be
  ///   sent, and then one at a time. Without a pause the next one may be sent after the usual interval.
  mutating func close(for pause: Nanoseconds?, bound: RequestBound?, now: Nanoseconds) {
    settle(bound, now: now)
    if let pause, pause > 0 { closed = max(closed, now + min(pause, Self.longestPause)) }
    guard let bound else { return }
    spent = max(spent, closed > now ? closed - bound.interval : now)
  }

  /// How many requests each window has room for now; none may be sent before `next`.
  func available(_ bound: RequestBound, behind places: Int, now: Nanoseconds) -> [Int] {
    let most = isSpread(bound, now: now) ? 1 : Int.max
    return bound.windows.map { max(0, min(most, $0.requests - count(since: now - $0.length) - places)) }
  }

  /// How many requests were sent after `time`.
  func count(since time: Nanoseconds) -> Int {
    Int(sent.reduce(into: Int64(0)) { if $1.time > time { $0 += $1.count } })
  }

  /// The time until all windows have room for `capacity` requests.
  func fullIn(_ bound: RequestBound, now: Nanoseconds) -> Nanoseconds {
    let times = times(now: now)
    return bound.windows.reduce(max(0, closed - now, spent + bound.longest - now)) { time, window in
      max(time, (times.dropLast(window.requests - bound.capacity).last ?? Self.never) + window.length - now)
    }
  }

  /// When each request was sent, in order. Those in flight count as sent now.
  private func times(now: Nanoseconds) -> [Nanoseconds] {
    sent.flatMap { stamp in [Nanoseconds](repeating: min(stamp.time, now), count: Int(stamp.count)) }
  }

  /// The time until one request may be sent.
  /// - Parameter places: how many requests precede it.
  func next(_ bound: RequestBound?, behind places: Int, isSpeculative: Bool = false, now: Nanoseconds) -> Nanoseconds {
    let open = max(now, closed)
    guard let bound else { return open - now }
    // One after the other, each as soon as all windows have room. Those in flight end soon, so nobody waits for their
    // whole lease.
    var times = times(now: now)
    var time = open
    for place in 0...places {
      let isLast = place == places
      if isSpread(bound, now: time) {
        let last = max(spent, times.last ?? Self.never)
        time = max(time, min(last + bound.interval, spent + bound.longest))
      }
      for window in bound.windows {
        let reserve = isSpeculative && isLast ? min((window.requests + 2) / 3, window.requests - 1) : 0
        let room = window.requests - reserve
        if times.count >= room { time = max(time, times[times.count - room] + window.length) }
      }
      times.append(time)
    }
    return time - now
  }

  /// Adds the requests sent while this log was unavailable; `then` there is `now` here.
  mutating func add(_ other: RequestLog, from then: Nanoseconds, to now: Nanoseconds) {
    let other = other.moved(from: then, to: now, elapsed: 0)
    for stamp in other.sent { insert(stamp) }
    closed = max(closed, other.closed)
    memory = max(memory, other.memory)
  }

  /// Removes requests that are now stored elsewhere.
  mutating func forget(_ stamps: [Stamp]) { sent.removeAll { stamps.contains($0) } }

  /// The same log on a clock where `now` is `elapsed` after the former `then`.
  func moved(from then: Nanoseconds, to now: Nanoseconds, elapsed: Nanoseconds) -> RequestLog {
    let shift = now - then - elapsed
    if shift == 0 { return self }
    var copy = self
    for index in sent.indices { copy.sent[index].time += shift }
    if closed != Self.never { copy.closed += shift }
    if spent != Self.never { copy.spent += shift }
    return copy
  }

  private static let longestPause = RequestBudget.longestPause.nanoseconds

  /// Whether requests are sent one at a time.
  private func isSpread(_ bound: RequestBound, now: Nanoseconds) -> Bool { now < spent + bound.longest }

  private mutating func insert(_ stamp: Stamp) {
    let place = (sent.lastIndex { $0.time <= stamp.time } ?? -1) + 1
    if place > 0, sent[place - 1].time == stamp.time {
      sent[place - 1].count += stamp.count
    } else {
      sent.insert(stamp, at: place)
    }
  }

  /// With large limits, requests within a short interval share a stamp, the end of the interval.
  private static func rounded(_ time: Nanoseconds, for bound: RequestBound?) -> Nanoseconds {
    if let bound, bound.windows.allSatisfy({ $0.requests <= 1000 }) { return time }
    let step = (bound?.longest ?? 60_000_000_000) / 1000
    return (time + step - 1) / step * step
  }

  /// Brings the log up to date.
  private mutating func settle(_ bound: RequestBound?, now: Nanoseconds) {
    memory = min(max(memory, bound?.longest ?? 0), 86_400_000_000_000)
    sent.removeAll { $0.time <= now - memory }
    if sent.isEmpty { memory = max(60_000_000_000, bound?.longest ?? 0) }
    // Times far in the future are wrong, and count as now.
    let future = now + 2 * Self.longestLease
    let count = count(since: future)
    if count > 0 {
      sent.removeAll { $0.time > future }
      insert(Stamp(time: now, count: Int64(count)))
    }
    closed = min(closed, now + Self.longestPause)
    spent = min(spent, now + Self.longestPause)
  }
}
