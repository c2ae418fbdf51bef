import Domain
import Presentation
import Testing

/// A catalog that begins with all of one category, as small ones do.
struct OpeningTests {
  private static let film = Category(name: "film", title: "Film", isListable: true)

  private let client = StubCatalogClient(
    Catalog(name: "c", title: "C", categories: [film], opening: film)
  ) { request in
    let titles = request.term.isEmpty ? ["Castle", "Pig", "Wind"] : ["Castle"]
    return .success(ItemList(items: titles.map { .made($0, category: "film", catalog: "c", key: $0) }))
  }

  private func coordinator() -> Coordinator { Coordinator(clients: [client], start: "c") }

  @Test func `nothing is asked before it is to be shown`() async throws {
    let coordinator = coordinator()
    #expect(await coordinator.screen.phase == .idle)
    let played = await Played.script(
      "home\nfilter x\nexport x.json", options: Repl.Options(keepsGoing: true), on: coordinator)
    #expect(client.asked == [])
    #expect(played.results == "C\n  Try  show · search TERM · open film\n")
    #expect(
      played.diagnostics
        == "nothing changed: already at the first screen\ntour.liner:2: filter x: no list here\ntour.liner:3: export x.json: no list here\n"
    )
  }

  @Test func `an id of a category that is not there is not asked for`() async {
    let played = await Played.script("open c:tree:5", on: Coordinator(clients: [client], start: "c"))
    #expect(played.diagnostics == "tour.liner:1: open c:tree:5: C has no category \"tree\"; choose film\n")
  }

  @Test func `a relation that an item turns out to lack is refused where it was asked for`() async throws {
    let maker = Relation("maker", title: "Maker", category: "film", reach: .one)
    let cast = Relation("cast", title: "Cast", category: "film")
    let films = Catalog(
      name: "c", title: "C", categories: [Category(name: "film", title: "Film", relations: [maker, cast])])
    let client = StubCatalogClient(
      films,
      related: { relation, _ in
        relation == maker ? .success(ItemList(items: [])) : .failure(.noRelation("cast", of: "Pig", known: ["maker"]))
      },
      search: { _ in .success(ItemList(items: [.made("Pig", category: "film", catalog: "c", key: "1")])) })
    let coordinator = Coordinator(clients: [client], start: "c")
    let played = await Played.script(
      "search pig\nopen 1 cast\nexpect error usage\nopen 1 maker\nexpect error usage",
      options: Repl.Options(keepsGoing: true),
      on: coordinator)
    #expect(
      played.diagnostics == """
        tour.liner:2: open 1 cast: "Pig" has no "cast"; choose maker
        tour.liner:4: open 1 maker: "Pig" has no "maker"; choose cast

        """)
    #expect(await coordinator.trail == ["home", "pig"])
  }

  @Test func `what it begins with stays at the bottom of the stack, asked once`() async throws {
    let coordinator = coordinator()
    let played = await Played.script(
      "show\nstar 2\nsearch castle\nhome\nexpect items 3\nexpect starred 1\nshow\nexpect item 2 Pig", on: coordinator)
    #expect(played.diagnostics == "")
    #expect(client.asked.map(\.what) == ["film ", "film castle"])
    #expect(client.asked[0].limit == nil)
    #expect(played.results.contains("\nFilm  open film\n   1 ☆ Castle\n"))
    #expect(await coordinator.trail == ["home"])
  }
}
