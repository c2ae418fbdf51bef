import Domain
import Foundation
import Synchronization
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesChartsTests {
  @Test(
    arguments: [
      // A category, a genre, a limit; then the address and the title.
      ("song", nil, nil, "https://c.example/api/v2/jp/music/most-played/50/songs.json", "Most played songs"),
      ("song", "jazz", 10, "https://i.example/jp/rss/topsongs/limit=10/genre=11/json", "Most bought songs in Jazz"),
      ("album", nil, 100, "https://c.example/api/v2/jp/music/most-played/100/albums.json", "Most played albums"),
      ("podcast", nil, 5, "https://c.example/api/v2/jp/podcasts/top/5/podcasts.json", "Top podcasts"),
      ("podcast", nil, 101, "https://i.example/jp/rss/toppodcasts/limit=101/json", "Top podcasts"),
      (
        "podcast", "true", nil, "https://i.example/jp/rss/toppodcasts/limit=50/genre=1488/json",
        "Top podcasts in True Crime"
      ),
      (
        "episode", nil, nil, "https://c.example/api/v2/jp/podcasts/top/50/podcast-episodes.json", "Top podcast episodes"
      ),
      ("movie", nil, 200, "https://i.example/jp/rss/topmovies/limit=200/json", "Top films"),
      ("ebook", nil, nil, "https://c.example/api/v2/jp/books/top-paid/50/books.json", "Top paid books"),
      ("audiobook", nil, nil, "https://c.example/api/v2/jp/audio-books/top/50/audio-books.json", "Top audiobooks"),
      (
        "app", "games", nil, "https://i.example/jp/rss/topfreeapplications/limit=50/genre=6014/json",
        "Top free apps in Games"
      ),
      ("app", nil, nil, "https://c.example/api/v2/jp/apps/top-free/50/apps.json", "Top free apps"),
      ("music-video", nil, nil, "https://i.example/jp/rss/topmusicvideos/limit=50/json", "Most bought music videos"),
      ("tv", nil, nil, "https://i.example/jp/rss/toptvepisodes/limit=50/json", "Top TV episodes"),
      ("season", nil, nil, "https://i.example/jp/rss/toptvseasons/limit=50/json", "Top TV seasons"),
    ] as [(String, String?, Int?, String, String)])
  func `each chart is asked of the feed that has it`(
    category: String, genre: String?, limit: Int?, url: String, title: String
  ) async throws {
    let asked = Mutex<[String]>([])
    let client = ITunesClient(base: "https://i.example", chartsBase: "https://c.example") { request in
      asked.withLock { $0.append(request.url) }
      return HTTPResponse(status: 200, json: #"{"feed":{"results":[]}}"#)
    }
    let request = try ChartRequest(.itunes(category), of: .itunes, storefront: "jp", genre: genre, limit: limit)
    let chart = try await client.chart(request, filters: [:])
    #expect(asked.withLock { $0 } == [url])
    #expect(chart.title == title)
    #expect(chart.storefront == "JP")
    #expect(chart.source == (url.hasPrefix("https://i.") ? "iTunes Store" : chart.source))
    #expect(chart.list == ItemList(items: []))
  }

  @Test(
    arguments: [
      ("artist", nil, nil, "no chart"), ("song", "polka", nil, "no genre"), ("episode", "comedy", nil, "no genre"),
      ("song", "c", nil, "no genre"), ("song", nil, 101, "beyond 100"), ("song", "jazz", 201, "beyond 200"),
      ("movie", nil, 201, "beyond 200"), ("podcast", nil, 0, "beyond 200"),
    ] as [(String, String?, Int?, String)])
  func `what the feeds would refuse is refused before they are asked`(
    category: String, genre: String?, limit: Int?, why: String
  ) {
    do throws(ChartRefusal) {
      _ = try ChartRequest(.itunes(category), of: .itunes, genre: genre, limit: limit)
      Issue.record("taken")
    } catch {
      switch error {
      case .noChart: #expect(why == "no chart")
      case .unknownGenre: #expect(why == "no genre")
      case .beyondLimit(limit, let largest): #expect(why == "beyond \(largest)")
      case .beyondLimit: Issue.record("another limit")
      }
    }
  }

  @Test func `a place of the current feed is an item like any other`() async throws {
    let chart = try await chart(
      "song", storefront: "GB",
      #"""
      {"feed":{"title":"Top Songs","country":"gb","updated":"Fri, 9 Jan 2026 05:49:54 +0000","results":[
       {"artistName":"Mira Holm","id":"2001","name":"Ebb","releaseDate":"2025-12-29","kind":"songs","artistId":"10",
        "artistUrl":"https://music.apple.com/gb/artist/10","contentAdvisoryRating":"Explict",
        "artworkUrl100":"https://is1.example/c.jpg/100x100bb.jpg","genres":[{"genreId":"11","name":"Jazz"},
        {"genreId":"34","name":"Music"}],"url":"https://music.apple.com/gb/album/ebb/20?i=2001"},
       {"id":"2"}, null, {"id":"2002","name":"Flow"}]}}
      """#)
    var ebb = Item(id: .itunes("song", "2001"), title: "Ebb")
    ebb.kind = "song"
    ebb.creator = "Mira Holm"
    ebb.creatorID = .itunes("artist", "10")
    ebb.creatorLink = WebLink("https://music.apple.com/gb/artist/10")
    ebb.link = WebLink("https://music.apple.com/gb/album/ebb/20?i=2001")
    ebb.albumID = .itunes("album", "20")
    ebb.artwork = WebLink("https://is1.example/c.jpg/100x100bb.jpg")
    ebb.released = ReleaseDate("2025-12-29")
    ebb.genre = "Jazz"
    ebb.isExplicit = true
    ebb.storefront = "GB"
    ebb.rank = 1
    #expect(chart.list.items.first == ebb)
    #expect(chart.list.items.map(\.rank) == [1, 4])
    #expect(chart.list.skipped.map(\.row) == [2, 3])
    #expect(chart.updated?.text == "2026-01-09")
    #expect(chart.source == "Apple Music")
  }

  @Test func `a place of the older feed has a price and a preview`() async throws {
    let place = #"""
      {"im:name":{"label":"Ebb - Live"},"title":{"label":"Ebb - Live - Mira Holm"},
       "im:artist":{"label":"Mira Holm","attributes":{"href":"https://music.apple.com/us/artist/mira/10?uo=2"}},
       "id":{"label":"https://x.example","attributes":{"im:id":"2001"}},
       "link":[{"attributes":{"rel":"alternate","href":"https://music.apple.com/us/album/ebb/20?i=2001"}},
        {"im:duration":{"label":"30000"},"attributes":{"rel":"enclosure","type":"audio/x-m4a",
         "href":"https://a.example/p.m4a"}}],
       "im:image":[{"label":"https://i.example/55x55bb.png"},{"label":"https://i.example/170x170bb.png"}],
       "im:price":{"label":"$1.29","attributes":{"amount":"1.29000","currency":"USD"}},
       "im:collection":{"im:name":{"label":"Tides"},"link":{"attributes":{"href":"https://music.apple.com/us/album/t/20"}}},
       "category":{"attributes":{"im:id":"11","term":"Jazz","label":"Jazz"}},
       "im:releaseDate":{"label":"2026-01-02T00:00:00-07:00"}}
      """#
    // A single place is an object of its own.
    for entry in [place, "[\(place)]"] {
      let chart = try await chart(
        "song", genre: "jazz", #"{"feed":{"updated":{"label":"2024-04-25T11:48:55-07:00"},"entry":\#(entry)}}"#)
      let item = try #require(chart.list.items.first)
      #expect(item.title == "Ebb - Live")
      #expect(item.creatorID == .itunes("artist", "10"))
      #expect(item.album == "Tides")
      #expect(item.albumID == .itunes("album", "20"))
      #expect(item.price == Price(amount: Decimal(string: "1.29")!, currency: "USD"))
      #expect(item.price?.digits == "1.29")
      #expect(item.preview?.text == "https://a.example/p.m4a")
      #expect(item.artwork?.text == "https://i.example/170x170bb.png")
      #expect(item.genre == "Jazz")
      #expect(item.storefront == nil)
      #expect(chart.storefront == "US")
      #expect(chart.updated?.day == "2024-04-25")
    }
    #expect(try await chart("song", genre: "jazz", #"{"feed":{"title":{"label":"x"}}}"#).list.items.isEmpty)
  }

  @Test(arguments: [
    (HTTPResponse(status: 404, json: "<html>"), CatalogError.unknown("Most played songs", storefront: "US")),
    (HTTPResponse(status: 500, json: "<html>"), .server(host: "rss.marketingtools.apple.com", status: 500)),
    (HTTPResponse(status: 403, json: ""), .rateLimited(host: "rss.marketingtools.apple.com", retryAfter: nil)),
    (
      HTTPResponse(status: 200, json: "<html>"),
      .unreadable(host: "rss.marketingtools.apple.com", what: "an HTML page")
    ),
    (
      HTTPResponse(status: 200, json: "[]"),
      .unreadable(host: "rss.marketingtools.apple.com", what: "JSON without a feed")
    ),
  ])
  func `a chart that fails says why`(response: HTTPResponse, error: CatalogError) async throws {
    let client = ITunesStub(response).client
    let request = try ChartRequest(.itunes("song"), of: .itunes)
    await #expect(throws: error) { try await client.chart(request, filters: [:]) }
  }

  @Test func `a full chart may go on, and a full chart of the largest kind does not`() async throws {
    let rows = (1...100).map { #"{"id":"\#($0)","name":"S"}"# }.joined(separator: ",")
    let stub = ITunesStub(json: #"{"feed":{"results":[\#(rows)]}}"#)
    func extent(_ category: String, _ limit: Int) async throws -> Extent {
      try await stub.client.chart(ChartRequest(.itunes(category), of: .itunes, limit: limit), filters: [:]).list.extent
    }
    #expect(try await extent("song", 5) == .limit(5, largest: 100))
    #expect(try await extent("song", 100) == .limit(100, largest: nil))
    #expect(try await extent("podcast", 100) == .limit(100, largest: 200))
    #expect(try await extent("podcast", 200) == .all)
  }

  @Test func `one request tells what a chart leaves out, and ranks stay`() async throws {
    let shop = ITunesShop()
    var items = ["20", "999", "21"].map { Item(id: .itunes("album", $0), title: "Chart title \($0)") }
    for index in items.indices { items[index].rank = index + 1 }
    let rich = try await shop.client.enriched(items, filters: [:])
    #expect(shop.asked == ["lookup?id=20%2C999%2C21"])
    #expect(rich.map(\.rank) == [1, 2, 3])
    #expect(rich.map(\.count) == [6, nil, 9])
    #expect(rich[1] == items[1])
  }

  @Test func `every store's number one comes as it comes`() async throws {
    let client = ITunesClient { request throws(CatalogError) in
      switch request.path.split(separator: "/").dropFirst(2).first {
      case "jp": return HTTPResponse(status: 200, json: #"{"feed":{"results":[{"id":"1","name":"うみ"}]}}"#)
      case "de": return HTTPResponse(status: 200, json: #"{"feed":{"results":[]}}"#)
      default: throw .cancelled
      }
    }
    let seen = Mutex<[Int]>([])
    let context = RequestContext(onEvent: { event in
      if case .answered(let done, of: 3, what: "stores") = event { seen.withLock { $0.append(done) } }
    })
    let answers = try await RequestContext.$current.withValue(context) {
      try await client.numberOnes(
        of: ChartRequest(.itunes("song"), of: .itunes, limit: 1), in: ["DE", "FR", "JP"], filters: [:])
    }
    #expect(answers.map(\.storefront) == ["DE", "JP"])
    #expect(answers[0].result == .success(.notFound))
    guard case .success(.found(let first)) = answers[1].result else {
      Issue.record("\(answers[1])")
      return
    }
    #expect(first.title == "うみ")
    #expect(first.storefront == "JP")
    #expect(seen.withLock { $0 } == [1, 2])
  }

  @Test func `a world chart asks around sixty storefronts, each of which there is`() {
    #expect((55...65).contains(Charts.itunes.world.count))
    #expect(Charts.itunes.world.allSatisfy { ITunesStorefronts.names[$0] != nil })
    #expect(Set(Charts.itunes.world).count == Charts.itunes.world.count)
    #expect(
      Charts.itunes.offers.filter(\.isShelf).map(\.category.name) == [
        "song", "album", "podcast", "movie", "ebook", "app",
      ])
  }

  private func chart(
    _ category: String, storefront: String? = nil, genre: String? = nil, _ json: String
  ) async throws -> Chart {
    let request = try ChartRequest(.itunes(category), of: .itunes, storefront: storefront, genre: genre)
    return try await ITunesStub(json: json).client.chart(request, filters: [:])
  }
}

/// Recorded feeds, where they lie beside the package; they are no part of it.
struct ITunesRecordedChartsTests {
  @Test(
    .enabled(if: Recorded.isThere),
    arguments: Recorded.json(in: "charts").filter { !$0.lastPathComponent.contains("three-records") })
  func `a recorded feed gives an item for every place`(file: URL) async throws {
    let body = try [UInt8](Foundation.Data(contentsOf: file))
    let object = try #require(try JSONSerialization.jsonObject(with: Foundation.Data(body)) as? [String: Any])
    let feed = try #require(object["feed"] as? [String: Any])
    let places = (feed["results"] ?? feed["entry"]).map { $0 as? [Any] ?? [$0] } ?? []
    let client = ITunesStub(HTTPResponse(status: 200, body: body)).client
    let chart = try await client.chart(ChartRequest(.itunes("podcast"), of: .itunes, limit: 200), filters: [:])
    #expect(chart.list.items.count == places.count)
    #expect(chart.list.skipped.isEmpty)
    #expect(chart.list.items.allSatisfy { Int($0.id.key) != nil && $0.link != nil && $0.artwork != nil })
    #expect(chart.list.items.map(\.rank) == Array(1...max(1, places.count)).prefix(places.count).map(Int?.some))
    #expect(chart.updated != nil)
  }
}
