import Domain
import Synchronization
import Wire

/// `catalog try`: sends one request, and shows what each field reads.
struct DeclaredTrial {
  let client: DeclaredClient
  let category: DeclaredCategory
  let source: LocatedJSON
  let term: String
  /// The answers, as received.
  let answers: Answers
  let filters: [String: String]

  /// Records requests and answers.
  final class Answers: Sendable {
    private let list = Mutex<[(url: String, response: HTTPResponse)]>([])
    var all: [(url: String, response: HTTPResponse)] { list.withLock(\.self) }

    func noting(_ fetch: @escaping HTTPFetch) -> HTTPFetch {
      { (request) async throws(CatalogError) in
        let response = try await fetch(request)
        self.list.withLock { $0.append((request.url, response)) }
        return response
      }
    }
  }

  private struct Field {
    let name: String
    let source: String
    let values: [String]
    let blank: String?

    var json: JSONValue {
      var json: JSONMembers = ["field": .string(name), "reads": .string(source), "values": JSONValue(values)]
      json["blank"] = blank.map { .string($0) }
      return .object(json)
    }
  }

  func report(answerFile: String?) async throws(CatalogError) -> CatalogReport {
    let id = client.bare(term, in: category).id
    guard let asked = client.catalog.category(ofID: id) else {
      throw client.refusal("it has no category \(category.name)")
    }
    var list = ItemList(items: [])
    if category.search == nil, category.list == nil, category.lookup != nil {
      // If a category has only a lookup, the term is an id.
      list.items = [try await client.item(for: .item(id), filters: filters)]
    } else {
      // Each id costs a request.
      let limit = byIDs && answerFile == nil ? 10 : nil
      let term = category.search == nil ? "" : term
      list = try await client.search(SearchRequest(category: asked, term: term, limit: limit, filters: filters))
    }
    let rows = rows
    let fields = fields(of: list, rows: rows)
    let place = answerFile ?? (read.last ?? answers.all.last)?.url ?? ""
    var lines = ["\(place): \(received.counted("row")), \(list.items.count.counted("item"))"]
    lines += list.skipped.inWords
    let width = fields.map(\.name.count).max() ?? 0
    let pointers = fields.map { min($0.source.count, 32) }.max() ?? 0
    for field in fields {
      let values = field.values.isEmpty ? "blank: \(field.blank ?? "")" : field.values.joined(separator: " · ")
      lines.append("  \(Self.padded(field.name, to: width))  \(Self.padded(field.source, to: pointers))  \(values)")
    }
    let others = others(in: rows.map(\.value))
    if !others.isEmpty { lines.append("also in the rows:") }
    lines += others.map { "  \($0.pointer)  \($0.text)" }
    return CatalogReport(
      lines, key: "tried",
      [
        "answer": .string(place), "rows": JSONValue(received), "items": JSONValue(list.items.count),
        "fields": .array(fields.map(\.json)),
        "others": .array(others.map { ["pointer": .string($0.pointer), "example": .string($0.text)] }),
      ])
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  // MARK: Fields

  private func fields(of list: ItemList, rows: [RowContext]) -> [Field] {
    let declared =
      (source["fields"]?.members ?? []).map { ($0.key, $0.value, true) }
      + (source["facts"]?.members ?? []).map { ($0.key, $0.value, false) }
      + (source["file"].map { [("file", $0, true)] } ?? [])
    return declared.map { name, json, isField in
      let values = list.items.flatMap { item in
        isField ? [item.text(of: name)].compactMap(\.self) : facts(called: name, of: item)
      }.unique
      return Field(
        name: name, source: Self.written(json),
        values: values.prefix(3).map { Self.short($0.replacing(DeclaredBase.unknown, with: "{base}")) },
        blank: values.isEmpty ? reason(json, of: name, rows: rows, list) : nil)
    }
  }

  /// The fact with that label; if its elements have labels of their own, those.
  private func facts(called name: String, of item: Item) -> [String] {
    guard category.facts.contains(where: { $0.label == name && !$0.value.label.isEmpty }) else {
      return [item.fact(name)].compactMap(\.self)
    }
    let declared = Set(category.facts.map(\.label))
    return item.facts.filter { !declared.contains($0.label) }.map { "\($0.label): \($0.value)" }
  }

  /// Why a field is blank in every row.
  private func reason(_ json: LocatedJSON, of name: String, rows: [RowContext], _ list: ItemList) -> String {
    if rows.isEmpty {
      if !list.items.isEmpty { return "no row has a value for it" }
      return received > 0 ? "the answer has no rows of this category" : "the answer has no rows"
    }
    let partner = ["price": "currency", "currency": "price"][name]
    if let partner, source["fields"]?[partner] == nil { return "it needs \"\(partner)\" too" }
    if case .places? = category.search, list.items.isEmpty, list.skipped.count < rows.count {
      return "no row matches the term"
    }
    // A reference's id is a value too.
    func best(in rows: [RowContext]) -> (exists: Bool, text: String)? {
      let reasons = zip((json["id"] ?? json).listed, forms(of: name)).map {
        self.reason($0, $1, of: name, rows: rows, list)
      }
      return reasons.first(where: \.exists) ?? reasons.first
    }
    let id = category.fields.first { $0.key == "id" }?.value
    let kept = rows.filter { row in
      let key = id?.result(in: row, as: .name)?.text
      return list.items.contains { $0.id.key == key }
    }
    guard let told = best(in: kept.isEmpty ? rows : kept) else { return "nothing to read" }
    let isElsewhere = !told.exists && !kept.isEmpty && best(in: rows)?.exists == true
    return isElsewhere ? "only rows that are not shown have a value for it" : told.text
  }

  private func forms(of name: String) -> [Form] {
    let value =
      category.fields.first { $0.key == name }?.value ?? category.references.first { $0.key == name }?.value
      ?? category.facts.first { $0.label == name }?.value
    return (value ?? category.file)?.forms ?? []
  }

  /// Why one form of a field is blank, and whether the rows have what it reads.
  private func reason(
    _ json: LocatedJSON, _ form: Form, of name: String, rows: [RowContext], _ list: ItemList
  ) -> (exists: Bool, text: String) {
    var (rows, place) = (rows, "rows")
    var pointers = Self.pointers(in: json)
    func found(_ text: String) -> [String] {
      guard let pointer = ValuePointer(text) else { return [] }
      return rows.compactMap { row in
        pointer.base(in: row).flatMap { base in pointer.place.scalars(in: base).first { !$0.isBlank } }
      }
    }
    // A template needs them all.
    func lacking(_ pointers: [String]) -> [String] {
      json["text"] == nil ? [] : pointers.filter { found($0).isEmpty }
    }
    var missing = lacking(json["each"] == nil ? pointers : Self.placeholders(in: json["text"], of: ["/", "^"]))
    if case .each(let each) = form.source, missing.isEmpty {
      let elements = rows.flatMap { row in each.list.elements(in: row).map { row.with(value: $0) } }
      if !elements.isEmpty {
        rows = elements.filter { element in each.conditions.allSatisfy { $0.holds(for: element.value) } }
        place = "elements of \(json["each"]?.text ?? "")"
        if rows.isEmpty { return (true, "none of the \(place) meets \"where\"") }
        pointers = [json["at"]?.text].compactMap(\.self) + Self.placeholders(in: json["text"], of: ["./"])
        if pointers.isEmpty { pointers = [""] }
        missing = lacking(pointers)
      }
    }
    for text in missing.isEmpty ? pointers : missing {
      guard let pointer = ValuePointer(text) else { continue }
      let what = pointer.place.isWhole ? "a value" : text
      let found = found(text)
      if let example = found.first {
        if list.items.isEmpty, !list.skipped.contains(where: { $0.reason == "no \(name)" }) {
          return (true, "no row has an id and a title")
        }
        let evaluation = Value.EvaluationContext(nothing: client.declaration.nothing)
        let unfit = found.first { !evaluation.isNothing($0) }
        let why =
          unfit.map { lackOfMap(json, form) ?? "it does not fit, such as \(Self.short($0))" }
          ?? "\"nothing\" lists it: \(example)"
        return (true, "\(found.count) of \(rows.count) \(place) have \(what), but \(why)")
      }
      if let inner = rows.lazy.compactMap({ row in
        pointer.base(in: row).flatMap { pointer.place.value(in: $0) }
      }).first {
        let isSomething = inner.isSomething || inner == false
        let what = pointer.place.isWhole ? "the first of the \(place)" : text
        let wanted = json["count"] == nil ? "text or a number" : "a list"
        return (true, "\(what) is \(inner == .null ? "null" : isSomething ? "not \(wanted)" : "empty")")
      }
    }
    guard let first = missing.first ?? pointers.first else {
      return (false, "nothing usable at \(Self.written(json))")
    }
    let isAround = first.hasPrefix("^")
    let known = rows.compactMap { isAround ? $0.around : $0.value }.flatMap { Self.leaves(of: $0) }
      .map { (isAround ? "^" : "") + $0.pointer }
    let near = Spelling.nearest(to: first, among: known.unique.sorted())
    let hint = near.map { "; did you mean \($0)?" } ?? ""
    return (false, "no \(first) \(isAround ? "around the rows" : "in the \(place)")\(hint)")
  }

  /// Says so if the request of its map failed.
  private func lackOfMap(_ json: LocatedJSON, _ form: Form) -> String? {
    guard case .remote(let index)? = form.steps.map, let path = json["map"]?["path"] ?? json["map"]?["post"],
      !client.memory.with({ $0.maps.values.contains { $0[index]?.isEmpty == false } })
    else { return nil }
    let failed = answers.all.last { $0.response.status >= 300 && $0.url.contains(path.text ?? "") }
    return "its map could not be fetched" + (failed.map { ": HTTP \($0.response.status)" } ?? "")
  }

  /// The pointers of a value into the row and what surrounds it.
  private static func pointers(in json: LocatedJSON) -> [String] {
    switch json.content {
    case .value(.string(let text)): ["/", "^"].contains { text.hasPrefix($0) } ? [text] : []
    case .list(let list): list.flatMap(pointers)
    case .object:
      (["each", "at", "count", "id"].lazy.compactMap { json[$0] }.first.map(pointers) ?? [])
        + placeholders(in: json["text"], of: ["/", "^"])
    default: []
    }
  }

  /// The pointers of a template that begin with one of these, without the dot of those into an element.
  private static func placeholders(in json: LocatedJSON?, of starts: [String]) -> [String] {
    (json?.listed ?? []).compactMap(\.text).flatMap { $0.matches(of: /{([^}]*)}/).map { String($0.1) } }
      .filter { text in starts.contains { text.hasPrefix($0) } }.map { String($0.drop { $0 == "." }) }
  }

  // MARK: Rows

  private var byIDs: Bool { category.ownRequest?.ids != nil }

  /// The answers with rows or ids; others have a key or a map.
  private var read: [(url: String, response: HTTPResponse)] {
    let addresses = Set(RequestContext.current.log?.decodings.map(\.url) ?? [])
    return answers.all.filter { addresses.contains($0.url) && (200..<300).contains($0.response.status) }
  }

  /// The rows of all answers, as received. If the first answer has only ids, the rows are in those that follow.
  private var rows: [RowContext] {
    guard let asked = category.ownRequest, let rule = byIDs ? category.many?.request ?? category.lookup : asked else {
      return []
    }
    return read.dropFirst(byIDs ? 1 : 0).flatMap { answer in
      ParsedBody(rule.answer).json(of: answer.response).map { rule.rows.rows(within: $0) } ?? []
    }
  }

  /// The number of rows, including those that do not match.
  private var received: Int {
    rows.isEmpty ? RequestContext.current.log?.decodings.compactMap(\.rows).reduce(0, +) ?? 0 : rows.count
  }

  private typealias Leaf = (pointer: String, text: String)

  /// What the rows contain that no field reads, each with an example.
  private func others(in rows: [JSONValue]) -> [Leaf] {
    let used = ["fields", "facts", "known", "file"].compactMap { source[$0] }.flatMap(Self.everyPointer)
      .map { $0.split(separator: "/") }
    let found = rows.prefix(3).flatMap { Self.leaves(of: $0) }.distinct(by: \.pointer).filter { leaf in
      let segments = leaf.pointer.split(separator: "/")
      return !leaf.text.isBlank && !used.contains { segments.starts(with: $0) { $1 == "*" || $0 == $1 } }
    }
    return found.sorted { $0.pointer < $1.pointer }.prefix(40).map { ($0.pointer, Self.short($0.text)) }
  }

  private static func everyPointer(in json: LocatedJSON) -> [String] {
    switch json.content {
    case .value(let value):
      ([value.text ?? ""].filter { $0.hasPrefix("/") }) + placeholders(in: json, of: ["/"])
    case .list(let list): list.flatMap(everyPointer)
    case .object(let members): members.flatMap { everyPointer(in: $0.value) }
    }
  }

  /// The texts and numbers in a row, two levels deep.
  private static func leaves(of row: JSONValue, prefix: String = "", depth: Int = 0) -> [Leaf] {
    row.inOrder.flatMap { key, value -> [Leaf] in
      let pointer = prefix + "/" + key.escaped
      switch value {
      case .string(let text): return [(pointer, text)]
      case .number, .bool: return [(pointer, value.line)]
      case .array(let elements):
        guard let first = elements.first else { return [] }
        if case .object = first { return [(pointer, elements.count.counted("object"))] }
        return [(pointer, elements.compactMap(\.key).prefix(3).joined(separator: ", "))]
      case .object: return depth < 2 ? leaves(of: value, prefix: pointer, depth: depth + 1) : []
      case .null: return []
      }
    }
  }

  private static func short(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 60 ? line.prefix(59) + "…" : line
  }

  /// A value as written in the declaration, on one line.
  static func written(_ json: LocatedJSON) -> String {
    switch json.content {
    case .value(.string(let text)): return text
    case .value(let value): return value.line
    case .list(let list): return "[" + list.map(written).joined(separator: ", ") + "]"
    case .object(let members):
      return "{" + members.map { "\($0.key): \(written($0.value))" }.joined(separator: ", ") + "}"
    }
  }
}
