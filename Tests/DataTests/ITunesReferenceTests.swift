import Domain
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

struct ITunesReferenceTests {
  @Test(arguments: TextTable.rows("an address of any form leads to a number") { ($0[0], $0[1]) })
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
  func `a page of the sample is recognized only where the sample answers`(address: String, number: String?) {
    #expect(ApplePage(address, orOf: "sample.liner.invalid")?.number == number)
    #expect(ApplePage(address) == nil)
  }

  @Test(arguments: TextTable.cells("a page without a number is reported as such"))
  func `a page without a number is reported as such`(address: String) throws {
    #expect(throws: CatalogError.notAnItemPage(address)) { try ITunesReference(.page(address)) }
  }

  @Test(arguments: [
    "https://example.com/us/album/7", "https://music.apple.com@example.com/us/album/7", "https://apple.com/us/album/7",
    "https://music.apple.com.example.com/us/album/7", "https://support.apple.com/us/7", "ftp:",
    "music.apple.com/album/7",
  ])
  func `an address of another service is not recognized`(address: String) {
    #expect(!ITunesShop().client.recognizes(.page(address)))
  }

  @Test(
    arguments: [
      ("https://is1.example/image/thumb/Music122/v4/65/196589073693.jpg/100x100bb.jpg", "196589073693"),
      ("https://is1.example/image/thumb/Music122/v4/65/196589073694.jpg/100x100bb.jpg", nil),
      ("https://is1.example/image/thumb/Music122/v4/65/mzi.wmrxtfgq.jpg/60x60bb.jpg", nil), ("https://x.example/", nil),
    ] as [(String, String?)])
  func `a cover's address may contain the barcode`(address: String, barcode: String?) {
    #expect(WebLink(address)?.barcode == barcode)
  }
}
