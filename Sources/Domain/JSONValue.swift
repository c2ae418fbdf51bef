/// A JSON text as a value.
///
/// Replaces `JSONDecoder` for long answers: that took 10 ms for 200 songs, and rejects a whole string for one invalid
/// UTF-8 byte or half a surrogate pair. Here those become U+FFFD, control characters stay, and the last of several
/// equal keys wins.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  /// As written, so that no digit of an amount or an id is lost.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONMembers)

  package var members: JSONMembers? { if case .object(let members) = self { members } else { nil } }
  /// The members of an object as written; otherwise empty.
  package var inOrder: [(name: String, value: JSONValue)] { members?.inOrder ?? [] }
  /// The members of an object that are strings.
  package var texts: [String: String] { members?.values.compactMapValues { $0 == "" ? "" : $0.text } ?? [:] }

  package subscript(name: String) -> JSONValue? { members?[name] }

  package var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// A string with at least one visible character.
  package var text: String? { if case .string(let text) = self, !text.isBlank { text } else { nil } }

  package var integer: Int? { digits.flatMap { Int($0) ?? Double($0).flatMap(Int.init(exactly:)) } }

  package var double: Double? { digits.flatMap { Double($0) } }

  /// A number as written.
  package var digits: String? { if case .number(let digits) = self { digits } else { nil } }

  /// An id: a number, often beyond 32 bits, or the same in quotes.
  package var key: String? { integer.map(String.init) ?? text }
}

extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self = .number(String(number)) }
  package init(booleanLiteral flag: Bool) { self = .bool(flag) }
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(JSONMembers(members.map { (name: $0, value: $1) }))
  }

  package init(_ number: Int) { self = .number(String(number)) }
  package init(_ texts: [String]) { self = .array(texts.map { .string($0) }) }
}

/// The members of an object as written, each name once. Comparing two ignores their order.
///
/// A list, because most objects are small: hashing the names took longer than parsing the rest.
package struct JSONMembers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package private(set) var inOrder: [(name: String, value: JSONValue)] = []
  /// The text of an XML element in which text and elements stand beside each other, with theirs; empty for other
  /// elements, nil for JSON. A list of at most one, because that takes less space in each object.
  package var wholeText: [String]?

  /// Whether it represents an XML element.
  package var isElement: Bool { wholeText != nil }

  package init() {}

  /// Of several equal names, the last value wins, at the position of the first.
  package init(_ members: [(name: String, value: JSONValue)]) {
    inOrder = members
    if hasRepeatedName { inOrder = members.grouped(by: \.name).map { ($0, $1[$1.count - 1].value) } }
  }

  package init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements.map { (name: $0, value: $1) }) }

  /// In no particular order.
  package init(_ values: [String: JSONValue]) { inOrder = values.map { ($0.key, $0.value) } }

  package var isEmpty: Bool { inOrder.isEmpty }
  package var names: [String] { inOrder.map(\.name) }
  package var values: [String: JSONValue] { Dictionary(inOrder.map { ($0.name, $0.value) }) { $1 } }

  package subscript(name: String) -> JSONValue? {
    get { place(of: name).map { inOrder[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?): inOrder[place].value = value
      case (let place?, nil): inOrder.remove(at: place)
      case (nil, let value?): inOrder.append((name, value))
      case (nil, nil): break
      }
    }
  }

  private func place(of name: String) -> Int? {
    let length = name.utf8.count
    return inOrder.firstIndex { $0.name.utf8.count == length && $0.name == name }
  }

  private var hasRepeatedName: Bool {
    // Beyond this, hashing is faster than comparing each name with each.
    inOrder.count > 64
      ? Set(names).count < inOrder.count : inOrder.indices.contains { place(of: inOrder[$0].name) != $0 }
  }

  package static func == (a: JSONMembers, b: JSONMembers) -> Bool { a.values == b.values }
}
