import Domain
import Presentation
import Synchronization
import Testing

struct SeasonsTests {
  /// A catalog with four seasons, whose words follow the country.
  private final class FourSeasons: CatalogClient {
    let catalog: Catalog
    private let asked = Mutex<[SearchRequest]>([])

    init(features: Set<Catalog.Feature> = [.seasons]) {
      catalog = Catalog(
        name: "c", title: "C", categories: [Category(name: "song", title: "Song")],
        filters: [SearchFilter(name: "country", meaning: "", values: .oneOf(["DE", "US"]))], features: features)
    }

    /// In the order of the words, however they came in.
    var requests: [SearchRequest] { asked.withLock { $0.sorted { $0.term < $1.term } } }

    func search(_ request: SearchRequest) async throws(CatalogError) -> Page {
      asked.withLock { $0.append(request) }
      if request.term == "c" { throw .server(host: "h", status: 500) }
      let item = Item(id: ItemID(catalog: "c", category: "song", key: request.term), title: "About \(request.term)")
      return Page(items: [item])
    }

    func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
      ItemDetails(item: item)
    }

    func seasons(filters: [String: String]) -> [SeasonShelf] {
      let suffix = filters["country"] == "DE" ? "-de" : ""
      return zip(["Spring", "Summer", "Autumn", "Winter"], ["a", "b", "c", "d"]).map {
        SeasonShelf(title: $0, category: catalog.categories[0], term: $1 + suffix)
      }
    }
  }

  private func settled(_ navigations: Action.Navigation..., on coordinator: Coordinator) async throws -> Screen {
    for navigation in navigations {
      try await coordinator.apply(navigation)
      try await coordinator.settle()
    }
    return await coordinator.screen
  }

  @Test func `four shelves are asked for at once, and one failing hides none`() async throws {
    let client = FourSeasons()
    let screen = try await settled(.seasons(nil), on: Coordinator(clients: [client], start: "c"))
    #expect(screen.kind == .seasons)
    #expect(screen.title == "Seasons")
    #expect(screen.sections.map(\.title) == ["Spring", "Summer", "Autumn", "Winter"])
    #expect(screen.sections.map(\.rows.count) == [1, 1, 0, 1])
    #expect(screen.sections[2].content.error == .server(host: "h", status: 500))
    #expect(client.requests.map(\.term) == ["a", "b", "c", "d"])
    #expect(client.requests.map(\.limit) == [5, 5, 5, 5])
  }

  @Test func `one season is opened in full, without a limit, with its own term`() async throws {
    let client = FourSeasons()
    let coordinator = Coordinator(clients: [client], start: "c")
    let screen = try await settled(.seasons(nil), .openSection(1, limit: nil), on: coordinator)
    #expect(screen.kind == .category)
    #expect(screen.title == "Summer")
    #expect(screen.query?.term == "b")
    #expect(client.requests.filter { $0.term == "b" }.map(\.limit) == [5, nil])
  }

  @Test(arguments: ["summer", "SUMMER", "su"])
  func `a season can be named right away`(name: String) async throws {
    let client = FourSeasons()
    let screen = try await settled(.seasons(name), on: Coordinator(clients: [client], start: "c"))
    #expect(screen.title == "Summer")
    #expect(client.requests.map(\.term) == ["b"])
    #expect(client.requests.map(\.limit) == [nil])
  }

  @Test func `open finds a season by its title only on the screen of seasons, with a limit if one is given`()
    async throws
  {
    let coordinator = Coordinator(clients: [FourSeasons()], start: "c")
    let screen = try await settled(.seasons(nil), on: coordinator)
    let catalog = await coordinator.catalog
    let there = Command.Context(screen: screen, catalog: catalog)
    #expect(try Command.action(for: "open Summer", on: there) == .go(.openSection(1, limit: nil)))
    #expect(try Command.action(for: "open winter --limit 9", on: there) == .go(.openSection(3, limit: 9)))
    let elsewhere = Command.Context(screen: .root(of: catalog), catalog: catalog)
    #expect(throws: CommandError.self) { try Command.action(for: "open summer", on: elsewhere) }
  }

  @Test func `the settings in force choose the words and the limit`() async throws {
    let client = FourSeasons()
    let coordinator = Coordinator(clients: [client], start: "c")
    _ = try await coordinator.set("country", to: "de")
    _ = try await coordinator.set("limit", to: "30")
    _ = try await settled(.seasons(nil), .seasons("winter"), on: coordinator)
    #expect(client.requests.map(\.term) == ["a-de", "b-de", "c-de", "d-de", "d-de"])
    #expect(client.requests.map(\.limit) == Array(repeating: 30, count: 5))
    #expect(client.requests.map(\.filters) == Array(repeating: ["country": "DE"], count: 5))
  }

  @Test func `an unknown season is refused with the four, and asks nothing`() async throws {
    let client = FourSeasons()
    let coordinator = Coordinator(clients: [client], start: "c")
    await #expect(
      throws: CommandError.usage(.badValue("s", of: "seasons", allowed: ["Spring", "Summer", "Autumn", "Winter"]))
    ) { try await coordinator.apply(.seasons("s")) }
    #expect(client.requests.isEmpty)
    #expect(await coordinator.trail == ["home"])
  }

  @Test func `a catalog without seasons says so`() async throws {
    let coordinator = Coordinator(clients: [FourSeasons(features: [])], start: "c")
    await #expect(throws: CommandError.nothingHere(.feature("seasons", catalog: "C"))) {
      try await coordinator.apply(.seasons(nil))
    }
  }
}
