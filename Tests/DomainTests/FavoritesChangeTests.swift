import Domain
import Testing

@Suite struct `A change to the favourites` {
  private static func items(_ keys: String) -> [Item] {
    keys.map { Item(id: ItemID(catalog: "c", category: "song", key: String($0)), title: String($0)) }
  }

  private static func keys(_ items: [Item]) -> String { items.map(\.title).joined() }

  @Test(arguments: [
    // before, after, kept by others meanwhile, kept afterwards
    ("abc", "abcd", "abc", "abcd"),
    ("abc", "ac", "abc", "ac"),
    ("", "a", "", "a"),
    ("abc", "abcd", "abcxy", "abcxyd"),
    ("abc", "ac", "xabcy", "xacy"),
    ("abc", "abcd", "", "d"),
    ("ac", "abc", "ac", "abc"),
    ("ac", "abc", "a", "ab"),
    ("ac", "abc", "", "b"),
    ("abc", "abcd", "abdc", "abdc"),
    ("abc", "ac", "ac", "ac"),
    ("ab", "bc", "abx", "bxc"),
  ])
  func `is made to what is kept by then`(before: String, after: String, kept: String, result: String) {
    let change = FavoritesChange(from: Favorites(Self.items(before)), to: Favorites(Self.items(after)))
    #expect(Self.keys(change.applied(to: Self.items(kept))) == result)
  }

  @Test func `is empty where nothing changed`() {
    let favorites = Favorites(Self.items("abc"))
    #expect(FavoritesChange(from: favorites, to: favorites).isEmpty)
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
