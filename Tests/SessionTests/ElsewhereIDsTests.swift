import Foundation
import TestSupport
import Testing

/// What an item names itself leads to other catalogs, whether Wikidata knows it or not.
@Suite(.timeLimit(.minutes(5)))
struct ElsewhereIDsTests {
  private let home = TemporaryFolder()

  private func run(_ commands: String, at server: StandInServer, _ form: String = "json") async throws
    -> BuiltProgram.Run
  {
    var environment = [
      "XDG_CACHE_HOME": home.path("cache"), "XDG_STATE_HOME": home.path("state"),
      "XDG_CONFIG_HOME": home.path("config"), "LINER_WIKIDATA_URL": server.url + "/wd",
      "LINER_FEEDS_URL": server.url, "LINER_TMDB_TOKEN": "a-token-of-tests", "LINER_SUBSONIC_USER": "ada",
      "LINER_SUBSONIC_PASSWORD": "a-password-of-tests",
    ]
    for name in ["ITUNES", "DEEZER", "MUSICBRAINZ", "OPENLIBRARY", "TVMAZE", "TMDB", "ARCHIVE", "SUBSONIC"] {
      environment["LINER_\(name)_URL"] = "\(server.url)/\(name.lowercased())"
    }
    return try await BuiltProgram.run(
      ["--output", form, "--rate", "off", "--no-cache", "-c", commands], environment: environment)
  }

  private static let album = """
    {"wrapperType":"collection","collectionType":"Album","artistId":5,"collectionId":500,"artistName":"Ada Reed",\
    "collectionName":"Night Boat","trackCount":2,"releaseDate":"2005-03-01T12:00:00Z",\
    "collectionViewUrl":"https://music.apple.com/us/album/night-boat/500?uo=4"}
    """
  private static let release = #""id":"rel-1","title":"Night Boat","date":"2005-03-01""#

  /// The services by path and the parameters that tell requests apart; Wikidata knows one film and one scan.
  private static func answer(to request: StandInServer.Request) -> String? {
    let query = request.query
    switch (request.path, query["upc"] ?? query["isbn"] ?? query["id"] ?? query["imdb"] ?? query["thetvdb"] ?? "") {
    case ("/itunes/lookup", "012345678905"), ("/itunes/lookup", "500"): return results(album)
    case ("/itunes/lookup", "9780345391803"):
      return results(#"{"kind":"ebook","trackId":700,"trackName":"Gull","artistName":"Ada Reed"}"#)
    case ("/itunes/lookup", let ids) where ids.hasPrefix("901,"):
      return results(
        ids.split(separator: ",").map { #"{"kind":"feature-movie","trackId":\#($0),"trackName":"Harbour"}"# }
          .joined(separator: ","))
    case ("/itunes/lookup", _), ("/itunes/search", _): return results("")
    case ("/deezer/album/77", _):
      return
        #"{"id":77,"title":"Night Boat","upc":"012345678905","nb_tracks":2,"type":"album","artist":{"id":1,"name":"Ada Reed"}}"#
    case ("/deezer/track/78", _):
      return #"{"id":78,"title":"Oar","isrc":"GBAAA0500001","duration":200,"artist":{"id":1,"name":"Ada Reed"}}"#
    case ("/musicbrainz/isrc/GBAAA0500001", _):
      return #"{"isrc":"GBAAA0500001","recordings":[{"id":"rec-1","title":"Oar","length":200900}]}"#
    case ("/musicbrainz/release", _): return #"{"count":1,"releases":[{\#(release),"barcode":"012345678905"}]}"#
    case ("/musicbrainz/url", _): return address(query["resource"] ?? "")
    case ("/musicbrainz/release/rel-1", _):
      return "{\(release),\"artist-credit\":[{\"name\":\"Ada Reed\"}],\"media\":[]}"
    case ("/musicbrainz/recording/rec-2", _): return #"{"id":"rec-2","title":"Tide","length":180000}"#
    case ("/openlibrary/books/OL9M.json", _):
      return #"{"key":"/books/OL9M","title":"Gull","isbn_13":["9780345391803"],"type":{"key":"/type/edition"}}"#
    case ("/tvmaze/shows/42", _), ("/tvmaze/lookup/shows", "tt1234567"), ("/tvmaze/lookup/shows", "77"):
      return #"{"id":42,"name":"Lighthouse","premiered":"2011-05-01","externals":{"imdb":"tt1234567","thetvdb":77}}"#
    case ("/tvmaze/shows/43", _): return #"{"id":43,"name":"Lamp","externals":{"imdb":null,"thetvdb":78}}"#
    case ("/tmdb/tv/9", _):
      return #"{"id":9,"name":"Lighthouse","external_ids":{"imdb_id":null,"tvdb_id":77},"number_of_seasons":1}"#
    case ("/tmdb/find/tt1234567", _): return #"{"movie_results":[],"tv_results":[{"id":9,"name":"Lighthouse"}]}"#
    case ("/tmdb/find/78", _) where query["external_source"] == "tvdb_id":
      return #"{"movie_results":[],"tv_results":[{"id":10,"name":"Lamp"}]}"#
    case ("/tmdb/genre/tv/list", _), ("/tmdb/genre/movie/list", _): return #"{"genres":[]}"#
    case ("/subsonic/rest/getAlbum", _):
      return #"{"subsonic-response":{"status":"ok","album":{"id":"al1","name":"Night Boat","musicBrainzId":"rel-1"}}}"#
    case ("/archive/metadata/scan-1", _), ("/archive/metadata/scan-2", _), ("/archive/metadata/scan-3", _):
      return #"{"metadata":{"identifier":"\#(request.path.suffix(6))","title":"Gull","mediatype":"texts"}}"#
    case ("/wd/w/api.php", _): return #"{"query":{"search":[]}}"#
    case ("/wd/wiki/Special:EntityData/Q9.json", _):
      return entity("Q9", "P6398", (901...909).map(String.init), "Q11424")
    case ("/wd/wiki/Special:EntityData/Q8.json", _):
      return entity("Q8", "P724", (1...5).map { "scan-\($0)" }, "Q7725634")
    default: return nil
    }
  }

  private static func results(_ rows: String) -> String { #"{"resultCount":1,"results":[\#(rows)]}"# }

  /// What MusicBrainz knows by an address.
  private static func address(_ text: String) -> String? {
    let target: String
    switch text {
    case "https://music.apple.com/us/album/500", "https://adareed.bandcamp.com/album/night-boat":
      target = #""target-type":"release","release":{\#(release)}"#
    case "https://soundcloud.com/adareed/tide":
      target = #""target-type":"recording","recording":{"id":"rec-2","title":"Tide"}"#
    default: return nil
    }
    return #"{"id":"u1","resource":"\#(text)","relations":[{"type":"purchase for download",\#(target)}]}"#
  }

  private static func entity(_ id: String, _ property: String, _ values: [String], _ kind: String) -> String {
    let claims = values.map { #"{"mainsnak":{"datavalue":{"value":"\#($0)"}},"rank":"normal"}"# }.joined(separator: ",")
    return """
      {"entities":{"\(id)":{"id":"\(id)","labels":{"en":{"value":"A thing"}},"claims":{"\(property)":[\(claims)],\
      "P31":[{"mainsnak":{"datavalue":{"value":{"id":"\(kind)"}}},"rank":"normal"}]}}}}
      """
  }

  private static let answering: StandInServer.Answering = { request in
    answer(to: request).map { .json($0) } ?? .status(404)
  }

  private func rows(_ run: BuiltProgram.Run, _ index: Int) throws -> [String] {
    let line = try #require(run.text.split(separator: "\n").dropFirst(index).first, "\(run.text) \(run.errorText)")
    let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let sections = (json?["screen"] as? [String: Any])?["sections"] as? [[String: Any]] ?? []
    return sections.flatMap { $0["items"] as? [[String: Any]] ?? [] }
      .map { "\($0["id"] as? String ?? "") \($0["match"] as? String ?? "")" }
  }

  @Test(arguments: [
    ["deezer:album:77", "itunes,musicbrainz", "itunes:album:500 barcode", "musicbrainz:release:rel-1 barcode"],
    ["deezer:song:78", "musicbrainz", "musicbrainz:song:rec-1 isrc"],
    ["openlibrary:edition:OL9M", "itunes", "itunes:ebook:700 isbn"],
    ["tvmaze:show:42", "tmdb", "tmdb:tv:9 id"], ["tvmaze:show:43", "tmdb", "tmdb:tv:10 id"],
    ["tmdb:tv:9", "tvmaze", "tvmaze:show:42 id"],
    ["subsonic:album:al1", "musicbrainz", "musicbrainz:release:rel-1 id"],
    // Its own page, in the form in which MusicBrainz has it.
    ["itunes:album:500", "musicbrainz", "musicbrainz:release:rel-1 id"],
  ])
  func `an id that both sides have leads there without Wikidata`(story: [String]) async throws {
    try await StandInServer.run(answering: Self.answering) { server in
      let found = try await run("open \(story[0]); elsewhere \(story[1]); sort title; sort", at: server)
      #expect(try rows(found, 1) == Array(story.dropFirst(2)), "\(found.text) \(found.errorText)")
      let requests = await server.requests.map(\.target)
      #expect(requests.filter { $0.hasPrefix("/wd/") }.isEmpty, "\(requests)")
      // Ordering the rows asks nobody.
      #expect(Set(requests).count == requests.count, "\(requests)")
    }
  }

  @Test(arguments: [
    ["https://adareed.bandcamp.com/album/night-boat?from=search", "musicbrainz:release:rel-1"],
    ["http://m.soundcloud.com/adareed/tide/", "musicbrainz:song:rec-2"],
  ])
  func `a page of music that Wikidata does not have opens what MusicBrainz knows by its address`(
    story: [String]
  ) async throws {
    try await StandInServer.run(answering: Self.answering) { server in
      let found = try await run("open \(story[0])", at: server)
      #expect(found.status == 0 && found.text.contains("\"id\":\"\(story[1])\""), "\(found.text) \(found.errorText)")
      #expect(await server.requests.filter { $0.path == "/musicbrainz/url" }.count == 1)
    }
  }

  @Test func `all ids that one request takes are followed, and what is left of others is said`() async throws {
    try await StandInServer.run(answering: Self.answering) { server in
      let found = try await run(
        "open https://www.wikidata.org/wiki/Q9; open https://www.wikidata.org/wiki/Q8", at: server)
      #expect(try rows(found, 0).count == 9)
      #expect(try rows(found, 1) == (1...3).map { "archive:item:scan-\($0) wikidata" })
      #expect(found.text.contains(#""without":{"archive":"rest not asked"}"#), "\(found.text)")
      #expect(await server.requests.filter { $0.path == "/itunes/lookup" }.count == 1)
    }
  }

  @Test func `an album's address with a song that is gone opens the album and says so`() async throws {
    try await StandInServer.run(answering: Self.answering) { server in
      let found = try await run("open https://music.apple.com/us/album/night-boat/500?i=501", at: server, "text")
      #expect(found.status == 0 && found.text.hasPrefix("☆ Night Boat"), "\(found.text)")
      #expect(found.errorText.contains("does not have what the address names"), "\(found.errorText)")
    }
  }
}
