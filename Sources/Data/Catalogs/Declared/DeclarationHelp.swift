import Domain

/// `help catalogs TOPIC`: every key of the language, from the table that the checker reads.
enum DeclarationHelp {
  /// - Parameter typed: an unambiguous beginning of a topic.
  static func report(on typed: String) throws(CatalogProblem) -> CatalogReport {
    let topics = DeclarationLanguage.topics
    let meant = topics.match(typed.lowercased(), by: { [$0.name] })
    guard let (name, page) = meant.only else {
      throw .refused(
        meant.isEmpty
          ? "help catalogs has no topic \"\(typed)\"; it has \(DeclarationChecker.list(topics.map(\.name)))"
          : "\"\(typed)\" could be \(DeclarationChecker.list(meant.map(\.name), "or"))")
    }
    let example = (page["example"]?.array ?? []).compactMap(\.text)
    var lines = ["catalogs \(name): \(page["summary"]?.text ?? "")", ""]
    var keys: [JSONValue] = []
    for object in LanguageObject.allCases {
      let own = object.keys.filter { $0.topic == name }
      // Many objects contain the keys of requests, which are listed once.
      let isRequest = object == .request
      if !isRequest, own.allSatisfy({ LanguageObject.request.names.contains($0.name) }) { continue }
      let shown = own.filter { isRequest || !isOfRequests($0) }
      if shown.isEmpty { continue }
      lines.append("In \(object.title):")
      lines += table(shown.map { ($0.name, $0.help + words(of: $0) + ($0.isRequired ? " (required)" : "")) })
      keys += shown.map { key in
        [
          "object": .string(object.rawValue), "key": .string(key.name), "help": .string(key.help),
          "required": .bool(key.isRequired),
        ]
      }
    }
    if name == "values" { lines += ["In as:"] + table(DeclarationLanguage.conversions) }
    lines += ["", "For example:"] + example.map { "  \($0)" }
    lines += ["", "Note: \(page["trap"]?.text ?? "")"]
    return CatalogReport(
      lines, key: "topic",
      [
        "name": .string(name), "summary": page["summary"] ?? "", "keys": .array(keys),
        "example": .string(example.joined(separator: "\n")), "trap": page["trap"] ?? "",
      ])
  }

  private static func table(_ rows: [(name: String, help: String)]) -> [String] {
    let width = rows.reduce(0) { max($0, $1.name.count) }
    return rows.map { "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.help)" }
  }

  /// The words that a key accepts, if it accepts nothing else.
  private static func words(of key: LanguageKey) -> String {
    let words = (key.type["enum"]?.array ?? []).compactMap(\.text)
    guard words.count > 1, words.count < 5 else { return "" }
    return ": " + DeclarationChecker.list(words, "or")
  }

  private static func isOfRequests(_ key: LanguageKey) -> Bool {
    LanguageObject.request.keys.contains { $0.name == key.name && $0.help == key.help }
  }
}
