/// A date in the formats of feeds, charts and HTTP: RFC 822 as used in practice, and ISO 8601.
///
/// Accepts one-digit days, any weekday or none, full month names, two-digit years, zone names, `+13:00` and `GMT+1300`,
/// as well as `20240131`, `Jan 31, 2024` and C's `Wed Jan 31 10:20:30 2024`.
/// Rejects months in other languages and times that do not exist.
package struct WrittenDate: Sendable, Equatable {
  /// Days since 1 January 1970, in UTC.
  let day: Int
  /// Seconds of that day; nil without a time of day.
  let time: Int?

  /// Nil for text that is not a date, and for a date that does not exist.
  package init?(_ text: String) {
    let bytes = Array(text.utf8.drop { $0 <= 0x20 })
    let end = bytes.lastIndex { $0 > 0x20 } ?? 0
    // The longest date has a weekday, a full month name and a zone with a comment.
    guard (7...79).contains(end), let date = Self.iso(bytes[...end]) ?? Self.rfc822(bytes[...end]) else { return nil }
    self = date
  }

  /// Since the start of 1970.
  package var seconds: Int { day * 86_400 + (time ?? 0) }

  private init?(_ year: Int, _ month: Int, _ day: Int, seconds: Int? = nil, offset: Int = 0) {
    guard year >= 1, CalendarDay.isDay(year, month, day) else { return nil }
    let number = CalendarDay.number(year, month, day)
    let moment = number * 86_400 + (seconds ?? 0) - offset * 60
    self.day = (moment >= 0 ? moment : moment - 86_399) / 86_400
    time = seconds == nil ? nil : moment - self.day * 86_400
    guard (1...9999).contains(CalendarDay.date(self.day).year) else { return nil }
  }

  private static func iso(_ bytes: ArraySlice<UInt8>) -> WrittenDate? {
    if bytes.count == 8, let year = number(bytes[..<4]), let rest = number(bytes[4...]) {
      return WrittenDate(year, rest / 100, rest % 100)
    }
    guard bytes.count >= 10, bytes[4] == 0x2D, bytes[7] == 0x2D, let year = number(bytes[0..<4]),
      let month = number(bytes[5..<7]), let day = number(bytes[8..<10])
    else { return nil }
    if bytes.count == 10 { return WrittenDate(year, month, day) }
    guard bytes[10] | 0x20 == 0x74 || bytes[10] == 0x20 else { return nil }
    let rest = bytes[11...]
    let clock = rest.prefix { $0.isASCIIDigit || $0 == 0x3A }
    var zone = rest[clock.endIndex...]
    if zone.first == 0x2E || zone.first == 0x2C { zone = zone.dropFirst().drop(while: \.isASCIIDigit) }
    guard let seconds = seconds(clock), let offset = offset(zone.drop { $0 == 0x20 }) else { return nil }
    return WrittenDate(year, month, day, seconds: seconds, offset: offset)
  }

  private static func rfc822(_ bytes: ArraySlice<UInt8>) -> WrittenDate? {
    var rest = bytes
    // The first word may be any weekday, even a wrong one, or else the month: Italian `mar` is Tuesday.
    let startsWithName = nextWord(of: &rest).first?.isASCIIDigit == false
    return (startsWithName ? withoutWeekday(rest) : nil) ?? withoutWeekday(bytes)
  }

  private static func withoutWeekday(_ bytes: ArraySlice<UInt8>) -> WrittenDate? {
    var rest = bytes
    var (first, second) = (nextWord(of: &rest), nextWord(of: &rest))
    // JavaScript writes `Sat May 16 2020 09:00:57 GMT+0200`.
    if let letter = first.first, !letter.isASCIIDigit { swap(&first, &second) }
    var (yearWord, clock, zone) = (nextWord(of: &rest), nextWord(of: &rest), nextWord(of: &rest))
    if yearWord.contains(0x3A) {
      (yearWord, clock, zone) = zone.isEmpty ? (clock, yearWord, zone) : (zone, yearWord, clock)
    }
    guard first.count <= 2, let day = number(first), let month = CalendarDay.month(named: second),
      let year = year(yearWord)
    else { return nil }
    if clock.isEmpty { return WrittenDate(year, month, day) }
    guard let seconds = seconds(clock), let offset = offset(zone) else { return nil }
    return WrittenDate(year, month, day, seconds: seconds, offset: offset)
  }

  /// Removes the next word from `rest` and returns it; empty at the end.
  private static func nextWord(of rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBetween(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: ",") }
    let word = rest.drop(while: isBetween).prefix { !isBetween($0) }
    rest = rest[word.endIndex...]
    return word
  }

  /// In minutes east of Greenwich. Unknown zones count as UTC, as in RFC 2822.
  private static func offset(_ zone: ArraySlice<UInt8>) -> Int? {
    let zone = ["GMT", "UTC"].contains { zone.starts(with: $0.utf8) } ? zone.dropFirst(3) : zone
    guard let sign = zone.first else { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return offset(ofZone: zone) }
    let digits = zone.dropFirst().filter { $0 != UInt8(ascii: ":") }.prefix(4).prefix(while: \.isASCIIDigit)
    guard let written = number(digits) else { return nil }
    let (hours, minutes) = digits.count < 3 ? (written, 0) : written.quotientAndRemainder(dividingBy: 100)
    guard hours <= 24, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  private static func offset(ofZone name: ArraySlice<UInt8>) -> Int? {
    let name = String(decoding: name, as: UTF8.self).uppercased()
    // AM or PM is not a time zone, and the hour would be wrong.
    return name == "AM" || name == "PM" ? nil : zones[name] ?? 0
  }

  /// In minutes east of Greenwich.
  private static let zones = [
    "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
    "CET": 60, "CEST": 120, "EET": 120, "EEST": 180, "BST": 60, "WEST": 60, "MSK": 180, "JST": 540, "KST": 540,
    "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780, "AKST": -540, "AKDT": -480, "HST": -600,
  ]

  /// The seconds of `3:04` or `03:04:05`; nil for a time that does not exist.
  private static func seconds(_ clock: ArraySlice<UInt8>) -> Int? {
    let parts = clock.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.count <= 2 }), let hours = number(parts[0]),
      let minutes = number(parts[1]), let seconds = parts.count == 3 ? number(parts[2]) : 0
    else { return nil }
    // Some years have a leap second.
    guard hours < 24, minutes < 60, seconds <= 60 else { return nil }
    return hours * 3600 + minutes * 60 + min(seconds, 59)
  }

  private static func year(_ word: ArraySlice<UInt8>) -> Int? {
    guard let year = number(word) else { return nil }
    switch word.count {
    case 4: return year
    case 2: return year < 50 ? 2000 + year : 1900 + year
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 4, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension ReleaseDate {
  /// Reads a `WrittenDate` and returns it in ISO 8601 and UTC; without a time of day, only the day.
  package static func reading(_ text: String) -> ReleaseDate? {
    guard let date = WrittenDate(text) else { return nil }
    let day = CalendarDay.text(date.day)
    guard let time = date.time else { return ReleaseDate(day) }
    func padded(_ number: Int) -> String { number.zeroPadded(to: 2) }
    return ReleaseDate("\(day)T\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60))Z")
  }
}
