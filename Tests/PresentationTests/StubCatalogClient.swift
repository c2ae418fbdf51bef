import Domain
import TestSupport
import Testing

/// A catalog with one closure for each kind of request.
///
/// A request that a test does not expect is an issue.
final class StubCatalogClient: CatalogClient {
  typealias Search = @Sendable (SearchRequest) async -> Result<ItemList, CatalogError>
  typealias Details = @Sendable (Item) async -> Result<ItemDetails, CatalogError>
  typealias Artwork = @Sendable (Item, Int) -> WebLink?

  let catalog: Catalog
  private let onSearch: Search
  private let onDetails: Details
  private let onArtwork: Artwork

  init(
    _ catalog: Catalog = .shop,
    details: @escaping Details = {
      Issue.record("uninvited details of \($0.id)")
      return .success(ItemDetails(item: $0))
    },
    artwork: @escaping Artwork = { item, _ in
      Issue.record("uninvited artwork of \(item.id)")
      return nil
    },
    search: @escaping Search
  ) {
    self.catalog = catalog
    onSearch = search
    onDetails = details
    onArtwork = artwork
  }

  /// Expects no request at all.
  convenience init(_ catalog: Catalog = .shop) {
    self.init(catalog) {
      Issue.record("uninvited search for \($0.category.name) \($0.term)")
      return .success(ItemList(items: []))
    }
  }

  /// Always returns the same items for a category, and none for other categories.
  convenience init(_ catalog: Catalog = .shop, items: [String: [Item]], details: @escaping Details = itemAlone) {
    self.init(catalog, details: details) { .success(ItemList(items: items[$0.category.name] ?? [])) }
  }

  /// For a catalog that knows no more about an item than its lists contain.
  static let itemAlone: Details = { .success(ItemDetails(item: $0)) }

  func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
    return try await onSearch(request).get()
  }

  func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    return try await onDetails(item).get()
  }

  func artwork(of item: Item, size: Int) -> WebLink? { onArtwork(item, size) }
}
