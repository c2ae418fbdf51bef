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
        blank: values.isEmpty ? reason(json, of: name, rows: rows, received, list) : nil)
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
  private func reason(
    _ json: LocatedJSON, of name: String, rows: [RowContext], _ received: Int, _ list: ItemList
  ) -> String {
    if rows.isEmpty {
      if !list.items.isEmpty { return "no row has a value for it" }
      return received > 0 ? "the answer has no rows of this category" : "the answer has no rows"
    }
    let partner = ["price": "currency", "currency": "price"][name]
    if let partner, source["fields"]?[partner] == nil { return "it needs \"\(partner)\" too" }
    if case .places? = category.search, list.items.isEmpty, list.skipped.count < rows.count {
      return "no row matches the term"
    }
    func best(in rows: [RowContext]) -> (exists: Bool, text: String)? {
      // A reference's id is a value too.
      let reasons = zip((json["id"] ?? json).listed, forms(of: name)).map { json, form in
        self.reason(form, of: name, rows: rows, list) ?? (false, "nothing usable at \(Self.written(json))")
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

  /// Why one form of a field is blank, and whether the rows have what it reads; nil if it reads nothing.
  private func reason(
    _ form: Form, of name: String, rows: [RowContext], _ list: ItemList
  ) -> (exists: Bool, text: String)? {
    var (rows, place) = (rows, "rows")
    let all = form.pointers.filter { !$0.place.isWhole || $0.scope == .around }
    var pointers = all.filter { $0.scope != .element }
    func found(_ pointer: ValuePointer) -> [String] {
      rows.compactMap { row in
        pointer.base(in: row).flatMap { base in pointer.place.scalars(in: base).first { !$0.isBlank } }
      }
    }
    // A template needs them all.
    func lacking(_ pointers: [ValuePointer]) -> [ValuePointer] {
      form.text == nil ? [] : pointers.filter { found($0).isEmpty }
    }
    var missing = lacking(pointers.filter { !form.isEach || $0 != form.pointers[0] })
    if case .each(let each) = form.source, missing.isEmpty {
      let elements = rows.flatMap { row in each.list.elements(in: row).map { row.with(value: $0, element: $0) } }
      if !elements.isEmpty {
        rows = elements.filter { element in each.conditions.allSatisfy { $0.holds(for: element.value) } }
        place = "elements of \(each.list.text)"
        if rows.isEmpty { return (true, "none of the \(place) meets \"where\"") }
        pointers = all.filter { $0.scope == .element }
        if pointers.isEmpty { pointers = [.whole] }
        missing = lacking(pointers)
      }
    }
    for pointer in missing.isEmpty ? pointers : missing {
      let what = pointer.place.isWhole ? "a value" : pointer.text
      let found = found(pointer)
      if let example = found.first {
        if list.items.isEmpty, !list.skipped.contains(where: { $0.reason == "no \(name)" }) {
          return (true, "no row has an id and a title")
        }
        let evaluation = Value.EvaluationContext(nothing: client.declaration.nothing)
        let unfit = found.first { !evaluation.isNothing($0) }
        let why =
          unfit.map { lackOfMap(form) ?? "it does not fit, such as \(Self.short($0))" }
          ?? "\"nothing\" lists it: \(example)"
        return (true, "\(found.count) of \(rows.count) \(place) have \(what), but \(why)")
      }
      if let inner = rows.lazy.compactMap({ row in
        pointer.base(in: row).flatMap { pointer.place.value(in: $0) }
      }).first {
        let isSomething = inner.isSomething || inner == false
        let what = pointer.place.isWhole ? "the first of the \(place)" : pointer.text
        let wanted = if case .count = form.source { "a list" } else { "text or a number" }
        return (true, "\(what) is \(inner == .null ? "null" : isSomething ? "not \(wanted)" : "empty")")
      }
    }
    guard let first = missing.first ?? pointers.first else { return nil }
    let isAround = first.scope == .around
    let known = rows.compactMap { isAround ? $0.around : $0.value }.flatMap { Self.leaves(of: $0) }
      .map { (isAround ? "^" : "") + $0.pointer }
    let near = Spelling.nearest(to: first.text, among: known.unique.sorted())
    let hint = near.map { "; did you mean \($0)?" } ?? ""
    return (false, "no \(first.text) \(isAround ? "around the rows" : "in the \(place)")\(hint)")
  }

  /// Says so if the request of its map failed.
  private func lackOfMap(_ form: Form) -> String? {
    guard case .remote(let index)? = form.steps.map,
      case .literal(let path)? = client.declaration.maps[index].request.path.parts.first,
      !client.memory.with({ $0.maps.values.contains { $0[index]?.isEmpty == false } })
    else { return nil }
    let failed = exchanges.lazy.filter { $0.url.contains(path) }.compactMap(\.status).last { $0 >= 300 }
    return "its map could not be fetched" + (failed.map { ": HTTP \($0)" } ?? "")
  }

  // MARK: Rows

  private typealias Leaf = (pointer: String, text: String)

  /// What the rows contain that no field reads, each with an example.
  private func others(in rows: [JSONValue]) -> [Leaf] {
    let pointers = category.pointers.filter { $0.scope == .row && $0 != .whole }
    let used = pointers.map { $0.text.split(separator: "/") }
    let found = rows.prefix(3).flatMap { Self.leaves(of: $0) }.distinct(by: \.pointer).filter { leaf in
      let segments = leaf.pointer.split(separator: "/")
      return !leaf.text.isBlank && !used.contains { segments.starts(with: $0) { $1 == "*" || $0 == $1 } }
    }
    return found.sorted { $0.pointer < $1.pointer }.prefix(40).map { ($0.pointer, Self.short($0.text)) }
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

extension DeclaredCategory {
  /// The pointers of all its values.
  fileprivate var pointers: [ValuePointer] {
    let named = [fields.map(\.value), references.map(\.value), facts.map(\.value), known.map(\.value)]
    let values = named.flatMap(\.self) + [file].compactMap(\.self)
    return values.flatMap { $0.forms + $0.label }.flatMap(\.pointers)
  }
}
