import Domain
import Foundation
@testable import Presentation
import Testing

/// A number never changes its meaning while its screen is on the stack.
struct NumberingTests {
  private func empty(_ titles: [String]) -> Screen {
    Screen(
      kind: .home, catalog: "itunes", title: "x",
      sections: titles.map { Section(category: $0.lowercased(), title: $0, phase: .idle) })
  }

  private func numbers(_ screen: Screen) -> [String] { screen.visibleRows.map { "\($0.number) \($0.item.title)" } }

  @Test func `numbers run through the whole screen, in the order of the sections`() {
    var screen = empty(["Song", "Podcast", "TV"])
    screen.receive(.success(ItemList(items: Item.many("S", 2))), inSection: 0)
    screen.receive(.success(ItemList(items: [])), inSection: 1)
    screen.receive(.success(ItemList(items: Item.many("T", 2, category: "tv"))), inSection: 2)
    #expect(numbers(screen) == ["1 S 1", "2 S 2", "3 T 1", "4 T 2"])
    #expect(screen.sections.row(numbered: 3)?.item.title == "T 1")
    #expect(screen.sections.row(numbered: 0) == nil)
    #expect(screen.sections.row(numbered: 5) == nil)
  }

  @Test func `filtering and sorting do not renumber`() {
    var screen = empty(["Song"])
    screen.receive(.success(ItemList(items: ["b", "c", "a"].map { .made($0) })), inSection: 0)
    screen.arrangement.order = .init(key: .key("title"))
    #expect(numbers(screen) == ["3 a", "1 b", "2 c"])
    screen.arrangement.order?.isDescending = true
    screen.arrangement.filter = "A"
    #expect(numbers(screen) == ["3 a"])
    #expect(screen.sections.row(numbered: 2)?.item.title == "c", "hidden, but there")
    screen.arrangement = Arrangement()
    #expect(numbers(screen) == ["1 b", "2 c", "3 a"])
  }

  @Test func `new answers keep the numbers of known items, and new items get the next`() {
    var screen = empty(["Song"])
    screen.receive(.success(ItemList(items: ["a", "b", "c"].map { .made($0) })), inSection: 0)
    screen.sections[0].awaitEverything()
    screen.receive(.success(ItemList(items: ["d", "c", "a"].map { .made($0) })), inSection: 0)
    #expect(numbers(screen) == ["4 d", "3 c", "1 a"])
    #expect(screen.sections.row(numbered: 2) == nil)
    screen.sections[0].awaitEverything()
    screen.receive(Result<ItemList, CatalogError>.failure(.offline(host: "h")), inSection: 0)
    #expect(numbers(screen) == ["4 d", "3 c", "1 a"], "what is at hand stays")
    screen.sections[0].awaitEverything()
    screen.receive(.success(ItemList(items: ["b", "a"].map { .made($0) })), inSection: 0)
    #expect(numbers(screen) == ["2 b", "1 a"])
  }

  @Test func `the next page continues the numbers, and repeated items are skipped`() {
    var screen = empty(["Song", "TV"])
    screen.receive(.success(ItemList(items: ["a", "b"].map { .made($0) }, extent: .service)), inSection: 0)
    screen.receive(.success(ItemList(items: [.made("t", category: "tv")])), inSection: 1)
    screen.sections[0].awaited = .nextPage
    screen.receive(.success(ItemList(items: ["c", "a"].map { .made($0) })), inSection: 0)
    #expect(numbers(screen) == ["1 a", "2 b", "4 c", "3 t"])
    screen.sections[0].awaited = .nextPage
    screen.receive(Result<ItemList, CatalogError>.failure(.offline(host: "h")), inSection: 0)
    #expect(screen.visibleRows.count == 4, "what is at hand stays")
  }

  @Test func `a chart whose rows stay keeps the day of comparison`() throws {
    let song = Category(name: "song", title: "Song")
    let charts = Charts(
      offers: [Charts.Offer(category: song, title: "Songs", largest: 100)], world: [], defaultStorefront: "US")
    let source = Section.Source.chart(try ChartRequest(song, of: charts))
    var screen = Screen(
      kind: .chart, catalog: "c", title: "Songs", sections: [Section(category: "song", title: "Songs", source: source)])
    var chart = Chart(title: "Songs", source: "h", storefront: "US", list: ItemList(items: [.made("a")]))
    chart.since = "2026-11-14"
    let changes = ChartChanges(
      chart, look: ChartSnapshot(day: "2026-11-15", asked: 1, items: chart.list.items), since: nil)
    screen.receive(.success(chart.list), inSection: 0)
    screen.receive(changes, from: .shop, inSection: 0)
    screen.sections[0].awaited = .nextPage
    screen.receive(.failure(.offline(host: "h")), inSection: 0)
    #expect(screen.since == "2026-11-14")
    screen.sections[0].awaitEverything()
    screen.receive(.failure(.offline(host: "h")), inSection: 0)
    #expect(screen.since == "2026-11-14")
  }

  @Test func `the same item twice in an answer has two numbers, and keeps them`() {
    var screen = empty(["Song"])
    for _ in 1...2 {
      screen.receive(.success(ItemList(items: ["a", "a", "b"].map { .made($0) })), inSection: 0)
      #expect(numbers(screen) == ["1 a", "2 a", "3 b"])
    }
  }

  /// Many storefronts sell an item under the same id.
  private static func sold(in storefront: String) -> Item { .made("a") { $0.storefront = storefront } }

  @Test func `the same item in two stores has a number for each`() {
    var screen = empty(["Stores"])
    for codes in [["US", "GB"], ["GB", "US"]] {
      screen.receive(.success(ItemList(items: codes.map(Self.sold))), inSection: 0)
      let shown = screen.visibleRows.map { "\($0.number) \($0.item.storefront ?? "")" }
      #expect(shown.sorted() == ["1 US", "2 GB"])
    }
  }

  @Test func `a store that answers late is shown beside one with the same item`() {
    var screen = empty(["Stores"])
    screen.receive(.success(ItemList(items: [Self.sold(in: "US")])), inSection: 0)
    screen.sections[0].awaited = .nextPage
    screen.receive(.success(ItemList(items: [Self.sold(in: "GB")])), inSection: 0)
    #expect(screen.visibleRows.compactMap(\.item.storefront) == ["US", "GB"])
  }

  @Test func `an answer that differs in one store is a change`() {
    var (old, new) = (empty(["Stores"]), empty(["Stores"]))
    old.receive(.success(ItemList(items: ["US", "GB"].map(Self.sold))), inSection: 0)
    var items = ["US", "GB"].map(Self.sold)
    items[1].price = Price(amount: 1, currency: "GBP")
    new.receive(.success(ItemList(items: items)), inSection: 0)
    let difference = Staleness.Difference(from: old, to: new)
    #expect(difference.new == 0 && difference.gone == 0 && difference.changed == 1)
  }

  @Test func `an item that differs in one of its places is a change`() {
    var shelves = empty(["Spring", "Summer"])
    for index in 0...1 { shelves.receive(.success(ItemList(items: [.made("a")])), inSection: index) }
    var fewer = shelves
    fewer.sections[1].awaitEverything()
    fewer.receive(.success(ItemList(items: [])), inSection: 1)
    // A song's own screen also lists it among the tracks of its album.
    let songs = [Item.made("a"), .made("a") { $0.duration = .seconds(59) }].map { song in
      var screen = Screen(
        kind: .item, catalog: "itunes", title: "a", sections: [Section(category: "song", title: "Album", phase: .idle)],
        origin: Screen.Subject(item: song))
      screen.receive(.success(ItemList(items: [.made("a")])), inSection: 0)
      return screen
    }
    for (old, new) in [(shelves, fewer), (fewer, shelves), (songs[0], songs[1])] {
      let difference = Staleness.Difference(from: old, to: new)
      #expect(difference.new == 0 && difference.gone == 0 && difference.changed == 1)
    }
  }

  @Test func `the same item under two headers has a number under each, and keeps it`() {
    var screen = empty(["Spring", "Summer"])
    for _ in 1...2 {
      for index in 0...1 { screen.receive(.success(ItemList(items: ["a", "b"].map { .made($0) })), inSection: index) }
      #expect(numbers(screen) == ["1 a", "2 b", "3 a", "4 b"])
    }
  }

  /// Of three items one lacks the value, but for the title; it is last in either direction.
  @Test(arguments: [
    ("released creator duration count album track season country", ["old", "new"]),
    ("price genre rating disc episode rank", ["new", "old"]), ("title", ["bare", "new", "old"]),
  ])
  func `every key orders both ways`(keys: String, known: [String]) {
    let old = Item.made("old", by: "a") { item in
      (item.released, item.price) = (ReleaseDate("1986"), Price(amount: 10, currency: "USD"))
      (item.duration, item.count, item.genre, item.rating) = (.seconds(59), 9, "Rock", "R")
      (item.album, item.track, item.disc, item.season, item.episode) = ("Part 9", 9, 2, 1, 12)
      (item.storefront, item.rank) = ("DE", 100)
    }
    let new = Item.made("new", by: "B") { item in
      (item.released, item.price) = (ReleaseDate("2010-04-03"), Price(amount: 9, currency: "USD"))
      (item.duration, item.count, item.genre, item.rating) = (.seconds(3600), 10, "pop", "PG")
      (item.album, item.track, item.disc, item.season, item.episode) = ("Part 10", 10, 1, 2, 3)
      (item.storefront, item.rank) = ("JP", 99)
    }
    let rows = [new, .made("bare"), old].enumerated().map { Row(number: $0.offset + 1, item: $0.element) }
    let last = known.contains("bare") ? [] : ["bare"]
    for key in keys.split(separator: " ") {
      for (isDescending, titles) in [(false, known), (true, known.reversed())] {
        let order = Arrangement.Order(key: .key(String(key)), isDescending: isDescending)
        #expect(Arrangement(order: order).applied(to: rows).map(\.item.title) == titles + last, "\(key)")
      }
    }
  }

  @Test(arguments: [
    (["Beta", "10", "2", "alpha", "007", "1999"], ["2", "007", "10", "1999", "alpha", "Beta"]),
    (["Part 10", "Part", "part 2", "Part 2b", "Part A"], ["Part", "part 2", "Part 2b", "Part 10", "Part A"]),
    (["Zebra", "Été", "east", "!"], ["!", "east", "Été", "Zebra"]),
    (
      ["1" + String(repeating: "0", count: 40), "9", "0", "00"],
      ["0", "00", "9", "1" + String(repeating: "0", count: 40)]
    ),
  ])
  func `numbers sort before text, and 2 before 10`(titles: [String], sorted: [String]) {
    let rows = titles.map { Row(item: .made($0)) }
    #expect(Arrangement(order: .init(key: .key("title"))).applied(to: rows).map(\.item.title) == sorted)
  }

  @Test func `prices are ordered within their currency`() {
    let prices = [(9, "USD"), (150, "JPY"), (10, "EUR"), (1, "USD"), (100, "JPY")]
    let rows = prices.map { amount, currency in
      Row(item: .made("\(amount) \(currency)") { $0.price = Price(amount: Decimal(amount), currency: currency) })
    }
    #expect(
      Arrangement(order: .init(key: .key("price"))).applied(to: rows).map(\.item.title)
        == ["10 EUR", "100 JPY", "150 JPY", "1 USD", "9 USD"])
  }

  @Test(arguments: [("BEYONCE", ["Halo"]), ("halo", ["Halo"]), ("rock", ["Stone"]), ("z", [])])
  func `a filter looks at title, creator and genre, whatever the case and accents`(filter: String, titles: [String]) {
    let rows = [Item.made("Halo", by: "Beyoncé"), .made("Stone") { $0.genre = "Rock" }].map { Row(item: $0) }
    #expect(Arrangement(filter: filter).applied(to: rows).map(\.item.title) == titles)
  }
}
