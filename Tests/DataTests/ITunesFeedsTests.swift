import Domain
import Synchronization
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesFeedsTests {
  @Test func `a podcast's episodes come from its own feed, with the service's count`() async throws {
    let world = FeedWorld()
    let page = try await world.client.related(by: world.episodes, to: world.podcast, filters: [:], offset: 0)
    #expect(page.items.map(\.title) == ["Three", "Two"])
    #expect(page.items.map(\.albumID) == [world.podcast.id, world.podcast.id])
    #expect(page.notes == [.feed(episodes: 2, hasMore: false, counted: 2475, by: "Apple")])
    #expect(page.extent == .unknown)
    #expect(world.asked == ["https://feeds.example/50.xml"])
  }

  @Test func `a feed that fails is replaced, and reported`() async throws {
    let world = FeedWorld(status: 404)
    let page = try await world.client.related(by: world.episodes, to: world.podcast, filters: [:], offset: 0)
    #expect(page.items.map(\.title) == ["Apple's"])
    #expect(page.notes == [.feedFailed(.notFound(host: "feeds.example"), counted: 2475, by: "Apple")])
    #expect(page.extent == .ended(came: 1, total: 2475))
    await #expect(throws: CatalogError.notFound(host: "feeds.example")) {
      try await world.client.related(by: world.episodes, to: world.podcast, filters: [:], offset: 10)
    }
  }

  @Test func `a podcast known only by number is looked up for its feed`() async throws {
    let world = FeedWorld()
    let bare = Item(id: .itunes("podcast", "50"), title: "A title")
    let page = try await world.client.related(by: world.episodes, to: bare, filters: [:], offset: 0)
    #expect(page.items.map(\.title) == ["Three", "Two"])
    #expect(page.items.first?.album == "Shoals")
    #expect(world.asked.count == 2)
  }

  @Test func `its screen shows them in two requests, whether or not the feed works`() async throws {
    let world = FeedWorld()
    let details = try await world.client.details(of: world.podcast, filters: [:])
    #expect(details.filled.map(\.relation.word) == ["episodes", "podcasts", "artist"])
    #expect(
      try details.filled[0].answer.get().notes == [.feed(episodes: 2, hasMore: false, counted: 2475, by: "Apple")])
    #expect(world.asked.count == 2)

    let gone = FeedWorld(status: 404)
    let others = try await gone.client.details(of: gone.podcast, filters: [:])
    #expect(others.filled.map(\.relation.word) == ["episodes"])
    let page = try others.filled[0].answer.get()
    #expect(page.items.map(\.title) == ["Apple's"])
    #expect(page.notes == [.feedFailed(.notFound(host: "feeds.example"), counted: 2475, by: "Apple")])
    #expect(gone.asked.count == 2)
  }

  @Test func `a feed with an error shows the part before it, and says where`() async throws {
    let world = FeedWorld(isCut: true)
    let page = try await world.client.related(by: world.episodes, to: world.podcast, filters: [:], offset: 0)
    #expect(page.items.map(\.title) == ["Three", "Two", "One"])
    #expect(page.items.last?.released == nil)
    guard case .feedBrokeOff? = page.notes.last else {
      Issue.record("\(page.notes)")
      return
    }
    #expect(page.extent == .unknown)
  }

  @Test func `if the feed fails and Apple lists nothing, the list is not called empty`() async throws {
    let world = FeedWorld(status: 404, listsEpisodes: false)
    await #expect(throws: CatalogError.notFound(host: "feeds.example")) {
      try await world.client.related(by: world.episodes, to: world.podcast, filters: [:], offset: 0)
    }
    let details = try await world.client.details(of: world.podcast, filters: [:])
    #expect(
      details.filled.first { $0.relation == world.episodes }?.answer == .failure(.notFound(host: "feeds.example")))
  }

  /// Its number is the feed's own and its guid may be anything, so the store has no record of it.
  @Test func `an episode without its own page is opened like any other`() async throws {
    let world = FeedWorld()
    let list = try await world.client.related(by: world.episodes, to: world.podcast, filters: [:], offset: 0)
    let episode = try #require(list.items.first)
    #expect(episode.link == nil)
    let details = try await world.client.details(of: episode, filters: [:])
    #expect(details.item.title == "Three")
    #expect(details.filled.allSatisfy { (try? $0.answer.get()) != nil })
  }

  @Test func `an episode that is only in the feed opens by its id`() async throws {
    let world = FeedWorld()
    let list = try await world.client.related(by: world.episodes, to: world.podcast, filters: [:], offset: 0)
    for episode in list.items {
      #expect(try await world.client.item(for: .item(episode.id), filters: [:]).title == episode.title)
    }
    let gone = ItemID.itunes("episode", "50/gone")
    await #expect(throws: CatalogError.onlyInList(gone.description, whole: world.podcast.id)) {
      try await world.client.item(for: .item(gone), filters: [:])
    }
  }

  @Test func `news of a starred podcast is in its feed`() async throws {
    let world = FeedWorld()
    let news = await world.client.news(of: [world.podcast], from: "2026-02-15", to: "2026-03-15", filters: [:])
    #expect(news.entries.map(\.item.title) == ["Three"])
    #expect(news.entries.map(\.star) == [world.podcast])
    #expect(news.failures.isEmpty)
    #expect(world.asked == ["https://feeds.example/50.xml"])

    let gone = FeedWorld(status: 404)
    let others = await gone.client.news(of: [gone.podcast], from: "2026-02-15", to: "2026-03-15", filters: [:])
    #expect(others.entries.map(\.item.title) == ["Apple's"])
    #expect(others.failures.map(\.error) == [.notFound(host: "feeds.example")])
  }
}

/// A podcast whose feed has two episodes, and whose lookup lists another one.
private final class FeedWorld: Sendable {
  private let status: Int
  private let isCut: Bool
  private let listsEpisodes: Bool
  private let requests = Mutex<[String]>([])

  init(status: Int = 200, isCut: Bool = false, listsEpisodes: Bool = true) {
    self.status = status
    self.isCut = isCut
    self.listsEpisodes = listsEpisodes
  }

  var asked: [String] { requests.withLock { $0 } }
  var episodes: Relation { Catalog.itunes.category(named: "podcast")!.relations.named("episodes")! }

  var podcast: Item {
    var podcast = Item(id: .itunes("podcast", "50"), title: "Shoals")
    podcast.creatorID = .itunes("artist", "51")
    podcast.feed = WebLink("https://feeds.example/50.xml")
    podcast.link = WebLink("https://podcasts.apple.com/us/podcast/id50")
    podcast.count = 2475
    return podcast
  }

  var client: ITunesClient {
    let fetch: HTTPFetch = { [self] request in
      requests.withLock { $0.append(request.url) }
      return answer(to: request)
    }
    return ITunesClient(feeds: FeedReader(addresses: UntrustedURLPolicy(), fetch: fetch), fetch: fetch)
  }

  private func answer(to request: HTTPRequest) -> HTTPResponse {
    if request.host == "feeds.example" {
      let items = [("Three", "1 Mar 2026"), ("Two", "1 Feb 2026")].map { title, day in
        "<item><title>\(title)</title><guid>\(title)</guid><pubDate>\(day) 05:00:00 GMT</pubDate></item>"
      }
      let end = isCut ? "<item><title>One</title><pubDate>1 Jan 20" : "</channel></rss>"
      return HTTPResponse(status: status, json: "<rss><channel><title>Shoals</title>\(items.joined())\(end)")
    }
    let podcast =
      #"{"wrapperType":"track","kind":"podcast","trackId":50,"collectionId":50,"trackName":"Shoals","trackCount":2475,"feedUrl":"https://feeds.example/50.xml","artistId":51,"trackViewUrl":"https://podcasts.apple.com/us/podcast/id50"}"#
    let below =
      request.query["entity"] == "podcastEpisode"
      ? #"{"wrapperType":"podcastEpisode","kind":"podcast-episode","collectionId":50,"trackId":1000000000503,"trackName":"Apple's","releaseDate":"2026-03-01T05:00:00Z"}"#
      : #"{"wrapperType":"track","kind":"podcast","trackId":52,"collectionId":52,"trackName":"Reefs"}"#
    let maker =
      request.query["id"] == "51" ? #"{"wrapperType":"artist","artistId":51,"artistName":"Low Water"}"# : podcast
    if request.query["entity"] == "podcastEpisode", !listsEpisodes {
      return HTTPResponse(status: 200, json: #"{"results":[\#(maker)]}"#)
    }
    return HTTPResponse(status: 200, json: #"{"results":[\#(maker),\#(below)]}"#)
  }
}
