import Domain
import Testing

@testable import Catalogs

struct PagePatternTests {
  fileprivate static let cases1: [(pattern: String, address: String, id: String?)] = [
    ("https://www.tvmaze.com/shows/{id}/*", "https://www.tvmaze.com/shows/169/breaking-bad", "169"),
    ("https://www.tvmaze.com/shows/{id}/*", "https://www.tvmaze.com/shows/169", "169"),
    ("https://www.tvmaze.com/shows/{id}/*", "https://www.tvmaze.com/shows/169/a/b?c=d#e", "169"),
    ("https://www.tvmaze.com/shows/{id}/*", "HTTP://WWW.tvmaze.com/shows/169/", "169"),
    ("https://www.tvmaze.com/shows/{id}/*", "https://www.tvmaze.com/people/169", nil),
    ("https://www.tvmaze.com/shows/{id}/*", "https://tvmaze.com/shows/169", nil),
    ("https://www.tvmaze.com/shows/{id}/*", "https://www.tvmaze.com/shows/", nil),
    ("https://a.org/movie/{id}-*", "https://a.org/movie/348-alien-2", "348"),
    ("https://a.org/movie/{id}*", "https://a.org/movie/348-alien", "3"),
    ("https://a.org/movie/{id}", "https://a.org/movie/348", "348"),
    ("https://a.org/movie/{id}", "https://a.org/movie/348/", "348"),
    ("https://a.org/movie/{id}", "https://a.org/movie/348/x", nil),
    ("https://a.org/*/album/{id}", "https://a.org/de/album/12", "12"),
    ("https://a.org/*/album/{id}", "https://a.org/de/at/album/12", nil),
    ("https://a.org/*/album/{id}", "https://a.org/album/12", nil),
    ("https://a.org/watch?v={id}", "https://a.org/watch?t=3&v=x%20y&u=1#f", "x y"),
    ("https://a.org/watch?v={id}", "https://a.org/watch?t=3", nil),
    ("https://a.org/#/item/{id}", "https://a.org/#/item/7", "7"),
    ("https://a.org/i/{id}", "https://a.org/i/K%C3%B6ln", "Köln"),
    ("https://a.org/w/{+id}", "https://a.org/w/p/q%20r?x=1", "p/q r"),
    ("https://a.org/w/{+id}/e", "https://a.org/w/p/q/e", "p/q"),
    ("https://a.org/w/{+id}", "https://a.org/w/", nil),
    ("https://a.org/i/{id}.html", "https://a.org/i/a.b.html", "a.b"),
    ("https://a.org/i/{id}", "https://a.org.evil.org/i/1", nil), ("https://a.org/i/{id}", "https://x@a.org/i/1", nil),
    ("https://a.org/i/{id}", "ftp://a.org/i/1", nil),
  ]

  @Test func `a pattern of many stars takes no longer for a long address`() throws {
    let stars = String(repeating: "*a", count: 30)
    let pattern = try #require(PagePattern("https://example.org/\(stars)b/{id}"))
    let address = try #require(WebAddress("https://example.org/\(String(repeating: "a", count: 200))/1"))
    #expect(pattern.id(in: address) == nil)
  }

  @Test(arguments: ["http://nas.local:80/x", "http://nas.local:80/x/", "http://nas.local:80/x//"])
  func `a page of the user's own server is found below the base as it was given`(base: String) throws {
    let text = #"""
      {"declaration": 1, "name": "mine", "title": "M", "base": {"own": true}, "categories": [{"name": "a", "title": "A",
       "lookup": {"path": "/o/{id}"}, "pages": ["{base}/w/{id}"], "fields": {"id": "/id", "title": "/t"}}]}
      """#
    let declaration = try DeclarationChecker.check(Array(text.utf8)).get()
    let client = DeclaredClient(declaration, environment: ["LINER_MINE_URL": base]) { _ throws(CatalogError) in
      throw .cancelled
    }
    #expect(client.recognizes(.page("http://nas.local:80/x/w/5")))
    #expect(!client.recognizes(.page("http://nas.local:80/y/w/5")))
  }

  @Test(arguments: cases1)
  func `a pasted address gives the id that its pattern names`(pattern: String, address: String, id: String?) throws {
    let pattern = try #require(PagePattern(pattern))
    #expect(WebAddress(address).flatMap { pattern.id(in: $0) } == id)
  }

  @Test(arguments: [
    "https://a.org/", "https://a.org/{id}/{id}", "https://{id}.a.org/", "a.org/{id}", "https://a.org/{name}", "",
    "https://a.org/{id", "ftp://a.org/{id}",
  ])
  func `what is no page is refused`(pattern: String) {
    #expect(PagePattern(pattern) == nil)
  }
}
