package import Domain
package import Wire

/// Wikidata as the crosswalk: a search by ids, then the entities found with all their ids; at most two requests.
///
/// A search result alone proves nothing, because the search ignores case and rank; the entity's claims are compared.
package struct Wikidata: Crosswalk {
  private let base: String
  private let userAgent: String?
  private let fetch: HTTPFetch
  /// Parsed when it is first needed.
  private var table: CrosswalkTable { .shared }

  package static let home = "https://www.wikidata.org"

  /// The service allows more requests if the client names a contact.
  package static func windows(hasContact: Bool) -> [RequestWindow] {
    [RequestWindow(requests: hasContact ? 200 : 10, in: .seconds(60))]
  }

  /// - Parameter contact: an address for the User-Agent; nil for none.
  package init(base: String = home, contact: String? = nil, version: String = "", fetch: @escaping HTTPFetch) {
    (self.base, self.fetch) = (base, fetch)
    userAgent = contact.map { "liner/\(version) (\($0))" }
  }

  package func page(at address: String) -> CrosswalkPage? { table.page(at: address) }

  package func property(of kind: OtherID.Kind, for work: WorkKind) -> String? { table.property(of: kind, for: work) }

  package func isOwn(_ kind: OtherID.Kind, of category: Category) -> Bool { table.isOwn(kind, of: category) }

  package func fits(_ value: String, _ category: Category) -> Bool { table.fits(value, category) }

  package func thing(
    with ids: [PropertyID], wikidata: String?, kind: WorkKind?
  ) async throws(CatalogError) -> CrosswalkWork? {
    // A catalog may give the number of a deleted item, or of the book instead of the film.
    if let wikidata, let known = try await entities([wikidata]).first(where: { $0.mayBe(kind, table) }) {
      return known.thing(table)
    }
    return try await entities(with: ids, kind).only?.thing(table)
  }

  package func thing(at page: CrosswalkPage) async throws(CatalogError) -> CrosswalkWork? {
    switch page.name {
    case .address: return nil
    case .id(let id):
      let found = try await entities(with: [id], nil)
      if found.count > 1 {
        let host = HTTPRequest(url: base).host
        throw .reported(host: host, code: .notFound, message: "several items have the id \(id.value)")
      }
      return found.first?.thing(table)
    case .wikidata(let number): return try await thing(with: [], wikidata: number, kind: nil)
    case .article(let site, let title):
      // Normalized, because only then redirects are followed.
      let query = [("sites", site), ("titles", title), ("normalize", "1")]
      return try await entities(query).first { $0.mayBe(nil, table) }?.thing(table)
    }
  }

  // MARK: Entities

  /// Those of the kind that have one of the ids.
  private func entities(with ids: [PropertyID], _ kind: WorkKind?) async throws(CatalogError) -> [Entity] {
    // A search cannot contain a bar or a quote.
    let asked = Set(ids).filter { id in !id.value.isEmpty && !id.value.contains { "|\" ".contains($0) } }
    guard !asked.isEmpty else { return [] }
    let search = asked.map { "\($0.property)=\($0.value)" }.sorted().joined(separator: "|")
    let found = try await part(
      { $0["query"]?["search"] }, of: "w/api.php",
      [
        ("action", "query"), ("list", "search"), ("srsearch", "haswbstatement:" + search), ("srlimit", "5"),
        ("srprop", ""), ("format", "json"), ("formatversion", "2"),
      ])
    let titles = (found?.array ?? []).compactMap { $0["title"]?.text }
    guard !titles.isEmpty else { return [] }
    let likely = try await entities(titles).filter { $0.has(anyOf: asked) && $0.mayBe(kind, table) }
    // A series may have the ids of its seasons, and an album those of its song.
    let own = likely.filter { kind != nil && $0.kind(table) == kind }
    return own.isEmpty ? likely : own
  }

  private func entities(_ numbers: [String]) async throws(CatalogError) -> [Entity] {
    if numbers.count > 1 { return try await entities([("ids", numbers.joined(separator: "|"))]) }
    // A single entity comes from the service's caches, even when its API refuses requests.
    return try await entities(at: "wiki/Special:EntityData/\(numbers.first ?? "").json", [])
  }

  private func entities(_ asked: [(String, String)]) async throws(CatalogError) -> [Entity] {
    let query =
      [("action", "wbgetentities")] + asked + [("props", "claims|labels"), ("languages", "en|mul"), ("format", "json")]
    return try await entities(at: "w/api.php", query)
  }

  /// A merged entity comes under its new number, whichever number was requested; a deleted one is `missing`.
  private func entities(at path: String, _ query: [(String, String)]) async throws(CatalogError) -> [Entity] {
    (try await part({ $0["entities"] }, of: path, query)?.inOrder ?? []).compactMap { name, value in
      value["missing"] == nil ? Entity(value, key: name) : nil
    }
  }

  /// The part of an answer that says what was found; nil if the number does not exist.
  /// - Throws: `unreadable` for an answer without it, since that says nothing.
  private func part(
    _ find: @escaping @Sendable (JSONValue) -> JSONValue?, of path: String, _ query: [(String, String)]
  ) async throws(CatalogError) -> JSONValue? {
    var request = HTTPRequest(base: base, path: path, query: query)
    request.headers["User-Agent"] = userAgent
    // Ids rarely change, and the service wants few requests.
    request.maxAge = 86_400
    request.staysOnHost = true
    request.isAnswer = { response in (try? JSONValue(parsing: response.body)).flatMap(find) != nil }
    let response = try await fetch(request)
    // A number that does not exist gives a page that says so; the API itself always answers with 200.
    if query.isEmpty, response.status == 404 || response.status == 400 { return nil }
    if let failure = response.failure(from: request.host) { throw failure }
    let json = try response.json(from: request.host)
    if let error = json["error"] {
      if error["code"]?.text == "no-such-entity" { return nil }
      throw .reported(
        host: request.host, code: .server, message: (error["info"]?.text ?? error["code"]?.text)?.asReason)
    }
    guard let part = find(json) else {
      throw .unreadable(host: request.host, what: "JSON without the items of Wikidata")
    }
    return part
  }
}

/// An entity of Wikidata, as in the action API and in `Special:EntityData`.
private struct Entity {
  private let id: String
  private let title: String?
  /// By property, the values with their ranks; claims without a value are omitted.
  private let claims: [String: [(value: String, rank: String)]]

  init(_ json: JSONValue, key: String) {
    id = json["id"]?.text ?? key
    // A name that is the same in all languages is stored once.
    title = (json["labels"]?["en"] ?? json["labels"]?["mul"])?["value"]?.text
    claims = (json["claims"]?.members?.values ?? [:]).mapValues { list in
      (list.array ?? []).compactMap { claim in
        let value = claim["mainsnak"]?["datavalue"]?["value"]
        let text = value?.text ?? value?["id"]?.text ?? value?["time"]?.text
        return text.map { ($0, claim["rank"]?.text ?? "normal") }
      }
    }
  }

  /// Whether a claim has the same value, including case, and is not deprecated.
  func has(anyOf ids: Set<PropertyID>) -> Bool {
    ids.contains { id in claims[id.property]?.contains { $0.value == id.value && $0.rank != "deprecated" } ?? false }
  }

  /// A disambiguation page is not a work.
  func mayBe(_ kind: WorkKind?, _ table: CrosswalkTable) -> Bool {
    let classes = Set(best("P31"))
    guard !classes.contains("Q4167410") else { return false }
    return kind.map { table.mayBe(classes, $0) } ?? true
  }

  /// The values of the best rank: the preferred ones if there are any, else the normal ones.
  private func best(_ property: String) -> [String] {
    let claims = claims[property] ?? []
    let preferred = claims.filter { $0.rank == "preferred" }
    return (preferred.isEmpty ? claims.filter { $0.rank == "normal" } : preferred).map(\.value)
  }

  /// The earliest year of publication, start or inception: `+1982-06-25T00:00:00Z` is 1982.
  private var year: String? {
    let dates = ["P577", "P580", "P571"].lazy.map(best).first { !$0.isEmpty } ?? []
    return dates.filter { $0.hasPrefix("+") }.map { String($0.dropFirst().prefix(4)) }.min()
  }

  func kind(_ table: CrosswalkTable) -> WorkKind? { table.kind(of: Set(best("P31"))) }

  func thing(_ table: CrosswalkTable) -> CrosswalkWork {
    let ids = Dictionary(uniqueKeysWithValues: claims.keys.map { ($0, best($0)) })
    return CrosswalkWork(
      id: id, title: title, year: year, kind: kind(table), ids: ids,
      otherIDs: table.otherIDs(among: ids))
  }
}
