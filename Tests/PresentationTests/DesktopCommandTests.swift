import Domain
import Testing

@testable import Presentation

struct DesktopCommandTests {
  private static let item = Item(id: ItemID(catalog: "c", category: "song", key: "1"), title: "One")
  private static let list = Screen.root(of: catalog)
  private static let itemScreen = Screen(
    kind: .item, catalog: "c", title: "One", origin: Screen.Subject(item: item))
  private static let catalog = Catalog(name: "c", title: "C", categories: [Category(name: "song", title: "Song")])

  private static func one(_ number: Int) -> Selection { Selection(parts: [.one(number)]) }

  private static func action(_ line: String, on screen: Screen) throws(CommandError) -> Action {
    try Command.action(for: line[...], on: Command.Context(screen: screen, catalog: catalog))
  }

  @Test(
    arguments: [
      ("link", .desktop(.link, nil)), ("browse", .desktop(.browse(isSure: false), nil)),
      ("copy", .desktop(.copy, nil)), ("play", .desktop(.play, nil)),
      ("artwork --save x", .desktop(.artwork(size: nil, file: "x", replaces: false), nil)),
      ("link 4", .desktop(.link, one(4))), ("star", .change(.star(nil))), ("*", .change(.star(nil))),
      ("star --add", .change(.star(nil, onlyAdds: true))), ("unstar", .change(.unstar(nil))),
      ("mark", .change(.mark(nil, true))), ("unmark", .change(.mark(nil, false))),
    ] as [(String, Action)])
  func `on an item's screen no selection is needed`(line: String, action: Action) throws {
    #expect(try Self.action(line, on: Self.itemScreen) == action)
  }

  @Test(arguments: [
    "link", "browse", "browse --yes", "copy", "play", "artwork", "artwork --size 300", "star", "star --add", "unstar",
    "mark", "unmark",
  ])
  func `on a list the error asks which item`(line: String) {
    let command = String(line.prefix { $0 != " " })
    #expect(throws: CommandError.nothingHere(.item(for: command, example: nil))) {
      try Self.action(line, on: Self.list)
    }
  }
}
