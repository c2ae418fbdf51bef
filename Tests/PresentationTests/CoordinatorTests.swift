import Domain
@testable import Presentation
import TestSupport
import Testing

/// What is asked of a service, and what it leads to.
struct CoordinatorTests {
  private let vivaldi = SearchQuery(term: "vivaldi")
  private let service = StubCatalogClient(items: [
    "song": Item.many("S", 2), "tv": Item.many("T", 1, category: "tv"), "album": Item.many("L", 1, category: "album"),
  ])

  private func category(_ name: String) -> Domain.Category { Catalog.shop.category(named: name)! }

  @Test func `a search asks every category with a limit of five, and pushes a home screen`() async throws {
    let coordinator = Coordinator(clients: [service], start: "itunes")
    try await coordinator.go(.search(vivaldi))
    let asked = service.takeAsked()
    #expect(asked.map(\.what) == ["podcast vivaldi", "song vivaldi", "tv vivaldi"])
    #expect(asked.allSatisfy { $0.limit == 5 && $0.filters == ["explicit": "yes"] && $0.mayUseCache && $0.offset == 0 })
    let screen = await coordinator.screen
    #expect(screen.kind == .home)
    #expect(screen.title == "vivaldi")
    #expect(screen.phase == .loaded)
    #expect(screen.sections.map(\.title) == ["Song", "Podcast", "TV Show"])
    #expect(screen.sections.map(\.content.phase) == [.loaded, .empty, .loaded])
    #expect(await coordinator.trail == ["home", "vivaldi"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `the categories are asked at once`() async throws {
    let gates = ["song": Gate(), "podcast": Gate(), "tv": Gate()]
    // Each answers only when the next one has been asked, the last one sets them going.
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

  @Test func `a limit of its own belongs to the home screen; one that is set holds for both`() async throws {
    let coordinator = Coordinator(clients: [service], start: "itunes")
    try await coordinator.go(.search(SearchQuery(term: "v", limit: 12)))
    #expect(service.takeAsked().map(\.limit) == [12, 12, 12])
    try await coordinator.go(.openCategory(category("song"), limit: nil))
    #expect(service.takeAsked().map(\.limit) == [nil])
    try await coordinator.go(.openCategory(category("song"), limit: 7))
    #expect(service.takeAsked().map(\.limit) == [7])

    _ = try await coordinator.set("limit", to: "30")
    try await coordinator.go(.search(vivaldi))
    #expect(service.takeAsked().map(\.limit) == [30, 30, 30])
    try await coordinator.go(.openCategory(category("song"), limit: nil))
    #expect(service.takeAsked().map(\.limit) == [30])

    _ = try await coordinator.set("limit", to: "default")
    try await coordinator.go(.search(vivaldi))
    try await coordinator.go(.openCategory(category("song"), limit: nil))
    #expect(service.takeAsked().map(\.limit) == [5, 5, nil, 5])
  }

  @Test func `a category keeps term and filters, and has its name as title`() async throws {
    let coordinator = Coordinator(clients: [service], start: "itunes")
    _ = try await coordinator.set("explicit", to: "no")
    try await coordinator.go(.search(SearchQuery(term: "vivaldi", filters: ["country": "DE"])))
    _ = service.takeAsked()
    try await coordinator.go(.openCategory(category("tv"), limit: nil))
    #expect(service.takeAsked() == [.init(what: "tv vivaldi", filters: ["country": "DE", "explicit": "no"])])
    #expect(await coordinator.screen.title == "TV Show")
    #expect(await coordinator.screen.query?.term == "vivaldi")
    try await coordinator.go(.openItem(1))
    #expect(service.takeAsked() == [.init(what: "details T 1", filters: ["country": "DE", "explicit": "no"])])
    try await coordinator.go(.openCategory(category("album"), limit: nil))
    #expect(service.takeAsked().map(\.what) == ["album vivaldi"], "an item's screen knows the term too")
    #expect(await coordinator.trail == ["home", "vivaldi", "TV Show", "T 1", "Album"])
  }

  @Test func `categories asked are the command's, else those set, else the catalog's`() async throws {
    let coordinator = Coordinator(clients: [service], start: "itunes")
    _ = try await coordinator.set("categories", to: "movie,Albums")
    try await coordinator.go(.search(vivaldi))
    #expect(service.takeAsked().map(\.what) == ["album vivaldi", "movie vivaldi"])
    #expect(await coordinator.screen.sections.map(\.title) == ["Movie", "Album"])
    try await coordinator.go(.search(SearchQuery(term: "v", categories: [category("song")])))
    #expect(service.takeAsked().map(\.what) == ["song v"])
  }

  @Test func `a filter goes to the categories that take its value, and must fit one that is asked`() async throws {
    let coordinator = Coordinator(clients: [service], start: "itunes")
    try await coordinator.go(.search(SearchQuery(term: "v", filters: ["attribute": "songTerm"])))
    #expect(service.takeAsked().map { $0.filters["attribute"] } == [nil, "songTerm", nil])

    let director = SearchQuery(term: "v", filters: ["attribute": "directorTerm"])
    await #expect(
      throws: CommandError.usage(.inapplicableFilter("directorTerm", of: "--attribute", categories: ["movie"]))
    ) {
      try await coordinator.go(.search(director))
    }
    #expect(await coordinator.trail == ["home", "v"], "nothing has moved")
    _ = try await coordinator.set("categories", to: "movie")
    try await coordinator.go(.search(director))
    #expect(service.takeAsked().map { $0.filters["attribute"] } == ["directorTerm"])
  }

  @Test func `moving along the stack asks nothing and restores the page`() async throws {
    let coordinator = Coordinator(clients: [service], start: "itunes")
    try await coordinator.go(.search(vivaldi))
    try await coordinator.go(.openCategory(category("song"), limit: nil))
    let before = await coordinator.screen
    _ = service.takeAsked()
    for move: Action.Navigation in [.back(2), .forward(1), .forward(1), .home, .forward(2), .show] {
      try await coordinator.go(move)
      #expect(await coordinator.log == nil)
    }
    #expect(service.takeAsked().isEmpty)
    #expect(await coordinator.screen == before)
  }

  @Test func `the ends of the stack are told apart`() async throws {
    let coordinator = Coordinator(clients: [service], start: "itunes")
    await #expect(throws: CommandError.atRoot(asked: 1, depth: 0)) { try await coordinator.go(.back(1)) }
    await #expect(throws: CommandError.nothingHere(.ahead(asked: 1, available: 0))) {
      try await coordinator.go(.forward(1))
    }
    try await coordinator.go(.home)
    try await coordinator.go(.search(vivaldi))
    await #expect(throws: CommandError.atRoot(asked: 2, depth: 1)) { try await coordinator.go(.back(2)) }
    #expect(await coordinator.trail == ["home", "vivaldi"])
  }

  @Test func `without a term only what can be listed is opened`() async throws {
    let films = StubCatalogClient(.films, items: ["film": [.made("Totoro", category: "film", catalog: "ghibli")]])
    let coordinator = Coordinator(clients: [service, films], start: "itunes")
    await #expect(throws: CommandError.nothingHere(.term(isFirst: true))) {
      try await coordinator.go(.openCategory(category("song"), limit: nil))
    }
    try await coordinator.go(.catalog("GHIBLI"))
    try await coordinator.go(.openCategory(Catalog.films.categories[0], limit: nil))
    #expect(films.takeAsked() == [.init(what: "film ", filters: [:])])
    #expect(await coordinator.screen.title == "Film")
  }

  @Test func `a list without a term is no term to open others by`() async throws {
    let (listed, searched) = (Category(name: "a", title: "A", isListable: true), Category(name: "b", title: "B"))
    let catalog = Catalog(name: "c", title: "C", categories: [listed, searched])
    let coordinator = Coordinator(clients: [StubCatalogClient(catalog, items: ["a": [.made("X")]])], start: "c")
    try await coordinator.go(.openCategory(listed, limit: nil))
    await #expect(throws: CommandError.nothingHere(.term(isFirst: false))) {
      try await coordinator.go(.openCategory(searched, limit: nil))
    }
    #expect(await coordinator.trail == ["home", "A"])
  }

  @Test func `a category without a search is listed, and no search asks it`() async throws {
    let listed = Category(name: "tag", title: "Tag", isListable: true, isSearchable: false)
    let searched = Category(name: "station", title: "Station")
    let catalog = Catalog(name: "c", title: "C", categories: [searched, listed], defaultCategories: [searched])
    let service = StubCatalogClient(catalog, items: ["tag": [.made("X")]])
    let coordinator = Coordinator(clients: [service], start: "c")
    try await coordinator.go(.search(SearchQuery(term: "jazz")))
    #expect(await coordinator.screen.unasked.isEmpty)
    #expect(try Category.list("all", in: catalog) == [searched])
    try await coordinator.go(.openCategory(listed, limit: nil))
    #expect(service.takeAsked().map(\.what) == ["station jazz", "tag "])
    await #expect(throws: CommandError.nothingHere(.feature("search for tag; try: open tag", catalog: "C"))) {
      try await coordinator.go(.search(SearchQuery(term: "jazz", categories: [listed])))
    }
  }

  @Test func `each catalog keeps its own stack and settings`() async throws {
    let films = StubCatalogClient(.films, items: [:])
    let coordinator = Coordinator(clients: [service, films], start: "itunes")
    try await coordinator.go(.search(vivaldi))
    _ = try await coordinator.set("limit", to: "9")
    try await coordinator.go(.catalog("ghibli"))
    #expect(await coordinator.trail == ["home"])
    try await coordinator.go(.search(SearchQuery(term: "neko")))
    #expect(films.takeAsked().map(\.limit) == [5, 5])
    try await coordinator.go(.catalog("itunes"))
    #expect(await coordinator.trail == ["home", "vivaldi"])
    await #expect(throws: CommandError.usage(.unknownCatalog("x", known: ["itunes", "ghibli"]))) {
      try await coordinator.go(.catalog("x"))
    }
  }

  @Test func `an item's screen shows its row at once, then its details and further works`() async throws {
    let service = StubCatalogClient(
      details: { item in
        var item = item
        item.description = "In full."
        return .success(
          ItemDetails(
            item: item,
            filled: [
              .init(Relation("songs", title: "Songs", category: "song"), .success(ItemList(items: Item.many("M", 2)))),
              .init(Relation("albums", title: "Albums", category: "album"), .failure(.offline(host: "h"))),
            ]))
      }, search: { _ in .success(ItemList(items: Item.many("S", 1))) })
    let coordinator = Coordinator(clients: [service], start: "itunes")
    try await coordinator.go(.search(vivaldi))
    try await coordinator.apply(.openItem(1))
    #expect(await coordinator.screen.subject?.item.title == "S 1")
    #expect(await coordinator.screen.phase == .loaded)
    try await coordinator.settle()
    let screen = await coordinator.screen
    #expect(screen.subject?.item.description == "In full.")
    #expect(screen.sections.map(\.title) == ["", "Songs", "Albums"])
    #expect(screen.sections[2].content.error == .offline(host: "h"))
    #expect(screen.visibleRows.map(\.number) == [1, 2])
    try await coordinator.go(.openItem(2))
    #expect(await coordinator.trail == ["home", "vivaldi", "S 1", "M 2"])
  }
}

extension Coordinator {
  /// Moves and waits for what is then missing, as the loop does.
  func go(_ navigation: Action.Navigation) async throws(CommandError) {
    try apply(navigation)
    try await settle()
  }

  /// How that fails; nil where it does not.
  func failure(of navigation: Action.Navigation) async -> CommandError? {
    do throws(CommandError) {
      try await go(navigation)
      return nil
    } catch {
      return error
    }
  }
}
