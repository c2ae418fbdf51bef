import Domain
import FoundationEssentials
import Wire

/// An object of a declaration whose keys were checked.
struct CheckedObject {
  /// Its name in messages: `a relation`.
  let what: String
  let json: LocatedJSON

  var offset: Int { json.offset }
  var members: [LocatedJSON.Member] { json.members ?? [] }
  subscript(key: String) -> LocatedJSON? { json[key] }
}

/// The parts of a declaration: objects, texts, numbers, names. A missing part is not an error here; `required` reports
/// it.
extension DeclarationChecker {
  mutating func wrongType(_ json: LocatedJSON, _ expected: String) {
    mistakes.add("expected \(expected), not \(json.kind)", at: json.offset)
  }

  mutating func unknown(_ name: String, _ sentence: String, among known: [String], at offset: Int) {
    let nearest = mistakes.mayGuess ? Spelling.nearest(to: name, among: known) : nil
    if let nearest {
      mistakes.add("\(sentence) \"\(name)\"; did you mean \"\(nearest)\"?", at: offset)
    } else {
      let others = known.isEmpty ? "none is known" : "use \(Self.list(known, "or"))"
      mistakes.add("\(sentence) \"\(name)\"; \(others)", at: offset)
    }
  }

  static func list(_ names: [String], _ conjunction: String = "and") -> String {
    guard names.count > 1 else { return names.first ?? "none" }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) " + names[names.count - 1]
  }

  /// Nil if the part is missing; nil with an error if it has another type.
  private mutating func read<Part>(_ json: LocatedJSON?, _ expected: String, _ part: (LocatedJSON) -> Part?) -> Part? {
    guard let json else { return nil }
    let found = part(json)
    if found == nil { wrongType(json, expected) }
    return found
  }

  /// An object of the language. Reports unknown keys, and missing keys that are required.
  mutating func object(_ json: LocatedJSON?, _ kind: LanguageObject) -> CheckedObject? {
    guard let object = object(json, kind.title) else { return nil }
    let keys = kind.keys
    for member in object.members where member.key != "//" && !keys.contains(where: { $0.name == member.key }) {
      if kind == .file, member.key == "token" {
        mistakes.add("use \"credentials\" instead of \"token\"; see: help catalogs credentials", at: member.offset)
        continue
      }
      unknown(member.key, "unknown key", among: keys.map(\.name), at: member.offset)
    }
    for key in keys where key.isRequired { _ = required(key.name, of: object) }
    return object
  }

  /// An object with any keys.
  /// - Parameter what: the object's name in messages: `a query`.
  mutating func object(_ json: LocatedJSON?, _ what: String) -> CheckedObject? {
    let hasArticle = what.hasPrefix("a ") || what.hasPrefix("an ")
    let expected = what.hasSuffix("an object") ? what : hasArticle ? "\(what), an object" : "an object"
    guard let json, let members = read(json, expected, \.members) else { return nil }
    var seen: Set<String> = []
    for member in members where member.key == "//" { wrongType(member.value, "a comment, which is text") }
    for member in members where member.key != "//" && !seen.insert(member.key).inserted {
      mistakes.add("duplicate key \"\(member.key)\"", at: member.offset)
    }
    return CheckedObject(what: what, json: json)
  }

  mutating func required(_ key: String, of object: CheckedObject) -> LocatedJSON? {
    if object[key] == nil { mistakes.add("\(object.what) needs \"\(key)\"", at: object.offset) }
    return object[key]
  }

  /// Reports keys that have no effect here.
  mutating func refuse(_ keys: [String], of object: CheckedObject, _ reason: String) {
    for key in keys {
      if let json = object[key] { mistakes.add("\"\(key)\" has no effect \(reason)", at: json.offset) }
    }
  }

  mutating func text(_ json: LocatedJSON?) -> String? {
    guard let json, let text = anyText(json) else { return nil }
    return text.isBlank ? mistakes.fault("empty text", at: json.offset) : text
  }

  /// Text that may be blank.
  mutating func anyText(_ json: LocatedJSON?) -> String? { read(json, "text", \.text) }

  mutating func elements(_ json: LocatedJSON?) -> [LocatedJSON] { read(json, "a list", \.list) ?? [] }

  mutating func texts(_ json: LocatedJSON?) -> [String] { elements(json).compactMap { text($0) } }

  mutating func flag(_ json: LocatedJSON?) -> Bool? { read(json, "true or false", \.flag) }

  mutating func wholeNumber(_ json: LocatedJSON?, in range: ClosedRange<Int>) -> Int? {
    guard let json, let digits = read(json, "a number", \.digits) else { return nil }
    if let number = Int(digits), range.contains(number) { return number }
    return mistakes.fault("expected a whole number from \(range.lowerBound) to \(range.upperBound)", at: json.offset)
  }

  mutating func number(_ json: LocatedJSON?) -> Decimal? {
    guard let json, let digits = read(json, "a number", \.digits) else { return nil }
    if digits.utf8.count <= 40, let number = Scalar.number(digits).decimal { return number }
    return mistakes.fault("number out of range", at: json.offset)
  }

  /// A value that can be compared with text or inserted into it.
  mutating func scalar(_ json: LocatedJSON) -> Scalar? {
    read(json, "text") { $0.text.map(Scalar.text) ?? $0.digits.map(Scalar.number) ?? $0.flag.map(Scalar.flag) }
  }

  mutating func choice(_ json: LocatedJSON?, among words: [String], _ sentence: String) -> String? {
    guard let json, let word = text(json) else { return nil }
    if words.contains(word) { return word }
    unknown(word, sentence, among: words, at: json.offset)
    return nil
  }

  // MARK: Pointers

  mutating func pointer(_ json: LocatedJSON?) -> Pointer? { pointer(json, Pointer.init) }

  /// A pointer into the row, or with `^` into what surrounds it.
  mutating func valuePointer(_ json: LocatedJSON?) -> ValuePointer? {
    pointer(json) { ValuePointer($0).flatMap { $0.scope == .element ? nil : $0 } }
  }

  /// One pointer or a list of them.
  mutating func pointers(_ json: LocatedJSON?) -> [Pointer] { listed(json).compactMap { pointer($0) } }

  /// The elements of a list that must have some; anything else counts as a list of one.
  mutating func listed(_ json: LocatedJSON?) -> [LocatedJSON] {
    guard let json else { return [] }
    if json.listed.isEmpty { mistakes.add("this list must not be empty", at: json.offset) }
    return json.listed
  }

  private mutating func pointer<Kind>(_ json: LocatedJSON?, _ kind: (String) -> Kind?) -> Kind? {
    guard let json, let text = read(json, "a pointer such as \"/name\"", \.text) else { return nil }
    if let pointer = kind(text) { return pointer }
    if text.hasPrefix("^"), ValuePointer(text) != nil {
      mistakes.add(
        "\"\(text)\": ^ has nothing to refer to here; did you mean \"\(text.dropFirst())\"?",
        at: json.offset)
    } else if text.hasPrefix("/") || text.hasPrefix("^/") {
      mistakes.add("\"\(text)\" is not a pointer: after ~ must come 0 (for ~) or 1 (for /)", at: json.offset)
    } else if text.contains("://") {
      mistakes.add("\"\(text)\" is not a pointer; for an address use {\"text\": \"https://…{/id}\"}", at: json.offset)
    } else {
      // JSONPath writes `$.media.tracks[0]` for `/media/tracks/0`.
      let isOfDots = !text.contains("/") && !text.hasPrefix("^")
      let path = isOfDots ? text.split { "$.[]".contains($0) }.joined(separator: "/") : text
      let bare =
        path.hasPrefix("./") ? path.dropFirst() : path.hasPrefix("^") ? "^/" + path.dropFirst() : "/" + path
      mistakes.add("\"\(text)\" is not a pointer; did you mean \"\(bare)\"?", at: json.offset)
    }
    return nil
  }

  // MARK: Names

  /// A name that users type: lower-case letters, digits and dashes.
  private mutating func plainName(_ json: LocatedJSON, of what: String) -> String? {
    guard let name = text(json) else { return nil }
    let isPlain = name.utf8.allSatisfy {
      $0.isASCIIDigit || ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")) || $0 == UInt8(ascii: "-")
    }
    guard isPlain, name.utf8.count <= 32 else {
      return mistakes.fault(
        "\(what)'s name must be a-z, digits and dashes, at most 32, not \"\(name)\"", at: json.offset)
    }
    if name.hasPrefix("-") { mistakes.add("\"\(name)\" looks like an option; begin with a letter", at: json.offset) }
    return name
  }

  /// The catalog's own name.
  mutating func name(_ json: LocatedJSON?, taken: Set<String>, fileName: String?) -> String? {
    guard let json, let name = plainName(json, of: "a catalog") else { return nil }
    if taken.contains(name) {
      mistakes.add("\"\(name)\" is a built-in catalog; choose another name", at: json.offset)
    } else if ["charts", "wikidata"].contains(name) {
      // LINER_CHARTS_URL and LINER_WIKIDATA_URL replace the addresses of other services.
      mistakes.add("liner uses the name \"\(name)\" itself; choose another name", at: json.offset)
    } else if let fileName, fileName != name {
      mistakes.add("the name must match the file \(fileName).json: \"name\": \"\(fileName)\"", at: json.offset)
    }
    return name
  }

  /// A name that is unique among others of its kind.
  mutating func name(_ json: LocatedJSON?, of what: String, among names: inout Set<String>) -> String? {
    guard let json, let name = plainName(json, of: what) else { return nil }
    if !names.insert(name).inserted { mistakes.add("\"\(name)\" is already the name of \(what)", at: json.offset) }
    if name.utf8.allSatisfy(\.isASCIIDigit) {
      mistakes.add("\"\(name)\" is a number, and numbers open items", at: json.offset)
    }
    return name
  }

  /// Other names for one of several parts, which no other part may have.
  /// - Parameters:
  ///   - own: the name of that part.
  ///   - names: the names of all parts, and the other names read so far.
  mutating func others(
    _ json: LocatedJSON?, of what: String, besides own: String?, among names: inout Set<String>
  ) -> [String] {
    elements(json).compactMap { json in
      guard let word = text(json) else { return nil }
      if word != own, !names.insert(word).inserted {
        mistakes.add("\"\(word)\" is already the name of \(what)", at: json.offset)
      }
      return word
    }
  }

  /// The name of an existing category.
  mutating func category(_ json: LocatedJSON?) -> String? {
    let name = choice(json, among: categoryNames, "unknown category")
    if let name { reached.insert(name) }
    return name
  }
}
