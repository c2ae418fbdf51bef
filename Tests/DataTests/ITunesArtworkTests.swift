import Domain
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesArtworkTests {
  @Test(arguments: TextTable.rows("the last part of a cover's URL is its size") { ($0[0], $0[1], $0[2]) })
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

  @Test(arguments: TextTable.rows("a cover is available as a PNG too") { ($0[0], $0.text(1)) })
  func `a cover is available as a PNG too`(given: String, png: String?) {
    var item = Item(id: ItemID(catalog: "itunes", category: "song", key: "1"), title: "A")
    #expect(client.pngArtwork(of: item, size: 600) == nil)
    item.artwork = WebLink(given)
    #expect(client.pngArtwork(of: item, size: 600)?.text == png)
  }

  private let client = ITunesStub(json: "{}").client
}
