import Domain
import Testing

/// A catalog made of one closure for each thing that can be asked of it.
///
/// What a test did not invite is an issue.
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

  /// Invites nobody to ask anything.
  convenience init(_ catalog: Catalog = .shop) {
    self.init(catalog) {
      Issue.record("uninvited search for \($0.category.name) \($0.term)")
      return .success(ItemList(items: []))
    }
  }

  /// Answers each category with its items, always the same, and what is missing with nothing.
  convenience init(_ catalog: Catalog = .shop, items: [String: [Item]], details: @escaping Details = itemAlone) {
    self.init(catalog, details: details) { .success(ItemList(items: items[$0.category.name] ?? [])) }
  }

  /// For a catalog that knows no more of an item than its lists say.
  static let itemAlone: Details = { .success(ItemDetails(item: $0)) }

  func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
    return try await onSearch(request).get()
  }

  func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    return try await onDetails(item).get()
  }

  func artwork(of item: Item, size: Int) -> WebLink? { onArtwork(item, size) }
}
