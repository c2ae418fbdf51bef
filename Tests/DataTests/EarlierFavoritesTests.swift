import CSQLite
import Disk
import Domain
import TestSupport
import Testing

@testable import Wire

@Suite struct `Favourites of earlier sessions` {
  private let folder = TemporaryFolder()
  private var memories: Memories { Memories(in: PrivateFolder(path: folder.path("state")), patience: .seconds(20)) }
  private var earlier: EarlierTable { EarlierTable(memories) }

  private func favorite(_ key: String) -> Favorite { .init(SharedItem(Item(id: ItemID("c:song:\(key)")!, title: "T"))) }

  private func favorites(_ keys: String) -> [Favorite] { keys.map { favorite(String($0)) } }

  private func told(_ table: EarlierTable? = nil) async throws -> [String] {
    try await (table ?? earlier).load().map { "\($0.favorite.id.key) \($0.session)" }
  }

  private func count(of table: String) async -> Int64? {
    try? await memories.read(orIfNew: 0) { connection throws(DatabaseError) in
      try connection.integer("SELECT count(*) FROM \(table)")
    }
  }

  @Test func `are added after existing ones, which no session replaces`() async throws {
    #expect(try await earlier.add(favorites("ab"), of: "1") == 2)
    #expect(try await earlier.add(favorites("bc"), of: "2") == 1)
    #expect(try await told() == ["a 1", "b 1", "c 2"])
    try await earlier.forget(favorites("b").map(\.id))
    #expect(try await told() == ["a 1", "c 2"])
    #expect(try await earlier.add(favorites("a"), of: "3") == 0)
    let own = EarlierTable(Memories(in: PrivateFolder(path: folder.path("state")), patience: .milliseconds(10)))
    let database = folder.openDatabase("state/state.db", running: "BEGIN IMMEDIATE")
    await own.note(FavoritesChange(added: [.init(favorites("y")[0])]))
    sqlite3_close(database)
    await own.note(FavoritesChange(added: [.init(favorites("z")[0])]))
    try await earlier.remember(favorites("ab").map { EarlierFavorite($0, of: "1") })
    #expect(try await told() == ["a 1", "c 2", "b 1"])
    #expect(await count(of: "unsaved") == 2, "the session's own stay, and what could not be saved at once")
  }

  @Test func `come from killed sessions, once, and not from running ones`() async throws {
    func change(_ keys: String) -> [FavoritesChange.Placed] { favorites(keys).map { .init($0) } }
    await earlier.note(FavoritesChange(added: change("abc")))
    await earlier.note(FavoritesChange(removed: change("b")))
    #expect(await earlier.begin() == 0, "this process lives")
    try await memories.change { connection throws(DatabaseError) in
      try connection.run("UPDATE unsaved SET process = '999999999 1 boot'")
    }
    await earlier.note(FavoritesChange(added: change("x")))
    #expect(try await told() == ["a ", "c "], "before a prompt begins too")
    #expect(await earlier.begin() == 2)
    try await earlier.forget(favorites("a").map(\.id))
    #expect(await earlier.begin() == 1)
    #expect(try await earlier.add(favorites("xy"), of: "1") == 2)
    #expect(try await told() == ["c ", "x 1", "y 1"])
  }

  @Test func `of the sample stay with the sample`() async throws {
    let sample = EarlierTable(memories, isSample: true)
    #expect(try await sample.add(favorites("a"), of: "1") == 1)
    #expect(try await earlier.add(favorites("ab"), of: "2") == 2)
    #expect(try await told(sample) == ["a 1"])
    #expect(try await told() == ["a 2", "b 2"])
    #expect(await earlier.begin() == 2)
  }

  @Test func `are the latest ten thousand`() async throws {
    let many = (0..<10_001).map { favorite("\($0)") }
    _ = try await earlier.add(many, of: "1")
    let kept = try await earlier.load()
    #expect(kept.count == 10_000)
    #expect(kept.first?.favorite.id.key == "1" && kept.last?.favorite.id.key == "10000")
    #expect(try await earlier.add(favorites("ab"), of: "2") == 2)
    #expect(try await earlier.load().first?.favorite.id.key == "3")
  }

  @Test func `keep their lists and their lines, and only get the lists of later sessions`() async throws {
    var line = #"{"id":"c:song:a","title":"T","lists":["l"],"later":1}"#
    let files = MemoryFiles()
    files["favs"] = #"{"liner":"favorites","v":2}"# + "\n" + line + "\n"
    _ = try await earlier.add(FavoritesFile(path: "favs", files: files).load().entries, of: "1")
    var kept = try await earlier.load()
    #expect(kept.map(\.favorite.lists) == [["l"]])
    #expect(kept.first?.favorite.line.map { String(decoding: $0.bytes, as: UTF8.self) } == line)
    _ = try await earlier.add([favorite("a").with(lists: ["L", "m"])], of: "2")
    (kept, line) = (try await earlier.load(), #"{"id":"c:song:a","later":1,"lists":["l","m"],"title":"T"}"#)
    #expect(kept.first?.favorite.line.map { String(decoding: $0.bytes, as: UTF8.self) } == line)
  }
}
