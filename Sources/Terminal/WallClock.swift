import FoundationEssentials
import Glibc

/// The time of day, for logs and notices.
package enum WallClock {
  /// The local time in ISO 8601, to the second.
  package static var local: String { text(time(nil), "%Y-%m-%dT%H:%M:%S%z") }

  /// The local time of `seconds` since 1970, such as `09:12`, or `yesterday 09:12` if that was not today.
  package static func timeOfDay(_ seconds: Int64) -> String {
    let isToday = text(time_t(seconds), "%F") == text(time(nil), "%F")
    return (isToday ? "" : "yesterday ") + text(time_t(seconds), "%H:%M")
  }

  /// The time in UTC in ISO 8601, to the millisecond.
  package static var now: String { Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }

  private static func text(_ time: time_t, _ format: String) -> String {
    var (time, parts, text) = (time, tm(), [CChar](repeating: 0, count: 40))
    localtime_r(&time, &parts)
    let count = strftime(&text, text.count, format, &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
