import Domain
import Wire

/// Checks the value language.
extension DeclarationChecker {
  /// - Returns: nil if there is no value.
  /// - Parameters:
  ///   - takesUnit: whether it is the field `count`, whose number may have a noun.
  ///   - takesLabel: whether the value is a fact, whose elements may each have a label.
  mutating func value(_ json: LocatedJSON?, takesUnit: Bool = false, takesLabel: Bool = false) -> Value? {
    guard let json else { return nil }
    let unit = json.listed.lazy.compactMap { $0["unit"] }.first
    if let unit, !takesUnit { mistakes.add("\"unit\" goes with the field \"count\"", at: unit.offset) }
    let label = json.listed.lazy.compactMap { $0["label"] }.first
    if let label, !takesLabel || json["each"] == nil {
      mistakes.add("\"label\" goes with the \"each\" of a fact", at: label.offset)
    }
    guard json.list != nil else {
      let form = form(json, "a pointer, an object, or a list of them")
      return form.map { Value(forms: [$0], label: value(label)?.forms ?? []) }
    }
    return Value(forms: listed(json).compactMap { form($0, "a pointer or an object") })
  }

  /// A noun in the singular and the plural.
  private mutating func nouns(_ json: LocatedJSON?) -> CountUnit? {
    guard let json else { return nil }
    let words = texts(json)
    if words.count == 2 { return CountUnit(singular: words[0], plural: words[1]) }
    return mistakes.fault("expected a list of two words, such as [\"station\", \"stations\"]", at: json.offset)
  }

  private static let eachKeys = ["where", "joinAt"]
  private static let joints = ["join", "joinAt", "first"]

  private mutating func form(_ json: LocatedJSON, _ expected: String) -> Form? {
    if json.text != nil { return valuePointer(json).map { Form(source: .at($0)) } }
    guard json.members != nil else {
      wrongType(json, expected)
      return nil
    }
    guard let object = object(json, .value) else { return nil }
    let hasEach = object["each"] != nil
    let hasSource = ["count", "each", "at"].contains { object[$0] != nil }
    let template = template(object["text"], takesValue: hasSource, readsElement: hasEach)
    if hasEach, let text = object["text"], template?.isOfRow == true {
      warnings.add(
        "\"text\" uses nothing of the element; write {./name} for a part of it, or {value} for what \"at\" reads",
        at: text.offset)
    }
    var form = Form(source: .at(.whole), unit: nouns(object["unit"]))
    if let count = object["count"] {
      refuse(["at", "each", "split"] + Self.joints, of: object, "with \"count\"")
      if let pointer = valuePointer(count) { form.source = .count(pointer) }
    } else if let list = object["each"] {
      form.source = .each(
        Form.Each(
          list: valuePointer(list) ?? .whole, conditions: conditions(object["where"]),
          at: pointer(object["at"]) ?? .whole))
    } else if let at = object["at"] {
      if let pointer = valuePointer(at) { form.source = .at(pointer) }
    } else if let template {
      form.source = .text(template)
    } else {
      if object["text"] == nil {
        mistakes.add("a value needs \"at\", \"each\", \"count\" or \"text\"", at: object.offset)
      }
      return nil
    }
    if hasSource { form.template = template }
    if !hasEach {
      refuse(Self.eachKeys, of: object, "without \"each\"")
      if object["split"] == nil { refuse(["join", "first"], of: object, "without \"each\" or \"split\"") }
    }
    form.split = separator(object["split"])
    form.joint = joint(of: object)
    form.steps = steps(of: object)
    return form
  }

  private mutating func joint(of object: CheckedObject) -> Form.Joint? {
    let joints = Self.joints.filter { object[$0] != nil }
    refuse(Array(joints.dropFirst()), of: object, "with \"\(joints.first ?? "")\"")
    switch joints.first {
    case "join": return .text(anyText(object["join"]) ?? "")
    case "joinAt": return .inElement(pointer(object["joinAt"]) ?? .whole)
    case "first":
      if let first = object["first"], flag(first) == false {
        mistakes.add("\"first\" must be true or omitted", at: first.offset)
      }
      return .first
    default: return nil
    }
  }

  private mutating func steps(of object: CheckedObject) -> Form.Steps {
    Form.Steps(
      after: separator(object["after"]), before: separator(object["before"]),
      strip: listed(object["strip"]).compactMap { text($0) }, trim: text(object["trim"]),
      conversion: choice(object["as"], among: Conversion.allCases.map(\.rawValue), "unknown \"as\"")
        .flatMap(Conversion.init),
      map: map(object["map"]), times: number(object["times"]), least: number(object["least"]))
  }

  /// Text at which another is split or cut; it may be a space.
  private mutating func separator(_ json: LocatedJSON?) -> String? {
    guard let json, let text = anyText(json) else { return nil }
    return text.isEmpty ? mistakes.fault("empty text", at: json.offset) : text
  }

  /// Where ids are: a pointer, or an object with a pointer and what to cut from each id.
  mutating func ids(_ json: LocatedJSON?, of target: String?) -> IDsRule? {
    guard let json, json.members != nil else { return pointer(json).map { IDsRule(place: $0, target: target) } }
    guard let object = object(json, .ids) else { return nil }
    let steps = steps(of: object)
    let split = separator(object["split"])
    return pointer(object["at"]).map { IDsRule(place: $0, split: split, steps: steps, target: target) }
  }

  private mutating func map(_ json: LocatedJSON?) -> Form.Steps.Map? {
    guard let object = object(json, "a map") else { return nil }
    guard object["path"] ?? object["post"] != nil else {
      let pairs = object.members.compactMap { member in scalar(member.value).map { (member.key, $0) } }
      return .constant(Dictionary(pairs) { $1 })
    }
    guard let map = askedMap(json, .map) else { return nil }
    maps.append(map)
    return .remote(maps.count - 1)
  }

  mutating func askedMap(_ json: LocatedJSON?, _ kind: LanguageObject) -> RemoteMap? {
    guard let asked = object(json, kind) else { return nil }
    let key = pointer(asked["key"])
    let value = pointer(asked["value"])
    guard let request = request(of: asked, fills: [], isPaged: false), let key, let value else { return nil }
    return RemoteMap(request: request, key: key, value: value)
  }

  /// Parses `{"/job": ["Director"]}`.
  mutating func conditions(_ json: LocatedJSON?) -> [Condition] {
    guard let json, let object = object(json, "conditions") else { return [] }
    if object.members.isEmpty { mistakes.add("this object must not be empty", at: json.offset) }
    return object.members.compactMap { member in
      let pointer = pointer(LocatedJSON(offset: member.offset, content: .value(.string(member.key))))
      let texts = elements(member.value).map { json -> String? in
        if case .value(.null) = json.content { return nil }
        return scalar(json)?.text ?? ""
      }
      if member.value.list?.isEmpty == true { mistakes.add("this list must not be empty", at: member.value.offset) }
      return pointer.map { Condition(pointer: $0, texts: Set(texts)) }
    }
  }

  /// - Parameters:
  ///   - takesValue: whether `{value}` is available.
  ///   - readsElement: whether `{./name}` is available.
  private mutating func template(_ json: LocatedJSON?, takesValue: Bool, readsElement: Bool) -> Template? {
    guard let json else { return nil }
    let alternatives = listed(json).compactMap { json in
      anyText(json).map { text in
        let pieces = pieces(of: text, at: json.offset)
        return pieces.map { name(in: $0, takesValue, readsElement, at: json.offset) }
      }
    }
    return alternatives.isEmpty ? nil : Template(alternatives: alternatives)
  }

  private mutating func name(
    in braces: String, _ takesValue: Bool, _ readsElement: Bool, at offset: Int
  ) -> Template.Name {
    switch braces {
    case "base": return .base
    case "value":
      if !takesValue { mistakes.add("unknown placeholder {value} without \"at\" or \"each\"", at: offset) }
      return .value
    default:
      guard let pointer = ValuePointer(braces) else {
        let other = ["/", "^", "./"].contains { braces.hasPrefix($0) } ? "" : "; did you mean {/\(braces)}?"
        mistakes.add("unknown placeholder {\(braces)}: a template needs pointers\(other)", at: offset)
        return .base
      }
      if pointer.scope == .element, !readsElement {
        mistakes.add(
          "unknown placeholder {\(braces)} without \"each\"; did you mean {\(braces.dropFirst())}?", at: offset)
      }
      return .pointer(pointer)
    }
  }

  /// Splits text at its braces.
  mutating func pieces(of text: String, at offset: Int) -> TextTemplate<String> {
    var pieces = TextTemplate<String>()
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { pieces.parts.append(.literal(String(rest[..<open]))) }
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(where: "{}".contains), inside[close] == "}" else {
        mistakes.add("missing } after \"{\(inside)\"", at: offset)
        return pieces
      }
      pieces.parts.append(.name(String(inside[..<close])))
      rest = inside[inside.index(after: close)...]
    }
    if !rest.isEmpty { pieces.parts.append(.literal(String(rest))) }
    return pieces
  }
}
