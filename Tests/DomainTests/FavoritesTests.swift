import Domain
import TestSupport
import Testing

struct FavoritesTests {
  private static func items(_ keys: String) -> [SharedItem] {
    keys.map { key in
      SharedItem(Item(id: ItemID(catalog: "c", category: "song", key: String(key)), title: key.uppercased()))
    }
  }

  private func starred(_ keys: String) -> Favorites { Favorites(Self.items(keys).map { Favorite($0) }) }

  private func keys(_ favorites: Favorites) -> String { favorites.entries.map(\.id.key).joined() }

  private func told(_ change: FavoritesChange?) -> [String] {
    guard let change else { return [] }
    return change.added.map { "+" + $0.favorite.id.key } + change.removed.map { "-" + $0.favorite.id.key }
      + change.relisted.map { "\($0.before.id.key): \($0.after.lists.joined(separator: " "))" }
      + change.marked.map { "✓" + $0.item.id.key } + change.unmarked.map { "·" + $0.item.id.key }
  }

  @Test func `they are in the order of starring, each once`() {
    #expect(keys(starred("cabca")) == "cab")
    var favorites = Favorites()
    favorites.add(Self.items("ba"))
    favorites.add(Self.items("c"))
    #expect(keys(favorites) == "bac")
  }

  /// The favourites at first, the items added and then removed, each change, and the favourites after each.
  @Test(
    arguments: TextTable.rows("adding removes nothing, and removing keeps the rest") {
      ($0[0], $0[1], $0[2], $0[3], $0[4], $0[5])
    })
  func `adding removes nothing, and removing keeps the rest`(
    before: String, picked: String, added: String, withAdded: String, removed: String, after: String
  ) {
    var favorites = starred(before)
    #expect(told(favorites.add(Self.items(picked))).joined(separator: " ") == added)
    #expect(keys(favorites) == withAdded)
    #expect(told(favorites.remove(Self.items(picked))).joined(separator: " ") == removed)
    #expect(keys(favorites) == after)
    for item in Self.items("abcdx") { #expect(favorites.contains(item.item.id) == after.contains(item.item.id.key)) }
    if !removed.isEmpty {
      _ = favorites.undo()
      #expect(keys(favorites) == withAdded, "each is at its old place")
    }
    if !added.isEmpty { _ = favorites.undo() }
    #expect(keys(favorites) == before || removed.isEmpty)
  }

  @Test func `they keep nothing of the list in which they were starred`() {
    var item = Self.items("a")[0].item
    item.creator = "B"
    let values: [ItemField.Value] = [.text("likely"), .number(1), .flag(true)]
    for field in ItemField.all where !field.roles.contains(.kept) {
      for value in values {
        var listed = item
        field.set(value, in: &listed)
        var favorites = Favorites()
        favorites.add([SharedItem(listed)])
        #expect(favorites.items == [item], "\(field.key)")
      }
    }
  }

  @Test func `a change without effect is empty`() {
    var favorites = starred("ab")
    favorites.remove(Self.items("a"))
    favorites.remove(Self.items("x"))
    favorites.add(Self.items("b"))
    favorites.mark(Self.items("a"), false)
    #expect(told(favorites.undo()) == ["+a"])
    #expect(favorites.undo() == nil)
  }

  @Test func `undo keeps what another session has put in a list since`() {
    var favorites = Favorites()
    favorites.add(Self.items("abc"), to: "trip")
    favorites.adopt(favorites.entries.map { $0.id.key == "b" ? $0.with(lists: ["trip", "walk"]) : $0 }, marks: [])
    #expect(told(favorites.undo()) == ["-a", "-c", "b: walk"])
    #expect(favorites.entries.map(\.lists) == [["walk"]])
  }

  @Test func `many that are removed together return to their places`() {
    let many = (0..<400).map { SharedItem(Item(id: ItemID(catalog: "c", category: "song", key: "\($0)"), title: "")) }
    var favorites = Favorites()
    favorites.add(many)
    favorites.remove(many.enumerated().filter { $0.offset % 3 != 1 }.map(\.element).reversed())
    #expect(favorites.entries.map(\.shared) == many.enumerated().filter { $0.offset % 3 == 1 }.map(\.element))
    _ = favorites.undo()
    #expect(favorites.entries.map(\.shared) == many)
    _ = favorites.undo()
    #expect(favorites.count == 0)
  }

  @Test func `at least the latest hundred changes can be undone, however many there were`() {
    var favorites = Favorites()
    for count in 1...450 {
      favorites.add([SharedItem(Item(id: ItemID(catalog: "c", category: "song", key: "\(count)"), title: ""))])
      var copy = favorites
      var undone = 0
      while let change = copy.undo() {
        if told(change) != ["-\(count - undone)"] { Issue.record("after \(count) changes, undo \(undone + 1)") }
        undone += 1
      }
      #expect(undone >= min(count, 100) && undone <= count, "after \(count) changes")
      #expect(copy.count == count - undone)
    }
  }

  // MARK: Lists and marks

  @Test func `an item can be in several lists, whose names ignore case`() {
    var favorites = starred("a")
    #expect(told(favorites.add(Self.items("ab"), to: "Road trip")) == ["+b", "a: Road trip"])
    #expect(told(favorites.add(Self.items("b"), to: "calm")) == ["b: Road trip calm"])
    #expect(told(favorites.add(Self.items("bc"), to: "ROAD TRIP")) == ["+c"])
    #expect(favorites.lists.map { "\($0.name) \($0.count)" } == ["Road trip 3", "calm 1"])
    #expect(told(favorites.remove(Self.items("ba"), from: "road trip")) == ["a: ", "b: calm"])
    #expect(keys(favorites) == "abc", "what leaves a list stays a favourite")
    #expect(told(favorites.undo()) == ["a: Road trip", "b: Road trip calm"])
    #expect(told(favorites.remove(Self.items("b"))) == ["-b"])
    #expect(favorites.lists.map(\.name) == ["Road trip"])
    _ = favorites.undo()
    #expect(favorites.lists.map { "\($0.name) \($0.count)" } == ["Road trip 3", "calm 1"])
    for _ in 1...3 { _ = favorites.undo() }
    #expect(keys(favorites) == "a" && favorites.lists.isEmpty)
  }

  @Test func `marks are separate from favourites, and undone in order`() {
    var favorites = starred("a")
    #expect(told(favorites.mark(Self.items("abb"))) == ["✓a", "✓b"])
    favorites.remove(Self.items("a"))
    #expect(told(favorites.mark(Self.items("ac"), false)) == ["·a"])
    #expect(favorites.marks.map(\.key) == ["b"])
    #expect(told(favorites.undo()) == ["✓a"])
    #expect(told(favorites.undo()) == ["+a"])
    #expect(told(favorites.undo()) == ["·a", "·b"])
    #expect(favorites.marks.isEmpty)
  }

  // MARK: What is kept

  /// The favourites before, what is added or removed, whether that is undone, what others saved meanwhile, and the
  /// favourites afterwards.
  @Test(
    arguments: TextTable.rows("a change is applied to what is stored by then") {
      ($0[0], $0[1], Bool($0[2])!, $0[3], $0[4])
    })
  func `a change is applied to what is stored by then`(
    before: String, made: String, isUndone: Bool, kept: String, result: String
  ) {
    var favorites = starred(before)
    let items = Self.items(String(made.dropFirst()))
    let change = made.first == "+" ? favorites.add(items) : favorites.remove(items)
    let undone = isUndone ? favorites.undo() ?? FavoritesChange() : change
    #expect(undone.applied(to: starred(kept).entries).map(\.id.key).joined() == result)
  }

  @Test func `a change affects only its own lists`() {
    var mine = Favorites([Favorite(Self.items("a")[0], lists: ["calm"])])
    let change = mine.add(Self.items("a"), to: "roads")
    let others = [Favorite(Self.items("a")[0], lists: ["new", "calm"])]
    #expect(change.applied(to: others).map(\.lists) == [["new", "calm", "roads"]])
    #expect(change.inverse.applied(to: change.applied(to: others)).map(\.lists) == [["new", "calm"]])
    let agreed = [Favorite(Self.items("a")[0], lists: ["roads"])]
    #expect(change.applied(to: agreed).map(\.lists) == [["roads"]], "somebody else has put it there")
    #expect(mine.remove(Self.items("a"), from: "calm").applied(to: others).map(\.lists) == [["new"]])
    var empty = Favorites()
    #expect(empty.add(Self.items("a"), to: "roads").applied(to: others).map(\.lists) == [["new", "calm", "roads"]])
  }

  @Test func `a change can be undone after others' changes were adopted`() {
    var favorites = starred("ab")
    favorites.remove(Self.items("b"))
    favorites.adopt(starred("axcy").entries, marks: [])
    #expect(keys(favorites) == "axcy")
    #expect(favorites.contains(Self.items("y")[0].item.id))
    #expect(!favorites.contains(Self.items("b")[0].item.id))
    _ = favorites.undo()
    // It was last, so it returns to the end, after what others added.
    #expect(keys(favorites) == "axcyb")
    favorites.remove(Self.items("c"))
    favorites.adopt(starred("abxcy").entries, marks: [])
    #expect(told(favorites.undo()).isEmpty, "somebody else has put it back")
    favorites.add(Self.items("d"))
    favorites.adopt(starred("ab").entries, marks: [])
    #expect(told(favorites.undo()).isEmpty, "somebody else has taken it out")
  }
}
