import Disk
import Domain

/// How many requests a host may be sent: `capacity` at once, then one every minute / `capacity`.
package struct RequestBound: Sendable, Equatable {
  package let capacity: Int
  /// Between two requests, where all that may be sent at once have been.
  let interval: Int64

  /// - Parameter perMinute: from 1 to 60,000, beyond which the nearest counts.
  package init(perMinute: Int) {
    capacity = min(max(1, perMinute), 60_000)
    interval = 60_000_000_000 / Int64(capacity)
  }
}

/// What is left of one host's budget, as a value; times are nanoseconds on a clock that whoever keeps it chooses.
///
/// It is a token bucket told by one time, that at which it will be full (the "virtual scheduling" of the GCRA, ITU-T I.371).
/// Those who wait have places, first come first served. A place is given up where nobody asks for it any more, as when its
/// process was killed.
struct Bucket: Sendable, Equatable {
  typealias Nanoseconds = Int64

  /// When all that was spent will have come back.
  var full: Nanoseconds = 0
  /// Until when the service wants to be left alone.
  var closed: Nanoseconds = 0
  /// Requests sent since it was last full.
  var spent: Int = 0
  /// How often it has been full again, so that whoever counts along knows that `spent` began anew.
  var round: Int = 0
  var queue: [Place] = []

  struct Place: Sendable, Equatable {
    let id: UInt64
    var expires: Nanoseconds
  }

  enum Turn: Sendable, Equatable {
    /// The request counts as sent.
    case go
    /// Ask again, at the latest before the place expires; the turn comes after about this long.
    case wait(Nanoseconds)
  }

  /// A place lasts this long after it was last asked for.
  static let placeLasts: Nanoseconds = 5_000_000_000
  /// Those who wait ask this often, at the least.
  static let heartbeat: Nanoseconds = 1_000_000_000

  /// Sends a request if its turn has come.
  /// - Parameters:
  ///   - id: one for each request, the same each time it asks.
  ///   - bound: nil for none; then only a service that wants to be left alone is waited for.
  ///   - reserve: how many are left to others.
  ///   - takesPlace: whether others who come later wait for this one.
  mutating func turn(
    of id: UInt64, bound: RequestBound?, reserve: Int = 0, takesPlace: Bool = true, now: Nanoseconds
  ) -> Turn {
    settle(now: now)
    let index = queue.firstIndex { $0.id == id }
    let ahead = index ?? queue.count
    var wait = max(0, closed - now)
    if let bound {
      let free = Int64(bound.capacity - 1 - reserve - ahead)
      wait = max(wait, full - now - free * bound.interval)
    }
    guard wait > 0 else {
      if let index { queue.remove(at: index) }
      spend(bound, now: now)
      return .go
    }
    if let index {
      queue[index].expires = now + Self.placeLasts
    } else if takesPlace, bound != nil, queue.count < Self.mostPlaces {
      queue.append(Place(id: id, expires: now + Self.placeLasts))
    }
    return .wait(wait)
  }

  mutating func leave(_ id: UInt64) {
    queue.removeAll { $0.id == id }
  }

  /// The service says that there were too many requests.
  /// - Parameter pause: for how long it wants to be left alone, where it says so; afterwards one request may be sent, and
  ///   then one at a time. Otherwise the next one may be sent after the usual time.
  mutating func close(for pause: Nanoseconds?, bound: RequestBound?, now: Nanoseconds) {
    settle(now: now)
    if let pause, pause > 0 { closed = max(closed, now + min(pause, Self.longestPause)) }
    guard let bound else { return }
    let emptied = closed > now ? closed - bound.interval : now
    full = max(full, emptied + Int64(bound.capacity) * bound.interval)
  }

  /// How many may be sent at once now.
  func available(_ bound: RequestBound, now: Nanoseconds) -> Int {
    if closed > now { return 0 }
    let owed = max(0, full - now)
    return max(0, bound.capacity - Int((owed + bound.interval - 1) / bound.interval) - queue.count)
  }

  /// Until one may be sent, behind those who wait already.
  func next(_ bound: RequestBound?, now: Nanoseconds) -> Nanoseconds {
    var copy = self
    return if case .wait(let time) = copy.turn(of: 0, bound: bound, now: now) { time } else { 0 }
  }

  /// The same on a clock on which `now` comes `elapsed` after what was `then`.
  func moved(from then: Nanoseconds, to now: Nanoseconds, elapsed: Nanoseconds) -> Bucket {
    let shift = now - then - elapsed
    if shift == 0 { return self }
    var copy = self
    copy.full += shift
    copy.closed += shift
    for index in queue.indices { copy.queue[index].expires += shift }
    return copy
  }

  private static let mostPlaces = 1000
  private static let longestPause: Nanoseconds = 86_400_000_000_000
  /// Sixty thousand spent at one a minute would not take longer; what says so is no bucket.
  private static let longestDebt: Nanoseconds = 86_400_000_000_000

  private mutating func spend(_ bound: RequestBound?, now: Nanoseconds) {
    spent += 1
    // Whoever goes without a bound leaves others an empty budget, but none that is worse than empty.
    let counted = bound ?? RequestBound(perMinute: 20)
    let most = now + Int64(counted.capacity) * counted.interval
    let spending = max(full, now) + counted.interval
    full = bound == nil ? max(full, min(spending, most)) : spending
  }

  /// Takes into account how late it is.
  private mutating func settle(now: Nanoseconds) {
    queue.removeAll { $0.expires <= now || $0.expires > now + Self.placeLasts }
    closed = min(closed, now + Self.longestPause)
    full = min(full, now + Self.longestDebt)
    if full <= now, spent > 0 {
      spent = 0
      round &+= 1
    }
  }
}
