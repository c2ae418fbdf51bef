import Domain
import TestSupport
import Testing

@testable import Wire

@Suite struct `Favourites of earlier sessions` {
  private let files = MemoryFiles()
  private var earlier: EarlierFavoritesFile { EarlierFavoritesFile(path: "earlier", former: "last", files: files) }

  private func favorites(_ keys: String) -> [Favorite] {
    keys.map { Favorite(SharedItem(Item(id: ItemID(catalog: "c", category: "song", key: String($0)), title: "T"))) }
  }

  private func told() async throws -> [String] {
    try await earlier.load().map { "\($0.favorite.id.key) \($0.session)" }
  }

  @Test func `are added behind those that are there, which no session replaces`() async throws {
    #expect(try await earlier.add(favorites("ab"), of: "1") == 2)
    #expect(try await earlier.add(favorites("bc"), of: "2") == 1)
    #expect(try await told() == ["a 1", "b 1", "c 2"])
    try await earlier.forget(favorites("b").map(\.id))
    #expect(try await told() == ["a 1", "c 2"])
    #expect(try await earlier.add(favorites("a"), of: "3") == 0)
  }

  @Test func `come from sessions that were killed, once, and not from those that live`() async throws {
    let folder = TemporaryFolder()
    func unkept() -> UnkeptFavorites { UnkeptFavorites(path: folder.path("state/favorites")) }
    func change(_ keys: String) -> [FavoritesChange.Placed] { favorites(keys).map { .init($0) } }
    let living = unkept()
    living.note(FavoritesChange(added: change("x")))
    do {
      let killed = unkept()
      killed.note(FavoritesChange(added: change("abc")))
      killed.note(FavoritesChange(removed: change("b")))
      let ended = unkept()
      ended.note(FavoritesChange(added: change("y")))
      ended.end()
    }
    folder.write("mine", to: "state/favorites-mine.unkept")
    await unkept().handOver(to: earlier)
    #expect(try await told() == ["a ", "c "])
    #expect(folder.read("state/favorites-mine.unkept") == "mine", "a name that somebody chose is none of ours")
    try await earlier.forget(favorites("a").map(\.id))
    await unkept().handOver(to: earlier)
    #expect(try await told() == ["c "])
    withExtendedLifetime(living) {}
  }

  @Test func `are the latest ten thousand`() async throws {
    let many = (0..<10_001).map { number in
      Favorite(SharedItem(Item(id: ItemID(catalog: "c", category: "song", key: "\(number)"), title: "T")))
    }
    _ = try await earlier.add(many, of: "1")
    let kept = try await earlier.load()
    #expect(kept.count == 10_000)
    #expect(kept.first?.favorite.id.key == "1" && kept.last?.favorite.id.key == "10000")
  }

  @Test func `keep the lists that they were in, and the lines that they had`() async throws {
    let line = #"{"id":"c:song:a","title":"T","lists":["l"],"later":1}"#
    files["favs"] = #"{"liner":"favorites","v":2}"# + "\n" + line + "\n"
    _ = try await earlier.add(FavoritesFile(path: "favs", files: files).load().entries, of: "1")
    #expect(files["earlier"]?.contains(#"{"session":"1",\#(line.dropFirst())"#) == true)
    #expect(try await earlier.load().map(\.favorite.lists) == [["l"]])
  }

  @Test func `of the version before are taken over, once`() async throws {
    files["last"] = #"{"liner":"favorites","v":1}"# + "\n" + #"{"id":"c:song:a","title":"T"}"# + "\n"
    #expect(try await told() == ["a "])
    try await earlier.forget(favorites("a").map(\.id))
    #expect(try await told().isEmpty)
    files["last"] = "none of ours"
    #expect(try await told().isEmpty)
    #expect(files["last"] == "none of ours")
  }
}
