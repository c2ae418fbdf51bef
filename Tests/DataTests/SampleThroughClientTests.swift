import Catalogs
import Sample
import Wire
import Domain
import TestSupport
import Testing

@Suite struct `The sample through the iTunes client` {
  let client = ITunesClient(fetch: SampleService().fetch(for: "itunes"))

  @Test(arguments: Catalog.itunes.categories)
  func `becomes items of every category, none skipped`(category: Category) async throws {
    var items: [Item] = []
    for letter in ["a", "l", "s", "t", "v", "w"] {
      let page = try await client.search(SearchRequest(category: category, term: letter, limit: 200))
      #expect(page.skipped.isEmpty)
      items += page.items
    }
    #expect(items.count >= 5)
    for item in items {
      #expect(item.link != nil && item.id.category == category.name, "\(item.title)")
      #expect(item.creator != nil || category.name == "artist", "\(item.title)")
    }
  }

  @Test(arguments: TextTable.rows("has the relations of its items") { ($0[0], $0[1], $0[2]) })
  func `has the relations of its items`(category: String, term: String, word: String) async throws {
    let category = try #require(Catalog.itunes.category(named: category))
    let item = try #require(try await client.search(SearchRequest(category: category, term: term)).items.first)
    let details = try await client.details(of: item, filters: [:])
    let section = try #require(details.filled.first { $0.relation.word == word })
    let list = try section.answer.get()
    #expect(!list.items.isEmpty && list.skipped.isEmpty)
  }

  @Test(arguments: ["US", "KR", "JP", "FR", "DE", "MX", "IT", "PT", "RU", "NL", "PL", "TR", "TW"])
  func `fills the seasons of a storefront`(country: String) async throws {
    let seasons = try #require(Catalog.itunes.homes.first { $0.name == "seasons" })
    for shelf in seasons.shelves(["country": country]) {
      let term =
        switch shelf.question {
        case .search(let term): term
        case .own: ""
        }
      let request = SearchRequest(category: shelf.category, term: term, filters: ["country": country])
      #expect(try await !client.search(request).items.isEmpty, "\(term)")
    }
  }

  @Test(arguments: (Catalog.itunes.charts?.offers ?? []).filter(\.isShelf).map(\.category))
  func `has every chart of the charts page`(category: Category) async throws {
    let charts = try #require(Catalog.itunes.charts)
    for place in ["US", "JP"] {
      let request = try ChartRequest(category, of: charts, storefront: place, limit: 5)
      let chart = try await client.chart(request, filters: [:])
      #expect(!chart.list.items.isEmpty && chart.list.skipped.isEmpty, "\(category.name) \(place)")
      #expect(chart.updated != nil)
      let rich = try await client.enriched(chart.list.items, filters: [:]).items
      #expect(rich.contains { item in !chart.list.items.contains(item) }, "\(category.name) \(place)")
      #expect(rich.map(\.id) == chart.list.items.map(\.id))
    }
  }

  @Test func `has songs with another number in other stores`() async throws {
    let song = try #require(Catalog.itunes.category(named: "song"))
    var sales: [String] = []
    for item in try await client.search(SearchRequest(category: song, term: "vivaldi", limit: 200)).items {
      let answers = await client.stores(of: item, in: ["US", "JP", "GB"], filters: [:])
      for answer in answers {
        switch try answer.result.get() {
        case .found(let item): sales.append(item.match?.rawValue ?? "?")
        case .notSold, .notFound: sales.append("none")
        }
      }
    }
    #expect(Set(sales).isSuperset(of: ["id", "likely"]))
  }

  @Test func `has news of the creators that users may star`() async throws {
    var stars: [Item] = []
    for category in Catalog.itunes.categories {
      for term in ["a", "s", "v"] {
        stars += try await client.search(SearchRequest(category: category, term: term, limit: 200)).items
      }
    }
    let news = await client.news(of: stars, from: "2026-10-22", to: SampleService.day, filters: [:])
    #expect(!news.entries.isEmpty)
    // The feed of one podcast is lost.
    #expect(news.failures.map(\.star) == [ItemID("itunes:podcast:410011")])
  }
}
