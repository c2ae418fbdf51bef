import Domain
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesDetailsTests {
  @Test func `a song shows its album with the tracks, its artist and five other songs, for two requests`() async throws
  {
    let shop = ITunesShop()
    let details = try await shop.client.details(
      of: item("song", "2002", album: "20", creator: "10"), filters: ["explicit": "no", "lang": "en_us"])
    #expect(
      Set(shop.asked) == [
        "lookup?id=20&entity=song&limit=200&lang=en_us", "lookup?id=10&entity=song&limit=200&lang=en_us",
      ])
    #expect(
      details.sections == [
        "album: Tides, Ebb, Flow, Guest, Neap, Ebb (Video)", "artist: Mira Holm", "songs: Ebb, Lone, Neap",
      ])
    // The song itself is among the tracks.
    #expect(details.item.duration == .seconds(180))
    #expect(details.item.track == 3)
    let tracks = try details.filled[0].answer.get()
    #expect(tracks.gaps == [Gap(disc: 1, numbers: [2])])
    #expect(tracks.extent == .all)
  }

  @Test(arguments: [
    ("album", "20", ["tracks: Ebb, Flow, Guest, Neap, Ebb (Video)", "artist: Mira Holm", "albums: Tides (Deluxe)"]),
    ("artist", "10", ["albums: Tides, Tides (Deluxe)"]),
    ("artist", "61", ["books: Charts"]),
    ("artist", "71", ["apps: Tide Tables, Moon"]), ("artist", "51", ["podcasts: Shoals, Reefs"]),
    ("artist", "40", ["seasons: Harbour, Season 2, Harbour, Season 10"]),
    ("artist", "80", ["movies: Pier, Pier II"]),
    ("podcast", "50", ["episodes: Three, Two, One", "podcasts: Reefs", "artist: Low Water"]),
    ("tv", "4102", ["season: Harbour, Season 2", "episodes: Dawn"]),
    ("season", "41", ["episodes: Dawn, Dusk", "seasons: Harbour, Season 10", "show: Harbour"]),
    ("music-video", "2005", ["artist: Mira Holm"]),
    ("ebook", "60", ["artist: Ann Quay"]), ("audiobook", "62", ["artist: Ann Quay"]),
    ("app", "70", ["artist: Jetty", "apps: Moon"]), ("movie", "81", ["artist: D. Rector", "movies: Pier II"]),
  ])
  func `what is known by its number alone is looked up, and shows what two requests bring`(
    category: String, key: String, sections: [String]
  ) async throws {
    let shop = ITunesShop()
    let details = try await shop.client.details(of: item(category, key), filters: [:])
    #expect(details.sections == sections)
    #expect(shop.asked.count == 2)
    #expect(details.item.link != nil)
    #expect(details.item.title != "A title")
  }

  @Test func `an artist that a song leads to is known for a musician, and shows albums and songs`() async throws {
    let shop = ITunesShop()
    let song = item("song", "2002", creator: "10")
    let artist = try #require(Catalog.itunes.relations(of: song).named("artist")?.target(from: song))
    let details = try await shop.client.details(of: artist, filters: [:])
    #expect(details.sections == ["albums: Tides, Tides (Deluxe)", "songs: Flow, Ebb, Lone, Neap"])
    #expect(shop.asked.count == 2)
    #expect(details.item.genre == "Folk")
  }

  @Test func `an episode of a podcast shows the podcast and its newest others, for one request`() async throws {
    let shop = ITunesShop()
    var episode = item("episode", "1000000000501")
    episode.albumID = .itunes("podcast", "50")
    let details = try await shop.client.details(of: episode, filters: [:])
    #expect(details.sections == ["podcast: Shoals", "episodes: Three, Two"])
    #expect(details.item.audio?.text == "https://cdn.example/501.mp3")
    #expect(shop.asked == ["lookup?id=50&entity=podcastEpisode&limit=200"])
  }

  @Test func `everything is asked in the storefront where the item was found, whatever the settings say`() async throws
  {
    let shop = ITunesShop()
    var album = item("album", "9020")
    album.storefront = "JP"
    let details = try await shop.client.details(of: album, filters: ["country": "DE"])
    #expect(details.item.storefront == "JP")
    #expect(try details.filled[0].answer.get().items.map(\.storefront) == ["JP", "JP"])
    #expect(shop.asked.allSatisfy { $0.hasSuffix("&country=JP") })

    let anywhere = ITunesShop()
    let nowhere = try await anywhere.client.details(of: item("album", "20"), filters: ["country": "DE"])
    #expect(nowhere.item.storefront == nil)
    #expect(anywhere.asked.allSatisfy { !$0.contains("country") })
  }

  @Test func `one request that fails leaves the others`() async throws {
    let shop = ITunesShop(failing: ["id=20&": HTTPResponse(status: 503, body: [])])
    let song = item("song", "2002", album: "20", creator: "10")
    let details = try await shop.client.details(of: song, filters: [:])
    #expect(details.sections == ["album: server", "artist: Mira Holm", "songs: Ebb, Lone, Neap"])

    let other = ITunesShop(failing: ["id=10&": HTTPResponse(status: 403, body: [])])
    let sections = try await other.client.details(of: song, filters: [:]).sections
    #expect(sections.suffix(2) == ["artist: Mira Holm", "songs: rate-limited"])
  }

  @Test func `where every request fails, the first failure is told`() async {
    let shop = ITunesShop(failing: ["lookup": HTTPResponse(status: 403, body: [])])
    await #expect(throws: CatalogError.rateLimited(host: "itunes.apple.com", retryAfter: nil)) {
      try await shop.client.details(of: item("song", "2002", album: "20", creator: "10"), filters: [:])
    }
  }

  @Test func `a bare number that leads to nothing is not known there`() async {
    var album = item("album", "77")
    album.storefront = "JP"
    await #expect(throws: CatalogError.unknown("itunes:album:77", storefront: "JP")) {
      try await ITunesShop().client.details(of: album, filters: [:])
    }
    await #expect(throws: CatalogError.unknown("itunes:song:77", storefront: "US")) {
      try await ITunesShop().client.details(of: item("song", "77"), filters: [:])
    }
  }

  @Test func `a favourite of long ago is looked up for what leads on`() async throws {
    let shop = ITunesShop()
    var song = item("song", "2001", creator: "10")
    song.kind = "song"
    song.link = WebLink("https://music.apple.com/x")
    song.facts = [Fact("Album", "Tides")]
    let details = try await shop.client.details(of: song, filters: [:])
    #expect(shop.asked == ["lookup?id=2001", "lookup?id=20&entity=song&limit=200"])
    #expect(details.item.albumID == .itunes("album", "20"))
    #expect(details.item.album == "Tides")
    #expect(details.sections == ["album: Tides, Ebb, Flow, Guest, Neap, Ebb (Video)"])
  }

  @Test func `what is by nobody and tells enough asks nothing`() async throws {
    let shop = ITunesShop()
    var film = item("movie", "81")
    film.link = WebLink("https://itunes.apple.com/us/movie/x/id81")
    film.duration = .seconds(6_000)
    #expect(try await shop.client.details(of: film, filters: [:]) == ItemDetails(item: film))
    let elsewhere = Item(id: ItemID(catalog: "ghibli", category: "film", key: "1"), title: "A film")
    #expect(try await shop.client.details(of: elsewhere, filters: [:]) == ItemDetails(item: elsewhere))
    #expect(shop.asked.isEmpty)
  }

  private func item(_ category: String, _ key: String, album: String? = nil, creator: String? = nil) -> Item {
    var item = Item(id: .itunes(category, key), title: "A title")
    item.creator = creator.map { _ in "Somebody" }
    item.creatorID = creator.map { .itunes("artist", $0) }
    item.albumID = album.map { .itunes("album", $0) }
    return item
  }
}

extension ItemDetails {
  /// Each section in a line: its word and its titles, or what went wrong.
  fileprivate var sections: [String] {
    filled.map { section in
      switch section.answer {
      case .success(let page): "\(section.relation.word): \(page.items.map(\.title).joined(separator: ", "))"
      case .failure(let error): "\(section.relation.word): \(error.code.rawValue)"
      }
    }
  }
}
