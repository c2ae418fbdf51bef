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
    // A category, a term, and a relation that its first result shows.
    ("song", "spring last bus", "album"), ("song", "spring last bus", "artist"),
    ("podcast", "slow movement", "podcasts"),
    ("tv", "autumn wine", "episodes"), ("album", "four seasons", "tracks"), ("artist", "vivaldi", "albums"),
    ("music-video", "metronome", "videos"), ("episode", "red hair", "episodes"),
    ("season", "priest season 2", "episodes"), ("audiobook", "persuasion", "audiobooks"), ("ebook", "emma", "books"),
    ("app", "desk", "apps"),
  ])
  func `leads on to what belongs to it`(category: String, term: String, word: String) async throws {
    let category = try #require(Catalog.itunes.category(named: category))
    let item = try #require(try await client.search(SearchRequest(category: category, term: term)).items.first)
    let details = try await client.details(of: item, filters: [:])
    let section = try #require(details.filled.first { $0.relation.word == word })
    #expect(try !section.answer.get().items.isEmpty)
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
