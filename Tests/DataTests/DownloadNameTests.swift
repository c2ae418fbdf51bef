import Domain
import TestSupport
import Testing

@testable import Wire

/// A table: title, show and day in; folder and file out.
struct DownloadNameTests {
  private func name(_ title: String, show: String? = "Show", day: String? = "2026-11-20") -> DownloadName {
    var item = Item(id: ItemID(catalog: "itunes", category: "episode", key: "1"), title: title)
    item.album = show
    item.released = day.flatMap { ReleaseDate($0) }
    return DownloadName(of: item)
  }

  @Test(
    arguments: TextTable.rows("a title becomes a name that cannot split paths or control terminals") { ($0[0], $0[1]) })
  func `a title becomes a name that cannot split paths or control terminals`(title: String, file: String) {
    #expect(name(title).file(ending: "mp3") == file)
  }

  @Test(arguments: TextTable.rows("a show becomes a folder") { ($0[0], $0[1]) })
  func `a show becomes a folder`(show: String, folder: String) {
    #expect(name("x", show: show).folder == folder)
  }

  @Test func `missing parts are omitted`() {
    #expect(name("T", day: nil).file(ending: "mp3") == "T.mp3")
    #expect(name("T", day: "1813").file(ending: "epub") == "T.epub")
    #expect(name("T", day: "2026-11-20T07:00:00Z").file(ending: "") == "2026-11-20 T")
    #expect(name("T", show: nil).folder == "itunes")
  }

  @Test(arguments: [("-rf", "rf.mp3"), (".-.a", "a.mp3"), ("--", "untitled.mp3"), ("a-b", "a-b.mp3")])
  func `no name begins like an option or hidden file`(title: String, file: String) {
    #expect(name(title, day: nil).file(ending: "mp3") == file)
  }

  @Test(arguments: [("a.part", "a-part"), ("A.PART", "A-part"), ("a.part.b", "a.part.b"), ("apart", "apart")])
  func `no finished file has the name of an unfinished one`(title: String, file: String) {
    #expect(name(title, day: nil).file(ending: "") == file)
  }

  @Test(arguments: ["x", "é", "日", "🇩🇪", "e\u{301}", "👩‍👩‍👧‍👦"])
  func `no name is longer than 200 bytes, and none is cut within a character`(character: String) {
    for number in [1, 2, 100] {
      let file = name(String(repeating: character, count: 300)).file(ending: "mp3", number: number)
      #expect(file.utf8.count <= 200)
      #expect(file.hasSuffix(number == 1 ? ".mp3" : " \(number).mp3"))
      let title = file.dropFirst("2026-11-20 ".count).dropLast(number == 1 ? 4 : "\(number)".count + 5)
      #expect(title.allSatisfy { $0 == title.first })
    }
    #expect(name("x", show: String(repeating: character, count: 300)).folder.utf8.count <= 200)
  }

  @Test(arguments: TextTable.rows("an extension fits the type of the answer") { ($0[0], $0.text(1), $0[2]) })
  func `an extension fits the type of the answer`(url: String, type: String?, ending: String) {
    #expect(DownloadName.ending(of: url, type: type) == ending)
  }
}
