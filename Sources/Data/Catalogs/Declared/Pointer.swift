import Domain
import Wire

/// A place within a JSON value, in the notation of RFC 6901: `/network/name`.
struct Pointer: Sendable, Hashable {
  let text: String
  private let segments: [String]

  /// The value itself.
  static let whole = Pointer(text: "", segments: [])

  /// The value there; nil if there is none.
  func value(in json: JSONValue) -> JSONValue? {
    var value = json
    for segment in segments {
      guard let next = Self.child(segment, of: value) else { return nil }
      value = next
    }
    return value
  }

  /// The single value there.
  func scalar(in json: JSONValue) -> Scalar? { value(in: json).flatMap(Scalar.init) }

  private static func child(_ segment: String, of value: JSONValue) -> JSONValue? {
    switch value {
    case .object(let members): return members[segment]
    case .array(let elements):
      guard segment == "0" || segment.utf8.first != UInt8(ascii: "0"), segment.utf8.count < 10,
        segment.utf8.allSatisfy(\.isASCIIDigit), let index = Int(segment),
        elements.indices.contains(index)
      else { return nil }
      return elements[index]
    default: return nil
    }
  }

  /// The parts between segments that are `*`: `/media` and `/tracks` of `/media/*/tracks`.
  fileprivate var splitAtStars: [Pointer] {
    segments.split(separator: "*", omittingEmptySubsequences: false).map { Pointer(text: text, segments: Array($0)) }
  }
}

extension Pointer {
  /// Nil for an invalid pointer: neither empty nor beginning with `/`, or with a `~` before anything but 0 or 1.
  init?(_ text: String) {
    guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
    var segments: [String] = []
    for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst() {
      let pieces = part.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
      var segment = Array(pieces[0])
      for piece in pieces.dropFirst() {
        switch piece.first {
        case UInt8(ascii: "0"): segment.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): segment.append(UInt8(ascii: "/"))
        default: return nil
        }
        segment += piece.dropFirst()
      }
      segments.append(String(decoding: segment, as: UTF8.self))
    }
    self.init(text: text, segments: segments)
  }
}

/// Where the rows of an answer are: a pointer in which `*` stands for every element of a list.
struct RowsPointer: Sendable, Hashable {
  let text: String
  private let parts: [Pointer]

  init(_ pointer: Pointer) {
    text = pointer.text
    parts = pointer.splitAtStars
  }

  /// One of the values it leads to.
  struct Found: Sendable {
    let value: JSONValue
    /// The element of the last `*`; nil without one.
    let element: JSONValue?
  }

  /// The values there, including `null`; nil if the place does not exist, so that it cannot count as empty.
  func found(in json: JSONValue) -> [Found]? {
    var found = [Found(value: json, element: nil)]
    for (index, part) in parts.enumerated() {
      if index > 0 {
        var elements: [Found] = []
        for here in found {
          switch here.value {
          case .array(let list): elements += list.map { Found(value: $0, element: $0) }
          case .null: break
          default: return nil
          }
        }
        if elements.isEmpty { return [] }
        found = elements
      }
      found = found.compactMap { here in part.value(in: here.value).map { Found(value: $0, element: here.element) } }
      if found.isEmpty { return nil }
    }
    return found
  }

  /// The texts and numbers at the place, including those in lists: for links and for searches.
  func scalars(in json: JSONValue) -> [String] {
    func open(_ value: JSONValue) -> [String] {
      switch value {
      case .string(let text): [text]
      case .number(let digits): [digits]
      case .array(let elements): elements.flatMap(open)
      case .null, .bool, .object: []
      }
    }
    return (found(in: json) ?? []).flatMap { open($0.value) }
  }
}

/// A pointer of the value language: into the row, or with `^` into the value around it.
struct ValuePointer: Sendable, Hashable {
  let isAround: Bool
  let pointer: Pointer

  func value(in row: RowContext) -> JSONValue? {
    isAround ? row.around.flatMap { pointer.value(in: $0) } : pointer.value(in: row.value)
  }
}

extension ValuePointer {
  init?(_ text: String) {
    let isAround = text.hasPrefix("^")
    guard let pointer = Pointer(isAround ? String(text.dropFirst()) : text) else { return nil }
    self.init(isAround: isAround, pointer: pointer)
  }
}

/// A row and the value around it.
struct RowContext: Sendable, Equatable {
  let value: JSONValue
  var around: JSONValue?
}
