import Domain
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesReferenceTests {
  @Test(arguments: [
    // An address; storefront, category and number that it leads to.
    ("https://music.apple.com/us/album/tides/1007596648?i=1007596731", "US song 1007596731"),
    ("https://music.apple.com/us/album/tides-and-harbours/1450828963", "US album 1450828963"),
    ("https://music.apple.com/us/artist/mira-holm/744253464", "US artist 744253464"),
    ("https://music.apple.com/us/music-video/ebb/1441607175", "US music-video 1441607175"),
    ("https://music.apple.com/us/song/ebb-and-flow/1737497080", "US song 1737497080"),
    ("https://music.apple.com/jp/album/潮の歌/1556034319?i=1556034320", "JP song 1556034320"),
    ("https://music.apple.com/de/artist/br%C3%BCcke/215716521/see-all?section=full-albums", "DE artist 215716521"),
    ("https://music.apple.com/gb/album/hits-of-1999/255636575", "GB album 255636575"),
    ("https://geo.music.apple.com/us/album/_/1751932130?mt=1&app=music&ls=1&at=1000lHKX", "US album 1751932130"),
    ("https://geo.music.apple.com/us/album/a-film-score/316673505?itsct=music_box&itscg=30200", "US album 316673505"),
    ("https://embed.music.apple.com/in/album/ahoy/1754219081?i=1754219314", "IN song 1754219314"),
    ("https://embed.music.apple.com/jp/album/1450695604?i=1450695605", "JP song 1450695605"),
    ("https://itunes.apple.com/us/album/a-name/id1226034336?uo=2", "US album 1226034336"),
    ("http://itunes.apple.com/us/album/a-song/id459904774?i=459904911&uo=4", "US song 459904911"),
    ("https://itunes.apple.com/us/tv-season/leaks/id909080561?i=923833431&uo=4", "US tv 923833431"),
    ("https://itunes.apple.com/us/tv-season/harbour-season-1/id271383858", "US season 271383858"),
    ("https://itunes.apple.com/us/tv-show/harbour/id328355264?uo=4", "US artist 328355264"),
    ("https://itunes.apple.com/us/movie/1917/id1584216017?uo=2", "US movie 1584216017"),
    ("https://podcasts.apple.com/us/podcast/shoals/id1495115716", "US podcast 1495115716"),
    (
      "https://podcasts.apple.com/us/podcast/the-tide/id1200361736?i=1000744275511",
      "US podcast 1200361736 1000744275511"
    ),
    (
      "https://podcasts.apple.com/us/podcast/371-gulls/id281777685?i=1000437184897",
      "US podcast 281777685 1000437184897"
    ),
    ("https://podcasts.apple.com/us/artist/low-water/121664449?uo=4", "US artist 121664449"),
    ("https://itunes.apple.com/us/podcast/shoals/id1200361736?mt=2&uo=4", "US podcast 1200361736"),
    ("https://apps.apple.com/us/app/tide-tables/id1054271011", "US app 1054271011"),
    ("https://apps.apple.com/app/id999", "- app 999"),
    ("https://apps.apple.com/hk/developer/jetty-ltd/id513828660", "HK artist 513828660"),
    ("https://itunes.apple.com/us/developer/jetty-inc/id284882218?mt=8", "US artist 284882218"),
    ("https://apps.apple.com/hk/app/%E6%B8%AF01/id1084662006", "HK app 1084662006"),
    ("https://books.apple.com/us/book/charts/id395544966", "US ebook 395544966"),
    ("https://books.apple.com/us/author/ann-quay/id57528162", "US artist 57528162"),
    ("https://books.apple.com/gb/audiobook/charts/id1440416363", "GB audiobook 1440416363"),
    ("music://itunes.apple.com/us/album/_/1751932130", "US album 1751932130"),
    ("itms-apps://itunes.apple.com/app/id999", "- app 999"),
    ("pcast://podcasts.apple.com/de/podcast/shoals/id50", "DE podcast 50"),
    ("pcast:https://podcasts.apple.com/de/podcast/shoals/id50", "DE podcast 50"),
    ("https://phobos.apple.com/us/album/id7#top", "US album 7"),
    ("HTTPS://Music.Apple.COM/us/album/7", "US album 7"),
  ])
  func `an address of any form leads to a number`(address: String, meaning: String) throws {
    let reference = try ITunesReference(.page(address))
    #expect(reference.lookup.parameter == "id")
    let parts =
      [reference.storefront ?? "-", reference.category ?? "-", reference.lookup.key]
      + [reference.episode].compactMap(\.self)
    #expect(parts.joined(separator: " ") == meaning)
    #expect(ITunesShop().client.recognizes(.page(address)))
  }

  @Test(arguments: [
    ("https://sample.liner.invalid/us/album/310001?uo=4", "310001"), ("https://sample.liner.invalid/us/song/7", "7"),
    ("https://sample.liner.invalid/MLA-900100108", nil), ("https://sample.liner.invalid/us/album/x", nil),
    ("https://other.invalid/us/album/7", nil),
  ])
  func `a page of the sample is one where the sample answers, and nowhere else`(address: String, number: String?) {
    #expect(ApplePage(address, orOf: "sample.liner.invalid")?.number == number)
    #expect(ApplePage(address) == nil)
  }

  @Test(arguments: [
    "https://music.apple.com/ch/playlist/a-mix/pl.af4d982795c6472ea48579eb147cd726?l=fr",
    "https://music.apple.com/it/playlist/a-wedding/pl.u-DdAN8EeFxk58b",
    "https://music.apple.com/us/station/waves/ra.985484166",
    "https://tv.apple.com/us/movie/1917/umc.cmc.6wwa6bx0gi4b53riq7a3wipeb",
    "https://tv.apple.com/us/show/harbour/umc.cmc.1srk2goyh2q2zdxcx605w8vtx",
    "https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewAlbum?id=123", "https://music.apple.com/us/browse",
    "https://music.apple.com",
  ])
  func `a page without a catalogue number is said to have none`(address: String) throws {
    #expect(throws: CatalogError.notAnItemPage(address)) { try ITunesReference(.page(address)) }
  }

  @Test(arguments: [
    "https://example.com/us/album/7", "https://music.apple.com@example.com/us/album/7", "https://apple.com/us/album/7",
    "https://music.apple.com.example.com/us/album/7", "https://support.apple.com/us/7", "ftp:",
    "music.apple.com/album/7",
  ])
  func `an address of anybody else is none of ours`(address: String) {
    #expect(!ITunesShop().client.recognizes(.page(address)))
  }

  @Test(
    arguments: [
      ("https://is1.example/image/thumb/Music122/v4/65/196589073693.jpg/100x100bb.jpg", "196589073693"),
      ("https://is1.example/image/thumb/Music122/v4/65/196589073694.jpg/100x100bb.jpg", nil),
      ("https://is1.example/image/thumb/Music122/v4/65/mzi.wmrxtfgq.jpg/60x60bb.jpg", nil), ("https://x.example/", nil),
    ] as [(String, String?)])
  func `a cover may be named by the barcode`(address: String, barcode: String?) {
    #expect(WebLink(address)?.barcode == barcode)
  }
}
