import Wire

/// The language of declarations is the table `language.json`: the checker refuses keys that it lacks, and the schema and
/// the help are made from it. A new key is a line of the table, and the line in the checker that reads it.
enum DeclarationLanguage {
  static let table: JSONValue = {
    guard let table = try? JSONValue(parsing: EmbeddedFile.table("language").bytes) else {
      preconditionFailure("the table of the language is JSON")
    }
    return table
  }()

  /// The pages of `help catalogs`; every key is on one of them.
  static let topics = (table["topics"]?.inOrder ?? []).map { name, topic in
    LanguageTopic(
      name: name, summary: topic["summary"]?.text ?? "", example: (topic["example"]?.array ?? []).compactMap(\.text),
      trap: topic["trap"]?.text ?? "")
  }

  /// What `as` may be, each with a line of help.
  static let conversions = (table["conversions"]?.inOrder ?? []).map { ($0, $1.text ?? "") }

  fileprivate static let keys: [String: [LanguageKey]] = {
    let objects = table["objects"]
    func keys(of object: String) -> [LanguageKey] {
      (objects?[object]?["keys"]?.array ?? []).flatMap { row in
        row["keys"]?.text.map(keys) ?? [LanguageKey(row, types: table["types"])]
      }
    }
    return Dictionary(uniqueKeysWithValues: (objects?.inOrder ?? []).map { ($0.name, keys(of: $0.name)) })
  }()
}

/// The kinds of objects in a declaration, each with its keys.
enum LanguageObject: String, CaseIterable, Sendable {
  case file, rate, failure, ownBase, credentials, send, key, test
  case category, search, list, lookup, many, fields, known, reference, relation
  case home, shelf
  case request, paging
  case value, ids, map
  case filter, values

  /// The object in messages: `a relation`.
  var title: String { DeclarationLanguage.table["objects"]?[rawValue]?["title"]?.text ?? rawValue }

  var keys: [LanguageKey] { DeclarationLanguage.keys[rawValue] ?? [] }
  var names: [String] { keys.map(\.name) }
}

/// A key of an object in a declaration.
struct LanguageKey: Sendable {
  let name: String
  /// In JSON Schema.
  let type: JSONValue
  let topic: String
  /// One line for the help, without a full stop.
  let help: String
  let isRequired: Bool

  /// - Parameter types: those that a row may name.
  fileprivate init(_ row: JSONValue, types: JSONValue?) {
    name = row["key"]?.text ?? ""
    type = row["type"]?.text.flatMap { types?[$0] } ?? row["type"] ?? .null
    topic = row["topic"]?.text ?? ""
    help = row["help"]?.text ?? ""
    isRequired = row["required"] != nil
  }
}

/// A page of `help catalogs`.
struct LanguageTopic: Sendable {
  let name: String
  let summary: String
  /// In lines.
  let example: [String]
  /// What goes wrong most.
  let trap: String
}
