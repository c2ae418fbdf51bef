import Domain
import Synchronization
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

/// A client of Ghibli's declaration behind the layers of the wire that keep and share answers, and what it asked for.
struct GhibliStub: Sendable {
  let client: DeclaredClient
  private let asked: Asked

  private final class Asked: Sendable {
    let paths = Mutex<[String]>([])
  }

  /// - Parameter answers: what there is at a path, such as `people/p1`.
  init(answers: @escaping @Sendable (_ path: String) async throws(CatalogError) -> HTTPResponse) {
    let asked = Asked()
    self.asked = asked
    let stack = HTTPStack(sample: { request throws(CatalogError) in
      asked.paths.withLock { $0.append(request.path) }
      return try await answers(request.path)
    })
    client = Self.client(environment: ["LINER_GHIBLI_URL": "https://ghibli.test"], fetch: stack.fetch)
  }

  static func client(environment: [String: String] = [:], fetch: @escaping HTTPFetch) -> DeclaredClient {
    try! DeclaredStub.shipped("ghibli", environment: environment, fetch: fetch)
  }

  /// Answers from a table; what it lacks is a 404 as the service puts it.
  init(_ table: [String: String]) {
    self.init { path in HTTPResponse(status: table[path] == nil ? 404 : 200, json: table[path] ?? "{}") }
  }

  /// In the order in which they were asked for.
  var paths: [String] { asked.paths.withLock(\.self) }

  func search(_ category: String, _ term: String = "", limit: Int? = nil) async throws(CatalogError) -> ItemList {
    try await client.search(SearchRequest(category: .ghibli(category), term: term, limit: limit))
  }

  func titles(_ category: String, _ term: String) async throws(CatalogError) -> [String] {
    try await search(category, term).items.map(\.title)
  }

  func details(_ category: String, _ key: String, title: String = "") async throws(CatalogError) -> ItemDetails {
    let id = ItemID(catalog: "ghibli", category: category, key: key)
    return try await client.details(of: Item(id: id, title: title), filters: [:])
  }

  /// - Parameter id: without the catalog: `film:f1`.
  func related(_ word: String, to id: String) async throws -> ItemList {
    let id = try #require(ItemID("ghibli:" + id))
    let relation = try #require(Domain.Category.ghibli(id.category).relations.named(word))
    return try await client.related(by: relation, to: Item(id: id, title: ""), filters: [:], offset: 0)
  }
}

extension Catalog {
  /// What Ghibli's declaration says.
  static let ghibli = GhibliStub([:]).client.catalog
}

extension Domain.Category {
  /// The Ghibli category called `name`, which is in its table.
  static func ghibli(_ name: String) -> Domain.Category { Catalog.ghibli.category(named: name)! }
}

/// Runs `body` as a command does that asks past whatever was kept.
func withoutCache<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value {
  try await RequestContext.$current.withValue(RequestContext(mayUseCache: false), operation: body)
}
