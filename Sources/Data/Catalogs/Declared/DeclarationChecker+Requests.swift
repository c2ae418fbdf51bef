import Domain

/// Requests, their placeholders and their pages.
extension DeclarationChecker {
  static let requestKeys = ["path", "query", "rows", "where", "row", "paging", "empty", "escape"]

  /// What fills the placeholders of a request.
  enum Filling {
    case nothing
    case term
    /// An item of that category.
    case item(of: String?)
    /// An item, and the ids of links.
    case links(of: String?)
  }

  /// - Parameter object: whose other keys are somebody else's to check.
  mutating func request(of object: CheckedObject, _ what: String, fills filling: Filling) -> RequestRule? {
    let path = required("path", of: object, what).flatMap { self.path($0, fills: filling) }
    var rule = RequestRule(path: path ?? RequestTemplate(parts: []))
    if let query = object["query"] { rule.query = self.query(query, fills: filling) }
    if let json = object["rows"], let rows = rows(json) { rule.rows = rows }
    if let conditions = object["where"] { rule.conditions = self.conditions(conditions) }
    if let row = object["row"] { rule.row = pointer(row) }
    if let paging = object["paging"] { rule.paging = self.paging(paging) }
    if let empty = object["empty"] {
      rule.empty = Set(elements(empty).compactMap { wholeNumber($0, in: 100...599) })
    }
    if let escape = object["escape"] {
      rule.escapesLucene = choice(escape, among: ["lucene"], "nothing is escaped as") != nil
    }
    return path == nil ? nil : rule
  }

  private mutating func path(_ json: PlacedJSON, fills filling: Filling) -> RequestTemplate? {
    guard let text = text(json) else { return nil }
    if !text.hasPrefix("/") { mistakes.add("a path begins with /: did you mean \"/\(text)\"?", at: json.offset) }
    let literals = text.split(separator: "/").filter { $0 == "." || $0 == ".." }
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") } && !text.hasPrefix("//")
    if !isPlain || !literals.isEmpty {
      mistakes.add("a path has no blanks, no \\ and no . or .. between its slashes", at: json.offset)
    }
    let template = self.template(text, fills: filling, at: json.offset)
    if template.parts.contains(where: {
      if case .literal(let text) = $0 { text.contains("?") || text.contains("#") } else { false }
    }) {
      mistakes.add("a path has no ? and no #; what follows them goes into \"query\"", at: json.offset)
    }
    return template
  }

  private mutating func query(_ json: PlacedJSON, fills filling: Filling) -> [(name: String, text: RequestTemplate)] {
    guard let object = anyObject(json, "a query") else { return [] }
    return object.members.flatMap { member in
      let values: [PlacedJSON] = if case .list(let list) = member.value.content { list } else { [member.value] }
      return values.compactMap { value -> (name: String, text: RequestTemplate)? in
        guard case .text(let text) = value.content else {
          wrongType(value, "text")
          return nil
        }
        return (member.key, template(text, fills: filling, at: value.offset))
      }
    }
  }

  private mutating func template(_ text: String, fills filling: Filling, at offset: Int) -> RequestTemplate {
    let parts = pieces(of: text, at: offset)
    let known: [String] =
      switch filling {
      case .nothing: []
      case .term: ["term"]
      case .item(let category): keys(of: category)
      case .links(let category): keys(of: category) + ["value", "values"]
      }
    for case .placeholder(let name) in parts where !known.contains(name) {
      let nearest = Spelling.nearest(to: name, among: known)
      let hint =
        if let nearest { "; did you mean {\(nearest)}?" } else if known.isEmpty { "" } else {
          "; there are \(Self.list(known.map { "{\($0)}" }))"
        }
      mistakes.add("nothing fills {\(name)} here\(hint)", at: offset)
    }
    return RequestTemplate(parts: parts)
  }

  private func keys(of category: String?) -> [String] {
    let keys = category.flatMap { categories[$0]?.keys } ?? ["id", "title"]
    return DeclaredField.keys.filter { keys.contains($0) }
  }

  private mutating func paging(_ json: PlacedJSON) -> Paging? {
    guard let paging = object(json, "paging", keys: ["by", "query", "at", "limit", "first", "most", "total", "more"])
    else { return nil }
    let by = required("by", of: paging, "paging").flatMap {
      choice($0, among: ["offset", "page", "next"], "there are no pages by")
    }
    if let by {
      _ = required(by == "next" ? "at" : "query", of: paging, "paging by \(by)")
      for (key, ways) in [("query", ["offset", "page"]), ("at", ["next"]), ("first", ["page"])] where !ways.contains(by)
      {
        if let json = paging[key] { mistakes.add("\"\(key)\" does nothing for pages by \(by)", at: json.offset) }
      }
    }
    let (parameter, at) = (paging["query"].flatMap { text($0) }, paging["at"].flatMap { pointer($0) })
    let first = paging["first"].flatMap { wholeNumber($0, in: 0...1_000_000) } ?? 1
    let order: Paging.Order? =
      switch by {
      case "next": at.map { .next($0) }
      case "offset": parameter.map { .offset(parameter: $0) }
      case "page": parameter.map { .page(parameter: $0, first: first) }
      default: nil
      }
    let limit = paging["limit"].flatMap { text($0) }
    let most = paging["most"].flatMap { wholeNumber($0, in: 1...100_000) }
    let (total, more) = (paging["total"].flatMap { pointer($0) }, paging["more"].flatMap { pointer($0) })
    return order.map { Paging(by: $0, limit: limit, most: most, total: total, more: more) }
  }
}
