import Domain
import Presentation
import Testing

/// In which storefront things are asked, and what is said where some of them do not answer.
struct ItemStorefrontTests {
  private static let albums = Relation("albums", title: "Albums", category: "album")
  private static let artist = Relation("artist", title: "Artist", category: "artist", reach: .one)
  private static let catalog = Catalog(
    name: "itunes", title: "iTunes",
    categories: [
      Category(name: "song", title: "Song", relations: [albums, artist]), Category(name: "album", title: "Album"),
      Category(name: "artist", title: "Artist"),
    ],
    filters: [SearchFilter(name: "country", meaning: "the storefront", values: .oneOf(["DE", "JP", "US"]))],
    storefrontFilter: "country")

  /// A favourite of one store, while another is in force: all that belongs to it is asked of its own.
  @Test(arguments: [albums, artist], [nil, 1] as [Int?])
  func `what belongs to an item is asked in the item's own store`(relation: Relation, number: Int?) async throws {
    let song = Item.made("A") { $0.storefront = "JP" }
    let client = StubCatalogClient(
      Self.catalog, details: StubCatalogClient.itemAlone,
      related: { _, _ in .success(ItemList(items: [.made("B", category: "album")])) },
      search: { _ in .success(ItemList(items: [])) })
    let coordinator = Coordinator(clients: [client], start: "itunes", favorites: Favorites([song]))
    _ = try await coordinator.set("country", to: "DE")
    try await coordinator.go(.favorites)
    if number == nil { try await coordinator.go(.openItem(1)) }
    _ = client.takeAsked()
    try await coordinator.go(.openRelation(relation, of: number))
    #expect(!client.asked.isEmpty)
    #expect(client.takeAsked().allSatisfy { $0.filters["country"] == "JP" })
    #expect(await coordinator.screen.storefront == "JP")
  }

  /// Answers each store but one with a failure of its own.
  private struct FailingStores: CatalogClient {
    let failure: @Sendable (_ storefront: String) -> CatalogError
    let catalog = ItemStorefrontTests.catalog
    func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
      ItemList(items: [.made("A")])
    }
    func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
      ItemDetails(item: item)
    }
    func sale(
      of item: Item, in storefront: String, filters: [String: String]
    ) async throws(CatalogError) -> Sale {
      if storefront == "US" { return .found(item) }
      throw failure(storefront)
    }
  }

  /// What each store answers, and what is told of all of them.
  private static let failures: [(@Sendable (String) -> CatalogError, CatalogError)] = [
    (
      { .budgetSpent(host: "h", freeIn: .seconds($0 == "DE" ? 50 : 20)) },
      .budgetSpent(host: "h", freeIn: .seconds(50))
    ),
    ({ .server(host: "h", status: $0 == "DE" ? 503 : 500) }, .server(host: "h", status: 500)),
    ({ .unknown("song", storefront: $0) }, .unknown("song", storefront: "JP")),
  ]

  @Test(arguments: failures.indices)
  func `stores that fail for one cause are one remark, with the longest wait`(index: Int) async throws {
    let (failure, told) = Self.failures[index]
    let coordinator = Coordinator(clients: [FailingStores(failure: failure)], start: "itunes")
    try await coordinator.go(.search(SearchQuery(term: "v")))
    try await coordinator.go(.stores(1, in: ["JP", "DE", "US"]))
    #expect(
      await coordinator.screen.sections.flatMap(\.remarks) == [
        .unknownStorefronts(["JP", "DE"], of: 3, told)
      ])
  }
}
