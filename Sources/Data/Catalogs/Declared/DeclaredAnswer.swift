import Domain
import Wire

/// An answer of a declared service, read by its rule.
struct DeclaredAnswer: Sendable {
  let json: JSONValue
  /// The requested address.
  let url: String
  /// When reading began.
  let start: ContinuousClock.Instant
  /// The number of rows received, including skipped ones.
  var received: Int
  var rows: [RowContext]
}

extension DeclaredAnswer {
  /// - Throws: `unreadable` if the rows are not where the declaration says.
  init(
    _ json: JSONValue, body: [UInt8], at url: String, since start: ContinuousClock.Instant, from host: String,
    by rule: RowsRule
  ) throws(CatalogError) {
    guard let places = rule.place.found(in: json) else {
      throw .unreadable(host: host, what: Self.missing(rule.place.text, in: json, body))
    }
    if !places.isEmpty, places.allSatisfy(\.value.isSingle) {
      let place = rule.place.text.isEmpty ? "the answer" : "\(rule.place.text) in the answer"
      throw .unreadable(host: host, what: "\(place) is neither a list nor an object")
    }
    var (received, rows) = rule.rows(at: places, of: json)
    for index in rows.indices { rows[index].url = url }
    self.init(json: json, url: url, start: start, received: received, rows: rows)
  }

  /// `no /results in the answer, which has count, next and items`
  private static func missing(_ place: String, in json: JSONValue, _ body: [UInt8]) -> String {
    let has: String
    switch json {
    case .object(let members) where members.isEmpty: has = "is empty"
    case .object: has = "has " + DeclarationChecker.list(shown(JSONKeys.topLevel(of: body)))
    case .array: has = "is a list"
    case .null: has = "is null"
    case .bool, .number, .string: has = "is a single value"
    }
    return "no \(place) in the answer, which \(has)"
  }

  private static func shown(_ keys: [String]) -> [String] {
    keys.count <= 10 ? keys : Array(keys.prefix(9)) + ["\(keys.count - 9) more"]
  }

  /// The service's own failure in an answer with a good status.
  static func failure(in json: JSONValue, by rule: FailureRule?, from host: String) -> CatalogError? {
    guard let rule, rule.at.contains(where: { $0.value(in: json).map(\.isSomething) ?? false }) else { return nil }
    let code = rule.code?.scalar(in: json)?.text
    return .told(
      host: host, code: code.flatMap { rule.codes[$0] } ?? .server, message: message(in: json, by: rule))
  }

  /// The service's own words for a failure.
  static func message(in json: JSONValue, by rule: FailureRule?) -> String? {
    let text = rule?.message.lazy.compactMap { $0.value(in: json)?.text }.first
    return text.map { $0.utf8.count > 300 ? String($0.prefix(300)) + "…" : $0 }
  }
}

extension RowsRule {
  /// The rows within another row.
  func rows(within own: JSONValue) -> [RowContext] { rows(at: place.found(in: own) ?? [], of: own).rows }

  /// The number of rows at the places, and the rows that meet the conditions.
  fileprivate func rows(
    at places: [RowsPointer.Found], of whole: JSONValue
  ) -> (received: Int, rows: [RowContext]) {
    var received = 0
    var rows: [RowContext] = []
    for place in places {
      let elements: [JSONValue] =
        switch place.value {
        case .array(let elements): elements
        case .object: [place.value]
        default: []
        }
      received += elements.count
      rows += elements.compactMap { row(of: $0, around: place.element ?? whole) }
    }
    return (received, rows)
  }

  /// The record in an element, if it passes the conditions.
  private func row(of element: JSONValue, around: JSONValue) -> RowContext? {
    guard conditions.allSatisfy({ $0.holds(for: element) }) else { return nil }
    guard let row else { return RowContext(value: element, around: around) }
    guard let inner = row.value(in: element), inner != .null else { return nil }
    return RowContext(value: inner, around: element)
  }
}

extension JSONValue {
  /// Whether it is something, and neither a list nor an object.
  fileprivate var isSingle: Bool {
    switch self {
    case .bool, .number, .string: true
    case .null, .array, .object: false
    }
  }

  /// Whether it is neither `null`, `false`, blank nor empty.
  fileprivate var isSomething: Bool {
    switch self {
    case .null: false
    case .bool(let flag): flag
    case .number: true
    case .string(let text): !text.allSatisfy(\.isWhitespace)
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    }
  }
}

/// The keys of a document in their order, which `JSONValue` loses.
enum JSONKeys {
  /// - Parameter json: a well-formed document.
  static func topLevel(of json: [UInt8]) -> [String] {
    var text = JSONScanner(json)
    var keys: [String] = []
    var depth = 0
    while !text.isAtEnd {
      switch text.byte {
      case UInt8(ascii: "\""):
        guard let string = try? text.string() else { return keys }
        text.skipBlanks()
        if depth == 1, text.byte == UInt8(ascii: ":") { keys.append(string) }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      text.index += 1
    }
    return keys
  }
}
