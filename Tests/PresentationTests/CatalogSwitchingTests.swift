import Domain
import Synchronization
import TestSupport
import Testing

@testable import Presentation

/// Two catalogs behind one prompt: a music catalog, which is the first, and a film catalog, which can be listed.
struct CatalogSwitchingTests {
  private static let music = Catalog(
    name: "music", title: "Music",
    categories: [Category(name: "song", title: "Song"), Category(name: "movie", title: "Movie", others: ["film"])],
    defaultCategoryCount: 1,
    filters: [SearchFilter(name: "country", meaning: "the storefront", values: .oneOf(["GB", "US"]))])
  private static let films = Catalog(
    name: "films", title: "Films",
    categories: [
      Category(name: "film", title: "Film", isListable: true),
      Category(name: "character", title: "Character", others: ["people"], isListable: true),
    ])

  @Test func `what a favourite of another catalog leads to is asked of that one`() async throws {
    let cast = Relation("cast", title: "Cast", category: "character")
    let films = Catalog(
      name: "films", title: "Films",
      categories: [
        Category(name: "film", title: "Film", relations: [cast]),
        Category(name: "character", title: "Character", isListable: true),
      ],
      homes: [
        BrowsePage(name: "top", title: "Top") { _ in
          [.init(title: "Best", category: Category(name: "film", title: "Film"), question: .search(term: "best"))]
        }
      ])
    let client = StubCatalogClient(
      films, related: { _, _ in .success(ItemList(items: [.made("a", category: "character", catalog: "films")])) },
      search: { _ in .success(ItemList(items: [])) })
    let coordinator = Coordinator(
      clients: [StubCatalogClient(Self.music), client], start: "music",
      favorites: Favorites([.made("b", category: "film", catalog: "films")]))
    try await coordinator.go(.favorites)
    try await coordinator.go(.openRelation(cast, of: 1))
    try await coordinator.go(.openCategory(films.categories[1], limit: nil))
    try await coordinator.go(.shelves("top", only: nil))
    try await coordinator.go(.openSection(0, limit: nil))
    #expect(client.asked.map(\.what) == ["cast of b", "character ", "film best", "film best"])
  }

  @Test func `what was left is there again, and is not asked for twice`() async throws {
    let clients = [Self.music, Self.films].map { catalog in
      StubCatalogClient(catalog) { _ in .success(ItemList(items: [.made("a", catalog: catalog.name)])) }
    }
    let coordinator = Coordinator(clients: clients, start: "music")
    try await coordinator.go(.search(SearchQuery(term: "bach")))
    let left = await coordinator.screen
    try await coordinator.go(.catalog("films"))
    try await coordinator.go(.search(SearchQuery(term: "castle")))
    _ = clients.map { $0.takeAsked() }
    try await coordinator.go(.catalog("music"))
    #expect(await coordinator.screen == left)
    #expect(clients.allSatisfy { $0.asked.isEmpty })
  }

  @Test(arguments: ["books", "f", ""])
  func `a name that is none, or not unique, changes nothing`(name: String) async throws {
    let known = ["music", "films", "fiction"]
    let fiction = Catalog(name: "fiction", title: "Fiction", categories: [])
    let coordinator = Coordinator(
      clients: [Self.music, Self.films, fiction].map { StubCatalogClient($0) }, start: "music")
    await #expect(
      throws: CommandError.usage(
        name == "f" ? .ambiguousWord(name, candidates: ["films", "fiction"]) : .unknownCatalog(name, known: known))
    ) {
      try await coordinator.apply(.catalog(name))
    }
    #expect(await coordinator.catalog == Self.music)
  }

  @Test func `Tab offers the categories of the catalog that the screen is of`() {
    let screen = Screen(kind: .item, catalog: "films", title: "film all")
    let context = PromptContext(
      command: Command.Context(screen: screen, catalog: Self.music, catalogs: [Self.music, Self.films]))
    #expect(Completions(context: context).offered(for: "open ", at: 5).map(\.text) == ["film", "character"])
    #expect(Completions(context: context).offered(for: "search --in ", at: 12).map(\.text) == ["song", "movie"])
  }
}
