package import Wire
package import Disk
package import Domain
import Synchronization

/// The API of Mercado Libre: a category, many sites, and two routes to the products.
///
/// It begins with the listings. Once they answer 403 to a good token, it uses the catalogue for the rest of the
/// session and says so in a `Notice`.
package final class MercadoLibreClient: CatalogClient {
  /// The base address of the service.
  package static let home = "https://api.mercadolibre.com"
  let base: String
  private let fetch: HTTPFetch
  private let tokens: MercadoLibreTokens
  private let secrets: KnownSecrets
  /// The refusal that closed the listings; nil as long as they answer.
  private let closed = Mutex<CatalogError?>(nil)

  /// - Parameters:
  ///   - credentials: none for a service that needs none, such as the sample.
  ///   - tokenFile: keeps renewed tokens between sessions; if nil, they end with the session.
  ///   - unfinished: told while a token is being renewed, which can happen only once.
  ///   - secrets: learns every token, and is removed from whatever the service says.
  package init(
    base: String = home, fetch: @escaping HTTPFetch,
    credentials: MercadoLibreCredentials = MercadoLibreCredentials(), tokenFile: MercadoLibreTokenFile? = nil,
    unfinished: UnfinishedWork? = nil, secrets: KnownSecrets = KnownSecrets()
  ) {
    self.base = base
    self.secrets = secrets
    self.fetch = fetch
    tokens = MercadoLibreTokens(
      credentials, file: tokenFile, base: base, unfinished: unfinished, secrets: secrets, fetch: fetch)
  }

  package var catalog: Catalog { .mercadoLibre }

  var host: String { HTTPRequest(url: base).host }

  package func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
    let listings = try await unlessClosed { () throws(CatalogError) in try await search(request, by: .listings) }
    if let listings { return listings }
    return try await search(request, by: .catalogue)
  }

  private func search(
    _ request: SearchRequest, by route: MercadoLibreRoute
  ) async throws(CatalogError) -> ItemList {
    try await list(for: route.request(for: request, base: base), from: request.offset, by: route)
  }

  /// The results of `request` after the first `offset`.
  func list(
    for request: HTTPRequest, from offset: Int, by route: MercadoLibreRoute,
    item: (MercadoLibreRow, Int) throws(SkippedRow) -> Item
  ) async throws(CatalogError) -> ItemList {
    guard route.reaches(offset) else { return ItemList(items: []) }
    let json = try await answer(to: request)
    let start = ContinuousClock.now
    guard let results = json["results"]?.array else {
      throw .unreadable(host: request.host, what: "JSON without a list of results")
    }
    var list = ItemList(rows: results) { json, number throws(SkippedRow) in
      try item(MercadoLibreRow(json, row: number), number)
    }
    list.extent = Self.extent(of: json, behind: offset + results.count, isLast: results.isEmpty, by: route)
    RequestContext.logDecoding(of: request.url, shown: list.items.count, skipped: list.skipped, since: start)
    return list
  }

  /// A page of listings or products.
  func list(
    for request: HTTPRequest, from offset: Int, by route: MercadoLibreRoute
  ) async throws(CatalogError) -> ItemList {
    try await list(for: request, from: offset, by: route) { row, number throws(SkippedRow) in
      try Item(row, by: route, row: number)
    }
  }

  /// The extent of what follows the first `next` results.
  private static func extent(
    of answer: JSONValue, behind next: Int, isLast: Bool, by route: MercadoLibreRoute
  ) -> Extent {
    guard !isLast else { return .all }
    guard let total = answer["paging"]?["total"]?.integer else { return .unknown }
    guard next < total else { return .all }
    return route.reaches(next) ? .service : .limit(next, largest: nil)
  }

  /// Asks the listings with `ask`; nil if they are closed.
  func unlessClosed<Value>(_ ask: () async throws(CatalogError) -> Value) async throws(CatalogError) -> Value? {
    do throws(CatalogError) {
      return try await whileOpen(ask)
    } catch {
      if closed.withLock({ $0 == nil }) { throw error }
      return nil
    }
  }

  /// Asks the listings with `ask`; does not ask again once they are closed.
  /// - Throws: also the refusal that closed them.
  func whileOpen<Value>(_ ask: () async throws(CatalogError) -> Value) async throws(CatalogError) -> Value {
    if let closed = closed.withLock(\.self) { throw closed }
    do throws(CatalogError) {
      return try await ask()
    } catch {
      await leaveListings(after: error)
      throw error
    }
  }

  /// Switches to the catalogue if `error` says that the listings are closed, whatever the token.
  private func leaveListings(after error: CatalogError) async {
    guard case .refused(let host, 403, _) = error, await tokens.areAtHand else { return }
    let isFirst = closed.withLock { closed in
      defer { closed = error }
      return closed == nil
    }
    if isFirst { RequestContext.current.log?.append(.listingsClosed(host: host)) }
  }

  /// The answer to a GET of `path`.
  func answer(to path: String) async throws(CatalogError) -> JSONValue {
    try await answer(to: HTTPRequest(base: base, path: path))
  }

  /// The answer to `request`, which is sent again with the next token if the service rejects the first.
  func answer(to request: HTTPRequest) async throws(CatalogError) -> JSONValue {
    var grant = try await tokens.grant()
    var response = try await fetch(request.bearing(grant.token))
    while response.status == 401 {
      grant = try await tokens.grant(insteadOf: grant, reason: MercadoLibreAnswer.reason(in: response, hiding: secrets))
      response = try await fetch(request.bearing(grant.token))
    }
    return try MercadoLibreAnswer(response, from: request.host, hiding: secrets).json.without(secrets)
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
