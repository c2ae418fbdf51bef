import Domain
import Testing

@testable import Data

struct ITunesDetailsTests {
  @Test func `one lookup gives the creator and up to five other works`() async throws {
    let works = (1...6).map { #"{"wrapperType":"track","kind":"song","trackId":\#($0),"trackName":"Song \#($0)"}"# }
    let stub = ITunesStub(
      json: """
        {"resultCount":9,"results":[
        {"wrapperType":"artist","artistType":"Artist","artistId":77,"artistName":"Antonio Vivaldi",
         "artistLinkUrl":"https://music.apple.com/us/artist/77","primaryGenreName":"Classical"},
        null, \(works.joined(separator: ",")),
        {"wrapperType":"track","kind":"music-video","trackId":7,"trackName":"Video 7"}]}
        """)
    let item = item("song", "2", creator: "Vivaldi", creatorKey: "77")
    let details = try await stub.client.details(of: item, filters: ["country": "KR", "explicit": "no"])
    #expect(stub.urls == ["https://itunes.apple.com/lookup?id=77&entity=song&limit=6&country=KR"])
    #expect(details.item == item)
    #expect(
      details.creator
        == ItemDetails.Creator(
          name: "Antonio Vivaldi", link: WebLink("https://music.apple.com/us/artist/77"),
          facts: [Fact("Genre", "Classical")]))
    #expect(details.related?.title == "More by Antonio Vivaldi")
    #expect(details.related?.items.map(\.id.description) == [1, 3, 4, 5, 6].map { "itunes:song:\($0)" })
    #expect(details.skipped == [SkippedRow(row: 2, reason: "null")])
  }

  @Test(arguments: [
    ("song", "song"), ("podcast", "podcast"), ("tv", "tvEpisode"), ("album", "album"), ("artist", "album"),
    ("music-video", "musicVideo"), ("episode", "podcastEpisode"), ("season", "tvSeason"), ("movie", "movie"),
    ("audiobook", "audiobook"), ("ebook", "ebook"), ("app", "software"),
  ])
  func `works of the item's own kind are asked for`(category: String, entity: String) async throws {
    let stub = ITunesStub(json: #"{"results":[]}"#)
    let item = item(category, "1", creator: "A", creatorKey: "9")
    #expect(try await stub.client.details(of: item, filters: [:]) == ItemDetails(item: item))
    #expect(stub.urls == ["https://itunes.apple.com/lookup?id=9&entity=\(entity)&limit=6"])
  }

  @Test func `works of another kind stand in their own category`() async throws {
    let stub = ITunesStub(
      json: """
        {"results":[{"wrapperType":"track","kind":"music-video","trackId":1,"trackName":"A video"},
        {"wrapperType":"collection","collectionType":"Album","collectionId":2,"collectionName":"An album"},
        {"wrapperType":"audiobook","collectionId":3,"collectionName":"An audiobook"},
        {"kind":"ebook","trackId":4,"trackName":"An e-book"},
        {"wrapperType":"track","kind":"something-new","trackId":5,"trackName":"A novelty"}]}
        """)
    let details = try await stub.client.details(
      of: item("song", "9", creator: "Somebody", creatorKey: "8"), filters: [:])
    #expect(details.creator == nil)
    #expect(details.related?.title == "More by Somebody")
    #expect(
      details.related?.items.map(\.id.description) == [
        "itunes:music-video:1", "itunes:album:2", "itunes:audiobook:3", "itunes:ebook:4", "itunes:song:5",
      ])
  }

  @Test func `an artist is no creator of their own, but has albums`() async throws {
    let stub = ITunesStub(
      json: """
        {"results":[{"wrapperType":"artist","artistId":8,"artistName":"Slayer"},
        {"wrapperType":"collection","collectionType":"Album","collectionId":2,"collectionName":"Reign in Blood"}]}
        """)
    let details = try await stub.client.details(of: item("artist", "8", creatorKey: "8"), filters: [:])
    #expect(details.creator == nil)
    #expect(details.related?.title == "Albums by Slayer")
    #expect(details.related?.items.map(\.id.description) == ["itunes:album:2"])
  }

  @Test func `an episode is by its show`() async throws {
    let stub = ITunesStub(
      json: """
        {"results":[{"wrapperType":"track","kind":"podcast","trackId":5,"collectionId":5,"trackName":"The Show",
         "trackViewUrl":"https://podcasts.apple.com/5"},
        {"wrapperType":"podcastEpisode","kind":"podcast-episode","trackId":1000654145267,"trackName":"Two"}]}
        """)
    let details = try await stub.client.details(of: item("episode", "1", creatorKey: "5"), filters: [:])
    #expect(details.creator == ItemDetails.Creator(name: "The Show", link: WebLink("https://podcasts.apple.com/5")))
    #expect(details.related?.title == "More from The Show")
    #expect(details.related?.items.map(\.id.description) == ["itunes:episode:1000654145267"])
  }

  @Test func `an item without a creator's id, or of another catalog, asks nothing`() async throws {
    let stub = ITunesStub(json: "")
    let nameless = item("song", "1", creator: "Somebody")
    #expect(try await stub.client.details(of: nameless, filters: [:]) == ItemDetails(item: nameless))
    var film = Item(id: ItemID(catalog: "ghibli", category: "film", key: "1"), title: "A film")
    film.creatorID = ItemID("itunes:artist:3")
    #expect(try await stub.client.details(of: film, filters: [:]) == ItemDetails(item: film))
    #expect(stub.urls.isEmpty)
  }

  @Test func `a failing lookup fails`() async {
    let stub = ITunesStub(HTTPResponse(status: 403, body: []))
    await #expect(throws: CatalogError.rateLimited(host: "itunes.apple.com", retryAfter: nil)) {
      try await stub.client.details(of: item("song", "1", creatorKey: "5"), filters: [:])
    }
  }

  private func item(_ category: String, _ key: String, creator: String? = nil, creatorKey: String? = nil) -> Item {
    var item = Item(id: ItemID(catalog: "itunes", category: category, key: key), title: "A title")
    item.creator = creator
    if category == "episode" {
      item.albumID = creatorKey.map { ItemID(catalog: "itunes", category: "podcast", key: $0) }
    } else {
      item.creatorID = creatorKey.map { ItemID(catalog: "itunes", category: "artist", key: $0) }
    }
    return item
  }
}
