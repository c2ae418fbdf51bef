import Domain
import Testing

@testable import Wire

/// Names are a table: a title, a show and a day in, a folder and a file out.
struct DownloadNameTests {
  private func name(_ title: String, show: String? = "Show", day: String? = "2026-11-20") -> DownloadName {
    var item = Item(id: ItemID(catalog: "itunes", category: "episode", key: "1"), title: title)
    item.album = show
    item.released = day.flatMap { ReleaseDate($0) }
    return DownloadName(of: item)
  }

  @Test(arguments: [
    ("Title", "2026-11-20 Title.mp3"), ("a/b\\c", "2026-11-20 a-b-c.mp3"),
    ("../../etc/passwd", "2026-11-20 -..-etc-passwd.mp3"),
    ("...", "2026-11-20 untitled.mp3"), ("", "2026-11-20 untitled.mp3"), (" . ", "2026-11-20 untitled.mp3"),
    (".hidden", "2026-11-20 hidden.mp3"), ("ends in dots...", "2026-11-20 ends in dots.mp3"),
    ("a\nb\tc\u{0}d\u{7F}e", "2026-11-20 a b c d e.mp3"), ("\u{1B}[31mred", "2026-11-20 [31mred.mp3"),
    ("left\u{202E}right\u{200B}", "2026-11-20 leftright.mp3"), ("a\u{2028}b\u{A0}c", "2026-11-20 a b c.mp3"),
    ("日本 é 🎧", "2026-11-20 日本 é 🎧.mp3"), ("-rf", "2026-11-20 -rf.mp3"), ("a: b?", "2026-11-20 a: b?.mp3"),
  ])
  func `a title becomes a name that separates no folders and steers no terminal`(title: String, file: String) {
    #expect(name(title).file(ending: "mp3") == file)
  }

  @Test(arguments: [
    ("Show", "Show"), ("..", "untitled"), ("/", "untitled"), ("a/../b", "a-..-b"), (".config", "config"),
    ("-rf", "rf"), ("- . -x", "x"),
    ("\u{202E}", "untitled"),
  ])
  func `a show becomes a folder`(show: String, folder: String) {
    #expect(name("x", show: show).folder == folder)
  }

  @Test func `what is missing is left out`() {
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
  func `no finished file is called like an unfinished one`(title: String, file: String) {
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

  @Test(
    arguments: [
      ("https://h/a/b.MP3?x=1", nil, "mp3"), ("https://h/a.b/c", "audio/mpeg", "mp3"),
      ("https://h/", "audio/mp4; x=y", "m4a"),
      ("https://h.com", nil, ""), ("https://h/play.php?id=1", "Audio/OGG", "ogg"), ("https://h/x.toolong", nil, ""),
      ("https://h/x.m/p", nil, ""), ("https://h/1.2", "video/mp4", "mp4"), ("https://h/x.ep\u{202E}b", nil, ""),
      ("https://h/a#b.mp3", nil, ""), ("https://h/x.txt", "audio/mpeg", "mp3"), ("https://h/x", "strange/type", ""),
      ("https://h/x.sh", "audio/mpeg", "mp3"), ("https://h/x.sh", "application/octet-stream", ""),
      ("https://h/x.sh", nil, ""), ("https://h/x.part", "strange/type", ""),
      ("https://h/x.M4B?y", "audio/mp4", "m4b"), ("https://h/x.mp3", "application/octet-stream", "mp3"),
      ("https://h/x.mp3", "audio/x-unheard-of", "mp3"), ("https://h/x.opus", "audio/ogg; codecs=opus", "opus"),
    ] as [(String, String?, String)])
  func `an ending fits the type that was sent`(url: String, type: String?, ending: String) {
    #expect(DownloadName.ending(of: url, type: type) == ending)
  }
}
