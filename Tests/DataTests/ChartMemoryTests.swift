import Disk
import Domain
import Foundation
import TestSupport
import Testing

@testable import Wire

@Suite struct `The memory of charts` {
  private let files = MemoryFiles()
  private var memory: ChartMemoryFolder { ChartMemoryFolder(folder: "charts", files: files) { "2026-11-20" } }
  private let songs = ChartIdentity(storefront: "US", category: "song", genre: nil, source: "Apple Music")

  private func look(_ day: String, _ titles: String...) -> ChartLook {
    ChartLook(
      day: day, asked: 100,
      items: titles.enumerated().map { index, title in
        var item = Item(id: ItemID(catalog: "itunes", category: "song", key: "\(index)"), title: title)
        (item.rank, item.creator, item.storefront) = (index + 1, "C", "US")
        return item
      })
  }

  @Test func `has nothing at first, and makes no file by looking`() async {
    #expect(await memory.looks(at: songs).isEmpty)
    #expect(files.paths.isEmpty)
  }

  @Test func `keeps a look a day, whole`() async {
    await memory.remember(look("2026-11-14", "A \"1\"\n"), of: songs)
    await memory.remember(look("2026-11-20", "B"), of: songs)
    let looks = await memory.looks(at: songs)
    #expect(looks.map(\.day) == ["2026-11-14", "2026-11-20"])
    #expect(looks.map(\.asked) == [100, 100])
    #expect(looks[0].places == look("2026-11-14", "A \"1\"\n").places)
  }

  @Test func `keeps the fullest of a day, and nothing for longer than 90 days`() async {
    await memory.remember(look("2026-08-23", "old"), of: songs)
    await memory.remember(look("2026-08-21", "too old"), of: songs)
    await memory.remember(look("2026-11-14", "A", "B"), of: songs)
    await memory.remember(look("2026-11-14", "A"), of: songs)
    await memory.remember(look("2026-11-14", "B", "A"), of: songs)
    #expect(await memory.looks(at: songs).map { $0.places.map(\.title).joined() } == ["old", "BA"])
    let later = ChartMemoryFolder(folder: "charts", files: files) { "2026-11-24" }
    await later.remember(look("2026-11-24", "C"), of: songs)
    #expect(await memory.looks(at: songs).map(\.day) == ["2026-11-14", "2026-11-24"])
  }

  @Test func `is apart for each storefront, category, genre and source, whatever they are called`() async {
    let others = [
      ChartIdentity(storefront: "JP", category: "song", genre: nil, source: "Apple Music"),
      ChartIdentity(storefront: "US", category: "song", genre: "R&B/Soul", source: "Apple Music"),
      ChartIdentity(storefront: "US", category: "song", genre: nil, source: "iTunes Store"),
      ChartIdentity(storefront: "US", category: "song", genre: "../x", source: "Apple Music"),
      ChartIdentity(storefront: "world", category: "song", genre: nil, source: ""),
    ]
    for chart in [songs] + others { await memory.remember(look("2026-11-14", "A"), of: chart) }
    #expect(files.paths.count == others.count + 1)
    #expect(files.paths.allSatisfy { $0.hasPrefix("charts/") && $0.dropFirst(7).allSatisfy { $0 != "/" } })
  }

  @Test func `leaves a file alone that it cannot read`() async {
    await memory.remember(look("2026-11-14", "A"), of: songs)
    let path = files.paths.first!
    files[path] = #"{"liner":"chart","v":9}"# + "\n"
    await memory.remember(look("2026-11-15", "A"), of: songs)
    #expect(await memory.looks(at: songs).isEmpty)
    #expect(files[path] == #"{"liner":"chart","v":9}"# + "\n")
  }

  @Test func `loses nothing where several write at once`() async throws {
    let folder = TemporaryFolder()
    let chart = songs
    await withTaskGroup(of: Void.self) { group in
      for day in 1...9 {
        let look = look("2026-11-0\(day)", "A")
        group.addTask {
          let memory = ChartMemoryFolder(
            folder: folder.path("charts"), files: DiskFiles(Places([:]), makesFolders: true)
          ) {
            "2026-11-20"
          }
          await memory.remember(look, of: chart)
        }
      }
    }
    let memory = ChartMemoryFolder(folder: folder.path("charts"), files: DiskFiles(Places([:])))
    #expect(Set(await memory.looks(at: songs).map(\.day)).count == 9)
  }
}
