import Domain
import Foundation
import Presentation
import TestSupport
import Testing

@Suite struct `An export` {
  private static func item(
    _ title: String, creator: String? = nil, preview: String? = nil, feed: String? = nil, audio: String? = nil,
    seconds: Double? = nil
  ) -> Item {
    var item = Item.made(title, by: creator, catalog: "c", key: "k")
    item.preview = preview.flatMap(WebLink.init)
    item.feed = feed.flatMap(WebLink.init)
    item.audio = audio.flatMap(WebLink.init)
    item.duration = seconds.map { .seconds($0) }
    return item
  }

  private func export(_ items: [Item], title: String = "Song", as format: OutputFormat) -> Export {
    let screen = Screen.list(items, kind: .category, catalog: "c", title: title)
    return Export(screen, favorites: Favorites(), as: format)
  }

  @Test(arguments: [
    ("a.json", OutputFormat.json), ("a.jsonl", .jsonl), ("a.b/c.CSV", .csv), ("x.tsv", .tsv), ("x.md", .markdown),
    ("x.markdown", .markdown),
    ("x.m3u8", .playlist), ("x.opml", .opml), ("a.csv/b", nil), ("csv", nil), (".csv", nil), ("a/.csv", nil),
    ("a.", nil), ("a.txt", nil), ("", nil),
  ])
  func `has the format that the file's name ends in`(path: String, format: OutputFormat?) {
    #expect(OutputFormat(ofFile: path) == format)
  }

  @Test func `as JSON is a list of items with all their fields`() throws {
    var item = Self.item("a\u{1B}\n\"", seconds: 1.5)
    item.facts = [Fact("Album", "A")]
    let export = export([item, Self.item("b")], as: .json)
    #expect(
      export.text == """
        [
        {"number":1,"id":"c:song:k","category":"song","title":"a\\u001b\\n\\"","starred":false,"duration":1.5,\
        "facts":[{"label":"Album","value":"A"}]},
        {"number":2,"id":"c:song:k","category":"song","title":"b","starred":false}
        ]

        """)
    let rows = try JSONSerialization.jsonObject(with: Foundation.Data(export.text.utf8)) as? [[String: Any]]
    #expect(rows?.map { $0["title"] as? String } == ["a\u{1B}\n\"", "b"])
    #expect(self.export([], as: .json).text == "[]\n")

    let lines = self.export([item, Self.item("b")], as: .jsonl)
    #expect(lines.count == 2)
    #expect(
      lines.text.split(separator: "\n").joined(separator: ",\n") == export.text.dropFirst(2).dropLast(3),
      "the same objects, one a line")
    #expect(self.export([], as: .jsonl).text.isEmpty)
  }

  @Test func `as a playlist has full episodes and previews, each with length and title`() {
    let items = [
      Self.item("One", creator: "A, B", preview: "https://x.invalid/1.m4a", seconds: 211.6),
      Self.item("Silent", seconds: 10),
      Self.item("Two\r\n#EXTINF:1,\u{1B}[2J", preview: "https://x.invalid/2.m4a"),
      Self.item("Short", preview: "https://x.invalid/3.m4a", seconds: 12.4),
      Self.item("Whole", preview: "https://x.invalid/4.m4a", audio: "https://x.invalid/4.mp3", seconds: 3600.4),
      Self.item("Unmeasured", audio: "https://x.invalid/5.mp3"),
    ]
    let export = export(items, title: "So\nng", as: .playlist)
    #expect(
      export.text == """
        #EXTM3U
        #PLAYLIST:So ng
        #EXTINF:30,A, B - One
        https://x.invalid/1.m4a
        #EXTINF:-1,Two  #EXTINF:1,␛[2J
        https://x.invalid/2.m4a
        #EXTINF:12,Short
        https://x.invalid/3.m4a
        #EXTINF:3600,Whole
        https://x.invalid/4.mp3
        #EXTINF:-1,Unmeasured
        https://x.invalid/5.mp3

        """)
    #expect(export.count == 5)
    #expect(export.leftOut == 1)
    #expect(export.leftOutReason == "1 skipped: no preview")
  }

  @Test func `as OPML is read back by an XML parser`() throws {
    let titles = ["A & B <i>\"'</i>", "tab\tline\r\nend", "冬 ]]>", "bad \u{0}\u{1B}\u{FFFE}"]
    let feeds = titles.indices.map { "https://x.invalid/feed?a=1&b=\($0)" }
    var items = zip(titles, feeds).map { Self.item($0, feed: $1) }
    items.append(Self.item("No feed"))
    items[0].link = WebLink("https://x.invalid/page?a&b")
    let export = export(items, title: "R&B", as: .opml)
    #expect(export.count == 4)
    #expect(export.leftOutReason == "1 skipped: no feed")

    let reader = Outlines(export.text)
    #expect(reader.version == "2.0")
    #expect(reader.elements == ["opml", "head", "title", "body"] + Array(repeating: "outline", count: 4))
    #expect(
      reader.outlines.map { $0["text"] } == titles.dropLast() + ["bad \u{FFFD}\u{FFFD}\u{FFFD}"])
    for outline in reader.outlines {
      #expect(outline["type"] == "rss")
      #expect(outline["title"] == outline["text"])
    }
    #expect(reader.outlines.map { $0["xmlUrl"] } == feeds)
    #expect(reader.outlines.map { $0["htmlUrl"] } == ["https://x.invalid/page?a&b", nil, nil, nil])
  }

  @Test func `a podcast and its episodes are one subscription in OPML, under the name of the show`() {
    var items = (1...3).map { Self.item("Part \($0)", feed: "https://x.invalid/\($0 / 3)") }
    for index in items.indices { (items[index].album, items[index].link) = ("Show", WebLink("https://x.invalid/part")) }
    let export = export(items + [Self.item("Show", feed: "https://x.invalid/0")], as: .opml)
    #expect(export.count == 2)
    #expect(export.leftOut == 0)
    let outline = #"<outline type="rss" text="Show" title="Show" xmlUrl="https://x.invalid"#
    #expect(export.text.ranges(of: outline).count == 2)
    #expect(!export.text.contains("Part") && !export.text.contains("part"))
  }

  @Test func `says what was written, and where`() {
    var export = export([Self.item("One", preview: "https://x.invalid/1")], as: .playlist)
    export.path = "a\u{1B}.m3u8"
    #expect(export.summary.text == "1 item written to a␛.m3u8\n")
    export = self.export([Self.item("One"), Self.item("Two")], as: .opml)
    export.path = "a.opml"
    #expect(export.summary.text == "0 items written to a.opml; 2 skipped: no feed\n")
  }
}
