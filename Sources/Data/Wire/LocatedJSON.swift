package import Domain

/// JSON with the place of each key and value, including repeated keys and without comments, for checking a declaration.
///
/// Stricter than `JSONValue`, which accepts what services send: people who write declarations want to know errors.
package struct LocatedJSON: Sendable {
  /// Where it begins, in bytes.
  package let offset: Int
  package let content: Content

  package init(offset: Int, content: Content) { (self.offset, self.content) = (offset, content) }

  package enum Content: Sendable {
    /// Anything but a list or an object.
    case value(JSONValue)
    case list([LocatedJSON])
    case object([Member])
  }

  package struct Member: Sendable {
    package let key: String
    /// Where the key begins, in bytes.
    package let offset: Int
    package let value: LocatedJSON
  }

  /// A syntax error, and its place in bytes.
  package typealias Malformed = JSONValue.Malformed

  // Each is nil if the value has another type.
  package var flag: Bool? { if case .value(.bool(let flag)) = content { flag } else { nil } }
  package var digits: String? { if case .value(.number(let digits)) = content { digits } else { nil } }
  package var text: String? { if case .value(.string(let text)) = content { text } else { nil } }
  package var list: [LocatedJSON]? { if case .list(let list) = content { list } else { nil } }
  package var members: [Member]? { if case .object(let members) = content { members } else { nil } }

  /// Its elements, or the value itself if it is not a list.
  package var listed: [LocatedJSON] { list ?? [self] }

  /// The first value of a key; nil if there is none.
  package subscript(key: String) -> LocatedJSON? { members?.first { $0.key == key }?.value }

  /// The type of the value in messages: `a number`.
  package var kind: String {
    switch content {
    case .value(.number): "a number"
    case .value(.string): "text"
    case .value(let value): String(decoding: value.bytes, as: UTF8.self)
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// - Throws: the first place that is not valid JSON.
  package init(parsing bytes: [UInt8]) throws(Malformed) {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw Malformed(offset: error.byteOffsets.lowerBound, message: "invalid UTF-8")
    }
    self = try JSONScanner.parse(bytes)
  }

  /// The part of the bytes that is the value at `offset`, if one begins there.
  package static func source(at offset: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
    let range = bytes[offset...].withUnsafeBufferPointer { text in
      var scanner = JSONScanner(text)
      return scanner.skipValue()
    }
    // A mark of the order of bytes may stand before it.
    return bytes[offset...].prefix(range?.upperBound ?? 0)
  }
}

extension LocatedJSON: JSONForm {
  static let deepest = 100
  static let isStrict = true
  static func scalar(_ value: JSONValue, at offset: Int) -> LocatedJSON {
    LocatedJSON(offset: offset, content: .value(value))
  }

  static func list(_ elements: [LocatedJSON], at offset: Int) -> LocatedJSON {
    LocatedJSON(offset: offset, content: .list(elements))
  }
  static func object(_ members: [Member], at offset: Int) -> LocatedJSON {
    LocatedJSON(offset: offset, content: .object(members))
  }
  static func add(_ value: LocatedJSON, named name: String, at offset: Int, to members: inout [Member]) {
    // A comment is not a member, however often it is repeated; one that is not text stays, and is reported.
    if name != "//" || value.text == nil { members.append(Member(key: name, offset: offset, value: value)) }
  }
}
