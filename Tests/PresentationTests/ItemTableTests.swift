import Domain
import Foundation
import TestSupport
import Testing

@testable import Presentation

@Suite struct `A table of items` {
  private static let keys =
    "number id category kind title creator starred url creatorUrl artwork preview feed audio description duration price "
    + "currency released genre rating explicit count album albumId creatorId track disc season episode country rank "
    + "match moved previous new marked from term"

  /// A table with one item that has only a title.
  private func table(title: String) -> [ListedItem] {
    let item = Item(id: ItemID(catalog: "c", category: "song", key: "1"), title: title)
    return [Row(number: 1, item: item).listed(isStarred: false)]
  }

  private static let list = Screen(kind: .category, catalog: "c", title: "Song")

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
    item.audio = WebLink("https://x.invalid/6")
    item.description = "D"
    item.duration = .milliseconds(212_340)
    item.price = Price(amount: Decimal(string: "1.29")!, currency: "USD")
    item.released = ReleaseDate("2010-04-03")
    item.genre = "G"
    item.rating = "R"
    item.isExplicit = true
    item.count = 3
    (item.album, item.albumID) = ("A", ItemID("itunes:album:8"))
    (item.track, item.disc, item.season, item.episode) = (11, 2, 4, 5)
    (item.storefront, item.rank, item.match) = ("JP", 6, .likely)
    (item.moved, item.previous, item.isNew, item.from) = (-2, 4, true, "Bach")
    return item
  }

  @Test func `has a column for each key, and empty fields for what is unknown`() {
    let bare = Item(id: ItemID(catalog: "c", category: "song", key: "1"), title: "B")
    let table = [
      Row(number: 4, item: Self.full).listed(isStarred: true, term: "jack"),
      Row(item: bare).listed(isStarred: false),
    ]
    let expected = [
      Self.keys.replacing(" ", with: ","),
      "4,itunes:song:7,song,song,T,C,true,https://x.invalid/1,https://x.invalid/2,https://x.invalid/3,"
        + "https://x.invalid/4,https://x.invalid/5,https://x.invalid/6,D,212.34,1.29,USD,2010-04-03,G,R,true,3,"
        + "A,itunes:album:8,itunes:artist:9,11,2,4,5,JP,6,likely,-2,4,true,,Bach,jack",
      ",c:song:1,song,,B,,false" + String(repeating: ",", count: 31),
    ]
    #expect(ItemTable.csv.text(of: table) == expected.map { $0 + "\r\n" }.joined())
    #expect(ItemTable.tsv.text(of: table) == expected.map { $0.replacing(",", with: "\t") + "\n" }.joined())
    #expect(ItemTable.csv.text(of: table, hasHeader: false) == expected.dropFirst().map { $0 + "\r\n" }.joined())
    #expect(ItemTable.tsv.text(of: table, hasHeader: false).hasPrefix("4\titunes:song:7\t"))
  }

  @Test(arguments: TextTable.rows("is CSV with unchanged text") { ($0[0], $0[1]) })
  func `is CSV with unchanged text`(title: String, field: String) {
    let header = Self.keys.replacing(" ", with: ",") + "\r\n"
    let expected = header + "1,c:song:1,song,,\(field),,false\(String(repeating: ",", count: 31))\r\n"
    #expect(Array(ItemTable.csv.text(of: table(title: title)).utf8) == Array(expected.utf8))
  }

  @Test(arguments: [
    ("a\tb", "a\\tb"), ("a\nb", "a\\nb"), ("a\r\nb", "a\\r\\nb"), ("a\\nb", "a\\\\nb"), ("a,\"b\" ", "a,\"b\" "),
    ("\u{1B}冬", "\u{1B}冬"),
  ])
  func `is TSV with one item per line`(title: String, field: String) {
    let lines = ItemTable.tsv.text(of: table(title: title)).utf8.split(separator: 0x0A).map { Array($0) }
    #expect(lines.count == 2)
    #expect(lines.last == Array(("1\tc:song:1\tsong\t\t\(field)\t\tfalse" + String(repeating: "\t", count: 31)).utf8))
  }

  @Test(arguments: TextTable.rows("is Markdown that shows the text unchanged") { ($0[0], $0[1]) })
  func `is Markdown that shows the text unchanged`(title: String, shown: String) {
    #expect(Markdown.text(of: table(title: title), on: Self.list) == "- \(shown)\n")
  }

  /// The item's fields besides the title, the chosen columns, and the resulting text.
  @Test(
    arguments: [
      (nil, "- [T](https://x.invalid/1) — C · 3:32\n- B\n"),
      ([], "- [T](https://x.invalid/1) — C\n- B\n"),
      (
        .keys("price", "creator", "kind", "album"), "- [T](https://x.invalid/1) — C · 1.29 USD · song · A\n- B — song\n"
      ),
    ] as [([ItemField]?, String)])
  func `is a Markdown list of the screen's columns`(columns: [ItemField]?, expected: String) {
    var full = Self.full
    full.kind = "feature-movie"
    let bare = Item(id: ItemID(catalog: "c", category: "song", key: "1"), title: "B")
    let table = [full, bare].map { Row(number: 1, item: $0).listed(isStarred: true) }
    #expect(Markdown.text(of: table, on: Self.list, columns: columns) == expected)
  }

  @Test func `is Markdown with the store on a screen of several`() {
    var item = Self.full
    item.facts = [Fact("Store", "Japan")]
    let table = [Row(item: item), Row(number: 1, item: item)].map { $0.listed(isStarred: false) }
    #expect(
      Markdown.text(of: table, on: Screen(kind: .stores, catalog: "c", title: "Stores")) == """
        - [T](https://x.invalid/1) — C · 3:32
        - [T](https://x.invalid/1) — C · Japan · 1.29 USD · likely: T · 2010-04-03 · 7

        """)
  }

  @Test func `is Markdown with complete links`() {
    var item = Item(id: ItemID(catalog: "c", category: "song", key: "1"), title: "[T](x)")
    item.link = WebLink("https://x.invalid/a(b)<c_d\\>")
    #expect(
      Markdown.text(of: [Row(number: 1, item: item).listed(isStarred: true)], on: Self.list)
        == "- [\\[T\\](x)](https://x.invalid/a%28b%29%3Cc_d%5C%3E)\n")
  }

  @Test func `without items is only its header`() {
    let table: [ListedItem] = []
    #expect(ItemTable.csv.text(of: table) == Self.keys.replacing(" ", with: ",") + "\r\n")
    #expect(ItemTable.tsv.text(of: table) == Self.keys.replacing(" ", with: "\t") + "\n")
    #expect(ItemTable.csv.text(of: table, hasHeader: false).isEmpty)
    #expect(Markdown.text(of: table, on: Self.list).isEmpty)
  }

  @Test func `of a screen has the visible items, in their order`() {
    let items = ["Winter", "Summer", "Wind"].map { Item.made($0, catalog: "c") }
    var screen = Screen.list(items, kind: .item, catalog: "c", title: "Summer", term: "season")
    screen.origin = Screen.Subject(item: items[1])
    screen.arrangement = Arrangement(filter: "win", order: .init(key: .key("title")))
    let table = screen.listed(in: Favorites([items[0]]))
    #expect(table.map(\.number) == [0, 3, 1])
    #expect(table.map(\.item.title) == ["Summer", "Wind", "Winter"])
    #expect(table.map(\.isStarred) == [false, false, true])
    #expect(table.allSatisfy { $0.term == "season" })
    #expect(screen.listed(in: Favorites(), besides: [3]).map(\.item.title) == ["Summer", "Winter"])
  }
}
