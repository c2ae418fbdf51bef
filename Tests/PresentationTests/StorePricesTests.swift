import Domain
import Foundation
import Presentation
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
}
