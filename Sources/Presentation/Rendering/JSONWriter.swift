/// Writes JSON in the order of the calls, without building a tree first.
///
/// Control characters and those that could reorder or end a terminal's line are escaped, so that a line of JSON is one
/// line everywhere and nothing of the text is lost.
package struct JSONWriter {
  /// What has been written, in UTF-8.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {
    bytes.reserveCapacity(1024)
  }

  package mutating func object(_ body: (inout JSONWriter) -> Void) { enclosed("{", "}", body) }
  package mutating func array(_ body: (inout JSONWriter) -> Void) { enclosed("[", "]", body) }

  /// A name of ours, which has nothing in it to escape.
  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func key(named name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Ends a line of JSON.
  package mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  package mutating func field(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    key(name)
    self.value(value)
  }

  package mutating func field(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    key(name)
    raw(String(value))
  }

  package mutating func field(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    key(name)
    raw(value ? "true" : "false")
  }

  package mutating func value(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var value = value
    let isDone = value.withUTF8 { utf8 in
      if ControlCharacters.mayOccur(in: utf8, quoting: true) { return false }
      bytes.append(contentsOf: utf8)
      return true
    }
    if !isDone { appendEscaped(value) }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// A number or word as it is to stand.
  package mutating func raw(_ value: String) {
    separate()
    bytes.append(contentsOf: value.utf8)
    needsComma = true
  }

  private mutating func enclosed(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func appendEscaped(_ value: String) {
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: #"\""#.utf8)
      case "\\": bytes.append(contentsOf: #"\\"#.utf8)
      case "\n": bytes.append(contentsOf: #"\n"#.utf8)
      case "\r": bytes.append(contentsOf: #"\r"#.utf8)
      case "\t": bytes.append(contentsOf: #"\t"#.utf8)
      case _ where ControlCharacters.contains(scalar):
        let hex = String(scalar.value, radix: 16)
        bytes.append(contentsOf: (#"\u"# + String(repeating: "0", count: 4 - hex.count) + hex).utf8)
      default: bytes.append(contentsOf: UTF8.encode(scalar)!)
      }
    }
  }
}
