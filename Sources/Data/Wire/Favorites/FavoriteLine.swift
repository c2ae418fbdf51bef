import Domain
import FoundationEssentials

/// A favourite as a line of a file: its id and title, its other saved fields under the keys of JSON output, and its
/// lists. New versions only add keys.
enum FavoriteLine {
  // MARK: Writing

  /// The line of a favourite, without its line break. An existing line changes only in its lists, so keys from a later
  /// version survive.
  static func bytes(of favorite: Favorite) -> ArraySlice<UInt8> {
    guard let line = favorite.line else { return encoded(favorite)[...] }
    if line.lists == favorite.lists { return line.bytes }
    guard var members = (try? JSONValue(parsing: Array(line.bytes)))?.members, members["title"]?.text != nil else {
      // A damaged line stays as it is, for someone to mend. The last of several equal keys wins.
      let end = line.bytes.lastIndex(of: UInt8(ascii: "}")) ?? line.bytes.endIndex
      let lists = JSONValue.object(["lists": json(favorite.lists)]).bytes
      return line.bytes[..<end] + [UInt8(ascii: ",")] + lists.dropFirst()
    }
    members["lists"] = favorite.lists.isEmpty ? nil : json(favorite.lists)
    return JSONValue.object(members).bytes[...]
  }

  private static func encoded(_ favorite: Favorite) -> [UInt8] {
    let (shared, item) = (favorite.shared, favorite.item)
    var members: [String: JSONValue] = ["id": .string(item.id.description), "category": .string(item.id.category)]
    for field in ItemField.kept { members[field.key] = field.value(of: shared).flatMap(json) }
    if !item.facts.isEmpty {
      members["facts"] = .array(item.facts.map { .object(["label": .string($0.label), "value": .string($0.value)]) })
    }
    if let unit = item.countUnit { members["unit"] = json([unit.singular, unit.plural]) }
    if !favorite.lists.isEmpty { members["lists"] = json(favorite.lists) }
    return JSONValue.object(JSONMembers(members)).bytes
  }

  private static func json(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// Nil for a number that JSON cannot express, which would make the file unreadable.
  private static func json(_ value: ItemField.Value) -> JSONValue? {
    switch value {
    case .number, .duration: return .number(value.plain)
    case .price(let price):
      guard price.amount.isFinite else { return nil }
      return .object(["amount": .number("\(price.amount)"), "currency": .string(price.currency)])
    case .flag(let flag): return .bool(flag)
    case .text, .date, .link, .id: return .string(value.plain)
    }
  }

  /// A line with only an id.
  static func bytes(ofID id: ItemID) -> [UInt8] { JSONValue.object(["id": .string(id.description)]).bytes }

  // MARK: Reading

  private static let quotedID = Array("\"id\"".utf8)
  private static let quotedTitle = Array("\"title\"".utf8)
  private static let quotedLists = Array("\"lists\"".utf8)

  /// The favourite in a line; decodes only the id and the lists.
  static func favorite(in line: ArraySlice<UInt8>) throws(MalformedLine) -> Favorite {
    if let known = outlined(line) { return known }
    // Unusual lines need full parsing.
    let json = try object(in: line)
    let id = try id(of: json)
    guard case .string? = json["title"] else {
      throw MalformedLine(what: json["title"] == nil ? "missing id or title" : "title is not a string")
    }
    return Favorite(id, line: .init(line, lists: lists(json["lists"]), decode: item))
  }

  /// The id in a line that needs nothing else.
  static func id(in line: ArraySlice<UInt8>) throws(MalformedLine) -> ItemID { try id(of: try object(in: line)) }

  /// The favourite in a line exactly as liner writes it.
  private static func outlined(_ line: ArraySlice<UInt8>) -> Favorite? {
    line.withUnsafeBufferPointer { text in
      var (id, hasTitle, lists): (Range<Int>?, Bool, Range<Int>?) = (nil, false, nil)
      let isObject = JSONScanner.outline(text) { name, value in
        switch name.count {
        case quotedID.count where text[name].elementsEqual(quotedID): id = value
        case quotedTitle.count where text[name].elementsEqual(quotedTitle):
          hasTitle = text[value.lowerBound] == UInt8(ascii: "\"")
        case quotedLists.count where text[name].elementsEqual(quotedLists): lists = value
        default: break
        }
      }
      guard isObject, hasTitle, let id, text[id.lowerBound] == UInt8(ascii: "\""),
        !text[id].contains(UInt8(ascii: "\\")),
        let itemID = ItemID(String(decoding: text[id.lowerBound + 1..<id.upperBound - 1], as: UTF8.self))
      else { return nil }
      let names = lists.map { Self.lists(try? JSONValue(parsing: Array(text[$0]))) } ?? []
      return Favorite(itemID, line: .init(line, lists: names, decode: item))
    }
  }

  private static func object(in line: ArraySlice<UInt8>) throws(MalformedLine) -> JSONValue {
    guard let json = try? JSONValue(parsing: Array(line)), case .object = json else {
      throw MalformedLine(what: "not a JSON object")
    }
    return json
  }

  private static func id(of json: JSONValue) throws(MalformedLine) -> ItemID {
    switch json["id"] {
    case .string(let text)?:
      if let id = ItemID(text) { return id }
      throw MalformedLine(what: "invalid id \"\(text)\"")
    case nil: throw MalformedLine(what: "missing id or title")
    default: throw MalformedLine(what: "id is not a string")
    }
  }

  private static func lists(_ json: JSONValue?) -> [String] { json?.array?.compactMap(\.text) ?? [] }

  /// The item in a line that `favorite(in:)` accepted; nil if only its layout is that of JSON. An invalid field counts as
  /// missing; it stays in the line.
  private static func item(in line: ArraySlice<UInt8>) -> Item? {
    guard let json = try? JSONValue(parsing: Array(line)), case .string(let text)? = json["id"],
      let id = ItemID(text), case .string(let title)? = json["title"]
    else { return nil }
    let facts = (json["facts"]?.array ?? []).compactMap { fact -> Fact? in
      guard case .string(let label)? = fact["label"], case .string(let value)? = fact["value"] else { return nil }
      return Fact(label, value)
    }
    var item = Item(id: id, title: title, facts: facts)
    for field in ItemField.kept where field.key != "title" {
      if let value = json[field.key] { field.set(self.value(value, as: field.type), in: &item) }
    }
    if let unit = json["unit"]?.array?.compactMap(\.text), unit.count == 2 {
      item.countUnit = CountUnit(singular: unit[0], plural: unit[1])
    }
    // Deezer's preview addresses are signed and expire within minutes. Most others have no query, which is fast to see.
    if let preview = item.preview?.text,
      preview.utf8.span.withUnsafeBufferPointer({ $0.contains(UInt8(ascii: "?")) }), preview.contains("?hdnea=exp=")
    {
      item.preview = nil
    }
    // An export may lack the feed, whose address is also the id.
    if text.hasPrefix("feeds:podcast:") { item.feed = WebLink(id.key) }
    if case .string(let key)? = json["creatorKey"] { item.adopt(formerCreatorKey: key) }
    return item
  }

  private static func value(_ json: JSONValue, as type: ItemField.ValueType) -> ItemField.Value? {
    func text<Made>(_ make: (String) -> Made?) -> Made? { if case .string(let text) = json { make(text) } else { nil } }
    switch type {
    case .text: return text { .text($0) }
    case .date: return text(ReleaseDate.init).map { .date($0) }
    case .link: return text(WebLink.init).map { .link($0) }
    case .id: return text(ItemID.init).map { .id($0) }
    case .number: return json.integer.map { .number($0) }
    case .flag: if case .bool(let flag) = json { return .flag(flag) } else { return nil }
    case .duration:
      // Some numbers of milliseconds exceed a `Duration`.
      guard let seconds = json.double, abs(seconds) < 1e16 else { return nil }
      return .duration(.milliseconds((seconds * 1000).rounded()))
    case .price:
      guard let amount = json["amount"]?.digits, case .string(let currency)? = json["currency"] else { return nil }
      return Price(amount, currency: currency).map { .price($0) }
    }
  }
}

extension Item {
  /// Until 1.1 favourites contained the creator's bare number in the service, or for an episode its podcast's.
  fileprivate mutating func adopt(formerCreatorKey key: String) {
    switch (id.catalog, id.category) {
    case ("itunes", "episode"): albumID = albumID ?? ItemID(catalog: id.catalog, category: "podcast", key: key)
    case ("itunes", _): creatorID = creatorID ?? ItemID(catalog: id.catalog, category: "artist", key: key)
    case ("mercadolibre", _): creatorID = creatorID ?? ItemID(catalog: id.catalog, category: "seller", key: key)
    default: break
    }
  }
}
