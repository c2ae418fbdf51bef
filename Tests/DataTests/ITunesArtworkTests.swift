import Domain
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesArtworkTests {
  private static let host = "https://is1-ssl.mzstatic.com/image/thumb/Music/v4/80/68"

  @Test(arguments: [
    ("song", "\(host)/source/100x100bb.jpg", "\(host)/source/600x600bb.jpg"),
    ("song", "\(host)/11UMGIM03393.crop.jpg/30x30bb.jpg", "\(host)/11UMGIM03393.crop.jpg/600x600bb.jpg"),
    ("album", "\(host)/900x810_100x100bb.jpg/100x100bb-85.jpg", "\(host)/900x810_100x100bb.jpg/600x600bb-85.jpg"),
    ("app", "\(host)/source/512x512bb.png", "\(host)/source/600x600bb.png"),
    ("movie", "\(host)/poster.lsr/100x100bb.jpg", "\(host)/poster.lsr/600x900bb.jpg"),
    // Before 2015 there was one size only.
    (
      "podcast", "http://a2.mzstatic.com/us/r30/x/mza_5079.100x100-75.jpg",
      "http://a2.mzstatic.com/us/r30/x/mza_5079.100x100-75.jpg"
    ),
    (
      "tv", "https://a1.phobos.apple.com/us/r1000/059/mzi.hxpsjqiz.tif",
      "https://a1.phobos.apple.com/us/r1000/059/mzi.hxpsjqiz.tif"
    ),
    ("song", "\(host)/source/100x100cc.jpg", "\(host)/source/100x100cc.jpg"),
    ("song", "\(host)/my100x100bb.jpg", "\(host)/my100x100bb.jpg"),
  ])
  func `the last part of a cover's URL is its size`(category: String, given: String, larger: String) {
    var item = Item(id: ItemID(catalog: "itunes", category: category, key: "1"), title: "A")
    item.artwork = WebLink(given)
    #expect(client.artwork(of: item, size: 600)?.text == larger)
  }

  @Test func `a missing cover stays missing, and no size is too large to request`() {
    var item = Item(id: ItemID(catalog: "itunes", category: "movie", key: "1"), title: "A")
    #expect(client.artwork(of: item, size: 600) == nil)
    item.artwork = WebLink("https://h/a/100x100bb.jpg")
    #expect(client.artwork(of: item, size: .max)?.text == "https://h/a/100000x150000bb.jpg")
  }

  @Test(arguments: [
    ("\(host)/source/100x100bb.jpg", "\(host)/source/600x600bb.png"),
    ("\(host)/source/100x100bb-85.jpg", "\(host)/source/600x600bb-85.png"),
    // A cover with one size has one format, too.
    ("http://a2.mzstatic.com/us/r30/x/mza_5079.100x100-75.jpg", nil),
  ])
  func `a cover is available as a PNG too`(given: String, png: String?) {
    var item = Item(id: ItemID(catalog: "itunes", category: "song", key: "1"), title: "A")
    #expect(client.pngArtwork(of: item, size: 600) == nil)
    item.artwork = WebLink(given)
    #expect(client.pngArtwork(of: item, size: 600)?.text == png)
  }

  private let client = ITunesStub(json: "{}").client
}
