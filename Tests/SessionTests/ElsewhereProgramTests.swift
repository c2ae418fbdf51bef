import Foundation
import Synchronization
import TestSupport
import Testing

/// The same thing in other catalogs, with the built program and a small world of services on loopback.
@Suite(.timeLimit(.minutes(5)))
struct ElsewhereProgramTests {
  private let home = TemporaryFolder()

  private func run(
    _ commands: String, at server: StandInServer, _ options: [String] = ["--output", "json"], wikidata: String? = nil
  ) async throws -> BuiltProgram.Run {
    var environment = [
      "XDG_CACHE_HOME": home.path("cache"), "XDG_STATE_HOME": home.path("state"),
      "XDG_CONFIG_HOME": home.path("config"),
      "LINER_WIKIDATA_URL": wikidata ?? server.url + "/wd", "LINER_FEEDS_URL": server.url,
    ]
    for name in [
      "ITUNES", "GHIBLI", "DEEZER", "MUSICBRAINZ", "OPENLIBRARY", "GUTENDEX", "TVMAZE", "ARCHIVE", "JIKAN", "ARTIC",
    ] {
      environment["LINER_\(name)_URL"] = "\(server.url)/\(name.lowercased())"
    }
    // All services have one host here, whose budget would be the smallest of theirs.
    let rate = wikidata == nil ? ["--rate", "off"] : []
    return try await BuiltProgram.run(options + rate + ["--no-cache", "-c", commands], environment: environment)
  }

  private static func claims(_ ids: [String: [String]], kind: String) -> String {
    var lists = ids.mapValues { values in
      values.map { value -> String in
        let (text, rank) = value.hasPrefix("!") ? (String(value.dropFirst()), "deprecated") : (value, "normal")
        return #"{"mainsnak":{"snaktype":"value","datavalue":{"value":"\#(text)","type":"string"}},"rank":"\#(rank)"}"#
      }
    }
    lists["P31"] = [
      #"{"mainsnak":{"snaktype":"value","datavalue":{"value":{"id":"\#(kind)"},"type":"wikibase-entityid"}},"rank":"normal"}"#
    ]
    return lists.map { "\"\($0.key)\":[\($0.value.joined(separator: ","))]" }.joined(separator: ",")
  }

  /// Things of Wikidata: an album, a series, a book, and one that is another thing in another case.
  private static let things: [String: (label: String, claims: String)] = [
    "Q1": (
      "Night Boat",
      claims(
        ["P436": ["rg-1"], "P2723": ["77"], "P2205": ["0ETFjACtuP2ADo6LFhL6HN"], "P2281": ["500"]], kind: "Q482994")
    ),
    "Q2": ("Lighthouse", claims(["P345": ["tt1234567"], "P8600": ["42"], "P4086": ["!9"]], kind: "Q5398426")),
    "Q3": ("Gull", claims(["P648": ["OL5W", "OL6W", "OL7A"], "P2034": ["81"]], kind: "Q7725634")),
    "Q4": ("Wrong Case", claims(["P2205": ["0etfjactup2ado6lfhl6hn"], "P8600": ["43"]], kind: "Q482994")),
  ]

  private static let search: [String: [String]] = [
    "P2281=500": ["Q1"], "P2205=0ETFjACtuP2ADo6LFhL6HN": ["Q1", "Q4"], "P345=tt1234567": ["Q2"], "P648=OL5W": ["Q3"],
    "P2205=0etfjactup2ado6lfhl6hX": ["Q4"],
  ]

  private static func wikidata(_ request: StandInServer.Request) -> StandInServer.Answer {
    if request.query["action"] == "query" {
      let wanted = (request.query["srsearch"] ?? "").replacing("haswbstatement:", with: "").split(separator: "|")
      let hits = wanted.flatMap { search[String($0)] ?? [] }.map { "{\"ns\":0,\"title\":\"\($0)\"}" }
      return .json(#"{"query":{"search":[\#(hits.joined(separator: ","))]}}"#)
    }
    let ids =
      request.query["ids"].map { $0.split(separator: "|").map(String.init) }
      ?? [String(request.path.split(separator: "/").last?.prefix { $0 != "." } ?? "")]
    let entities = ids.compactMap { id in
      things[id].map { #""\#(id)":{"id":"\#(id)","labels":{"en":{"value":"\#($0.label)"}},"claims":{\#($0.claims)}}"# }
    }
    return .json(#"{"entities":{\#(entities.joined(separator: ","))}}"#)
  }

  private static let album = """
    {"wrapperType":"collection","collectionType":"Album","artistId":5,"collectionId":500,"artistName":"Ada Reed",\
    "collectionName":"Night Boat","trackCount":2,"country":"USA","currency":"USD","releaseDate":"2005-03-01T12:00:00Z"}
    """
  private static let deezerAlbum = """
    {"id":77,"title":"Night Boat","upc":"012345678905","nb_tracks":2,"release_date":"2005-03-01","type":"album",\
    "link":"https://www.deezer.com/album/77","artist":{"id":1,"name":"Ada Reed"},"tracks":{"data":[]}}
    """

  private static let answering: StandInServer.Answering = { request in
    switch request.path {
    case let path where path.hasPrefix("/wd/"): wikidata(request)
    case "/itunes/search" where request.query["entity"] == "album": .json("{\"resultCount\":1,\"results\":[\(album)]}")
    case "/itunes/lookup" where request.query["id"] == "500": .json("{\"resultCount\":1,\"results\":[\(album)]}")
    case "/itunes/search", "/itunes/lookup": .json(#"{"resultCount":0,"results":[]}"#)
    case "/deezer/album/77": .json(deezerAlbum)
    case "/musicbrainz/release-group/rg-1":
      .json(
        #"{"id":"rg-1","title":"Night Boat","first-release-date":"2005-03-01","artist-credit":[{"name":"Ada Reed","artist":{"id":"a1","name":"Ada Reed"}}]}"#
      )
    case "/tvmaze/shows/42":
      .json(#"{"id":42,"name":"Lighthouse","url":"https://www.tvmaze.com/shows/42","externals":{"imdb":"tt1234567"}}"#)
    case "/tvmaze/search/shows": .json("[]")
    case "/openlibrary/works/OL5W.json", "/openlibrary/works/OL6W.json":
      .json(#"{"key":"\#(request.path.dropFirst(12).dropLast(5))","title":"Gull","type":{"key":"/type/work"}}"#)
    case "/gutendex/books/81/", "/gutendex/books/81":
      .json(#"{"id":81,"title":"Gull","authors":[{"name":"Reed, Ada"}],"formats":{}}"#)
    case "/page": .init(headers: ["content-type": "text/html"], body: Array("<html></html>".utf8))
    default: .status(404)
    }
  }

  private struct Row: Equatable {
    var id: String
    var match: String
  }

  private func screens(_ run: BuiltProgram.Run, status: Int32 = 0) throws -> [[String: Any]] {
    try #require(run.status == status, "\(run.errorText) \(run.text)")
    return try run.text.split(separator: "\n").compactMap { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["screen"] as? [String: Any]
    }
  }

  private func rows(_ screen: [String: Any]) -> [Row] {
    (screen["sections"] as? [[String: Any]] ?? []).flatMap { $0["items"] as? [[String: Any]] ?? [] }
      .map { Row(id: $0["id"] as? String ?? "", match: $0["match"] as? String ?? "") }
  }

  @Test func `an album is found by Wikidata, and what was asked in vain is named`() async throws {
    try await StandInServer.run(answering: Self.answering) { server in
      let found = try await run("search night boat --in album; elsewhere 1; open 1", at: server)
      let all = try screens(found)
      #expect(all[1]["kind"] as? String == "elsewhere")
      #expect(
        rows(all[1]) == [
          Row(id: "deezer:album:77", match: "wikidata"), Row(id: "musicbrainz:album:rg-1", match: "wikidata"),
        ])
      #expect((all[2]["item"] as? [String: Any])?["id"] as? String == "deezer:album:77")
      let requests = await server.requests
      #expect(requests.filter { $0.path.hasPrefix("/wd/") }.count == 2)
      let mine = requests.drop { !$0.path.hasPrefix("/wd/") }.prefix { $0.path != "/deezer/album/77/tracks" }
      #expect(mine.count <= 12)
    }
  }

  @Test func `catalogs can be chosen, and one without such things says so`() async throws {
    try await StandInServer.run(answering: Self.answering) { server in
      let found = try await run("open itunes:album:500; elsewhere musicbrainz,tvmaze", at: server)
      let all = try screens(found)
      #expect(rows(all[1]) == [Row(id: "musicbrainz:album:rg-1", match: "wikidata")])
      #expect(all[1]["without"] as? [String: String] == ["tvmaze": "not asked (no such category)"])
      #expect(await server.requests.allSatisfy { !$0.path.hasPrefix("/tvmaze") && !$0.path.hasPrefix("/deezer") })
    }
  }

  @Test func `a pasted page of another service opens the one thing, or the list of several`() async throws {
    try await StandInServer.run(answering: Self.answering) { server in
      let found = try await run(
        """
        open https://www.imdb.com/title/tt1234567/; open https://open.spotify.com/album/0ETFjACtuP2ADo6LFhL6HN?si=x
        open https://www.wikidata.org/wiki/Q3; trail
        """, at: server)
      let all = try screens(found)
      #expect(all[0]["kind"] as? String == "item")
      #expect((all[0]["item"] as? [String: Any])?["id"] as? String == "tvmaze:show:42")
      // A hit whose claim differs in case is no hit, so that this is one thing in three catalogs.
      #expect(rows(all[1]).map(\.id) == ["itunes:album:500", "deezer:album:77", "musicbrainz:album:rg-1"])
      #expect(all[1]["title"] as? String == "Elsewhere · Night Boat")
      #expect(rows(all[2]).map(\.id) == ["gutendex:book:81", "openlibrary:book:OL5W", "openlibrary:book:OL6W"])
      // A deprecated claim leads nowhere.
      #expect(await server.requests.allSatisfy { !$0.path.hasPrefix("/jikan/anime/9") })
      #expect(
        found.text.contains("\"trail\":[\"home\",\"Lighthouse\",\"Elsewhere · Night Boat\",\"Elsewhere · Gull\"]"))
    }
  }

  @Test func `what nobody knows suggests a search and leaves no screen, and retry repeats what failed`() async throws {
    let isUp = Mutex(false)
    try await StandInServer.run { request in
      if request.path.hasPrefix("/wd/"), !isUp.withLock(\.self) { return .status(500) }
      return await Self.answering(request)
    } body: { server in
      let found = try await run(
        """
        open https://letterboxd.com/film/abbey-road/; expect error server; trail
        open \(server.url)/page; expect error not-found; trail
        """, at: server, ["--output", "json", "--keep-going"])
      #expect(
        found.text.contains("search \\\"page\\\"") && found.text.contains("\"trail\":[\"home\"]"), "\(found.text)")
      #expect(!found.text.contains("\"screen\""))
      isUp.withLock { $0 = true }
      let unknown = try await run("open https://letterboxd.com/film/abbey-road/", at: server, [])
      #expect(unknown.status == 1 && unknown.errorText.contains("Try: search \"abbey road\""), "\(unknown.errorText)")
      // A page that the table knows is never requested itself.
      #expect(await server.requests.allSatisfy { !$0.path.hasPrefix("/film") })
    }
  }

  @Test func `a failure of Wikidata is a failed part, and no absence`() async throws {
    try await StandInServer.run { request in
      if request.path.hasPrefix("/wd/") { return .status(500) }
      if request.path == "/deezer/search/album" { return .json(#"{"data":[\#(Self.deezerAlbum)],"total":1}"#) }
      return await Self.answering(request)
    } body: { server in
      let found = try await run("open itunes:album:500; elsewhere deezer,musicbrainz", at: server)
      let screen = try #require(try screens(found).dropFirst().first)
      #expect(rows(screen) == [Row(id: "deezer:album:77", match: "likely")], "\(found.text)")
      #expect(screen["failed"] as? Int ?? 0 >= 1)
      #expect(found.errorText.isEmpty == false)
    }
  }

  /// 404 means that there is no such thing only where a thing was asked for by its id.
  @Test func `a search whose address is gone is a failed part, and no absence`() async throws {
    try await StandInServer.run { request in
      request.path.hasPrefix("/wd/") ? .json(#"{"query":{"search":[]}}"#) : await Self.answering(request)
    } body: { server in
      let found = try await run("open itunes:album:500; elsewhere deezer,musicbrainz", at: server)
      let screen = try #require(try screens(found, status: 1).dropFirst().first)
      #expect(await server.requests.contains { $0.path.hasPrefix("/deezer/search/") }, "\(found.text)")
      #expect(screen["without"] as? [String: String] ?? [:] == [:], "\(found.text)")
      #expect(screen["failed"] as? Int ?? 0 >= 1)
      #expect(found.errorText.contains("HTTP 404"), "\(found.errorText)")
    }
  }

  @Test func `Wikidata is asked ten times a minute at most by those who leave no contact`() async throws {
    try await StandInServer.run(answering: Self.answering) { server in
      let pages = (1...6).map {
        "open https://www.imdb.com/title/tt000000\($0)/; open https://www.imdb.com/title/tt00000\($0)1/"
      }
      let other = try await StandInServer.start(answering: Self.answering)
      let found = try await run(
        pages.joined(separator: "; "), at: other, ["--output", "json", "--keep-going", "--wait", "0"],
        wikidata: server.url + "/wd")
      await other.stop()
      #expect(found.text.contains("\"code\":\"rate-limited\""), "\(found.text)")
      #expect(await server.requests.count == 10)
    }
  }
}
