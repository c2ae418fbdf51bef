package import Domain
import Synchronization

/// The API of Mercado Libre: a category, many sites, and two routes to what is sold there.
///
/// It begins with the listings. Once they answer 403 although the token was good, it goes on with the catalogue for the
/// session and says so in a `Notice`.
package final class MercadoLibreClient: CatalogClient {
  let base: String
  private let exchange: HTTPExchange
  private let tokens: MercadoLibreTokens
  private let currentRoute = Mutex(MercadoLibreRoute.listings)

  /// - Parameters:
  ///   - credentials: none for a service that wants none, such as the sample.
  ///   - tokenFile: where renewed tokens are kept between sessions; nil: they end with the session.
  package init(
    base: String = "https://api.mercadolibre.com", exchange: @escaping HTTPExchange,
    credentials: MercadoLibreCredentials = MercadoLibreCredentials(), tokenFile: MercadoLibreTokenFile? = nil
  ) {
    self.base = base
    self.exchange = exchange
    tokens = MercadoLibreTokens(credentials, file: tokenFile, base: base, exchange: exchange)
  }

  package var catalog: Catalog { .mercadoLibre }

  var route: MercadoLibreRoute { currentRoute.withLock(\.self) }

  package func search(_ request: SearchRequest) async throws(CatalogError) -> Page {
    if route == .listings {
      do throws(CatalogError) {
        return try await page(for: request, by: .listings)
      } catch {
        guard await leaveListings(after: error) else { throw error }
      }
    }
    return try await page(for: request, by: .catalogue)
  }

  private func page(for search: SearchRequest, by route: MercadoLibreRoute) async throws(CatalogError) -> Page {
    guard route.reaches(search.offset) else { return Page(items: []) }
    let request = route.request(for: search, base: base)
    let json = try await answer(to: request)
    let start = ContinuousClock.now
    guard let results = json["results"]?.array else {
      throw .unreadable(host: request.host, what: "JSON without a list of results")
    }
    var page = Page(items: [])
    for (index, result) in results.enumerated() {
      do throws(SkippedRow) {
        page.items.append(try Item(MercadoLibreRow(result, row: index + 1), by: route, row: index + 1))
      } catch {
        page.skipped.append(error)
      }
    }
    let next = search.offset + results.count
    let total = json["paging"]?["total"]?.integer ?? 0
    if !results.isEmpty, next < total {
      page.extent = route.reaches(next) ? .service : .limit(next, largest: nil)
    }
    RequestContext.current.log?.append(
      Decoding(url: request.url, shown: page.items.count, skipped: page.skipped, took: ContinuousClock.now - start))
    return page
  }

  /// Goes on with the catalogue where `error` says that the listings are closed, whatever the token.
  /// - Returns: whether it does.
  func leaveListings(after error: CatalogError) async -> Bool {
    guard case .refused(let host, 403, _) = error, await tokens.areAtHand else { return false }
    let isFirst = currentRoute.withLock { route in
      defer { route = .catalogue }
      return route == .listings
    }
    if isFirst { RequestContext.current.log?.append(.listingsClosed(host: host)) }
    return true
  }

  /// The answer to a GET of `path`.
  func answer(to path: String) async throws(CatalogError) -> JSONValue {
    try await answer(to: HTTPRequest(base: base, path: path))
  }

  /// The answer to `request`, sent again with the next token where the service does not take the first.
  private func answer(to request: HTTPRequest) async throws(CatalogError) -> JSONValue {
    var grant = try await tokens.grant()
    var response = try await exchange(request.bearing(grant.token))
    while response.status == 401 {
      grant = try await tokens.grant(insteadOf: grant, reason: MercadoLibreAnswer.reason(in: response))
      response = try await exchange(request.bearing(grant.token))
    }
    return try MercadoLibreAnswer(response, from: request.host).json
  }
}

extension HTTPRequest {
  fileprivate func bearing(_ token: String?) -> HTTPRequest {
    var request = self
    request.headers["Accept"] = "application/json"
    request.headers["Authorization"] = token.map { "Bearer " + $0 }
    return request
  }
}
