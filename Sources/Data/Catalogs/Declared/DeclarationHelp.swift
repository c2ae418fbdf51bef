import Domain

/// `help catalogs TOPIC`: every key of the language, from the table that the checker reads.
enum DeclarationHelp {
  /// - Parameter typed: a topic, by a beginning that only one has.
  static func report(on typed: String) throws(CatalogProblem) -> CatalogReport {
    let topics = LanguageTopic.allCases
    let found = topics.filter { $0.rawValue.hasPrefix(typed.lowercased()) }
    guard let topic = topics.first(where: { $0.rawValue == typed.lowercased() }) ?? found.first,
      found.count <= 1 || topic.rawValue == typed.lowercased()
    else {
      throw .refused(
        "help catalogs has no topic \"\(typed)\"; it has \(DeclarationChecker.list(topics.map(\.rawValue)))")
    }
    var lines = ["catalogs \(topic.rawValue): \(topic.summary)", ""]
    var keys: [ReportValue] = []
    for object in LanguageObject.allCases {
      let own = object.keys.filter { $0.topic == topic }
      // Many objects contain the keys of requests; they are listed once.
      let isRepeated = object != .request && own.allSatisfy { key in LanguageObject.request.names.contains(key.name) }
      let shown =
        object == .request
        ? own : own.filter { !LanguageObject.request.names.contains($0.name) || isOwn($0, of: object) }
      guard !shown.isEmpty, !isRepeated || object == .request else { continue }
      lines.append("In \(object.title):")
      lines += table(shown.map { ($0.name, $0.help + words(of: $0) + ($0.isRequired ? " (required)" : "")) })
      for key in shown {
        keys.append(
          .object([
            .init("object", .text(object.rawValue)), .init("key", .text(key.name)), .init("help", .text(key.help)),
            .init("required", .flag(key.isRequired)),
          ]))
      }
    }
    if topic == .values { lines += ["In as:"] + table(Conversion.allCases.map { ($0.rawValue, $0.help) }) }
    lines += ["", "For example:"] + topic.example.split(separator: "\n").map { "  \($0)" }
    lines += ["", "Note: \(topic.trap)"]
    return CatalogReport(
      lines, key: "topic",
      .object([
        .init("name", .text(topic.rawValue)), .init("summary", .text(topic.summary)), .init("keys", .list(keys)),
        .init("example", .text(topic.example)), .init("trap", .text(topic.trap)),
      ]))
  }

  private static func table(_ rows: [(name: String, help: String)]) -> [String] {
    let width = rows.reduce(0) { max($0, $1.name.count) }
    return rows.map { "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.help)" }
  }

  /// The words that a key accepts, where it accepts only these.
  private static func words(of key: LanguageKey) -> String {
    guard case .word(let words) = key.type, words.count > 1, words.count < 5 else { return "" }
    return ": " + DeclarationChecker.list(words, "or")
  }

  /// Whether a key called as one of requests means something of its own here.
  private static func isOwn(_ key: LanguageKey, of object: LanguageObject) -> Bool {
    LanguageObject.request.keys.first { $0.name == key.name }.map { $0.help != key.help } ?? true
  }
}

extension LanguageTopic {
  var summary: String {
    switch self {
    case .file: "the keys at the top level"
    case .categories: "the kinds of items, and how they are searched and looked up"
    case .requests: "requests, and where the rows are"
    case .paging: "how one page follows another"
    case .values: "how a field is read from a row"
    case .relations: "links from an item to others"
    case .homes: "pages of sections that open without a search"
    case .failures: "failures reported with status 200"
    case .credentials: "tokens, keys, and your own server"
    case .filters: "options of search, and settings"
    case .tests: "what a person would try; catalog test runs it"
    }
  }

  /// A small example.
  var example: String {
    switch self {
    case .file:
      #"""
      {"declaration": 1, "name": "shows", "title": "Shows",
       "about": "Television shows. Data: tvmaze.com, CC BY-SA.",
       "base": "https://api.tvmaze.com", "rate": {"requests": 20, "seconds": 10},
       "//": "a comment", "categories": […]}
      """#
    case .categories:
      #"""
      {"name": "show", "title": "Show", "search": {"path": "/search/shows", "query": {"q": "{term}"}, "row": "/show"},
       "lookup": {"path": "/shows/{id}"}, "pages": ["https://www.tvmaze.com/shows/{id}/*"],
       "fields": {"id": "/id", "title": "/name"}}
      """#
    case .requests: #"{"path": "/search", "query": {"q": "{term}"}, "rows": "/results", "where": {"/type": ["tv"]}}"#
    case .paging: #""paging": {"by": "page", "query": "page", "limit": "limit", "most": 25, "total": "/total"}"#
    case .values:
      #"""
      "released": "/premiered", "duration": {"at": "/runtime", "times": 60},
      "genre": [{"each": "/genres", "join": ", "}, "/type"], "url": {"text": "https://example.org/{/id}"}
      """#
    case .relations:
      #"""
      {"word": "episodes", "title": "Episodes", "category": "episode", "path": "/shows/{id}/episodes",
       "given": {"album": "title", "albumId": "id"}}
      """#
    case .homes:
      #"{"name": "top", "title": "Top", "shelves": [{"title": "Anime", "category": "anime", "path": "/top/anime"}]}"#
    case .failures: #""failure": {"at": "/error", "message": "/error/message", "codes": {"4": "rate-limited"}}"#
    case .credentials:
      #"""
      "credentials": {"ask": {"token": "a read access token, from example.org/settings"},
       "send": {"headers": {"Authorization": "Bearer {token}"}}, "required": true}
      """#
    case .filters:
      #"[{"name": "country", "title": "Country", "values": {"DE": "Germany", "FR": "France"}, "default": "DE"}]"#
    case .tests:
      #"[{"search": "girls", "in": "show", "least": 3, "has": ["released"]}, {"open": "https://…", "title": "Dune"}]"#
    }
  }

  /// What goes wrong most.
  var trap: String {
    switch self {
    case .file: "without \"rate\" liner sends at most 20 requests in 60 seconds; declare the service's own limit."
    case .categories: "an item's screen is only as full as its lookup: without one, it shows what the list had."
    case .requests:
      "\"rows\" is a pointer into the answer: \"/results\", not \"results\"; without it the answer is the list."
    case .paging: "without \"paging\" only the first answer is shown, and whether there is more is unknown."
    case .values: "a value of the wrong type counts as missing: catalog try FILE TERM shows why a field is empty."
    case .relations: "rows of a list do not contain the item they belong to: add it with \"given\"."
    case .homes: "a shelf's rows are read with its category's fields; the category needs no search."
    case .failures: "a status of 4xx or 5xx is a failure anyway; this is for answers that look successful."
    case .credentials:
      "never write a secret into the file: users set LINER_NAME_TOKEN, or run catalog sign-in."
    case .filters: "a filter has no effect until a path or a query uses {its name}."
    case .tests: "a test sends requests: write few, and none that will fail next year."
    }
  }
}
