import Domain

/// When a host was sent requests, as a value; times are nanoseconds on a clock that whoever keeps it chooses.
///
/// A request counts as sent now for as long as it is under way, and from then on as sent when its answer came: the host
/// saw it at some moment between. So what the host sees keeps to the bound as well, however slow the way to it is.
///
/// Those who wait have places, first come first served. A place is given up where nobody asks for it any more, as when its
/// process was killed.
struct RequestLog: Sendable, Equatable {
  /// Requests that were sent, in the order of their times; those under way have the time at which they are given up.
  private(set) var sent: [Stamp] = []
  /// Until when the service wants to be left alone.
  private(set) var closed = never
  /// When the budget was last taken for spent, by whomever: until a whole window later requests go one at a time.
  private(set) var spent = never
  /// How long requests are remembered: as long as the longest window of anybody who asks this host.
  private(set) var memory: Nanoseconds = 60_000_000_000
  private(set) var queue: [Waiter] = []

  /// Requests that count as sent at the same time.
  struct Stamp: Sendable, Equatable {
    var time: Nanoseconds
    var count: Int64
  }

  /// A request that waits for its turn.
  struct Waiter: Sendable, Equatable {
    let id: UInt64
    var expires: Nanoseconds
  }

  enum Turn: Sendable, Equatable {
    /// The request may be sent, and counts under this stamp until `ended`.
    case go(stamp: Nanoseconds)
    /// Ask again, at the latest before the place expires; the turn comes after about this long.
    case wait(Nanoseconds)
  }

  /// Before everything else.
  static let never: Nanoseconds = -(1 << 58)
  /// A place lasts this long after it was last asked for.
  static let placeLasts: Nanoseconds = 5_000_000_000
  /// Those who wait ask this often, at the least.
  static let heartbeat: Nanoseconds = 1_000_000_000
  /// A request that nobody says has ended was sent at the latest this long after its turn.
  static let longestLease: Nanoseconds = 60_000_000_000

  /// Sends a request if its turn has come.
  /// - Parameters:
  ///   - id: one for each request, the same each time it asks.
  ///   - bound: nil for none; then only a service that wants to be left alone is waited for.
  ///   - isSpeculative: whether it leaves the last third of each window to others, and nobody waits for it.
  ///   - lease: by when it will have been sent for sure.
  mutating func turn(
    of id: UInt64, bound: RequestBound?, isSpeculative: Bool = false, lease: Nanoseconds = 0, now: Nanoseconds
  ) -> Turn {
    settle(bound, now: now)
    let index = queue.firstIndex { $0.id == id }
    let wait = next(bound, behind: index ?? queue.count, isSpeculative: isSpeculative, now: now)
    guard wait > 0 else {
      if let index { queue.remove(at: index) }
      let time = Self.rounded(now + min(max(0, lease), Self.longestLease), for: bound)
      insert(Stamp(time: time, count: 1))
      return .go(stamp: time)
    }
    if let index {
      queue[index].expires = now + Self.placeLasts
    } else if !isSpeculative, bound != nil, queue.count < Self.mostPlaces {
      queue.append(Waiter(id: id, expires: now + Self.placeLasts))
    }
    return .wait(wait)
  }

  /// The request of this stamp is under way no more.
  mutating func ended(_ stamp: Nanoseconds, bound: RequestBound?, now: Nanoseconds) {
    guard let index = sent.lastIndex(where: { $0.time == stamp }), stamp > now else { return }
    sent[index].count -= 1
    if sent[index].count == 0 { sent.remove(at: index) }
    insert(Stamp(time: min(stamp, Self.rounded(now, for: bound)), count: 1))
  }

  mutating func leave(_ id: UInt64) {
    queue.removeAll { $0.id == id }
  }

  /// The service says that there were too many requests.
  /// - Parameter pause: for how long it wants to be left alone, where it says so; beyond an hour it is not. Afterwards one
  ///   request may be sent, and then one at a time. Otherwise the next one may be sent after the usual time.
  mutating func close(for pause: Nanoseconds?, bound: RequestBound?, now: Nanoseconds) {
    settle(bound, now: now)
    if let pause, pause > 0 { closed = max(closed, now + min(pause, Self.longestPause)) }
    guard let bound else { return }
    spent = max(spent, closed > now ? closed - bound.interval : now)
  }

  /// How many may be sent at once now, by each of the windows.
  func available(_ bound: RequestBound, now: Nanoseconds) -> [Int] {
    if next(bound, now: now) > 0 { return bound.windows.map { _ in 0 } }
    let most = isSpread(bound, now: now) ? 1 : Int.max
    return bound.windows.map { max(0, min(most, $0.requests - count(since: now - $0.length) - queue.count)) }
  }

  /// How many were sent after `time`.
  func count(since time: Nanoseconds) -> Int {
    Int(sent.reduce(into: Int64(0)) { if $1.time > time { $0 += $1.count } })
  }

  /// Until all windows are empty.
  func fullIn(_ bound: RequestBound, now: Nanoseconds) -> Nanoseconds {
    let latest = sent.last.map { min($0.time, now) } ?? Self.never
    return max(0, max(latest, spent, closed - bound.longest) + bound.longest - now)
  }

  /// Until one may be sent.
  /// - Parameter places: how many go before it; nil: all who wait.
  func next(
    _ bound: RequestBound?, behind places: Int? = nil, isSpeculative: Bool = false, now: Nanoseconds
  ) -> Nanoseconds {
    let open = max(now, closed)
    guard let bound else { return open - now }
    // One behind the other, each as soon as all windows have room for it. Those under way end soon, and are not waited
    // for as long as they may take.
    var times = sent.flatMap { stamp in [Nanoseconds](repeating: min(stamp.time, now), count: Int(stamp.count)) }
    var time = open
    for place in 0...(places ?? queue.count) {
      let isLast = place == (places ?? queue.count)
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

  /// Adds what was sent while this log could not be reached; `then` there is `now` here.
  mutating func add(_ other: RequestLog, from then: Nanoseconds, to now: Nanoseconds) {
    let other = other.moved(from: then, to: now, elapsed: 0)
    for stamp in other.sent { insert(stamp) }
    closed = max(closed, other.closed)
    memory = max(memory, other.memory)
  }

  /// Removes requests that are kept elsewhere now.
  mutating func forget(_ stamps: [Stamp]) {
    sent.removeAll { stamps.contains($0) }
  }

  /// The same on a clock on which `now` comes `elapsed` after what was `then`.
  func moved(from then: Nanoseconds, to now: Nanoseconds, elapsed: Nanoseconds) -> RequestLog {
    let shift = now - then - elapsed
    if shift == 0 { return self }
    var copy = self
    for index in sent.indices { copy.sent[index].time += shift }
    if closed != Self.never { copy.closed += shift }
    if spent != Self.never { copy.spent += shift }
    for index in queue.indices { copy.queue[index].expires += shift }
    return copy
  }

  private static let mostPlaces = 1000
  private static let longestPause = RequestBudget.longestPause.nanoseconds

  /// Whether one goes at a time.
  private func isSpread(_ bound: RequestBound, now: Nanoseconds) -> Bool { now < spent + bound.longest }

  private mutating func insert(_ stamp: Stamp) {
    let place = (sent.lastIndex { $0.time <= stamp.time } ?? -1) + 1
    if place > 0, sent[place - 1].time == stamp.time {
      sent[place - 1].count += stamp.count
    } else {
      sent.insert(stamp, at: place)
    }
  }

  /// Where there may be very many, those of a short while have one stamp, the time at its end.
  private static func rounded(_ time: Nanoseconds, for bound: RequestBound?) -> Nanoseconds {
    if let bound, bound.windows.allSatisfy({ $0.requests <= 1000 }) { return time }
    let step = (bound?.longest ?? 60_000_000_000) / 1000
    return (time + step - 1) / step * step
  }

  /// Takes into account how late it is.
  private mutating func settle(_ bound: RequestBound?, now: Nanoseconds) {
    queue.removeAll { $0.expires <= now || $0.expires > now + Self.placeLasts }
    memory = min(max(memory, bound?.longest ?? 0), 86_400_000_000_000)
    sent.removeAll { $0.time <= now - memory }
    if sent.isEmpty { memory = max(60_000_000_000, bound?.longest ?? 0) }
    // What says it were of the future is not to be believed, and counts from now on.
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
