import Domain
@testable import Presentation
import TestSupport
import Testing

/// Timing, and what happens during a wait. `Stories/asking.txt` covers the requests and their results.
@Suite(.timeLimit(.minutes(1)))
struct CoordinatorTests {
  private let vivaldi = SearchQuery(term: "vivaldi")

  @Test func `the categories are requested at once`() async throws {
    let gates = ["song": Gate(), "podcast": Gate(), "tv": Gate()]
    // Each answer waits until the next request has arrived; the last one releases them.
    let service = StubCatalogClient { request in
      let next = ["song": "podcast", "podcast": "tv", "tv": "song"][request.category.name]!
      gates[request.category.name]!.open()
      await gates[next]!.wait()
      return .success(ItemList(items: []))
    }
    let coordinator = Coordinator(clients: [service], start: "itunes")
    try await coordinator.go(.search(vivaldi))
    #expect(await coordinator.screen.phase == .empty)
  }

  @Test func `a late answer goes to the screen that requested it, never to another`() async throws {
    let (asked, answered) = (Gate(), Gate())
    let offline = CatalogError.offline(host: "itunes.apple.com")
    let service = StubCatalogClient { request in
      if request.term == "late" {
        asked.open()
        await answered.wait()
        return .failure(offline)
      }
      return .success(ItemList(items: [.made(request.term)]))
    }
    let coordinator = Coordinator(clients: [service], start: "itunes")
    try await coordinator.go(.search(vivaldi))
    let before = await coordinator.screen
    async let late = coordinator.failure(of: .search(SearchQuery(term: "late")))
    await asked.wait()
    try await coordinator.apply(.back(1))
    answered.open()
    #expect(await late == CommandError.catalog(offline))
    #expect(await coordinator.screen == before)
    try await coordinator.apply(.forward(1))
    #expect(await coordinator.screen.phase == .failed)
  }

  /// Japan answers only when its request is cancelled.
  private struct Stores: CatalogClient {
    let catalog = Catalog.shop
    func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList { ItemList(items: [.made("A")]) }
    func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
      ItemDetails(item: item)
    }
    func sale(
      of item: Item, in storefront: String, filters: [String: String]
    ) async throws(CatalogError) -> Sale {
      if storefront == "US" { return .found(item) }
      try? await Task.sleep(for: .seconds(3600))
      throw .cancelled
    }
  }

  @Test func `a stopped load shows the stores that have answered, and how many`() async throws {
    let coordinator = Coordinator(clients: [Stores()], start: "itunes")
    try await coordinator.go(.search(vivaldi))
    await coordinator.observe { event in
      if case .request(.answered(1, of: _, what: _)) = event { Task { await coordinator.cancelLoad() } }
    }
    try await coordinator.go(.stores(1, in: ["JP", "US"]))
    let section = try #require(await coordinator.screen.sections.first)
    #expect(section.rows.map(\.item.storefront) == ["US"])
    #expect(section.remarks == [.stopped(done: 1, all: 2)])
  }
}

extension Coordinator {
  /// Moves, and waits for what the screen then lacks, as the loop does.
  func go(_ navigation: Action.Navigation) async throws(CommandError) {
    try apply(navigation)
    try await settle()
  }

  /// The failure of a move; nil if it succeeds.
  func failure(of navigation: Action.Navigation) async -> CommandError? {
    do throws(CommandError) {
      try await go(navigation)
      return nil
    } catch {
      return error
    }
  }
}
