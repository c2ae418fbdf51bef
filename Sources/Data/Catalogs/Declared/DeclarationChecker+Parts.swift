import Domain

/// An object of a declaration, with each of its keys once.
struct CheckedObject {
  let offset: Int
  let members: [PlacedJSON.Member]
  private let byKey: [String: PlacedJSON]

  init(offset: Int, members: [PlacedJSON.Member]) {
    self.offset = offset
    self.members = members
    byKey = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(key: String) -> PlacedJSON? { byKey[key] }
}

/// What any part of a declaration is made of: objects, texts, numbers, names.
extension DeclarationChecker {
  mutating func wrongType(_ json: PlacedJSON, _ expected: String) {
    mistakes.add("\(expected) stands here, not \(json.kind)", at: json.offset)
  }

  mutating func unknown(_ name: String, _ sentence: String, among known: [String], at offset: Int) {
    let nearest = mistakes.mayGuess ? Spelling.nearest(to: name, among: known) : nil
    if let nearest {
      mistakes.add("\(sentence) \"\(name)\"; did you mean \"\(nearest)\"?", at: offset)
    } else {
      mistakes.add("\(sentence) \"\(name)\"; there \(known.count == 1 ? "is" : "are") \(Self.list(known))", at: offset)
    }
  }

  static func list(_ names: [String]) -> String {
    guard names.count > 1 else { return names.first ?? "none" }
    return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }

  /// - Parameter what: what the object is, for messages: `a relation`.
  mutating func object(_ json: PlacedJSON, _ what: String, keys: [String]) -> CheckedObject? {
    guard let object = anyObject(json, what) else { return nil }
    for member in object.members where !keys.contains(member.key) {
      unknown(member.key, "unknown key", among: keys, at: member.offset)
    }
    return object
  }

  /// An object whose keys are free.
  mutating func anyObject(_ json: PlacedJSON, _ what: String) -> CheckedObject? {
    guard case .object(let members) = json.content else {
      wrongType(json, what.hasPrefix("a") ? "\(what), an object," : "an object")
      return nil
    }
    var seen: Set<String> = []
    for member in members where !seen.insert(member.key).inserted {
      mistakes.add("repeated key \"\(member.key)\"; it stands in this object already", at: member.offset)
    }
    return CheckedObject(offset: json.offset, members: members)
  }

  mutating func required(_ key: String, of object: CheckedObject, _ what: String) -> PlacedJSON? {
    if object[key] == nil { mistakes.add("\(what) needs \"\(key)\"", at: object.offset) }
    return object[key]
  }

  mutating func text(_ json: PlacedJSON) -> String? {
    guard case .text(let text) = json.content else {
      wrongType(json, "text")
      return nil
    }
    if text.allSatisfy(\.isWhitespace) {
      mistakes.add("this text is blank", at: json.offset)
      return nil
    }
    return text
  }

  mutating func elements(_ json: PlacedJSON) -> [PlacedJSON] {
    guard case .list(let list) = json.content else {
      wrongType(json, "a list")
      return []
    }
    return list
  }

  mutating func texts(_ json: PlacedJSON) -> [String] { elements(json).compactMap { text($0) } }

  mutating func flag(_ json: PlacedJSON) -> Bool? {
    guard case .flag(let flag) = json.content else {
      wrongType(json, "true or false")
      return nil
    }
    return flag
  }

  mutating func wholeNumber(_ json: PlacedJSON, in range: ClosedRange<Int>) -> Int? {
    guard case .number(let digits) = json.content else {
      wrongType(json, "a number")
      return nil
    }
    guard let number = Int(digits), range.contains(number) else {
      mistakes.add("a whole number from \(range.lowerBound) to \(range.upperBound) stands here", at: json.offset)
      return nil
    }
    return number
  }

  mutating func number(_ json: PlacedJSON) -> String? {
    guard case .number(let digits) = json.content else {
      wrongType(json, "a number")
      return nil
    }
    guard digits.utf8.count <= 40, Scalar.number(digits).decimal != nil else {
      mistakes.add("this number is beyond bounds", at: json.offset)
      return nil
    }
    return digits
  }

  mutating func choice(_ json: PlacedJSON, among words: [String], _ sentence: String) -> String? {
    guard let word = text(json) else { return nil }
    guard words.contains(word) else {
      unknown(word, sentence, among: words, at: json.offset)
      return nil
    }
    return word
  }

  // MARK: Pointers

  mutating func pointer(_ json: PlacedJSON) -> Pointer? {
    guard case .text(let text) = json.content else {
      wrongType(json, "a pointer such as \"/name\"")
      return nil
    }
    guard let pointer = Pointer(text) else {
      noPointer(text, at: json.offset)
      return nil
    }
    return pointer
  }

  /// One, or several.
  mutating func pointers(_ json: PlacedJSON) -> [Pointer] {
    guard case .list(let list) = json.content else { return pointer(json).map { [$0] } ?? [] }
    if list.isEmpty { mistakes.add("a list of pointers has at least one", at: json.offset) }
    return list.compactMap { pointer($0) }
  }

  mutating func rows(_ json: PlacedJSON) -> RowsPointer? { pointer(json).map { RowsPointer($0) } }

  mutating func valuePointer(_ json: PlacedJSON) -> ValuePointer? {
    guard case .text(let text) = json.content else {
      wrongType(json, "a pointer such as \"/name\"")
      return nil
    }
    return valuePointer(text, at: json.offset)
  }

  mutating func valuePointer(_ text: String, at offset: Int) -> ValuePointer? {
    guard let pointer = ValuePointer(text) else {
      noPointer(text, at: offset)
      return nil
    }
    return pointer
  }

  private mutating func noPointer(_ text: String, at offset: Int) {
    if text.hasPrefix("^"), ValuePointer(text) != nil {
      mistakes.add(
        "\"\(text)\" is no pointer here, where nothing stands around; did you mean \"\(text.dropFirst())\"?", at: offset
      )
    } else if text.hasPrefix("/") || text.hasPrefix("^/") {
      mistakes.add("\"\(text)\" is no pointer: behind ~ stands 0 (for ~) or 1 (for /)", at: offset)
    } else {
      let bare = text.hasPrefix("^") ? "^/" + text.dropFirst() : "/" + text
      mistakes.add("\"\(text)\" is no pointer; did you mean \"\(bare)\"?", at: offset)
    }
  }

  // MARK: Names

  /// A name that is typed: small letters, digits and dashes.
  private mutating func plainName(_ json: PlacedJSON, of what: String) -> String? {
    guard let name = text(json) else { return nil }
    let isPlain = name.utf8.allSatisfy {
      $0.isASCIIDigit || ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")) || $0 == UInt8(ascii: "-")
    }
    guard isPlain, name.utf8.count <= 32 else {
      mistakes.add(
        "the name of \(what) has letters a-z, digits and dashes, at most 32: not \"\(name)\"", at: json.offset)
      return nil
    }
    return name
  }

  /// The catalog's own name.
  mutating func name(_ json: PlacedJSON, of what: String, taken: Set<String>, fileName: String?) -> String? {
    guard let name = plainName(json, of: what) else { return nil }
    if taken.contains(name) {
      mistakes.add("the name \"\(name)\" is taken by a catalog that comes along; choose another", at: json.offset)
    } else if let fileName, fileName != name {
      mistakes.add(
        "the file is called \(fileName).json, and is found by that name: \"name\": \"\(fileName)\"", at: json.offset)
    }
    return name
  }

  /// A name among others of its kind.
  mutating func name(_ json: PlacedJSON, of what: String, among names: inout [String: Int]) -> String? {
    guard let name = plainName(json, of: what) else { return nil }
    if names.updateValue(json.offset, forKey: name) != nil {
      mistakes.add("\(what) is called \"\(name)\" already", at: json.offset)
    }
    return name
  }

  /// The name of a category that is there.
  mutating func category(_ json: PlacedJSON) -> String? {
    guard let name = text(json) else { return nil }
    guard categories[name] != nil else {
      unknown(name, "there is no category", among: categories.keys.sorted(), at: json.offset)
      return nil
    }
    return name
  }
}
