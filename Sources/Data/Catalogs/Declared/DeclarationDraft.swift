import Domain

/// `catalog new`: drafts a declaration from one answer, with a comment beside each guess.
struct DeclarationDraft {
  /// Nil for a saved file, whose address is unknown.
  let address: WebAddress?
  let answer: JSONValue
  let format: AnswerFormat
  let name: String

  /// Where the rows are, and where their records are.
  let place: String
  let row: String?
  let rows: [JSONValue]
  /// The rows before `row` is applied; the same if there is none.
  private let wrapped: [JSONValue]
  /// Where ids are instead of rows.
  let ids: String?
  /// Whether nothing in the answer looks like an item.
  let isEmpty: Bool

  init(_ answer: JSONValue, as format: AnswerFormat = .json, address: WebAddress?, name: String) {
    // An element with attributes and a text is read as its text.
    let answer = format == .xml ? answer.plain : answer
    (self.answer, self.format, self.address, self.name) = (answer, format, address, name)
    let found = Self.isThing(answer) ? nil : Self.lists(in: answer).max { Self.score($0) < Self.score($1) }
    let thing = Self.isThing(answer) ? nil : Self.thing(in: answer)
    // A list within the only item may contain anything.
    guard let found, !found.rows.isEmpty, thing == nil || Self.score(found) >= Self.bonusOfID else {
      ids = thing == nil && !Self.isThing(answer) ? Self.ids(in: answer) : nil
      (place, row, rows) = (thing?.pointer ?? "", nil, [thing?.value ?? answer])
      wrapped = rows
      isEmpty = thing == nil && ids == nil && !Self.mayBeThing(answer)
      return
    }
    (ids, isEmpty) = (nil, false)
    (place, wrapped) = (found.pointer, found.rows)
    row = Self.inner(of: found.rows)
    let inner = row.flatMap(Pointer.init)
    rows = inner.map { inner in found.rows.compactMap { inner.value(in: $0) } } ?? found.rows
  }

  // MARK: Rows

  private typealias List = (pointer: String, rows: [JSONValue])

  /// Every list of objects, up to six levels deep.
  private static func lists(in json: JSONValue, at pointer: String = "", depth: Int = 0) -> [List] {
    switch json {
    case .array(let elements):
      let objects = elements.filter { if case .object = $0 { true } else { false } }
      return objects.isEmpty ? [] : [(pointer, elements)]
    case .object(let members) where depth < 6:
      // Items may be members named by their ids.
      let things = members.inOrder.map(\.value)
      let own: [List] = things.count > 1 && things.allSatisfy(hasTitle) ? [(pointer + "/*", things)] : []
      return own
        + members.inOrder.flatMap { name, value -> [List] in
          let place = pointer + "/" + name.escaped
          // In XML, a list of one looks like a single element.
          let single: [List] = rowNames.contains(name) && hasTitle(value) ? [(place, [value])] : []
          return single + lists(in: value, at: place, depth: depth + 1)
        }
    default: return []
    }
  }

  private static func hasTitle(_ json: JSONValue) -> Bool {
    titleKeys.lazy.compactMap { json[$0] }.contains { title in
      (title.array ?? title.members?.inOrder.map(\.value) ?? [title]).contains { $0.text != nil }
    }
  }

  private static func hasID(_ json: JSONValue) -> Bool {
    json.inOrder.contains { isNameOfID($0.name) && $0.value != .null }
  }

  private static func isNameOfID(_ name: String) -> Bool { idKeys.contains(name) || name.lowercased().hasSuffix("id") }

  /// Whether it is one item, not an answer with several.
  private static func isThing(_ json: JSONValue) -> Bool { hasTitle(json) && hasID(json) }

  /// Whether it has text, and no list that should contain items.
  private static func mayBeThing(_ json: JSONValue) -> Bool {
    guard case .object(let members) = json else { return false }
    return isThing(json)
      || members.values.values.contains { $0.text != nil } && !members.values.values.contains(.array([]))
  }

  /// The first member that is an item.
  private static func thing(in json: JSONValue) -> (pointer: String, value: JSONValue)? {
    json.inOrder.first { isThing($0.value) }.map { ("/" + $0.name.escaped, $0.value) }
  }

  /// Where a list of numbers or texts is; nil if there is none.
  private static func ids(in json: JSONValue) -> String? {
    json.inOrder.first { $0.value.array?.first?.key != nil }.map { "/" + $0.name.escaped }
  }

  /// Rows have ids, titles, typical names and many fields. Lists that narrow a search are long but have few fields.
  private static func score(_ list: List) -> Int {
    let first = list.rows.first { $0.members != nil } ?? .null
    let inside = inner(of: list.rows).flatMap(Pointer.init)?.value(in: first) ?? first
    let hasID = idKeys.contains { inside[$0] != nil }
    let hasTitle = titleKeys.contains { inside[$0] != nil }
    let isNamed = rowNames.contains { list.pointer.hasSuffix("/" + $0) }
    let bonus = (hasID ? bonusOfID : 0) + (hasTitle ? 3_000 : 0) + (isNamed ? 500 : 0)
    return bonus + 10 * min(inside.inOrder.count, 40) + min(list.rows.count, 100)
  }

  private static let bonusOfID = 2_000

  /// Where the item itself is in each row, if the row only wraps it: `/node` for `{"cursor": "a", "node": {…}}`.
  private static func inner(of rows: [JSONValue]) -> String? {
    guard let first = rows.first(where: { $0.members != nil }), !titleKeys.contains(where: { first[$0] != nil }) else {
      return nil
    }
    var level: [(pointer: String, value: JSONValue)] = [("", first)]
    for _ in 0..<3 {
      level = level.flatMap { above in
        // The creator has a name as well.
        above.value.inOrder.filter { !names(of: "creator").contains($0.name) }
          .map { (above.pointer + "/" + $0.name.escaped, $0.value) }
      }
      if let found = level.first(where: { hasTitle($0.value) && (hasID($0.value) || hasID(first)) }) {
        return found.pointer
      }
    }
    return nil
  }

  /// Services' names for a part of an item, of an address or of the paging, the most likely first.
  static func names(of part: String) -> [String] { names[part] ?? [] }

  private static let names = EmbeddedFile.table("names").words

  private static let idKeys = names(of: "id")
  private static let titleKeys = names(of: "title")
  private static let rowNames = names(of: "rows")

  // MARK: Fields

  /// A field, how it is read, as JSON, and what was guessed.
  typealias Field = (key: String, json: JSONValue, guess: String?)
  typealias Reading = (json: JSONValue, guess: String?)

  var fields: [Field] {
    if ids != nil { return [("id", "/id", "in an item's own answer"), ("title", "/title", "in that, too")] }
    let title = titleValue
    var fields: [Field] = [("id", idValue, nil), ("title", title, nil)]
    func add(
      _ key: String, orNamed isNamed: (String) -> Bool = { _ in false }, _ value: (String, JSONValue) -> Reading?
    ) {
      for name in Self.names(of: key) + keys.filter(isNamed) {
        guard let sample = rows.lazy.compactMap({ Self.something($0[name]) }).first, let found = value(name, sample),
          found.json != title
        else {
          continue
        }
        return fields.append((key, found.json, found.guess))
      }
    }
    add("creator", namesValue)
    add("released", orNamed: { $0.contains("release") }, dateValue)
    add("duration", orNamed: { $0.hasSuffix("_ms") || $0.hasSuffix("Ms") || $0.hasSuffix("Ticks") }, durationValue)
    add("album", namesValue)
    add("track", numberValue)
    add("disc", numberValue)
    add("genre", namesValue)
    add("description", textValue)
    add("url", addressValue)
    add("artwork", pictureValue)
    return fields
  }

  private static func something(_ value: JSONValue?) -> JSONValue? {
    switch value {
    case nil, .null: nil
    case .string(let text) where text.isBlank: nil
    case .array(let list) where list.isEmpty: nil
    case let value?: value
    }
  }

  private var idValue: JSONValue {
    if row != nil, !rows.contains(where: Self.hasID),
      let outer = wrapped.first?.inOrder.first(where: { Self.isNameOfID($0.name) && $0.value.key != nil })
    {
      return .string("^/" + outer.name.escaped)
    }
    let known = Self.idKeys.filter { key in rows.contains { $0[key]?.key != nil } }
    let others = keys.filter { $0.lowercased().hasSuffix("id") && !known.contains($0) }
    let last = ["slug", "sku", "code", "url", "link", "href"].filter { !known.contains($0) }
    let whole = (known + others + last).first { key in
      let ids = rows.compactMap { $0[key]?.key }
      return ids.count == rows.count && Set(ids).count == ids.count
    }
    if let whole { return Self.pointer(whole) }
    // Ids may be an object with an id for each service.
    if let key = Self.idKeys.first(where: { key in rows.contains { $0[key]?.members != nil } }),
      let inner = rows.first?[key]?.inOrder.first(where: { $0.value.key != nil })
    {
      return "/\(key.escaped)/\(inner.name.escaped)"
    }
    if known.isEmpty { return titleValue }
    // Rows of several kinds each have their own id.
    var left = rows.filter { row in known.allSatisfy { row[$0]?.key == nil } }
    let further = others.filter { key in
      let ids = left.compactMap { $0[key]?.key }
      guard !ids.isEmpty, Set(ids).count == ids.count else { return false }
      left.removeAll { $0[key]?.key != nil }
      return true
    }
    return .array((known + further).map(Self.pointer))
  }

  private var titleValue: JSONValue {
    // The text may be in an object or a list, as in `{"title": {"rendered": "A"}}`.
    if let key = Self.titleKeys.first(where: { key in rows.contains { Self.something($0[key]) != nil } }),
      !rows.contains(where: { $0[key]?.text != nil })
    {
      if let inner = rows.lazy.compactMap({ $0[key]?.inOrder.first { $0.value.text != nil } }).first {
        return "/\(key.escaped)/\(inner.name.escaped)"
      }
      if rows.contains(where: { $0[key]?.array?.first?.text != nil }) {
        return ["each": Self.pointer(key), "first": true]
      }
    }
    var wanted = rows
    // A title field is the title, even if these rows have none.
    var chosen = Self.titleKeys.prefix(2).filter { key in keys.contains(key) && rows.allSatisfy { $0[key]?.text == nil }
    }
    .map(Self.pointer)
    let others = keys.filter { !Self.titleKeys.contains($0) && !Self.idKeys.contains($0) }
    let words = others.filter { key in
      rows.contains {
        $0[key]?.text.map { !$0.hasPrefix("http") && ReleaseDate($0) == nil && $0.contains(" ") } ?? false
      }
    }
    for key in Self.titleKeys + words + others where !wanted.isEmpty {
      let left = wanted.filter { $0[key]?.text == nil }
      if left.count < wanted.count { chosen.append(Self.pointer(key)) }
      wanted = left
    }
    if !wanted.isEmpty, let id = keys.first(where: { key in rows.allSatisfy { $0[key]?.key != nil } }) {
      chosen.append(Self.pointer(id))
    }
    if chosen.isEmpty { return innerTitle }
    return chosen.count == 1
      ? chosen[0] : .array(Array(chosen.prefix(6)) + (chosen.count > 6 ? [chosen[chosen.count - 1]] : []))
  }

  /// A text in an object of the row, if the row itself has none: a title, else any.
  private var innerTitle: JSONValue {
    let texts = keys.flatMap { key in
      (rows.first?[key]?.inOrder ?? []).filter { $0.value.text != nil }.map { (key: key, name: $0.name) }
    }
    let best = texts.first { Self.titleKeys.contains($0.name) } ?? texts.first
    return best.map { "/\($0.key.escaped)/\($0.name.escaped)" } ?? Self.pointer("title")
  }

  /// The keys of the rows, in order.
  private var keys: [String] {
    rows.prefix(20).flatMap { $0.members?.names ?? [] }.unique
  }

  static func pointer(_ key: String) -> JSONValue { .string("/" + key.escaped) }
}

extension JSONValue {
  /// The same without the attributes of elements with a text.
  fileprivate var plain: JSONValue {
    switch self {
    case .object(let members):
      if let text = members["#"], text.text != nil { return text }
      var plain = JSONMembers()
      for (name, value) in members.inOrder { plain[name] = value.plain }
      return .object(plain)
    case .array(let elements): return .array(elements.map(\.plain))
    default: return self
    }
  }
}

extension String {
  /// A key as a segment of a pointer.
  var escaped: String { replacing("~", with: "~0").replacing("/", with: "~1") }
}
