import Domain
import Foundation
@testable import Presentation
import Testing

/// Screens that the sessions do not show: failures, unusual widths, items with few fields.
struct ScreenTextTests {
  static let songs: [Item] = [
    .made("Spring", by: "Vivaldi", key: "1") { $0.duration = .seconds(212) },
    .made("龍の子", by: "久石 譲", key: "2") { $0.duration = .seconds(3723) },
    .made("Cafe\u{301} 👩‍🚀", key: "3") { $0.price = Price(amount: 0, currency: "USD") },
  ]
  private static let shows: [Item] = [.made("שלום", by: "Someone", category: "tv", key: "4") { $0.count = 12 }]

  private static var home: Screen {
    let request = SearchRequest(category: Catalog.shop.categories[0], term: "vivaldi")
    var screen = Screen(
      kind: .home, catalog: "itunes", title: "vivaldi", query: SearchQuery(term: "vivaldi"),
      sections: [("song", "Song"), ("podcast", "Podcast"), ("tv", "TV Show")].map { category, title in
        Section(category: category, title: title, source: .search(request))
      })
    screen.receive(.success(ItemList(items: songs)), inSection: 0)
    screen.receive(Result<ItemList, CatalogError>.failure(.offline(host: "itunes.apple.com")), inSection: 1)
    screen.receive(.success(ItemList(items: shows, skipped: [SkippedRow(row: 2, reason: "no title")])), inSection: 2)
    return screen
  }

  @Test func `a price names its store if the title does not`() {
    func sold(_ title: String, in store: String?, _ currency: String) -> Item {
      .made(title, category: "album") { item in
        (item.price, item.storefront) = (Price(amount: 9.99, currency: currency), store)
      }
    }
    let items = [sold("One", in: "GB", "GBP"), sold("Two", in: nil, "USD"), sold("Three", in: "JP", "JPY")]
    func text(_ kind: Screen.Kind, storefront: String? = nil) -> String {
      var renderer = TextRenderer()
      renderer.columns = .keys("price")
      return renderer.render(.list(items, kind: kind, storefront: storefront), favorites: Favorites()).text
    }
    #expect(text(.favorites).contains("9.99 GBP · GB\n"))
    #expect(text(.favorites).contains("9.99 USD\n"))
    #expect(text(.favorites).contains("9.99 JPY · JP\n"))
    #expect(!text(.category, storefront: "GB").contains("GBP · GB"))
  }

  @Test func `stores with one cause share a line, and a long list is cut`() {
    let codes = ["CA", "DE", "FR", "GB", "IT", "JP", "MX", "NL", "PL", "SE"]
    var section = Section(category: "song", title: "Stores", phase: .idle)
    section.remarks = [
      .unknownStorefronts(codes, of: 61, .rateLimited(host: "h", retryAfter: nil)),
      .unknownStorefronts(["AU"], of: 61, .offline(host: "h")),
    ]
    let screen = Screen(kind: .stores, catalog: "itunes", title: "Stores", sections: [section])
    #expect(screen.failedParts == 11)
    #expect(
      TextRenderer().render(screen, favorites: Favorites()).text.split(separator: "\n").dropFirst() == [
        "  10 of 61 stores did not answer: CA, DE, FR, GB, IT, JP, MX, NL, …; retry asks again (rate-limited)",
        "  1 of 61 stores did not answer: AU; retry asks again (offline)",
      ])
  }

  @Test(arguments: [10, 40, 60])
  func `no window is too narrow for the store, and for what a filter leaves out`(length: Int) {
    let term = String(repeating: "long ", count: length)
    var screen = Screen.list(Self.songs, kind: .category, title: "Song · JP", term: term)
    screen.arrangement = Arrangement(filter: "spring", order: .init(key: .key("title")))
    for width in [40, 80] {
      let lines = TextRenderer(width: width).render(screen, favorites: Favorites()).text.split(separator: "\n")
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
      #expect(lines.joined(separator: " ").contains("only “spring” · by title"))
    }
  }

  @Test func `home at forty columns`() {
    #expect(
      TextRenderer(width: 40).render(Self.home, favorites: Favorites()).text == """
        vivaldi

        Song  open song
           1 ☆ Spring   Vivaldi         3:32
           2 ☆ 龍の子   久石 譲      1:02:03
           3 ☆ Café 👩‍🚀                  free

        Podcast  open podcast
          Could not reach itunes.apple.com.
          Check the connection, then: retry

        TV Show  open tv
           4 ☆ שלום     Someone  12 episodes
          1 item skipped, unreadable; see
          explain

        """)
  }

  @Test func `at forty columns the long name of a catalog is whole`() {
    func lines(_ reply: Reply) -> [Substring] {
      TextRenderer(width: 40).render(reply, favorites: Favorites()).text.split(separator: "\n")
    }
    var films = CatalogSummary(.films)
    films.name = "a-catalog-of-26-characters"
    var home = Screen(
      kind: .home, catalog: "itunes", title: "x", query: SearchQuery(term: "x"),
      sections: [Section(category: "song", catalog: films.name, title: "Song", phase: .idle)])
    home.receive(.success(ItemList(items: Self.songs)), inSection: 0)
    #expect(lines(.screen(home))[1...2] == ["Song", "  open song a-catalog-of-26-characters"])
    let listed = lines(.catalogs([CatalogSummary(.shop), films], current: "itunes"))
    #expect(listed.allSatisfy { DisplayWidth.of(String($0)) <= 40 })
    #expect(listed.contains("  a-catalog-of-26-characters"))
  }

  @Test func `in a report, what has no room beside its head is below it`() {
    let lines = ["try: 2 rows", "  id   /id" + String(repeating: " ", count: 20) + "7 · 8", "  url  /url  h/1 · h/2"]
    let report = Reply.report(CatalogReport(lines, key: "try", .null))
    #expect(
      TextRenderer(width: 40).render(report, favorites: Favorites()).text
        == "try: 2 rows\n  id   /id\n    7 · 8\n  url  /url  h/1 · h/2\n")
  }

  static func item() -> Screen {
    let item = Item.made("Spring", by: "Vivaldi", key: "1") { item in
      (item.kind, item.duration, item.genre, item.isExplicit) = ("song", .milliseconds(212_400), "Classical", false)
      item.price = Price(amount: Decimal(string: "1.29")!, currency: "USD")
      item.released = ReleaseDate("2010-04-03T07:00:00Z")
      item.link = WebLink("https://music.apple.com/us/album/a-very-long-name-of-an-album/1443109064")
      item.description = "A first paragraph that is longer than forty columns are.\n\nA second."
      item.facts = [Fact("Album", "The Four Seasons")]
    }
    var screen = Screen(
      kind: .item, catalog: "itunes", title: item.title, query: SearchQuery(term: "vivaldi"),
      sections: [Section(category: "", title: "", source: .details(item))], origin: .init(item: item))
    let songs = Relation("songs", title: "Songs", category: "song", preview: .first(5))
    let page = ItemList(items: [.made("Summer", key: "9")], extent: .limit(1, largest: 200))
    screen.receive(ItemDetails(item: item, filled: [.init(songs, .success(page))]), from: .shop, inSection: 0)
    return screen
  }

  @Test func `an item with only a title has no empty labels`() {
    let item = Item.made("Bare")
    let screen = Screen(kind: .item, catalog: "itunes", title: "Bare", origin: .init(item: item))
    #expect(TextRenderer().render(screen, favorites: Favorites()).text == "☆ Bare\n")
  }
}
