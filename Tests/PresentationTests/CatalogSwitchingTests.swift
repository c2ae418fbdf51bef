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

  /// Answers every request with an item that says what was asked, and remembers it.
  private final class Asked: Sendable {
    private let requests = Mutex<[String]>([])
    var all: [String] { requests.withLock(\.self) }

    func client(_ catalog: Catalog) -> StubCatalogClient {
      StubCatalogClient(
        catalog,
        details: { [self] item in
          note("\(catalog.name): details of \(item.title)")
          return .success(ItemDetails(item: item))
        },
        search: { [self] request in
          let limit = request.limit.map { " limit \($0)" } ?? ""
          note("\(catalog.name): \(request.category.name) “\(request.term)”\(limit)")
          return .success(ItemList(items: [Self.item(catalog, request.category.name, request.term)]))
        })
    }

    private func note(_ text: String) { requests.withLock { $0.append(text) } }

    static func item(_ catalog: Catalog, _ category: String, _ term: String) -> Item {
      let key = term.isEmpty ? "all" : term
      return Item(id: ItemID(catalog: catalog.name, category: category, key: key), title: "\(category) \(key)")
    }
  }

  /// What a script prints, prompts and diagnostics included.
  private func transcript(_ script: String, asking asked: Asked = Asked(), start: String = "music") async -> String {
    let coordinator = Coordinator(clients: [asked.client(Self.music), asked.client(Self.films)], start: start)
    let transcript = Transcript()
    let repl = await transcript.repl(
      transcript.output(isMerged: true), options: Repl.Options(echoes: true, keepsGoing: true), on: coordinator)
    _ = await repl.run(ArraySource(script, source: "test"))
    return transcript.results
  }

  @Test func `catalog lists them, and marks the one in force`() async {
    #expect(
      await transcript("catalog; catalog films; catalog") == """
        liner> catalog
        ▸ music  Music
          films  Films
        liner> catalog films
        Films
          Try  search TERM · open film · open character
        films> catalog
          music  Music
        ▸ films  Films

        """)
  }

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
      films, related: { _, _ in .success(ItemList(items: [Asked.item(films, "character", "a")])) },
      search: { _ in .success(ItemList(items: [])) })
    let coordinator = Coordinator(
      clients: [StubCatalogClient(Self.music), client], start: "music",
      favorites: Favorites([Asked.item(films, "film", "b")]))
    try await coordinator.go(.favorites)
    try await coordinator.go(.openRelation(cast, of: 1))
    try await coordinator.go(.openCategory(films.categories[1], limit: nil))
    try await coordinator.go(.shelves("top", only: nil))
    try await coordinator.go(.openSection(0, limit: nil))
    #expect(client.asked.map(\.what) == ["cast of film b", "character ", "film best", "film best"])
  }

  @Test func `each catalog keeps its own screens, and switching shows the one that was left`() async {
    let asked = Asked()
    #expect(
      await transcript("search bach; catalog FI; search castle; open film; catalog m; catalog f; back", asking: asked)
        == """
        liner> search bach
        bach

        Song  open song
           1 ☆ song bach
        not searched: movie; add --in all
        bach> catalog FI
        Films
          Try  search TERM · open film · open character
          Recent  search bach
        films> search castle
        castle

        Film  open film
           1 ☆ film castle

        Character  open character
           2 ☆ character castle
        films: castle> open film
        Film · castle
           1 ☆ film castle
        films: castle › Film> catalog m
        bach

        Song  open song
           1 ☆ song bach
        not searched: movie; add --in all
        bach> catalog f
        Film · castle
           1 ☆ film castle
        films: castle › Film> back
        castle

        Film  open film
           1 ☆ film castle

        Character  open character
           2 ☆ character castle

        """)
    #expect(
      Set(asked.all) == [
        "music: song “bach” limit 5", "films: film “castle” limit 5", "films: character “castle” limit 5",
        "films: film “castle”",
      ])
    #expect(asked.all.count == 4)
  }

  @Test func `each catalog keeps its own settings, except for looks`() async {
    let transcript = await transcript(
      "set limit 3; set view tiles; catalog films; set limit; set view; set country; catalog music; set limit")
    let shown = transcript.split(separator: "\n").filter { line in
      !line.contains("> ") && !["Films", "Music"].contains(line) && !line.hasPrefix("  Try")
        && !line.contains("accepts ")
    }
    #expect(
      shown.map { $0.prefix { $0 != "," }.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "limit 3 results", "view tiles how", "limit 5 on", "view tiles how",
        "test:1: set country:", "limit 3 results",
      ])
  }

  @Test func `a category that can be listed opens before any search, any other does not`() async {
    let asked = Asked()
    #expect(
      await transcript("catalog films; open films; open people; catalog music; open song", asking: asked) == """
        liner> catalog films
        Films
          Try  search TERM · open film · open character
        films> open films
        Film
           1 ☆ film all
        films: Film> open people
        Character
           1 ☆ character all
        films: Film › Character> catalog music
        Music
          Try  search TERM
        liner> open song
        test:1: open song: no search here; start with: search TERM

        """)
    #expect(asked.all == ["films: film “”", "films: character “”"])
  }

  @Test func `a favourite of another catalog opens with that catalog's client and relations`() async {
    let asked = Asked()
    #expect(
      await transcript(
        """
        catalog films; open film; star 1; catalog music; search bach; star 1; favs
        open 2; open people; search mahler
        """, asking: asked) == """
          liner> catalog films
          Films
            Try  search TERM · open film · open character
          films> open film
          Film
             1 ☆ film all
          films: Film> star 1
          ★ 1 film all
          films: Film> catalog music
          Music
            Try  search TERM
            Favourites  1: favs
          liner> search bach
          bach

          Song  open song
             1 ☆ song bach
          not searched: movie; add --in all
          bach> star 1
          ★ 1 song bach
          bach> favs
          Favourites

          Song
             1 ★ song bach

          Film
             2 ★ film all
          bach › Favourites> open 2
          ★ film all
          Film
          bach › Favourites › film all> open people
          test:2: open people: "film all" has no "people"
          bach › Favourites › film all> search mahler
          mahler

          Song  open song
             1 ☆ song mahler
          not searched: movie; add --in all

          """)
    #expect(
      asked.all == [
        "films: film “”", "music: song “bach” limit 5", "films: details of film all",
        "music: song “mahler” limit 5",
      ])
  }

  @Test func `the prompt names the catalog unless it is the first`() async {
    #expect(
      await transcript("show; search x; catalog music; show", start: "films").split(separator: "\n")
        .filter { $0.contains("> ") } == ["films> show", "films> search x", "films: x> catalog music", "liner> show"])
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
