package import Domain
import Testing

/// A catalog service that answers as the test says, and records an issue when it is asked what the test did not expect.
package struct StubCatalogClient: CatalogClient {
  package var catalog: Catalog
  package var search: @Sendable (SearchRequest) async -> Result<Page, CatalogError>
  package var details: @Sendable (Item) async -> Result<ItemDetails, CatalogError>

  package init(
    catalog: Catalog = .stub,
    search: @escaping @Sendable (SearchRequest) async -> Result<Page, CatalogError> = { request in
      Issue.record("an uninvited search: \(request.category.name) \(request.term)")
      return .success(Page(items: []))
    },
    details: @escaping @Sendable (Item) async -> Result<ItemDetails, CatalogError> = { item in
      Issue.record("uninvited details: \(item.id)")
      return .success(ItemDetails(item: item))
    }
  ) {
    self.catalog = catalog
    self.search = search
    self.details = details
  }

  package func search(_ request: SearchRequest) async throws(CatalogError) -> Page {
    try await search(request).get()
  }

  package func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    try await details(item).get()
  }
}

extension Catalog {
  /// Two of three categories asked by default, a country with a title for it, and an attribute of songs.
  package static let stub = Catalog(
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
  package static func stub(_ title: String, category: String = "song", creator: String? = nil) -> Item {
    var item = Item(id: ItemID(catalog: "itunes", category: category, key: title), title: title)
    item.creator = creator
    return item
  }
}
