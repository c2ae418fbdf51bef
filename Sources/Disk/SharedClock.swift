import Glibc

/// The current time, the same in all processes of the machine.
///
/// The time since boot continues during sleep and cannot be set, but it restarts at a reboot; then the calendar is
/// used.
package struct SharedClock: Sendable, Equatable {
  /// Identifies the boot that `sinceStart` counts from.
  package var start: String
  package var sinceStart: Nanoseconds
  /// Since 1970, by the calendar, which may be set at any time.
  package var calendar: Nanoseconds

  package typealias Nanoseconds = Int64

  package init(start: String, sinceStart: Nanoseconds, calendar: Nanoseconds) {
    (self.start, self.sinceStart, self.calendar) = (start, sinceStart, calendar)
  }

  package static var now: SharedClock {
    SharedClock(
      start: bootID, sinceStart: reading(CLOCK_BOOTTIME, most: latest / 4),
      calendar: reading(CLOCK_REALTIME, most: latest))
  }

  /// The year 2116, when the clock stops: sums of later times would overflow the type.
  package static let latest: Nanoseconds = 1 << 62

  /// The time since `earlier`; never negative, even if the clock was set meanwhile.
  package func elapsed(since earlier: SharedClock) -> Nanoseconds {
    start == earlier.start ? max(0, sinceStart - earlier.sinceStart) : max(0, calendar - earlier.calendar)
  }

  private static func reading(_ clock: clockid_t, most: Nanoseconds) -> Nanoseconds {
    var time = timespec()
    clock_gettime(clock, &time)
    let seconds = min(max(0, Int64(time.tv_sec)), most / 1_000_000_000)
    return min(seconds * 1_000_000_000 + Int64(time.tv_nsec), most)
  }

  static let bootID: String = {
    let path = "/proc/sys/kernel/random/boot_id"
    let bytes = try? OpenFile(path, path, O_RDONLY, Waiting()).bytes(atMost: 64, Waiting())
    return String(decoding: (bytes ?? []).prefix { $0 > 0x20 }, as: UTF8.self)
  }()
}

/// Identifies a running process among all that ever ran on the machine.
package enum ProcessIdentity {
  /// This process.
  package static let current = identity(of: getpid()) ?? "\(getpid()) - \(SharedClock.bootID)"

  /// Whether the process is still running.
  package static func isRunning(_ identity: String) -> Bool {
    guard let id = identity.split(separator: " ").first.flatMap({ pid_t($0) }), id > 0 else { return false }
    return self.identity(of: id) == identity || identity == current
  }

  /// The process's number, its start time, and the boot; nil if there is no such process, or no `/proc`.
  private static func identity(of id: pid_t) -> String? {
    let path = "/proc/\(id)/stat"
    guard let file = try? OpenFile(path, path, O_RDONLY, Waiting()),
      let bytes = try? file.bytes(atMost: 4096, Waiting())
    else { return nil }
    // The process's name, in brackets, may contain anything.
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 19 ? "\(id) \(fields[19]) \(SharedClock.bootID)" : nil
  }
}
