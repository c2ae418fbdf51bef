import Domain
@testable import Presentation
import Synchronization
import TestSupport
import Testing

/// What fails, what is repeated, what is given up.
struct FailureTests {
  private let offline = CatalogError.offline(host: "itunes.apple.com")
  private let vivaldi = SearchQuery(term: "vivaldi")

  /// Fails for the categories named until they are taken out.
  private final class Broken: Sendable {
    let categories: Mutex<Set<String>>
    init(_ names: Set<String>) { categories = Mutex(names) }
    func contains(_ name: String) -> Bool { categories.withLock { $0.contains(name) } }
    func mend(_ name: String) { categories.withLock { _ = $0.remove(name) } }
  }

  private func service(_ broken: Broken, items: Int = 1) -> StubCatalogClient {
    StubCatalogClient { [offline] request in
      let name = request.category.name
      return broken.contains(name)
        ? .failure(offline) : .success(ItemList(items: Item.many(name, items, category: name)))
    }
  }

  @Test func `one failing category hides nothing, and retry fetches it alone`() async throws {
    let broken = Broken(["podcast"])
    let service = service(broken)
    let coordinator = Coordinator(clients: [service], start: "itunes")
    try await coordinator.go(.search(vivaldi))
    #expect(await coordinator.screen.phase == .loaded)
    #expect(await coordinator.screen.sections.map(\.content.phase) == [.loaded, .failed, .loaded])
    _ = service.takeAsked()

    broken.mend("podcast")
    try await coordinator.go(.retry)
    #expect(service.takeAsked().map(\.what) == ["podcast vivaldi"])
    let rows = await coordinator.screen.visibleRows
    #expect(rows.map { "\($0.number) \($0.item.title)" } == ["1 song 1", "3 podcast 1", "2 tv 1"])
    await #expect(throws: CommandError.nothingHere(.failure)) { try await coordinator.go(.retry) }
  }

  @Test func `all failing fails the command and stays, so that retry makes sense`() async throws {
    let broken = Broken(["song", "podcast", "tv"])
    let coordinator = Coordinator(clients: [service(broken)], start: "itunes")
    await #expect(throws: CommandError.catalog(offline)) { try await coordinator.go(.search(vivaldi)) }
    #expect(await coordinator.screen.phase == .failed)
    #expect(await coordinator.trail == ["home", "vivaldi"])
    broken.mend("tv")
    try await coordinator.go(.retry)
    #expect(await coordinator.screen.phase == .loaded)
  }

  @Test func `nothing found is an answer`() async throws {
    let coordinator = Coordinator(clients: [service(Broken([]), items: 0)], start: "itunes")
    try await coordinator.go(.search(vivaldi))
    #expect(await coordinator.screen.phase == .empty)
    #expect(await coordinator.screen.failure == nil)
    await #expect(throws: CommandError.nothingHere(.failure)) { try await coordinator.go(.retry) }
  }

  @Test func `an item whose details fail shows its row, and retry asks for them again`() async throws {
    let isBroken = Mutex(true)
    let service = StubCatalogClient(
      details: { [offline] in isBroken.withLock(\.self) ? .failure(offline) : .success(ItemDetails(item: $0)) },
      search: { _ in .success(ItemList(items: [.made("S")])) })
    let coordinator = Coordinator(clients: [service], start: "itunes")
    try await coordinator.go(.search(SearchQuery(term: "v", categories: [Catalog.shop.categories[0]])))
    try await coordinator.go(.openItem(1))
    #expect(await coordinator.screen.subject?.item.title == "S")
    #expect(await coordinator.screen.sections[0].content == .failed(offline))
    isBroken.withLock { $0 = false }
    try await coordinator.go(.retry)
    #expect(await coordinator.screen.sections[0].content == .empty)
  }

  @Test func `reload asks everything anew, past what was kept, and only then`() async throws {
    let service = service(Broken([]))
    let coordinator = Coordinator(clients: [service], start: "itunes")
    await #expect(throws: CommandError.nothingHere(.searchToReload)) { try await coordinator.go(.reload) }
    try await coordinator.go(.search(vivaldi))
    let first = service.takeAsked()
    try await coordinator.go(.reload)
    let second = service.takeAsked()
    #expect(second.map(\.what) == first.map(\.what))
    #expect(second.map(\.limit) == first.map(\.limit))
    #expect(first.allSatisfy { $0.mayUseCache })
    #expect(second.allSatisfy { !$0.mayUseCache })
    try await coordinator.go(.search(vivaldi))
    #expect(service.takeAsked().allSatisfy { $0.mayUseCache })
  }

  @Test func `more asks from where the answer ended, and its failure leaves what is there`() async throws {
    let service = StubCatalogClient { [offline] request in
      if request.offset >= 5 { return .failure(offline) }
      let skipped = [SkippedRow(row: 3, reason: "no title")]
      return .success(
        ItemList(
          items: (0..<2).map { .made("\(request.offset + $0)") }, skipped: request.offset == 0 ? skipped : [],
          extent: .service))
    }
    let coordinator = Coordinator(clients: [service], start: "itunes")
    await #expect(throws: CommandError.nothingHere(.term(isFirst: true))) { try await coordinator.go(.more) }
    try await coordinator.go(.search(SearchQuery(term: "v", categories: [Catalog.shop.categories[0]])))
    try await coordinator.go(.more)
    #expect(service.takeAsked().map(\.offset) == [0, 3], "a row that was skipped came too")
    #expect(await coordinator.screen.visibleRows.map(\.item.title) == ["0", "1", "3", "4"])
    await #expect(throws: CommandError.catalog(offline)) { try await coordinator.go(.more) }
    #expect(await coordinator.screen.visibleRows.map(\.number) == [1, 2, 3, 4])
    #expect(await coordinator.screen.phase == .loaded)
  }

  @Test func `a first page of which no row could be read is followed by the next, and by the one after it`()
    async throws
  {
    let service = StubCatalogClient { request in
      let skipped = [SkippedRow(row: 1, reason: "no title"), SkippedRow(row: 2, reason: "no title")]
      if request.offset == 6 { return .success(ItemList(items: [])) }
      return .success(
        ItemList(
          items: request.offset == 4 ? [.made("4"), .made("5")] : [], skipped: request.offset < 4 ? skipped : [],
          extent: .service))
    }
    let coordinator = Coordinator(clients: [service], start: "itunes")
    try await coordinator.go(.search(SearchQuery(term: "v", categories: [Catalog.shop.categories[0]])))
    for _ in 1...3 { try await coordinator.go(.more) }
    #expect(service.takeAsked().map(\.offset) == [0, 2, 4, 6])
    #expect(await coordinator.screen.visibleRows.map(\.item.title) == ["4", "5"])
    #expect(await coordinator.screen.sections[0].skipped == 4)
  }

  @Test func `reload brings as many pages as were shown, and what is missing of them comes with more`() async throws {
    let isBroken = Mutex(false)
    let service = StubCatalogClient { [offline] request in
      if request.offset > 0, isBroken.withLock(\.self) { return .failure(offline) }
      let items = (request.offset..<request.offset + 2).map { Item.made("\($0)") }
      return .success(ItemList(items: items, extent: request.offset < 6 ? .service : .all))
    }
    let coordinator = Coordinator(clients: [service], start: "itunes")
    try await coordinator.go(.search(SearchQuery(term: "v", categories: [Catalog.shop.categories[0]])))
    for _ in 1...2 { try await coordinator.go(.more) }
    _ = service.takeAsked()
    try await coordinator.go(.reload)
    let asked = service.takeAsked()
    #expect(asked.map(\.offset) == [0, 2, 4])
    #expect(asked.allSatisfy { !$0.mayUseCache })
    #expect(await coordinator.screen.visibleRows.map(\.number) == [1, 2, 3, 4, 5, 6])
    isBroken.withLock { $0 = true }
    await #expect(throws: CommandError.catalog(offline)) { try await coordinator.go(.reload) }
    #expect(await coordinator.screen.visibleRows.map(\.number) == [1, 2])
    isBroken.withLock { $0 = false }
    try await coordinator.go(.more)
    #expect(await coordinator.screen.visibleRows.map(\.number) == [1, 2, 3, 4, 5, 6])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a cancelled load returns to where the user was, and what was ahead is still ahead`() async throws {
    let (asked, never) = (Gate(), Gate())
    let service = StubCatalogClient(details: StubCatalogClient.itemAlone) { request in
      if request.term == "slow" {
        asked.open()
        await never.wait()
      }
      return .success(ItemList(items: [.made(request.category.name)]))
    }
    let coordinator = Coordinator(clients: [service], start: "itunes")
    try await coordinator.go(.search(vivaldi))
    try await coordinator.go(.openItem(1))
    try await coordinator.go(.back(1))
    let before = await coordinator.screen
    #expect(await coordinator.cancelLoad() == false, "nothing is loading")

    async let search = coordinator.failure(of: .search(SearchQuery(term: "slow")))
    await asked.wait()
    #expect(await coordinator.cancelLoad())
    let failure = await search
    #expect(failure == CommandError.catalog(.cancelled))
    #expect(await coordinator.screen == before)
    #expect(await coordinator.trail == ["home", "vivaldi"])
    #expect(await coordinator.isUnsettled == false)
    try await coordinator.go(.forward(1))
    #expect(await coordinator.screen.kind == .item)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a cancelled reload leaves the screen as it was`() async throws {
    let (asked, never) = (Gate(), Gate())
    let service = StubCatalogClient { _ in
      if !RequestContext.current.mayUseCache {
        asked.open()
        await never.wait()
      }
      return .success(ItemList(items: [.made("S")]))
    }
    let coordinator = Coordinator(clients: [service], start: "itunes")
    try await coordinator.go(.search(vivaldi))
    let before = await coordinator.screen
    async let reload = coordinator.failure(of: .reload)
    await asked.wait()
    await coordinator.cancelLoad()
    let failure = await reload
    #expect(failure == CommandError.catalog(.cancelled))
    #expect(await coordinator.screen == before)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a late answer lands on the screen that asked, never on another`() async throws {
    let (asked, answered) = (Gate(), Gate())
    let service = StubCatalogClient { [offline] request in
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
    let failure = await late
    #expect(failure == CommandError.catalog(offline))
    #expect(await coordinator.screen == before)
    try await coordinator.apply(.forward(1))
    #expect(await coordinator.screen.phase == .failed)
  }
}
