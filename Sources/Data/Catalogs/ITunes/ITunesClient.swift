package import Wire
package import Domain

/// Apple's iTunes Search API. No key, no paging; at most 200 results for a search.
package struct ITunesClient: CatalogClient {
  let base: String
  /// Where the current generation of chart feeds is; its former names send here. The older one is below `base`.
  let chartsBase: String
  /// What fetches podcasts' own feeds; nil: their episodes are those that the lookup lists.
  let feeds: FeedReader?
  let fetch: HTTPFetch
  /// The host whose pages are taken for those of Apple's shops, as the sample's are; nil: none.
  let pageHost: String?

  /// Where the service is, and its charts.
  package static let (home, chartsHome) = ("https://itunes.apple.com", "https://rss.marketingtools.apple.com")

  package init(
    base: String = home, chartsBase: String = chartsHome,
    feeds: FeedReader? = nil, pageHost: String? = nil, fetch: @escaping HTTPFetch
  ) {
    self.pageHost = pageHost
    self.base = base
    self.feeds = feeds
    self.chartsBase = chartsBase
    self.fetch = fetch
  }

  package var catalog: Catalog { .itunes }

  /// A category of another catalog has nothing here. What follows an answer is asked for with the whole again, since the
  /// service knows no pages: it comes with what is there already.
  package func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
    guard let category = ITunesCategory.named(request.category.name) else { return ItemList(items: []) }
    let limit = request.offset > 0 ? Catalog.itunes.largestLimit : request.limit
    var query = [("term", request.term), ("media", category.media.rawValue), ("entity", category.entity)]
    if let limit { query.append(("limit", String(limit))) }
    query += Self.query(of: request.filters, for: category)
    let records = try await records(
      of: HTTPRequest(base: base, path: "search", query: query), storefront: Self.storefront(chosenIn: request.filters)
    ) { _ in category }
    // What could not be shown the first time has been told then.
    let skipped = records.skipped.filter { $0.row > request.offset }
    let rows = records.entries.count + records.skipped.count
    return ItemList(
      items: records.entries.map(\.item), skipped: skipped,
      extent: Self.extent(rows: rows, limit: limit, of: category.media))
  }

  /// The storefront that was chosen, as items keep it.
  static func storefront(chosenIn filters: [String: String]) -> String? { filters["country"]?.uppercased() }

  private static func extent(rows: Int, limit: Int?, of media: ITunesCategory.Media) -> Extent {
    // Seen since August 2026: of podcasts come no more than a hundred, whatever is asked for.
    if media == .podcast, rows == 100, limit ?? 0 > 100 { return .limit(100, largest: nil) }
    return Extent(rows: rows, limit: limit, page: 50, largest: Catalog.itunes.largestLimit)
  }

  /// What is chosen of the catalog's filters, in their order; the service insists on none.
  private static func query(of filters: [String: String], for category: ITunesCategory) -> [(String, String)] {
    Catalog.itunes.filters.compactMap { filter in
      guard let value = filters[filter.name], filter.allows(value, for: category.category) else { return nil }
      return (filter.name, filter.name == "explicit" ? (value == "yes" ? "Yes" : "No") : value)
    }
  }
}
