import Domain
import Synchronization
import Testing

@testable import Presentation

/// Unsaved favourites from earlier sessions, and failures to save. `Stories/favourites.txt` covers the rest.
struct KeepingTests {
  private let songs = StubCatalogClient(items: ["song": Item.many("S", 3), "tv": Item.many("T", 1, category: "tv")])

  private func coordinator(_ earlier: Left? = nil, store: (any FavoritesStore)? = nil) async throws -> Coordinator {
    var resources = Resources()
    resources.earlier = earlier
    let coordinator = Coordinator(clients: [songs], start: "itunes", store: store, resources: resources)
    try await coordinator.go(.search(SearchQuery(term: "v")))
    return coordinator
  }

  /// The favourites of earlier sessions, in memory.
  private final class Left: EarlierFavorites {
    let entries: Mutex<[EarlierFavorite]>
    let isLocked = Mutex(false)

    init(_ entries: [(session: String, item: Item)]) {
      self.entries = Mutex(
        entries.map { EarlierFavorite(Favorite(SharedItem($0.item), lists: ["old"]), of: $0.session) })
    }

    func load() async throws(FileError) -> [EarlierFavorite] { entries.withLock(\.self) }
    func add(_ favorites: [Favorite], of session: String) async throws(FileError) -> Int { 0 }
    func forget(_ ids: [ItemID]) async throws(FileError) {
      entries.withLock { $0.removeAll { ids.contains($0.favorite.id) } }
    }
    func remember(_ favorites: [EarlierFavorite]) async throws(FileError) {
      if isLocked.withLock(\.self) { throw FileError(path: "state.db", .locked) }
      entries.withLock { $0 += favorites }
    }
  }

  private struct Kept: FavoritesStore {
    var others = Favorites()
    func load(known: Favorites) async throws(FileError) -> Favorites { others.count > 0 ? others : known }
    func apply(_ change: FavoritesChange, known: Favorites) async throws(FileError) -> Favorites? { nil }
  }

  private func notes(_ starred: [StarResult], _ favorites: Favorites) -> [String] {
    TextRenderer().render(.starred(starred), favorites: favorites).text.split(separator: "\n").map(String.init)
  }

  private func change(_ line: String, on coordinator: Coordinator) async throws -> [String] {
    let context = Command.Context(screen: await coordinator.screen, catalog: .stub)
    guard case .change(let change) = try Command.action(for: line[...], on: context) else { return [] }
    return notes(try await coordinator.apply(change), await coordinator.favorites)
  }

  @Test func `unsaved favourites from earlier sessions is shown by session, the newest first`() async throws {
    let left = Left([
      ("", .made("old")), ("2026-11-20T14:05:33+0100", .made("a")), ("2026-11-20T09:10:00-0800", .made("b")),
      ("2026-11-20T14:05:33+0100", .made("c")),
    ])
    let coordinator = try await coordinator(left)
    try await coordinator.go(.earlierFavorites)
    let screen = await coordinator.screen
    #expect(screen.sections.map(\.title) == ["20 Nov 2026, 09:10", "20 Nov 2026, 14:05", "An earlier session"])
    #expect(screen.visibleRows.map { "\($0.number) \($0.item.title)" } == ["1 b", "2 a", "3 c", "4 old"])
    // A session without a file does not take them over, so that nothing is lost when it ends.
    #expect(try await change("star 1", on: coordinator) == ["★ 1 b"])
    #expect(await coordinator.favorites.lists.map(\.name) == ["old"])
    #expect(left.entries.withLock(\.count) == 4)
    #expect(try await change("unstar 2-3", on: coordinator).count == 2)
    #expect(left.entries.withLock { $0.map(\.favorite.item.title) } == ["old", "b"])
    #expect(await coordinator.favorites.items.map(\.title) == ["b"])
    #expect(
      try await change("undo", on: coordinator) == [
        "☆ a  restored to earlier favourites", "☆ c  restored to earlier favourites",
      ])
    #expect(left.entries.withLock { $0.map(\.session.count) } == [0, 24, 24, 24])
    #expect(await coordinator.favorites.items.map(\.title) == ["b"])
  }

  @Test func `favourites saved to a file are no longer among the unsaved ones`() async throws {
    let left = Left([("1", .made("a")), ("1", .made("b"))])
    let coordinator = try await coordinator(left, store: Kept())
    try await coordinator.go(.earlierFavorites)
    _ = try await coordinator.apply(.star(Selection("1")))
    #expect(left.entries.withLock { $0.map(\.favorite.item.title) } == ["b"])
    left.isLocked.withLock { $0 = true }
    await #expect(throws: CommandError.file(path: "state.db", .locked)) { try await coordinator.apply(.undo) }
    left.isLocked.withLock { $0 = false }
    // Otherwise it would be in neither.
    #expect(try await change("undo", on: coordinator) == ["☆ a"])
    #expect(left.entries.withLock { $0.map(\.favorite.item.title) } == ["b", "a"])
  }

  @Test func `changes of favourites by other sessions are shown`() async throws {
    let coordinator = try await coordinator(store: Kept(others: Favorites([.made("a")])))
    let context = Command.Context(screen: await coordinator.screen, catalog: .stub)
    let refreshing = [
      "favs", "favs roads", "favs --lists", "news", "get --new", "star 1-2", "star 1 --add", "star 1 --list roads",
      "unstar 1", "mark 1", "undo",
    ]
    for line in refreshing { #expect(try Command.action(for: line[...], on: context).needsLatestFavorites, "\(line)") }
    // It reverses what the screen shows.
    #expect(try Command.action(for: "star 1", on: context).needsLatestFavorites == false)
    try await coordinator.refreshFavorites()
    try await coordinator.go(.favorites)
    #expect(await coordinator.screen.visibleRows.map(\.item.title) == ["a"])
  }

  @Test func `without unsaved favourites the screen is empty`() async throws {
    let coordinator = try await coordinator(Left([]))
    try await coordinator.go(.earlierFavorites)
    #expect(await coordinator.screen.phase == .empty)
    #expect(await coordinator.isUnsettled == false)
  }

  /// Saves one favourite, and has no space for a second.
  private struct Full: FavoritesStore {
    func load(known: Favorites) async throws(FileError) -> Favorites { known }
    func apply(_ change: FavoritesChange, known: Favorites) async throws(FileError) -> Favorites? {
      if known.count > 1 { throw FileError(path: "favs", .noSpace) }
      return known
    }
  }

  @Test func `a favourite that cannot be saved is not added`() async throws {
    let coordinator = try await coordinator(store: Full())
    _ = try await coordinator.apply(.star(Selection("2")))
    await #expect(throws: CommandError.file(path: "favs", .noSpace)) {
      try await coordinator.apply(.star(Selection("1")))
    }
    #expect(await coordinator.favorites.items.map(\.title) == ["S 2"])
    _ = try await coordinator.apply(.unstar(.all))
    _ = try await coordinator.apply(.star(Selection("1")))
    for _ in 1...3 { _ = try await coordinator.apply(.undo) }
    _ = try await coordinator.apply(.star(Selection("1")))
    #expect(await coordinator.favorites.items.map(\.title) == ["S 1"])
  }
}
