import Domain
import Presentation
import Testing

struct SeasonsTests {
  /// A catalog with four seasons, whose words follow the country.
  private static let fourSeasons = Catalog(
    name: "c", title: "C", categories: [song],
    filters: [SearchFilter(name: "country", meaning: "", values: .oneOf(["DE", "US"]))],
    homes: [
      BrowsePage(name: "seasons", title: "Seasons") { filters in
        let suffix = filters["country"] == "DE" ? "-de" : ""
        return zip(["Spring", "Summer", "Autumn", "Winter"], ["a", "b", "c", "d"]).map {
          BrowsePage.Shelf(title: $0, category: song, question: .search(term: $1 + suffix))
        }
      }
    ])
  private static let song = Category(name: "song", title: "Song")

  private let client = StubCatalogClient(fourSeasons) { request in
    if request.term == "c" { return .failure(.server(host: "h", status: 500)) }
    return .success(ItemList(items: [.made("About \(request.term)", catalog: "c", key: request.term)]))
  }

  private func coordinator() -> Coordinator { Coordinator(clients: [client], start: "c") }

  private func settled(_ navigations: Action.Navigation..., on coordinator: Coordinator) async throws -> Screen {
    for navigation in navigations {
      try await coordinator.apply(navigation)
      try await coordinator.settle()
    }
    return await coordinator.screen
  }

  @Test func `four shelves are asked for at once, and one failing hides none`() async throws {
    let screen = try await settled(.shelves("seasons", only: nil), on: coordinator())
    #expect(screen.kind == .shelves("seasons"))
    #expect(screen.title == "Seasons")
    #expect(screen.sections.map(\.title) == ["Spring", "Summer", "Autumn", "Winter"])
    #expect(screen.sections.map(\.rows.count) == [1, 1, 0, 1])
    #expect(screen.sections[2].content.error == .server(host: "h", status: 500))
    #expect(client.asked.map(\.what) == ["song a", "song b", "song c", "song d"])
    #expect(client.asked.map(\.limit) == [5, 5, 5, 5])
  }

  @Test func `one season is opened in full, without a limit, with its own term`() async throws {
    let coordinator = coordinator()
    let screen = try await settled(.shelves("seasons", only: nil), .openSection(1, limit: nil), on: coordinator)
    #expect(screen.kind == .category)
    #expect(screen.title == "Summer")
    #expect(screen.query?.term == "b")
    #expect(client.asked.filter { $0.what == "song b" }.map(\.limit) == [5, nil])
  }

  @Test(arguments: ["summer", "SUMMER", "su"])
  func `a season can be named right away`(name: String) async throws {
    let screen = try await settled(.shelves("seasons", only: name), on: coordinator())
    #expect(screen.title == "Summer")
    #expect(client.asked.map(\.what) == ["song b"])
    #expect(client.asked.map(\.limit) == [nil])
  }

  @Test func `open finds a season by its title only on the screen of seasons, with a limit if one is given`()
    async throws
  {
    let coordinator = coordinator()
    let screen = try await settled(.shelves("seasons", only: nil), on: coordinator)
    let catalog = await coordinator.catalog
    let there = Command.Context(screen: screen, catalog: catalog)
    #expect(try Command.action(for: "open Summer", on: there) == .go(.openSection(1, limit: nil)))
    #expect(try Command.action(for: "open winter --limit 9", on: there) == .go(.openSection(3, limit: 9)))
    let elsewhere = Command.Context(screen: .root(of: catalog), catalog: catalog)
    #expect(throws: CommandError.self) { try Command.action(for: "open summer", on: elsewhere) }
  }

  @Test func `the settings in force choose the words and the limit`() async throws {
    let coordinator = coordinator()
    _ = try await coordinator.set("country", to: "de")
    _ = try await coordinator.set("limit", to: "30")
    _ = try await settled(.shelves("seasons", only: nil), .shelves("seasons", only: "winter"), on: coordinator)
    #expect(client.asked.map(\.what) == ["song a-de", "song b-de", "song c-de", "song d-de", "song d-de"])
    #expect(client.asked.map(\.limit) == Array(repeating: 30, count: 5))
    #expect(client.asked.map(\.filters) == Array(repeating: ["country": "DE"], count: 5))
  }

  @Test func `an unknown season is refused with the four, and asks nothing`() async throws {
    let coordinator = coordinator()
    await #expect(
      throws: CommandError.usage(.badValue("x", of: "seasons", allowed: ["Spring", "Summer", "Autumn", "Winter"]))
    ) { try await coordinator.apply(.shelves("seasons", only: "x")) }
    await #expect(throws: CommandError.usage(.ambiguousWord("s", candidates: ["Spring", "Summer"]))) {
      try await coordinator.apply(.shelves("seasons", only: "s"))
    }
    #expect(client.asked.isEmpty)
    #expect(await coordinator.trail == ["home"])
  }

  @Test func `a catalog without seasons says so`() async throws {
    let coordinator = Coordinator(
      clients: [StubCatalogClient(Catalog(name: "c", title: "C", categories: []))], start: "c")
    await #expect(throws: CommandError.nothingHere(.feature("seasons", catalog: "C"))) {
      try await coordinator.apply(.shelves("seasons", only: nil))
    }
  }
}
