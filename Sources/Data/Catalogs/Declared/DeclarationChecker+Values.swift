import Domain
import Wire

/// The value language.
extension DeclarationChecker {
  /// - Returns: nil where there is a mistake in it.
  mutating func value(_ json: PlacedJSON) -> Value? {
    switch json.content {
    case .text: return valuePointer(json).map { Value(forms: [Form(source: .at($0))]) }
    case .object: return form(json).map { Value(forms: [$0]) }
    case .list(let list):
      if list.isEmpty { mistakes.add("a list of values has at least one", at: json.offset) }
      let forms = list.compactMap { element -> Form? in
        switch element.content {
        case .text: return valuePointer(element).map { Form(source: .at($0)) }
        case .object: return form(element)
        default:
          wrongType(element, "a pointer or an object")
          return nil
        }
      }
      return forms.count == list.count && !list.isEmpty ? Value(forms: forms) : nil
    default:
      wrongType(json, "a pointer, an object, or a list of them")
      return nil
    }
  }

  private static let stepKeys = ["strip", "as", "map", "times", "least"]
  private static let eachKeys = ["where", "join", "joinAt", "first"]

  private mutating func form(_ json: PlacedJSON) -> Form? {
    guard let object = object(json, "a value", keys: ["at", "each", "count", "text"] + Self.stepKeys + Self.eachKeys)
    else { return nil }
    var form = Form(source: .none)
    if let count = object["count"] {
      for key in ["at", "each"] {
        if let other = object[key] { mistakes.add("\"\(key)\" does nothing beside \"count\"", at: other.offset) }
      }
      if let pointer = valuePointer(count) { form.source = .count(pointer) }
    } else if let each = object["each"] {
      form.source = .each(self.each(each, of: object))
    } else if let at = object["at"] {
      if let pointer = valuePointer(at) { form.source = .at(pointer) }
    } else if object["text"] == nil {
      mistakes.add("a value needs \"at\", \"each\", \"count\" or \"text\"", at: object.offset)
      return nil
    }
    let hasSource = ["count", "each", "at"].contains { object[$0] != nil }
    if !hasSource {
      for key in Self.stepKeys {
        if let step = object[key] {
          mistakes.add("\"\(key)\" does nothing without \"at\" or \"each\"", at: step.offset)
        }
      }
    }
    if object["each"] == nil {
      for key in Self.eachKeys {
        if let part = object[key] { mistakes.add("\"\(key)\" does nothing without \"each\"", at: part.offset) }
      }
    }
    form.steps = steps(of: object)
    if let text = object["text"] {
      guard let template = template(text, takesValue: hasSource) else { return nil }
      form.template = template
    }
    return form
  }

  private mutating func each(_ json: PlacedJSON, of object: CheckedObject) -> Form.Each {
    var each = Form.Each(list: valuePointer(json) ?? ValuePointer(.whole))
    if let conditions = object["where"] { each.conditions = self.conditions(conditions) }
    if let at = object["at"], let pointer = pointer(at) { each.at = pointer }
    let joints = ["join", "joinAt", "first"].compactMap { key in object[key].map { (key, $0) } }
    for (key, json) in joints.dropFirst() {
      mistakes.add("\"\(key)\" does nothing beside \"\(joints[0].0)\"", at: json.offset)
    }
    switch joints.first {
    case ("join", let json)?:
      if case .text(let separator) = json.content { each.joint = .text(separator) } else { wrongType(json, "text") }
    case ("joinAt", let json)?:
      if let pointer = pointer(json) { each.joint = .inElement(pointer) }
    case (_, let json)?:
      if flag(json) == false { mistakes.add("\"first\" is true or left out", at: json.offset) }
      each.joint = .first
    case nil: break
    }
    return each
  }

  private mutating func steps(of object: CheckedObject) -> Form.Steps {
    var steps = Form.Steps()
    if let strip = object["strip"] {
      if case .list = strip.content { steps.strip = texts(strip) } else { steps.strip = text(strip).map { [$0] } ?? [] }
    }
    if let json = object["as"],
      let name = choice(json, among: Conversion.allCases.map(\.rawValue), "nothing is read as")
    {
      steps.conversion = Conversion(rawValue: name)
    }
    if let map = object["map"] { steps.map = self.map(map) }
    steps.times = object["times"].flatMap { number($0) }
    steps.least = object["least"].flatMap { number($0) }
    return steps
  }

  private mutating func map(_ json: PlacedJSON) -> Form.Steps.Map? {
    guard let object = anyObject(json, "a map") else { return nil }
    guard object["path"] != nil else {
      var map: [String: JSONValue] = [:]
      for member in object.members {
        switch member.value.content {
        case .text(let text): map[member.key] = .string(text)
        case .number(let digits): map[member.key] = .number(digits)
        case .flag(let flag): map[member.key] = .bool(flag)
        case .null, .list, .object: wrongType(member.value, "text")
        }
      }
      return .constant(map)
    }
    _ = self.object(json, "a map that is asked for", keys: ["key", "value"] + Self.requestKeys)
    let key = required("key", of: object, "a map that is asked for").flatMap { pointer($0) }
    let value = required("value", of: object, "a map that is asked for").flatMap { pointer($0) }
    guard let request = request(of: object, "a map", fills: .nothing), let key, let value else { return nil }
    maps.append(AskedMap(request: request, key: key, value: value))
    return .asked(maps.count - 1)
  }

  /// `{"/job": ["Director"]}`
  mutating func conditions(_ json: PlacedJSON) -> [Condition] {
    guard let object = anyObject(json, "conditions") else { return [] }
    return object.members.compactMap { member in
      let pointer = self.pointer(PlacedJSON(offset: member.offset, content: .text(member.key)))
      let texts = elements(member.value).compactMap { element -> String? in
        switch element.content {
        case .text(let text): return text
        case .number(let digits): return digits
        case .flag(let flag): return flag ? "true" : "false"
        case .null, .list, .object:
          wrongType(element, "text")
          return nil
        }
      }
      return pointer.map { Condition(pointer: $0, texts: Set(texts)) }
    }
  }

  /// - Parameter takesValue: whether `{value}` is filled.
  private mutating func template(_ json: PlacedJSON, takesValue: Bool) -> Template? {
    guard case .text(let text) = json.content else {
      wrongType(json, "text")
      return nil
    }
    var parts: [Template.Part] = []
    var isSound = true
    for piece in pieces(of: text, at: json.offset) {
      switch piece {
      case .literal(let literal): parts.append(.literal(literal))
      case .placeholder("value"):
        if !takesValue {
          mistakes.add("nothing fills {value} without \"at\" or \"each\"", at: json.offset)
          isSound = false
        }
        parts.append(.value)
      case .placeholder(let name):
        if let pointer = ValuePointer(name) {
          parts.append(.pointer(pointer))
        } else {
          isSound = false
          let other = name.hasPrefix("/") || name.hasPrefix("^") ? "" : "; did you mean {/\(name)}?"
          mistakes.add("nothing fills {\(name)}: a template takes pointers\(other)", at: json.offset)
        }
      }
    }
    return isSound ? Template(parts: parts) : nil
  }

  /// Text taken apart at its braces.
  mutating func pieces(of text: String, at offset: Int) -> [RequestTemplate.Part] {
    var pieces: [RequestTemplate.Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { pieces.append(.literal(String(rest[..<open]))) }
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(of: "}") else {
        mistakes.add("a closing brace is missing behind \"{\(inside)\"", at: offset)
        return pieces
      }
      pieces.append(.placeholder(String(inside[..<close])))
      rest = inside[inside.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.literal(String(rest))) }
    return pieces
  }
}
