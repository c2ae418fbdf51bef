import Domain
import Synchronization
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesNewsTests {
  @Test func `news is listed newest first, each with its favourite`() async throws {
    let asked = Mutex<[String]>([])
    let client = ITunesClient { request in
      asked.withLock { $0.append(String(request.url.dropFirst("https://itunes.apple.com/".count))) }
      switch request.query["entity"] {
      case "album":
        return HTTPResponse(
          status: 200,
          json: """
            {"results":[{"wrapperType":"artist","artistType":"Artist","artistId":11,"artistName":"The Other"},
            \(Self.album(5, by: 11, "2026-11-02")),\(Self.album(6, by: 99, "2026-11-20")),
            {"wrapperType":"artist","artistType":"Artist","artistId":10,"artistName":"Mira Holm"},
            \(Self.album(1, by: 10, "2026-11-10")),\(Self.album(2, by: 10, "2026-09-01")),
            \(Self.album(3, by: 10, "2026-12-24")),\(Self.album(1, by: 10, "2026-11-10")),null]}
            """)
      case "podcastEpisode":
        return HTTPResponse(
          status: 200,
          json: """
            {"results":[{"wrapperType":"track","kind":"podcast","collectionId":50,"trackId":50,"trackName":"Shoals"},
            {"wrapperType":"podcastEpisode","kind":"podcast-episode","collectionId":50,"trackId":501,"trackName":"One",
             "releaseDate":"2026-11-15T05:00:00Z"}]}
            """)
      default: return HTTPResponse(status: 503, body: [])
      }
    }
    let song = star("song", "2001", by: "10")
    let stars = [
      song, star("album", "20", by: "10"), star("artist", "11"), star("podcast", "50"), star("app", "7", by: "8"),
    ]
    let news = await client.news(of: stars, from: "2026-10-22", to: "2026-11-21", filters: [:])
    #expect(
      news.entries.map { "\($0.item.id.key) \($0.star.id)" } == [
        "6 itunes:artist:11", "501 itunes:podcast:50", "1 itunes:song:2001", "5 itunes:artist:11",
      ])
    let failure = CatalogError.server(host: "itunes.apple.com", status: 503)
    #expect(news.failures == [FailedPart(of: stars[4], error: failure)])
    #expect(news.skipped.map(\.row) == [9])
    #expect(
      Set(asked.withLock { $0 }) == [
        "lookup?id=10%2C11&entity=album&limit=25&sort=recent",
        "lookup?id=50&entity=podcastEpisode&limit=25&sort=recent",
        "lookup?id=8&entity=software&limit=25&sort=recent",
      ])
  }

  @Test func `a hundred creators are one request, and each storefront has its own`() async throws {
    let stub = ITunesStub(json: #"{"results":[]}"#)
    var stars = (1...150).map { star("artist", "\($0)") }
    stars[149].storefront = "JP"
    let news = await stub.client.news(of: stars, from: "2026-10-22", to: "2026-11-21", filters: [:])
    #expect(news.answered.count == 150 && changing(news) { $0.answered = [] } == News())
    #expect(stub.urls.count == 3)
    #expect(stub.urls.filter { $0.hasSuffix("&country=JP") }.count == 1)
  }

  @Test func `where all requested works are new, more are requested, and that may not be all`() async throws {
    let asked = Mutex(0)
    let client = ITunesClient { request in
      asked.withLock { $0 += 1 }
      let works = (1...Int(request.query["limit"]!)!).map { Self.album($0, by: 10, "2026-11-10") }
      return HTTPResponse(status: 200, json: "{\"results\":[\(works.joined(separator: ","))]}")
    }
    let stars = [star("artist", "10")]
    let news = await client.news(of: stars, from: "2026-10-22", to: "2026-11-21", filters: [:])
    #expect(news.entries.count == 200 && news.partial == stars && asked.withLock(\.self) == 2)
  }

  private static func album(_ id: Int, by artist: Int, _ day: String) -> String {
    """
    {"wrapperType":"collection","collectionType":"Album","artistId":\(artist),"collectionId":\(id),"collectionName":"A",
     "releaseDate":"\(day)T08:00:00Z"}
    """
  }

  private func star(_ category: String, _ key: String, by creator: String? = nil) -> Item {
    var item = Item(id: .itunes(category, key), title: "A favourite")
    item.creatorID = creator.map { .itunes("artist", $0) }
    return item
  }
}
