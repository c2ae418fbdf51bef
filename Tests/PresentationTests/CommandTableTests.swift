import Domain
@testable import Presentation
import Testing

/// What a line asks for: each command by name, alias and prefix, with all that may follow.
struct CommandTableTests {
  private static let screen = Screen(kind: .home, catalog: "itunes", title: "home")

  private func action(for line: String, in catalog: Catalog = .shop) throws(CommandError) -> Action {
    let context = Command.Context(screen: Self.screen, catalog: catalog)
    return try Command.action(for: Arguments.commands(in: line)[0], on: context)
  }

  private static func search(
    _ term: String, in categories: [String]? = nil, limit: Int? = nil, filters: [String: String] = [:]
  ) -> Action {
    let named = categories.map { names in names.map { Catalog.shop.category(named: $0)! } }
    return .go(.search(SearchQuery(term: term, categories: named, limit: limit, filters: filters)))
  }

  private static func open(_ category: String, limit: Int? = nil) -> Action {
    .go(.openCategory(Catalog.shop.category(named: category)!, limit: limit))
  }

  static let moves: [(String, Action)] = [
    ("open song", open("song")), ("OPEN Songs", open("song")), ("open tv show", open("tv")),
    ("open \"tv show\"", open("tv")), ("open tvshow", open("tv")), ("open song --limit 30", open("song", limit: 30)),
    ("o --limit=30 song", open("song", limit: 30)),
    ("open 3", .go(.openItem(3))), ("3", .go(.openItem(3))), ("  3  ", .go(.openItem(3))), ("0", .go(.openItem(0))),
    ("007", .go(.openItem(7))),
    ("..", .go(.back(1))), (".. 2", .go(.back(2))), ("n", .go(.more)), ("next", .go(.more)), ("ls", .go(.show)),
    ("id:909253", .go(.openReference(.number("909253")))),
    (
      "https://music.apple.com/us/album/x/1440857781?i=1",
      .go(.openReference(.page("https://music.apple.com/us/album/x/1440857781?i=1")))
    ),
    (
      "itunes:album:1440857781",
      .go(.openReference(.item(ItemID(catalog: "itunes", category: "album", key: "1440857781"))))
    ),
    ("itunes:album:a b/c", .go(.openReference(.item(ItemID(catalog: "itunes", category: "album", key: "a b/c"))))),
    (#"open "itunes:album:a b""#, .go(.openReference(.item(ItemID(catalog: "itunes", category: "album", key: "a b"))))),
    ("99999999999999999999", .go(.openItem(.max))),
    ("back", .go(.back(1))), ("b", .go(.back(1))), ("back 2", .go(.back(2))), ("B 2", .go(.back(2))),
    ("forward", .go(.forward(1))), ("f", .go(.forward(1))), ("f 3", .go(.forward(3))), ("for", .go(.forward(1))),
    ("home", .go(.home)), ("ho", .go(.home)), ("show", .go(.show)), ("sh", .go(.show)),
    ("more", .go(.more)), ("mo", .go(.more)), ("retry", .go(.retry)), ("r", .go(.retry)), ("ret", .go(.retry)),
    ("reload", .go(.reload)), ("rel", .go(.reload)), ("favs", .go(.favorites)), ("fa", .go(.favorites)),
    ("filter allegro", .go(.filter("allegro"))), ("filter", .go(.filter(nil))),
    ("fi  two  words ", .go(.filter("two  words"))), ("filter \"a;b\"", .go(.filter("a;b"))),
    ("sort", .go(.sort(nil))), ("sort title", .go(.sort(.init(key: .key("title"))))),
    ("sort RELEASED Desc", .go(.sort(.init(key: .key("released"), isDescending: true)))),
    ("sor rel asc", .go(.sort(.init(key: .key("released"))))),
    ("catalog ghibli", .go(.catalog("ghibli"))), ("cat ghibli", .go(.catalog("ghibli"))),
  ]

  @Test(arguments: moves)
  func `a line moves`(line: String, action: Action) throws {
    #expect(try self.action(for: line) == action)
  }

  static let searches: [(String, Action)] = [
    ("search vivaldi", search("vivaldi")), ("SEARCH Vivaldi", search("Vivaldi")), ("sear vivaldi", search("vivaldi")),
    ("/vivaldi", search("vivaldi")), ("/ vivaldi", search("vivaldi")), ("/3", search("3")), ("//", search("/")),
    ("search don't stop", search("don't stop")), ("search  two  spaces  ", search("two  spaces")),
    ("search \"quoted term\"", search("quoted term")), ("search \"a;b\"", search("a;b")),
    (#"search "say \"hi\" \\ \n""#, search(#"say "hi" \ \n"#)), ("search 12\" single", search("12\" single")),
    ("search 東京", search("東京")), ("search a\u{A0}b", search("a\u{A0}b")), ("search -- -1", search("-1")),
    ("search jack --in song,tv", search("jack", in: ["song", "tv"])),
    ("search --in songs,song jack johnson", search("jack johnson", in: ["song"])),
    ("search jack --in \"TV show, album\"", search("jack", in: ["tv", "album"])),
    ("search jack --limit 10", search("jack", limit: 10)), ("search jack --limit=200", search("jack", limit: 200)),
    ("search jack --LIMIT 1", search("jack", limit: 1)), ("search --li 2 jack", search("jack", limit: 2)),
    ("search jack --country de --explicit NO", search("jack", filters: ["country": "DE", "explicit": "no"])),
    (
      "search jack --in song --attribute songterm",
      search("jack", in: ["song"], filters: ["attribute": "songTerm"])
    ),
    ("search --limit 3 -- --in song", search("--in song", limit: 3)), ("search \"--in\"", search("--in")),
    ("search -- --", search("--")),
  ]

  @Test(arguments: searches)
  func `a line searches`(line: String, action: Action) throws {
    #expect(try self.action(for: line) == action)
  }

  static let others: [(String, Action)] = [
    ("star 3", .change(.star(Selection(parts: [.one(3)])))), ("*3", .change(.star(Selection(parts: [.one(3)])))),
    ("* 1-3", .change(.star(Selection(parts: [.range(1, 3)])))),
    ("*all", .change(.star(.all))), ("sta ALL", .change(.star(.all))),
    ("star 1-3 --add", .change(.star(Selection(parts: [.range(1, 3)]), onlyAdds: true))),
    ("star 1 --ad", .change(.star(Selection(parts: [.one(1)]), onlyAdds: true))),
    ("star --a -- 1", .change(.star(Selection(parts: [.one(1)]), onlyAdds: true))),
    ("* --add 3", .change(.star(Selection(parts: [.one(3)]), onlyAdds: true))),
    ("star --add all", .change(.star(.all, onlyAdds: true))),
    ("unstar 7-", .change(.unstar(Selection(parts: [.range(7, nil)])))),
    ("undo", .change(.undo)), ("und", .change(.undo)),
    ("set", .tell(.settings)), ("set limit", .tell(.setting("limit"))),
    ("set limit 30", .set(name: "limit", value: "30")),
    ("set country=gb", .set(name: "country", value: "gb")),
    ("set categories song, tv", .set(name: "categories", value: "song, tv")),
    ("trail", .tell(.trail)), ("where", .tell(.trail)), ("w", .tell(.trail)), ("catalog", .tell(.catalogs)),
    ("help", .tell(.help(nil))), ("?", .tell(.help(nil))), ("? open", .tell(.help("open"))),
    ("?open", .tell(.help("open"))), ("help star", .tell(.help("star"))),
    ("history", .tell(.history(nil))), ("history Viv", .tell(.history("Viv"))), ("hi", .tell(.history(nil))),
    ("source tour.liner", .source(path: "tour.liner")), ("source \"my tour.liner\"", .source(path: "my tour.liner")),
    ("quit", .quit), ("exit", .quit), ("q", .quit), (":q", .quit), ("exi", .quit), ("QUIT", .quit),
  ]

  @Test(arguments: others)
  func `a line does anything else`(line: String, action: Action) throws {
    #expect(try self.action(for: line) == action)
  }

  static let expectations: [(String, Presentation.Expectation)] = [
    ("items 5", .items(5...5)), ("items 3..50", .items(3...50)), ("items 3..", .items(3...Int.max)),
    ("items ..50", .items(0...50)), ("section Song", .section("Song", count: nil)),
    ("section Song 5", .section("Song", count: 5...5)), ("section TV Show 1..5", .section("TV Show", count: 1...5)),
    ("section \"Top 5\"", .section("Top 5", count: nil)), ("no section Podcast", .noSection("Podcast")),
    ("title \"Song\"", .title("Song")), ("title TV Show", .title("TV Show")), ("state loaded", .state(.loaded)),
    ("state EMPTY", .state(.empty)), ("item 3 \"Upside Down\"", .item(3, title: "Upside Down")),
    ("starred 2", .starred(2...2)), ("text \"No results found\"", .text("No results found")),
    ("error rate-limited", .error(.rateLimited)),
  ]

  @Test(arguments: expectations)
  func `a line expects`(words: String, expectation: Presentation.Expectation) throws {
    #expect(try action(for: "expect " + words) == .expect(expectation))
    #expect(try action(for: "expe " + words) == .expect(expectation))
  }

  @Test(arguments: Command.all)
  func `every command answers to its name, its aliases and its own prefixes`(command: Command) throws {
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

  @Test func `every word means one command, and its example works`() throws {
    let names = Command.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    // One that has all that commands can ask for.
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
      screen.append([.made("One")], of: "song", titled: "Song")
      let context = Command.Context(screen: screen, catalog: full)
      for example in command.examples {
        #expect(throws: Never.self) { try Command.action(for: example[...], on: context) }
      }
    }
    for command in Command.all where !["charts", "changes", "stores"].contains(command.name) {
      // One that names an item wants a screen with items.
      for example in command.examples where example.first?.isNumber != true && example != "open upside down" {
        #expect(throws: Never.self) { try action(for: example) }
      }
    }
  }

  @Test func `what an item was found not to have is refused with what it has`() throws {
    let relations = ["songs", "albums"].map { Relation($0, title: $0, category: "song") }
    let catalog = Catalog(
      name: "c", title: "C", categories: [Category(name: "song", title: "Song", relations: relations)])
    let item = Item.made("One", catalog: "c")
    let screen = Screen(
      kind: .item, catalog: "c", title: "One",
      subject: Screen.Subject(item: item, in: catalog, absent: [relations[1]]))
    let context = Command.Context(screen: screen, catalog: catalog)
    #expect(try Command.action(for: "open songs", on: context) == .go(.openRelation(relations[0], of: nil)))
    #expect(throws: CommandError.usage(.unknownRelation("albums", of: "One", known: ["songs"]))) {
      try Command.action(for: "open albums", on: context)
    }
  }
}
