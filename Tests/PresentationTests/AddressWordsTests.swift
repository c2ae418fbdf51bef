import Domain
import TestSupport
import Testing

@testable import Presentation

struct AddressWordsTests {
  @Test(
    arguments: TextTable.rows("the last segment of an address suggests a search if it has words") {
      ($0[0], $0.text(1))
    })
  func `the last segment of an address suggests a search if it has words`(address: String, words: String?) {
    #expect(AddressWords.suggested(by: address) == words)
  }

  @Test func `an address that no catalog recognizes is refused with that search`() {
    func sentence(_ error: CatalogError) -> String { ErrorMessages.sentence(for: error) }
    let address = "https://foo.example/film/abbey-road/"
    #expect(
      sentence(.unrecognized(address)) == "No catalog recognizes \"\(address)\". Try: search \"abbey road\"")
    #expect(
      sentence(.unrecognized(address, cause: .offline(host: "foo.example")))
        == "No catalog recognizes \"\(address)\", and it could not be read as a feed (offline). Try: search \"abbey road\", or retry"
    )
    #expect(
      sentence(.unrecognized("https://foo.example/1"))
        == "No catalog recognizes \"https://foo.example/1\"; catalog lists them")
  }
}
