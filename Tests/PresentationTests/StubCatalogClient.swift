import Domain
import Testing

/// A catalog made of one closure for each thing that can be asked of it; what a test did not invite is an issue.
struct StubCatalogClient: CatalogClient {
  let catalog: Catalog
  var onSearch: @Sendable (SearchRequest) async throws(CatalogError) -> Page = { request in
    Issue.record("uninvited search for \(request.category.name) \(request.term)")
    return Page(items: [])
  }
  var onDetails: @Sendable (Item, [String: String]) async throws(CatalogError) -> ItemDetails = { item, _ in
    Issue.record("uninvited details of \(item.id)")
    return ItemDetails(item: item)
  }
  var onSeasons: @Sendable ([String: String]) -> [SeasonShelf] = { _ in
    Issue.record("uninvited seasons")
    return []
  }
  var onArtwork: @Sendable (Item, Int) -> WebLink? = { item, _ in
    Issue.record("uninvited artwork of \(item.id)")
    return nil
  }

  init(_ catalog: Catalog) {
    self.catalog = catalog
  }

  func search(_ request: SearchRequest) async throws(CatalogError) -> Page { try await onSearch(request) }

  func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    try await onDetails(item, filters)
  }

  func seasons(filters: [String: String]) -> [SeasonShelf] { onSeasons(filters) }

  func artwork(of item: Item, size: Int) -> WebLink? { onArtwork(item, size) }
}
