import Domain
import Wire

/// The value language.
extension DeclarationChecker {
  /// - Returns: nil if there is no value.
  mutating func value(_ json: PlacedJSON?) -> Value? {
    guard let json else { return nil }
    guard let list = json.list else {
      return form(json, "a pointer, an object, or a list of them").map { Value(forms: [$0]) }
    }
    if list.isEmpty { mistakes.add("this list must not be empty", at: json.offset) }
    return Value(forms: list.compactMap { form($0, "a pointer or an object") })
  }

  private static let stepKeys = ["strip", "as", "map", "times", "least"]
  private static let eachKeys = ["where", "join", "joinAt", "first"]

  private mutating func form(_ json: PlacedJSON, _ expected: String) -> Form? {
    if json.text != nil { return valuePointer(json).map { Form(source: .at($0)) } }
    guard json.members != nil else {
      wrongType(json, expected)
      return nil
    }
    guard let object = object(json, .value) else { return nil }
    var form = Form(source: nil)
    if let count = object["count"] {
      refuse(["at", "each"], of: object, "with \"count\"")
      if let pointer = valuePointer(count) { form.source = .count(pointer) }
    } else if object["each"] != nil {
      form.source = .each(each(of: object))
    } else if let at = object["at"] {
      if let pointer = valuePointer(at) { form.source = .at(pointer) }
    } else if object["text"] == nil {
      mistakes.add("a value needs \"at\", \"each\", \"count\" or \"text\"", at: object.offset)
      return nil
    }
    let hasSource = ["count", "each", "at"].contains { object[$0] != nil }
    if !hasSource { refuse(Self.stepKeys, of: object, "without \"at\" or \"each\"") }
    if object["each"] == nil { refuse(Self.eachKeys, of: object, "without \"each\"") }
    form.steps = steps(of: object)
    form.template = template(object["text"], takesValue: hasSource)
    return form
  }

  private mutating func each(of object: CheckedObject) -> Form.Each {
    var each = Form.Each(
      list: valuePointer(object["each"]) ?? ValuePointer(isAround: false, pointer: .whole),
      conditions: conditions(object["where"]),
      at: pointer(object["at"]) ?? .whole)
    let joints = ["join", "joinAt", "first"].filter { object[$0] != nil }
    refuse(Array(joints.dropFirst()), of: object, "with \"\(joints.first ?? "")\"")
    switch joints.first {
    case "join": each.joint = .text(anyText(object["join"]) ?? "")
    case "joinAt": each.joint = .inElement(pointer(object["joinAt"]) ?? .whole)
    case "first":
      if let first = object["first"], flag(first) == false {
        mistakes.add("\"first\" must be true or omitted", at: first.offset)
      }
      each.joint = .first
    default: break
    }
    return each
  }

  private mutating func steps(of object: CheckedObject) -> Form.Steps {
    Form.Steps(
      strip: (object["strip"]?.listed ?? []).compactMap { text($0) },
      conversion: choice(object["as"], among: Conversion.allCases.map(\.rawValue), "unknown \"as\"")
        .flatMap(Conversion.init),
      map: map(object["map"]), times: number(object["times"]), least: number(object["least"]))
  }

  private mutating func map(_ json: PlacedJSON?) -> Form.Steps.Map? {
    guard let object = object(json, "a map") else { return nil }
    guard object["path"] != nil else {
      var map: [String: Scalar] = [:]
      for member in object.members { map[member.key] = scalar(member.value) }
      return .constant(map)
    }
    guard let map = askedMap(json, .map) else { return nil }
    maps.append(map)
    return .asked(maps.count - 1)
  }

  mutating func askedMap(_ json: PlacedJSON?, _ kind: LanguageObject) -> AskedMap? {
    guard let asked = object(json, kind) else { return nil }
    let key = pointer(asked["key"])
    let value = pointer(asked["value"])
    guard let request = request(of: asked, fills: []), let key, let value else { return nil }
    return AskedMap(request: request, key: key, value: value)
  }

  /// Parses `{"/job": ["Director"]}`.
  mutating func conditions(_ json: PlacedJSON?) -> [Condition] {
    (object(json, "conditions")?.members ?? []).compactMap { member in
      let pointer = pointer(PlacedJSON(offset: member.offset, content: .text(member.key)))
      let texts = elements(member.value).compactMap { scalar($0)?.text }
      return pointer.map { Condition(pointer: $0, texts: Set(texts)) }
    }
  }

  /// - Parameter takesValue: whether `{value}` is available.
  private mutating func template(_ json: PlacedJSON?, takesValue: Bool) -> Template? {
    guard let json, let text = anyText(json) else { return nil }
    var parts: [Template.Part] = []
    for piece in pieces(of: text, at: json.offset) {
      switch piece {
      case .literal(let literal): parts.append(.literal(literal))
      case .placeholder("value"):
        if !takesValue { mistakes.add("unknown placeholder {value} without \"at\" or \"each\"", at: json.offset) }
        parts.append(.value)
      case .placeholder(let name), .filter(let name):
        if let pointer = ValuePointer(name) {
          parts.append(.pointer(pointer))
        } else {
          let other = name.hasPrefix("/") || name.hasPrefix("^") ? "" : "; did you mean {/\(name)}?"
          mistakes.add("unknown placeholder {\(name)}: a template needs pointers\(other)", at: json.offset)
        }
      }
    }
    return Template(parts: parts)
  }

  /// Splits text at its braces.
  mutating func pieces(of text: String, at offset: Int) -> [RequestTemplate.Part] {
    var pieces: [RequestTemplate.Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { pieces.append(.literal(String(rest[..<open]))) }
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(of: "}") else {
        mistakes.add("missing } after \"{\(inside)\"", at: offset)
        return pieces
      }
      pieces.append(.placeholder(String(inside[..<close])))
      rest = inside[inside.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.literal(String(rest))) }
    return pieces
  }
}
