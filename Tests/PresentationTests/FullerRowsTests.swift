import Domain
import FoundationEssentials
import Presentation
import Synchronization
import TestSupport
import Testing

/// Rankings tell little of what is in them; what a command needs of it is asked for, once.
struct FullerRowsTests {
  private static let song = Category(name: "song", title: "Song")
  private static let catalog = Catalog(
    name: "c", title: "C", categories: [song], features: [.previews],
    charts: Charts(
      offers: [Charts.Offer(category: song, title: "Songs", largest: 100)], world: [], defaultStorefront: "US"))

  /// Knows prices and previews, and says so only when it is asked.
  private final class Charting: CatalogClient {
    let catalog = FullerRowsTests.catalog
    let asked = Mutex<[String]>([])
    let failure: CatalogError?

    init(failure: CatalogError? = nil) { self.failure = failure }

    func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList { ItemList(items: []) }

    func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
      ItemDetails(item: item)
    }

    func chart(_ request: ChartRequest, filters: [String: String]) async throws(CatalogError) -> Chart {
      let items = ["Dear", "Cheap"].enumerated().map { index, title in
        Item.made(title, catalog: "c") { $0.rank = index + 1 }
      }
      return Chart(title: request.title, source: "C", storefront: "US", list: ItemList(items: items))
    }

    func enriched(_ items: [Item], filters: [String: String]) async throws(CatalogError) -> [Item] {
      asked.withLock { $0.append(items.map(\.title).joined(separator: "+")) }
      if let failure { throw failure }
      return items.map { item in
        var item = item
        item.price = Price(amount: item.title == "Dear" ? 2 : 1, currency: "USD")
        item.preview = WebLink("https://c.example/\(item.title)")
        return item
      }
    }

    func artwork(of item: Item, size: Int) -> WebLink? { nil }
    func pngArtwork(of item: Item, size: Int) -> WebLink? { nil }
  }

  @Test func `a chart is ordered by what it does not tell, with its numbers, after one request`() async throws {
    let client = Charting()
    let coordinator = Coordinator(clients: [client], start: "c")
    let played = await Played.script("charts song\nsort title\nsort price\nsort price desc\nsort rank", on: coordinator)
    #expect(played.diagnostics == "")
    #expect(client.asked.withLock { $0 } == ["Dear+Cheap"])
    let screen = await coordinator.screen
    #expect(screen.visibleRows.map(\.number) == [1, 2])
    #expect(screen.visibleRows.map { $0.item.price?.digits } == ["2", "1"])
  }

  @Test func `a favourite from a chart is looked up when it is played`() async {
    let (client, desktop) = (Charting(), RecordingDesktop())
    let outside = Outside(
      desktop: desktop, fetch: { _ async throws(CatalogError) in throw .cancelled }, budgets: { [] })
    let repl = await Transcript().repl(outside: outside, on: Coordinator(clients: [client], start: "c"))
    _ = await repl.run(ArraySource("charts song\nstar 2\nfavs\nplay 1", source: "x"))
    #expect(client.asked.withLock { $0 } == ["Cheap"])
    #expect(desktop.requests == ["play Cheap https://c.example/Cheap"])
  }

  @Test func `a playlist of a chart has the previews`() async throws {
    let client = Charting()
    let coordinator = Coordinator(clients: [client], start: "c")
    let played = await Played.script("charts song\nexport --format json\nexport --format m3u8", on: coordinator)
    #expect(client.asked.withLock { $0 } == ["Dear+Cheap"])
    #expect(played.results.contains("https://c.example/Cheap"))
    #expect(played.diagnostics == "")
  }

  @Test func `where it cannot be told the rows stay, and the command fails`() async throws {
    let coordinator = Coordinator(clients: [Charting(failure: .offline(host: "c.example"))], start: "c")
    let played = await Played.script(
      "charts song\nsort price\nexpect error offline\nexpect items 2", on: coordinator)
    #expect(played.expectations.failed == 0)
    #expect(await coordinator.screen.visibleRows.map(\.item.title) == ["Dear", "Cheap"])
  }
}
