import Domain
import Wire

/// Checks requests, their placeholders and their pages.
extension DeclarationChecker {
  /// - Parameters:
  ///   - object: the caller checks its other keys.
  ///   - names: the available placeholders.
  ///   - category: the category of its rows, if they may be ids to look up.
  ///   - isPaged: whether pages that follow its first answer are read.
  mutating func request(
    of object: CheckedObject, fills names: [String], in category: String? = nil, isPaged: Bool = true
  ) -> RequestRule? {
    let post = object["post"]
    if post != nil { refuse(["path"], of: object, "with \"post\"") }
    let path = path(post ?? required("path", of: object), fills: names)
    var rule = RequestRule(
      path: path ?? RequestTemplate(), query: query(object["query"], fills: names),
      rows: rowsRule(of: object, at: "rows"), answer: answerFormat(object["answer"]) ?? format,
      empty: answers(elements(object["empty"]), orStatus: true),
      escapesLucene: choice(object["escape"], among: ["lucene"], "unknown \"escape\"") != nil)
    if post == nil {
      refuse(["json", "graphql", "variables"], of: object, "without \"post\"")
    } else {
      rule.body = body(of: object, fills: names)
    }
    rule.paging = paging(object["paging"], ofPost: post != nil)
    if !isPaged, let json = object["paging"] { warnOfPaging(at: json) }
    if let json = object["ids"] {
      refuse(["rows", "where", "row", "order"], of: object, "with \"ids\"")
      rule.ids = ids(json, of: category)
      if findsItems(category) != true {
        mistakes.add("\"ids\" needs a category with a \"lookup\"", at: json.offset)
      }
    }
    return path == nil ? nil : rule
  }

  mutating func warnOfPaging(at json: LocatedJSON) {
    warnings.add("\"paging\" has no effect here: only the first page is read", at: json.offset)
  }

  mutating func answerFormat(_ json: LocatedJSON?) -> AnswerFormat? {
    choice(json, among: AnswerFormat.allCases.map(\.rawValue), "unknown \"answer\"").flatMap(AnswerFormat.init)
  }

  /// Statuses, pointers, and conditions of the answer.
  /// - Parameter mayBeStatus: whether statuses are allowed.
  mutating func answers(_ list: [LocatedJSON], orStatus mayBeStatus: Bool) -> EmptyRule {
    var rule = EmptyRule()
    for json in list {
      if mayBeStatus, json.digits != nil || json.text.flatMap({ Int($0) }) != nil {
        if let status = wholeNumber(json, in: 100...599) { rule.statuses.insert(status) }
      } else if json.members != nil {
        rule.answers.append(conditions(json))
      } else if mayBeStatus, json.text == nil {
        wrongType(json, "a status, a pointer or an object")
      } else if let place = pointer(json) {
        rule.places.append(place)
      }
    }
    return rule
  }

  private mutating func body(of object: CheckedObject, fills names: [String]) -> RequestBody? {
    if let query = object["graphql"] {
      refuse(["json"], of: object, "with \"graphql\"")
      let variables = object["variables"].map { body($0, fills: names) }
      if let json = object["variables"], json.members == nil { wrongType(json, "an object") }
      return text(query).map { .graphql($0, variables: variables ?? .object([])) }
    }
    refuse(["variables"], of: object, "without \"graphql\"")
    guard let json = object["json"] else {
      return mistakes.fault("\"post\" needs \"json\" or \"graphql\"", at: object.offset)
    }
    if json.members != nil { return .json(body(json, fills: names)) }
    wrongType(json, "an object")
    return nil
  }

  private mutating func body(_ json: LocatedJSON, fills names: [String]) -> JSONTemplate<RequestTemplate> {
    template(of: json) { checker, json in
      json.text.map { checker.template($0, fills: names, at: json.offset) }
    }
  }

  /// JSON with placeholders in its texts.
  mutating func template<Text>(
    of json: LocatedJSON, _ text: (inout DeclarationChecker, LocatedJSON) -> Text?
  ) -> JSONTemplate<Text> {
    switch json.content {
    case .value(.string): return text(&self, json).map { .text($0) } ?? .constant(.null)
    case .value(let value): return .constant(value)
    case .list(let elements): return .list(elements.map { template(of: $0, text) })
    case .object(let members):
      if members.count == 1, members[0].key == "number", members[0].value.text != nil {
        return text(&self, members[0].value).map { .number($0) } ?? .constant(.null)
      }
      _ = object(json, "an object")
      return .object(members.map { ($0.key, template(of: $0.value, text)) })
    }
  }

  mutating func rowsRule(of object: CheckedObject, at key: String) -> RowsRule {
    RowsRule(
      place: pointer(object[key]) ?? .whole, conditions: conditions(object["where"]),
      row: pointer(object["row"]), order: pointer(object["order"]), nested: pointer(object["nested"]))
  }

  private mutating func path(_ json: LocatedJSON?, fills names: [String]) -> RequestTemplate? {
    guard let json, let text = text(json) else { return nil }
    let isAddress = text == "{id}" && names.contains("id")
    if text.contains("://") {
      mistakes.add("a path must begin with /; it is appended to the base, the only host", at: json.offset)
    } else if !text.hasPrefix("/"), !isAddress {
      mistakes.add("a path must begin with /: did you mean \"/\(text)\"?", at: json.offset)
    }
    let leadsBack = text.split(separator: "/").contains { $0 == "." || $0 == ".." }
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") } && !text.hasPrefix("//")
    if !isPlain || leadsBack { mistakes.add("no spaces, \\, . or .. allowed in a path", at: json.offset) }
    let template = template(text, fills: names, at: json.offset, isPath: true)
    for case .literal(let text) in template.parts where text.contains("?") || text.contains("#") {
      mistakes.add("no ? or # in a path; use \"query\"", at: json.offset)
      break
    }
    return template
  }

  mutating func query(_ json: LocatedJSON?, fills names: [String]) -> [(name: String, text: RequestTemplate)] {
    (object(json, "a query")?.members ?? []).flatMap { member in
      member.value.listed.compactMap { value in
        anyText(value).map { (name: member.key, text: template($0, fills: names, at: value.offset)) }
      }
    }
  }

  private mutating func template(
    _ text: String, fills names: [String], at offset: Int, isPath: Bool = false
  ) -> RequestTemplate {
    let template = pieces(of: text, at: offset).map { name -> RequestName in
      if filterNames.contains(name) { return .filter(name) }
      return isPath && name.hasPrefix("+") ? .path(String(name.dropFirst())) : .placeholder(name)
    }
    shownNames.formUnion(template.names.compactMap { if case .filter(let name) = $0 { name } else { nil } })
    check(template.placeholders, among: names, at: offset)
    return template
  }

  /// Reports placeholders that nothing fills.
  mutating func check(_ placeholders: [String], among names: [String], at offset: Int) {
    for name in placeholders where !names.contains(name) {
      let nearest = Spelling.nearest(to: name, among: names)
      let hint =
        if let nearest { "; did you mean {\(nearest)}?" } else if names.isEmpty { "" } else {
          "; use \(Self.list(names.map { "{\($0)}" }, "or"))"
        }
      mistakes.add("unknown placeholder {\(name)}\(hint)", at: offset)
    }
  }

  /// The keys of an item in that category, which can fill placeholders.
  func keys(of category: String?) -> [String] {
    let fields = category.flatMap { categories[$0]?["fields"]?.members } ?? []
    let keys = Set(["id", "title"] + fields.map(\.key)).union(category.flatMap { givenKeys[$0] } ?? [])
    return DeclaredField.keys.filter { keys.contains($0) }
  }

  private mutating func paging(_ json: LocatedJSON?, ofPost isPost: Bool) -> Paging? {
    guard let paging = object(json, .paging) else { return nil }
    let by = choice(paging["by"], among: ["offset", "page", "cursor", "next"], "unknown paging")
    let (isCursor, isNext) = (by == "cursor", by == "next")
    if let by {
      for key in [isNext ? nil : "query", isNext || isCursor ? "at" : nil].compactMap(\.self) where paging[key] == nil {
        mistakes.add("\"by\": \"\(by)\" needs \"\(key)\"", at: paging.offset)
      }
      let others = [("query", isNext), ("at", !isNext && !isCursor), ("first", by != "page")].filter(\.1)
      refuse(others.map(\.0), of: paging, "with \"by\": \"\(by)\"")
      if isPost, isNext, let json = paging["by"] { mistakes.add("a POST cannot be paged by next", at: json.offset) }
    }
    let (parameter, at) = (text(paging["query"]) ?? "", value(paging["at"]))
    let first = wholeNumber(paging["first"], in: 0...1_000_000) ?? 1
    let order: Paging.Order =
      switch by {
      case "offset": .offset(parameter: parameter)
      case "page": .page(parameter: parameter, first: first)
      case "cursor": .cursor(parameter: parameter, at ?? Value(forms: []))
      default: .next(at ?? Value(forms: []))
      }
    return Paging(
      by: order, limit: text(paging["limit"]), most: wholeNumber(paging["most"], in: 1...100_000),
      total: pointer(paging["total"]), more: pointer(paging["more"]),
      end: wholeNumber(paging["end"], in: 1...1_000_000), together: wholeNumber(paging["together"], in: 1...20) ?? 1)
  }
}
