import Domain
import Testing

@testable import Catalogs
@testable import Wire

/// Clients of the declarations that come along, over answers of the test's own.
enum DeclaredStub {
  /// - Parameter environment: a token is there already.
  static func shipped(
    _ name: String, environment: [String: String] = [:], fetch: @escaping HTTPFetch
  ) throws -> DeclaredClient {
    let bytes = try #require(ShippedDeclarations.bytes(of: name))
    let declaration = try DeclarationChecker.check(bytes).get()
    var token = Dictionary((declaration.credentials?.asked ?? []).map { (declaration.variable(of: $0.name), "T0") }) {
      $1
    }
    if declaration.own != nil { token[declaration.baseVariable] = "https://own.example.org" }
    return DeclaredClient(declaration, environment: token.merging(environment) { $1 }, version: "1.0.0", fetch: fetch)
  }
}

struct ShippedDeclarationTests {
  @Test(arguments: ShippedDeclarations.all.map(\.name))
  func `a declaration that comes along is without mistakes, and says whose data it is`(name: String) throws {
    let bytes = try #require(ShippedDeclarations.bytes(of: name))
    switch DeclarationChecker.check(bytes) {
    case .failure(let mistakes): Issue.record("\(mistakes.list.map { $0.text(of: name + ".json") })")
    case .success(let declaration):
      #expect(declaration.name == name)
      #expect(declaration.about?.contains("Data: ") == true)
      #expect(declaration.own != nil || declaration.categories.contains { !$0.pages.isEmpty })
    }
  }

  /// How a service says with status 200 that a request failed.
  private static let failures: [(name: String, answer: String)] = [
    (
      "subsonic",
      #"{"subsonic-response":{"status":"failed","version":"1.16.1","error":{"code":40,"message":"Wrong password."}}}"#
    ),
    ("deezer", #"{"error":{"type":"Exception","message":"Quota limit exceeded","code":4}}"#),
    ("omdb", #"{"Response":"False","Error":"Invalid API key!"}"#),
    ("commons", #"{"error":{"code":"readonly","info":"The wiki is read-only."},"servedby":"mw1"}"#),
    ("anilist", #"{"errors":[{"message":"Internal error","status":500}],"data":null}"#),
    ("musicbrainz", #"{"error":"Your requests are exceeding the allowable rate limit."}"#),
    ("openlibrary", #"{"error":"notfound","key":"/x"}"#), ("rickandmorty", #"{"error":"Bad... bad array :/"}"#),
    ("archive", #"{"error":"[SEARCH_ERROR] bad"}"#), ("discogs", #"{"message":"An unexpected error occurred."}"#),
  ]

  @Test(arguments: failures)
  func `a service's own failure is not taken for nothing found`(name: String, answer: String) async throws {
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

  /// Or else a song opens as an album, where somebody gives its id so.
  @Test(arguments: ShippedDeclarations.all.map(\.name))
  func `categories that look up at one address tell their rows apart`(name: String) throws {
    let json = try JSONValue(parsing: #require(ShippedDeclarations.bytes(of: name)))
    let lookups = (json["categories"]?.array ?? []).compactMap { $0["lookup"] }
    let shared = Dictionary(grouping: lookups) { lookup in
      ["path", "post", "query", "json", "graphql", "variables"].map { "\(lookup[$0] ?? .null)" }
    }
    for (address, lookups) in shared where lookups.count > 1 {
      let conditions = lookups.map { $0["where"] ?? .null }
      #expect(Set(conditions.map { "\($0)" }).count == lookups.count, "\(address)")
      // One category may be of all kinds.
      #expect(conditions.count { $0 == .null } <= 1, "\(address)")
    }
  }

  @Test(arguments: [
    (
      "omdb", "https://www.omdbapi.com/?i=1", #"{"Response":"True","imdbID":"1","Title":"A","Type":"series"}"#, "series"
    ),
    (
      "omdb", "https://www.omdbapi.com/?i=1", #"{"Response":"True","imdbID":"1","Title":"A","Type":"episode"}"#,
      "episode"
    ),
    ("jellyfin", "https://own.example.org/web/#/details?id=1", #"{"Id":"1","Name":"A","Type":"Audio"}"#, "song"),
    (
      "jellyfin", "https://own.example.org/web/#/details?id=1&serverId=2", #"{"Id":"1","Name":"A","Type":"Movie"}"#,
      "movie"
    ),
    (
      "audiobookshelf", "https://own.example.org/item/1",
      #"{"id":"1","mediaType":"podcast","media":{"metadata":{"title":"A"}}}"#, "podcast"
    ),
  ])
  func `a page opens as what it is, whichever category comes first`(
    name: String, page: String, answer: String, category: String
  ) async throws {
    let client = try DeclaredStub.shipped(name) { request in
      HTTPResponse(
        status: 200, json: request.method == "POST" ? #"{"user":{"accessToken":"k"},"AccessToken":"k"}"# : answer)
    }
    #expect(client.recognizes(.page(page)))
    #expect(try await client.item(for: .page(page), filters: [:]).id.description == "\(name):\(category):1")
  }

  @Test func `a page of which no category has a row is unknown`() async throws {
    let client = try DeclaredStub.shipped("omdb") { _ in
      HTTPResponse(status: 200, json: #"{"Response":"True","imdbID":"1","Title":"A","Type":"game"}"#)
    }
    await #expect(throws: CatalogError.unknown("https://www.omdbapi.com/?i=1", storefront: nil)) {
      try await client.item(for: .page("https://www.omdbapi.com/?i=1"), filters: [:])
    }
  }
}
