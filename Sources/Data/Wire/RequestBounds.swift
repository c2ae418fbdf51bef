import Domain
import Synchronization

/// At most `requests` in any period of this length.
package struct RequestWindow: Sendable, Hashable {
  /// From 1 to 100,000.
  package let requests: Int
  let length: Nanoseconds

  /// - Parameters:
  ///   - requests: clamped to 1 to 100,000.
  ///   - length: clamped to a millisecond to a day.
  package init(requests: Int, in length: Duration) {
    self.requests = min(max(1, requests), 100_000)
    self.length = min(max(1_000_000, length.nanoseconds), 86_400_000_000_000)
  }

  package var duration: Duration { .nanoseconds(length) }

  /// The time between two evenly spread requests.
  var interval: Nanoseconds { length / Int64(requests) }
}

typealias Nanoseconds = Int64

/// How many requests a host may get: all windows apply at the same time.
struct RequestBound: Sendable, Equatable {
  /// At least one.
  let windows: [RequestWindow]

  /// How many requests may be sent at once after a pause.
  var capacity: Int { windows.map(\.requests).min() ?? 1 }

  var longest: Nanoseconds { windows.map(\.length).max() ?? 0 }

  /// The time between two evenly spread requests, by the slowest window.
  var interval: Nanoseconds { windows.map(\.interval).max() ?? 0 }

  /// The same, but one request at a time.
  var spread: RequestBound { RequestBound(windows: [RequestWindow(requests: 1, in: .nanoseconds(interval))] + windows) }
}

/// The request limits of each host. A declared catalog passes its own windows to `declare`.
package final class RequestBounds: Sendable {
  /// The user's setting.
  package enum Rate: Sendable, Equatable {
    /// 20 requests in any 60 seconds, 60 to hosts that serve files, or what a declaration says.
    case usual
    /// This many in any 60 seconds; a declaration's own windows apply as well.
    case perMinute(Int)
    /// Any number, except for a declared host at its own address.
    case off
  }

  /// The hosts that answer queries, not parsed early, which would slow every start.
  private let services: OnFirstUse<Set<String>>
  private let rate: Rate
  private let declared = Mutex<[String: (windows: [RequestWindow], isReplaced: Bool)]>([:])

  /// - Parameter services: the URLs of services that answer queries, of which only the hosts count. All other hosts
  ///   serve files, which costs them little.
  package init(_ rate: Rate, services: [String]) {
    self.rate = rate
    self.services = OnFirstUse { Set(services.map { HTTPRequest(url: $0).host }) }
  }

  /// Limits the requests to a declared catalog's host from now on. The windows of catalogs at the same host add up.
  /// - Parameters:
  ///   - windows: from its `rate`; empty for the usual ones.
  ///   - base: the requested URL, of which only the host counts.
  ///   - isReplaced: whether the user replaced the declaration's own address with `base`; only then does `--rate off`
  ///     apply.
  package func declare(_ windows: [RequestWindow], base: String, isReplaced: Bool) {
    let host = HTTPRequest(url: base).host
    let windows = windows.isEmpty ? [Self.ofServices] : windows
    declared.withLock { declared in
      let before = declared[host]
      declared[host] = (
        (before?.windows ?? []) + windows.filter { before?.windows.contains($0) != true },
        isReplaced && before?.isReplaced != false
      )
    }
  }

  /// Nil for no limit.
  func bound(of host: String) -> RequestBound? {
    let own = declared.withLock { $0[host] }
    switch rate {
    case .off: return own.flatMap { $0.isReplaced ? nil : RequestBound(windows: $0.windows) }
    case .perMinute(let requests):
      return RequestBound(windows: [RequestWindow(requests: requests, in: .seconds(60))] + (own?.windows ?? []))
    case .usual:
      // No declaration lifts the limit of a built-in host.
      let usual = services.value.contains(host) ? Self.ofServices : own == nil ? Self.ofFiles : nil
      let windows = [usual].compactMap(\.self) + (own?.windows ?? []).filter { $0 != usual }
      return windows.isEmpty ? nil : RequestBound(windows: windows)
    }
  }

  private static let ofServices = RequestWindow(requests: 20, in: .seconds(60))
  private static let ofFiles = RequestWindow(requests: 60, in: .seconds(60))
}

extension Duration {
  /// Rounded down; clamped to about ±136 years.
  var nanoseconds: Nanoseconds {
    let seconds = min(max(components.seconds, -(1 << 32)), 1 << 32)
    return seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
