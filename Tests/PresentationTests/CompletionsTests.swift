import Domain
@testable import Presentation
import TestSupport
import Testing

struct CompletionsTests {
  private static func context() -> PromptContext {
    var screen = Screen(
      kind: .home, catalog: "itunes", title: "vivaldi", query: SearchQuery(term: "vivaldi"),
      sections: [
        Section(category: "song", title: "Song", phase: .idle),
        Section(category: "tv", title: "TV Show", phase: .idle),
      ])
    screen.receive(
      .success(ItemList(items: [.stub("Upside Down"), .stub("Down Under"), .stub("Spring")])), inSection: 0)
    screen.receive(.success(ItemList(items: [.stub("Under the Dome", category: "tv")])), inSection: 1)
    return PromptContext(
      command: Command.Context(
        screen: screen, catalog: .stub,
        catalogs: [.stub, Catalog(name: "ghibli", title: "Studio Ghibli", categories: [])]),
      searches: SearchHistory(lines: [
        "search underscore", "/scorpions --in song", "open 3; sear the score", "star 1", "#search no",
        "search \"a;b\"",
      ]),
      lists: ["road trip"],
      files: { typed in
        ["-x.liner", "demo.liner", "my tour.liner", "my folder/", "tours/"].filter { $0.hasPrefix(typed) }
      })
  }

  /// `|` is the cursor; each completion as `text(replaced)`.
  @Test(arguments: TextTable.rows("Tab offers what may be typed at the cursor") { ($0[0], $0[1]) })
  func `Tab offers what may be typed at the cursor`(line: String, offered: String) {
    let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let completions = Self.context().completions(for: parts.joined(), at: parts[0].count)
    // The term with `;` is in quotes, which the table omits for readability.
    let shown = completions.map { "\($0.text)(\($0.replaced))" }.joined(separator: " ")
    #expect(shown.replacing("\"a;b\"", with: "a;b") == offered)
  }

  @Test(arguments: [
    ("open und|", ["2 Down Under", "4 Under the Dome"]),
    ("sta|", ["star add to or remove from the favourites"]),
    ("search --cou|", ["--country the storefront"]),
    ("set country d|", ["DE Germany", "default resets to service default"]),
  ])
  func `each completion has its summary`(line: String, offered: [String]) {
    let typed = line.dropLast()
    let completions = Self.context().completions(for: String(typed), at: typed.count)
    #expect(completions.map { "\($0.text) \($0.summary)" } == offered)
  }

  @Test func `a page of sections is offered, and its full name is not taken for a prefix of a category`() throws {
    let catalog = Catalog(
      name: "c", title: "C", categories: [Category(name: "topic", title: "Topic", isListable: true)],
      homes: [
        BrowsePage(name: "top", title: "Top") { _ in [] }, BrowsePage(name: "seasons", title: "Seasons") { _ in [] },
      ])
    let context = PromptContext(command: Command.Context(screen: .root(of: catalog), catalog: catalog))
    #expect(context.completions(for: "open ", at: 5).map(\.text) == ["topic", "top"])
    let action = try Command.action(for: "open top", on: context.command)
    #expect(action == .go(.shelves("top", only: nil)))
    #expect(
      try Command.action(for: "open topi", on: context.command)
        == .go(.openCategory(catalog.categories[0], limit: nil)))
  }

  @Test(arguments: ["search x --in |", "open |", "set country |", "expect section |", "catalog i|", "sort |", "/|"])
  func `inserted text is parsed correctly`(line: String) throws {
    let context = Self.context()
    let typed = String(line.dropLast())
    for completion in context.completions(for: typed, at: typed.count) {
      let commands = Arguments.commands(in: typed.dropLast(completion.replaced) + completion.text)
      #expect(commands.count == 1)
      _ = try Command.action(
        for: commands[0], on: context.command)
    }
  }

  /// The chart accepts each word that Tab offers, in quotes if needed.
  @Test(arguments: TextTable.rows("charts, their stores and their genres are offered") { ($0[0], $0.rest(1)) })
  func `charts, their stores and their genres are offered`(line: String, offered: [String]) throws {
    let (song, album) = (Category(name: "song", title: "Song"), Category(name: "album", title: "Album"))
    let app = Category(name: "app", title: "App")
    let catalog = Catalog(
      name: "c", title: "C", categories: [song, album, app],
      filters: [
        SearchFilter(
          name: "country", meaning: "", values: .oneOf(["US", "GB"]),
          valueTitles: ["US": "United States", "GB": "United Kingdom"])
      ],
      charts: Charts(
        offers: [
          .init(category: song, title: "S", largest: 9, genres: ["Jazz", "R&B & Soul"], isShelf: true),
          .init(category: album, title: "A", largest: 9, genres: ["Jazz"], isShelf: true),
          .init(category: app, title: "P", largest: 9, genres: ["Food & Drink"]),
        ], world: [], defaultStorefront: "US"),
      storefrontFilter: "country")
    let coordinates = Command.Context(screen: .root(of: catalog), catalog: catalog)
    let found = PromptContext(command: coordinates).completions(for: line, at: line.count)
    #expect(found.map(\.text) == offered)
    for completion in found where !line.contains(" us ") {
      let whole = line.dropLast(completion.replaced) + completion.text
      #expect(throws: Never.self) { try Command.action(for: whole, on: coordinates) }
    }
  }

  @Test(arguments: [
    ("search x > de|", "demo.liner(2)"), ("search x > d| ; favs", "demo.liner(1)"), ("search x | jq d|", ""),
    ("favs > my|", "\"my tour.liner\"(2) \"my folder/(2)"), ("search a>d|", ""),
  ])
  func `files are offered after >`(line: String, offered: String) {
    let cursor = line.lastIndex(of: "|").map { line.distance(from: line.startIndex, to: $0) } ?? 0
    let typed = String(line.prefix(cursor))
    let found = Self.context().completions(for: typed, at: cursor)
    #expect(found.map { "\($0.text)(\($0.replaced))" }.joined(separator: " ") == offered)
  }

  @Test func `Tab offers the categories of the screen's catalog`() {
    let screen = Screen(kind: .item, catalog: "ghibli", title: "film all")
    let context = PromptContext(
      command: Command.Context(screen: screen, catalog: .stub, catalogs: [.stub, .films]))
    #expect(context.completions(for: "open ", at: 5).map(\.text) == ["film", "character"])
    #expect(
      context.completions(for: "search --in ", at: 12).map(\.text) == ["song", "tv", "music-video"])
  }

  @Test func `Tab offers only what the screen can open`() {
    let query = SearchQuery(term: "x", isEverywhere: true)
    let sections = [LoadPhase.idle, .empty].map { Section(category: $0.rawValue, catalog: "g", title: "", phase: $0) }
    let found = Screen(kind: .home, catalog: "itunes", title: "x", query: query, sections: sections)
    let seasons = Screen(kind: .shelves("seasons"), catalog: "itunes", title: "Seasons")
    let words = ["\"idle g\"", "song", "tv", "music-video"]
    for (screen, offered) in [(Screen.root(of: .stub), []), (seasons, []), (found, words)] {
      let context = PromptContext(command: .init(screen: screen, catalog: .stub, catalogs: [.stub, .films]))
      #expect(context.completions(for: "open ", at: 5).map(\.text) == offered)
    }
  }

  @Test(arguments: [
    ("1 a", ["albums", "artist"]), ("open 1 ar", ["artist"]), ("stores 1 us,g", ["us,gb"]), ("stores d", []),
  ])
  func `after an item's number come its relations, and the stores`(line: String, offered: [String]) throws {
    let catalog = try #require(Catalog.stock["store"])
    let context = PromptContext(command: .init(screen: .list([.made("Upside Down")]), catalog: catalog))
    let found = context.completions(for: line, at: line.count)
    #expect(found.map(\.text).filter { $0 != "1" } == offered)
  }
}
