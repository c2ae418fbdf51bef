import Domain
import Foundation
import Testing

@testable import Presentation

@Suite struct `A table of items` {
  private static let keys =
    "number id category kind title creator starred url creatorUrl artwork preview feed description duration price "
    + "currency released genre rating explicit count"

  /// A table with one item of that title, and nothing else known of it.
  private func table(title: String) -> ItemTable {
    let item = Item(id: ItemID(catalog: "c", category: "song", key: "1"), title: title)
    return ItemTable([ItemTable.Entry(Row(number: 1, item: item), isStarred: false)])
  }

  private static var full: Item {
    var item = Item(id: ItemID(catalog: "itunes", category: "song", key: "7"), title: "T", facts: [Fact("Album", "A")])
    item.kind = "song"
    item.creator = "C"
    item.creatorID = ItemID("itunes:artist:9")
    item.link = WebLink("https://x.invalid/1")
    item.creatorLink = WebLink("https://x.invalid/2")
    item.artwork = WebLink("https://x.invalid/3")
    item.preview = WebLink("https://x.invalid/4")
    item.feed = WebLink("https://x.invalid/5")
    item.description = "D"
    item.duration = .milliseconds(212_340)
    item.price = Price(amount: Decimal(string: "1.29")!, currency: "USD")
    item.released = ReleaseDate("2010-04-03")
    item.genre = "G"
    item.rating = "R"
    item.isExplicit = true
    item.count = 3
    return item
  }

  @Test func `has a column for each key, and empty fields for what is unknown`() {
    let bare = Item(id: ItemID(catalog: "c", category: "song", key: "1"), title: "B")
    let table = ItemTable([
      ItemTable.Entry(Row(number: 4, item: Self.full), isStarred: true),
      ItemTable.Entry(Row(item: bare), isStarred: false),
    ])
    let expected = [
      Self.keys.replacing(" ", with: ","),
      "4,itunes:song:7,song,song,T,C,true,https://x.invalid/1,https://x.invalid/2,https://x.invalid/3,"
        + "https://x.invalid/4,https://x.invalid/5,D,212.34,1.29,USD,2010-04-03,G,R,true,3",
      ",c:song:1,song,,B,,false,,,,,,,,,,,,,,",
    ]
    #expect(CSV.text(of: table) == expected.map { $0 + "\r\n" }.joined())
    #expect(TSV.text(of: table) == expected.map { $0.replacing(",", with: "\t") + "\n" }.joined())
  }

  @Test(arguments: [
    ("plain", "plain"),
    ("a,b", "\"a,b\""),
    ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("\"", "\"\"\"\""),
    // A quote with an accent is one character to a reader, and still a quote to a parser.
    ("a\"\u{301}", "\"a\"\"\u{301}\""),
    ("two\nlines", "\"two\nlines\""),
    ("two\r\nlines", "\"two\r\nlines\""),
    ("old\rMac", "\"old\rMac\""),
    (" lead", "\" lead\""),
    ("trail ", "\"trail \""),
    ("tab\there", "tab\there"),
    ("冬の歌, 春", "\"冬の歌, 春\""),
    ("\u{1B}[31mred\u{0}", "\u{1B}[31mred\u{0}"),
    ("=1+1", "=1+1"),
    ("a;b", "a;b"),
  ])
  func `is CSV without a change to the text`(title: String, field: String) {
    let header = Self.keys.replacing(" ", with: ",") + "\r\n"
    let expected = header + "1,c:song:1,song,,\(field),,false,,,,,,,,,,,,,,\r\n"
    #expect(Array(CSV.text(of: table(title: title)).utf8) == Array(expected.utf8))
  }

  @Test(arguments: [
    ("a\tb", "a\\tb"), ("a\nb", "a\\nb"), ("a\r\nb", "a\\r\\nb"), ("a\\nb", "a\\\\nb"), ("a,\"b\" ", "a,\"b\" "),
    ("\u{1B}冬", "\u{1B}冬"),
  ])
  func `is TSV with an item a line`(title: String, field: String) {
    let lines = TSV.text(of: table(title: title)).utf8.split(separator: 0x0A).map { Array($0) }
    #expect(lines.count == 2)
    #expect(lines.last == Array(("1\tc:song:1\tsong\t\t\(field)\t\tfalse" + String(repeating: "\t", count: 14)).utf8))
  }

  @Test(arguments: [
    ("plain", "plain"), ("a|b", "a\\|b"), ("a\nb", "a<br>b"), ("a\r\nb", "a<br>b"), ("a\\b", "a\\\\b"),
    ("*a* _b_ `c` [d] <e> ~f~", "\\*a\\* \\_b\\_ \\`c\\` \\[d\\] \\<e> \\~f\\~"), ("R&amp;B", "R\\&amp;B"),
    ("\u{1B}[31m", "␛\\[31m"), ("冬の歌", "冬の歌"),
  ])
  func `is Markdown that shows the text as it is`(title: String, cell: String) {
    #expect(
      Markdown.text(of: table(title: title)) == """
        | number | id | category | title | starred |
        | --- | --- | --- | --- | --- |
        | 1 | c:song:1 | song | \(cell) | false |

        """)
  }

  @Test func `is Markdown with links that end where they end`() {
    var item = Item(id: ItemID(catalog: "c", category: "song", key: "1"), title: "T")
    item.link = WebLink("https://x.invalid/a|b<c_d")
    #expect(
      Markdown.text(of: ItemTable([ItemTable.Entry(Row(number: 1, item: item), isStarred: true)])) == """
        | number | id | category | title | starred | url |
        | --- | --- | --- | --- | --- | --- |
        | 1 | c:song:1 | song | T | true | https://x.invalid/a%7Cb%3Cc_d |

        """)
  }

  @Test func `without items is its header`() {
    let table = ItemTable([])
    #expect(CSV.text(of: table) == Self.keys.replacing(" ", with: ",") + "\r\n")
    #expect(TSV.text(of: table) == Self.keys.replacing(" ", with: "\t") + "\n")
    #expect(
      Markdown.text(of: table)
        == "| number | id | category | title | starred |\n| --- | --- | --- | --- | --- |\n")
  }

  @Test func `of a screen has what is seen there, in that order`() {
    var screen = Screen(
      kind: .item, catalog: "c", title: "Summer",
      sections: [Section(category: "song", title: "Song", content: .idle)])
    let titles = ["Winter", "Summer", "Wind"]
    let items = titles.map { Item(id: ItemID(catalog: "c", category: "song", key: $0), title: $0) }
    screen.receive(.success(Page(items: items)), inSection: 0)
    screen.subject = Screen.Subject(item: items[1])
    screen.arrangement = Arrangement(filter: "win", order: .init(key: .title))
    let table = ItemTable(of: screen, favorites: Favorites([items[0]]))
    #expect(
      table.entries.map { [$0.text(of: .number), $0.text(of: .title), $0.text(of: .starred)] } == [
        [nil, "Summer", "false"], ["3", "Wind", "false"], ["1", "Winter", "true"],
      ])
  }
}
