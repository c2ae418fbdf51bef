import FoundationEssentials

/// Days of the Gregorian calendar in ISO 8601: `2026-11-21`.
package enum CalendarDay {
  /// Today in UTC.
  package static var today: String { text(Int((Date.now.timeIntervalSince1970 / 86_400).rounded(.down))) }

  /// The day `count` days before `day`; nil if `day` is not a date.
  package static func text(_ count: Int, before day: String) -> String? {
    let parts = day.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...12).contains(parts[1]), (1...31).contains(parts[2]) else { return nil }
    return text(number(parts[0], parts[1], parts[2]) - count)
  }

  /// `20 Nov`, as in a title.
  package static func short(_ day: String) -> String? {
    let parts = day.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...12).contains(parts[1]) else { return nil }
    let month = months[parts[1] - 1]
    return "\(parts[2]) \(month.prefix(1).uppercased())\(month.prefix(3).dropFirst())"
  }

  /// `20 Nov 2026, 14:05` for `2026-11-20T14:05:33+0100`; nil if `time` has no date and time.
  package static func moment(_ time: String) -> String? {
    guard time.utf8.count >= 16, let day = short(time) else { return nil }
    return "\(day) \(time.prefix(4)), \(time.dropFirst(11).prefix(5))"
  }

  /// Days since 1 January 1970. Years start in March here, so that the leap day comes last (Howard Hinnant,
  /// "chrono-Compatible Low-Level Date Algorithms").
  package static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let ofEra = year - era * 400
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// The number of a month by its English name, full or cut to three letters, in any case; accepts `Sept` and `Mar.`.
  package static func month(named word: some BidirectionalCollection<UInt8>) -> Int? {
    let name = word.last == UInt8(ascii: ".") ? word.dropLast() : word[...]
    let key = String(decoding: name, as: UTF8.self).lowercased()
    let isShort = key.utf8.count == 3 || key == "sept"
    return months.firstIndex { isShort ? $0.hasPrefix(key) : $0 == key }.map { $0 + 1 }
  }

  /// Whether there is such a day.
  package static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    (1...12).contains(month) && day >= 1
      && day <= number(year + month / 12, month % 12 + 1, 1) - number(year, month, 1)
  }

  /// The date `number` days after 1 January 1970, or before it if negative, in ISO 8601.
  static func text(_ number: Int) -> String {
    let date = date(number)
    return "\(date.year.zeroPadded(to: 4))-\(date.month.zeroPadded(to: 2))-\(date.day.zeroPadded(to: 2))"
  }

  /// The date `number` days after 1 January 1970, or before it if negative.
  package static func date(_ number: Int) -> (year: Int, month: Int, day: Int) {
    let days = number + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let ofEra = days - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

extension BinaryInteger {
  /// With leading zeros up to `digits` digits.
  package func zeroPadded(to digits: Int, radix: Int = 10) -> String {
    let text = String(self, radix: radix)
    return text.utf8.count < digits ? String(repeating: "0", count: digits - text.utf8.count) + text : text
  }
}

extension Catalog {
  /// The name of a storefront: `Japan` for `JP`.
  package func storefrontName(_ code: String) -> String {
    filters.first { $0.name == storefrontFilter }?.valueTitles[code] ?? code
  }

  /// The title of a ranking's own screen: what is ranked, where, and for which day.
  package func title(of chart: Chart) -> String {
    let place = chart.storefront == ChartIdentity.world ? "World" : storefrontName(chart.storefront)
    let day = chart.updated.flatMap { CalendarDay.short($0.day) }
    let since = chart.since.flatMap { CalendarDay.short($0) }.map { "since \($0)" }
    return [chart.title, place, day, since].compactMap(\.self).joined(separator: " · ")
  }
}
