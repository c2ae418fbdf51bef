import Domain
import Synchronization
import Wire

/// `catalog try`: sends one request, and shows what each field reads.
struct DeclaredTrial {
  let client: DeclaredClient
  let category: DeclaredCategory
  let source: LocatedJSON
  let term: String
  let filters: [String: String]

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
    let read = Mutex<[RowContext]>([])
    let client = changing(client) { client in
      client.onRows = { [name = category.name] rows, category in if category == name { read.withLock { $0 += rows } } }
    }
    var list = ItemList(items: [])
    if category.search == nil, category.list == nil, category.lookup != nil {
      // If a category has only a lookup, the term is an id.
      list.items = [try await client.item(for: .item(id), filters: filters)]
    } else {
      // Each id costs a request.
      let limit = category.ownRequest?.ids != nil && answerFile == nil ? 10 : nil
      let term = category.search == nil ? "" : term
      list = try await client.search(SearchRequest(category: asked, term: term, limit: limit, filters: filters))
    }
    let rows = read.withLock(\.self)
    let decodings = RequestContext.current.log?.decodings ?? []
    // The number of rows, including those that do not match.
    let received = rows.isEmpty ? decodings.compactMap(\.rows).reduce(0, +) : rows.count
    let fields = fields(of: list, rows: rows, received)
    let answer = exchanges.last { exchange in decodings.contains { $0.url == exchange.url } } ?? exchanges.last
    let place = answerFile ?? answer?.url ?? ""
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

  private var exchanges: [Exchange] { RequestContext.current.log?.exchanges ?? [] }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  // MARK: Fields

  private func fields(of list: ItemList, rows: [RowContext], _ received: Int) -> [Field] {
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
        blank: values.isEmpty ? reason(of: name, rows: rows, received, list) : nil)
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
  private func reason(of name: String, rows: [RowContext], _ received: Int, _ list: ItemList) -> String {
    if rows.isEmpty {
      if !list.items.isEmpty { return "no row has a value for it" }
      return received > 0 ? "the answer has no rows of this category" : "the answer has no rows"
    }
    if case .places? = category.search, list.items.isEmpty, list.skipped.count < rows.count {
      return "no row matches the term"
    }
    guard let field = category.readings.first(where: { $0.name == name }) else { return "nothing to read" }
    let isSomewhere = rows.contains { field.value.result(in: $0, as: field.kind) != nil }
    if list.items.isEmpty, isSomewhere { return "no row has an id and a title" }
    let kept = rows.filter { row in
      let key = category.id?.result(in: row, as: .name)?.text
      return list.items.contains { $0.id.key == key }
    }
    guard let told = client.blank(field, in: kept.isEmpty ? rows : kept, suggesting: true) else {
      return "nothing to read"
    }
    return !told.isThere && isSomewhere ? "only rows that are not shown have a value for it" : told.text
  }

  // MARK: Rows

  typealias Leaf = (pointer: String, text: String)

  /// What the rows contain that no field reads, each with an example.
  private func others(in rows: [JSONValue]) -> [Leaf] {
    let all = category.readings.flatMap { $0.value.forms + $0.value.label }.flatMap(\.pointers)
    let pointers = all.filter { $0.scope == .row && $0 != .whole }
    let used = pointers.map { $0.text.split(separator: "/") }
    let found = rows.prefix(3).flatMap { Self.leaves(of: $0) }.distinct(by: \.pointer).filter { leaf in
      let segments = leaf.pointer.split(separator: "/")
      return !leaf.text.isBlank && !used.contains { segments.starts(with: $0) { $1 == "*" || $0 == $1 } }
    }
    return found.sorted { $0.pointer < $1.pointer }.prefix(40).map { ($0.pointer, Self.short($0.text)) }
  }

  /// The texts and numbers in a row, two levels deep.
  static func leaves(of row: JSONValue, prefix: String = "", depth: Int = 0) -> [Leaf] {
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

  static func short(_ text: String) -> String {
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
