import Domain
@testable import Presentation
import TestSupport
import Testing

/// How lines are parsed: each command by name, alias and prefix. The stories cover what commands do.
struct CommandTableTests {
  private static let screen = Screen(kind: .home, catalog: "itunes", title: "home")

  private func action(for line: String, in catalog: Catalog = .shop) throws(CommandError) -> Action {
    let context = Command.Context(screen: Self.screen, catalog: catalog)
    return try Command.action(for: Arguments.commands(in: line)[0], on: context)
  }

  @Test(arguments: TextTable.rows("a line means the same as its full form") { ($0[0], $0[1]) })
  func `a line means the same as its full form`(line: String, full: String) throws {
    #expect(try action(for: line) == action(for: full))
  }

  @Test(arguments: TextTable.rows("a line searches for a term as it was typed") { ($0[0], $0[1]) })
  func `a line searches for a term as it was typed`(line: String, term: String) throws {
    guard case .go(.search(let query)) = try action(for: line) else {
      Issue.record("no search")
      return
    }
    #expect(query.term == term)
  }

  @Test func `options of a search are parsed, and so is a number that is too large`() throws {
    let song = try #require(Catalog.shop.category(named: "song"))
    #expect(
      try action(for: "search jack --in song --limit 10 --country DE")
        == .go(.search(SearchQuery(term: "jack", categories: [song], limit: 10, filters: ["country": "DE"]))))
    #expect(try action(for: "99999999999999999999") == .go(.openItem(.max)))
  }

  @Test(arguments: Command.all)
  func `every command has its name, its aliases and its unique prefixes`(command: Command) throws {
    for name in [command.name] + command.aliases {
      #expect(try Command.named(name[...]).name == command.name)
      #expect(try Command.named(name.uppercased()[...]).name == command.name)
    }
    let names = Command.all.flatMap { [$0.name] + $0.aliases }
    for length in 1...command.name.count {
      let prefix = command.name.prefix(length)
      let owners = Command.all.filter { ([$0.name] + $0.aliases).contains { $0.hasPrefix(prefix) } }
      if owners.count == 1, !names.contains(String(prefix)) {
        #expect(try Command.named(prefix).name == command.name, "\(prefix)")
      } else if !names.contains(String(prefix)) {
        #expect(throws: CommandError.self) { try Command.named(prefix) }
      }
    }
  }

  @Test func `every word means one command, and every example works`() throws {
    let names = Command.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    // A catalog with every feature that commands can need.
    let song = Category(name: "song", title: "Song")
    let others = [Category(name: "album", title: "Album"), Category(name: "podcast", title: "Podcast")]
    let full = Catalog(
      name: "full", title: "Full", categories: [song] + others,
      filters: [
        SearchFilter(
          name: "country", meaning: "the storefront", values: .oneOf(["GB", "JP", "US"]),
          valueTitles: ["GB": "United Kingdom"])
      ],
      features: [.stores],
      charts: Charts(
        offers: ([song] + others).map { .init(category: $0, title: $0.title, largest: 100, genres: ["Jazz"]) },
        world: ["US"], defaultStorefront: "US"),
      storefrontFilter: "country")
    for command in Command.all where ["charts", "changes", "stores"].contains(command.name) {
      var screen = Screen.root(of: full)
      screen.append([.made("One", catalog: "full")], of: "song", titled: "Song")
      let context = Command.Context(screen: screen, catalog: full)
      for example in command.examples {
        #expect(throws: Never.self) { try Command.action(for: example[...], on: context) }
      }
    }
    for command in Command.all where !["charts", "changes", "stores"].contains(command.name) {
      // An example that names an item needs a screen with items.
      for example in command.examples where example.first?.isNumber != true && example != "open upside down" {
        #expect(throws: Never.self) { try action(for: example) }
      }
    }
  }

  @Test func `a relation that an item turned out to lack is refused with those it has`() throws {
    let relations = ["songs", "albums"].map { Relation($0, title: $0, category: "song") }
    let catalog = Catalog(
      name: "c", title: "C", categories: [Category(name: "song", title: "Song", relations: relations)])
    let item = Item.made("One", catalog: "c")
    let screen = Screen(
      kind: .item, catalog: "c", title: "One",
      origin: Screen.Subject(item: item, in: catalog, absent: [relations[1]]))
    let context = Command.Context(screen: screen, catalog: catalog)
    #expect(try Command.action(for: "open songs", on: context) == .go(.openRelation(relations[0], of: nil)))
    #expect(throws: CommandError.usage(.unknownRelation("albums", of: "One", known: ["songs"]))) {
      try Command.action(for: "open albums", on: context)
    }
  }
}
