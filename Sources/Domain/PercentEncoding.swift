/// Percent-encodes text for a path, a query or a form.
package enum PercentEncoding {
  /// Encodes everything but letters, digits, `-._~` and `kept`; a space becomes `%20`.
  package static func encoded(_ text: String, keeping kept: String = "") -> String {
    let kept = Array((kept + "-._~").utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if byte.isASCIIAlphanumeric || kept.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Encodes spaces, control characters and everything beyond ASCII.
  package static func printable(_ text: String) -> String { encoded(text, keeping: "!\"#$%&'()*+,/:;<=>?@[\\]^`{|}") }

  /// Decodes `text`; invalid escapes stay.
  package static func decoded(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let byte = bytes[index + 1...index + 2].hexNumber {
        decoded.append(UInt8(byte))
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
