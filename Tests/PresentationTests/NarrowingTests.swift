import Domain
import Presentation
import Testing

/// A search without results says how what its term seems to want is written.
struct NarrowingTests {
  @Test(arguments: [
    ("quantum history in podcast", "search quantum history --in podcast"),
    ("quantum in tv show", "search quantum --in \"tv show\""), ("jack IN songs", "search jack --in songs"),
    ("jack limit 5", "search jack --limit 5"),
    ("jack in song country de", "search jack --in song --country de"),
    ("jack \u{2014}in song", "search jack --in song"),
    ("jack country", "search jack --country VALUE"), ("jack limit", "search jack --limit N"),
    ("lost in translation", nil), ("in song", nil), ("vivaldi", nil), ("jack limit 900", nil),
  ])
  func `a term that ends in an option`(term: String, command: String?) throws {
    let context = Command.Context(screen: Screen(kind: .home, catalog: "itunes", title: "home"), catalog: .shop)
    guard case .go(.search(let query)) = try Command.action(for: "search \(term)", on: context) else { return }
    #expect(query.narrowed == command)
    var screen = Screen(
      kind: .home, catalog: "itunes", title: term, query: query,
      sections: [Section(category: "song", title: "Song", content: .empty)])
    let text = TextRenderer().render(.screen(screen), favorites: Favorites()).text
    #expect(text.contains("No results found\n"))
    #expect(text.contains("To narrow a search: ") == (command != nil))
    screen = Screen(kind: .category, catalog: "itunes", title: "Song", query: query, sections: screen.sections)
    #expect(!TextRenderer().render(.screen(screen), favorites: Favorites()).text.contains("To narrow"))
  }

  @Test func `in is said of places too`() throws {
    let catalog = Catalog(
      name: "c", title: "C", categories: [Category(name: "song", title: "Song")],
      filters: [SearchFilter(name: "country", meaning: "", values: .oneOf(["DE"]), valueTitles: ["DE": "Germany"])],
      storefrontFilter: "country")
    let context = Command.Context(screen: .root(of: catalog), catalog: catalog)
    let action = try Command.action(for: "search jack in germany", on: context)
    guard case .go(.search(let query)) = action else { return #expect(Bool(false)) }
    #expect(query.narrowed == "search jack --country germany")
  }
}
