import Domain
import TestSupport
import Testing

struct ChartLookTests {
  private static func items(_ keys: String) -> [Item] {
    keys.enumerated().map { index, key in
      var item = Item(id: ItemID(catalog: "c", category: "song", key: String(key)), title: String(key))
      item.rank = index + 1
      return item
    }
  }

  private static func look(_ day: String, _ keys: String, asked: Int) -> ChartSnapshot {
    ChartSnapshot(day: "2026-11-" + day, asked: asked, items: items(keys))
  }

  /// The current snapshot as day, places and limit; the latest day allowed; the day of the baseline; earlier snapshots.
  @Test(
    arguments: TextTable.rows("a snapshot is compared with the latest earlier one with as many places") {
      ($0[0], $0.text(1), $0.text(2), $0.rest(3))
    })
  func `a snapshot is compared with the latest earlier one with as many places`(
    now: String, latest: String?, day: String?, looks: [String]
  ) {
    func look(_ text: String) -> ChartSnapshot {
      let parts = text.split(separator: " ").map(String.init)
      return Self.look(parts[0], parts[1], asked: Int(parts[2]) ?? 0)
    }
    let found = looks.map(look).baseline(for: look(now), notAfter: latest.map { "2026-11-" + $0 })
    #expect(found?.day == day.map { "2026-11-" + $0 })
  }

  @Test func `each place has its move`() {
    let compared = Self.look("14", "abcd", asked: 4).compared(with: Self.items("bxca"), asked: 4)
    #expect(compared.map(\.previous) == [2, nil, 3, 1])
    #expect(compared.map(\.moved) == [1, nil, nil, -3])
    #expect(compared.map(\.isNew) == [nil, true, nil, nil])
  }

  @Test func `an unreadable place may be any item's, so nothing is called new or dropped out for it`() {
    func look(_ day: String, _ keys: String) -> ChartSnapshot {
      ChartSnapshot(day: "2026-11-" + day, asked: 4, items: Self.items(keys), skipped: 4 - keys.count)
    }
    func changes(from before: String, to now: String) -> ChartChanges {
      let baseline = look("14", before)
      let items = baseline.compared(with: Self.items(now), asked: 4)
      let chart = Chart(title: "T", source: "S", storefront: "US", updated: nil, list: ItemList(items: items))
      return ChartChanges(chart, look: look("20", now), since: baseline)
    }
    #expect(changes(from: "abcd", to: "bae").left.isEmpty)
    #expect(changes(from: "abcd", to: "bae").entered.map(\.id.key) == ["e"])
    #expect(changes(from: "abc", to: "bade").entered.isEmpty)
    #expect(changes(from: "abc", to: "bade").left.map(\.id.key) == ["c"])
    #expect(changes(from: "abc", to: "bade").moved.map(\.id.key) == ["b", "a"])
  }

  @Test(arguments: [("abcdefghij", 10, []), ("abcdefghi", 10, ["j"]), ("abcdefghi", 9, []), ("abcde", 10, [])])
  func `what lies below a lower limit, or behind the end of a much shorter answer, has not dropped out`(
    now: String, asked: Int, left: [String]
  ) {
    let (look, items) = (Self.look("20", now, asked: asked), Self.items(now))
    let chart = Chart(title: "T", source: "S", storefront: "US", updated: nil, list: ItemList(items: items))
    let changes = ChartChanges(chart, look: look, since: Self.look("14", "abcdefghij", asked: 10))
    #expect(changes.left.map(\.id.key) == left)
  }

  @Test func `items below the places of a shorter snapshot may have been there before`() {
    let compared = Self.look("14", "abc", asked: 3).compared(with: Self.items("bxcady"), asked: 6)
    #expect(compared.map(\.previous) == [2, nil, 3, 1, nil, nil])
    #expect(compared.map(\.isNew) == [nil, true, nil, nil, nil, nil])
  }

  @Test func `each country's number one is new, the same, or not known from before`() {
    func first(_ key: String, _ storefront: String) -> Item {
      var item = Self.items(key)[0]
      item.storefront = storefront
      return item
    }
    let look = ChartSnapshot(
      day: "2026-11-14", asked: 3, items: [first("a", "US"), first("b", "JP"), first("c", "FR")])
    let now = [first("a", "US"), first("a", "JP"), first("a", "DE")]
    let compared = look.compared(withFirsts: now)
    #expect(compared.map(\.previous) == [1, nil, nil])
    #expect(compared.map(\.isNew) == [nil, true, nil])

    // France did not answer, so it is unknown whether c has left.
    let chart = Chart(title: "T", source: "", storefront: ChartIdentity.world, list: ItemList(items: compared))
    let changes = ChartChanges(chart, look: ChartSnapshot(day: "2026-11-20", asked: 3, items: now), since: look)
    #expect(changes.entered.map(\.storefront) == ["JP"])
    #expect(changes.left.map(\.title) == ["b"])
    #expect(changes.moved.isEmpty)
  }

  /// The places before and now, the limit now; what entered, left and moved.
  @Test(arguments: [
    ("abcdef", "abcdef", 6, "", "", ""),
    ("abcdef", "fbcdxa", 6, "x", "e", "fa"),
    // What is below the last place requested has not left.
    ("abcdef", "abx", 3, "x", "", ""),
    ("abcdefgh", "hgfedcba", 8, "", "", "hagbf"),
  ])
  func `changes are the new items, those that dropped out, and the five biggest moves`(
    before: String, now: String, asked: Int, entered: String, left: String, moved: String
  ) {
    let baseline = Self.look("14", before, asked: before.count)
    let chart = Chart(
      title: "T", source: "S", storefront: "US",
      list: ItemList(items: baseline.compared(with: Self.items(now), asked: asked)))
    let changes = ChartChanges(chart, look: Self.look("20", now, asked: asked), since: baseline)
    #expect(changes.entered.map(\.title).joined() == entered)
    #expect(changes.left.map(\.title).joined() == left)
    #expect(changes.left.allSatisfy { $0.previous != nil && $0.rank == nil })
    #expect(changes.moved.map(\.title).joined() == moved)
    let first = ChartChanges(chart, look: Self.look("20", now, asked: asked), since: nil)
    #expect(first.entered.isEmpty && first.left.isEmpty && first.moved.isEmpty)
  }
}
