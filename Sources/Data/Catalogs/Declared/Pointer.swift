import Domain

/// A place within a JSON value, in the notation of RFC 6901: `/network/name`. `*` matches every element of a list, or
/// every member of an object.
struct Pointer: Sendable, Hashable {
  let text: String
  /// The segments between those that are `*`.
  private let parts: [[String]]

  /// The value itself.
  static let whole = Pointer(text: "", parts: [[]])

  var hasStar: Bool { parts.count > 1 }
  var isWhole: Bool { parts == [[]] }

  /// The pointer to what contains the place; nil for the whole, and directly after a `*`.
  var parent: Pointer? {
    guard let last = parts.last, !last.isEmpty else { return nil }
    return Pointer(text: text, parts: parts.dropLast() + [last.dropLast()])
  }

  /// The pointer to the list of the first `*`.
  var list: Pointer { Pointer(text: text, parts: [parts[0]]) }

  /// The value there, the first if there are several; nil if there is none.
  func value(in json: JSONValue) -> JSONValue? { first(in: json) { $0 } }

  private static func value(at segments: [String], in json: JSONValue) -> JSONValue? {
    var value = json
    var isXML = json.isElement
    for segment in segments {
      // In XML, a text or an element is a list of one.
      if isXML, segment == "0", case .string = value { continue }
      guard let next = child(segment, of: value) else { return nil }
      value = next
      if case .object = next { isXML = next.isElement }
    }
    return value
  }

  /// The single value there.
  func scalar(in json: JSONValue) -> Scalar? { value(in: json).flatMap(Scalar.init) }

  private static func child(_ segment: String, of value: JSONValue) -> JSONValue? {
    switch value {
    case .object(let members): return members[segment] ?? (members.isElement && segment == "0" ? value : nil)
    case .array(let elements):
      guard segment == "0" || segment.utf8.first != UInt8(ascii: "0"), segment.utf8.count < 10,
        segment.utf8.allSatisfy(\.isASCIIDigit), let index = Int(segment),
        elements.indices.contains(index)
      else { return nil }
      return elements[index]
    default: return nil
    }
  }

  /// The document with the value at the pointer replaced by a word of ours.
  func hidden(in json: JSONValue) -> JSONValue { Self.hidden(Array(parts.joined(separator: ["*"]))[...], in: json) }

  private static func hidden(_ segments: ArraySlice<String>, in json: JSONValue) -> JSONValue {
    guard let segment = segments.first else { return .string("REMOVED") }
    guard let inner = child(segment, of: json) else { return json }
    switch json {
    case .object(var members):
      members[segment] = hidden(segments.dropFirst(), in: inner)
      return .object(members)
    case .array(var elements):
      if let index = Int(segment) { elements[index] = hidden(segments.dropFirst(), in: inner) }
      return .array(elements)
    default: return json
    }
  }

  /// One of the values it leads to.
  struct Found: Sendable {
    let value: JSONValue
    /// The element of the last `*`; nil without one.
    let element: JSONValue?
  }

  /// The first result of `read` for a value there.
  func first<Result>(in json: JSONValue, _ read: (JSONValue) -> Result?) -> Result? {
    if !hasStar { return Self.value(at: parts[0], in: json).flatMap(read) }
    for found in found(in: json) ?? [] { if let result = read(found.value) { return result } }
    return nil
  }

  /// The values there, including `null`; nil if the place does not exist, which is not the same as empty.
  func found(in json: JSONValue) -> [Found]? {
    if !hasStar { return Self.value(at: parts[0], in: json).map { [Found(value: $0, element: nil)] } }
    var found = [Found(value: json, element: nil)]
    for (index, part) in parts.enumerated() {
      if index > 0 {
        var elements: [Found] = []
        var hasOther = false
        for here in found {
          switch here.value {
          case .array(let list): elements += list.map { Found(value: $0, element: $0) }
          // In XML, repeated elements are a list, and a single one is a list of one.
          case .object(let members) where members.isElement:
            elements.append(Found(value: here.value, element: here.value))
          case .object(let members): elements += members.inOrder.map { Found(value: $0.value, element: $0.value) }
          case .string where json.isElement: elements.append(Found(value: here.value, element: here.value))
          case .null: break
          default: hasOther = true
          }
        }
        if elements.isEmpty { return hasOther ? nil : [] }
        found = elements
      }
      found = found.compactMap { here in
        Self.value(at: part, in: here.value).map { Found(value: $0, element: here.element) }
      }
      if found.isEmpty { return nil }
    }
    return found
  }

  func values(in json: JSONValue) -> [JSONValue] {
    if !hasStar { return Self.value(at: parts[0], in: json).map { [$0] } ?? [] }
    return found(in: json)?.map(\.value) ?? []
  }

  /// The elements at the place: those of lists, and single values.
  func elements(in json: JSONValue) -> [JSONValue] {
    values(in: json).flatMap { $0.array ?? ($0 == .null ? [] : [$0]) }
  }

  /// How many elements the lists there have. An element of the last `*` without a value counts as one, except in XML,
  /// which has no empty lists.
  func listed(in json: JSONValue) -> Int {
    guard hasStar else { return elements(in: json).count }
    let inner = Pointer(text: text, parts: [parts[parts.count - 1]])
    return Pointer(text: text, parts: parts.dropLast() + [[]]).values(in: json).reduce(0) { count, element in
      let value = inner.value(in: element)
      return count + (value?.array?.count ?? (value == nil && json.isElement ? 0 : 1))
    }
  }

  /// The texts and numbers at the place, including those in lists: for links and for searches.
  func scalars(in json: JSONValue) -> [String] {
    func open(_ value: JSONValue) -> [String] {
      switch value {
      case .string(let text): [text]
      case .number(let digits): [digits]
      case .array(let elements): elements.flatMap(open)
      case .object: Scalar(value).map { [$0.text] } ?? []
      case .null, .bool: []
      }
    }
    return values(in: json).flatMap(open)
  }
}

extension Pointer {
  /// Nil for an invalid pointer: neither empty nor beginning with `/`, or with a `~` before anything but 0 or 1.
  init?(_ text: String) {
    let (slash, tilde) = (UInt8(ascii: "/"), UInt8(ascii: "~"))
    let escapes = text.utf8.split(separator: tilde, omittingEmptySubsequences: false).dropFirst()
    guard text.isEmpty || text.utf8.first == slash, escapes.allSatisfy({ $0.first == 0x30 || $0.first == 0x31 }) else {
      return nil
    }
    let segments = text.utf8.split(separator: slash, omittingEmptySubsequences: false).dropFirst().map { part in
      let segment = String(Substring(part))
      return escapes.isEmpty ? segment : segment.replacing("~1", with: "/").replacing("~0", with: "~")
    }
    let parts = segments.split(separator: "*", omittingEmptySubsequences: false).map(Array.init)
    self.init(text: text, parts: parts)
  }
}

/// A pointer of the value language: into the row, with `^` into the value around it, or with `.` into an element.
struct ValuePointer: Sendable, Hashable {
  enum Scope: Sendable {
    case row, around, element
  }

  let scope: Scope
  let place: Pointer

  /// As written, but without the dot before a place in an element.
  var text: String { (scope == .around ? "^" : "") + place.text }

  func base(in row: RowContext) -> JSONValue? {
    switch scope {
    case .row: row.value
    case .around: row.around
    case .element: row.element
    }
  }

  /// The first result of `read` for a value there.
  func first<Result>(in row: RowContext, _ read: (JSONValue) -> Result?) -> Result? {
    base(in: row).flatMap { place.first(in: $0, read) }
  }

  /// The values there.
  func values(in row: RowContext) -> [JSONValue] { base(in: row).map { place.values(in: $0) } ?? [] }

  /// The elements there.
  func elements(in row: RowContext) -> [JSONValue] { base(in: row).map { place.elements(in: $0) } ?? [] }
}

extension ValuePointer {
  init?(_ text: String) {
    let scope: Scope = text.hasPrefix("^") ? .around : text.hasPrefix("./") ? .element : .row
    guard let pointer = Pointer(scope == .row ? text : String(text.dropFirst())) else { return nil }
    self.init(scope: scope, place: pointer)
  }

  static let whole = ValuePointer(scope: .row, place: .whole)
}

/// A row, the value around it, its source, and what else its values depend on. A class, because it is passed on for
/// every value.
final class RowContext: Sendable {
  let value: JSONValue
  let around: JSONValue?
  /// The request whose answer contains it; relative addresses refer to it.
  let url: String?
  /// The element for a template of each element.
  let element: JSONValue?
  /// Its place in the answer, from 1.
  let number: Int
  let evaluation: Value.EvaluationContext

  init(
    value: JSONValue, around: JSONValue? = nil, url: String? = nil, element: JSONValue? = nil, number: Int = 1,
    evaluation: Value.EvaluationContext = .empty
  ) {
    (self.value, self.around, self.url, self.element) = (value, around, url, element)
    (self.number, self.evaluation) = (number, evaluation)
  }

  /// The same, but for what is given.
  func with(
    value: JSONValue? = nil, url: String? = nil, element: JSONValue? = nil, evaluation: Value.EvaluationContext? = nil
  ) -> RowContext {
    RowContext(
      value: value ?? self.value, around: around, url: url ?? self.url, element: element ?? self.element,
      number: number, evaluation: evaluation ?? self.evaluation)
  }

  /// The row with further answers as members.
  func with(_ parts: [(name: String, json: JSONValue)]) -> RowContext {
    guard case .object(var members) = value else { return self }
    for (name, json) in parts { members[name] = json }
    return with(value: .object(members))
  }
}
