import Glibc

/// The time of day, for logs and notices.
package enum WallClock {
  /// The local time in ISO 8601, to the second.
  package static var local: String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 40)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The local time of day of `seconds` since 1970, such as `09:12`, or `yesterday 09:12` if that was not today.
  package static func timeOfDay(_ seconds: Int64) -> String {
    func text(_ time: time_t, _ format: String) -> String {
      var (time, parts) = (time, tm())
      localtime_r(&time, &parts)
      var text = [CChar](repeating: 0, count: 32)
      let count = strftime(&text, text.count, format, &parts)
      return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    let day = "%F"
    let isToday = text(time_t(seconds), day) == text(time(nil), day)
    return (isToday ? "" : "yesterday ") + text(time_t(seconds), "%H:%M")
  }

  /// The time in UTC in ISO 8601, to the millisecond.
  package static var now: String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var parts = tm()
    gmtime_r(&time.tv_sec, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
    let seconds = String(decoding: text.prefix(count).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    return seconds + "." + String(1000 + time.tv_nsec / 1_000_000).dropFirst() + "Z"
  }
}
