import Domain
import FoundationEssentials
import Wire

/// The conversions of `as`.
enum Conversion: String, Sendable, CaseIterable {
  case html, unix, unixms, duration, date, season, episode, last, amount, unnumbered

  /// How much of a text is searched for a date or a duration: the time grows with its square.
  private static let longest = 10_000

  /// Nil if the text does not contain such a value.
  func converted(_ scalar: Scalar) -> Scalar? {
    let text = scalar.text
    switch self {
    case .html: return PlainText(html: text).map { .text($0.text) }
    case .unix: return Self.time(scalar.decimal).map(Scalar.text)
    case .unixms: return Self.time(scalar.decimal.map { $0 / 1000 }).map(Scalar.text)
    case .duration: return DurationText.seconds(in: String(text.prefix(Self.longest))).map { .number($0.description) }
    case .date: return DateText.first(in: String(text.prefix(Self.longest))).map(Scalar.text)
    case .season: return Self.episodeCode(in: text).map { .number(String($0.season)) }
    case .episode: return Self.episodeCode(in: text).map { .number(String($0.episode)) }
    case .last: return Self.lastSegment(of: text).map(Scalar.text)
    // Discogs joins names by a comma alone.
    case .unnumbered: return .text(text.replacing(/\ \([0-9]+\)|\ (?=,)/, with: ""))
    case .amount:
      return (Self.amount(endingIn: text) ?? scalar.decimal.map { Self.amount($0.description) }).map(Scalar.text)
    }
  }

  /// `6 of 3,165.00 ARS` for `6 of 3165 ARS`, with the currency's decimals; nil unless it ends in an amount.
  private static func amount(endingIn text: String) -> String? {
    let words = text.split(separator: " ").map(String.init)
    guard words.count > 1, let currency = words.last, currency.count == 3, currency.allSatisfy(\.isUppercase),
      let amount = Decimal(string: words[words.count - 2]), words[words.count - 2].last?.isNumber == true
    else { return nil }
    return (words.dropLast(2) + [Price(amount: amount, currency: currency).text]).joined(separator: " ")
  }

  /// `1,234,567` or `1,234,567.50`. Adds no decimals, because the currency is not known.
  private static func amount(_ digits: String) -> String {
    let isNegative = digits.hasPrefix("-")
    let parts = digits.drop { $0 == "-" }.split(separator: ".")
    let fraction = parts.count > 1 ? "." + parts[1] + (parts[1].count == 1 ? "0" : "") : ""
    return (isNegative ? "-" : "") + Price.grouped(parts.first ?? "0") + fraction
  }

  /// `2007-04-04T19:16:40Z` for that many seconds since 1970; nil for 0, which means unknown.
  private static func time(_ seconds: Decimal?) -> String? {
    // Up to the year 9999.
    guard let seconds, seconds != 0, seconds > -62_135_596_800, seconds < 253_402_300_800,
      let whole = Double("\(seconds)")?.rounded(.down)
    else { return nil }
    return Date(timeIntervalSince1970: whole).formatted(.iso8601)
  }

  /// `S04E08`, anywhere in a text.
  private static func episodeCode(in text: String) -> (season: Int, episode: Int)? {
    let code = text.lowercased().firstMatch(of: /s([0-9]{1,6})e([0-9]{1,6})(?![0-9])/)
    return code.flatMap { code in Int(code.1).flatMap { season in Int(code.2).map { (season, $0) } } }
  }

  /// `OL27W` for `/works/OL27W` and for `https://openlibrary.org/works/OL27W?edition=1`; text without a slash stays.
  /// A path from the root is encoded like an address.
  static func lastSegment(of text: String) -> String? {
    guard text.contains("/") else { return text.isEmpty ? nil : text }
    let isAddress = text.hasPrefix("/") || text.contains("://")
    var path = isAddress ? text.prefix { $0 != "?" && $0 != "#" } : text[...]
    // A host is not an id.
    if !text.hasPrefix("/"), let mark = path.firstRange(of: "://") {
      path = path[mark.upperBound...].drop { $0 != "/" }
    }
    let segment = String(path.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
    if segment.isEmpty { return nil }
    return isAddress ? PercentEncoding.decoded(segment) : segment
  }
}

/// Durations as services write them: `24 min per ep`, `1 hr 35 min`, `1:03:22`, `193:15.38`, `PT1H2M`, `167.25`.
enum DurationText {
  /// Nil if the text contains none.
  static func seconds(in text: String) -> Decimal? {
    let text = text.trimmed.lowercased()
    if let number = Scalar.text(text).decimal { return number < 0 ? nil : number }
    if text.contains(":") { return clock(text) }
    if text.hasPrefix("p"), let next = text.dropFirst().first, next == "t" || ("0"..."9").contains(next) {
      let parts = text.dropFirst().split(separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
      // Before the T, an M means months, which have no length.
      let iso = String(parts[0].replacing("m", with: "months") + (parts.count > 1 ? parts[1] : ""))
      return units(in: iso, isISO: true) ?? units(in: iso, isISO: false)
    }
    return units(in: text, isISO: false)
  }

  /// `1:03:22`: the last part is seconds, and each part before it counts 60 times as much.
  private static func clock(_ text: String) -> Decimal? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var seconds: Decimal = 0
    for part in parts {
      guard let number = Scalar.text(String(part)).decimal, number >= 0 else { return nil }
      seconds = seconds * 60 + number
    }
    return seconds
  }

  /// Numbers with units, up to the first word that is not a unit: `1 hr 35 min`.
  private static func units(in text: String, isISO: Bool) -> Decimal? {
    var seconds: Decimal?
    var latest: Decimal?
    // Words before the first number say how exact it is.
    var rest = isISO ? text[...] : text.drop { !("0"..."9").contains($0) }
    while !rest.isEmpty, let part = rest.prefixMatch(of: /([0-9.]*) *([a-z]*)[ ,.]*(?:and )?/) {
      let (digits, word) = (part.1, part.2)
      // In `2h30`, the minutes have no unit.
      let areMinutes = word.isEmpty && latest == 3_600 && digits.count == 2
      guard let number = Scalar.text(String(digits)).decimal,
        let unit = areMinutes ? 60 : unit(String(word)) ?? (isISO && number == 0 ? 0 : nil)
      else {
        return isISO && digits.endIndex < rest.endIndex ? nil : seconds
      }
      seconds = (seconds ?? 0) + number * unit
      latest = unit
      rest = rest[part.range.upperBound...]
    }
    return seconds
  }

  private static func unit(_ word: String) -> Decimal? {
    switch word {
    case "d", "day", "days": 86400
    case "h", "hr", "hrs", "hour", "hours": 3600
    case "m", "min", "mins", "minute", "minutes": 60
    case "s", "sec", "secs", "second", "seconds": 1
    default: nil
    }
  }
}

/// The first date in a text, in its own precision: `1997-03` for `launched in March 1997`.
enum DateText {
  private enum Word: Equatable {
    /// `digits` counts the digits as written.
    case number(Int, digits: Int)
    case month(Int)
    /// `BC`, `BCE`: no field can contain a year before our era.
    case beforeOurs
    case other

    var isNumber: Bool { if case .number = self { true } else { false } }
  }

  /// Nil without a four-digit year.
  static func first(in text: String) -> String? {
    let words = words(of: text)
    for index in words.indices {
      guard case .number(let year, digits: 4) = words[index].word, (1...2999).contains(year) else { continue }
      let isBeforeOurs = words[(index + 1)...].first { !$0.word.isNumber }?.word == .beforeOurs
      if isBeforeOurs || index == 0 && words[0].isDashed { continue }
      let date = date(of: year, at: index, in: words)
      let parts = [date.month, date.day].compactMap(\.self).map { "0\($0)".suffix(2) }
      return (["000\(year)".suffix(4)] + parts).joined(separator: "-")
    }
    return nil
  }

  private static func date(
    of year: Int, at index: Int, in words: [(word: Word, isDashed: Bool)]
  ) -> (month: Int?, day: Int?) {
    func word(_ offset: Int) -> Word? { words.indices.contains(index + offset) ? words[index + offset].word : nil }
    func isDashed(_ offset: Int) -> Bool { words.indices.contains(index + offset) && words[index + offset].isDashed }
    func day(_ word: Word?, of month: Int) -> Int? {
      guard case .number(let day, digits: 1...2)? = word, CalendarDay.isDay(year, month, day) else { return nil }
      return day
    }
    // 2013-12-02, 2013-12-2
    if isDashed(1), case .number(let month, digits: 1...2)? = word(1), (1...12).contains(month) {
      return (month, isDashed(2) ? day(word(2), of: month) : nil)
    }
    // 2 December 2013, December 2013
    if case .month(let month)? = word(-1) { return (month, day(word(-2), of: month)) }
    // December 2, 2013
    if case .month(let month)? = word(-2), let day = day(word(-1), of: month) { return (month, day) }
    // 1997 March 2
    if case .month(let month)? = word(1) { return (month, day(word(2), of: month)) }
    return (nil, nil)
  }

  /// Words and numbers, and whether only a dash or a slash precedes each.
  private static func words(of text: String) -> [(word: Word, isDashed: Bool)] {
    var words: [(word: Word, isDashed: Bool)] = []
    // These dashes separate two dates, and never occur within one.
    let bytes = Array(text.replacing("–", with: " ").replacing("—", with: " ").utf8)
    var index = 0
    var gap = 0
    while index < bytes.count {
      let start = index
      if bytes[index].isASCIIDigit {
        while index < bytes.count, bytes[index].isASCIIDigit { index += 1 }
        let digits = index - start
        let number = digits <= 8 ? bytes[start..<index].reduce(0) { $0 * 10 + Int($1 - 0x30) } : 0
        // `12th`, `c1988` and `1890s` are still numbers; `2ABC` is not.
        var end = index
        while end < bytes.count, bytes[end].isASCIILetter { end += 1 }
        let suffix = String(decoding: bytes[index..<end], as: UTF8.self).lowercased()
        let isNumber = ["", "s", "st", "nd", "rd", "th", "t"].contains(suffix)
        index = suffix == "t" ? index : end
        words.append((isNumber ? .number(number, digits: digits) : .other, isDash(bytes[gap..<start])))
      } else if isLetter(bytes[index]) {
        while index < bytes.count, isLetter(bytes[index]) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
        // Words between a day and its month: `2nd of December`.
        if word != "of", word != "c", word != "t" || !isDash(bytes[gap..<start]) {
          let isEra = word == "bc" || word == "bce" || word == "b" && isInitialOfEra(bytes[index...])
          let month = CalendarDay.month(named: word.utf8)
          words.append((isEra ? .beforeOurs : month.map(Word.month) ?? .other, isDash(bytes[gap..<start])))
        }
      } else {
        index += 1
        continue
      }
      gap = index
    }
    return words
  }

  /// Whether `.C` follows, with or without spaces.
  private static func isInitialOfEra(_ rest: ArraySlice<UInt8>) -> Bool {
    let letter = rest.dropFirst().drop { $0 == 0x20 }
    return rest.first == UInt8(ascii: ".") && letter.first.map { $0 | 0x20 } == UInt8(ascii: "c")
  }

  private static func isDash(_ gap: ArraySlice<UInt8>) -> Bool {
    gap.count == 1 && (gap.first == UInt8(ascii: "-") || gap.first == UInt8(ascii: "/"))
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || byte.isASCIILetter }
}
