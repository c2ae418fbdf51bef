import Domain
@testable import Presentation
import Testing

struct StarringTests {
  private let songs = StubCatalogClient(items: ["song": Item.many("S", 3), "tv": Item.many("T", 1, category: "tv")])
  private let films = StubCatalogClient(
    .films, items: ["film": [.made("Totoro", category: "film", catalog: "ghibli")]])

  private func coordinator() async throws -> Coordinator {
    let coordinator = Coordinator(clients: [songs, films], start: "itunes")
    try await coordinator.go(.search(SearchQuery(term: "v")))
    return coordinator
  }

  private func selection(_ text: String) throws -> Selection { try Selection(text[...]) }

  private func titles(_ favorites: Favorites) -> [String] { favorites.items.map(\.title) }

  @Test func `star adds one item or removes it, and says so`() async throws {
    let coordinator = try await coordinator()
    var starred = try await coordinator.apply(.star(selection("2")))
    #expect(starred.map { "\($0.row.number) \($0.isSet) \($0.isChanged)" } == ["2 true true"])
    starred = try await coordinator.apply(.star(selection("2")))
    #expect(starred.map { "\($0.row.number) \($0.isSet) \($0.isChanged)" } == ["2 false true"])
    #expect(await coordinator.favorites.items.isEmpty)
  }

  /// What picks several adds what is missing, however few there are.
  @Test(arguments: ["3,1", "1-3", "all", "1-1,3", "1-", "-4", "1,1"])
  func `star of several removes none, and says of each whether it changed`(several: String) async throws {
    let coordinator = try await coordinator()
    _ = try await coordinator.apply(.star(selection("1")))
    let first = try await coordinator.apply(.star(selection(several)))
    #expect(first.allSatisfy { $0.isSet })
    #expect(first.allSatisfy { $0.isChanged == ($0.row.number != 1) })
    let favorites = await titles(coordinator.favorites)
    let second = try await coordinator.apply(.star(selection(several)))
    #expect(second.map(\.row) == first.map(\.row), "in the order picked")
    #expect(second.allSatisfy { $0.isSet && !$0.isChanged })
    #expect(await titles(coordinator.favorites) == favorites)
    // Only the changes are taken back, not what was so before.
    _ = try await coordinator.apply(.undo)
    #expect(await titles(coordinator.favorites) == (first.contains(where: \.isChanged) ? ["S 1"] : []))
  }

  @Test func `star with --add never removes`() async throws {
    let coordinator = try await coordinator()
    for isChanged in [true, false] {
      let starred = try await coordinator.apply(.star(selection("2"), onlyAdds: true))
      #expect(starred.map(\.isSet) == [true])
      #expect(starred.map(\.isChanged) == [isChanged])
    }
    try await coordinator.go(.openItem(2))
    #expect(try await coordinator.apply(.star(nil, onlyAdds: true)).map(\.isChanged) == [false])
    #expect(try await coordinator.apply(.star(nil)).map(\.isSet) == [false])
  }

  @Test func `unstar removes, and says what was not a favourite`() async throws {
    let coordinator = try await coordinator()
    _ = try await coordinator.apply(.star(selection("3,1")))
    let starred = try await coordinator.apply(.unstar(selection("all")))
    #expect(starred.allSatisfy { !$0.isSet })
    #expect(starred.map(\.isChanged) == [true, false, true, false])
    #expect(await coordinator.favorites.items.isEmpty)
    let text = TextRenderer().render(.starred(starred), favorites: Favorites()).text
    #expect(text == "☆ 1 S 1\n☆ 2 S 2  was not a favourite\n☆ 3 S 3\n☆ 4 T 1  was not a favourite\n")
    let again = StarResult(row: starred[0].row, isSet: true, isChanged: false)
    #expect(TextRenderer().render(.starred([again]), favorites: Favorites()).text == "★ 1 S 1  already a favourite\n")
  }

  @Test func `one number that is not there changes nothing`() async throws {
    let coordinator = try await coordinator()
    _ = try await coordinator.apply(.star(selection("1")))
    await #expect(throws: CommandError.noSuchItem(9, available: "1-4")) {
      try await coordinator.apply(.star(selection("1,9")))
    }
    await #expect(throws: CommandError.noSuchItem(9, available: "1-4")) {
      try await coordinator.apply(.unstar(selection("1-9")))
    }
    #expect(await titles(coordinator.favorites) == ["S 1"])
  }

  @Test func `undo takes back change after change, and then says that there is none`() async throws {
    let coordinator = try await coordinator()
    _ = try await coordinator.apply(.star(selection("1-2")))
    _ = try await coordinator.apply(.unstar(selection("1")))
    #expect(try await coordinator.apply(.undo).map { "\($0.row.item.title) \($0.isSet)" } == ["S 1 true"])
    #expect(await titles(coordinator.favorites) == ["S 1", "S 2"])
    #expect(
      try await coordinator.apply(.undo).map { "\($0.row.item.title) \($0.isSet)" } == ["S 1 false", "S 2 false"])
    await #expect(throws: CommandError.nothingHere(.undo)) { try await coordinator.apply(.undo) }
  }

  @Test func `without a selection it is the item that the screen is about`() async throws {
    let coordinator = try await coordinator()
    try await coordinator.go(.openItem(2))
    let starred = try await coordinator.apply(.star(nil))
    #expect(starred.map(\.row.item.title) == ["S 2"])
    #expect(starred.map(\.row.number) == [0])
    _ = try await coordinator.apply(.unstar(nil))
    #expect(await coordinator.favorites.items.isEmpty)
  }

  @Test func `favourites are grouped by category over all catalogs, and numbered through`() async throws {
    let coordinator = try await coordinator()
    _ = try await coordinator.apply(.star(selection("4,2,1")))
    try await coordinator.go(.catalog("ghibli"))
    try await coordinator.go(.openCategory(Catalog.films.categories[0], limit: nil))
    _ = try await coordinator.apply(.star(selection("1")))
    _ = (songs.takeAsked(), films.takeAsked())
    try await coordinator.go(.favorites)
    let screen = await coordinator.screen
    #expect(screen.kind == .favorites)
    #expect(screen.sections.map(\.title) == ["Song", "TV Show", "Film"])
    #expect(screen.visibleRows.map { "\($0.number) \($0.item.title)" } == ["1 S 2", "2 S 1", "3 T 1", "4 Totoro"])
    #expect(songs.takeAsked().isEmpty && films.takeAsked().isEmpty)

    // What is unstarred stays where it is until the favourites are shown anew.
    _ = try await coordinator.apply(.unstar(selection("1")))
    #expect(await coordinator.screen == screen)
    // An item leads to its own catalog.
    try await coordinator.go(.openItem(1))
    #expect(songs.takeAsked().map(\.what) == ["details S 2"])
    try await coordinator.go(.favorites)
    #expect(await coordinator.screen.visibleRows.map(\.item.title) == ["S 1", "T 1", "Totoro"])
  }

  /// A file may be of a later version, or of an earlier one.
  @Test func `favourites of categories and catalogs that nobody knows are shown as such, and open as far as they go`()
    async throws
  {
    let others = [
      Item.made("Z", category: "zine"), .made("M", category: "track", catalog: "elsewhere"),
      .made("S", category: "song"),
      .made("Y", category: "zine"),
    ]
    let coordinator = Coordinator(clients: [songs, films], start: "itunes", favorites: Favorites(others))
    try await coordinator.go(.favorites)
    let screen = await coordinator.screen
    #expect(
      screen.sections.map(\.title)
        == ["Song", "zine (unknown to this version)", "elsewhere track (unknown to this version)"])
    #expect(screen.visibleRows.map(\.item.title) == ["S", "Z", "Y", "M"])
    try await coordinator.go(.openItem(4))
    #expect(await coordinator.screen.phase == .loaded)
    #expect(await coordinator.isUnsettled == false)
    #expect(await coordinator.screen.subject?.item.title == "M")
  }

  @Test func `no favourites is an empty screen`() async throws {
    let coordinator = try await coordinator()
    try await coordinator.go(.favorites)
    #expect(await coordinator.screen.phase == .empty)
  }

  @Test func `the same thing twice on a screen is one favourite`() async throws {
    let twice = StubCatalogClient(items: ["song": [.made("a"), .made("a")]])
    let coordinator = Coordinator(clients: [twice], start: "itunes")
    try await coordinator.go(.search(SearchQuery(term: "v")))
    #expect(try await coordinator.apply(.star(selection("all"))).map(\.isSet) == [true, true])
    #expect(await titles(coordinator.favorites) == ["a"])
  }
}
