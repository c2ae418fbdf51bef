import Domain
import Testing

struct FavoritesTests {
  private func item(_ key: String) -> Item {
    Item(id: ItemID(catalog: "itunes", category: "song", key: key), title: key.uppercased())
  }

  private func items(_ keys: String) -> [Item] { keys.map { item(String($0)) } }

  private func keys(_ favorites: Favorites) -> String { favorites.items.map(\.id.key).joined() }

  @Test func `they are in the order of starring, each once`() {
    #expect(keys(Favorites(items("cabca"))) == "cab")
    var favorites = Favorites()
    favorites.toggle(items("ba"))
    favorites.toggle(items("c"))
    #expect(keys(favorites) == "bac")
  }

  /// What is starred at first, what is toggled, what that says of each, and what is starred then.
  @Test(arguments: [
    ("", "a", [true], "a"),
    ("a", "a", [false], ""),
    ("abc", "b", [false], "ac"),
    ("b", "abc", [true, false, true], "ac"),
    ("ab", "", [], "ab"),
    ("", "aa", [true, true], "a"),
    ("a", "aa", [false, false], ""),
  ])
  func `toggling adds what is none and removes what is one`(
    before: String, toggled: String, says: [Bool], after: String
  ) {
    var favorites = Favorites(items(before))
    #expect(favorites.toggle(items(toggled)) == says)
    #expect(keys(favorites) == after)
    for key in "abc" { #expect(favorites.contains(item(String(key)).id) == after.contains(key)) }
  }

  @Test func `removing leaves those that are none as they are`() {
    var favorites = Favorites(items("abc"))
    favorites.removeTogether(items("xb"))
    #expect(keys(favorites) == "ac")
    favorites.removeTogether(items("x"))
    #expect(keys(favorites) == "ac")
    let undone = favorites.undo()
    #expect(undone?.restored.map(\.id.key) == ["b"], "a change that changed nothing is none")
  }

  /// More than are looked through one by one.
  @Test(arguments: [17, 400]) func `many that come and go together come back where they were`(count: Int) {
    let many = (0..<count).map { item("\($0)") }
    var favorites = Favorites()
    for one in many { favorites.toggle(SharedItem(one)) }
    let again = many.map { favorites.toggle(SharedItem($0)) }
    #expect(again == many.map { _ in true }, "within one change only the first time counts")
    #expect(favorites.items == many)
    let gone = many.enumerated().filter { $0.offset % 3 != 1 }.map(\.element)
    let left = many.enumerated().filter { $0.offset % 3 == 1 }.map(\.element)
    favorites.removeTogether(gone.reversed())
    #expect(favorites.items == left)
    #expect(favorites.latestChange.removed == gone.map(\.id))
    let undone = favorites.undo()
    #expect(undone?.restored == gone)
    #expect(favorites.items == many)
    #expect(undone?.change.applied(to: left) == many)
    let emptied = favorites.undo()
    #expect(emptied?.dropped == many)
    #expect(favorites.items.isEmpty)
  }

  @Test func `undo takes back one change after the other, each thing at its old place`() {
    var favorites = Favorites(items("abcd"))
    favorites.toggle(items("bxd"))
    #expect(keys(favorites) == "acx")
    favorites.removeTogether(items("a"))
    #expect(keys(favorites) == "cx")

    let second = favorites.undo()
    #expect(second?.restored.map(\.id.key) == ["a"] && second?.dropped.isEmpty == true)
    #expect(keys(favorites) == "acx")
    let first = favorites.undo()
    #expect(first?.restored.map(\.id.key) == ["b", "d"])
    #expect(first?.dropped.map(\.id.key) == ["x"])
    #expect(keys(favorites) == "abcd")
    let none = favorites.undo()
    #expect(none == nil)
  }

  @Test func `at least a hundred changes can be taken back`() {
    var favorites = Favorites()
    for number in 1...1000 { favorites.toggle([item("\(number)")]) }
    var undone = 0
    while let change = favorites.undo() {
      #expect(change.dropped.map(\.id.key) == ["\(1000 - undone)"])
      undone += 1
    }
    #expect((100...1000).contains(undone))
    #expect(favorites.items.count == 1000 - undone)
  }
}
