import Domain

/// Text with names in braces, which are filled in: `/shows/{id}`.
struct TextTemplate<Name: Sendable>: Sendable {
  var parts: [Part] = []

  enum Part: Sendable {
    case literal(String)
    case name(Name)
  }

  var names: [Name] { parts.compactMap { if case .name(let name) = $0 { name } else { nil } } }

  func map<Other>(_ other: (Name) -> Other) -> TextTemplate<Other> {
    TextTemplate<Other>(
      parts: parts.map { part in
        switch part {
        case .literal(let text): .literal(text)
        case .name(let name): .name(other(name))
        }
      })
  }

  /// Nil if a name has no value.
  func filled(literal: (String) -> String = { $0 }, _ value: (Name) -> String?) -> String? {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let words): text += literal(words)
      case .name(let name):
        guard let value = value(name) else { return nil }
        text += value
      }
    }
    return text
  }
}

/// JSON with placeholders in its texts.
indirect enum JSONTemplate<Text: Sendable>: Sendable {
  case constant(JSONValue)
  case text(Text)
  /// A text that is sent as a number.
  case number(Text)
  case list([JSONTemplate])
  case object([(name: String, value: JSONTemplate)])

  /// The texts in it.
  var texts: [Text] { leaves.map(\.text) }

  /// The texts in it that are sent as numbers.
  var numbers: [Text] { leaves.filter(\.isNumber).map(\.text) }

  private var leaves: [(text: Text, isNumber: Bool)] {
    switch self {
    case .constant: []
    case .text(let text): [(text, false)]
    case .number(let text): [(text, true)]
    case .list(let elements): elements.flatMap(\.leaves)
    case .object(let members): members.flatMap(\.value.leaves)
    }
  }

  /// Without texts that have no value, or should be a number but are not; nil if nothing is left.
  /// - Parameter each: the values of a text that represents several elements of a list; nil for any other text.
  func filled(_ fill: (Text) -> String?, each: (Text) -> [String]? = { _ in nil }) -> JSONValue? {
    switch self {
    case .constant(let value): value
    case .text(let text): fill(text).map(JSONValue.string)
    case .number(let text): fill(text).flatMap(Self.number)
    case .list(let elements): .array(elements.flatMap { $0.elements(fill, each: each) })
    case .object(let members):
      .object(JSONMembers(members.compactMap { name, value in value.filled(fill, each: each).map { (name, $0) } }))
    }
  }

  private func elements(_ fill: (Text) -> String?, each: (Text) -> [String]?) -> [JSONValue] {
    switch self {
    case .text(let text): if let values = each(text) { return values.map(JSONValue.string) }
    case .number(let text): if let values = each(text) { return values.compactMap(Self.number) }
    case .constant, .list, .object: break
    }
    return filled(fill, each: each).map { [$0] } ?? []
  }

  private static func number(_ text: String) -> JSONValue? { Scalar.text(text).decimal.map { .number("\($0)") } }
}
