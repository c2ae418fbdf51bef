import Domain
import FoundationEssentials
import Wire

/// A single value on its way from a row to a field.
enum Scalar: Sendable, Equatable {
  case text(String)
  /// As it was written.
  case number(String)
  case flag(Bool)

  /// Nil for lists, objects, `null` and blank text.
  init?(_ json: JSONValue) {
    switch json {
    case .string(let text):
      guard !text.allSatisfy(\.isWhitespace) else { return nil }
      self = .text(text)
    case .number(let digits): self = .number(digits)
    case .bool(let flag): self = .flag(flag)
    case .null, .array, .object: return nil
    }
  }

  var text: String {
    switch self {
    case .text(let text): text
    case .number(let digits): digits
    case .flag(let flag): flag ? "true" : "false"
    }
  }

  /// Numbers, and texts that are one.
  var decimal: Decimal? {
    switch self {
    case .flag: nil
    case .number(let digits): Decimal(string: digits).flatMap { $0.isNaN ? nil : $0 }
    case .text(let text): Self.decimal(of: text.trimmed)
    }
  }

  func multiplied(by factor: String) -> Scalar? {
    guard let decimal, let factor = Decimal(string: factor) else { return nil }
    let product = decimal * factor
    return product.isNaN ? nil : .number("\(product)")
  }

  func isAtLeast(_ least: String) -> Bool {
    guard let decimal, let least = Decimal(string: least) else { return false }
    return decimal >= least
  }

  /// As a field takes it; nil where it is of another type, or says that nothing is known.
  func result(as kind: Value.Kind, with surroundings: Value.Surroundings) -> Value.Result? {
    if kind != .name, surroundings.isNothing(text) { return nil }
    switch kind {
    case .text, .name:
      if case .flag = self { return nil }
      return text.allSatisfy(\.isWhitespace) ? nil : .text(text)
    case .fact:
      if case .flag(let flag) = self { return .text(flag ? "yes" : "no") }
      return text.allSatisfy(\.isWhitespace) ? nil : .text(text)
    case .number: return decimal.map { .text("\($0)") }
    case .flag:
      guard case .flag(let flag) = self else { return nil }
      return .flag(flag)
    case .date:
      if case .flag = self { return nil }
      return ReleaseDate.exact(text.trimmed).map(Value.Result.date)
    case .address: return WebLink(text.trimmed).map(Value.Result.address)
    }
  }

  /// `01` and `+3.5` are numbers where they stand as text; `12 songs` is none.
  private static func decimal(of text: String) -> Decimal? {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let isNumber =
      rest.first.map(\.isASCIIDigit) == true && rest.last.map(\.isASCIIDigit) == true && rest.count <= 60
      && rest.filter { $0 == UInt8(ascii: ".") }.count <= 1
      && rest.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    guard isNumber else { return nil }
    return Decimal(string: text.hasPrefix("+") ? String(text.dropFirst()) : text).flatMap { $0.isNaN ? nil : $0 }
  }
}

extension ReleaseDate {
  /// A year, or ISO 8601 as precise as it is; a time without a zone is left out. Nil for the year 0000 and days that no
  /// calendar has.
  static func exact(_ text: String) -> ReleaseDate? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 4, bytes.prefix(4).allSatisfy(\.isASCIIDigit), !text.hasPrefix("0000") else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      guard bytes.count >= range.upperBound, bytes[range].allSatisfy(\.isASCIIDigit) else { return nil }
      return bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    if bytes.count == 4 { return ReleaseDate(text) }
    guard bytes[4] == UInt8(ascii: "-"), let year = number(0..<4), let month = number(5..<7), (1...12).contains(month)
    else { return nil }
    if bytes.count == 7 { return ReleaseDate(text) }
    guard bytes.count >= 10, bytes[7] == UInt8(ascii: "-"), let day = number(8..<10),
      CalendarDay.isDay(year, month, day), bytes.count == 10 || bytes[10] == UInt8(ascii: "T")
    else { return nil }
    return ReleaseDate(text) ?? ReleaseDate(String(text.prefix(10)))
  }
}

extension CalendarDay {
  /// Whether there is such a day.
  static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    guard (1...12).contains(month), (1...31).contains(day) else { return false }
    let found = date(number(year, month, day))
    return (found.month, found.day) == (month, day)
  }
}
