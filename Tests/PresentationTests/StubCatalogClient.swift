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

  init(
    catalog: Catalog = .stub,
    search: (@Sendable (SearchRequest) async -> Result<Page, CatalogError>)? = nil,
    details: (@Sendable (Item) async -> Result<ItemDetails, CatalogError>)? = nil
  ) {
    self.catalog = catalog
    if let search { onSearch = { request throws(CatalogError) in try await search(request).get() } }
    if let details { onDetails = { item, _ throws(CatalogError) in try await details(item).get() } }
  }

  func search(_ request: SearchRequest) async throws(CatalogError) -> Page { try await onSearch(request) }

  func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    try await onDetails(item, filters)
  }

  func seasons(filters: [String: String]) -> [SeasonShelf] { onSeasons(filters) }

  func artwork(of item: Item, size: Int) -> WebLink? { onArtwork(item, size) }
}

extension Catalog {
  /// Two of three categories asked by default, a country with a title for it, and an attribute of songs.
  static let stub = Catalog(
    name: "itunes", title: "iTunes",
    categories: [
      Category(name: "song", title: "Song"), Category(name: "tv", title: "TV Show"),
      Category(name: "music-video", title: "Music Video"),
    ],
    defaultCategoryCount: 2,
    filters: [
      SearchFilter(
        name: "country", meaning: "the storefront", values: .oneOf(["DE", "GB", "GR", "US"]),
        valueTitles: ["DE": "Germany", "GB": "United Kingdom", "GR": "Greece", "US": "United States"]),
      SearchFilter(name: "explicit", meaning: "whether explicit", values: .oneOf(["yes", "no"])),
    ])
}

extension Item {
  /// An item of the stub catalog, its key made of the title.
  static func stub(_ title: String, category: String = "song", creator: String? = nil) -> Item {
    var item = Item(id: ItemID(catalog: "itunes", category: category, key: title), title: title)
    item.creator = creator
    return item
  }
}
