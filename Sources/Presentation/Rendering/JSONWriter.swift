package import struct Foundation.Decimal

/// Writes JSON in the order of the calls, without building a tree first.
///
/// Control characters and those that could reorder or end a terminal's line are escaped, so that a line of JSON is one
/// line everywhere and nothing of the text is lost.
package struct JSONWriter {
  package private(set) var text = ""
  private var needsComma = false

  package init() {}

  package mutating func object(_ body: (inout JSONWriter) -> Void) { enclosed("{", "}", body) }
  package mutating func array(_ body: (inout JSONWriter) -> Void) { enclosed("[", "]", body) }

  package mutating func key(_ name: String) {
    value(name)
    text += ":"
    needsComma = false
  }

  package mutating func field(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    self.value(value)
  }

  package mutating func field(_ name: String, _ value: Int?) {
    guard let value else { return }
    key(name)
    self.value(value)
  }

  package mutating func field(_ name: String, _ value: Bool?) {
    guard let value else { return }
    key(name)
    raw(value ? "true" : "false")
  }

  package mutating func field(_ name: String, _ value: Decimal?) {
    guard let value else { return }
    key(name)
    raw("\(value)")
  }

  package mutating func value(_ value: Int) { raw(String(value)) }

  package mutating func value(_ value: String) {
    separate()
    text += "\""
    if Self.isPlain(value) { text += value } else { appendEscaped(value) }
    text += "\""
    needsComma = true
  }

  /// A number or word as it is to stand.
  package mutating func raw(_ value: String) {
    separate()
    text += value
    needsComma = true
  }

  private mutating func enclosed(_ open: String, _ close: String, _ body: (inout JSONWriter) -> Void) {
    separate()
    text += open
    needsComma = false
    body(&self)
    text += close
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { text += "," }
  }

  private static func isPlain(_ value: String) -> Bool {
    var previous: UInt8 = 0
    for byte in value.utf8 {
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F { return false }
      if previous == 0xC2 && byte < 0xA0 || previous == 0xE2 && byte < 0x82 { return false }
      previous = byte
    }
    return true
  }

  private mutating func appendEscaped(_ value: String) {
    for scalar in value.unicodeScalars {
      switch scalar.value {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x09: text += "\\t"
      case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069:
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
