import Domain
import Wire

/// JSON to write, with its keys in the order given.
struct SampleJSON: Sendable {
  /// Nil omits its key, as the services do with unknown values.
  let json: JSONValue?

  static let null = SampleJSON(json: .null)
  static let absent = SampleJSON(json: nil)

  static func text(_ value: String?) -> SampleJSON { SampleJSON(json: value.map { .string($0) }) }
  static func int(_ value: Int?) -> SampleJSON { .digits(value.map(String.init)) }
  /// A number in given digits, so that a price stays 1.29.
  static func digits(_ value: String?) -> SampleJSON { SampleJSON(json: value.map { .number($0) }) }
  static func bool(_ value: Bool) -> SampleJSON { SampleJSON(json: .bool(value)) }
  static func texts(_ values: [String]) -> SampleJSON { .array(values.map { .text($0) }) }
  static func array(_ values: [SampleJSON]) -> SampleJSON {
    SampleJSON(json: .array(values.map { $0.json ?? .null }))
  }
  static func object(_ members: [(String, SampleJSON)]) -> SampleJSON {
    SampleJSON(json: .object(JSONMembers(members.compactMap { name, value in value.json.map { (name, $0) } })))
  }

  /// UTF-8, without spaces between the parts.
  var bytes: [UInt8] { (json ?? .null).asWritten }
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
