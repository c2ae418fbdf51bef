/// The kinds of objects in a declaration, each with its keys.
///
/// This table is the language: the checker refuses keys that it lacks, and the schema and the help are made from it. A
/// new key is one `LanguageKey` in the list of its object (`LanguageObject+Keys.swift`), and the line in the checker
/// that reads it.
enum LanguageObject: String, CaseIterable, Sendable {
  case file, rate, failure, ownBase, credentials, send, key, test
  case category, search, list, lookup, many, fields, known, reference, relation
  case home, shelf
  case request, paging
  case value, ids, map
  case filter, values

  /// The object in messages: `a relation`.
  var title: String {
    switch self {
    case .file: "a declaration"
    case .paging: "paging"
    case .fields: "fields"
    case .known: "known"
    case .many: "\"many\""
    case .ids: "an object with ids"
    case .map: "a requested map"
    case .values: "a request for values"
    case .ownBase: "the base of your own server"
    case .credentials, .send: rawValue
    default: "a \(rawValue)"
    }
  }

  var names: [String] { keys.map(\.name) }
}

/// A key of an object in a declaration.
struct LanguageKey: Sendable {
  let name: String
  let type: LanguageType
  let topic: LanguageTopic
  /// One line for the help, without a full stop.
  let help: String
  var isRequired = false

  init(_ name: String, _ type: LanguageType, _ topic: LanguageTopic, _ help: String, isRequired: Bool = false) {
    self.name = name
    self.type = type
    self.topic = topic
    self.help = help
    self.isRequired = isRequired
  }
}

/// What a key may have, for the schema and the help.
indirect enum LanguageType: Sendable {
  case text, flag, number
  case whole(ClosedRange<Int>)
  /// One of these words.
  case word([String])
  /// RFC 6901; `*` stands for every element where a place of rows is meant.
  case pointer
  /// A value of the value language: a pointer, an object, or a list of them.
  case value
  case object(LanguageObject)
  /// An object whose keys are names of the declaration's own.
  case members(LanguageType)
  case list(LanguageType)
  case either([LanguageType])
  /// Any JSON.
  case any

  /// One, or a list of several.
  static func oneOrMore(_ type: LanguageType) -> LanguageType { .either([type, .list(type)]) }
}

/// A page of `help catalogs`; every key is on one of them.
enum LanguageTopic: String, CaseIterable, Sendable {
  case file, categories, requests, paging, values, relations, homes, failures, credentials, filters, tests
}
