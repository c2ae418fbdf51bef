import Domain
import Testing

@testable import Presentation

struct AddressWordsTests {
  @Test(arguments: [
    ("https://www.foo.example/film/abbey-road/", "abbey road"), ("https://foo.example/x/abbey-road.html", "abbey road"),
    ("https://foo.example/x/Abbey_Road.php?id=3#top", "Abbey Road"),
    ("https://foo.example/caf%C3%A9+noir", "café noir"),
    ("https://foo.example/2001-a-space-odyssey", "2001 a space odyssey"),
    ("https://foo.example/movie/123456-dune", "dune"),
    ("https://foo.example/book/show/11.The_Guide", "11 The Guide"), ("https://foo.example/xx", "xx"),
    // Ids are no words.
    ("https://www.imdb.com/title/tt0083658/", nil), ("https://open.spotify.com/album/0ETFjACtuP2ADo6LFhL6HN", nil),
    ("https://foo.example/1234", nil), ("https://foo.example/", nil), ("https://foo.example", nil), ("words", nil),
  ])
  func `the last segment of an address suggests a search if it has words`(address: String, words: String?) {
    #expect(AddressWords.suggested(by: address) == words)
  }

  @Test func `what no catalog recognizes is refused with that search`() {
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
