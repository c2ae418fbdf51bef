import Domain
import Wire

/// Checks categories and relations.
extension DeclarationChecker {
  mutating func categories(_ json: LocatedJSON?) -> [DeclaredCategory] {
    if let json, json.listed.isEmpty { mistakes.add("a declaration needs at least one category", at: json.offset) }
    var (names, words) = (Set<String>(), Set(categoryNames))
    return elements(json).compactMap { category($0, among: &names, &words) }
  }

  /// - Parameters:
  ///   - names: the names of the categories read so far.
  ///   - words: the names of all categories, and the other names read so far.
  private mutating func category(
    _ json: LocatedJSON, among names: inout Set<String>, _ words: inout Set<String>
  ) -> DeclaredCategory? {
    guard let object = object(json, .category) else { return nil }
    let name = name(object["name"], of: "a category", among: &names)
    var category = DeclaredCategory(name: name ?? "", title: text(object["title"]) ?? "")
    category.others = others(object["others"], of: "a category", besides: name, among: &words)
    for json in [object["name"]].compactMap(\.self) + (object["others"]?.list ?? [])
    where json.text?.lowercased() == "all" {
      mistakes.add("liner uses the name \"all\" itself; choose another for the category", at: json.offset)
    }
    category.isDefault = flag(object["default"]) ?? true
    category.search = search(object["search"], of: name, hasList: object["list"] != nil)
    if let list = self.object(object["list"], .list) { category.list = request(of: list, fills: [], in: name) }
    if let lookup = self.object(object["lookup"], .lookup) {
      if let name, object["pages"] == nil {
        warnings.add("no \"pages\": pasted addresses of \"\(name)\" do not open", at: lookup.offset)
      }
      category.lookup = request(of: lookup, fills: keys(of: name), isPaged: false)
      if let name, category.lookup?.placeholders.isEmpty == true {
        warnings.add("no {id}: every item of \"\(name)\" opens as the same one", at: lookup.offset)
      }
      category.lookup?.moved = pointer(lookup["moved"])
      category.many = many(lookup["many"])
      for member in self.object(lookup["parts"], "parts")?.members ?? [] {
        let part = self.object(member.value, .request).flatMap { part in
          refuse(["rows", "row", "where", "order"], of: part, "in \"parts\": the whole answer is added to the row")
          return request(of: part, fills: keys(of: name), isPaged: false)
        }
        if let part { category.parts.append((member.key, part)) }
      }
    }
    for json in elements(object["pages"]) {
      if let rest = json.text.flatMap({ $0.hasPrefix("{base}") ? String($0.dropFirst(6)) : nil }) {
        if page(json, at: "https://base.example" + rest) != nil { category.ownPages.append(rest) }
      } else if let page = page(json) {
        category.pages.append(page)
      }
    }
    let mapsBefore = maps.count
    if let fields = self.object(object["fields"], "fields") {
      for key in ["id", "title"] where fields[key] == nil {
        mistakes.add("fields need \"\(key)\"", at: fields.offset)
      }
      for member in fields.members { field(member, of: &category) }
      category.fields = category.fields.filter { $0.category == nil } + category.fields.filter { $0.category != nil }
      for (key, other, example) in [("price", "currency", ", such as {\"text\": \"USD\"}"), ("currency", "price", "")] {
        if let json = fields[key], fields[other] == nil {
          warnings.add("\"\(key)\" has no effect without \"\(other)\"\(example)", at: json.offset)
        }
      }
    }
    for member in self.object(object["facts"], "facts")?.members ?? [] {
      if let value = value(member.value, takesLabel: true) { category.facts.append((member.key, value)) }
    }
    category.file = value(object["file"])
    otherIDs(of: object, of: &category)
    category.maps = mapsBefore..<maps.count
    let relations = elements(object["relations"])
    var (relationNames, relationWords) = (Set<String>(), Set(relations.compactMap { $0["word"]?.text }))
    category.relations = relations.compactMap { relation($0, of: name, among: &relationNames, &relationWords) }
    let ownRequests = [category.lookup] + category.relations.map(\.form.request)
    category.idsAreAddresses = ownRequests.contains { $0?.path.isAddress == true }
    return category
  }

  private mutating func many(_ json: LocatedJSON?) -> DeclaredRelation.LinkRule? {
    guard let object = object(json, .many) else { return nil }
    let most = wholeNumber(object["most"], in: 1...10_000)
    guard let request = request(of: object, fills: ["values"], isPaged: false) else { return nil }
    if !request.placeholders.contains("values") { mistakes.add("\"many\" needs {values}", at: object.offset) }
    return DeclaredRelation.LinkRule(request: request, most: most ?? 20, isOwn: true)
  }

  private mutating func search(_ json: LocatedJSON?, of name: String?, hasList: Bool) -> DeclaredCategory.SearchRule? {
    guard let object = object(json, .search) else { return nil }
    guard let places = object["in"] else {
      if let name, object["paging"] == nil, object["ids"] == nil {
        warnings.add("no \"paging\": whether the search of \"\(name)\" has more is unknown", at: object.offset)
      }
      return request(of: object, fills: ["term"], in: name).map { .request($0) }
    }
    refuse(LanguageObject.request.names, of: object, "with \"in\"")
    if !hasList { mistakes.add("\"in\" searches the rows of \"list\", which is missing here", at: places.offset) }
    return .places(elements(places).compactMap { pointer($0) })
  }

  /// The standard ids of its items, and lookups by such ids.
  private mutating func otherIDs(of object: CheckedObject, of category: inout DeclaredCategory) {
    let kinds = OtherID.Kind.allCases.map(\.rawValue)
    for member in self.object(object["known"], .known)?.members ?? [] {
      if let kind = OtherID.Kind(rawValue: member.key), let value = value(member.value) {
        category.known.append((kind, value))
      }
    }
    for member in self.object(object["by"], "by")?.members ?? [] {
      guard let kind = OtherID.Kind(rawValue: member.key) else {
        unknown(member.key, "unknown id", among: kinds, at: member.offset)
        continue
      }
      guard
        let request = self.object(member.value, .request).flatMap({
          request(of: $0, fills: ["value"], in: category.name, isPaged: false)
        })
      else {
        continue
      }
      if !request.placeholders.contains("value") {
        mistakes.add("a request by another id needs {value}", at: member.value.offset)
      }
      category.by[kind] = request
    }
    guard let json = object["wikidata"], let property = text(json) else { return }
    if property.first == "P", property.dropFirst().utf8.allSatisfy(\.isASCIIDigit), property.count > 1 {
      category.wikidata = property
    } else {
      mistakes.add("\"\(property)\" is not a property of Wikidata, such as P8600", at: json.offset)
    }
  }

  /// - Parameter address: what it says, but with a host instead of `{base}`.
  private mutating func page(_ json: LocatedJSON, at address: String? = nil) -> PagePattern? {
    guard let text = text(json) else { return nil }
    if let pattern = PagePattern(address ?? text) { return pattern }
    let start = address == nil ? "https://, a host name" : "{base}, a path"
    return mistakes.fault("\"\(text)\" is not a page: use \(start) and {id} once", at: json.offset)
  }

  private mutating func field(_ member: LocatedJSON.Member, of category: inout DeclaredCategory) {
    guard DeclaredField.keys.contains(member.key), let field = ItemField.named(member.key) else {
      return unknown(member.key, "unknown field", among: DeclaredField.keys, at: member.offset)
    }
    if let kind = DeclaredField.kind(of: field) {
      let value = value(member.value, takesUnit: member.key == "count")
      if let value { category.fields.append((field, kind, nil, value)) }
    } else if let object = object(member.value, .reference) {
      let target = self.category(object["category"])
      let id = value(object["id"])
      if let target, let id { category.fields.append((field, .text, target, id)) }
    }
  }

  // MARK: Relations

  private static let formKeys = ["within", "nested", "links", "most", "forward", "back", "feed"]

  private mutating func relation(
    _ json: LocatedJSON, of category: String?, among names: inout Set<String>, _ words: inout Set<String>
  ) -> DeclaredRelation? {
    guard let object = object(json, .relation) else { return nil }
    let word = name(object["word"], of: "a relation", among: &names)
    let title = text(object["title"])
    let target = self.category(object["category"])
    let others = others(object["others"], of: "a relation", besides: word, among: &words)
    let preview = preview(object["preview"])
    let reach = choice(object["reach"], among: ["one"], "unknown \"reach\"")
    let given = given(object["given"])
    let line = line(object["line"], of: target)
    let isNews = flag(object["news"]) ?? false
    guard let form = form(of: object, in: category, to: target), let word, let title, let target else { return nil }
    // A lookup may complete a row.
    let mayLookUp = findsItems(category) == true
    let applies: @Sendable (Item) -> Bool = { form.applies(to: $0) }
    let relation = Relation(
      word, title: title, others: others, category: target, reach: reach == nil ? .many : .one, preview: preview,
      isNews: isNews, isOfFeed: object["feed"] != nil, line: line,
      by: form.placeholders.isEmpty || mayLookUp ? nil : applies)
    return DeclaredRelation(relation: relation, category: target, given: given, form: form)
  }

  /// The label of a fact of that category.
  private mutating func line(_ json: LocatedJSON?, of category: String?) -> String? {
    guard let json, let label = text(json) else { return nil }
    let facts = (category.flatMap { categories[$0]?["facts"]?.members } ?? []).map(\.key)
    if category == nil || facts.contains(label) { return label }
    unknown(label, "unknown fact", among: facts, at: json.offset)
    return nil
  }

  private mutating func preview(_ json: LocatedJSON?) -> Relation.Preview {
    guard let json else { return .first(5) }
    switch json.content {
    case .value(.string("all")): return .all
    case .value(.string("named")): return .named
    case .value(.number): return .first(wholeNumber(json, in: 1...1_000) ?? 5)
    default:
      mistakes.add("a preview must be \"all\", \"named\" or a number", at: json.offset)
      return .named
    }
  }

  private mutating func given(_ json: LocatedJSON?) -> [(key: String, from: String)] {
    guard let object = object(json, "given") else { return [] }
    return object.members.compactMap { member in
      guard let from = text(member.value) else { return nil }
      let strangers = [(member.key, member.offset), (from, member.value.offset)].filter {
        !DeclaredField.keys.contains($0.0)
      }
      for (key, offset) in strangers { unknown(key, "unknown field", among: DeclaredField.keys, at: offset) }
      guard strangers.isEmpty else { return nil }
      if member.key == "id" {
        mistakes.add("\"id\" cannot be in \"given\"", at: member.offset)
      } else if !DeclaredField.mayFill(member.key, from: from) {
        mistakes.add("\"\(from)\" and \"\(member.key)\" differ in type", at: member.value.offset)
      }
      return (member.key, from)
    }
  }

  private mutating func form(
    of object: CheckedObject, in category: String?, to target: String?
  ) -> DeclaredRelation.Form? {
    let forms = [["links"], ["within"], ["feed"], ["forward", "back"], ["path", "post"]]
    guard let form = forms.first(where: { $0.contains { object[$0] != nil } }) else {
      return mistakes.fault(
        "a relation needs \"path\", \"post\", \"within\", \"links\", \"forward\", \"back\" or \"feed\"",
        at: object.offset)
    }
    var fitting = form
    switch form[0] {
    case "links": fitting += ["most"] + (object["path"] ?? object["post"] == nil ? [] : LanguageObject.request.names)
    case "within": fitting += ["where", "row", "nested"]
    case "path": fitting += LanguageObject.request.names
    default: break
    }
    let others = (Self.formKeys + LanguageObject.request.names).filter { !fitting.contains($0) }
    refuse(others, of: object, "with \"\(form.first { object[$0] != nil } ?? "")\"")
    switch form[0] {
    case "links": return links(of: object, in: category, to: target)
    case "within": return .within(rowsRule(of: object, at: "within"))
    case "path": return request(of: object, fills: keys(of: category), in: target).map { .request($0) }
    case "feed": return pointer(object["feed"]).map { .feed($0) }
    default:
      if let target, let json = categories[target], json["list"] == nil {
        mistakes.add("the category \"\(target)\" has no \"list\" to search", at: object.offset)
      }
      return .list(forward: ids(object["forward"], of: target), back: ids(object["back"], of: category))
    }
  }

  private mutating func links(
    of object: CheckedObject, in category: String?, to target: String?
  ) -> DeclaredRelation.Form? {
    guard let json = object["links"] else { return nil }
    let rows = ids(json, of: (object["path"] ?? object["post"]) == nil ? target : nil) ?? IDsRule(place: .whole)
    guard let path = object["path"] ?? object["post"] else {
      if let most = object["most"] { mistakes.add("\"most\" requires {values}", at: most.offset) }
      if let target, findsItems(target) == false {
        mistakes.add(
          "links are looked up, and the category \"\(target)\" has no \"lookup\"; write a \"path\" with {value}",
          at: json.offset)
      }
      return .links(rows, nil)
    }
    let fills = keys(of: category) + ["value", "values"]
    guard let request = request(of: object, fills: fills, in: target) else { return nil }
    let most = wholeNumber(object["most"], in: 1...10_000)
    let (takesOne, takesMany) = (request.placeholders.contains("value"), request.placeholders.contains("values"))
    if takesOne == takesMany {
      let what = takesOne ? "use {value} or {values}, not both" : "a request for links needs {value} or {values}"
      mistakes.add(what, at: path.offset)
    }
    if !takesMany, let json = object["most"] { mistakes.add("\"most\" requires {values}", at: json.offset) }
    if takesMany, let json = object["paging"] { warnOfPaging(at: json) }
    if takesMany, let json = object["ids"] {
      mistakes.add("a request for links with \"ids\" needs {value}", at: json.offset)
    }
    return .links(rows, DeclaredRelation.LinkRule(request: request, most: takesMany ? most ?? 20 : nil))
  }
}
