import Domain
@testable import Presentation
import Synchronization
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
    charts: Charts(
      offers: [Charts.Offer(category: Category(name: "song", title: "Song"), title: "Songs", largest: 10)],
      world: [], defaultStorefront: "US"),
    storefrontFilter: "country")

  /// A favourite of one store, while another is in force: all that belongs to it is asked of its own.
  @Test(arguments: [albums, artist], [nil, 1] as [Int?])
  func `links from an item to others is asked in the item's own store`(relation: Relation, number: Int?) async throws {
    let song = Item.made("A") { $0.storefront = "JP" }
    let client = StubCatalogClient(
      Self.catalog, details: StubCatalogClient.itemAlone,
      related: { _, _ in .success(ItemList(items: [.made("B", category: "album")])) },
      search: { _ in .success(ItemList(items: [])) })
    let coordinator = Coordinator(clients: [client], start: "itunes", favorites: Favorites([song]))
    _ = try await coordinator.set("country", to: "DE")
    try await coordinator.go(.favorites)
    if number == nil {
      try await coordinator.go(.openItem(1))
      #expect(client.takeAsked().map(\.filters) == [["country": "JP"]])
    }
    try await coordinator.go(.openRelation(relation, of: number))
    #expect(!client.asked.isEmpty)
    #expect(client.takeAsked().allSatisfy { $0.filters["country"] == "JP" })
    #expect(await coordinator.screen.storefront == "JP")
  }

  @Test func `a shelf of what was searched in a storefront is of that one`() async throws {
    let client = StubCatalogClient(Self.catalog, search: { _ in .success(ItemList(items: [.made("A")])) })
    let coordinator = Coordinator(clients: [client], start: "itunes")
    try await coordinator.go(.search(SearchQuery(term: "v", filters: ["country": "jp"])))
    #expect(await coordinator.screen.storefront == "JP")
    try await coordinator.go(.openCategory(Self.catalog.categories[0], limit: nil))
    #expect(await coordinator.screen.storefront == "JP")
  }

  private final class AskedStores: Sendable {
    private let codes = Mutex<[String]>([])
    func append(_ code: String) { codes.withLock { $0.append(code) } }
    func take() -> [String] {
      codes.withLock { codes in
        defer { codes = [] }
        return codes.sorted()
      }
    }
  }

  /// Answers each store but one with a failure of its own.
  private struct FailingStores: CatalogClient {
    var failure: @Sendable (_ storefront: String) -> CatalogError = failures[0].0
    let catalog = ItemStorefrontTests.catalog
    let asked = AskedStores()
    /// A store that answers nobody who does not give up.
    var silent: String?
    func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
      ItemList(items: [.made("A")])
    }
    func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
      ItemDetails(item: item)
    }
    func chart(_ request: ChartRequest, filters: [String: String]) async throws(CatalogError) -> Chart {
      Chart(title: "Songs", source: "h", storefront: request.storefront ?? "US", list: ItemList(items: [.made("A")]))
    }
    func sale(
      of item: Item, in storefront: String, filters: [String: String]
    ) async throws(CatalogError) -> Sale {
      asked.append([storefront, filters["country"]].compactMap(\.self).joined(separator: " with "))
      if storefront == silent {
        try? await Task.sleep(for: .seconds(3600))
        throw .cancelled
      }
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

  @Test func `retry asks the stores that have not answered, and no other`() async throws {
    let client = FailingStores()
    let coordinator = Coordinator(clients: [client], start: "itunes")
    _ = try await coordinator.set("country", to: "DE")
    try await coordinator.go(.search(SearchQuery(term: "v")))
    try await coordinator.go(.stores(1, in: ["JP", "DE", "US"]))
    #expect(client.asked.take() == ["DE", "JP", "US"])
    await #expect(throws: CommandError.self) { try await coordinator.go(.retry) }
    #expect(client.asked.take() == ["DE", "JP"])
    #expect(await coordinator.screen.sections.flatMap(\.rows).map(\.item.storefront) == ["US"])
  }

  @Test func `what is stopped shows the stores that had answered, and says how many`() async throws {
    let coordinator = Coordinator(clients: [FailingStores(silent: "JP")], start: "itunes")
    try await coordinator.go(.search(SearchQuery(term: "v")))
    await coordinator.observe { event in
      if case .request(.answered(1, of: _, what: _)) = event { Task { await coordinator.cancelLoad() } }
    }
    try await coordinator.go(.stores(1, in: ["JP", "US"]))
    let section = try #require(await coordinator.screen.sections.first)
    #expect(section.rows.map(\.item.storefront) == ["US"])
    #expect(section.remarks == [.stopped(done: 1, all: 2)])
  }

  @Test func `changes of the chart on screen are of its storefront`() async throws {
    let coordinator = Coordinator(clients: [FailingStores()], start: "itunes")
    let song = Self.catalog.categories[0]
    try await coordinator.go(.charts(ChartQuery(region: .storefront("JP"), category: song)))
    try await coordinator.go(.changes(ChartQuery(), notAfter: nil))
    #expect(await coordinator.screen.kind == .changes)
    #expect(await coordinator.screen.storefront == "JP")
  }
}
