import Domain
import Synchronization

/// Never more than `requests` in any stretch of time of this length.
package struct RequestWindow: Sendable, Hashable {
  /// From 1 to 100,000.
  package let requests: Int
  let length: Nanoseconds

  /// - Parameters:
  ///   - requests: the nearest from 1 to 100,000 counts.
  ///   - length: the nearest from a millisecond to a day counts.
  package init(requests: Int, in length: Duration) {
    self.requests = min(max(1, requests), 100_000)
    self.length = min(max(1_000_000, length.nanoseconds), 86_400_000_000_000)
  }

  package var duration: Duration { .nanoseconds(length) }

  /// Between two requests that are spread evenly.
  var interval: Nanoseconds { length / Int64(requests) }
}

typealias Nanoseconds = Int64

/// How many requests a host may be sent: all of the windows hold at the same time.
struct RequestBound: Sendable, Equatable {
  /// At least one.
  let windows: [RequestWindow]

  /// How many may be sent at once after a rest.
  var capacity: Int { windows.map(\.requests).min() ?? 1 }

  /// The length of the longest window.
  var longest: Nanoseconds { windows.map(\.length).max() ?? 0 }

  /// Between two requests that are spread evenly, by the slowest of the windows.
  var interval: Nanoseconds { windows.map(\.interval).max() ?? 0 }

  /// The same, but one request at a time.
  var spread: RequestBound {
    RequestBound(windows: [RequestWindow(requests: 1, in: .nanoseconds(interval))] + windows)
  }
}

/// How many requests each host may be sent. A declared catalog hands its own windows to `declare`.
package final class RequestBounds: Sendable {
  /// What the user says of it.
  package enum Rate: Sendable, Equatable {
    /// 20 requests in any 60 seconds, 60 to hosts that serve files, or what a declaration says.
    case usual
    /// So many in any 60 seconds; a declaration's own windows hold besides.
    case perMinute(Int)
    /// Any number, where no declaration of a host that is asked at its own address says otherwise.
    case off
  }

  /// Of the hosts that answer questions, by their URLs, since reading those would cost every start.
  private let services: [String]
  private let rate: Rate
  private let state = Mutex<(hosts: Set<String>?, declared: [String: (windows: [RequestWindow], isReplaced: Bool)])>(
    (nil, [:]))

  /// - Parameter services: the URLs of services that answer questions, of which only the hosts count. All other hosts
  ///   serve files, which costs them little.
  package init(_ rate: Rate, services: [String]) {
    self.rate = rate
    self.services = services
  }

  /// Bounds the requests to a declared catalog's host, from now on. The windows of catalogs at the same host add up.
  /// - Parameters:
  ///   - windows: what its `rate` says; empty for the usual.
  ///   - base: the URL that is asked, of which only the host counts.
  ///   - isReplaced: whether the user put `base` in the place of the declaration's own, which `--rate off` is good for.
  package func declare(_ windows: [RequestWindow], base: String, isReplaced: Bool) {
    let host = HTTPRequest(url: base).host
    let windows = windows.isEmpty ? [Self.ofServices] : windows
    state.withLock { state in
      let before = state.declared[host]
      state.declared[host] = (
        (before?.windows ?? []) + windows.filter { before?.windows.contains($0) != true },
        isReplaced && before?.isReplaced != false
      )
    }
  }

  /// Nil for any number.
  func bound(of host: String) -> RequestBound? {
    state.withLock { state in
      let hosts = state.hosts ?? Set(services.map { HTTPRequest(url: $0).host })
      state.hosts = hosts
      let own = state.declared[host]
      switch rate {
      case .off: return own.flatMap { $0.isReplaced ? nil : RequestBound(windows: $0.windows) }
      case .perMinute(let requests):
        return RequestBound(windows: [RequestWindow(requests: requests, in: .seconds(60))] + (own?.windows ?? []))
      case .usual:
        // What holds for a host of liner's own no declaration lifts.
        let usual = hosts.contains(host) ? Self.ofServices : own == nil ? Self.ofFiles : nil
        let windows = [usual].compactMap(\.self) + (own?.windows ?? []).filter { $0 != usual }
        return windows.isEmpty ? nil : RequestBound(windows: windows)
      }
    }
  }

  private static let ofServices = RequestWindow(requests: 20, in: .seconds(60))
  private static let ofFiles = RequestWindow(requests: 60, in: .seconds(60))
}

extension Duration {
  /// Rounded down; the nearest that can be told where it is centuries.
  var nanoseconds: Nanoseconds {
    let seconds = min(max(components.seconds, -(1 << 32)), 1 << 32)
    return seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
