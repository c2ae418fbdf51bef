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
  let wrapped: [JSONValue]
  /// Where ids are instead of rows.
  let ids: String?
  /// Whether nothing in the answer looks like an item.
  let isEmpty: Bool

  init(_ answer: JSONValue, as format: AnswerFormat = .json, address: WebAddress?, name: String) {
    // An element with attributes and a text is read as its text.
    let answer = format == .xml ? answer.plain : answer
    (self.answer, self.format, self.address, self.name) = (answer, format, address, name)
    let isThing = Self.isThing(answer) && !Self.rowNames.contains { Self.isListOfThings(answer[$0]) }
    let thing = isThing ? nil : Self.thing(in: answer)
    let singles = isThing || thing != nil ? [] : Self.singles(in: answer)
    let found = isThing ? nil : (Self.lists(in: answer) + singles).max { Self.score($0) < Self.score($1) }
    // A list within the only item may contain anything.
    guard let found, thing.map({ Self.isMeant(found, notThingAt: $0.pointer) }) ?? true else {
      ids = thing == nil && !isThing ? Self.ids(in: answer) : nil
      (place, wrapped) = (thing?.pointer ?? "", [thing?.value ?? answer])
      row = Self.inner(of: wrapped)
      rows = Self.records(in: wrapped, at: row)
      isEmpty = thing == nil && ids == nil && !Self.mayBeThing(answer)
      return
    }
    (ids, isEmpty) = (nil, false)
    (place, wrapped) = (found.pointer, found.rows)
    row = Self.inner(of: found.rows) ?? Self.onlyObject(in: found.rows)
    rows = Self.records(in: found.rows, at: row)
  }

  private static func records(in rows: [JSONValue], at row: String?) -> [JSONValue] {
    row.flatMap(Pointer.init).map { inner in rows.compactMap { inner.value(in: $0) } } ?? rows
  }

  // MARK: Rows

  private typealias List = (pointer: String, rows: [JSONValue])

  /// Every list of objects, up to six levels deep. In lists alone, also of texts: `["a", ["apple", "ant"]]`.
  private static func lists(in json: JSONValue, at pointer: String = "", depth: Int = 0) -> [List] {
    switch json {
    case .array(let elements) where elements.contains { $0.array != nil }:
      // In a table, rows are lists of as many values.
      let cells = elements.compactMap(\.array).filter { $0.allSatisfy { $0.array == nil && $0.members == nil } }
      if cells.count == elements.count, cells[0].count > 1, cells.allSatisfy({ $0.count == cells[0].count }) {
        return [(pointer, cells.map { .object(JSONMembers($0.enumerated().map { (String($0), $1) })) })]
      }
      guard depth < 6, elements.first?.array == nil else { return [] }
      return elements.enumerated().flatMap { lists(in: $1, at: "\(pointer)/\($0)", depth: depth + 1) }
    case .array(let elements):
      let areTexts = depth < 2 && !elements.isEmpty && elements.allSatisfy { $0.text != nil }
      guard areTexts || elements.contains(where: { $0.members != nil }) else { return [] }
      // A list of things without ids and titles may only group them.
      guard let first = elements.first, depth < 6, !hasTitle(first), !hasID(first), inner(of: elements) == nil else {
        return [(pointer, elements)]
      }
      let grouped = rowNames.first { first[$0]?.array != nil }.map { name in
        (pointer + "/*/" + name, elements.flatMap { $0[name]?.array ?? [] })
      }
      return [grouped].compactMap(\.self) + [(pointer, elements)]
    case .object(let members) where depth < 6:
      // Items may be members named by their ids, beside a list of these.
      let things = members.inOrder.map(\.value).filter { $0.array?.first?.key == nil }
      var groups: [List] = []
      let areMembers = things.count > 1 && things.allSatisfy(hasTitle) && !members.isElement
      var found: [List] = areMembers ? [(pointer + "/*", things)] : []
      let inner = members.inOrder.filter { $0.value.key == nil }
      for (name, value) in inner {
        // In XML, a list of one looks like a single element.
        let single: [List] = rowNames.contains(name) && hasTitle(value) ? [("", [value])] : []
        let lists = single + lists(in: value, depth: max(depth + 1, 2))
        found += lists.map { ("\(pointer)/\(name.escaped)\($0.pointer)", $0.rows) }
        groups += lists
      }
      if members.isElement { return found }
      // Every member may be a group of things of one kind: `/*/items` for `{"a": {"items": […]}, "b": {"items": […]}}`.
      for (place, lists) in groups.grouped(by: \.pointer) where inner.count > 1 && lists.count == inner.count {
        let kinds = Set(lists.map { Set($0.rows.first?.members?.names ?? []) })
        if kinds.count == 1 { found.append(("\(pointer)/*\(place)", lists.flatMap(\.rows))) }
      }
      return found
    default: return []
    }
  }

  /// Every XML element below the root with an id or a title, because a list of one looks like a single element; but none
  /// that contains a longer list.
  private static func singles(in json: JSONValue, at pointer: String = "", depth: Int = 0) -> [List] {
    guard json.isElement, depth < 6 else { return [] }
    return json.inOrder.flatMap { name, value -> [List] in
      let hasList = value.inOrder.contains { $0.value.array?.first?.isElement == true }
      let isSingle = depth > 0 && value.isElement && !hasList && (hasTitle(value) || hasID(value))
      let place = "\(pointer)/\(name.escaped)"
      return (isSingle ? [(place, [value])] : []) + singles(in: value, at: place, depth: depth + 1)
    }
  }

  private static func hasTitle(_ json: JSONValue) -> Bool {
    json.inOrder.contains { isNameOfTitle($0.name) && textPlace(in: $0.value) != nil }
  }

  /// The pointer to the text of a title: of `{"en": ["A"]}` it is `/en/0`; nil if it has none.
  private static func textPlace(in title: JSONValue, depth: Int = 0) -> String? {
    if title.text != nil { return "" }
    if let first = title.array?.first, depth < 4 { return textPlace(in: first, depth: depth + 1).map { "/0" + $0 } }
    let names = title.members?.names.filter { !["id", "type", "@type"].contains($0) && !$0.hasSuffix("lang") } ?? []
    let best = (["@value", "value", "text", "full"] + titleKeys).filter(names.contains)
    return (best + names).lazy.compactMap { name in
      title[name].flatMap { depth < 4 ? textPlace(in: $0, depth: depth + 1) : nil }.map { "/" + name.escaped + $0 }
    }.first
  }

  /// `canonicalTitle`, `_primaryTitle` and `title_t` too.
  private static func isNameOfTitle(_ name: String) -> Bool {
    let lower = name.lowercased()
    return titleKeys.contains(name) || lower.hasPrefix("title_")
      || ["title", "titles", "label"].contains(where: lower.hasSuffix) && !lower.hasPrefix("sub")
  }

  private static func isListOfThings(_ json: JSONValue?) -> Bool { json?.array?.first.map(isThing) ?? false }

  /// Whether it is one item, not an answer with several.
  private static func isThing(_ json: JSONValue) -> Bool {
    hasID(json) && (hasTitle(json) || names(of: "inner").contains { json[$0].map(hasTitle) ?? false })
  }

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

  /// Where a list of numbers or texts is, further in only by a name such as `idlist`; nil if there is none.
  private static func ids(in json: JSONValue, isInner: Bool = false) -> String? {
    let own = json.inOrder.first { name, value in
      value.array?.first?.key != nil && (!isInner || name.lowercased().contains("id"))
    }
    if let own { return "/" + own.name.escaped }
    return json.inOrder.lazy.compactMap { name, value in
      ids(in: value, isInner: true).map { "/" + name.escaped + $0 }
    }.first
  }

  /// Rows have ids, titles, typical names and many fields. Lists that narrow a search are long but have few fields.
  private static func score(_ list: List) -> Int {
    let first = list.rows.first { $0.members != nil } ?? .null
    let inside = inner(of: list.rows).flatMap(Pointer.init)?.value(in: first) ?? first
    let hasID = idKeys.contains { inside[$0] != nil || first[$0] != nil }
    let hasTitle = titleKeys.contains { inside[$0] != nil } || hasTitle(inside)
    let isNamed = rowNames.contains { list.pointer.hasSuffix("/" + $0) }
    // A single element is more likely what a list belongs to, such as its head.
    let isOne = list.rows.count == 1 && list.rows[0].isElement && !isNamed
    let bonus = (hasID ? bonusOfID : 0) + (hasTitle ? bonusOfTitle : 0) + (isNamed ? 500 : isOne ? -bonusOfTitle : 0)
    return bonus + 10 * min(inside.inOrder.count, 40) + min(list.rows.count, 100)
  }

  private static let bonusOfID = 2_000
  private static let bonusOfTitle = 3_000

  /// Whether a list is more likely meant than an item beside or around it.
  private static func isMeant(_ list: List, notThingAt place: String) -> Bool {
    score(list) >= (list.pointer.hasPrefix(place + "/") ? bonusOfTitle : bonusOfID)
  }

  /// Where the item itself is in each row, if the row only wraps it: `/node` for `{"cursor": "a", "node": {…}}`.
  private static func inner(of rows: [JSONValue]) -> String? {
    guard let first = rows.first(where: { $0.members != nil }), !rows.contains(where: hasTitle) else { return nil }
    let parts = names(of: "creator") + (hasID(first) ? names(of: "attached") : [])
    var level: [(pointer: String, value: JSONValue)] = [("", first)]
    for _ in 0..<3 {
      level = level.flatMap { above in
        // A creator has a name as well, and so has what is attached to an item with an id.
        above.value.inOrder.filter { !parts.contains($0.name) }.map { name, value in
          let pointer = above.pointer + "/" + name.escaped
          // A list of one in every row wraps it, too.
          let isWrap =
            !others.contains(name) && rows.allSatisfy { Pointer(pointer)?.value(in: $0)?.array?.count == 1 }
          return isWrap ? (pointer + "/0", value.array?.first ?? .null) : (pointer, value)
        }
      }
      let found = level.first { pointer, value in
        hasTitle(value)
          && (hasID(value) || !pointer.hasSuffix("/0") && outerID(of: first) != nil
            || value.inOrder.count >= first.inOrder.count)
      }
      if let found { return found.pointer }
    }
    return nil
  }

  /// Where each row has its only object, beside numbers alone: it is the item, whatever its fields are called.
  private static func onlyObject(in rows: [JSONValue]) -> String? {
    let only = rows.first?.inOrder.filter { $0.value.double == nil }.only
    guard let only, !others.contains(only.name), rows.allSatisfy({ !hasID($0) && $0[only.name]?.members != nil }) else {
      return nil
    }
    return "/" + only.name.escaped
  }

  private static let others = ["genre", "artwork"].flatMap(names)

  /// Services' names for a part of an item, of an address or of the paging, the most likely first.
  static func names(of part: String) -> [String] { names[part] ?? [] }

  private static let names = EmbeddedFile.table("names").words

  static let idKeys = names(of: "id")
  private static let titleKeys = names(of: "title")
  private static let rowNames = names(of: "rows")

  // MARK: Fields

  /// A field, how it is read, as JSON, and what was guessed.
  typealias Field = (key: String, json: JSONValue, guess: String?)
  typealias Reading = (json: JSONValue, guess: String?)

  /// The note beside a field that every item needs, but no row seems to have.
  static let lost = "not found in the rows: correct it"

  var fields: [Field] {
    if ids != nil {
      return [("id", "/id", "a guess: where the answer about one item has it"), ("title", "/title", "a guess, too")]
    }
    let title = titleValue
    let id = idValue
    let lost = title == Self.pointer("title") && !keys.contains("title") ? Self.lost : nil
    var fields: [Field] = [("id", id, id == title ? lost : nil), ("title", title, lost)]
    func add(
      _ key: String, orNamed isNamed: (String) -> Bool = { _ in false }, _ value: (String, JSONValue) -> Reading?
    ) {
      for name in Self.names(of: key) + keys.filter(isNamed) {
        let values = rows.compactMap { $0[name] }.filter(\.isSomething)
        // A name that some rows have once and others several times is read as a list.
        let list = values.first { $0.array != nil }
        let found = [list].compactMap(\.self) + values.compactMap(\.single)
        guard let found = found.compactMap({ value(name, $0) }).first, case let json = firstOfList(name, found.json),
          !fields.dropFirst().contains(where: { $0.json == json })
        else { continue }
        return fields.append((key, json, found.guess))
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
    add("artwork", orNamed: isPicture, pictureValue)
    return fields
  }

  var titleValue: JSONValue {
    if rows.first?.text != nil { return "" }
    // A title that only repeats the id is none, and neither is an address.
    let all = Self.titleKeys + keys.filter { Self.isNameOfTitle($0) && !Self.titleKeys.contains($0) }
    let named = all.filter { key in
      !Self.idKeys.contains { id in rows.allSatisfy { $0[id]?.key != nil && $0[id]?.key == $0[key]?.key } }
        && !rows.contains { $0[key]?.text?.hasPrefix("http") == true }
    }
    let titleKeys = named.contains { key in rows.contains { $0[key] != nil } } ? named : all
    // The text may be in an object or a list, as in `{"title": {"rendered": "A"}}`.
    if let key = titleKeys.first(where: { key in rows.contains { $0[key]?.isSomething == true } }),
      !rows.contains(where: { row in titleKeys.contains { row[$0]?.text != nil } })
    {
      if rows.contains(where: { $0[key]?.array?.first?.text != nil }) {
        return ["each": Self.pointer(key), "first": true]
      }
      let places = Self.places(in: rows) { row in
        row[key].flatMap { Self.textPlace(in: $0) }.map { "/" + key.escaped + $0 }
      }
      if !places.isEmpty {
        return .fallbacks(
          places.map { place in textValue(place, rows.compactMap { Pointer(place)?.scalar(in: $0)?.text }) })
      }
    }
    var wanted = rows
    // A title field is the title, even if these rows have none.
    var chosen = titleKeys.prefix(2).filter { key in
      keys.contains(key) && rows.allSatisfy { $0[key]?.single?.text == nil }
    }
    .map(Self.pointer)
    let others = keys.filter { !titleKeys.contains($0) && !Self.idKeys.contains($0) }
    let words = others.filter { key in
      rows.contains {
        $0[key]?.text.map {
          !$0.hasPrefix("http") && $0.contains(" ") && ($0.count > 40 || DateText.first(in: $0) == nil)
        } ?? false
      }
    }
    for key in titleKeys + words + others where !wanted.isEmpty {
      func text(of row: JSONValue) -> JSONValue? {
        (titleKeys.contains(key) ? row[key]?.single : row[key]).flatMap { $0.text == nil ? nil : $0 }
      }
      guard let sample = wanted.lazy.compactMap(text).first else { continue }
      chosen.append(firstOfList(key, textValue(key, sample)?.json ?? Self.pointer(key)))
      wanted.removeAll { text(of: $0) != nil }
    }
    if !wanted.isEmpty, let id = keys.first(where: { key in rows.allSatisfy { $0[key]?.key != nil } }) {
      chosen.append(Self.pointer(id))
    }
    if chosen.isEmpty { return innerTitle }
    return .fallbacks(Array(chosen.prefix(6)) + (chosen.count > 6 ? [chosen[chosen.count - 1]] : []))
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
  var keys: [String] { rows.prefix(20).flatMap { $0.members?.names ?? [] }.unique }

  static func pointer(_ key: String) -> JSONValue { .string("/" + key.escaped) }
}

extension String {
  /// A key as a segment of a pointer.
  var escaped: String { replacing("~", with: "~0").replacing("/", with: "~1") }
}
