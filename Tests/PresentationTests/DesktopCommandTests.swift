import Domain
import Testing

@testable import Presentation

struct DesktopCommandTests {
  private static let item = Item(id: ItemID(catalog: "c", category: "song", key: "1"), title: "One")
  private static let list = Screen.root(of: catalog)
  private static let itemScreen = Screen(
    kind: .item, catalog: "c", title: "One", subject: Screen.Subject(item: item))
  private static let catalog = Catalog(name: "c", title: "C", categories: [Category(name: "song", title: "Song")])

  private static func one(_ number: Int) -> Selection { Selection(parts: [.one(number)]) }

  private static func action(_ line: String, on screen: Screen) throws(CommandError) -> Action {
    try Command.action(for: line[...], on: Command.Context(screen: screen, catalog: catalog))
  }

  @Test(arguments: [
    ("link 3", ItemAction(.link, one(3))),
    ("LINK   12", ItemAction(.link, one(12))),
    ("browse 1", ItemAction(.browse(isSure: false), one(1))),
    ("copy 1", ItemAction(.copy, one(1))),
    ("play 1", ItemAction(.play, one(1))),
    ("artwork 2", ItemAction(.artwork(size: nil, file: nil, replaces: false), one(2))),
    ("artwork 2 --size 300", ItemAction(.artwork(size: 300, file: nil, replaces: false), one(2))),
    ("artwork --size=10000 2", ItemAction(.artwork(size: 10_000, file: nil, replaces: false), one(2))),
    ("artwork 2 --save a.jpg", ItemAction(.artwork(size: nil, file: "a.jpg", replaces: false), one(2))),
    (
      "artwork 2 --save \"my cover.jpg\" --force",
      ItemAction(.artwork(size: nil, file: "my cover.jpg", replaces: true), one(2))
    ),
    ("link 1-3,5", ItemAction(.link, Selection(parts: [.range(1, 3), .one(5)]))),
    ("play all", ItemAction(.play, .all)), ("copy 1 2", ItemAction(.copy, Selection(parts: [.one(1), .one(2)]))),
    ("browse all --yes", ItemAction(.browse(isSure: true), .all)),
    ("browse --y 7-", ItemAction(.browse(isSure: true), Selection(parts: [.range(7, nil)]))),
    (
      "artwork -2 --save c/",
      ItemAction(.artwork(size: nil, file: "c/", replaces: false), Selection(parts: [.range(nil, 2)]))
    ),
    ("artwork 2 --si 5 --sa x", ItemAction(.artwork(size: 5, file: "x", replaces: false), one(2))),
  ])
  func `numbers say which items`(line: String, errand: ItemAction) throws {
    #expect(try Self.action(line, on: Self.list) == .desktop(errand))
  }

  @Test(
    arguments: [
      ("link", .desktop(ItemAction(.link))), ("browse", .desktop(ItemAction(.browse(isSure: false)))),
      ("copy", .desktop(ItemAction(.copy))), ("play", .desktop(ItemAction(.play))),
      ("artwork --save x", .desktop(ItemAction(.artwork(size: nil, file: "x", replaces: false)))),
      ("link 4", .desktop(ItemAction(.link, one(4)))), ("star", .change(.star(nil))), ("*", .change(.star(nil))),
      ("star --add", .change(.star(nil, onlyAdds: true))), ("unstar", .change(.unstar(nil))),
      ("mark", .change(.mark(nil, true))), ("unmark", .change(.mark(nil, false))),
    ] as [(String, Action)])
  func `on an item's own screen it needs none`(line: String, action: Action) throws {
    #expect(try Self.action(line, on: Self.itemScreen) == action)
  }

  @Test(arguments: [
    ("play some", "\"some\" is not a selection; use 3, 1-3,5, 7-, -2 or all"),
    ("browse 1 --no", "unknown option \"--no\"; browse has --yes"), ("browse 1 --yes=1", "--yes has no value"),
    ("browse -- --yes", "\"--yes\" is not a selection; use 3, 1-3,5, 7-, -2 or all"),
    ("artwork 1 --size", "--size needs a value"),
    ("artwork 1 --size 0", "--size must be a whole number from 1 to 10000, not \"0\""),
    ("artwork 1 --size 10001", "--size must be a whole number from 1 to 10000, not \"10001\""),
    ("artwork 1 --size big", "--size must be a whole number from 1 to 10000, not \"big\""),
    ("artwork 1 --save", "--save needs a value"),
    ("artwork 1 --s x", "\"--s\" could be --size or --save"),
    ("artwork 1 --force=no", "--force has no value"), ("artwork 1 --save --force", "--save needs a value"),
    ("artwork one", "\"one\" is not a selection; use 3, 1-3,5, 7-, -2 or all"),
    ("explain --wget", "unknown option \"--wget\"; explain has --curl"),
    ("explain it", "unexpected \"it\": explain [--curl]"),
    ("limits now", "limits: unexpected \"now\""),
  ])
  func `a mistake is named`(line: String, sentence: String) {
    do throws(CommandError) {
      let action = try Self.action(line, on: Self.list)
      Issue.record("\(action)")
    } catch {
      #expect(ErrorMessages.sentence(for: error) == sentence)
      #expect(error.code == .usage)
    }
  }

  @Test(arguments: [
    "link", "browse", "browse --yes", "copy", "play", "artwork", "artwork --size 300", "star", "star --add", "unstar",
    "mark", "unmark",
  ])
  func `on a list it asks which item`(line: String) {
    let command = String(line.prefix { $0 != " " })
    #expect(throws: CommandError.nothingHere(.item(for: command, example: nil))) {
      try Self.action(line, on: Self.list)
    }
  }

  @Test(arguments: [
    ("seasons", Action.go(.shelves("seasons", only: nil))),
    ("seasons Summer", .go(.shelves("seasons", only: "Summer"))), ("limits", .tell(.limits)),
    ("explain", .explain(asCurl: false)), ("explain --curl", .explain(asCurl: true)),
    ("explain --cur", .explain(asCurl: true)),
  ])
  func `what is asked about requests and seasons`(line: String, action: Action) throws {
    #expect(try Self.action(line, on: Self.list) == action)
  }
}
