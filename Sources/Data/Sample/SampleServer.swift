import Domain
import Wire

/// A sample in one JSON file: rows in the service's own form, and the requests that they answer.
///
///     {"tables": {"song": [{"id": 1, "title": "Harbour Bell", "album": {"id": 7}}]},
///      "forms": {"list": {"data": "{rows}", "total": "{count}"}},
///      "answers": {
///        "/search?q={term}&limit={limit}&index={offset}": {"rows": "song", "as": "list"},
///        "/track/{id}": {"row": "song"},
///        "/album/{id}/tracks": {"rows": "song", "where": {"/album/id": "{id}"}, "as": "list"}}}
///
/// The most detailed entry that matches a request answers it. `{term}` selects the rows whose texts contain all its
/// words. Any other name in braces is a value from the request for `where` (`/id` by default). Of `rows`, `{limit}`,
/// `{offset}` and `{page}` select the part that is sent. With `in`, only the texts at these pointers are searched, and
/// rows with all words at the first pointer come first. `each` is the form of one row, where `{/id}` is the row's value
/// at that pointer. An entry with `"with": "MANGA"` answers a POST whose body contains that text; the body's members
/// count as a query, and the text after `#` in its key only makes the key unique. With `"xml": true` the answer is XML,
/// where `@href` is an attribute and `#` an element's own text.
struct SampleServer: SampleAnswering {
  private let tables: JSONValue?
  private let forms: JSONValue?
  private let routes: [Route]

  init(_ bytes: [UInt8]) {
    guard let file = try? JSONValue(parsing: bytes) else { preconditionFailure("the sample's files are JSON") }
    tables = file["tables"]
    forms = file["forms"]
    routes = (file["answers"]?.inOrder ?? []).map { Route($0, $1) }.sorted {
      ($0.detail, $0.letters, $0.pattern) > ($1.detail, $1.letters, $1.pattern)
    }
  }

  func answer(to request: HTTPRequest) -> HTTPResponse {
    let asked = Asked(request)
    for route in routes {
      guard let names = route.names(in: asked) else { continue }
      return answer(route, Names(values: names), to: asked)
    }
    return .json([:], status: 404)
  }

  private func answer(_ route: Route, _ names: Names, to asked: Asked) -> HTTPResponse {
    let rule = route.rule
    guard let rows = rows(of: rule, names) else {
      return .json((rule["as"] ?? .null).filled(lists(of: rule, names), .null))
    }
    let whole = form("as", of: rule)
    if rule["row"] != nil {
      guard let row = rows.first else { return .json([:], status: 404) }
      let body = (whole ?? .string("{row}")).filled(["row": row], row)
      return rule["xml"] == nil ? .json(body) : .xml(body)
    }
    let part = names.part(of: rows.count)
    var values = ["count": JSONValue.number(String(rows.count)), "more": .bool(part.upperBound < rows.count)]
    values["next"] = part.upperBound < rows.count ? route.next(asked, at: part.upperBound).map { .string($0) } : .null
    let each = form("each", of: rule)
    values["rows"] = .array(rows[part].map { row in each?.filled(["row": row], row) ?? row })
    let body = (whole ?? .string("{rows}")).filled(values, .null)
    return rule["xml"] == nil ? .json(body) : .xml(body)
  }

  /// The rows of a rule's table that the request selects; nil if the rule has no table.
  private func rows(of rule: JSONValue, _ names: Names) -> [JSONValue]? {
    guard let table = (rule["rows"] ?? rule["row"])?.text else { return nil }
    let words = names.values["term"].map(SampleSearchText.words)
    let condition = rule["where"] ?? .object(words == nil ? ["/id": .string("{id}")] : [:])
    let places = rule["in"]?.array?.compactMap(\.text) ?? [""]
    func hasWords(_ row: JSONValue, at places: some Sequence<String>) -> Bool {
      let texts = places.flatMap { row.values(at: $0).flatMap(\.texts) }.map { SampleSearchText($0) }
      return (words ?? []).allSatisfy { word in texts.contains { $0.holds(word) } }
    }
    let found = (tables?[table]?.array ?? []).filter { row in
      hasWords(row, at: places) && names.meet(condition, row, isAll: rule["row"] == nil)
    }
    guard places.count > 1 else { return found }
    let groups = Dictionary(grouping: found) { hasWords($0, at: places.prefix(1)) }
    return (groups[true] ?? []) + (groups[false] ?? [])
  }

  /// The rule's own form, or one of the file's by its name.
  private func form(_ key: String, of rule: JSONValue) -> JSONValue? {
    rule[key].map { form in form.text.flatMap { forms?[$0] } ?? form }
  }

  /// The lists of an answer that has several, by their names.
  private func lists(of rule: JSONValue, _ names: Names) -> [String: JSONValue] {
    Dictionary(
      uniqueKeysWithValues: (rule["lists"]?.inOrder ?? []).map { name, list in
        let rows = rows(of: list, names) ?? []
        return (name, .array(rows.map { row in list["each"]?.filled(["row": row], row) ?? row }))
      })
  }
}

/// A parsed request.
private struct Asked {
  let url: String
  let path: [String]
  var query: [String: String]
  let body: String
  let isPost: Bool

  init(_ request: HTTPRequest) {
    url = request.url
    isPost = request.method == "POST"
    path = request.path.split(separator: "/").map(String.init)
    query = request.query
    body = String(decoding: request.body, as: UTF8.self)
    guard !request.body.isEmpty, let json = try? JSONValue(parsing: request.body) else { return }
    for members in [json, json["variables"] ?? .null] {
      for (name, value) in members.inOrder { query[name] = value.scalar }
    }
  }
}

/// Which requests an entry answers, and how.
private struct Route {
  let pattern: String
  let rule: JSONValue
  private let path: [String]
  private let query: [(name: String, value: String)]
  /// How much of a request it matches.
  let detail: Int
  /// The length of the query values that must be in a request; of two with the same detail, the longer one says more.
  let letters: Int

  /// Names whose absence from a request means "from the beginning".
  private static let optional: Set = ["{limit}", "{offset}", "{page}"]

  init(_ pattern: String, _ rule: JSONValue) {
    self.pattern = pattern
    self.rule = rule
    let halves = pattern.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1)
    path = (halves.first ?? "").split(separator: "/").map(String.init)
    query = (halves.count > 1 ? halves[1] : "").split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    let literal = path.count { !$0.hasPrefix("{") }
    let needed = query.filter { !Self.optional.contains($0.value) }
    letters = needed.reduce(0) { $0 + $1.value.count }
    detail =
      100 * literal + 10 * needed.count + needed.count { !$0.value.contains("{") } + (rule["with"] == nil ? 0 : 5)
  }

  /// The values of the names in braces; nil if it does not answer the request. A base may have its own path first.
  func names(in asked: Asked) -> [String: String]? {
    guard asked.path.count >= path.count, asked.isPost == (rule["with"] != nil) else { return nil }
    if let text = rule["with"]?.text, !asked.body.contains(text) { return nil }
    var names: [String: String] = [:]
    for (part, value) in zip(path, asked.path.suffix(path.count)) {
      guard Self.fits(part, value, &names) else { return nil }
    }
    for (name, wanted) in query {
      guard let value = asked.query[name] else {
        if Self.optional.contains(wanted) { continue }
        return nil
      }
      guard Self.fits(wanted, value, &names) else { return nil }
    }
    return names
  }

  /// Whether `value` matches `pattern`, where one `{name}` matches any text.
  private static func fits(_ pattern: String, _ value: String, _ names: inout [String: String]) -> Bool {
    guard let open = pattern.firstIndex(of: "{"), let close = pattern[open...].firstIndex(of: "}") else {
      return pattern == value
    }
    let start = pattern[..<open]
    let end = pattern[pattern.index(after: close)...]
    guard value.count > start.count + end.count, value.hasPrefix(start), value.hasSuffix(end) else { return false }
    names[String(pattern[pattern.index(after: open)..<close])] = String(
      value.dropFirst(start.count).dropLast(end.count))
    return true
  }

  /// The address of the next page; nil if the pattern has no offset.
  func next(_ asked: Asked, at offset: Int) -> String? {
    let pages = query.contains { $0.value == "{page}" }
    guard let name = query.first(where: { $0.value == (pages ? "{page}" : "{offset}") })?.name else { return nil }
    let halves = asked.url.split(separator: "?", maxSplits: 1)
    let kept = (halves.count > 1 ? halves[1] : "").split(separator: "&").filter { !$0.hasPrefix(name + "=") }
    let value = pages ? (asked.query[name].flatMap { Int($0) } ?? 1) + 1 : offset
    return halves[0] + "?" + (kept.map(String.init) + ["\(name)=\(value)"]).joined(separator: "&")
  }
}

/// The values of the names in braces in a request.
private struct Names {
  let values: [String: String]

  /// Whether a row has one of the values in `rule` at each of its pointers.
  /// - Parameter isAll: the result if the request has no value for a name.
  func meet(_ rule: JSONValue, _ row: JSONValue, isAll: Bool) -> Bool {
    rule.inOrder.allSatisfy { pointer, wanted in
      guard let text = wanted.text else { return true }
      guard let value = filled(text) else { return isAll }
      let wanted = Set(value.split { ",|\"".contains($0) }.map { String($0.drop { $0 == " " }) } + [value])
      return row.scalars(at: pointer).contains { wanted.contains($0) }
    }
  }

  /// `text` with its name in braces replaced; nil if that has no value.
  private func filled(_ text: String) -> String? {
    guard let open = text.firstIndex(of: "{"), let close = text[open...].firstIndex(of: "}") else { return text }
    return values[String(text[text.index(after: open)..<close])].map {
      text[..<open] + $0 + text[text.index(after: close)...]
    }
  }

  /// The requested part of `count` rows.
  func part(of count: Int) -> Range<Int> {
    let limit = max(values["limit"].flatMap { Int($0) } ?? count, 1)
    let page = values["page"].flatMap { Int($0) }.map { ($0 - 1) * limit }
    let start = min(max(values["offset"].flatMap { Int($0) } ?? page ?? 0, 0), count)
    return start..<min(start + limit, count)
  }
}

extension JSONValue {
  /// A text, a number or a flag, as text.
  fileprivate var scalar: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    default: nil
    }
  }

  /// All texts within it that are not addresses.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): text.hasPrefix("http") ? [] : [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.inOrder.flatMap(\.value.texts)
    default: []
    }
  }

  fileprivate func values(at pointer: some StringProtocol) -> [JSONValue] {
    pointer.split(separator: "/").reduce([self]) { values, name in
      values.flatMap { value -> [JSONValue] in
        if let elements = value.array {
          return name == "*"
            ? elements : Int(name).flatMap { elements.indices.contains($0) ? [elements[$0]] : nil } ?? []
        }
        return name == "*" ? value.inOrder.map(\.value) : value[String(name)].map { [$0] } ?? []
      }
    }
  }

  fileprivate func scalars(at pointer: String) -> [String] {
    values(at: pointer).flatMap { $0.array ?? [$0] }.compactMap(\.scalar)
  }

  /// A copy with `{name}` and `{/pointer}` replaced by their values, also within a text; null if there is none.
  fileprivate func filled(_ values: [String: JSONValue], _ row: JSONValue) -> JSONValue {
    switch self {
    case .string(let text) where text.hasPrefix("{") && text.firstIndex(of: "}") == text.indices.last:
      let name = String(text.dropFirst().dropLast())
      return (name.hasPrefix("/") ? row.values(at: name).first : values[name]) ?? .null
    case .string(let text) where text.contains("{/"):
      let parts = text.split(separator: "{/", omittingEmptySubsequences: false)
      return .string(
        parts.dropFirst().reduce(String(parts[0])) { text, part in
          let name = part.prefix { $0 != "}" }
          return text + (row.values(at: name).first?.scalar ?? "") + part.dropFirst(name.count + 1)
        })
    case .array(let elements): return .array(elements.map { $0.filled(values, row) })
    case .object(let members):
      var filled = JSONMembers()
      for (name, value) in members.inOrder {
        filled[JSONValue.string(name).filled(values, row).text ?? name] = value.filled(values, row)
      }
      return .object(filled)
    default: return self
    }
  }
}

extension HTTPResponse {
  fileprivate static func xml(_ value: JSONValue) -> HTTPResponse {
    let text = #"<?xml version="1.0" encoding="UTF-8"?>"# + value.elements
    return HTTPResponse(status: 200, headers: ["content-type": "application/xml"], body: Array(text.utf8))
  }
}

extension JSONValue {
  /// The members as elements, except `@` and `#`.
  fileprivate var elements: String {
    guard case .object(let members) = self else { return (scalar ?? "").escapedXML }
    let own = members["#"]?.scalar?.escapedXML ?? ""
    return own
      + members.inOrder.filter { !$0.name.hasPrefix("@") && $0.name != "#" }
      .flatMap { name, value in (value.array ?? [value]).map { $0.element(called: name) } }.joined()
  }

  private func element(called name: String) -> String {
    guard case .object(let members) = self else { return "<\(name)>\(elements)</\(name)>" }
    let attributes = members.inOrder.filter { $0.name.hasPrefix("@") }
      .map { " \($0.name.dropFirst())=\"\(($0.value.scalar ?? "").escapedXML)\"" }.joined()
    return "<\(name)\(attributes)>\(elements)</\(name)>"
  }
}

extension String {
  fileprivate var escapedXML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
