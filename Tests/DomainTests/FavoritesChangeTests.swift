import Domain
import Testing

@Suite struct `A change to the favourites` {
  private static func items(_ keys: String) -> [Item] {
    keys.map { Item(id: ItemID(catalog: "c", category: "song", key: String($0)), title: String($0)) }
  }

  private static func keys(_ items: [Item]) -> String { items.map(\.title).joined() }

  @Test(arguments: [
    // before, toggled, whether that is undone, kept by others meanwhile, kept afterwards
    ("abc", "d", false, "abc", "abcd"),
    ("abc", "b", false, "abc", "ac"),
    ("", "a", false, "", "a"),
    ("abc", "d", false, "abcxy", "abcxyd"),
    ("abc", "b", false, "xabcy", "xacy"),
    ("abc", "d", false, "", "d"),
    ("abc", "b", true, "ac", "abc"),
    ("abc", "b", true, "a", "ab"),
    ("abc", "b", true, "", "b"),
    ("abc", "c", true, "abx", "abxc"),
    ("abcd", "bxd", true, "acx", "abcd"),
    ("abc", "d", true, "abdc", "abc"),
    ("abc", "d", false, "abdc", "abdc"),
    ("abc", "b", false, "ac", "ac"),
    ("ab", "ac", false, "abx", "bxc"),
  ])
  func `is made to what is kept by then`(
    before: String, toggled: String, isUndone: Bool, kept: String, result: String
  ) {
    var favorites = Favorites(Self.items(before))
    favorites.toggle(Self.items(toggled))
    let latest = favorites.latestChange
    let undone = isUndone ? favorites.undo() : nil
    let change = undone?.change ?? latest
    #expect(Self.keys(change.applied(to: Self.items(kept))) == result)
  }

  @Test func `is empty where nothing changed`() {
    var favorites = Favorites(Self.items("abc"))
    #expect(favorites.latestChange.isEmpty)
    favorites.beginChange()
    #expect(favorites.latestChange.isEmpty)
  }

  @Test func `can be undone after others' changes were adopted`() {
    var favorites = Favorites(Self.items("ab"))
    favorites.toggle(Self.items("bc"))
    favorites.adopt(Self.items("axcy"))
    #expect(Self.keys(favorites.items) == "axcy")
    #expect(favorites.contains(Self.items("y")[0].id))
    #expect(!favorites.contains(Self.items("b")[0].id))
    _ = favorites.undo()
    #expect(Self.keys(favorites.items) == "abxy")
  }
}
