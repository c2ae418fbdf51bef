import Domain
import Wire

/// A command that a user would try, and its expected result.
struct DeclaredTest: Sendable {
  var command: Command
  /// The minimum number of rows.
  var least = 1
  /// Item keys that some row must have.
  var has: [String] = []
  /// The item's title.
  var title: String?
  /// Words of relations that must not be empty.
  var relations: [String] = []

  enum Command: Sendable {
    case search(String, category: String?)
    case open(String)
  }

  /// `search vivaldi in album`
  var name: String {
    switch command {
    case .search(let term, let category): "search \(term)\(category.map { " in \($0)" } ?? "")"
    case .open(let address): "open \(address)"
    }
  }
}

extension DeclaredClient {
  /// Runs a test against the service.
  /// - Returns: what was found, or why the test failed.
  func run(
    _ test: DeclaredTest, _ filters: [String: String]
  ) async throws(CatalogError) -> (hasPassed: Bool, words: String) {
    var items: [Item] = []
    var problems: [String] = []
    switch test.command {
    case .search(let term, let name):
      let categories = name.flatMap { catalog.category(named: $0) }.map { [$0] } ?? catalog.defaultCategories
      for category in categories {
        items += try await search(SearchRequest(category: category, term: term, filters: filters)).items
      }
    case .open(let address):
      guard let reference = Reference(address, catalogs: [catalog.name]), recognizes(reference) else {
        return (false, "no \"pages\" of this catalog fit the address")
      }
      let item = try await item(for: reference, filters: filters)
      items = [try await details(of: item, filters: filters).item]
    }
    if items.count < test.least { problems.append("\(items.count.counted("row")), expected at least \(test.least)") }
    for key in test.has where !items.contains(where: { $0.filling(key) != nil }) {
      problems.append("no row has \(key)")
    }
    if let title = test.title, !items.contains(where: { $0.title == title }) {
      problems.append("the title is \"\(items.first?.title ?? "")\", not \"\(title)\"")
    }
    for word in test.relations {
      guard let item = items.first,
        let relation = catalog.category(ofID: item.id)?.relations.first(where: { $0.word == word })
      else {
        problems.append("no relation \(word)")
        continue
      }
      let list = try await related(by: relation, to: item, filters: filters, offset: 0)
      let unread = list.skipped.first.map { "a record \($0.asProperty)" }
      if list.items.isEmpty { problems.append("\(word) has \(unread ?? "nothing")") }
    }
    let found = items.count == 1 ? "\"\(items[0].title)\"" : items.count.counted("row")
    return problems.isEmpty ? (true, found) : (false, problems.joined(separator: "; "))
  }
}

extension DeclarationChecker {
  mutating func tests(_ json: LocatedJSON?) -> [DeclaredTest] {
    elements(json).compactMap { json in
      guard let object = object(json, .test) else { return nil }
      let command: DeclaredTest.Command
      if let open = object["open"] {
        refuse(["search", "in"], of: object, "with \"open\"")
        command = .open(text(open) ?? "")
      } else if let search = object["search"] {
        let category = choice(object["in"], among: categoryNames, "unknown category")
        if let json = object["in"], let category, categories[category].map({ $0["search"] == nil }) == true {
          mistakes.add("the category \"\(category)\" has no \"search\"", at: json.offset)
        }
        command = .search(text(search) ?? "", category: category)
      } else {
        return mistakes.fault("a test needs \"search\" or \"open\"", at: object.offset)
      }
      let has = elements(object["has"]).compactMap { json in
        choice(json, among: DeclaredField.keys + ["file"], "unknown field")
      }
      return DeclaredTest(
        command: command, least: wholeNumber(object["least"], in: 0...1_000_000) ?? 1, has: has,
        title: text(object["title"]),
        relations: texts(object["relations"]))
    }
  }
}
