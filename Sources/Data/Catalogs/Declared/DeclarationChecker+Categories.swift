import Domain

/// Categories and what belongs to them.
extension DeclarationChecker {
  mutating func categories(_ json: PlacedJSON) -> [DeclaredCategory] {
    let list = elements(json)
    if case .list = json.content, list.isEmpty {
      mistakes.add("a declaration has at least one category", at: json.offset)
    }
    var names: [String: Int] = [:]
    return list.compactMap { category($0, among: &names) }
  }

  private mutating func category(_ json: PlacedJSON, among names: inout [String: Int]) -> DeclaredCategory? {
    guard
      let object = object(
        json, "a category",
        keys: [
          "name", "title", "others", "default", "search", "list", "lookup", "pages", "fields", "facts", "file",
          "relations",
        ])
    else { return nil }
    let name = required("name", of: object, "a category").flatMap { self.name($0, of: "a category", among: &names) }
    let title = required("title", of: object, "a category").flatMap { text($0) }
    var category = DeclaredCategory(name: name ?? "", title: title ?? "")
    category.others = object["others"].map { texts($0) } ?? []
    category.isDefault = object["default"].flatMap { flag($0) } ?? true
    if let json = object["search"] { category.search = search(json, hasList: object["list"] != nil) }
    if let json = object["list"], let list = self.object(json, "a list", keys: Self.requestKeys) {
      category.list = request(of: list, "a list", fills: .nothing)
    }
    if let json = object["lookup"], let lookup = self.object(json, "a lookup", keys: ["moved"] + Self.requestKeys) {
      category.lookup = request(of: lookup, "a lookup", fills: .item(of: name))
      category.moved = lookup["moved"].flatMap { pointer($0) }
    }
    if let pages = object["pages"] { category.pages = elements(pages).compactMap { page($0) } }
    if let json = object["fields"], let fields = anyObject(json, "fields") {
      for key in ["id", "title"] where fields[key] == nil {
        mistakes.add("fields need \"\(key)\"", at: fields.offset)
      }
      for member in fields.members { field(member, of: &category) }
    } else if object["fields"] == nil {
      mistakes.add("a category needs \"fields\"", at: object.offset)
    }
    if let json = object["facts"], let facts = anyObject(json, "facts") {
      category.facts = facts.members.compactMap { member in value(member.value).map { (member.key, $0) } }
    }
    category.file = object["file"].flatMap { value($0) }
    if let relations = object["relations"] {
      var words: [String: Int] = [:]
      category.relations = elements(relations).compactMap { relation($0, of: name, among: &words) }
    }
    return name == nil || title == nil ? nil : category
  }

  private mutating func search(_ json: PlacedJSON, hasList: Bool) -> DeclaredCategory.SearchRule? {
    guard let object = object(json, "a search", keys: ["in"] + Self.requestKeys) else { return nil }
    guard let places = object["in"] else {
      return request(of: object, "a search", fills: .term).map { .request($0) }
    }
    for key in Self.requestKeys {
      if let other = object[key] { mistakes.add("\"\(key)\" does nothing beside \"in\"", at: other.offset) }
    }
    if !hasList {
      mistakes.add("\"in\" looks into the rows of \"list\", which this category has not", at: places.offset)
    }
    return .places(elements(places).compactMap { rows($0) })
  }

  private mutating func page(_ json: PlacedJSON) -> PagePattern? {
    guard let text = text(json) else { return nil }
    guard let pattern = PagePattern(text) else {
      mistakes.add(
        "\"\(text)\" is no page: it begins with https://, names a host, and has {id} once", at: json.offset)
      return nil
    }
    return pattern
  }

  private mutating func field(_ member: PlacedJSON.Member, of category: inout DeclaredCategory) {
    guard DeclaredField.keys.contains(member.key) else {
      unknown(member.key, "liner has no field", among: DeclaredField.keys, at: member.offset)
      return
    }
    guard DeclaredField.references.contains(member.key) else {
      if let value = value(member.value) { category.fields.append((member.key, value)) }
      return
    }
    guard let object = object(member.value, "a reference", keys: ["category", "id"]) else { return }
    let target = required("category", of: object, "a reference").flatMap { self.category($0) }
    let id = required("id", of: object, "a reference").flatMap { value($0) }
    if let target, let id { category.references.append((member.key, target, id)) }
  }

  // MARK: Relations

  private static let formKeys = ["within", "links", "most", "forward", "back"]

  private mutating func relation(
    _ json: PlacedJSON, of category: String?, among words: inout [String: Int]
  ) -> DeclaredRelation? {
    guard
      let object = object(
        json, "a relation",
        keys: ["word", "title", "others", "category", "preview", "reach", "given"] + Self.formKeys + Self.requestKeys)
    else { return nil }
    let word = required("word", of: object, "a relation").flatMap { name($0, of: "a relation", among: &words) }
    let title = required("title", of: object, "a relation").flatMap { text($0) }
    let target = required("category", of: object, "a relation").flatMap { self.category($0) }
    let others = object["others"].map { texts($0) } ?? []
    let preview = object["preview"].flatMap { self.preview($0) } ?? .first(5)
    var isOne = false
    if let reach = object["reach"] { isOne = choice(reach, among: ["one"], "a relation does not reach") != nil }
    let given = object["given"].map { self.given($0) } ?? []
    let form = form(of: object, in: category, to: target)
    guard let word, let title, let target, let form else { return nil }
    return DeclaredRelation(
      word: word, title: title, others: others, category: target, preview: preview, isOne: isOne, given: given,
      form: form)
  }

  private mutating func preview(_ json: PlacedJSON) -> DeclaredRelation.Preview? {
    switch json.content {
    case .text("all"): return .all
    case .text("named"): return .named
    case .number: return wholeNumber(json, in: 1...1_000).map { .first($0) }
    default:
      mistakes.add("a preview is \"all\", \"named\" or a number", at: json.offset)
      return nil
    }
  }

  private mutating func given(_ json: PlacedJSON) -> [(key: String, from: String)] {
    guard let object = anyObject(json, "given") else { return [] }
    return object.members.compactMap { member in
      guard let from = text(member.value) else { return nil }
      let strangers = [(member.key, member.offset), (from, member.value.offset)].filter {
        !DeclaredField.keys.contains($0.0)
      }
      for (key, offset) in strangers { unknown(key, "liner has no field", among: DeclaredField.keys, at: offset) }
      guard strangers.isEmpty else { return nil }
      guard member.key != "id" else {
        mistakes.add("an id is a row's own, and is not given", at: member.offset)
        return nil
      }
      guard DeclaredField.mayFill(member.key, from: from) else {
        mistakes.add("\"\(from)\" is of another type than \"\(member.key)\"", at: member.value.offset)
        return nil
      }
      return (member.key, from)
    }
  }

  private mutating func form(
    of object: CheckedObject, in category: String?, to target: String?
  ) -> DeclaredRelation.Form? {
    let forms = [["links"], ["within"], ["forward", "back"], ["path"]]
    let found = forms.filter { $0.contains { object[$0] != nil } }
    guard let form = found.first else {
      mistakes.add(
        "a relation needs \"path\", \"within\", \"links\", \"forward\" or \"back\"", at: object.offset)
      return nil
    }
    var fitting = form
    switch form[0] {
    case "links": fitting += ["most"] + (object["path"] == nil ? [] : Self.requestKeys)
    case "within": fitting += ["where", "row"]
    case "path": fitting += Self.requestKeys
    default: break
    }
    for key in Self.formKeys + Self.requestKeys where !fitting.contains(key) {
      guard let json = object[key] else { continue }
      mistakes.add("\"\(key)\" does nothing beside \"\(form.first { object[$0] != nil } ?? "")\"", at: json.offset)
    }
    switch form[0] {
    case "links": return links(of: object, in: category, to: target)
    case "within":
      let rows = object["within"].flatMap { self.rows($0) }
      let conditions = object["where"].map { self.conditions($0) } ?? []
      let row = object["row"].flatMap { pointer($0) }
      return rows.map { .within($0, conditions: conditions, row: row) }
    case "path": return request(of: object, "a relation", fills: .item(of: category)).map { .request($0) }
    default:
      let (forward, back) = (object["forward"].flatMap { rows($0) }, object["back"].flatMap { rows($0) })
      if let target, categories[target]?.hasList == false {
        mistakes.add("the category \"\(target)\" has no \"list\" to look into", at: object.offset)
      }
      return forward == nil && back == nil ? nil : .list(forward: forward, back: back)
    }
  }

  private mutating func links(
    of object: CheckedObject, in category: String?, to target: String?
  ) -> DeclaredRelation.Form? {
    guard let json = object["links"] else { return nil }
    let rows = rows(json) ?? RowsPointer(.whole)
    guard let path = object["path"] else {
      if let most = object["most"] { mistakes.add("\"most\" goes with {values}", at: most.offset) }
      if let target, let sketch = categories[target], !sketch.hasLookup, !sketch.hasList {
        mistakes.add(
          "links are looked up, and the category \"\(target)\" has no \"lookup\"; write a \"path\" with {value}",
          at: json.offset)
      }
      return .links(rows, nil)
    }
    guard let request = request(of: object, "a relation", fills: .links(of: category)) else { return nil }
    let placeholders = request.path.placeholders + request.query.flatMap(\.text.placeholders)
    let most = object["most"].flatMap { wholeNumber($0, in: 1...10_000) }
    if placeholders.contains("values") {
      if placeholders.contains("value") {
        mistakes.add("{value} and {values} do not go together", at: path.offset)
      }
      return .links(rows, DeclaredRelation.LinkRule(request: request, most: most ?? 20))
    }
    if !placeholders.contains("value") {
      mistakes.add("a request for links needs {value} or {values}", at: path.offset)
    }
    if let json = object["most"] { mistakes.add("\"most\" goes with {values}", at: json.offset) }
    return .links(rows, DeclaredRelation.LinkRule(request: request))
  }
}
