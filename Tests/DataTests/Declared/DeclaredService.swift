import Domain
import Synchronization
import Testing

@testable import Catalogs
@testable import Wire

/// The service of a declaration: answers by path and query, and records its requests.
final class DeclaredService: Sendable {
  struct Answer: ExpressibleByStringLiteral {
    var status = 200
    var body: String

    init(status: Int = 200, _ body: String) { (self.status, self.body) = (status, body) }
    init(stringLiteral body: String) { self.body = body }
  }

  private let answers: [String: Answer]
  private let others: @Sendable (HTTPRequest) -> HTTPResponse?
  private let asked = Mutex<[HTTPRequest]>([])
  let base: String

  /// - Parameters:
  ///   - answers: by the path and query after the base.
  ///   - others: the answer to all other requests; nil means 404.
  init(
    _ answers: [String: Answer], base: String = "https://api.example.org",
    others: @escaping @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil }
  ) {
    (self.answers, self.base, self.others) = (answers, base, others)
  }

  var requests: [HTTPRequest] { asked.withLock(\.self) }
  /// The requests, without the base.
  var paths: [String] {
    requests.map { $0.url.hasPrefix(base) ? String($0.url.dropFirst(base.count)) : $0.url }
  }

  func fetch(_ request: HTTPRequest) throws(CatalogError) -> HTTPResponse {
    asked.withLock { $0.append(request) }
    let path = request.url.hasPrefix(base) ? String(request.url.dropFirst(base.count)) : request.url
    if answers[path] == nil, let other = others(request) { return other }
    let answer = answers[path] ?? Answer(status: 404, #"{"error":"nothing at \#(path)"}"#)
    return HTTPResponse(
      status: answer.status, headers: ["content-type": "application/json"], body: Array(answer.body.utf8))
  }

  /// The client of a shipped declaration, with the layers that cache and share answers.
  func shipped(_ name: String, environment: [String: String] = [:]) throws -> DeclaredClient {
    let fetch: HTTPFetch = { (request) async throws(CatalogError) in try self.fetch(request) }
    return try DeclaredStub.shipped(
      name, environment: environment.merging(["LINER_\(name.uppercased())_URL": base]) { $1 },
      fetch: HTTPStack(sample: fetch).fetch)
  }

  /// The client of a declaration with these categories, and further keys of the file in `keys`.
  func client(
    _ categories: String, keys: String = "", environment: [String: String] = [:], cached: Bool = false
  ) throws -> DeclaredClient {
    let text = """
      {"declaration": 1, "name": "mine", "title": "Mine", "base": "\(base)", \(keys) "categories": [\(categories)]}
      """
    switch DeclarationChecker.check(Array(text.utf8)) {
    case .success(let declaration):
      let fetch: HTTPFetch = { (request) async throws(CatalogError) in try self.fetch(request) }
      return DeclaredClient(
        declaration, environment: environment, version: "1.0.0",
        fetch: cached ? HTTPStack(sample: fetch).fetch : fetch)
    case .failure(let mistakes):
      Issue.record("\(mistakes.list.map { $0.text(of: "mine.json") })")
      throw CatalogError.cancelled
    }
  }
}

extension DeclaredClient {
  func search(_ term: String, in category: String, limit: Int? = nil, offset: Int = 0) async throws -> ItemList {
    let category = try #require(catalog.category(named: category))
    return try await search(SearchRequest(category: category, term: term, limit: limit, offset: offset))
  }

  func item(_ category: String, _ key: String, _ change: (inout Item) -> Void = { _ in }) -> Item {
    var item = Item(id: ItemID(catalog: "mine", category: category, key: key), title: "T\(key)")
    change(&item)
    return item
  }

  func related(_ word: String, to item: Item, offset: Int = 0) async throws -> ItemList {
    let relation = try #require(catalog.category(ofID: item.id)?.relations.first { $0.word == word })
    return try await related(by: relation, to: item, filters: [:], offset: offset)
  }

  /// The error code of `work`; nil if it succeeds.
  static func code(_ work: () async throws -> Void) async -> ErrorCode? {
    do {
      try await work()
      return nil
    } catch {
      return (error as? CatalogError)?.code
    }
  }
}

extension ItemList {
  var titles: [String] { items.map(\.title) }
}
