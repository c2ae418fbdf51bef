import Domain
import Synchronization
import Testing

@testable import Catalogs
@testable import Wire

/// A service that answers by path and records its requests.
final class MercadoLibreStub: Sendable {
  private let answers: [String: HTTPResponse]
  private let asked = Mutex<[HTTPRequest]>([])

  /// - Parameter answers: by path; any other path is not found.
  init(_ answers: [String: HTTPResponse]) { self.answers = answers }

  func client(_ environment: [String: String] = ["MERCADOLIBRE_ACCESS_TOKEN": "good"]) throws -> DeclaredClient {
    try .mercadoLibre(environment) { [self] request in
      asked.withLock { $0.append(request) }
      return answers[request.path] ?? .gone
    }
  }

  var requests: [HTTPRequest] { asked.withLock(\.self) }
  var paths: [String] { requests.map(\.path) }

  /// The paths and queries of the requests.
  var targets: [String] { requests.map { String($0.url.dropFirst("https://api.mercadolibre.com/".count)) } }
}

extension DeclaredClient {
  static func mercadoLibre(
    _ environment: [String: String], base: String? = nil, isReplay: Bool = false, keys: KeyKeeping = KeyKeeping(),
    fetch: @escaping HTTPFetch
  ) throws -> DeclaredClient {
    var environment = environment
    environment["LINER_MERCADOLIBRE_URL"] = base
    return DeclaredClient(
      try DeclarationChecker.check(#require(ShippedDeclarations.bytes(of: "mercadolibre"))).get(),
      environment: environment, isReplay: isReplay, keys: keys, fetch: fetch)
  }

  func products(
    _ term: String, site: String = "MLA", limit: Int? = nil, offset: Int = 0
  ) async throws -> ItemList {
    let category = try #require(catalog.category(named: "product"))
    return try await search(
      SearchRequest(category: category, term: term, limit: limit, filters: ["site": site], offset: offset))
  }
}

extension Item {
  static func mercadoLibre(_ category: String, _ key: String, _ title: String) -> Item {
    Item(id: ItemID(catalog: "mercadolibre", category: category, key: key), title: title)
  }
}

extension HTTPResponse {
  /// The answer that most applications get for a listing.
  static let listingsClosed = HTTPResponse(
    status: 403, json: #"{"message":"forbidden","error":"forbidden","status":403,"cause":[]}"#)
  static let noToken = HTTPResponse(
    status: 401, json: #"{"code":"unauthorized","message":"authorization value not present"}"#)
  fileprivate static let gone = HTTPResponse(
    status: 404, json: #"{"message":"not found","error":"not_found","status":404}"#)
}

/// The result of `body`, and the notices on the way.
func noticing<Value>(_ body: () async throws -> Value) async throws -> (value: Value, notices: [Notice]) {
  let log = ExchangeLog()
  let value = try await RequestContext.$current.withValue(RequestContext(log: log)) { try await body() }
  return (value, log.takeNotices())
}
