import Domain
import TestSupport
import Testing

@testable import Catalogs
@testable import Wire

/// How the shipped declarations read unusual answers of their services.
struct DeclaredShippedTests {
  @Test(arguments: [
    ("author", #""type": {"key": "/type/author"}, "name": "A", "bio""#),
    ("book", #""type": {"key": "/type/work"}, "title": "A", "description""#),
    ("edition", #""type": {"key": "/type/edition"}, "title": "A", "description""#),
  ])
  func `a description of Open Library ends before its sources in Markdown`(category: String, row: String) async throws {
    let text = #"A life ([long](https://x.example)).\r\n\r\n"#
    for (written, shown) in [
      (#""\#(text)([Source][1].)\r\n\r\n  [1]: http://x.example""#, true),
      (#""\#(text)([source](http://x.example))""#, true),
      (#"{"type": "/type/text", "value": "\#(text)([source][1])"}"#, true), (#""\#(text)""#, true), ("\"\"", false),
    ] {
      let item = try await Self.item("openlibrary", category, #"{"key": "/x/1", \#(row): \#(written)}"#)
      #expect(item.description == (shown ? "A life ([long](https://x.example))." : nil))
    }
  }

  @Test(arguments: [
    (#""country": "XW", "release-events": [{"date": "", "area": {"name": "[Worldwide]"}}]"#, "Worldwide"),
    (#""country": "GB", "release-events": [{"area": {"name": "United Kingdom"}}]"#, "United Kingdom"),
    (#""country": "DE""#, "DE"), (#""country": "DE", "release-events": [{"area": null}]"#, "DE"),
  ])
  func `a release of MusicBrainz has its country's name if the service does`(
    row: String, country: String
  ) async throws {
    let item = try await Self.item("musicbrainz", "release", #"{"id": "1", "title": "A", \#(row)}"#)
    #expect(item.facts.filter { $0.label == "Country" }.map(\.value) == [country])
  }

  @Test(arguments: TextTable.rows("a city does not count as a country") { ($0[0], $0[1]) })
  func `a city does not count as a country`(row: String, country: String) async throws {
    for category in ["artist", "label"] {
      let item = try await Self.item("musicbrainz", category, #"{"id": "1", "name": "A", \#(row)}"#)
      #expect(item.facts.filter { $0.label == "Country" }.map(\.value) == [country])
    }
  }

  @Test(arguments: [("https://x.example/show", "https://x.example/show"), ("", "https://podcastindex.org/podcast/7")])
  func `a podcast without its own page has its page in the index`(link: String, shown: String) async throws {
    let row = #"{"id": 7, "title": "A", "link": "\#(link)", "itunesId": 1, "podcastGuid": "g"}"#
    let item = try await Self.item("podcastindex", "podcast", #"{"status": "true", "feed": \#(row)}"#)
    #expect(item.link?.text == shown && item.facts.isEmpty)
  }

  @Test(arguments: [
    ("deezer", "artist", "albums"), ("deezer", "podcast", "episodes"), ("musicbrainz", "artist", "albums"),
    ("tvmaze", "show", "episodes"), ("audiobookshelf", "podcast", "episodes"),
  ])
  func `starred artists, shows and podcasts have news`(catalog: String, category: String, relation: String) throws {
    let client = try DeclaredStub.shipped(catalog) { _ in HTTPResponse(status: 404, body: []) }
    let item = Item(id: ItemID(catalog: catalog, category: category, key: "1"), title: "A")
    #expect(client.catalog.relations(of: item).filter(\.isNews).map(\.word) == [relation])
  }

  /// The item in the answer to a lookup in the category.
  private static func item(_ catalog: String, _ category: String, _ answer: String) async throws -> Item {
    let client = try DeclaredStub.shipped(catalog) { _ in HTTPResponse(status: 200, json: answer) }
    let id = ItemID(catalog: catalog, category: category, key: "1")
    return try await client.item(for: .item(id), filters: [:])
  }
}

/// What must hold for every built-in declaration, and for pages that several categories share.
struct ShippedDeclarationTests {
  @Test(arguments: ShippedDeclarations.all.map(\.name))
  func `a built-in declaration is valid, and names the source of its data`(name: String) throws {
    let bytes = try #require(ShippedDeclarations.bytes(of: name))
    switch DeclarationChecker.check(bytes) {
    case .failure(let mistakes): Issue.record("\(mistakes.list.map { $0.text(of: name + ".json") })")
    case .success(let declaration):
      #expect(declaration.name == name)
      #expect(declaration.about?.contains("Data: ") == true)
      #expect(declaration.own != nil || declaration.categories.contains { !$0.pages.isEmpty })
    }
  }

  @Test(arguments: TextTable.rows("a service's own failure does not count as nothing found") { ($0[0], $0[1]) })
  func `a service's own failure does not count as nothing found`(name: String, answer: String) async throws {
    let client = try DeclaredStub.shipped(name) { (request) async throws(CatalogError) in
      HTTPResponse(status: 200, body: Array(answer.utf8))
    }
    for category in client.declaration.categories {
      for term in [category.search == nil ? nil : "x", category.list == nil ? nil : ""].compactMap(\.self) {
        let code = await DeclaredClient.code { _ = try await client.search(term, in: category.name) }
        #expect(code != nil && code != .unreadable, "\(category.name) \(term)")
      }
    }
  }

  /// Otherwise a song could open as an album if its id were given that way.
  @Test(arguments: ShippedDeclarations.all.map(\.name))
  func `categories with the same lookup distinguish their rows`(name: String) throws {
    let json = try JSONValue(parsing: #require(ShippedDeclarations.bytes(of: name)))
    let lookups = (json["categories"]?.array ?? []).compactMap { $0["lookup"] }
    let shared = Dictionary(grouping: lookups) { lookup in
      ["path", "post", "query", "json", "graphql", "variables"].map { "\(lookup[$0] ?? .null)" }
    }
    for (address, lookups) in shared where lookups.count > 1 {
      let conditions = lookups.map { $0["where"] ?? .null }
      #expect(Set(conditions.map { "\($0)" }).count == lookups.count, "\(address)")
      // At most one category may accept items of any kind.
      #expect(conditions.count { $0 == .null } <= 1, "\(address)")
    }
  }

  @Test(
    arguments: TextTable.rows("a page opens in its own category, whichever comes first") {
      ($0[0], $0[1], $0[2], $0[3])
    })
  func `a page opens in its own category, whichever comes first`(
    name: String, page: String, answer: String, category: String
  ) async throws {
    let client = try DeclaredStub.shipped(name) { request in
      HTTPResponse(
        status: 200, json: request.method == "POST" ? #"{"user":{"accessToken":"k"},"AccessToken":"k"}"# : answer)
    }
    #expect(client.recognizes(.page(page)))
    #expect(try await client.item(for: .page(page), filters: [:]).id.description == "\(name):\(category):1")
  }

  @Test func `a page without a row in any category is unknown`() async throws {
    let client = try DeclaredStub.shipped("omdb") { _ in
      HTTPResponse(status: 200, json: #"{"Response":"True","imdbID":"1","Title":"A","Type":"game"}"#)
    }
    await #expect(throws: CatalogError.unknown("https://www.omdbapi.com/?i=1", storefront: nil)) {
      try await client.item(for: .page("https://www.omdbapi.com/?i=1"), filters: [:])
    }
  }
}
