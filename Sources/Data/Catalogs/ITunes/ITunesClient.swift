package import Domain
package import Wire

/// Apple's iTunes Search API. No key, no paging; at most 200 results per search.
package struct ITunesClient: CatalogClient {
  let base: String
  /// Where the current generation of chart feeds is; its former hosts redirect there. The older one is below `base`.
  let chartsBase: String
  /// Fetches podcasts' own feeds.
  let feeds: FeedReader
  let fetch: HTTPFetch
  /// A host whose pages count as Apple's, such as the sample's; nil for none.
  let pageHost: String?

  /// The base URLs of the service and of its charts.
  package static let (home, chartsHome) = ("https://itunes.apple.com", "https://rss.marketingtools.apple.com")

  package init(
    base: String = home, chartsBase: String = chartsHome,
    feeds: FeedReader? = nil, pageHost: String? = nil, fetch: @escaping HTTPFetch
  ) {
    (self.base, self.chartsBase) = (base, chartsBase)
    (self.pageHost, self.fetch) = (pageHost, fetch)
    self.feeds = feeds ?? FeedReader(addresses: UntrustedURLPolicy(), fetch: fetch)
  }

  package var catalog: Catalog { .itunes }

  /// Returns nothing for a category of another catalog. The service has no pages, so for further results all of them
  /// are requested again.
  package func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
    guard let category = ITunesCategory.named(request.category.name) else { return ItemList(items: []) }
    let limit = request.offset > 0 ? Catalog.itunes.largestLimit : request.limit
    var query = [("term", request.term), ("media", category.media), ("entity", category.entity)]
    if let limit { query.append(("limit", String(limit))) }
    query += Self.query(of: request.filters, for: category)
    let storefront = Self.storefront(chosenIn: request.filters)
    let records = try await records(ofSearch: query, storefront: storefront, category: category)
    // A mirror may ignore the limit.
    let rows = min(records.rowCount, limit ?? .max)
    let skipped = records.skipped.filter { $0.row <= rows }
    return ItemList(
      items: Array(records.items.prefix(rows - skipped.count)),
      // The first answer reported the rows that were skipped in it.
      skipped: skipped.filter { $0.row > request.offset },
      // A wider answer with fewer rows says nothing about the rest.
      extent: rows < request.offset ? .unknown : Self.extent(rows: rows, limit: limit, of: category.media))
  }

  /// The chosen storefront, as stored in items.
  static func storefront(chosenIn filters: [String: String]) -> String? { filters["country"]?.uppercased() }

  private static func extent(rows: Int, limit: Int?, of media: String) -> Extent {
    // Since August 2026 at most a hundred podcasts are returned, whatever the limit.
    if media == "podcast", rows == 100, limit ?? 0 > 100 { return .limit(100, largest: nil) }
    return Extent(rows: rows, limit: limit, page: 50, largest: Catalog.itunes.largestLimit)
  }

  /// The chosen filters, in the catalog's order; the service requires none.
  private static func query(of filters: [String: String], for category: ITunesCategory) -> [(String, String)] {
    Catalog.itunes.filters.compactMap { filter in
      guard let value = filters[filter.name], filter.allows(value, for: category.category) else { return nil }
      return (filter.name, filter.name == "explicit" ? (value == "yes" ? "Yes" : "No") : value)
    }
  }

  /// The same cover, fitted into another box, if its URL ends in a size, as `…/100x100bb.jpg` does; otherwise as it is.
  ///
  /// If a size is too large, the service sends its largest. Covers from before 2015 (`….100x100-75.jpg`) exist in one
  /// size only, and a size elsewhere in the URL is part of the picture's own name.
  package func artwork(of item: Item, size: Int) -> WebLink? {
    guard let text = item.artwork?.text, let slash = text.lastIndex(of: "/"),
      let end = text[slash...].firstRange(of: "bb")?.lowerBound, ["bb.", "bb-"].contains(text[end...].prefix(3))
    else { return item.artwork }
    let former = text[text.index(after: slash)..<end].split(separator: "x", omittingEmptySubsequences: false)
    guard former.count == 2, former.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }) else {
      return item.artwork
    }
    // Larger than any cover; the service then sends its own size.
    let size = min(size, 100_000)
    // Film posters are half as tall again as they are wide.
    let height = item.id.category == "movie" ? size + size / 2 : size
    return WebLink(text[...slash] + "\(size)x\(height)" + text[end...]) ?? item.artwork
  }

  /// The extension selects the format of the cover, as in Apple's own players.
  package func pngArtwork(of item: Item, size: Int) -> WebLink? {
    // A cover that exists in one size exists in one format, too.
    guard let sized = artwork(of: item, size: size), sized != item.artwork, let dot = sized.text.lastIndex(of: ".")
    else { return nil }
    return WebLink(sized.text[..<dot] + ".png")
  }
}
