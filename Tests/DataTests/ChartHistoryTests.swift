import Disk
import Domain
import TestSupport
import Testing

@testable import Wire

@Suite struct `The memory of charts` {
  private let folder = TemporaryFolder()
  private var memories: Memories { Memories(in: PrivateFolder(path: folder.path("state"))) }
  private var memory: ChartsTable { ChartsTable(memories) { "2026-11-20" } }
  private let songs = ChartIdentity(storefront: "US", category: "song", genre: nil, source: "Apple Music")

  private func look(_ day: String, _ titles: String...) -> ChartSnapshot {
    ChartSnapshot(
      day: day, asked: 100,
      items: titles.enumerated().map { index, title in
        var item = Item(id: ItemID(catalog: "itunes", category: "song", key: "\(index)"), title: title)
        (item.rank, item.creator, item.storefront) = (index + 1, "C", "US")
        return item
      })
  }

  @Test func `is empty at first, and reading creates no file`() async {
    #expect(await memory.snapshots(of: songs)?.isEmpty == true)
    #expect(folder.names.isEmpty)
  }

  @Test func `keeps one complete snapshot per day`() async throws {
    await memory.remember(look("2026-11-14", "A \"1\"\n"), of: songs)
    await memory.remember(look("2026-11-20", "B"), of: songs)
    let looks = try #require(await memory.snapshots(of: songs))
    #expect(looks.map(\.day) == ["2026-11-14", "2026-11-20"])
    #expect(looks.map(\.asked) == [100, 100])
    #expect(looks[0].places == look("2026-11-14", "A \"1\"\n").places)
  }

  @Test func `keeps the fullest snapshot of a day, and none for longer than 90 days`() async {
    await memory.remember(look("2026-08-23", "old"), of: songs)
    await memory.remember(look("2026-08-21", "too old"), of: songs)
    await memory.remember(look("2026-11-14", "A", "B"), of: songs)
    await memory.remember(look("2026-11-14", "A"), of: songs)
    await memory.remember(look("2026-11-14", "B", "A"), of: songs)
    #expect(await memory.snapshots(of: songs)?.map { $0.places.map(\.title).joined() } == ["old", "BA"])
    let later = ChartsTable(memories) { "2026-11-24" }
    #expect(await later.snapshots(of: songs)?.map(\.day) == ["2026-11-14"])
    await later.remember(look("2026-11-24", "C"), of: songs)
    #expect(await memory.snapshots(of: songs)?.map(\.day) == ["2026-11-14", "2026-11-24"])
  }

  @Test func `is separate for each storefront, category, genre and source, whatever their names`() async {
    let charts = [
      songs, ChartIdentity(storefront: "JP", category: "song", genre: nil, source: "Apple Music"),
      ChartIdentity(storefront: "US", category: "song", genre: "R&B/Soul", source: "Apple Music"),
      ChartIdentity(storefront: "US", category: "song", genre: nil, source: "iTunes Store"),
      ChartIdentity(storefront: "US", category: "song", genre: "../x", source: "Apple Music"),
      ChartIdentity(storefront: "world", category: "song", genre: nil, source: ""),
    ]
    for (index, chart) in charts.enumerated() { await memory.remember(look("2026-11-14", "\(index)"), of: chart) }
    for (index, chart) in charts.enumerated() {
      #expect(await memory.snapshots(of: chart)?.map(\.places.first?.title) == ["\(index)"])
    }
  }

  @Test func `loses nothing if several write at once`() async throws {
    let chart = songs
    await withTaskGroup(of: Void.self) { group in
      for day in 1...9 {
        let (look, memory) = (
          look("2026-11-0\(day)", "A"),
          ChartsTable(Memories(in: PrivateFolder(path: folder.path("state")), patience: .seconds(20))) { "2026-11-20" }
        )
        group.addTask { await memory.remember(look, of: chart) }
      }
    }
    #expect(await memory.snapshots(of: songs)?.count == 9)
  }
}
