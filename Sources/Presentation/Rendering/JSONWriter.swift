package import Domain

/// Writes JSON in the order of the calls, without building a tree first. Escapes control characters, line separators
/// and bidi controls, so that a line of JSON is one line everywhere and no text is lost.
package struct JSONWriter {
  /// The output so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() { bytes.reserveCapacity(1024) }

  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    open("{")
    body(&self)
    close("}")
  }

  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    open("[")
    body(&self)
    close("]")
  }

  package mutating func array(of values: [String]) {
    array { writer in values.forEach { writer.value($0) } }
  }

  /// Begins an object or an array, which `close` ends.
  mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  /// - Parameter name: liner's own, or a catalog's name for a category; neither needs escaping.
  package mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Ends a line of JSON.
  package mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  // A field without a value is omitted.

  package mutating func field(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    self.value(value)
  }

  package mutating func field(_ name: String, _ value: Int?) {
    guard let value else { return }
    key(name)
    raw(String(value))
  }

  package mutating func field(_ name: String, _ value: Bool?) {
    guard let value else { return }
    key(name)
    raw(value ? "true" : "false")
  }

  package mutating func field(_ name: String, _ value: ItemField.Value) {
    key(name)
    switch value {
    case .number, .flag, .duration: raw(value.plain)
    case .text(let text): self.value(text)
    case .date(let date): self.value(date.text)
    case .link(let link): self.value(link.text)
    case .id(let id): self.value(id.description)
    case .price(let price):
      object { writer in
        writer.key("amount")
        writer.raw(price.digits)
        writer.field("currency", price.currency)
      }
    }
  }

  package mutating func value(_ value: String) {
    separate()
    quote(ControlCharacters.mayOccur(in: value, quoting: true) ? Self.escaped(value) : value)
    needsComma = true
  }

  /// Writes a number or a literal as it stands.
  package mutating func raw(_ value: String) {
    separate()
    append(value)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    append(text)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ text: String) {
    text.utf8.span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
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
        let hex = String(scalar.value, radix: 16)
        escaped += #"\u"# + String(repeating: "0", count: 4 - hex.count) + hex
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension JSONWriter {
  mutating func write(_ value: ReportValue) {
    switch value {
    case .text(let text): self.value(text)
    case .number(let number): raw(String(number))
    case .flag(let flag): raw(flag ? "true" : "false")
    case .list(let list): array { writer in list.forEach { writer.write($0) } }
    case .object(let members):
      object { writer in
        for member in members {
          writer.key(member.key)
          writer.write(member.value)
        }
      }
    }
  }
}

/// Items as objects, one a line, with the keys of an item in JSON output.
enum JSONList {
  /// All objects in one JSON array.
  static func text(of table: ItemTable) -> String {
    table.entries.isEmpty ? "[]\n" : "[\n" + table.entries.map(object).joined(separator: ",\n") + "\n]\n"
  }

  /// One object a line, for programs that read them one by one.
  static func lines(of table: ItemTable) -> String {
    table.entries.reduce(into: "") { $0 += object($1) + "\n" }
  }

  private static func object(_ entry: ListedItem) -> String {
    var writer = JSONWriter()
    JSONRenderer.write(entry, isFull: true, to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
