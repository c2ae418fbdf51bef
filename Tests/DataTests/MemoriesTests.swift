import CSQLite
import Disk
import Domain
import Glibc
import TestSupport
import Testing

@testable import Wire

/// The database of memories: what was saved stays, and damage is reported at once.
struct MemoriesTests {
  /// In memory, because the tests bound what an open may wait for, and a sync of a busy disk takes seconds.
  private let folder = TemporaryFolder(inMemory: true)
  private var state: String { folder.path("state") }

  private func opened() -> Memories { Memories(in: PrivateFolder(path: state)) }

  private func favorites(_ count: Int) -> [Favorite] {
    (0..<count).map { number in
      var item = Item(id: ItemID(catalog: "c", category: "song", key: "\(number)"), title: "Title \(number)")
      item.creator = String(repeating: "x", count: 60)
      return Favorite(SharedItem(item))
    }
  }

  /// The whole file, closed, with 200 favourites.
  private func filled() async throws -> [UInt8] {
    let memories = opened()
    _ = try await EarlierTable(memories).add(favorites(200), of: "1")
    await memories.close()
    return try #require(folder.bytes("state/state.db"))
  }

  /// What a session finds: the number of favourites or the error, the notices, and the state afterwards.
  private func found() async -> (count: Int?, error: FileProblem?, notices: [Notice]) {
    let memories = opened()
    let start = ContinuousClock.now
    defer { #expect(ContinuousClock.now - start < .seconds(2)) }
    do throws(FileError) {
      let count = try await EarlierTable(memories).load().count
      await memories.close()
      return (count, nil, memories.takeNotices())
    } catch {
      memories.report(error)
      await memories.close()
      return (nil, error.problem, memories.takeNotices())
    }
  }

  @Test func `survives a cut at every page: whole or saved under another name, and said once`() async throws {
    let whole = try await filled()
    #expect(whole.count > 5 * 4096)
    for length in stride(from: 0, to: whole.count, by: 4096) {
      folder.remove("state/state.db-wal")
      folder.remove("state/state.db-shm")
      let cut = Array(whole.prefix(length))
      folder.write(cut, to: "state/state.db")
      let first = await found()
      let saved = state + "/state.db.damaged-1"
      #expect(first.count == nil && first.error != nil, "cut at \(length)")
      #expect(first.notices == [.memoryReplaced(path: state + "/state.db", savedAs: saved)], "cut at \(length)")
      #expect(folder.bytes("state/state.db.damaged-1") == cut, "cut at \(length)")
      let second = await found()
      #expect(second.count == 0 && second.notices.isEmpty, "cut at \(length)")
      folder.remove("state/state.db.damaged-1")
      folder.remove("state/state.db.damaged-1-wal")
    }
  }

  @Test func `keeps each damaged file`() async throws {
    _ = try await filled()
    for number in 1...3 {
      folder.write("garbage \(number)", to: "state/state.db")
      #expect(
        await found().notices == [
          .memoryReplaced(path: state + "/state.db", savedAs: state + "/state.db.damaged-\(number)")
        ])
    }
    #expect(folder.read("state/state.db.damaged-2") == "garbage 2")
  }

  @Test func `a file of an unknown earlier version is kept, like a damaged one`() async throws {
    _ = try await filled()
    folder.sql("PRAGMA user_version = 0", in: "state/state.db")
    let saved = state + "/state.db.damaged-1"
    #expect(await found().notices == [.memoryReplaced(path: state + "/state.db", savedAs: saved)])
    #expect(folder.bytes("state/state.db.damaged-1") != nil)
  }

  @Test func `a damaged page never gives a wrong result`() async throws {
    let whole = try await filled()
    for page in 1..<(whole.count / 4096) {
      folder.remove("state/state.db-wal")
      folder.remove("state/state.db-shm")
      var bytes = whole
      for index in page * 4096..<(page + 1) * 4096 { bytes[index] = UInt8((index * 7919) % 251) }
      folder.write(bytes, to: "state/state.db")
      let first = await found()
      // A page of another table is not read.
      #expect(first.count == 200 || first.count == nil && !first.notices.isEmpty, "page \(page)")
    }
  }

  @Test func `a change continues in the new file`() async throws {
    _ = try await filled()
    folder.write("garbage", to: "state/state.db")
    let memories = opened()
    #expect(try await EarlierTable(memories).add(favorites(3), of: "2") == 3)
    #expect(memories.takeNotices().count == 1)
    #expect(try await EarlierTable(memories).load().count == 3)
  }

  @Test(arguments: ["later", "folder", "link", "file"])
  func `an unusable file does not change, and is reported once`(kind: String) async throws {
    let whole = try await filled()
    var left: [UInt8]?
    switch kind {
    case "later":
      folder.sql("PRAGMA user_version = 99", in: "state/state.db")
      left = folder.bytes("state/state.db")
    case "folder":
      folder.remove("state")
      mkdirs("state/state.db")
    case "link":
      // A drive that is not mounted: its content is unknown.
      folder.remove("state")
      #expect(symlink(folder.path("unmounted"), state) == 0)
    default:
      folder.remove("state")
      folder.write("mine", to: "state")
    }
    let memories = opened()
    for _ in 1...2 {
      #expect(await ChartsTable(memories).snapshots(of: Self.chart) == nil)
      #expect(await EarlierTable(memories).begin() == nil)
    }
    #expect(memories.takeNotices().count == 1)
    if kind == "later" { #expect(folder.bytes("state/state.db") == left) }
    if kind == "file" { #expect(folder.read("state") == "mine") }
    #expect(!whole.isEmpty)
  }

  @Test func `a lock costs a command 300 ms in total, and is reported`() async throws {
    _ = try await filled()
    let database = folder.openDatabase("state/state.db", running: "BEGIN IMMEDIATE")
    defer { sqlite3_close(database) }
    let memories = opened()
    let start = ContinuousClock.now
    for day in 1...9 {
      await ChartsTable(memories) { "2026-11-20" }.remember(
        ChartSnapshot(
          day: "2026-11-0\(day)", asked: 1, items: [Item(id: ItemID(catalog: "c", category: "s", key: "1"), title: "T")]
        ),
        of: Self.chart)
    }
    #expect((.milliseconds(300) ... .milliseconds(2200)).contains(ContinuousClock.now - start))
    #expect(memories.takeNotices() == [.memoryUnusable(FileError(path: state + "/state.db", .locked))])
    // Reading still works.
    #expect(try await EarlierTable(memories).load().count == 200)
  }

  @Test func `the favourites of a session that ends wait longer for a lock, as nothing else has them`() async throws {
    _ = try await filled()
    nonisolated(unsafe) let database = folder.openDatabase("state/state.db", running: "BEGIN IMMEDIATE")
    let memories = opened()
    let favorite = Favorite(SharedItem(Item(id: ItemID(catalog: "c", category: "s", key: "new"), title: "T")))
    await EarlierTable(memories).note(FavoritesChange(added: [.init(favorite)]))
    startThread {
      usleep(600_000)
      sqlite3_close(database)
    }
    #expect(try await EarlierTable(memories).add([favorite], of: "1") == 1)
  }

  @Test func `favourites saved beside the database are imported once it can be used`() async throws {
    let table = EarlierTable(opened())
    let favorite = Favorite(SharedItem(Item(id: ItemID(catalog: "c", category: "song", key: "a"), title: "T")))
    #expect(try await table.add([favorite], of: "1") == 1)
    folder.write(
      "{\"liner\":\"favorites\",\"v\":2}\n{\"id\":\"c:song:b\",\"title\":\"T\"}\n", to: "state/unsaved-favorites.jsonl")
    #expect(await EarlierTable(opened(), isSample: true).begin() == 0)
    #expect(await table.begin() == 2)
    try await table.forget([ItemID(catalog: "c", category: "song", key: "b")])
    #expect(await EarlierTable(opened()).begin() == 1)
    #expect(folder.read("state/unsaved-favorites.jsonl.taken-over")?.contains("c:song:b") == true)
  }

  @Test func `files of earlier versions are imported once`() async throws {
    mkdirs("state/charts")
    folder.write(
      """
      {"liner":"earlier-favorites","v":1}
      {"session":"2026-11-01T10:00:00","id":"c:song:a","title":"T"}

      """, to: "state/earlier-favorites.jsonl")
    folder.write(
      """
      {"liner":"favorites","v":2}
      {"id":"c:song:a","title":"T"}
      {"id":"c:song:b","title":"T","lists":["l"]}

      """, to: "state/last-favorites.jsonl")
    folder.write(
      """
      +{"id":"c:song:k","title":"T"}
      +{"id":"c:song:l","title":"T"}
      -{"id":"c:song:l"}
      +{"id":"c:so
      """, to: "state/favorites-00000000000000000000000001.unkept")
    folder.write("mine", to: "state/favorites-mine.unkept")
    folder.write(
      """
      {"liner":"chart","v":1}
      {"asked":100,"count":1,"day":"2026-11-14","places":[{"id":"c:song:a","rank":1,"title":"T"}]}

      """, to: "state/charts/US.song.R-26B.Apple-20Music.jsonl")
    folder.write(
      """
      {"keys":["item:c:episode:1"],"file":"/x/1.mp3","bytes":5,"day":"2026-11-01","title":"One"}
      {"keys":["c:podcast:1"],"until":"2026-11-02"}
      {"keys":["it
      """, to: "state/downloads.jsonl")
    for _ in 1...2 {
      let memories = opened()
      let kept = try await EarlierTable(memories).load()
      #expect(kept.map { "\($0.favorite.id.key) \($0.session)" } == ["a 2026-11-01T10:00:00", "b ", "k "])
      #expect(kept.map(\.favorite.lists) == [[], ["l"], []])
      let chart = ChartIdentity(storefront: "US", category: "song", genre: "R&B", source: "Apple Music")
      #expect(await ChartsTable(memories).snapshots(of: chart)?.map(\.places.count) == [1])
      let downloads = DownloadsTable(memories: memories)
      #expect(await downloads.readOrReport().map(\.file) == ["/x/1.mp3"])
      #expect(
        try await downloads.lastCheck(at: ItemID(catalog: "c", category: "podcast", key: "1")) == "2026-11-02")
      #expect(memories.takeNotices().isEmpty)
      await memories.close()
    }
    #expect(folder.read("state/favorites-mine.unkept") == "mine", "a name that somebody chose is none of ours")
    #expect(folder.read("state/downloads.jsonl") == nil)
    #expect(folder.read("state/downloads.jsonl.taken-over") != nil)
  }

  @Test func `what is new is determined for each favourite`() async throws {
    let memories = opened()
    func new(_ stars: [String], _ items: [(String, String, String)], _ day: String = "2026-10-01") async -> [String]? {
      func id(_ key: String) -> ItemID { ItemID(catalog: "c", category: "x", key: key) }
      var news = News()
      news.entries = items.map { item, day, star in
        var new = Item(id: id(item), title: item)
        new.released = ReleaseDate(day)
        return News.Entry(item: new, star: Item(id: id(star), title: star))
      }
      news.answered = Set(stars.map(id))
      return await NewsTables(memories).show(news, from: day)?.map(\.key).sorted()
    }
    #expect(await new(["A"], [("1", "2026-10-05", "A")]) == [])
    #expect(await new(["A"], [("1", "2026-10-05", "A"), ("2", "2026-10-04", "A")]) == ["2"])
    #expect(await new(["A"], [("1", "2026-10-05", "A"), ("2", "2026-10-04", "A")]) == [])
    #expect(await new(["A"], [("0", "2026-09-05", "A")], "2026-09-01") == [], "before what was shown")
    #expect(await new(["A", "B"], [("3", "2026-10-06", "B"), ("4", "2026-10-06", "A")]) == ["4"])
    #expect(await new(["A", "B"], [("5", "2026-10-06", "B")]) == ["5"])
  }

  private static let chart = ChartIdentity(storefront: "US", category: "song", genre: nil, source: "")

  private func mkdirs(_ name: String) {
    _ = PrivateFolder(path: folder.path(name))
    try? PrivateFolder(path: folder.path(name)).prepare("x")
  }
}
