import Domain
import Synchronization
import Testing

@testable import Presentation

/// Lists, marks, and unsaved favourites from earlier sessions.
struct KeepingTests {
  private let songs = StubCatalogClient(items: ["song": Item.many("S", 3), "tv": Item.many("T", 1, category: "tv")])

  private func coordinator(_ earlier: Left? = nil, store: (any FavoritesStore)? = nil) async throws -> Coordinator {
    var resources = Resources()
    resources.earlier = earlier
    let coordinator = Coordinator(clients: [songs], start: "itunes", store: store, resources: resources)
    try await coordinator.go(.search(SearchQuery(term: "v")))
    return coordinator
  }

  /// What earlier sessions left, in memory.
  private final class Left: EarlierFavorites {
    let entries: Mutex<[EarlierFavorite]>

    init(_ entries: [(session: String, item: Item)]) {
      self.entries = Mutex(
        entries.map { EarlierFavorite(Favorite(SharedItem($0.item), lists: ["old"]), session: $0.session) })
    }

    func load() async throws(FileError) -> [EarlierFavorite] { entries.withLock(\.self) }
    func add(_ favorites: [Favorite], of session: String) async throws(FileError) -> Int { 0 }
    func forget(_ ids: [ItemID]) async throws(FileError) {
      entries.withLock { $0.removeAll { ids.contains($0.favorite.id) } }
    }
  }

  private struct Kept: FavoritesStore {
    var others = Favorites()
    func load(known: Favorites) async throws(FileError) -> Favorites { others.count > 0 ? others : known }
    func apply(_ change: FavoritesChange, known: Favorites) async throws(FileError) -> Favorites? { nil }
  }

  private func notes(_ starred: [StarResult]) -> [String] {
    TextRenderer().render(.starred(starred), favorites: Favorites()).text.split(separator: "\n").map(String.init)
  }

  private func change(_ line: String, on coordinator: Coordinator) async throws -> [String] {
    let context = Command.Context(screen: await coordinator.screen, catalog: .stub)
    guard case .change(let change) = try Command.action(for: line[...], on: context) else { return [] }
    return notes(try await coordinator.apply(change))
  }

  // MARK: Lists

  @Test func `items go into lists and out of them`() async throws {
    let coordinator = try await coordinator()
    await #expect(throws: CommandError.nothingHere(.favoritesList("x"))) {
      try await coordinator.go(.favoritesList("x"))
    }
    #expect(try await change("star 1", on: coordinator) == ["★ 1 S 1"])
    #expect(
      try await change("star 1,2 --list roads", on: coordinator) == ["★ 1 S 1  now in roads", "★ 2 S 2  now in roads"])
    #expect(try await change("star 1 --list Roads", on: coordinator) == ["★ 1 S 1  already in roads"])
    #expect(try await change("star 1 --list calm", on: coordinator) == ["★ 1 S 1  now in calm"])
    #expect(await coordinator.favorites.lists.map { "\($0.name) \($0.count)" } == ["roads 2", "calm 1"])
    try await coordinator.go(.favoritesList("ROA"))
    #expect(await coordinator.screen.title == "Favourites · roads")
    #expect(await coordinator.screen.visibleRows.map(\.item.title) == ["S 1", "S 2"])
    #expect(try await change("unstar all --list roads", on: coordinator).last == "★ 2 S 2  no longer in roads")
    #expect(await coordinator.favorites.count == 2)
    #expect(try await change("undo", on: coordinator) == ["★ S 1  now in roads", "★ S 2  now in roads"])
    await #expect(throws: CommandError.usage(.badValue("x", of: "the list", allowed: ["roads", "calm"]))) {
      try await coordinator.go(.favoritesList("x"))
    }
  }

  @Test func `no list is called earlier`() {
    let context = Command.Context(screen: .root(of: .stub), catalog: .stub)
    #expect(throws: CommandError.self) { try Command.action(for: "star 1 --list Earlier", on: context) }
    #expect(throws: Never.self) { try Command.action(for: "favs earlier", on: context) }
  }

  // MARK: Marks

  @Test func `marks come and go, and are undone`() async throws {
    let coordinator = try await coordinator()
    #expect(try await change("mark 1-2", on: coordinator) == ["✓ 1 S 1", "✓ 2 S 2"])
    #expect(try await change("mark 2", on: coordinator) == ["✓ 2 S 2  already marked"])
    #expect(
      try await change("unmark 2-3", on: coordinator) == ["  2 S 2  no longer marked", "  3 S 3  was not marked"])
    #expect(await coordinator.favorites.count == 0)
    #expect(try await change("undo", on: coordinator) == ["✓ S 2"])
  }

  @Test func `marked rows can be left out, and follow the marks`() async throws {
    let coordinator = try await coordinator()
    _ = try await coordinator.apply(.mark(Selection("1-3"), true))
    try await coordinator.go(.filter(nil, unmarked: true))
    #expect(await coordinator.screen.visibleRows.map(\.number) == [4])
    _ = try await coordinator.apply(.mark(Selection("2"), false))
    #expect(await coordinator.screen.visibleRows.map(\.number) == [2, 4])
    try await coordinator.go(.filter(nil))
    #expect(await coordinator.screen.visibleRows.count == 4)
  }

  @Test func `marks have a column of their own where there are any`() async throws {
    let coordinator = try await coordinator()
    _ = try await coordinator.apply(.mark(Selection("2"), true))
    let (screen, favorites) = await (coordinator.screen, coordinator.favorites)
    var renderer = TextRenderer()
    #expect(renderer.render(screen, favorites: favorites).text.contains("   1 ☆   S 1\n   2 ☆ ✓ S 2\n"))
    #expect(renderer.render(screen, favorites: Favorites()).text.contains("   1 ☆ S 1\n"))
    renderer.isForReader = true
    #expect(renderer.render(screen, favorites: favorites).text.contains("2. S 2, marked\n"))
    let json = String(
      decoding: JSONRenderer.line(
        for: .success(.screen(screen)), .init(source: nil, line: 1, command: ""), favorites: favorites), as: UTF8.self)
    #expect(json.split(separator: #""marked":true"#).count == 2)
  }

  // MARK: Earlier sessions

  @Test func `unsaved favourites from earlier sessions is shown by session, the newest first`() async throws {
    let left = Left([
      ("", .made("old")), ("2026-11-20T14:05:33+0100", .made("a")), ("2026-11-21T09:00:00+0100", .made("b")),
      ("2026-11-20T14:05:33+0100", .made("c")),
    ])
    let coordinator = try await coordinator(left)
    try await coordinator.go(.earlierFavorites)
    let screen = await coordinator.screen
    #expect(screen.sections.map(\.title) == ["21 Nov 2026, 09:00", "20 Nov 2026, 14:05", "An earlier session"])
    #expect(screen.visibleRows.map { "\($0.number) \($0.item.title)" } == ["1 b", "2 a", "3 c", "4 old"])
    // In memory the session does not keep what it takes, so that nothing is lost with it.
    #expect(try await change("star 1", on: coordinator) == ["★ 1 b"])
    #expect(await coordinator.favorites.lists.map(\.name) == ["old"])
    #expect(left.entries.withLock(\.count) == 4)
    #expect(try await change("unstar 2-3", on: coordinator).count == 2)
    #expect(left.entries.withLock { $0.map(\.favorite.item.title) } == ["old", "b"])
    #expect(await coordinator.favorites.items.map(\.title) == ["b"])
  }

  @Test func `what is taken into a file is left no more`() async throws {
    let left = Left([("1", .made("a")), ("1", .made("b"))])
    let coordinator = try await coordinator(left, store: Kept())
    try await coordinator.go(.earlierFavorites)
    _ = try await coordinator.apply(.star(Selection("1")))
    #expect(left.entries.withLock { $0.map(\.favorite.item.title) } == ["b"])
  }

  @Test func `favourites are shown as other sessions have made them`() async throws {
    let coordinator = try await coordinator(store: Kept(others: Favorites([.made("a")])))
    let context = Command.Context(screen: await coordinator.screen, catalog: .stub)
    let refreshing = [
      "favs", "favs roads", "favs --lists", "news", "get --new", "star 1-2", "star 1 --add", "star 1 --list roads",
      "unstar 1", "mark 1", "undo",
    ]
    for line in refreshing { #expect(try Command.action(for: line[...], on: context).needsLatestFavorites, "\(line)") }
    // Reverses what the screen shows.
    #expect(try Command.action(for: "star 1", on: context).needsLatestFavorites == false)
    try await coordinator.refreshFavorites()
    try await coordinator.go(.favorites)
    #expect(await coordinator.screen.visibleRows.map(\.item.title) == ["a"])
  }

  @Test func `nothing left is an empty screen`() async throws {
    let coordinator = try await coordinator(Left([]))
    try await coordinator.go(.earlierFavorites)
    #expect(await coordinator.screen.phase == .empty)
    #expect(await coordinator.isUnsettled == false)
  }
}
