import Domain
import Wire

/// The language as JSON Schema, for editors; made from the table that the checker reads.
enum DeclarationSchema {
  static var value: ReportValue {
    .object([
      .init("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      .init("title", .text("A catalog that liner explores")),
      .init("$ref", .text("#/$defs/file")),
      .init(
        "$defs",
        .object(LanguageObject.allCases.map { .init($0.rawValue, definition(of: $0)) } + [.init("anyValue", anyValue)])),
    ])
  }

  private static func definition(of object: LanguageObject) -> ReportValue {
    let keys = object.keys
    var members: [ReportValue.Member] = [.init("type", .text("object"))]
    members.append(
      .init(
        "properties",
        .object(
          keys.map { .init($0.name, described(schema(of: $0.type), $0.help)) }
            + [comment])))
    let required = keys.filter(\.isRequired).map(\.name)
    if !required.isEmpty { members.append(.init("required", .texts(required))) }
    members.append(.init("additionalProperties", .flag(false)))
    return .object(members)
  }

  /// Any object may have one.
  private static let comment = ReportValue.Member("//", described(simple("string"), "a comment"))

  private static func described(_ schema: ReportValue, _ help: String) -> ReportValue {
    guard case .object(let members) = schema else { return schema }
    return .object([.init("description", .text(help))] + members)
  }

  /// A pointer, an object, or a list of them.
  private static let anyValue = ReportValue.object([
    .init(
      "anyOf",
      .list([
        reference(to: "value"), schema(of: .pointer),
        list(of: .object([.init("anyOf", .list([schema(of: .pointer), reference(to: "value")]))])),
      ]))
  ])

  private static func simple(_ type: String) -> ReportValue { .object([.init("type", .text(type))]) }
  private static func reference(to name: String) -> ReportValue { .object([.init("$ref", .text("#/$defs/\(name)"))]) }
  private static func list(of items: ReportValue) -> ReportValue {
    .object([.init("type", .text("array")), .init("items", items)])
  }

  private static func schema(of type: LanguageType) -> ReportValue {
    switch type {
    case .text: simple("string")
    case .flag: simple("boolean")
    case .number: simple("number")
    case .pointer: .object([.init("type", .text("string")), .init("pattern", .text("^(\\^?/.*|\\^?)$"))])
    case .whole(let range):
      .object([
        .init("type", .text("integer")), .init("minimum", .number(range.lowerBound)),
        .init("maximum", .number(range.upperBound)),
      ])
    case .word(let words): .object([.init("enum", .texts(words))])
    case .value: reference(to: "anyValue")
    case .object(let object): reference(to: object.rawValue)
    case .members(let type):
      .object([
        .init("type", .text("object")), .init("properties", .object([comment])),
        .init("additionalProperties", schema(of: type)),
      ])
    case .list(let type): list(of: schema(of: type))
    case .either(let types): .object([.init("anyOf", .list(types.map(schema)))])
    case .any: .object([])
    }
  }
}
