import Domain
import Foundation
import TestSupport
import Testing

@testable import Catalogs
import Wire

/// The schema that editors use, by as much of JSON Schema as it uses itself.
struct DeclarationSchemaTests {
  private static let schema = DeclarationSchema.value

  @Test func `the schema accepts every shipped declaration`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Data/Catalogs/Declared/Declarations").standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.count > 20)
    for file in files {
      let json = try JSONValue(parsing: [UInt8](Data(contentsOf: file)))
      #expect(Self.accepts(json, Self.schema), "\(file.lastPathComponent)")
    }
  }

  private static let mistaken: [(String, [String])] = {
    let checker = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "DeclarationCheckerTests.swift")
      .path
    return TextTable.rows("an error in a file's own keys is reported with its place", beside: checker) {
      (DeclarationCheckerTests.file($0[0]), $0.rest(1))
    }
      + TextTable.rows("an error in a category is reported with its place, and hides no other", beside: checker) {
        (DeclarationCheckerTests.category($0[0]), $0.rest(1))
      }
  }()

  @Test(arguments: mistaken)
  func `the schema rejects what is wrong by itself, whatever else the declaration has`(
    text: String, mistakes: [String]
  ) throws {
    let json = try JSONValue(parsing: Array(text.utf8))
    let isOfParts = mistakes.allSatisfy { mistake in Self.ofParts.contains { mistake.contains($0) } }
    if mistakes.isEmpty || !isOfParts { #expect(Self.accepts(json, Self.schema) == mistakes.isEmpty) }
  }

  /// In mistakes that no schema can tell: about names, other parts, hosts, or the words in a text.
  private static let ofParts = [
    "placeholder", "unknown category", "unknown fact", "unknown field", "unknown value", "already", "built-in",
    "not allowed", "allowed in a path", "liner sends", "no secrets", "carry credentials", "of ASCII", "empty text",
    "duplicate key", "a number, and numbers", "the category", "the rows of", "missing }", "brace is not closed",
    "choose another", "same variable", "a request for links", "differ in type", "needs {value", "use {value}",
    "needs a category", "requires {values}", "cannot be paged", "goes with the field", "header name", "one line",
    "liner's own", "cannot be in",
    "out of range",
  ]

  private static func accepts(_ json: JSONValue, _ schema: JSONValue) -> Bool {
    schema.inOrder.allSatisfy { keeps(json, $0.name, $0.value, schema) }
  }

  private static func keeps(_ json: JSONValue, _ word: String, _ rule: JSONValue, _ schema: JSONValue) -> Bool {
    let (members, list, count) = (json.members?.inOrder, json.array, rule.integer ?? 0)
    switch word {
    case "$ref": return accepts(json, Pointer(rule.text.map { String($0.dropFirst()) } ?? "")!.value(in: self.schema)!)
    case "type": return (rule.array ?? [rule]).contains { $0.text.map { isOf(json, $0) } ?? false }
    case "enum": return rule.array?.contains(json) ?? false
    case "pattern":
      guard case .string(let text) = json else { return true }
      return text.contains(try! Regex(rule.text!))
    case "minLength": if case .string(let text) = json { return text.count >= count } else { return true }
    case "minimum": return json.integer.map { $0 >= count } ?? true
    case "maximum": return json.integer.map { $0 <= count } ?? true
    case "minItems": return list.map { $0.count >= count } ?? true
    case "maxItems": return list.map { $0.count <= count } ?? true
    case "items": return list?.allSatisfy { accepts($0, rule) } ?? true
    case "minProperties": return members.map { $0.count >= count } ?? true
    case "required": return members == nil || rule.array!.allSatisfy { json[$0.text!] != nil }
    case "properties": return rule.inOrder.allSatisfy { name, rule in json[name].map { accepts($0, rule) } ?? true }
    case "propertyNames": return members?.allSatisfy { accepts(.string($0.name), rule) } ?? true
    case "additionalProperties":
      let others = members?.filter { schema["properties"]?[$0.name] == nil } ?? []
      return rule == false ? others.isEmpty : others.allSatisfy { accepts($0.value, rule) }
    case "dependentRequired":
      return rule.inOrder.allSatisfy { name, needed in
        json[name] == nil || needed.array!.allSatisfy { json[$0.text!] != nil }
      }
    case "dependentSchemas": return rule.inOrder.allSatisfy { json[$0.name] == nil || accepts(json, $0.value) }
    case "allOf": return rule.array!.allSatisfy { accepts(json, $0) }
    case "anyOf": return rule.array!.contains { accepts(json, $0) }
    case "oneOf": return rule.array!.count { accepts(json, $0) } == 1
    case "not": return !accepts(json, rule)
    case "$schema", "$defs", "title", "description": return true
    default:
      Issue.record("\(word) is not checked here")
      return true
    }
  }

  private static func isOf(_ json: JSONValue, _ type: String) -> Bool {
    switch json {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number: type == "number" || type == "integer" && json.integer != nil
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
