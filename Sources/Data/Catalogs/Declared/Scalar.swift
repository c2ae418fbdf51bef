import Domain
import FoundationEssentials

/// A single value between a row and a field.
enum Scalar: Sendable, Equatable {
  case text(String)
  /// As written.
  case number(String)
  case flag(Bool)

  /// Nil for lists, objects, `null` and blank text. An XML element with attributes is its text,
  /// with that of elements in it.
  init?(_ json: JSONValue) {
    switch json {
    case .string(let text):
      guard !text.isBlank else { return nil }
      self = .text(text)
    case .number(let digits): self = .number(digits)
    case .bool(let flag): self = .flag(flag)
    case .object(let members) where members.isElement:
      guard let text = members.wholeText?.first.map(JSONValue.string) ?? members["#"], let scalar = Scalar(text) else {
        return nil
      }
      self = scalar
    case .null, .array, .object: return nil
    }
  }

  var isFlag: Bool { if case .flag = self { true } else { false } }

  var text: String {
    switch self {
    case .text(let text): text
    case .number(let digits): digits
    case .flag(let flag): flag ? "true" : "false"
    }
  }

  /// The value of a number, or of a text that is one.
  var decimal: Decimal? {
    switch self {
    case .flag: nil
    case .number(let digits): Decimal(string: digits).flatMap { $0.isNaN ? nil : $0 }
    case .text(let text): Self.decimal(of: text.trimmed)
    }
  }

  /// The value of a flag that is written as a text.
  var flag: Bool? { ["true": true, "1": true, "false": false, "0": false][text.trimmed.lowercased()] }

  /// The value for a field; nil if it has another type or means unknown.
  func result(as kind: Value.Kind, in row: RowContext) -> ItemField.Value? {
    if kind != .name, row.evaluation.isNothing(text) { return nil }
    switch (kind, self) {
    case (.flag, .flag(let flag)): return .flag(flag)
    case (.fact, .flag(let flag)): return .text(flag ? "yes" : "no")
    // XML has only texts.
    case (.fact, .text("true")) where row.value.isElement: return .text("yes")
    case (.fact, .text("false")) where row.value.isElement: return .text("no")
    case (.flag, _) where row.value.isElement: return flag.map { .flag($0) }
    case (.flag, _), (_, .flag): return nil
    case (.text, _), (.name, _), (.fact, _): return text.isBlank ? nil : .text(text)
    case (.number, _): return decimal.map { .text($0.description) }
    case (.whole, _): return decimal.flatMap { Int($0.description) }.flatMap { $0 >= 0 ? .number($0) : nil }
    case (.seconds, _):
      guard let decimal, decimal >= 0, decimal < 1_000_000_000, let seconds = Double(decimal.description) else {
        return nil
      }
      return .duration(.milliseconds(Int64((seconds * 1000).rounded())))
    // A year before 1000, of four digits in ISO 8601. Fewer digits may be anything.
    case (.date, .number(let digits)) where digits.utf8.count == 3:
      return Int(digits).flatMap { ReleaseDate($0.zeroPadded(to: 4)) }.map { .date($0) }
    case (.date, _): return ReleaseDate.exact(text.trimmed).map { .date($0) }
    case (.address, _): return row.evaluation.address(text.trimmed, after: row.url).map { .link($0) }
    }
  }

  /// `01` and `+3.5` are numbers as text; `12 songs` is not.
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
  /// A year, or ISO 8601 in its own precision; drops a time without a time zone. Nil for an impossible time.
  static func exact(_ text: String) -> ReleaseDate? {
    let time = UInt8(ascii: "T")
    guard text.utf8.dropFirst(10).first ?? time == time,
      let date = ReleaseDate(text) ?? ReleaseDate(String(text.prefix(10)))
    else { return nil }
    return date.text == date.day || WrittenDate(date.text) != nil ? date : nil
  }
}
