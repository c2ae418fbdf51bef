import Domain
import Foundation
import TestSupport
import Testing

@testable import Catalogs
@testable import Wire

/// Decodes recorded answers with the shipped declarations. The recordings are beside the package, not part of it.
struct DeclaredRecordedTests {
  private static func read(_ file: String) throws -> [UInt8] {
    let found = ["json", "xml", "atom"].lazy.compactMap { try? Recorded.bytes("\(file).\($0)") }.first
    return try #require(found, "\(file)")
  }

  private static func json(_ file: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Foundation.Data(read(file)))
  }

  /// A client whose service answers every request with `file`, except those for lists of genres.
  private static func client(of catalog: String, answering file: String) throws -> DeclaredClient {
    let answer = try read(file)
    let genres = try read("tmdb/genre-movie-list")
    return try DeclaredStub.shipped(catalog) { request in
      if request.path.hasSuffix("AuthenticateByName") || request.path.hasSuffix("login") {
        let user = #"{"Id": "1", "accessToken": "T0"}"#
        let key = #"{"AccessToken": "T0", "User": \#(user), "user": \#(user), "userDefaultLibraryId": "1"}"#
        return HTTPResponse(status: 200, body: Array(key.utf8))
      }
      return HTTPResponse(status: 200, headers: [:], body: request.path.contains("genre/") ? genres : answer)
    }
  }

  /// The items of a recorded answer to `question`: `search show`, `lookup show`, `show episodes`.
  private static func list(_ catalog: String, _ question: String, _ file: String) async throws -> ItemList {
    let client = try client(of: catalog, answering: file)
    let words = question.split(separator: " ").map(String.init)
    switch words[0] {
    case "search":
      let category = try #require(client.catalog.categories.first { $0.name == words[1] })
      return try await client.search(SearchRequest(category: category, term: "x"))
    case "lookup":
      let id = ItemID(catalog: catalog, category: words[1], key: "1")
      return ItemList(items: [try await client.item(for: .item(id), filters: [:])])
    default:
      let item = Item(id: ItemID(catalog: catalog, category: words[0], key: "1"), title: "")
      let relation = try #require(client.catalog.relations(of: item).named(words[1]))
      return try await client.related(by: relation, to: item, filters: [:], offset: 0)
    }
  }

  @Test(
    .enabled(if: Recorded.isThere),
    arguments: TextTable.rows("a recorded answer has as many items as rows, each with a title") {
      ($0[0], $0[1], Int($0[2])!, $0[3])
    })
  func `a recorded answer has as many items as rows, each with a title`(
    catalog: String, question: String, count: Int, file: String
  ) async throws {
    let list = try await Self.list(catalog, question, file)
    #expect(list.items.count == count)
    #expect(list.skipped.isEmpty)
    #expect(list.items.allSatisfy { !$0.title.isEmpty && !$0.id.key.isEmpty })
    for item in list.items {
      let texts = [item.title, item.creator, item.description, item.genre].compactMap(\.self)
      #expect(!texts.contains { $0.contains("</") || $0.contains("&amp;") }, "\(item.title)")
      #expect(item.duration.map { $0 > .zero && $0 < .seconds(864_000) } ?? true)
      #expect(item.artwork.map { !$0.text.contains("{") && !$0.text.contains("null") } ?? true)
    }
  }

  // MARK: Traps

  @Test(.enabled(if: Recorded.isThere))
  func `credits are joined as the record says, or else with a comma`() async throws {
    let file = "musicbrainz/lookup-recording-three-artists-joinphrase"
    let credits = try #require((Self.json(file) as? [String: Any])?["artist-credit"] as? [[String: Any]])
    let joined = credits.map { "\($0["name"] ?? "")\($0["joinphrase"] ?? "")" }.joined()
    let song = try await Self.list("musicbrainz", "lookup song", file).items[0]
    #expect(song.creator == joined && credits.count == 3)
    let songs = try await Self.list("deezer", "artist songs", "deezer/artist-top").items
    #expect(songs.contains { $0.creator?.contains(", ") == true })
  }

  @Test(.enabled(if: Recorded.isThere))
  func `tracks of two discs have their discs, and belong to the release`() async throws {
    let list = try await Self.list("musicbrainz", "release tracks", "musicbrainz/lookup-release-2-media-pregap")
    #expect(list.items.map(\.disc) == [1, 1, 1, 2, 2, 2])
    #expect(list.items.map(\.track) == [1, 2, 3, 1, 2, 3])
    #expect(list.items.allSatisfy { $0.albumID?.category == "release" && $0.duration != nil })
  }

  @Test(
    .enabled(if: Recorded.isThere),
    arguments: TextTable.rows("Open Library's ids lose their paths, and covers are never -1") { ($0[0], $0[1]) })
  func `Open Library's ids lose their paths, and covers are never -1`(question: String, file: String) async throws {
    for item in try await Self.list("openlibrary", question, file).items {
      #expect(item.id.key.hasPrefix("OL") && !item.id.key.contains("/"))
      #expect(item.creatorID.map { $0.category == "author" && !$0.key.contains("/") } ?? true)
      #expect(item.artwork?.text.contains("/-1-") != true)
      #expect(item.link?.text.hasSuffix("/" + item.id.key) == true)
    }
  }

  @Test(.enabled(if: Recorded.isThere))
  func `a merged record is followed, and a deleted one is not found`() async throws {
    let merged = try Self.read("openlibrary/transcribed-merged-work-stub-http-200")
    let deleted = try Self.read("openlibrary/transcribed-deleted-work-stub-http-200")
    let work = try Self.read("openlibrary/lookup-work-description-object")
    let client = try DeclaredStub.shipped("openlibrary") { request in
      let body = request.path.contains("OL100005W") ? merged : request.path.contains("OL1000619W") ? deleted : work
      return HTTPResponse(status: 200, headers: [:], body: body)
    }
    func found(_ key: String) async throws(CatalogError) -> Item {
      try await client.item(for: .item(ItemID(catalog: "openlibrary", category: "book", key: key)), filters: [:])
    }
    #expect(try await found("OL100005W").id.key == "OL15832982W")
    let error = await #expect(throws: CatalogError.self) { try await found("OL1000619W") }
    #expect(error?.code == .notFound)
  }

  @Test(.enabled(if: Recorded.isThere))
  func `every book of Gutenberg has a file: the e-book, else the sound`() async throws {
    for file in ["gutendex/list-32-of-67110-page-1", "gutendex/list-32-of-74398-page-1"] {
      let items = try await Self.list("gutendex", "search book", file).items
      #expect(items.allSatisfy { $0.file?.text.contains("epub") == true })
    }
    let items = try await Self.list("gutendex", "search book", "gutendex/search-2-great-expectations").items
    #expect(items[0].file?.text.contains("epub") == true && items[0].audio == nil)
    #expect(items[1].file?.text.hasSuffix(".mp3") == true && items[1].file == items[1].audio)
  }

  @Test(.enabled(if: Recorded.isThere))
  func `durations and dates in words are parsed`() async throws {
    #expect(try await Self.list("jikan", "lookup anime", "jikan/anime-457").items[0].duration == .seconds(25 * 60))
    #expect(try await Self.list("jikan", "lookup anime", "jikan/anime-457").items[0].released?.text == "2005-10-23")
    let film = try await Self.list("archive", "lookup item", "internet-archive/metadata-film-frankenberry").items[0]
    #expect(film.duration == .seconds(31))
    let tracks = try await Self.list("archive", "item files", "internet-archive/metadata-78rpm-hippopotamus").items
    #expect(tracks.allSatisfy { $0.duration == .seconds(167) && $0.track == 1 && $0.file != nil })
    let editions = try await Self.list("openlibrary", "lookup edition", "openlibrary/lookup-edition-by-isbn").items
    #expect(editions[0].released?.text == "1988-10-01")
    let episode = try await Self.list("rickandmorty", "lookup episode", "rick-and-morty/episode-1").items[0]
    #expect(episode.released?.text == "2013-12-02")
  }

  @Test(.enabled(if: Recorded.isThere))
  func `covers of the museum are made from the picture's id, with or without the address of its server`() async throws {
    for (question, file) in [
      ("search artwork", "art-institute/search-van-gogh-12"), ("lookup artwork", "art-institute/artwork-27992-fields"),
    ] {
      let data = try #require((Self.json(file) as? [String: Any])?["data"])
      let rows = try #require(data as? [[String: Any]] ?? (data as? [String: Any]).map { [$0] })
      let covers = rows.map { "https://www.artic.edu/iiif/2/\($0["image_id"] ?? "")/full/843,/0/default.jpg" }
      #expect(try await Self.list("artic", question, file).items.map(\.artwork?.text) == covers)
    }
  }

  @Test(
    .enabled(if: Recorded.isThere), arguments: [("page-image", false), ("page-audio-ogg", true)])
  func `a file of Commons has its licence, and only sounds are audio`(file: String, isSound: Bool) async throws {
    let recorded = try String(decoding: Self.read("wikimedia-commons/" + file), as: UTF8.self)
    // Only the properties of the sound were recorded.
    let sound = #"{"mime": "application/ogg", "# + recorded.drop { $0 != "{" }.dropFirst()
    let page = isSound ? #"{"title": "File:Nl-Javaanse herten.ogg", "imageinfo": [\#(sound)]}"# : recorded
    let answer = Array(#"{"batchcomplete": true, "query": {"pages": [\#(page)]}}"#.utf8)
    let client = try DeclaredStub.shipped("commons") { _ in HTTPResponse(status: 200, headers: [:], body: answer) }
    let item = try await client.item(
      for: .page("https://commons.wikimedia.org/wiki/File:A_b.jpg?uselang=de"), filters: [:])
    #expect(!item.title.hasPrefix("File:") && item.id.key == item.title)
    #expect((item.audio != nil) == isSound && item.file?.text.hasPrefix("https://upload.wikimedia.org/") == true)
    #expect(item.facts.contains { $0.label == "Licence" } == !isSound && item.creator?.contains("<") != true)
  }

  @Test(.enabled(if: Recorded.isThere))
  func `genres by number become names, and an unrated film has no score`() async throws {
    let list = try #require((Self.json("tmdb/genre-movie-list") as? [String: Any])?["genres"] as? [[String: Any]])
    let names = Set(list.compactMap { $0["name"] as? String })
    let films = try await Self.list("tmdb", "search movie", "tmdb/search-movie-man-of-steel").items
    #expect(films.contains { $0.genre != nil })
    for film in films {
      #expect(film.genre.map { $0.components(separatedBy: ", ").allSatisfy(names.contains) } ?? true)
      #expect(!film.facts.contains(Fact("Score", "0")) && !film.facts.contains(Fact("Score", "0.0")))
    }
  }

  @Test(.enabled(if: Recorded.isThere))
  func `an episode's code is split, and links share one request`() async throws {
    let episodes = try Self.read("rick-and-morty/episodes-39-40-array")
    let client = try DeclaredStub.shipped("rickandmorty") { request in
      let links = #"["https://rickandmortyapi.com/api/episode/40","https://rickandmortyapi.com/api/episode/39"]"#
      let body =
        request.path.hasSuffix("/episode/40,39") ? episodes : Array(#"{"id":1,"name":"A","episode":\#(links)}"#.utf8)
      return HTTPResponse(status: 200, headers: [:], body: body)
    }
    let item = Item(id: ItemID(catalog: "rickandmorty", category: "character", key: "1"), title: "")
    let relation = try #require(client.catalog.relations(of: item).named("episodes"))
    let list = try await client.related(by: relation, to: item, filters: [:], offset: 0)
    #expect(list.items.map(\.id.key) == ["40", "39"])
    #expect(list.items.map(\.season) == [4, 4] && list.items.map(\.episode) == [9, 8])
    #expect(list.extent == .all)
  }

  @Test(
    .enabled(if: Recorded.isThere),
    arguments: [
      ("deezer", "lookup album", "deezer/error-no-data-http-200", "not-found"),
      ("jikan", "lookup anime", "jikan/error-404-anime", "unreadable"),
      ("openlibrary", "search book", "jikan/error-404-anime", "unreadable"),
    ])
  func `an error with a success status is not a row`(
    catalog: String, question: String, file: String, code: String
  ) async throws {
    let error = await #expect(throws: CatalogError.self) { try await Self.list(catalog, question, file) }
    #expect(error?.code.rawValue == code)
  }

  @Test(.enabled(if: Recorded.isThere)) func `recorded products have a brand as their creator`() async throws {
    let item = try await Self.list("mercadolibre", "search product", "mercadolibre/search-3-results").items[0]
    #expect(item.id.key == "MCO613074938" && item.title == "iPhone 6s 128 Gb Plata" && item.creator == "Apple")
    #expect(item.price == Price(amount: 1_020_000, currency: "COP"))
    #expect(item.artwork?.text.hasPrefix("https://") == true)
    #expect(item.facts.contains(Fact("Available", "3")))
    for entry in try #require(JSONValue(parsing: Self.read("mercadolibre/items-multiget")).array) {
      let body = try #require(entry["body"]).bytes
      let client = try DeclaredStub.shipped("mercadolibre") { _ in HTTPResponse(status: 200, body: body) }
      let id = ItemID(catalog: "mercadolibre", category: "product", key: "1")
      let full = try await client.item(for: .item(id), filters: [:])
      #expect(full.price != nil && full.creatorID != nil)
      #expect(Set(["Warranty", "Picture 2", "Brand"]).isSubset(of: full.facts.map(\.label)))
      #expect(full.facts.allSatisfy { !$0.value.isEmpty })
    }
  }

  @Test(
    .enabled(if: Recorded.isThere),
    arguments: [
      ("transcribed-error-400-products-search-offset", 400, "external_search_products.offset"),
      ("transcribed-error-400-invalid-grant", 400, "Error validating grant."),
      ("transcribed-error-401-no-token", 401, "authorization value not present"),
      ("transcribed-error-403-policyagent", 403, "At least one policy returned UNAUTHORIZED."),
      ("transcribed-error-403-search", 403, "forbidden"),
    ])
  func `a recorded refusal gives its reason`(file: String, status: Int, beginning: String) async throws {
    let body = try Self.read("mercadolibre/" + file)
    let client = try DeclaredStub.shipped("mercadolibre") { _ in HTTPResponse(status: status, body: body) }
    let error = await #expect(throws: CatalogError.self) { try await client.products("x") }
    switch error {
    case .refused(_, status, let reason?), .credentialsRejected(_, let reason?, _, _):
      #expect(reason.hasPrefix(beginning))
    default: Issue.record("\(String(describing: error))")
    }
  }
}
