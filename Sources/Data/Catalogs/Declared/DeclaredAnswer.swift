import Domain
import FoundationEssentials
import Wire

/// An answer of a declared service, read by its rule.
struct DeclaredAnswer: Sendable {
  let json: JSONValue
  /// The requested address.
  let url: String
  /// What was sent there.
  var body = ""
  /// When parsing started.
  let start: ContinuousClock.Instant
  /// The number of rows received, including skipped ones.
  var received: Int
  var rows: [RowContext]
}

extension DeclaredAnswer {
  /// - Parameter others: where rows of other kinds have their records; nil accepts rows of any kind.
  /// - Throws: `unreadable` if the rows are not where the declaration says.
  init(
    _ json: JSONValue, at url: String, since start: ContinuousClock.Instant, from host: String,
    by rule: RequestRule, others: [Pointer]?
  ) throws(CatalogError) {
    let place = rule.ids?.place ?? rule.rows.place
    guard let places = Self.places(by: rule, in: json) else {
      throw .unreadable(host: host, what: Self.missing(place.text, in: json))
    }
    if rule.ids == nil, !places.isEmpty, !json.isElement, places.allSatisfy(\.value.isSingle) {
      let place = place.text.isEmpty ? "the answer" : "\(place.text) in the answer"
      throw .unreadable(host: host, what: "\(place) is neither a list nor an object")
    }
    if let row = rule.rows.row, let others, rule.rows.allLack(others + [row], at: places) {
      let isList = places.contains { $0.value.array != nil }
      throw .unreadable(host: host, what: isList ? "no \(row.text) in any row" : Self.missing(row.text, in: json))
    }
    let (received, rows) = rule.ids == nil ? rule.rows.rows(at: places, of: json) : (0, [])
    self.init(json: json, url: url, start: start, received: received, rows: rows.map { $0.with(url: url) })
  }

  /// The values at the place of the rows; nil if the place does not exist.
  private static func places(by rule: RequestRule, in json: JSONValue) -> [Pointer.Found]? {
    let place = rule.ids?.place ?? rule.rows.place
    if let found = place.found(in: json) { return found }
    if rule.moved?.scalar(in: json) != nil { return [] }
    // XML has no empty lists, but always a root.
    let parents = [place, place.list].compactMap(\.parent).filter { !$0.isWhole }
    guard json.isElement, let found = parents.lazy.compactMap({ $0.found(in: json) }).first else { return nil }
    // In elements that repeat, the place is not understood without a `*`.
    return found.contains { $0.value.array != nil } ? nil : []
  }

  /// Whether the rows are where the rule says.
  static func hasRows(_ json: JSONValue, by rule: RequestRule) -> Bool {
    places(by: rule, in: json).map { !rule.rows.allLack(rule.rows.row.map { [$0] } ?? [], at: $0) } ?? false
  }

  /// Describes a body that is not in the declared format.
  static func fault(of response: HTTPResponse, as format: AnswerFormat) -> String {
    if format == .xml {
      do throws(XMLAnswer.Fault) { _ = try XMLAnswer.json(of: response.utf8) } catch { return error.what }
      return "malformed XML"
    }
    if response.isMarkup { return response.looksLikeHTML ? "an HTML page" : "XML" }
    return response.jsonFault
  }

  /// `no /results in the answer, which has count, next and items`
  private static func missing(_ place: String, in json: JSONValue) -> String {
    let has: String
    switch json {
    case .object(let members) where members.isEmpty: has = "is empty"
    case .object(let members):
      let (names, count) = (members.names, members.names.count)
      has = "has " + DeclarationChecker.list(count <= 10 ? names : names.prefix(9) + ["\(count - 9) more"])
    case .array: has = "is a list"
    case .null: has = "is null"
    case .bool, .number, .string: has = "is a single value"
    }
    return "no \(place) in the answer, which \(has)"
  }

  /// The service's own failure in an answer with a success status.
  static func failure(in json: JSONValue, by rule: FailureRule?, from host: String) -> CatalogError? {
    guard let rule else { return nil }
    func tells(_ value: JSONValue) -> Bool {
      value.means(in: json) && value.text.map(rule.nothing.mean) != true
    }
    guard
      rule.places.contains(where: { $0.value(in: json).map(tells) ?? false })
        || rule.answers.contains(where: { $0.allSatisfy { $0.holds(for: json) } })
    else { return nil }
    let code = rule.code.lazy.compactMap { $0.scalar(in: json)?.text }.first
    let words = message(in: json, by: rule) ?? code.map { "error \($0)".asReason }
    return .reported(host: host, code: code.flatMap { rule.codes[$0] } ?? .server, message: words)
  }

  /// The service's own words for a failure.
  static func message(in json: JSONValue, by rule: FailureRule?) -> String? {
    guard let rule else { return nil }
    let isNamed = !rule.message.isEmpty
    let places = isNamed ? rule.message : rule.places
    let texts = places.lazy.compactMap { if case .text(let text)? = $0.scalar(in: json) { text } else { nil } }
    // `true` or `4` in the place of a failure is not a message.
    return texts.first { isNamed || $0.contains(" ") }?.asReason
  }
}

extension CatalogError {
  /// The same failure of a preparatory request, for a key or a list. If that is not found, the item that the user asked
  /// for may still exist.
  var asPreparationFailure: CatalogError {
    switch self {
    case .notFound(let host): .refused(host: host, status: 404, reason: nil)
    case .reported(let host, .notFound, let message): .reported(host: host, code: .refused, message: message)
    default: self
    }
  }
}

extension RequestRule {
  /// Whether the content of an answer says that nothing was found.
  func isEmpty(_ json: JSONValue) -> Bool {
    empty.answers.contains { $0.allSatisfy { $0.holds(for: json) } }
      || !empty.places.isEmpty && !DeclaredAnswer.hasRows(json, by: self)
        && empty.places.contains { place in
          // An object without members, which PHP writes as a list, is in the place of the rows.
          place.values(in: json).contains { $0.isSomething || $0 == .object([:]) || $0 == .array([]) }
        }
  }
}

extension RowsRule {
  /// The rows within another row.
  func rows(within own: JSONValue) -> [RowContext] { rows(at: place.found(in: own) ?? [], of: own).rows }

  /// Whether there are rows at the places, and none of them has one of the records. Below a `*`, rows of several kinds
  /// are usual.
  fileprivate func allLack(_ records: [Pointer], at places: [Pointer.Found]) -> Bool {
    guard !records.isEmpty, !place.hasStar else { return false }
    let elements = places.lazy.flatMap { $0.value.array ?? [$0.value] }.filter { element in
      (element.isSomething || element == .object([:])) && conditions.allSatisfy { $0.holds(for: element) }
    }
    return !elements.isEmpty && elements.allSatisfy { row in records.allSatisfy { $0.found(in: row) == nil } }
  }

  /// The number of rows at the places, and the rows that meet the conditions.
  fileprivate func rows(at places: [Pointer.Found], of whole: JSONValue) -> (received: Int, rows: [RowContext]) {
    var received = 0
    var rows: [RowContext] = []
    for place in places {
      let elements: [JSONValue] =
        switch place.value {
        case .array(let elements): elements
        case .object: [place.value]
        // In XML, a row may be a text. A list may have elements that cannot be rows, which are skipped and counted.
        case .string, .number, .bool:
          place.value.isSomething && (whole.isElement || place.element != nil) ? [place.value] : []
        case .null: []
        }
      for (index, element) in elements.enumerated() {
        rows += ([element] + (nested?.elements(in: element) ?? [])).compactMap {
          row(of: $0, around: place.element ?? whole, number: received + index + 1)
        }
      }
      received += elements.count
    }
    if let order {
      let ranks = rows.map { (rank: order.scalar(in: $0.value)?.decimal ?? .greatestFiniteMagnitude, row: $0) }
      rows = ranks.sorted { $0.rank < $1.rank }.map(\.row)
    }
    return (received, rows)
  }

  /// The record in an element, if the element meets the conditions.
  private func row(of element: JSONValue, around: JSONValue, number: Int) -> RowContext? {
    guard conditions.allSatisfy({ $0.holds(for: element) }) else { return nil }
    guard let row else { return RowContext(value: element, around: around, number: number) }
    guard let inner = row.value(in: element), inner != .null else { return nil }
    return RowContext(value: inner, around: element, number: number)
  }
}

extension JSONValue {
  var isElement: Bool { members?.isElement ?? false }

  /// Whether it has a value and is neither a list nor an object.
  fileprivate var isSingle: Bool { self != .null && array == nil && members == nil }

  /// Whether it is something, in an answer that may be XML, where `false` and 0 are texts.
  func means(in answer: JSONValue) -> Bool { isSomething && !(answer.isElement && Scalar(self)?.flag == false) }

  /// Whether it is neither `null`, `false`, blank nor empty.
  var isSomething: Bool {
    switch self {
    case .null: false
    case .bool(let flag): flag
    case .number: true
    case .string(let text): !text.isBlank
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    }
  }
}
