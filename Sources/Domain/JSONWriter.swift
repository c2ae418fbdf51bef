/// Writes JSON in the order of the calls, without building a tree first. Escapes control characters, line separators
/// and bidi controls, so that one line of JSON is one line everywhere and no text is lost.
///
/// Most of it is inlinable, because other modules write the screens, and calls and unspecialized generics cost a quarter
/// of their time.
@usableFromInline package struct JSONWriter {
  /// The output so far, in UTF-8.
  @usableFromInline package internal(set) var bytes: [UInt8] = []
  @usableFromInline var needsComma = false
  /// Whether the members of a `JSONValue` are sorted by name, so that equal values have equal bytes.
  @usableFromInline let sortsMembers: Bool

  // A kilobyte would be more than malloc's cache for each thread keeps.
  @inlinable package init(sortsMembers: Bool = false) {
    self.sortsMembers = sortsMembers
    bytes.reserveCapacity(960)
  }

  @inlinable package mutating func object(_ body: (inout JSONWriter) -> Void) { nest("{", "}", body) }

  @inlinable package mutating func array(_ body: (inout JSONWriter) -> Void) { nest("[", "]", body) }

  @inlinable mutating func nest(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: opening))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: closing))
    needsComma = true
  }

  /// - Parameter name: liner's own, or a catalog's name for a category; neither needs escaping.
  @inlinable package mutating func key(_ name: String) {
    quote(name, isKey: true)
    needsComma = false
  }

  /// Ends a line of JSON.
  @inlinable package mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Writes a member with any name.
  fileprivate mutating func member(_ name: String, _ value: JSONValue) {
    self.value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
    value.write(to: &self)
  }

  /// Writes a field; nil omits it.
  @inlinable package mutating func field(_ name: String, _ value: (some JSONWritable)?) {
    guard let value else { return }
    key(name)
    value.write(to: &self)
  }

  @inlinable package mutating func value(_ value: String) {
    quote(value)
    needsComma = true
  }

  /// Writes a number or a literal unchanged.
  @inlinable package mutating func raw(_ value: String) {
    separate()
    value.utf8.span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    needsComma = true
  }

  /// The fields that `entry` has, without the braces around them.
  package static func members(_ fields: some Sequence<ItemField>, of entry: ListedItem) -> String {
    var writer = JSONWriter()
    for field in fields { writer.field(field.key, field.value(of: entry)) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @inlinable mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  /// Appends all bytes of a key or text at once, because each append checks the array's capacity and owner.
  @inlinable mutating func quote(_ text: String, isKey: Bool = false) {
    text.utf8.span.withUnsafeBufferPointer { utf8 in
      if !isKey, ControlCharacters.mayOccur(in: utf8, quoting: true) {
        return raw(#""\#(Self.escaped(text))""#)
      }
      bytes.append(addingCapacity: utf8.count + 4) { span in
        if needsComma { span.append(UInt8(ascii: ",")) }
        span.append(UInt8(ascii: "\""))
        span.withUnsafeMutableBufferPointer { buffer, count in
          guard let rest = buffer.baseAddress, let text = utf8.baseAddress else { return }
          (rest + count).initialize(from: text, count: utf8.count)
          count += utf8.count
        }
        span.append(UInt8(ascii: "\""))
        if isKey { span.append(UInt8(ascii: ":")) }
      }
    }
  }

  @usableFromInline static func escaped(_ value: String) -> String {
    var escaped = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": escaped += #"\""#
      case "\\": escaped += #"\\"#
      case "\n": escaped += #"\n"#
      case "\r": escaped += #"\r"#
      case "\t": escaped += #"\t"#
      case _ where ControlCharacters.contains(scalar):
        escaped += #"\u"# + scalar.value.zeroPadded(to: 4, radix: 16)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// A value that JSON can hold.
@usableFromInline package protocol JSONWritable: Sendable {
  func write(to writer: inout JSONWriter)
}

extension String: JSONWritable {
  @inlinable package func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Int: JSONWritable {
  @inlinable package func write(to writer: inout JSONWriter) { writer.raw(String(self)) }
}

extension Bool: JSONWritable {
  @inlinable package func write(to writer: inout JSONWriter) { writer.raw(self ? "true" : "false") }
}

extension Array: JSONWritable where Element: JSONWritable {
  @inlinable package func write(to writer: inout JSONWriter) {
    writer.array { writer in forEach { $0.write(to: &writer) } }
  }
}

extension ItemField.Value: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .number, .flag, .duration: writer.raw(plain)
    case .text(let text): writer.value(text)
    case .date(let date): writer.value(date.text)
    case .link(let link): writer.value(link.text)
    case .id(let id): writer.value(id.description)
    case .price(let price):
      writer.object { writer in
        writer.key("amount")
        writer.raw(price.digits)
        writer.field("currency", price.currency)
      }
    }
  }
}

extension JSONValue: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.raw("null")
    case .string(let text): text.write(to: &writer)
    case .number(let digits): writer.raw(digits)
    case .bool(let flag): flag.write(to: &writer)
    case .array(let elements): elements.write(to: &writer)
    case .object(let members):
      let all = writer.sortsMembers ? members.inOrder.sorted { $0.name < $1.name } : members.inOrder
      writer.object { writer in all.forEach { writer.member($0.name, $0.value) } }
    }
  }
}

extension JSONValue {
  /// For files. Equal values have equal bytes.
  package var bytes: [UInt8] {
    var writer = JSONWriter(sortsMembers: true)
    write(to: &writer)
    return writer.bytes
  }
}
