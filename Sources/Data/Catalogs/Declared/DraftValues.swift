import Domain

/// Guesses how the fields of a draft are read, from a key of the rows and its first value.
extension DeclarationDraft {
  // MARK: Ids

  static func hasID(_ json: JSONValue) -> Bool { json.inOrder.contains { isID($0.name, $0.value) } }

  /// `videoId` and `idDrink` too.
  private static func isNameOfID(_ name: String) -> Bool {
    idKeys.contains(name) || name.lowercased().hasSuffix("id")
      || name.hasPrefix("id") && name.dropFirst(2).first?.isUppercase == true
  }

  private static func isID(_ name: String, _ value: JSONValue) -> Bool { isNameOfID(name) && value != .null }

  /// The pointer to the id of a row or of an object in it: `/header/identifier`.
  static func outerID(of row: JSONValue) -> String? {
    place(in: row) { isID($0.name, $0.value) && $0.value.key != nil }
  }

  /// Pointers to a value in the rows, at most six; each is from the first row in which the earlier ones find none.
  static func places(in rows: [JSONValue], _ place: (JSONValue) -> String?) -> [String] {
    var (left, places) = (rows, [String]())
    while places.count < 6, let next = left.lazy.compactMap(place).first(where: { !places.contains($0) }) {
      places.append(next)
      left.removeAll { Pointer(next)?.scalar(in: $0) != nil }
    }
    return places
  }

  /// The pointer to the first such member of an object or of an object in it.
  private static func place(in json: JSONValue, where fits: ((name: String, value: JSONValue)) -> Bool) -> String? {
    if let own = json.inOrder.first(where: fits) { return "/" + own.name.escaped }
    for (name, value) in json.inOrder {
      if let inner = value.inOrder.first(where: fits) { return "/\(name.escaped)/\(inner.name.escaped)" }
    }
    return nil
  }

  var idValue: JSONValue {
    if rows.first?.text != nil { return "" }
    let outers = row == nil ? [] : Self.places(in: wrapped, Self.outerID)
    let outer = outers.first
    let last = ["slug", "sku", "code", "url", "link", "href"]
    let sure = Self.idKeys.filter { !last.contains($0) }
    // In JSON:API, an id stands around the attributes, among which are a slug and ids of other services.
    let isSure = outer?.split(separator: "/").first.map { sure.contains(String($0)) } ?? false
    func hasOwn(_ row: JSONValue) -> Bool { isSure ? sure.contains { row[$0]?.key != nil } : Self.hasID(row) }
    if outer != nil, !rows.contains(where: hasOwn) { return .fallbacks(outers.map { .string("^" + $0) }) }
    let known = Self.idKeys.filter { key in rows.contains { $0[key]?.key != nil } }
    let others = keys.filter { Self.isNameOfID($0) && !known.contains($0) }
    func areUnique(_ ids: [String]) -> Bool { ids.count == rows.count && Set(ids).count == ids.count }
    func isUnique(_ key: String) -> Bool {
      // One of several ids of a row identifies it as well.
      areUnique(rows.compactMap { (known.contains(key) ? $0[key]?.single : $0[key])?.key })
    }
    if let whole = (known + others + last).first(where: isUnique) { return firstOfList(whole, Self.pointer(whole)) }
    if let outer, let pointer = Pointer(outer), areUnique(wrapped.compactMap { pointer.scalar(in: $0)?.text }) {
      return .string("^" + outer)
    }
    // Ids may be an object with an id for each service.
    let inner = Self.places(in: rows) { row in
      Self.idKeys.lazy.compactMap { key in
        row[key]?.inOrder.first { $0.value.key != nil }.map { "/\(key.escaped)/\($0.name.escaped)" }
      }.first
    }
    if !inner.isEmpty { return .fallbacks(inner.map { .string($0) }) }
    if known.isEmpty {
      let title = titleValue
      let pointers = (title.array ?? [title]).compactMap { $0.text.flatMap(Pointer.init) }
      let titles = rows.compactMap { row in pointers.lazy.compactMap { $0.scalar(in: row)?.text }.first }
      return areUnique(titles) ? title : keys.first(where: isUnique).map(Self.pointer) ?? title
    }
    // Rows of several kinds each have their own id.
    var left = rows.filter { row in known.allSatisfy { row[$0]?.single?.key == nil } }
    let further = others.filter { key in
      let ids = left.compactMap { $0[key]?.key }
      guard !ids.isEmpty, Set(ids).count == ids.count else { return false }
      left.removeAll { $0[key]?.key != nil }
      return true
    }
    return .array((known + further).map { firstOfList($0, Self.pointer($0)) })
  }

  /// A reading of a single value, but where some rows have a list of them, of the first in each.
  func firstOfList(_ key: String, _ json: JSONValue) -> JSONValue {
    let pointer = Self.pointer(key)
    guard rows.contains(where: { $0[key]?.array?.first?.key != nil }),
      let reading = json == pointer ? ["at": pointer] : json.members, reading["at"] == pointer
    else { return json }
    let rest = reading.inOrder.filter { $0.name != "at" }
    return .object(JSONMembers([("each", pointer)] + rest + [("first", true)]))
  }

  // MARK: Fields

  private static let nameKeys = ["name", "Name", "title", "display_name", "label"]

  func namesValue(_ key: String, _ sample: JSONValue) -> Reading? {
    switch sample {
    case .string: return (Self.pointer(key), nil)
    case .object(let members):
      guard let name = Self.nameKeys.first(where: { members[$0]?.text != nil }) else { return nil }
      return ("/\(key.escaped)/\(name)", nil)
    case .array(let elements):
      guard let first = elements.first else { return nil }
      if first.text != nil { return (["each": Self.pointer(key), "join": ", "], nil) }
      for (given, family) in [("first_name", "last_name"), ("given", "family")]
      where first[given]?.text != nil && first[family]?.text != nil {
        return (["each": Self.pointer(key), "text": .string("{./\(given)} {./\(family)}"), "join": ", "], nil)
      }
      guard let name = Self.nameKeys.first(where: { first[$0]?.text != nil }) else { return nil }
      return (["each": Self.pointer(key), "at": "/\(name)", "join": ", "], nil)
    default: return nil
    }
  }

  func numberValue(_ key: String, _ sample: JSONValue) -> Reading? {
    sample.double == nil ? nil : (Self.pointer(key), nil)
  }

  func dateValue(_ key: String, _ sample: JSONValue) -> Reading? {
    if let number = sample.double ?? Double(sample.text ?? "") {
      switch number {
      case 1_000...2_200 where number == number.rounded(): return (Self.pointer(key), nil)
      case 1e8..<1e10: return (["at": Self.pointer(key), "as": "unix"], "seconds since 1970")
      case 1e11..<1e13: return (["at": Self.pointer(key), "as": "unixms"], "milliseconds since 1970")
      default: return nil
      }
    }
    guard let text = sample.text, DateText.first(in: text) != nil else { return nil }
    if ReleaseDate.exact(text) != nil { return (Self.pointer(key), nil) }
    return (["at": Self.pointer(key), "as": "date"], "the first date in the text, such as \(text)")
  }

  func durationValue(_ key: String, _ sample: JSONValue) -> Reading? {
    let lower = key.lowercased()
    if let text = sample.text, Double(text) == nil {
      return DurationText.seconds(in: text).map { _ in
        (["at": Self.pointer(key), "as": "duration"], "read from text such as \(text)")
      }
    }
    guard let number = sample.double ?? Double(sample.text ?? "") else { return nil }
    func times(_ factor: String, _ guess: String) -> Reading {
      (["at": Self.pointer(key), "times": .number(factor)], guess)
    }
    if lower.contains("ticks") { return times("0.0000001", "ticks of a ten-millionth of a second") }
    // Milliseconds since 1970.
    if number >= 1e11 { return nil }
    if lower.contains("ms") || lower.contains("milli") { return times("0.001", "milliseconds") }
    if number >= 30_000, !lower.contains("sec") { return times("0.001", "milliseconds, because it is so large") }
    if lower.contains("minutes") || lower.contains("runtime") && number < 1_000 { return times("60", "minutes") }
    return (Self.pointer(key), "seconds")
  }

  func textValue(_ key: String, _ sample: JSONValue) -> Reading? {
    sample.text.map { (textValue("/" + key.escaped, [$0]), nil) }
  }

  func textValue(_ place: String, _ samples: [String]) -> JSONValue {
    let isHTML = samples.contains { text in
      text.contains("<") && text.contains(">") || ["&#", "&amp;", "&quot;"].contains(where: text.contains)
    }
    return isHTML ? ["at": .string(place), "as": "html"] : .string(place)
  }

  func addressValue(_ key: String, _ sample: JSONValue) -> Reading? {
    if sample.text?.hasPrefix("http") == true { return (Self.pointer(key), nil) }
    let links = sample.array ?? [sample]
    guard format == .xml, links.contains(where: { $0["@href"]?.text?.hasPrefix("http") == true }) else { return nil }
    return (["each": Self.pointer(key), "at": "/@href", "first": true], "the first link, whatever its rel")
  }

  /// Whether it has the address of a picture, whatever its name.
  func isPicture(_ key: String) -> Bool {
    rows.contains { row in
      guard let text = row[key]?.text, text.hasPrefix("http") else { return false }
      let path = text.lowercased().prefix { $0 != "?" }
      return [".jpg", ".jpeg", ".png", ".webp"].contains(where: path.hasSuffix)
    }
  }

  func pictureValue(_ key: String, _ sample: JSONValue) -> Reading? {
    switch sample {
    case .string(let text):
      return text.hasPrefix("http") || text.hasPrefix("/")
        ? (Self.pointer(key), text.hasPrefix("http") ? nil : "an address relative to the request") : nil
    case .object: return link(in: sample).map { ("/\(key.escaped)\($0)", nil) }
    case .array(let elements):
      if elements.first?.text?.hasPrefix("http") == true { return (["each": Self.pointer(key), "first": true], nil) }
      return elements.first.flatMap(link).map {
        (["each": Self.pointer(key), "at": .string($0), "first": true], nil)
      }
    default: return nil
    }
  }

  /// The pointer to an object's first address, at most an object further in.
  private func link(in json: JSONValue) -> String? { Self.place(in: json) { $0.value.text?.hasPrefix("http") == true } }
}

extension JSONValue {
  /// A single value, or several as a list.
  static func fallbacks(_ values: [JSONValue]) -> JSONValue { values.count == 1 ? values[0] : .array(values) }

  /// The first of a list, or else the value itself.
  var single: JSONValue? { array.map(\.first) ?? self }

  /// The same without the attributes of elements with a text.
  var plain: JSONValue {
    switch self {
    case .object(let members):
      if let text = members["#"], text.text != nil, members.names.allSatisfy({ $0 == "#" || $0.hasPrefix("@") }) {
        return text
      }
      var plain = members
      for (name, value) in members.inOrder { plain[name] = value.plain }
      return .object(plain)
    case .array(let elements): return .array(elements.map(\.plain))
    default: return self
    }
  }
}
