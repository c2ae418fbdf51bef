import Data
import Domain
import Testing

@Suite struct `The sample through the iTunes client` {
  let client = ITunesClient(exchange: SampleService().exchange(for: .itunes))

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

  @Test(arguments: [
    // A category, a term, whose works follow, how many of them.
    ("song", "spring last bus", "More by Calendar Trio", 5),
    ("podcast", "slow movement", "More by Hanne Lindqvist & Tomé Okafor", 1),
    ("tv", "autumn wine", "More from Vivaldi: The Red Priest", 5),
    ("album", "four seasons", "More by Antonio Vivaldi", 2),
    ("artist", "vivaldi", "Albums by Antonio Vivaldi", 3),
    ("music-video", "metronome", "More by Kitchen Sink Weather 🌧️", 1),
    ("episode", "red hair", "More from Vivaldi Before Nine", 4),
    ("season", "priest season 2", "More from Vivaldi: The Red Priest", 1),
    ("audiobook", "persuasion", "More by Jane Austen", 1), ("ebook", "emma", "More by Jane Austen", 2),
    ("app", "desk", "More by Tuning Fork Software", 4),
  ])
  func `leads on to other works`(category: String, term: String, heading: String, works: Int) async throws {
    let category = try #require(Catalog.itunes.category(named: category))
    let item = try #require(try await client.search(SearchRequest(category: category, term: term)).items.first)
    let details = try await client.details(of: item, filters: [:])
    #expect(details.related?.title == heading)
    #expect(details.related?.items.count == works)
    #expect(details.skipped.isEmpty)
  }

  @Test(arguments: ["US", "KR", "JP", "FR", "DE", "MX", "IT", "PT", "RU", "NL", "PL", "TR", "TW"])
  func `fills the seasons of a storefront`(country: String) async throws {
    let seasons = try #require(Catalog.itunes.homes.first { $0.name == "seasons" })
    for shelf in seasons.shelves(filters: ["country": country]) {
      let term =
        switch shelf.question {
        case .search(let term): term
        }
      let request = SearchRequest(category: shelf.category, term: term, filters: ["country": country])
      #expect(try await !client.search(request).items.isEmpty, "\(term)")
    }
  }

  @Test func `has covers to be had in other sizes`() async throws {
    let song = try #require(Catalog.itunes.category(named: "song"))
    let item = try #require(try await client.search(SearchRequest(category: song, term: "clair de lune")).items.first)
    #expect(client.artwork(of: item, size: 600)?.text.hasSuffix("/cover.jpg/600x600bb.jpg") == true)
  }

  @Test func `refuses what the service refuses`() async throws {
    let song = try #require(Catalog.itunes.category(named: "song"))
    await #expect(throws: CatalogError.self) {
      try await client.search(SearchRequest(category: song, term: "spring", filters: ["country": "PR"]))
    }
  }
}
