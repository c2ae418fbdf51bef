import Domain
import Wire

/// An answer of a declared service, read as its rule says.
struct DeclaredAnswer: Sendable {
  let json: JSONValue
  /// The rows as they came, before any is left out.
  let received: Int
  let rows: [RowContext]

  /// - Throws: `unreadable` where the rows are not where the declaration says.
  init(_ json: JSONValue, body: [UInt8], from host: String, by rule: RequestRule) throws(CatalogError) {
    self.json = json
    guard let found = rule.rows.found(in: json) else {
      throw .unreadable(host: host, what: Self.missing(rule.rows.text, in: json, body))
    }
    var rows: [RowContext] = []
    var received = 0
    for place in found {
      let around = place.element ?? json
      switch place.value {
      case .null: break
      case .array(let elements):
        received += elements.count
        rows += elements.compactMap { Self.row(of: $0, around: around, by: rule.conditions, rule.row) }
      case .object:
        received += 1
        if let row = Self.row(of: place.value, around: around, by: rule.conditions, rule.row) { rows.append(row) }
      case .bool, .number, .string:
        let place = rule.rows.text.isEmpty ? "the answer" : "\(rule.rows.text) in the answer"
        throw .unreadable(host: host, what: "\(place) is neither a list nor an object")
      }
    }
    self.rows = rows
    self.received = received
  }

  /// The rows that stand in another row.
  static func rows(
    within own: JSONValue, at place: RowsPointer, by conditions: [Condition], _ row: Pointer?
  ) -> [RowContext] {
    (place.found(in: own) ?? []).flatMap { found -> [RowContext] in
      let elements: [JSONValue] =
        switch found.value {
        case .array(let elements): elements
        case .object: [found.value]
        default: []
        }
      return elements.compactMap { Self.row(of: $0, around: found.element ?? own, by: conditions, row) }
    }
  }

  /// The thing itself in an element, if it is meant.
  static func row(
    of element: JSONValue, around: JSONValue, by conditions: [Condition], _ row: Pointer?
  ) -> RowContext? {
    guard conditions.allSatisfy({ $0.holds(for: element) }) else { return nil }
    guard let row else { return RowContext(value: element, around: around) }
    guard let inner = row.value(in: element), inner != .null else { return nil }
    return RowContext(value: inner, around: element)
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

  /// What the answer says of a failure of the service's own, its status being good.
  static func failure(in json: JSONValue, by rule: FailureRule?, from host: String) -> CatalogError? {
    guard let rule, rule.at.contains(where: { $0.value(in: json).map(\.isSomething) ?? false }) else { return nil }
    let code = rule.code?.value(in: json).flatMap(Scalar.init)?.text
    return .told(
      host: host, code: code.flatMap { rule.codes[$0] }.flatMap(ErrorCode.init) ?? .server,
      message: message(in: json, by: rule))
  }

  /// What the service says of a failure, in its own words.
  static func message(in json: JSONValue, by rule: FailureRule?) -> String? {
    let texts = (rule?.message ?? []).lazy.compactMap { pointer -> String? in
      guard case .string(let text)? = pointer.value(in: json), !text.allSatisfy(\.isWhitespace) else { return nil }
      return text
    }
    return texts.first.map { $0.utf8.count > 300 ? String($0.prefix(300)) + "…" : $0 }
  }
}

extension JSONValue {
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

/// The keys of a document in the order in which they stand, which `JSONValue` forgets.
enum JSONKeys {
  /// - Parameter json: a well-formed document.
  static func topLevel(of json: [UInt8]) -> [String] {
    var keys: [String] = []
    var depth = 0
    var awaitsKey = false
    var index = 0
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "\""):
        let start = index
        index += 1
        while index < json.count, json[index] != UInt8(ascii: "\"") {
          index += json[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 1, awaitsKey, index < json.count,
          case .string(let key)? = try? JSONValue(parsing: Array(json[start...index]))
        {
          keys.append(key)
          awaitsKey = false
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == 1 { awaitsKey = true }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): if depth == 1 { awaitsKey = true }
      default: break
      }
      index += 1
    }
    return keys
  }
}
