import Domain

/// Requests, their placeholders and their pages.
extension DeclarationChecker {
  /// - Parameters:
  ///   - object: the caller checks its other keys.
  ///   - names: the available placeholders.
  mutating func request(of object: CheckedObject, fills names: [String]) -> RequestRule? {
    let path = path(required("path", of: object), fills: names)
    let rule = RequestRule(
      path: path ?? RequestTemplate(parts: []), query: query(object["query"], fills: names),
      rows: rowsRule(of: object, at: "rows"), paging: paging(object["paging"]),
      empty: Set(elements(object["empty"]).compactMap { wholeNumber($0, in: 100...599) }),
      escapesLucene: choice(object["escape"], among: ["lucene"], "unknown \"escape\"") != nil)
    return path == nil ? nil : rule
  }

  mutating func rowsRule(of object: CheckedObject, at key: String) -> RowsRule {
    RowsRule(
      place: rows(object[key]) ?? RowsPointer(.whole), conditions: conditions(object["where"]),
      row: pointer(object["row"]))
  }

  private mutating func path(_ json: PlacedJSON?, fills names: [String]) -> RequestTemplate? {
    guard let json, let text = text(json) else { return nil }
    if !text.hasPrefix("/") { mistakes.add("a path must begin with /: did you mean \"/\(text)\"?", at: json.offset) }
    let leadsBack = text.split(separator: "/").contains { $0 == "." || $0 == ".." }
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") } && !text.hasPrefix("//")
    if !isPlain || leadsBack {
      mistakes.add("no spaces, \\, . or .. allowed in a path", at: json.offset)
    }
    let template = template(text, fills: names, at: json.offset)
    let hasMarks = template.parts.contains { part in
      if case .literal(let text) = part { text.contains("?") || text.contains("#") } else { false }
    }
    if hasMarks {
      mistakes.add("no ? or # in a path; use \"query\"", at: json.offset)
    }
    return template
  }

  private mutating func query(_ json: PlacedJSON?, fills names: [String]) -> [(name: String, text: RequestTemplate)] {
    var query: [(name: String, text: RequestTemplate)] = []
    for member in object(json, "a query")?.members ?? [] {
      for value in member.value.listed {
        if let text = anyText(value) { query.append((member.key, template(text, fills: names, at: value.offset))) }
      }
    }
    return query
  }

  private mutating func template(_ text: String, fills names: [String], at offset: Int) -> RequestTemplate {
    var template = RequestTemplate(parts: pieces(of: text, at: offset))
    template.parts = template.parts.map { part in
      if case .placeholder(let name) = part, filterNames.contains(name) { .filter(name) } else { part }
    }
    for name in template.placeholders where !names.contains(name) {
      let nearest = Spelling.nearest(to: name, among: names)
      let hint =
        if let nearest { "; did you mean {\(nearest)}?" } else if names.isEmpty { "" } else {
          "; use \(Self.list(names.map { "{\($0)}" }, "or"))"
        }
      mistakes.add("unknown placeholder {\(name)}\(hint)", at: offset)
    }
    return template
  }

  /// The keys of an item in that category, which can fill placeholders.
  func keys(of category: String?) -> [String] {
    let keys = category.flatMap { categories[$0]?.keys } ?? ["id", "title"]
    return DeclaredField.keys.filter { keys.contains($0) }
  }

  private mutating func paging(_ json: PlacedJSON?) -> Paging? {
    guard let paging = object(json, .paging) else { return nil }
    let by = choice(paging["by"], among: ["offset", "page", "next"], "unknown paging")
    if let by {
      let needed = by == "next" ? "at" : "query"
      if paging[needed] == nil { mistakes.add("\"by\": \"\(by)\" needs \"\(needed)\"", at: paging.offset) }
      let others = [("query", ["offset", "page"]), ("at", ["next"]), ("first", ["page"])].filter { !$0.1.contains(by) }
      refuse(others.map(\.0), of: paging, "with \"by\": \"\(by)\"")
    }
    let (parameter, at) = (text(paging["query"]), pointer(paging["at"]))
    let first = wholeNumber(paging["first"], in: 0...1_000_000) ?? 1
    let order: Paging.Order =
      switch by {
      case "offset": .offset(parameter: parameter ?? "")
      case "page": .page(parameter: parameter ?? "", first: first)
      default: .next(at ?? .whole)
      }
    return Paging(
      by: order, limit: text(paging["limit"]), most: wholeNumber(paging["most"], in: 1...100_000),
      total: pointer(paging["total"]), more: pointer(paging["more"]))
  }
}
