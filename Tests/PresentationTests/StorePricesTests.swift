import Domain
import Foundation
@testable import Presentation
import Testing

struct StorePricesTests {
  /// What one store asks for it is no price of another's.
  @Test func `a store that does not sell an item has no price for it`() async throws {
    let song = Item.made("A") {
      $0.price = Price(amount: 1, currency: "USD")
      $0.storefront = "US"
    }
    let coordinator = Coordinator(clients: [StubCatalogClient(items: ["song": [song]])], start: "itunes")
    try await coordinator.go(.search(SearchQuery(term: "v")))
    try await coordinator.go(.stores(1, in: ["DE", "GB"]))
    let rows = await coordinator.screen.visibleRows
    #expect(rows.map(\.item.storefront) == ["DE", "GB"])
    #expect(rows.map(\.item.price) == [nil, nil])
    #expect(rows.map(\.item.match) == [Match.none, Match.none])
  }

  @Test func `on a screen of stores relations are the item's, and open alone opens it`() throws {
    let album = Relation("album", title: "Album", category: "album", reach: .one, needs: .album)
    let catalog = Catalog(
      name: "itunes", title: "iTunes",
      categories: [Category(name: "song", title: "Song", relations: [album]), Category(name: "album", title: "Album")])
    let song = Item.made("A") { $0.albumID = ItemID("itunes:album:2") }
    let context = Command.Context(
      screen: Screen(
        kind: .stores, catalog: "itunes", title: "Stores · A", whole: Screen.Subject(item: song, in: catalog)),
      catalog: catalog)
    #expect(try Command.action(for: "open album", on: context) == .go(.openRelation(album, of: nil)))
    #expect(try Command.action(for: "open", on: context) == .go(.openItem(nil)))
    #expect(throws: CommandError.self) { try Command.action(for: "open artist", on: context) }
  }
}
