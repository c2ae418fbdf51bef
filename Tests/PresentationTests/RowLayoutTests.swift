import Domain
import Foundation
import TestSupport
import Testing

@testable import Presentation

/// What follows titles, and what is shortened if not everything fits.
struct RowLayoutTests {
  private static func songs(_ creators: [String], titled title: String = "A title of some length") -> [Item] {
    creators.enumerated().map { index, creator in
      .made("\(title) \(index + 1)", by: creator, key: "\(index)") { item in
        item.released = ReleaseDate("2010-04-03T07:00:00Z")
        item.duration = .seconds(212)
        item.genre = "Classical"
        item.price = Price(amount: Decimal(string: "1.29")!, currency: "USD")
      }
    }
  }

  private func screen(_ kind: Screen.Kind, _ title: String, term: String? = nil, _ sections: [[Item]]) -> Screen {
    var screen = Screen(
      kind: kind, catalog: "itunes", title: title, query: term.map { SearchQuery(term: $0) },
      sections: sections.indices.map { Section(category: "song", title: "Part \($0)", phase: .idle) })
    for (index, items) in sections.enumerated() { screen.receive(.success(ItemList(items: items)), inSection: index) }
    return screen
  }

  private func lines(
    _ screen: Screen, width: Int? = nil, columns: [ItemField]? = nil, isTiled: Bool = false
  ) -> [String] {
    var renderer = TextRenderer(width: width)
    (renderer.columns, renderer.isTiled) = (columns, isTiled)
    return renderer.render(screen, favorites: Favorites()).text.split(separator: "\n").dropFirst().map(String.init)
  }

  /// The chosen columns, the width of the window, and the row.
  @Test(
    arguments: TextTable.rows("columns are dropped from the last, and only if they do not fit") { row in
      (row.text(0).map { $0.split(separator: " ").map { ItemField.key(String($0)) } }, Int(row[1])!, row[2])
    })
  func `columns are dropped from the last, and only if they do not fit`(
    columns: [ItemField]?, width: Int, row: String
  ) {
    let items = Self.songs(
      ["Antonio Lucio Vivaldi and his Orphans", "Somebody Else"],
      titled: "The Four Seasons, Concerto in E Major, Opus 8")
    let lines = lines(screen(.category, "Song", term: "x", [items]), width: width, columns: columns)
    #expect(lines.first == "   " + row)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
  }

  /// How rows are sorted, and what then follows a title.
  @Test(
    arguments: [
      (Arrangement(order: .init(key: .key("price"))), "Vivaldi  3:32  1.29 USD"),
      (Arrangement(order: .init(key: .key("duration"))), "Vivaldi  3:32"),
      (Arrangement(order: .init(key: .key("creator"))), "Vivaldi  3:32"),
      (Arrangement(order: .init(key: .key("rank"))), "Vivaldi  3:32"),
      (Arrangement(filter: "classic"), "Vivaldi  3:32  Classical"),
      (Arrangement(filter: "viv"), "Vivaldi  3:32"),
      (Arrangement(filter: "air"), "Vivaldi  3:32"),
      (Arrangement(filter: "classic", order: .init(key: .key("released"))), "Vivaldi  3:32  2010-04-03  Classical"),
    ] as [(Arrangement, String)])
  func `the fields used to sort or filter are shown`(arrangement: Arrangement, cells: String) {
    var screen = screen(.category, "Song", [Self.songs(["Vivaldi"], titled: "Air")])
    screen.arrangement = arrangement
    #expect(lines(screen).first == "   1 ☆ Air 1  " + cells)
  }

  @Test(arguments: [
    ("released", "2010-04-03"), ("duration", "3:32"), ("creator", "Antonio Lu…"), ("price", "1.29 USD"),
  ])
  func `the sort key's column stays when others are dropped`(key: String, shown: String) {
    let items = Self.songs(["Antonio Lucio Vivaldi"], titled: "The Four Seasons, Concerto in E")
    var screen = screen(.category, "Song", [items])
    screen.arrangement.order = .init(key: .key(key))
    #expect(lines(screen, width: 40).first?.hasSuffix(shown) == true)
  }

  @Test func `nothing is cut if everything fits, however narrow`() {
    let items = Self.songs(["Vivaldi", "Bach"], titled: "Air")
    #expect(
      lines(screen(.category, "Song", [items]), width: 40) == [
        "   1 ☆ Air 1  Vivaldi  3:32", "   2 ☆ Air 2  Bach     3:32",
      ])
  }

  @Test func `a value that every row and the title share is omitted`() {
    let vivaldi = Self.songs(["Vivaldi", "Vivaldi"], titled: "Air")
    let bare = ["   1 ☆ Air 1  3:32", "   2 ☆ Air 2  3:32"]
    #expect(lines(screen(.relation, "Songs · vivaldi", [vivaldi])) == bare)
    #expect(lines(screen(.category, "Song", term: "VIVALDI", [vivaldi])) == bare)
    #expect(lines(screen(.category, "Song", term: "air", [vivaldi])) != bare)
    let mixed = Self.songs(["Vivaldi", "Bach"], titled: "Air")
    #expect(lines(screen(.relation, "Songs · Vivaldi", [mixed])).first == "   1 ☆ Air 1  Vivaldi  3:32")
  }

  @Test func `a section omits what the title says, even beside one that does not`() {
    let sections = [
      Self.songs(["Vivaldi", "Vivaldi"], titled: "Air"), Self.songs(["Bach", "Vivaldi"], titled: "Aria"),
    ]
    #expect(
      lines(screen(.home, "vivaldi", term: "vivaldi", sections))
        == [
          "Part 0  open part 0", "   1 ☆ Air 1            3:32", "   2 ☆ Air 2            3:32",
          "Part 1  open part 1", "   3 ☆ Aria 1  Bach     3:32", "   4 ☆ Aria 2  Vivaldi  3:32",
        ])
  }

  @Test func `tiles show the chosen columns, two in a row in a pipe too`() {
    let items = Self.songs(["Vivaldi", "Antonio Lucio Vivaldi and his Orphans", "Bach"], titled: "Air")
    let tiles = lines(
      screen(.category, "Song", [items]), columns: .keys("released", "creator", "genre"), isTiled: true)
    #expect(
      tiles == [
        "   1 ☆ Air 1                                2 ☆ Air 2",
        "       2010-04-03 · Vivaldi · Classical         2010-04-03 · Antonio Lucio Viva…",
        "   3 ☆ Air 3", "       2010-04-03 · Bach · Classical",
      ])
    #expect(
      tiles
        == lines(
          screen(.category, "Song", [items]), width: 80, columns: .keys("released", "creator", "genre"), isTiled: true))
    let episode = Item.made("Pilot", by: "Vivaldi", category: "tv") { item in
      (item.released, item.duration) = (ReleaseDate("2010-04-03"), .seconds(212))
    }
    #expect(lines(screen(.category, "TV", [[episode]]), isTiled: true)[1] == "       Vivaldi · 2010-04-03 · 3:32")
    #expect(lines(screen(.category, "TV", [[episode]]), width: 60, isTiled: true)[1] == "       Vivaldi")
    var sorted = screen(.category, "Song", [items])
    sorted.arrangement.order = .init(key: .key("price"))
    #expect(
      lines(sorted, columns: .keys("released", "creator", "genre"), isTiled: true)[1]
        == "       2010-04-03 · Vivaldi · 1.29 USD          2010-04-03 · 1.29 USD")
  }

  @Test func `at forty columns tiles stay two in a row beside marks`() {
    let items = Self.songs(["Bach", "Bach"], titled: "Air")
    var (renderer, favorites) = (TextRenderer(width: 40), Favorites())
    renderer.isTiled = true
    favorites.mark([SharedItem(items[0])])
    let text = renderer.render(screen(.category, "Song", [items]), favorites: favorites).text
    #expect(text.contains("   1 ☆ ✓ Air 1          2 ☆   Air 2\n"))
  }

  @Test func `a world chart shows the stores, whatever columns are chosen`() {
    var items = Self.songs(["Vivaldi", "Bach"], titled: "Air")
    for (index, place) in ["Japan", "Peru"].enumerated() { items[index].facts = [Fact("Store", place)] }
    #expect(lines(screen(.chart, "World", [items]), columns: .keys("genre")).first == "   1 ☆ Air 1  Japan  Classical")
  }

  @Test func `at forty columns stores show prices beside what is likely`() {
    var items = Self.songs(["Vivaldi", "Vivaldi"], titled: "Spring, RV 269")
    for (index, place) in ["United Kingdom", "Japan"].enumerated() { items[index].facts = [Fact("Store", place)] }
    items[1].match = .likely
    #expect(
      lines(screen(.stores, "Stores", [items]), width: 40) == [
        "   1 ☆ United Ki…  1.29 USD", "   2 ☆ Japan       1.29 USD  likely: Sp…",
      ])
  }

  @Test func `where a day and a note do not fit, the day stays, and a title with nothing behind it is whole`() {
    func episode(_ key: String, by creator: String?, released: String?) -> Item {
      .made("The Fiddle and a Giant \(key)", by: creator, category: "episode", key: key) { item in
        item.released = released.flatMap(ReleaseDate.init)
        item.duration = released == nil ? nil : .seconds(2180)
      }
    }
    var episodes = [
      episode("1", by: "A Maker of Shows", released: "2024-09-14"), episode("2", by: "B", released: "2024-09-15"),
    ]
    #expect(lines(screen(.home, "x", [episodes]), width: 48)[1] == "   1 ☆ The Fiddle and …  A Maker of…  2024-09-14")
    #expect(lines(screen(.home, "x", [episodes]), width: 40)[1] == "   1 ☆ The Fiddle and a Gi…  A Maker of…")
    episodes[1] = episode("2", by: nil, released: "2024-09-15")
    #expect(lines(screen(.home, "x", [episodes]), width: 48)[2] == "   2 ☆ The Fiddle and a Giant 2       2024-09-15")
    episodes[1] = episode("2", by: nil, released: nil)
    #expect(lines(screen(.home, "x", [episodes]), width: 40)[2] == "   2 ☆ The Fiddle and a Giant 2")
  }

  @Test func `without rows nothing is said about marks`() {
    var screen = screen(.category, "Song", [[]])
    screen.receive(.failure(.offline(host: "h")), inSection: 0)
    screen.arrangement.hidden = []
    #expect(lines(screen) == ["  Could not reach h. Check the connection, then: retry"])
  }

  @Test func `a filter without matches says so, and how to clear it`() {
    var screen = screen(.category, "Song", [Self.songs(["Vivaldi"])])
    screen.arrangement.filter = "zzz"
    #expect(lines(screen) == ["No match for “zzz”; filter alone shows all"])
  }

  @Test func `long addresses are shortened if the terminal has links, and whole otherwise`() {
    func address(_ text: String, hasLinks: Bool, width: Int? = 80) -> StyledText {
      let item = Item.made("Spring") { $0.link = WebLink(text) }
      var renderer = TextRenderer(width: width)
      renderer.hasLinks = hasLinks
      return renderer.render(
        .screen(Screen(kind: .item, catalog: "itunes", title: "Spring", origin: .init(item: item))),
        favorites: Favorites())
    }
    let long = "https://www.music.example/us/album/a-very-long-name-of-an-album/1443109064?i=1&uo=4"
    #expect(address(long, hasLinks: false).text.hasSuffix("  Link  \(long)\n"))
    let short = address(long, hasLinks: true)
    #expect(short.text.hasSuffix("  Link  music.example/…/1443109064\n"))
    #expect(short.runs.contains { $0.style == .link && $0.link == long })
    #expect(address("https://h.invalid", hasLinks: true).text.hasSuffix("  Link  h.invalid\n"))
    #expect(address("https://h.invalid/a", hasLinks: true).text.hasSuffix("  Link  h.invalid/a\n"))
    let endless = "https://h.invalid/a/" + String(repeating: "x", count: 100)
    #expect(address(endless, hasLinks: true, width: 40).text.hasSuffix("  Link  h.invalid/…/xxxxxxxxxxxxxxxxxxx…\n"))
    // Terminals drop addresses of that length, so the link could not be opened.
    let tooLong = "https://h.invalid/" + String(repeating: "x", count: 2000)
    #expect(address(tooLong, hasLinks: true).text.hasSuffix(tooLong + "\n"))
  }
}
