package import Domain

/// Writes JSON in the order of the calls, without building a tree first. Escapes control characters, line separators
/// and bidi controls, so that one line of JSON is one line everywhere and no text is lost.
package struct JSONWriter {
  /// The output so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  // A kilobyte would be more than malloc's cache for each thread keeps.
  package init() { bytes.reserveCapacity(960) }

  package mutating func object(_ body: (inout JSONWriter) -> Void) { nest("{", "}", body) }

  package mutating func array(_ body: (inout JSONWriter) -> Void) { nest("[", "]", body) }

  private mutating func nest(_ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: opening))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: closing))
    needsComma = true
  }

  /// - Parameter name: liner's own, or a catalog's name for a category; neither needs escaping.
  package mutating func key(_ name: String) {
    quote(name, isKey: true)
    needsComma = false
  }

  /// Ends a line of JSON.
  package mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Writes a field; nil omits it.
  package mutating func field(_ name: String, _ value: (some JSONWritable)?) {
    guard let value else { return }
    key(name)
    value.write(to: &self)
  }

  package mutating func value(_ value: String) {
    quote(value)
    needsComma = true
  }

  /// Writes a number or a literal unchanged.
  package mutating func raw(_ value: String) {
    separate()
    value.utf8.span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    needsComma = true
  }

  /// The fields that `entry` has, without the braces around them.
  static func members(_ fields: some Sequence<ItemField>, of entry: ListedItem) -> String {
    var writer = JSONWriter()
    for field in fields { writer.field(field.key, field.value(of: entry)) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  /// Appends all bytes of a key or text at once, because each append checks the array's capacity and owner.
  private mutating func quote(_ text: String, isKey: Bool = false) {
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

  private static func escaped(_ value: String) -> String {
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
package protocol JSONWritable: Sendable {
  func write(to writer: inout JSONWriter)
}

extension String: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension Int: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.raw(String(self)) }
}

extension Bool: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.raw(self ? "true" : "false") }
}

extension Array: JSONWritable where Element: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.array { writer in forEach { $0.write(to: &writer) } } }
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
      writer.object { writer in
        for (name, value) in members.inOrder { writer.field(name, value) }
      }
    }
  }
}

/// A small JSON object, with its members in order; nil omits one. Screens, items and other frequent output write
/// themselves directly.
package struct JSONObject: JSONWritable, ExpressibleByDictionaryLiteral {
  private var members: [(key: String, value: any JSONWritable)]

  package init(dictionaryLiteral members: (String, (any JSONWritable)?)...) { self.init(members) }

  init(_ members: [(String, (any JSONWritable)?)]) {
    self.members = members.compactMap { key, value in value.map { (key, $0) } }
  }

  static func + (first: JSONObject, second: JSONObject) -> JSONObject {
    changing(first) { $0.members += second.members }
  }

  package func write(to writer: inout JSONWriter) { writer.object { writeMembers(to: &$0) } }

  /// Writes the members into an object that was already opened.
  func writeMembers(to writer: inout JSONWriter) {
    for (key, value) in members { writer.field(key, value) }
  }
}

extension Array {
  /// The array, or nil if it is empty, which omits its field.
  var nonEmpty: [Element]? { isEmpty ? nil : self }
}

/// Items as objects, with the keys of an item in JSON output.
enum JSONList {
  /// All objects in one JSON array.
  /// - Parameter columns: the fields of each object; nil means all.
  static func text(of entries: [ListedItem], columns: [ItemField]? = nil) -> String {
    let objects = entries.map { object($0, columns) }
    return objects.isEmpty ? "[]\n" : "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }

  /// One object per line, for programs that read them one by one.
  static func lines(of entries: [ListedItem], columns: [ItemField]? = nil) -> String {
    entries.reduce(into: "") { $0 += object($1, columns) + "\n" }
  }

  private static func object(_ entry: ListedItem, _ columns: [ItemField]?) -> String {
    if let columns { return "{" + JSONWriter.members(columns, of: entry) + "}" }
    var writer = JSONWriter()
    entry.json.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
