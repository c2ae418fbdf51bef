import Domain
@testable import Presentation
import Testing

/// What is open to no other reading is done.
struct OnlyReadingTests {
  private static func action(_ line: String) throws(CommandError) -> Action {
    var screen = Screen(
      kind: .home, catalog: "itunes", title: "jack", query: SearchQuery(term: "jack"),
      sections: [Section(category: "song", title: "Song", content: .idle)])
    screen.receive(.success(ItemList(items: Item.many("A", 9))), inSection: 0)
    return try Command.action(for: line[...], on: Command.Context(screen: screen, catalog: .shop))
  }

  @Test(
    arguments: [
      ("..", .go(.back(1))), ("cd ..", .go(.back(1))), ("cd ../..", .go(.back(2))), ("CD ../", .go(.back(1))),
      ("favorites", .go(.favorites)), ("Favourites", .go(.favorites)), ("n", .go(.more)), ("next", .go(.more)),
      (":q", .quit), ("show 3", .go(.openItem(3))), ("ls 3", .go(.openItem(3))),
      ("3", .go(.openItem(3))), ("show", .go(.show)),
      ("https://example.com/a", .go(.openReference(.page("https://example.com/a")))),
      ("id:909253", .go(.openReference(.number("909253")))),
      (
        "itunes:album:1440857781",
        .go(.openReference(.item(ItemID(catalog: "itunes", category: "album", key: "1440857781"))))
      ),
    ] as [(String, Action)])
  func `a line that can mean one thing does it`(line: String, action: Action) throws {
    #expect(try Self.action(line) == action)
  }

  @Test(arguments: ["cd", "cd song", "cd ..x", "cd .", "cd / ..", "show x", "show 3 4", "1-3", "all"])
  func `other lines do nothing`(line: String) {
    #expect(throws: CommandError.self) { try Self.action(line) }
  }

  @Test(arguments: [("usa", "US"), ("USA", "US"), ("england", "GB"), ("america", "US"), ("united s", "US")])
  func `another name of a country that means nothing else chooses it`(typed: String, code: String) throws {
    let filter = try #require(Catalog.stub.filters.first)
    #expect(try filter.checked(typed) == code)
    #expect(try filter.storefronts(typed) == [code])
  }

  @Test func `two letters are a code, so uk is only a suggestion`() throws {
    let filter = try #require(Catalog.stub.filters.first)
    #expect(throws: CommandError.usage(.misspelt("uk", of: "country", meant: ["gb (United Kingdom)"]))) {
      try filter.checked("uk")
    }
    #expect(
      throws: CommandError.usage(
        .badValue("world", of: "stores", allowed: ["names or codes of stores, such as DE,GB,GR"]))
    ) { try filter.storefronts("world") }
  }

  @Test(arguments: [
    ("1", "star 1"), ("add jazz 1", "star 1 --list jazz"), ("jazz 1-3", "star 1-3 --list jazz"),
    ("add 2", "star 2"), ("remove jazz 1", "unstar 1 --list jazz"), ("add to hear 1", "star 1 --list \"to hear\""),
  ])
  func `items told to favs are starred by another command`(words: String, meant: String) throws {
    #expect(try Self.action("favs \(words)") == .go(.favoritesList(words, orElse: meant)))
    let command = try #require(try? Self.action(meant))
    guard case .change = command else {
      Issue.record("\(command)")
      return
    }
  }
}
