@testable import Catalogs
import Domain
import Presentation
import Synchronization
import Testing
@testable import Wire

extension FuzzTests {
  @Test func `any bytes are a declaration, or errors with their places`() async {
    await fuzz("declarations") { dice in
      var bytes = dice.pick(ShippedDeclarations.all).bytes
      switch dice.number(0...3) {
      case 0: bytes = Array(dice.json().utf8)
      case 1: bytes = dice.damaged(Array(bytes.prefix(dice.number(0...bytes.count))))
      case 2: bytes = dice.reworded(bytes)
      default: bytes = dice.damaged(bytes)
      }
      switch DeclarationChecker.check(bytes) {
      case .failure(let mistakes):
        try claim(!mistakes.list.isEmpty, "a declaration without mistakes that is none")
        for mistake in mistakes.list { try claim(mistake.line >= 1 && mistake.column >= 1, mistake.text(of: "f")) }
      case .success(let declaration): try await Self.walk(declaration, &dice)
      }
    }
  }

  @Test func `any JSON is an answer for any declaration, and no other host gets a request`() async {
    await fuzz("declared answers") { dice in
      let bytes = dice.pick(ShippedDeclarations.all).bytes
      guard case .success(let declaration) = DeclarationChecker.check(bytes) else {
        throw Finding("a declaration that comes along has mistakes")
      }
      try await Self.walk(declaration, &dice)
    }
  }

  /// Uses what the built-in declarations rarely use: ids, POST, XML, cursors, cuts, feeds.
  private static let rare = #"""
    {"declaration": 1, "name": "rare", "title": "Rare", "base": "https://api.example.org/v1", "query": {"api": "1"},
     "failure": {"at": "/error"}, "categories": [
     {"name": "a", "title": "A", "search": {"path": "/s", "ids": {"at": "/ids/*", "split": ",", "trim": "/"},
        "paging": {"by": "cursor", "query": "c", "at": ["/next", "/name"], "total": "/count"}, "empty": ["/none", {"/id": ["1"]}]},
      "lookup": {"path": "/a/{+id}", "many": {"path": "/many", "query": {"ids": "{values}"}, "rows": "/rows", "most": 3}},
      "known": {"imdb": "/name"}, "by": {"imdb": {"path": "/by/{value}"}},
      "fields": {"id": "/id", "title": ["/title", {"text": ["{/name} {/x}", "{/name}"], "after": " "}],
        "creator": {"each": "/*", "text": "{./name}", "join": ", "}, "released": {"at": "/x", "as": "unix"},
        "genre": {"at": "/name", "split": " ", "before": "2", "first": true}, "artwork": "/title", "feed": "/name"},
      "relations": [{"word": "feed", "title": "Feed", "category": "b", "feed": "/name"},
        {"word": "all", "title": "All", "category": "c", "post": "/g", "graphql": "query {x}",
         "variables": {"id": {"number": "{id}"}}, "rows": "/rows", "paging": {"by": "page", "query": "page", "more": "/more"}}]},
     {"name": "b", "title": "B", "fields": {"id": "/id", "title": "/title"}},
     {"name": "c", "title": "C", "list": {"path": "/x", "answer": "xml", "rows": "/feed/entry",
        "paging": {"by": "next", "at": {"each": "/feed/link", "at": "/@href", "first": true}}},
      "fields": {"id": "/id", "title": "/title", "creator": {"each": "/author/*", "at": "/name"}}}]}
    """#

  @Test func `any answer, JSON or XML, is read by every construct, and no other host gets its requests`() async {
    await fuzz("rare answers") { dice in
      guard case .success(let declaration) = DeclarationChecker.check(Array(Self.rare.utf8)) else {
        throw Finding("the declaration of this test has mistakes")
      }
      try await Self.walk(declaration, &dice)
    }
  }

  @Test func `any bytes are XML, or a reported error`() async {
    await fuzz("XML") { dice in
      let words = ["feed", "entry", "id", "title", "link", "author", "dc:x"]
      let document = dice.element(of: words, depth: dice.number(0...6))
      let bytes = dice.chance(1, in: 2) ? Array(document.utf8) : dice.damaged(Array(document.utf8))
      let result = Result { () throws(XMLAnswer.Fault) in try XMLAnswer.json(of: bytes) }
      switch result {
      case .success(.object(let root)):
        try claim(root.names.count == 1 && root.isElement, "\(root.names) are roots")
      case .success: throw Finding("a root that is no object")
      case .failure(let fault): try claim(!fault.what.isEmpty, "a fault without a name")
      }
    }
  }

  /// Searches, opens and follows whatever a declared catalog offers, with plausible answers.
  private static func walk(_ declaration: Declaration, _ dice: inout Dice) async throws {
    let service = Mutex((dice: Dice(seed: dice.next()), asked: [] as [String], signed: [] as [String]))
    let words = dice.words(in: declaration)
    let fetch: HTTPFetch = { (request) async throws(CatalogError) in
      service.withLock { service in
        // A feed may be on any host, and is requested without credentials.
        if request.trust != .untrusted { service.asked.append(request.url) }
        if request.credential != nil { service.signed.append(request.url) }
        let isXML = service.dice.chance(1, in: 6)
        let text =
          isXML ? service.dice.element(of: words, depth: 4) : service.dice.answer(of: words, depth: 4)
        let status = service.dice.chance(1, in: 12) ? service.dice.pick([204, 301, 400, 401, 404, 429, 500]) : 200
        return HTTPResponse(status: status, body: Array(text.utf8))
      }
    }
    let secrets = (declaration.credentials?.asked ?? []).map { (declaration.variable(of: $0.name), "sesame-open") }
    // The user's own server has the address that the user gave.
    let base = declaration.own == nil ? declaration.base : "https://own.example.org/sub"
    let own = declaration.own == nil ? [] : [(declaration.baseVariable, base)]
    let client = DeclaredClient(
      declaration, environment: Dictionary(secrets + own) { $1 }, version: "1.0.0", fetch: fetch)
    guard !client.catalog.categories.isEmpty else { return }
    do throws(CatalogError) {
      let category = dice.pick(client.catalog.categories)
      let term = category.isListable ? dice.pick(["", "a"]) : "a"
      var items: [Item] = []
      for offset in [0, 3] {
        items += try await client.search(
          SearchRequest(category: category, term: term, limit: dice.pick([nil, 1, 5]), offset: offset)
        ).items
      }
      for item in items.prefix(2) {
        let details = try await client.details(of: item, filters: [:])
        for relation in client.catalog.relations(of: details.item).prefix(3) {
          _ = try await client.related(by: relation, to: details.item, filters: [:], offset: dice.pick([0, 4]))
        }
      }
      for home in client.catalog.homes {
        _ = try await client.shelf(0, of: home.name, filters: [:], limit: 5, offset: 0)
      }
    } catch {
      _ = ErrorMessages.sentence(for: error)
    }
    let asked = service.withLock(\.asked)
    for url in asked {
      try claim(
        url == declaration.credentials?.key?.post || url.hasPrefix(base + "/") || url.hasPrefix(base + "?")
          || sharesOrigin(url, base), "asked \(url)")
      try claim(!url.contains("sesame-open"), "the token is in \(url)")
    }
    let keyURL = declaration.credentials?.key.map { client.base.address(ofKey: $0.post) }
    for url in service.withLock(\.signed) {
      try claim(url == keyURL || sharesOrigin(url, base), "credentials went to \(url)")
    }
    try claim(asked.count < 2_000, "\(asked.count) requests")
  }

  /// Whether an address has the base's origin: a next page may be outside the base's path.
  private static func sharesOrigin(_ url: String, _ base: String) -> Bool {
    let origin = base.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(
      separator: "/")
    return url.hasPrefix(origin + "/") || url.hasPrefix(origin + "?")
  }
}

extension Dice {
  /// The declaration with some of its words replaced by others of it.
  fileprivate mutating func reworded(_ bytes: [UInt8]) -> [UInt8] {
    var parts = String(decoding: bytes, as: UTF8.self).split(separator: "\"", omittingEmptySubsequences: false)
    for _ in 0..<number(1...4) { parts[number(0...parts.count - 1)] = pick(parts) }
    return Array(parts.joined(separator: "\"").utf8)
  }

  /// The keys that a declaration looks up in answers.
  fileprivate func words(in declaration: Declaration) -> [String] {
    guard let bytes = ShippedDeclarations.bytes(of: declaration.name) else {
      return ["id", "title", "name", "ids", "rows", "next", "count", "more", "feed", "entry", "link", "author", "x"]
    }
    let quoted = String(decoding: bytes, as: UTF8.self).split(separator: "\"").filter { $0.hasPrefix("/") }
    return Array(Set(quoted.flatMap { $0.split(separator: "/") }.map(String.init))).sorted() + ["id", "name", "title"]
  }

  /// XML whose names are among `words`.
  fileprivate mutating func element(of words: [String], depth: Int) -> String {
    let name = pick(words)
    let attribute = chance(1, in: 3) ? " href=\"\(pick(["/s/2", "https://evil.example.org/", "a&amp;b", "&x;"]))\"" : ""
    let content =
      depth > 0 && chance(2, in: 3)
      ? several(0...4) { $0.element(of: words, depth: depth - 1) }.joined()
      : pick(["", "7", " a &lt; b ", "<![CDATA[<x>]]>", "&#0;", "é", "<!-- -- -->"])
    return "<\(name)\(attribute)>\(content)</\(name)>"
  }

  /// JSON whose keys are among `words`.
  fileprivate mutating func answer(of words: [String], depth: Int) -> String {
    switch depth > 0 ? number(0...9) : number(6...9) {
    case 0...2: return "[" + several(0...4) { $0.answer(of: words, depth: depth - 1) }.joined(separator: ",") + "]"
    case 3...5:
      return "{"
        + several(0...12) { "\"\($0.pick(words))\":" + $0.answer(of: words, depth: depth - 1) }.joined(separator: ",")
        + "}"
    case 6: return pick(["null", "true", "false", "0", "-1", "1e400", "3.5", "12"])
    case 7:
      return "\""
        + pick([
          "https://evil.example.org/a?page=2", "//evil.example.org", "?page=9", "/a/b", "http://127.0.0.1/", "S01E02",
          "1 hr 2 min", "2020-02-30", "javascript:x", "\\u0000", "a/../..",
        ]) + "\""
    case 8: return "\"\(number(1...30))\""
    default: return String(number(0...30))
    }
  }
}
