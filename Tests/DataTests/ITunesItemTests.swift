import Domain
import Foundation
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

/// Rows of each kind, with what is wrong in the service's own, and the items they give.
struct ITunesItemTests {
  @Test func `a song`() throws {
    let item = try item(
      "song",
      #"""
      {"wrapperType":"track","kind":"song","artistId":414425,"collectionId":1038991417,"trackId":1038991437,
       "artistName":"The Quartet","collectionName":"Four Seasons","trackName":"La primavera: I. Allegro",
       "artistViewUrl":"https://music.apple.com/gb/artist/414425",
       "collectionViewUrl":"https://music.apple.com/gb/album/1",
       "trackViewUrl":"https://music.apple.com/gb/album/1?i=2&uo=4","previewUrl":"https://audio.example/p.m4a",
       "artworkUrl30":"https://is1.example/30x30bb.jpg","artworkUrl60":"https://is1.example/60x60bb.jpg",
       "artworkUrl100":"https://is1.example/100x100bb.jpg","collectionPrice":8.99,"trackPrice":1.29,
       "releaseDate":"1986-10-07T07:00:00Z","collectionExplicitness":"explicit","trackExplicitness":"notExplicit",
       "discCount":2,"discNumber":1,"trackCount":12,"trackNumber":3,"trackTimeMillis":291813,"country":"GBR",
       "currency":"GBP","primaryGenreName":"Classical","contentAdvisoryRating":"Clean","isStreamable":true}
      """#)
    var expected = Item(
      id: ItemID(catalog: "itunes", category: "song", key: "1038991437"), title: "La primavera: I. Allegro",
      facts: [
        Fact("Album", "Four Seasons"), Fact("Track", "3 of 12"), Fact("Disc", "1 of 2"),
        Fact("Album price", "8.99 GBP"),
      ])
    expected.kind = "song"
    expected.creator = "The Quartet"
    expected.creatorID = ItemID("itunes:artist:414425")
    expected.album = "Four Seasons"
    expected.albumID = ItemID("itunes:album:1038991417")
    (expected.track, expected.disc) = (3, 1)
    expected.link = WebLink("https://music.apple.com/gb/album/1?i=2&uo=4")
    expected.creatorLink = WebLink("https://music.apple.com/gb/artist/414425")
    expected.artwork = WebLink("https://is1.example/100x100bb.jpg")
    expected.preview = WebLink("https://audio.example/p.m4a")
    expected.duration = .milliseconds(291_813)
    expected.price = Price(amount: Decimal(string: "1.29")!, currency: "GBP")
    expected.released = ReleaseDate("1986-10-07T07:00:00Z")
    expected.genre = "Classical"
    expected.rating = "Clean"
    expected.isExplicit = false
    #expect(item == expected)
  }

  @Test func `a title and an id are enough, and nothing is made up`() throws {
    let item = try item("song", #"{"trackId":1,"trackName":"A"}"#)
    #expect(item == Item(id: ItemID(catalog: "itunes", category: "song", key: "1"), title: "A"))
  }

  @Test func `fields of the wrong type count as absent`() throws {
    let item = try item(
      "song",
      #"""
      {"trackId":1,"trackName":"A","wrapperType":7,"kind":["song"],"artistName":{},"artistId":null,"artistViewUrl":3,
       "trackViewUrl":"file:///etc/passwd","collectionViewUrl":false,"previewUrl":"javascript:alert(1)",
       "artworkUrl100":"http://","artworkUrl60":["x"],"trackPrice":"1.29","currency":12,"trackTimeMillis":"4:30",
       "releaseDate":"soon","primaryGenreName":[],"genres":"Rock","contentAdvisoryRating":18,"trackExplicitness":1,
       "trackCount":"many","trackNumber":1.5,"longDescription":9,"description":null,"feedUrl":[],"collectionName":" "}
      """#)
    #expect(item == Item(id: ItemID(catalog: "itunes", category: "song", key: "1"), title: "A"))
  }

  @Test func `a podcast tells its length in seconds and is free`() throws {
    let item = try item(
      "podcast",
      #"""
      {"wrapperType":"track","kind":"podcast","collectionId":215517191,"trackId":215517191,"artistName":"A & B, Inc.",
       "collectionName":"The Show","trackName":"The Show","feedUrl":"https://feeds.example/show.xml",
       "trackViewUrl":"https://podcasts.apple.com/us/podcast/id215517191",
       "artworkUrl100":"https://h.example/100x100bb.jpg",
       "artworkUrl600":"https://h.example/600x600bb.jpg","collectionPrice":0.00,"trackPrice":0.00,"trackRentalPrice":0,
       "trackTimeMillis":1830,"trackCount":301,"currency":"USD","releaseDate":"2014-10-30T22:05:00Z",
       "trackExplicitness":"cleaned","genreIds":["1320"],"genres":["Places & Travel","Podcasts"]}
      """#)
    #expect(item.id.description == "itunes:podcast:215517191")
    #expect(item.creator == "A & B, Inc.")
    #expect(item.creatorID == nil)
    #expect(item.duration == .seconds(1830))
    #expect(item.price == Price(amount: 0, currency: "USD"))
    #expect(item.count == 301)
    #expect(item.feed?.text == "https://feeds.example/show.xml")
    #expect(item.artwork?.text == "https://h.example/600x600bb.jpg")
    #expect(item.genre == "Places & Travel")
    #expect(item.isExplicit == false)
    #expect(item.facts.isEmpty)
  }

  @Test func `a podcast's episode is by its show`() throws {
    let item = try item(
      "episode",
      #"""
      {"wrapperType":"podcastEpisode","kind":"podcast-episode","collectionId":5,"trackId":1000654145267,
       "collectionName":"The Show","trackName":"Two","collectionViewUrl":"https://podcasts.apple.com/5",
       "trackViewUrl":"https://podcasts.apple.com/5?i=1000654145267","episodeUrl":"https://cdn.example/2.mp3",
       "feedUrl":"https://show.example/feed","episodeGuid":" show-2 ",
       "artworkUrl160":"https://h.example/160x160bb.jpg","artworkUrl60":"https://h.example/60x60bb.jpg",
       "trackTimeMillis":3600000,"artistIds":[9],"genres":[{"name":"Comedy","id":"1303"}],"episodeFileExtension":"mp3",
       "shortDescription":"Short","description":"<p>Tom &amp; Ann</p>","country":"USA"}
      """#)
    #expect(item.id.key == "1000654145267")
    #expect(item.creator == "The Show")
    #expect(item.albumID == ItemID("itunes:podcast:5"))
    #expect(item.creatorLink?.text == "https://podcasts.apple.com/5")
    #expect(item.preview?.text == "https://cdn.example/2.mp3")
    #expect(item.duration == .seconds(3600))
    #expect(item.genre == "Comedy")
    #expect(item.description == "Tom & Ann")
    #expect(item.artwork?.text == "https://h.example/160x160bb.jpg")
    #expect(item.facts == [Fact("Podcast", "The Show"), Fact("Format", "mp3")])
    #expect(Download(item)?.keys == ["item:itunes:episode:1000654145267", "feed:https://show.example/feed show-2"])
  }

  @Test func `an episode of a show, as in 2011`() throws {
    let item = try item(
      "tv",
      #"""
      {"wrapperType":"track","kind":"tv-episode","artistId":66012553,"collectionId":82050675,"trackId":81947350,
       "artistName":"The Castaways","collectionName":"The Castaways, Season 2","trackName":"The Beach",
       "collectionPrice":34.99,"trackPrice":1.99,"trackHdPrice":2.99,"releaseDate":"2005-09-21 07:00:00 Etc/GMT",
       "trackCount":24,"trackNumber":1,"discCount":1,"discNumber":1,"trackTimeMillis":2607750.0,"currency":"USD",
       "contentAdvisoryRating":"TV-14","shortDescription":"Short.","longDescription":"A longer one."}
      """#)
    #expect(item.creator == "The Castaways")
    #expect(item.duration == .milliseconds(2_607_750))
    #expect(item.released?.text == "2005-09-21T07:00:00Z")
    #expect(item.rating == "TV-14")
    #expect(item.description == "A longer one.")
    #expect(item.count == nil)
    #expect(
      item.facts == [
        Fact("Season", "The Castaways, Season 2"), Fact("Episode", "1 of 24"), Fact("Season price", "34.99 USD"),
        Fact("HD price", "2.99 USD"),
      ])
  }

  @Test func `a film is by its director`() throws {
    let item = try item(
      "movie",
      #"""
      {"wrapperType":"track","kind":"feature-movie","artistId":null,"trackId":273857038,"artistName":"A Director",
       "trackName":"A Film","collectionName":"Both Films","trackPrice":9.99,"trackRentalPrice":3.99,
       "trackHdRentalPrice":0,
       "collectionPrice":19.99,"currency":"USD","trackTimeMillis":7048715.0,"contentAdvisoryRating":"R"}
      """#)
    #expect(item.creator == "A Director")
    #expect(item.price?.amount == Decimal(string: "9.99"))
    #expect(item.facts == [Fact("Part of", "Both Films"), Fact("Rental price", "3.99 USD")])
  }

  @Test func `a video that does not say its kind is of the kind asked for`() throws {
    let item = try item(
      "tv",
      #"""
      {"wrapperType":"track","kind":null,"trackId":1,"trackName":"The Beach","collectionName":"Season 2",
       "trackNumber":1}
      """#
    )
    #expect(item.kind == nil)
    #expect(item.facts == [Fact("Season", "Season 2"), Fact("Episode", "1")])
  }

  @Test func `an album, a season and an audiobook are collections`() throws {
    let album = try item(
      "album",
      #"""
      {"wrapperType":"collection","collectionType":"Album","artistId":1,"collectionId":2,"collectionName":"Lover",
       "artistName":"A Singer","collectionViewUrl":"https://music.apple.com/2","collectionPrice":11.99,"currency":"USD",
       "collectionExplicitness":"explicit","trackCount":18,"copyright":"℗ 2019 A Singer"}
      """#)
    #expect(album.id.description == "itunes:album:2")
    #expect(album.kind == "Album")
    #expect(album.title == "Lover")
    #expect(album.link?.text == "https://music.apple.com/2")
    #expect(album.count == 18)
    #expect(album.isExplicit == true)
    #expect(album.price?.amount == Decimal(string: "11.99"))
    #expect(album.facts == [Fact("Copyright", "℗ 2019 A Singer")])

    let season = try item(
      "season",
      #"""
      {"wrapperType":"collection","collectionType":"TV Season","collectionId":3,"collectionName":"Season 1",
       "trackCount":8,"collectionHdPrice":24.99,"currency":"USD"}
      """#
    )
    #expect(season.id.description == "itunes:season:3")
    #expect(season.count == 8)
    #expect(season.facts == [Fact("HD price", "24.99 USD")])

    let audiobook = try item(
      "audiobook",
      #"""
      {"wrapperType":"audiobook","collectionId":4,"collectionName":"A Book (Unabridged)","artistName":"An Author",
       "collectionPrice":9.95,"currency":"USD","trackCount":1,"previewUrl":"https://h.example/p.m4a",
       "description":"A <i>book</i>."}
      """#
    )
    #expect(audiobook.kind == "audiobook")
    #expect(audiobook.title == "A Book (Unabridged)")
    #expect(audiobook.creator == "An Author")
    #expect(audiobook.price?.amount == Decimal(string: "9.95"))
    #expect(audiobook.preview != nil)
    #expect(audiobook.description == "A book.")
  }

  @Test func `an artist has a page and no creator`() throws {
    let item = try item(
      "artist",
      #"""
      {"wrapperType":"artist","artistType":"Artist","artistName":"Slayer",
       "artistLinkUrl":"https://music.apple.com/414425","artistId":414425,"primaryGenreName":"Metal"}
      """#
    )
    #expect(item.id.description == "itunes:artist:414425")
    #expect(item.title == "Slayer")
    #expect(item.creator == nil)
    #expect(item.creatorID?.key == "414425")
    #expect(item.link?.text == "https://music.apple.com/414425")
    #expect(item.creatorLink == nil)
    #expect(item.genre == "Metal")
  }

  @Test func `an e-book says what it is by kind alone`() throws {
    let item = try item(
      "ebook",
      #"""
      {"kind":"ebook","artistName":"An Author","artistIds":[366199153],"price":0.0,"currency":"USD","trackId":395687613,
       "trackName":"Wonderland","genres":["Fiction & Literature"],"description":"<b>One</b><br/>two",
       "fileSizeBytes":830001,
       "averageUserRating":4.0,"userRatingCount":1}
      """#)
    #expect(item.creatorID?.key == "366199153")
    #expect(item.price == Price(amount: 0, currency: "USD"))
    #expect(item.description == "One\ntwo")
    #expect(item.facts == [Fact("Stars", "4.0 out of 5 (1 rating)"), Fact("Size", "831 kB")])
  }

  @Test func `apps for the phone and for the desktop`() throws {
    let phone = try item(
      "app",
      #"""
      {"wrapperType":"software","kind":"software","trackId":1,"trackName":"피트니스","artistId":2,"artistName":"Maker",
       "price":0,"currency":"KRW","version":"1.4","minimumOsVersion":"11.0","fileSizeBytes":"2530304",
       "currentVersionReleaseDate":"2023-02-07T19:18:17Z","releaseDate":"2017-04-10T23:30:13Z",
       "sellerName":"Maker Ltd.",
       "averageUserRating":4.48,"userRatingCount":1203456,"languageCodesISO2A":["KO","ZH","ZH"],
       "trackContentRating":"4+","artworkUrl512":"https://h.example/512x512bb.jpg",
       "artworkUrl60":"https://h.example/60x60bb.jpg",
       "primaryGenreName":"Health & Fitness"}
      """#)
    #expect(phone.title == "피트니스")
    #expect(phone.rating == "4+")
    #expect(phone.artwork?.text == "https://h.example/512x512bb.jpg")
    #expect(
      phone.facts == [
        Fact("Platform", "iOS"), Fact("Version", "1.4"), Fact("Updated", "2023-02-07"), Fact("Requires", "iOS 11.0"),
        Fact("Size", "2.5 MB"), Fact("Stars", "4.5 out of 5 (1,203,456 ratings)"), Fact("Seller", "Maker Ltd."),
        Fact("Languages", "KO, ZH"),
      ])
    let desktop = try item(
      "app",
      #"""
      {"wrapperType":"software","kind":"mac-software","trackId":1,"trackName":"A","minimumOsVersion":"10.9",
       "averageUserRating":0,"userRatingCount":0}
      """#
    )
    #expect(desktop.facts == [Fact("Platform", "macOS"), Fact("Requires", "macOS 10.9")])
    #expect(desktop.price == nil)
  }

  @Test(
    arguments: [
      (#"{"trackPrice":-1.0,"collectionPrice":9.99,"currency":"USD"}"#, nil),
      (#"{"collectionPrice":9.99,"currency":"USD"}"#, nil),
      (#"{"trackPrice":1.29}"#, nil),
      (#"{"trackPrice":1,"currency":"USD"}"#, Price(amount: 1, currency: "USD")),
      (#"{"trackPrice":0.00,"currency":"USD"}"#, Price(amount: 0, currency: "USD")),
      (
        #"{"trackPrice":12345678.91,"currency":"KRW"}"#, Price(amount: Decimal(string: "12345678.91")!, currency: "KRW")
      ),
    ] as [(String, Price?)])
  func `a song's price is its own, exact, and absent where it is not sold alone`(fields: String, price: Price?) throws {
    let row = fields.replacing("{", with: #"{"wrapperType":"track","kind":"song","trackId":1,"trackName":"A","#)
    #expect(try item("song", row).price == price)
  }

  @Test(arguments: [
    (#"{"trackId":"99","trackName":"A"}"#, "99"),
    (#"{"trackId":4294967296000,"trackName":"A"}"#, "4294967296000"),
    (#"{"trackName":"A","trackViewUrl":"https://music.apple.com/x","collectionId":5}"#, "https://music.apple.com/x"),
    (#"{"trackName":"A","collectionId":5}"#, "A"),
  ])
  func `an id may be large, quoted or missing`(row: String, key: String) throws {
    #expect(try item("song", row).id.key == key)
  }

  @Test(arguments: [
    ("song", #"{"kind":"song","collectionName":"An album","artistName":"X"}"#),
    ("album", #"{"wrapperType":"collection","trackName":"A song"}"#),
    ("artist", #"{"wrapperType":"artist","trackName":"A song"}"#),
    ("artist", #"{"trackName":"A song"}"#),
  ])
  func `the name of another thing is no title`(category: String, row: String) throws {
    #expect(try itemIfAny(category, row) == nil)
  }

  @Test(arguments: [0, -5, 1e13, 1e300])
  func `no length beyond reason`(number: Double) throws {
    #expect(try item("song", #"{"trackId":1,"trackName":"A","trackTimeMillis":\#(number)}"#).duration == nil)
  }

  @Test func `the filters of the catalog`() throws {
    let catalog = Catalog.itunes
    #expect(catalog.defaultCategories.map(\.title) == ["Song", "Podcast", "TV Show"])
    #expect(Set(catalog.categories.map(\.name)).count == 12)
    #expect(catalog.category(named: "TV shows")?.name == "tv")
    #expect(catalog.category(named: "music videos")?.name == "music-video")
    #expect(catalog.filters.map(\.name) == ["country", "lang", "explicit", "attribute"])
    #expect(catalog.filters.allSatisfy { $0.defaultValue == nil })
    #expect(catalog.filters[0].value(matching: "kr") == "KR")
    #expect(catalog.filters[0].value(matching: "yyy") == nil)
    #expect(catalog.filters[3].allows("artistTerm", for: .itunes("song")))
    #expect(!catalog.filters[3].allows("artistTerm", for: .itunes("ebook")))
    // No two categories may share a way to be typed.
    let words = catalog.categories.flatMap { Set($0.keys) }
    #expect(Set(words).count == words.count)
  }

  private func item(_ category: String, _ json: String) throws -> Item {
    let item = try itemIfAny(category, json)
    return try #require(item)
  }

  private func itemIfAny(_ category: String, _ json: String) throws -> Item? {
    let category = try #require(ITunesCategory.named(category))
    return try Item(
      ITunesRow(JSONValue(parsing: Array(json.utf8)), row: 1, storefront: json.contains("GBR") ? "GB" : nil),
      as: category)
  }
}
