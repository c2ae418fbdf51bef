import Domain

/// The language as JSON Schema, for editors, made from the table that the checker reads.
enum DeclarationSchema {
  static var value: JSONValue {
    var definitions = JSONMembers(LanguageObject.allCases.map { ($0.rawValue, definition(of: $0)) })
    definitions["anyValue"] = DeclarationLanguage.words["anyValue"]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A catalog that liner explores",
      "$ref": "#/$defs/file", "$defs": .object(definitions),
    ]
  }

  private static func definition(of object: LanguageObject) -> JSONValue {
    let keys = object.keys
    let required = keys.filter(\.isRequired).map(\.name)
    var properties = JSONMembers(keys.map { ($0.name, described($0)) })
    // Any object may have a comment.
    properties["//"] = ["description": "a comment", "type": "string"]
    var definition: JSONMembers = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { definition["required"] = JSONValue(required) }
    definition["additionalProperties"] = false
    return .object(definition)
  }

  private static func described(_ key: LanguageKey) -> JSONValue {
    .object(JSONMembers([("description", .string(key.help))] + key.type.inOrder))
  }
}
