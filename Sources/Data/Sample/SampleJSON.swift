/// JSON to write, with its keys in the order given.
enum SampleJSON: Sendable {
  case text(String)
  case int(Int)
  /// A number in the digits to write, so that a price stays 1.29.
  case digits(String)
  case bool(Bool)
  case array([SampleJSON])
  case object([(String, SampleJSON)])
  case null
  /// Leaves out its key, as the services do with unknown values.
  case absent

  static func text(_ value: String?) -> SampleJSON { value.map { .text($0) } ?? .absent }
  static func int(_ value: Int?) -> SampleJSON { value.map { .int($0) } ?? .absent }
  static func digits(_ value: String?) -> SampleJSON { value.map { .digits($0) } ?? .absent }
  static func texts(_ values: [String]) -> SampleJSON { .array(values.map { .text($0) }) }

  /// UTF-8, without spaces between the parts.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  func write(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text): Self.write(text, to: &bytes)
    case .int(let number): bytes += String(number).utf8
    case .digits(let digits): bytes += digits.utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .null, .absent: bytes += "null".utf8
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let pairs):
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for (key, value) in pairs {
        if case .absent = value { continue }
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        // Keys are names in our sources and need no escaping.
        bytes.append(UInt8(ascii: "\""))
        bytes += key.utf8
        bytes += "\":".utf8
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    guard !isPlain else {
      bytes += text.utf8
      return
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes += #"\n"#.utf8
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += (#"\u"# + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: bytes.append(byte)
      }
    }
  }
}

extension SampleJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .int(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension SampleJSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral {
  init(arrayLiteral elements: SampleJSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, SampleJSON)...) { self = .object(elements) }
  init(nilLiteral: ()) { self = .null }
}
