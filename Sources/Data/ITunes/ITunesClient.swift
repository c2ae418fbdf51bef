package import Domain

/// Apple's iTunes Search API. No key, no paging; at most 200 results for a search.
package struct ITunesClient: CatalogClient {
  let base: String
  private let exchange: HTTPExchange

  package init(base: String = "https://itunes.apple.com", exchange: @escaping HTTPExchange) {
    self.base = base
    self.exchange = exchange
  }

  package var catalog: Catalog { .itunes }

  /// A category of another catalog has nothing here.
  package func search(_ request: SearchRequest) async throws(CatalogError) -> Page {
    guard let category = ITunesCategory.named(request.category.name) else { return Page(items: []) }
    var query = [("term", request.term), ("media", category.media.rawValue), ("entity", category.entity)]
    if let limit = request.limit { query.append(("limit", String(limit))) }
    query += Self.query(of: request.filters, for: category)
    return try await page(of: HTTPRequest(base: base, path: "search", query: query)) { _ in category }
  }

  /// What is chosen of the catalog's filters, in their order; the service insists on none.
  private static func query(of filters: [String: String], for category: ITunesCategory) -> [(String, String)] {
    Catalog.itunes.filters.compactMap { filter in
      guard let value = filters[filter.name], filter.allows(value, for: category.category) else { return nil }
      return (filter.name, filter.name == "explicit" ? (value == "yes" ? "Yes" : "No") : value)
    }
  }

  /// Sends `request` and makes items of the rows that come back.
  /// - Parameter category: what a row is taken for.
  func page(
    of request: HTTPRequest, category: (ITunesRow) -> ITunesCategory
  ) async throws(CatalogError) -> Page {
    let response = try await exchange(request)
    let start = ContinuousClock.now
    let answer = try ITunesAnswer(response, from: request.host)
    var page = Page(items: [])
    for (index, row) in answer.rows.enumerated() {
      switch row {
      case .failure(let skipped): page.skipped.append(skipped)
      case .success(let row):
        if let item = Item(row, as: category(row)) {
          page.items.append(item)
        } else {
          page.skipped.append(SkippedRow(row: index + 1, reason: "no title"))
        }
      }
    }
    RequestContext.current.log?.append(
      Decoding(
        url: request.url, shown: page.items.count, skipped: page.skipped, took: ContinuousClock.now - start))
    return page
  }
}
