import Domain
import Synchronization
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

/// A service that answers by path and remembers what it was asked.
final class MercadoLibreStub: Sendable {
  private let answers: [String: HTTPResponse]
  private let asked = Mutex<[HTTPRequest]>([])

  /// - Parameter answers: by path; what is not there records an issue.
  init(_ answers: [String: HTTPResponse]) { self.answers = answers }

  func client(_ credentials: MercadoLibreCredentials = MercadoLibreCredentials(accessToken: "good"))
    -> MercadoLibreClient
  {
    MercadoLibreClient(
      fetch: { [self] request in
        asked.withLock { $0.append(request) }
        guard let answer = answers[request.path] else {
          Issue.record("asked uninvited: \(request.method) \(request.url)")
          return HTTPResponse(status: 404, body: [])
        }
        return answer
      }, credentials: credentials)
  }

  var requests: [HTTPRequest] { asked.withLock(\.self) }
  var paths: [String] { requests.map(\.path) }

  /// What the requests had behind the host.
  var targets: [String] { requests.map { String($0.url.dropFirst("https://api.mercadolibre.com/".count)) } }
}

extension SearchRequest {
  static func products(
    _ term: String, site: String = "MLA", limit: Int? = nil, offset: Int = 0
  ) -> SearchRequest {
    SearchRequest(category: Catalog.product, term: term, limit: limit, filters: ["site": site], offset: offset)
  }
}

extension HTTPResponse {
  /// What the listings say to most applications.
  static let listingsClosed = HTTPResponse(
    status: 403, json: #"{"message":"forbidden","error":"forbidden","status":403,"cause":[]}"#)
  static let noToken = HTTPResponse(
    status: 401, json: #"{"code":"unauthorized","message":"authorization value not present"}"#)
  static let badToken = HTTPResponse(
    status: 401, json: #"{"message":"invalid access token","error":"not_found","status":401,"cause":[]}"#)
  static let noListings = HTTPResponse(status: 200, json: #"{"paging":{"total":0},"results":[]}"#)
}

/// What `body` gives, and the notices on the way.
func noticing<Value>(_ body: () async throws -> Value) async throws -> (value: Value, notices: [Notice]) {
  let log = ExchangeLog()
  let value = try await RequestContext.$current.withValue(RequestContext(log: log)) { try await body() }
  return (value, log.takeNotices())
}
