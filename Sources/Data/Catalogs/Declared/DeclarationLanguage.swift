import Domain
import Wire

/// The language of declarations is the table `keys.txt`: the checker rejects all other keys, and the schema and the
/// help are made from it. A new key is a line of the table, and the line in the checker that reads it.
///
///     relation: a relation                          an object, and what messages call it
///     - word!<tab>relations<tab>text<tab>what …     a key, `!` if it is required; topic, type, help
///     - +request                                    all keys and rules of another object, which stands above
///     = {"not": {"required": ["path", "post"]}}     a rule about several keys, in JSON Schema
enum DeclarationLanguage {
  /// The rest of the help and the schema: the topics, and the types of keys, in JSON Schema.
  static let words: JSONValue = {
    guard let words = try? JSONValue(parsing: EmbeddedFile.table("language").bytes) else {
      preconditionFailure("the table of the language is JSON")
    }
    return words
  }()

  /// The pages of `help catalogs`; every key is on one of them.
  static let topics = words["topics"]?.inOrder ?? []

  /// The conversions of `as`, each with a line of help.
  static let conversions = (words["conversions"]?.inOrder ?? []).map { ($0, $1.text ?? "") }

  fileprivate typealias Entry = (title: String, keys: [LanguageKey], rules: [String])

  fileprivate static let objects: [String: Entry] = {
    var objects: [String: Entry] = [:]
    var name = ""
    for line in EmbeddedFile.table("keys").lines {
      let rest = String(line.dropFirst(2))
      if line.hasPrefix("- +"), let other = objects[String(rest.dropFirst())] {
        objects[name]?.keys += other.keys
        objects[name]?.rules += other.rules
      } else if line.hasPrefix("- ") {
        objects[name]?.keys.append(LanguageKey(line: rest))
      } else if line.hasPrefix("= ") {
        objects[name]?.rules.append(rest)
      } else {
        name = String(line.prefix { $0 != ":" })
        objects[name] = (String(line.dropFirst(name.count + 2)), [], [])
      }
    }
    return objects
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

  /// Its name in messages: `a relation`.
  var title: String { DeclarationLanguage.objects[rawValue]?.title ?? rawValue }

  var keys: [LanguageKey] { DeclarationLanguage.objects[rawValue]?.keys ?? [] }
  var names: [String] { keys.map(\.name) }
  /// In JSON Schema.
  var rules: [JSONValue] {
    (DeclarationLanguage.objects[rawValue]?.rules ?? []).compactMap { try? JSONValue(parsing: Array($0.utf8)) }
  }
}

/// A key of an object in a declaration.
struct LanguageKey: Sendable {
  let name: String
  let isRequired: Bool
  /// Split only for the help and the schema.
  private let line: String

  fileprivate init(line: String) {
    let key = line.utf8.prefix { $0 != UInt8(ascii: "\t") }
    isRequired = key.last == UInt8(ascii: "!")
    name = String(Substring(isRequired ? key.dropLast() : key))
    self.line = line
  }

  private var parts: [String] { line.fields(separatedBy: UInt8(ascii: "\t")) }
  var topic: String { parts[1] }
  /// In JSON Schema.
  var type: JSONValue {
    DeclarationLanguage.words["types"]?[parts[2]] ?? (try? JSONValue(parsing: Array(parts[2].utf8))) ?? .null
  }
  /// One line for the help, without a full stop.
  var help: String { parts[3] }
}
