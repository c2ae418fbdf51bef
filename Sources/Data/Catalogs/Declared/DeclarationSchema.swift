import Domain
import Wire

/// The language as JSON Schema, for editors; made from the table that the checker reads.
enum DeclarationSchema {
  static var value: ReportValue {
    let definitions = LanguageObject.allCases.map { ReportValue.Member($0.rawValue, definition(of: $0)) }
    let anyValue = ReportValue(DeclarationLanguage.words["anyValue"] ?? .null)
    return .object([
      .init("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      .init("title", .text("A catalog that liner explores")),
      .init("$ref", .text("#/$defs/file")),
      .init("$defs", .object(definitions + [.init("anyValue", anyValue)])),
    ])
  }

  private static func definition(of object: LanguageObject) -> ReportValue {
    let keys = object.keys
    let required = keys.filter(\.isRequired).map(\.name)
    // Any object may have a comment.
    let comment = ReportValue.object([.init("description", .text("a comment")), .init("type", .text("string"))])
    return .object(
      [
        .init("type", .text("object")),
        .init("properties", .object(keys.map { .init($0.name, described($0)) } + [.init("//", comment)])),
      ]
        + (required.isEmpty ? [] : [.init("required", .texts(required))])
        + [.init("additionalProperties", .flag(false))])
  }

  private static func described(_ key: LanguageKey) -> ReportValue {
    guard case .object(let type) = ReportValue(key.type) else { return .text(key.help) }
    return .object([.init("description", .text(key.help))] + type)
  }
}

extension ReportValue {
  fileprivate init(_ json: JSONValue) {
    switch json {
    case .string(let text): self = .text(text)
    case .number(let digits): self = .number(Int(digits) ?? 0)
    case .bool(let flag): self = .flag(flag)
    case .array(let elements): self = .list(elements.map { ReportValue($0) })
    case .object(let members): self = .object(members.inOrder.map { .init($0.name, ReportValue($0.value)) })
    case .null: self = .object([])
    }
  }
}
