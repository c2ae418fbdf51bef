internal import Domain

extension ReleaseDate {
  /// Reads the dates of feeds: RFC 822 as it is written in the wild, and ISO 8601. The result is in UTC; without a time of
  /// day it is a day.
  ///
  /// Taken: one-digit days, no weekday or any, full month names, years of two digits, zone names, `+13:00`. Nil for what
  /// is no date or none that can be: months in other languages, minutes above 59.
  static func reading(_ text: String) -> ReleaseDate? {
    let bytes = Array(text.withoutOuterBlanks.utf8)
    // The longest has a weekday, a full month and a zone with a comment.
    guard bytes.count >= 8, bytes.count <= 80, let date = Self.iso(bytes) ?? Self.rfc822(bytes) else { return nil }
    return ReleaseDate(date)
  }

  private static func iso(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 10, bytes[4] == 0x2D, bytes[7] == 0x2D, let year = number(bytes[0..<4]),
      let month = number(bytes[5..<7]), let day = number(bytes[8..<10])
    else { return nil }
    if bytes.count == 10 { return text(year, month, day) }
    guard bytes[10] | 0x20 == 0x74 || bytes[10] == 0x20 else { return nil }
    let rest = bytes[11...]
    let clock = rest.prefix { $0.isASCIIDigit || $0 == 0x3A }
    var zone = rest[clock.endIndex...]
    if zone.first == 0x2E || zone.first == 0x2C { zone = zone.dropFirst().drop(while: \.isASCIIDigit) }
    guard let seconds = seconds(clock), let offset = offset(zone.drop { $0 == 0x20 }) else { return nil }
    return text(year, month, day, seconds: seconds, offset: offset)
  }

  private static func rfc822(_ bytes: [UInt8]) -> String? {
    var words = bytes.split { $0 <= 0x20 || $0 == 0x2C }[...]
    // Whatever day of the week it is said to be.
    if let first = words.first, !(first.first ?? 0).isASCIIDigit { words = words.dropFirst() }
    guard words.count >= 3, let day = number(words[words.startIndex]), words[words.startIndex].count <= 2,
      let month = month(words[words.startIndex + 1]), let year = year(words[words.startIndex + 2])
    else { return nil }
    words = words.dropFirst(3)
    guard let clock = words.popFirst() else { return text(year, month, day) }
    guard let seconds = seconds(clock), let offset = offset(words.first ?? []) else { return nil }
    return text(year, month, day, seconds: seconds, offset: offset)
  }

  /// In minutes east of Greenwich. Zones that nobody knows count as UTC, as RFC 2822 has it.
  private static func offset(_ zone: ArraySlice<UInt8>) -> Int? {
    guard let sign = zone.first, sign == 0x2B || sign == 0x2D else {
      let name = String(decoding: zone, as: UTF8.self).uppercased()
      return name == "AM" || name == "PM" ? nil : zones[name] ?? 0
    }
    var digits = zone.dropFirst().prefix { $0.isASCIIDigit || $0 == 0x3A }.filter { $0 != 0x3A }[...]
    if digits.count <= 2 { digits += [0x30, 0x30] }
    guard digits.count >= 3, digits.count <= 4, let hours = number(digits.dropLast(2)), hours <= 24,
      let minutes = number(digits.suffix(2)), minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (sign == 0x2D ? -1 : 1)
  }

  private static let zones = [
    "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
  ]

  /// Of `3:04` or `03:04:05`; nil for what no clock shows.
  private static func seconds(_ clock: ArraySlice<UInt8>) -> Int? {
    let parts = clock.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ (1...2).contains($0.count) }),
      let hour = number(parts[0]), hour < 24, let minute = number(parts[1]), minute < 60
    else { return nil }
    guard parts.count == 3 else { return hour * 3600 + minute * 60 }
    // A second is added to some years.
    guard let second = number(parts[2]), second <= 60 else { return nil }
    return hour * 3600 + minute * 60 + min(second, 59)
  }

  private static func month(_ word: ArraySlice<UInt8>) -> Int? {
    let name = String(decoding: word, as: UTF8.self).lowercased()
    let index = months.firstIndex { name == $0 || name == $0.prefix(3) || name == $0.prefix(3) + "." }
    return index.map { $0 + 1 } ?? (name == "sept" || name == "sept." ? 9 : nil)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

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

  private static func text(_ year: Int, _ month: Int, _ day: Int, seconds: Int? = nil, offset: Int = 0) -> String? {
    guard (1...12).contains(month), day >= 1, day <= length(ofMonth: month, in: year), year >= 1 else { return nil }
    guard let seconds else { return "\(padded(year, 4))-\(padded(month))-\(padded(day))" }
    let moment = days(year, month, day) * 86_400 + seconds - offset * 60
    let days = (moment >= 0 ? moment : moment - 86_399) / 86_400
    let time = moment - days * 86_400
    let date = civil(days)
    guard (1...9999).contains(date.year) else { return nil }
    return "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))"
      + "T\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60))Z"
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1 January 1970, counted in years that begin in March, so that the leap day is their last
  /// (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
