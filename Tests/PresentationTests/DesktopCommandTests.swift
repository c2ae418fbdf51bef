import Domain
import Testing

@testable import Presentation

struct DesktopCommandTests {
  private static let item = Item(id: ItemID(catalog: "c", category: "song", key: "1"), title: "One")
  private static let list = Screen.root(of: catalog)
  private static let itemScreen = Screen(
    kind: .item, catalog: "c", title: "One", subject: Screen.Subject(item: item))
  private static let catalog = Catalog(name: "c", title: "C", categories: [Category(name: "song", title: "Song")])

  private static func action(_ line: String, on screen: Screen) throws(CommandError) -> Action {
    try Command.action(for: line[...], on: Command.Context(screen: screen, catalog: catalog))
  }

  @Test(arguments: [
    ("link 3", DesktopErrand(.link, 3)),
    ("LINK   12", DesktopErrand(.link, 12)),
    ("browse 1", DesktopErrand(.browse, 1)),
    ("copy 1", DesktopErrand(.copy, 1)),
    ("play 1", DesktopErrand(.play, 1)),
    ("artwork 2", DesktopErrand(.artwork(size: nil, file: nil, replaces: false), 2)),
    ("artwork 2 --size 300", DesktopErrand(.artwork(size: 300, file: nil, replaces: false), 2)),
    ("artwork --size=10000 2", DesktopErrand(.artwork(size: 10_000, file: nil, replaces: false), 2)),
    ("artwork 2 --save a.jpg", DesktopErrand(.artwork(size: nil, file: "a.jpg", replaces: false), 2)),
    (
      "artwork 2 --save \"my cover.jpg\" --force",
      DesktopErrand(.artwork(size: nil, file: "my cover.jpg", replaces: true), 2)
    ),
    ("artwork 2 --si 5 --sa x", DesktopErrand(.artwork(size: 5, file: "x", replaces: false), 2)),
  ])
  func `a number says which item`(line: String, errand: DesktopErrand) throws {
    #expect(try Self.action(line, on: Self.list) == .desktop(errand))
  }

  @Test(arguments: [
    ("link", DesktopErrand(.link)), ("browse", DesktopErrand(.browse)), ("copy", DesktopErrand(.copy)),
    ("play", DesktopErrand(.play)),
    ("artwork --save x", DesktopErrand(.artwork(size: nil, file: "x", replaces: false))),
    ("link 4", DesktopErrand(.link, 4)),
  ])
  func `on an item's own screen it needs none`(line: String, errand: DesktopErrand) throws {
    #expect(try Self.action(line, on: Self.itemScreen) == .desktop(errand))
  }

  @Test(arguments: [
    ("link", "link needs more: link N"),
    ("play all", "play cannot use \"all\": play [N]"),
    ("copy 1 2", "copy cannot use \"1 2\": copy [N]"),
    ("artwork", "artwork needs more: artwork N"),
    ("artwork 1 --size", "--size needs a value"),
    ("artwork 1 --size 0", "--size takes a whole number from 1 to 10000, not \"0\""),
    ("artwork 1 --size 10001", "--size takes a whole number from 1 to 10000, not \"10001\""),
    ("artwork 1 --size big", "--size takes a whole number from 1 to 10000, not \"big\""),
    ("artwork 1 --save", "--save needs a value"),
    (
      "artwork 1 --s x", "artwork cannot use \"--s\": artwork [N] [--size PX] [--save FILE] [--force]"
    ),
    (
      "artwork 1 --force=no", "artwork cannot use \"--force=no\": artwork [N] [--size PX] [--save FILE] [--force]"
    ),
    ("artwork one", "artwork cannot use \"one\": artwork [N] [--size PX] [--save FILE] [--force]"),
    ("explain --wget", "explain cannot use \"--wget\": explain [--curl]"),
    ("limits now", "limits takes nothing like \"now\""),
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
    ("seasons", Action.go(.shelves("seasons", only: nil))),
    ("seasons Summer", .go(.shelves("seasons", only: "Summer"))), ("limits", .tell(.limits)),
    ("explain", .explain(asCurl: false)), ("explain --curl", .explain(asCurl: true)),
  ])
  func `what is asked about requests and seasons`(line: String, action: Action) throws {
    #expect(try Self.action(line, on: Self.list) == action)
  }
}
