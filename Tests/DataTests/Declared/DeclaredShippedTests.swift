import Domain
import Testing

@testable import Catalogs
@testable import Wire

/// What the declarations that come along make of the odd answers of their services.
struct DeclaredShippedTests {
  /// The Internet Archive with one thing of a type.
  private static func archive(holding type: String) throws -> DeclaredClient {
    try DeclaredStub.shipped("archive") { request in
      guard request.path.contains("advancedsearch") else {
        return HTTPResponse(
          status: 200,
          json: #"{"files": [], "metadata": {"identifier": "reels", "title": "Reels", "mediatype": "\#(type)"}}"#)
      }
      #expect(request.query["q"] == "collection:(reels)")
      return HTTPResponse(
        status: 200, json: #"{"response": {"numFound": 1, "docs": [{"identifier": "reel", "title": "Reel"}]}}"#)
    }
  }

  @Test(arguments: [("collection", ["archive:item:reel"]), ("movies", nil), ("texts", nil)])
  func `a page of a collection leads to its items, and no other page claims to have some`(
    type: String, items: [String]?
  ) async throws {
    let client = try Self.archive(holding: type)
    let item = try await client.item(for: .page("https://archive.org/details/reels"), filters: [:])
    let details = try await client.details(of: item, filters: [:])
    let relation = try #require(client.catalog.relations(of: item).named("items"))
    let filled = details.filled.first { $0.relation.word == "items" }
    #expect(try filled?.answer.get().items.map(\.id.description) == items)
    #expect(details.absent.contains(relation) == (items == nil))
  }

  @Test(arguments: [
    ("archive", "item", #"{"metadata": {"identifier": "1", "title": "A", "subject": "Matrix;Sound board"}}"#),
    ("archive", "item", #"{"metadata": {"identifier": "1", "title": "A", "subject": ["Matrix; Sound board"]}}"#),
    ("archive", "item", #"{"metadata": {"identifier": "1", "title": "A", "genre": ["Matrix", "Sound board"]}}"#),
  ])
  func `several subjects in one text are several`(catalog: String, category: String, answer: String) async throws {
    #expect(try await Self.item(catalog, category, answer).genre == "Matrix, Sound board")
  }

  @Test func `several creators of a file in one text are several`() async throws {
    let client = try DeclaredStub.shipped("archive") { _ in
      HTTPResponse(
        status: 200,
        json: #"""
          {"metadata": {"identifier": "1", "title": "A", "creator": "C"}, "files": [
            {"name": "a.mp3", "format": "MP3", "creator": "Ada Moth;Hill Band"},
            {"name": "b.mp3", "format": "MP3", "artist": "Ada Moth; Hill Band"}, {"name": "c.mp3", "format": "MP3"}]}
          """#)
    }
    let item = Item(id: ItemID(catalog: "archive", category: "item", key: "1"), title: "A")
    let relation = try #require(client.catalog.relations(of: item).named("files"))
    let files = try await client.related(by: relation, to: item, filters: [:], offset: 0).items
    #expect(files.map(\.creator) == ["Ada Moth, Hill Band", "Ada Moth, Hill Band", "C"])
  }

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
  func `a release of MusicBrainz says its country by name where the service does`(
    row: String, country: String
  ) async throws {
    let item = try await Self.item("musicbrainz", "release", #"{"id": "1", "title": "A", \#(row)}"#)
    #expect(item.facts.filter { $0.label == "Country" }.map(\.value) == [country])
  }

  @Test(arguments: [
    (#""country": "US", "area": {"name": "Seattle", "type": "City"}"#, "US"),
    (#""country": "US", "area": {"name": "Seattle", "type": null}"#, "US"),
    (#""country": "CA", "area": {"name": "Canada", "type": "Country"}"#, "Canada"),
    (
      #""country": "GB", "area": {"name": "United Kingdom", "type": null, "iso-3166-1-codes": ["GB"]}"#,
      "United Kingdom"
    ),
    (#""country": null, "area": {"name": "Norway"}"#, "Norway"), (#""country": "NO", "area": null"#, "NO"),
  ])
  func `a city is not called a country`(row: String, country: String) async throws {
    for category in ["artist", "label"] {
      let item = try await Self.item("musicbrainz", category, #"{"id": "1", "name": "A", \#(row)}"#)
      #expect(item.facts.filter { $0.label == "Country" }.map(\.value) == [country])
    }
  }

  @Test(arguments: [("https://x.example/show", "https://x.example/show"), ("", "https://podcastindex.org/podcast/7")])
  func `a podcast without a page of its own has its page in the index`(link: String, shown: String) async throws {
    let row = #"{"id": 7, "title": "A", "link": "\#(link)", "itunesId": 1, "podcastGuid": "g"}"#
    let item = try await Self.item("podcastindex", "podcast", #"{"status": "true", "feed": \#(row)}"#)
    #expect(item.link?.text == shown && item.facts.isEmpty)
  }

  /// What a lookup of the category makes of an answer.
  private static func item(_ catalog: String, _ category: String, _ answer: String) async throws -> Item {
    let client = try DeclaredStub.shipped(catalog) { _ in HTTPResponse(status: 200, json: answer) }
    let id = ItemID(catalog: catalog, category: category, key: "1")
    return try await client.item(for: .item(id), filters: [:])
  }
}
