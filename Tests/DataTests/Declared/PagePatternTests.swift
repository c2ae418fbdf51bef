import Domain
import TestSupport
import Testing

@testable import Catalogs

struct PagePatternTests {
  @Test func `a pattern with many stars is as fast for a long address`() throws {
    for stars in [String(repeating: "*a", count: 30), String(repeating: "*", count: 200)] {
      let pattern = try #require(PagePattern("https://example.org/\(stars)b/{id}"))
      let address = try #require(WebAddress("https://example.org/\(String(repeating: "a", count: 4_000))/1"))
      #expect(pattern.id(in: address) == nil)
    }
  }

  @Test(arguments: ["http://nas.local:80/x", "http://nas.local:80/x/", "http://nas.local:80/x//"])
  func `a page of the user's own server is found below its base`(base: String) throws {
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

  @Test(arguments: TextTable.rows("a pasted address gives the id in its pattern") { ($0[0], $0[1], $0.text(2)) })
  func `a pasted address gives the id in its pattern`(pattern: String, address: String, id: String?) throws {
    let pattern = try #require(PagePattern(pattern))
    #expect(WebAddress(address).flatMap { pattern.id(in: $0) } == id)
  }

  @Test(arguments: [
    "https://a.org/", "https://a.org/{id}/{id}", "https://x.{id}.a.org/", "a.org/{id}", "https://a.org/{name}", "",
    "https://a.org/{id", "ftp://a.org/{id}",
  ])
  func `an address that is not a page is refused`(pattern: String) {
    #expect(PagePattern(pattern) == nil)
  }
}
