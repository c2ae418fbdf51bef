import Domain
import Testing

@testable import Catalogs
@testable import Wire

struct DeclaredFilterTests {
  private static let keys = #"""
    "filters": [
      {"name": "country", "title": "Country", "values": {"DE": "Germany", "FR": "France"}, "default": "DE"},
      {"name": "order", "title": "Order", "values": ["votes", "name"]},
      {"name": "tag", "title": "Tag",
       "values": {"path": "/tags", "query": {"c": "{country}"}, "key": "/k", "value": "/v"}},
      {"name": "host", "title": "Host"}],
    """#
  private static let category = #"""
    {"name": "a", "title": "A", "fields": {"id": "/id", "title": "/t"},
     "search": {"path": "/{country}/s", "query": {"q": "{term}", "o": "{order}", "t": "{tag}", "h": "x-{host}"}},
     "lookup": {"path": "/a/{id}", "query": {"c": "{country}"}},
     "relations": [{"word": "more", "title": "More", "category": "a", "path": "/a/{id}/more", "query": {"o": "{order}"}}]}
    """#

  private static func client(_ service: DeclaredService) throws -> DeclaredClient {
    try service.client(category, keys: keys)
  }

  private static func search(
    _ client: DeclaredClient, _ filters: [String: String]
  ) async throws(CatalogError) -> ItemList {
    let category = client.catalog.categories[0]
    return try await client.search(SearchRequest(category: category, term: "x", filters: filters))
  }

  @Test func `a filter without a value leaves its parameter out, a default stands, and a choice replaces it`()
    async throws
  {
    let service = DeclaredService(["/DE/s?q=x": "[]", "/FR/s?q=x&o=name&h=x-a%26b": "[]"])
    let client = try Self.client(service)
    _ = try await Self.search(client, [:])
    _ = try await Self.search(client, ["country": "FR", "order": "name", "host": "a&b"])
    #expect(service.paths == ["/DE/s?q=x", "/FR/s?q=x&o=name&h=x-a%26b"])
  }

  @Test func `a filter stands in lookups and relations, and makes neither wait for an item's key`() async throws {
    let service = DeclaredService([
      "/a/1?c=FR": #"{"id": 1, "t": "One"}"#, "/a/1/more?o=votes": #"[{"id": 2, "t": "Two"}]"#,
    ])
    let client = try Self.client(service)
    let details = try await client.details(of: client.item("a", "1"), filters: ["country": "FR", "order": "votes"])
    #expect(details.item.title == "One")
    #expect(service.paths == ["/a/1?c=FR", "/a/1/more?o=votes"])
  }

  @Test func `values that the service lists are requested once, and either form is accepted in any case`() async throws
  {
    let service = DeclaredService([
      "/tags?c=DE": #"[{"k": "jz", "v": "Jazz"}, {"k": "rk", "v": "Rock"}, {"v": "no key"}]"#, "/DE/s?q=x&t=jz": "[]",
      "/DE/s?q=x&t=rk": "[]",
    ])
    let client = try Self.client(service)
    let tag = client.catalog.filters[2]
    #expect(tag.acceptsAny && tag.allValues == [])
    for typed in ["JAZZ", "jz", "rock"] { _ = try await Self.search(client, ["tag": typed]) }
    #expect(service.paths == ["/tags?c=DE", "/DE/s?q=x&t=jz", "/DE/s?q=x&t=jz", "/DE/s?q=x&t=rk"])
    #expect(tag.allValues == ["jz", "rk"] && tag.valueTitles == ["jz": "Jazz", "rk": "Rock"] && !tag.acceptsAny)
    await #expect(throws: CatalogError.wrongFilter(value: "pop", name: "tag", known: ["jz (Jazz)", "rk (Rock)"])) {
      _ = try await Self.search(client, ["tag": "pop"])
    }
  }

  @Test func `a list of values that cannot be had refuses no other search`() async throws {
    let service = DeclaredService(["/DE/s?q=x": "[]"])
    let client = try Self.client(service)
    _ = try await Self.search(client, [:])
    #expect(await DeclaredClient.code { _ = try await Self.search(client, ["tag": "jazz"]) } == .notFound)
  }

  @Test func `a filter takes the place of liner's own option`() {
    for name in ["country", "lang", "explicit", "attribute"] {
      let file = DeclarationCheckerTests.file(#""filters": [{"name": "\#(name)", "title": "T"}]"#)
      #expect(DeclarationCheckerTests.mistakes(in: file) == [])
    }
  }

  @Test func `a service that lists no values is said to, and nothing is refused by an empty list`() async throws {
    let client = try Self.client(DeclaredService(["/tags?c=DE": "[]"]))
    #expect(await DeclaredClient.code { _ = try await Self.search(client, ["tag": "jazz"]) } == .unreadable)
  }

  @Test(arguments: [
    (#"[{"name": "in", "title": "In"}]"#, #"liner uses the name "in" itself; choose another for the filter"#),
    (#"[{"name": "genre", "title": "G"}]"#, #"liner uses the name "genre" itself; choose another for the filter"#),
    (#"[{"name": "page", "title": "P"}]"#, #"liner uses the name "page" itself; choose another for the filter"#),
    (
      #"[{"name": "tag", "title": "T", "values": ["a", "b"], "default": "c"}]"#,
      #"unknown value "c"; use a or b"#
    ),
    (#"[{"name": "tag", "title": "T", "values": []}]"#, "this list must not be empty"),
    (#"[{"name": "tag"}]"#, #"a filter needs "title""#),
    (
      #"[{"name": "tag", "title": "T", "values": {"path": "/{tag}", "key": "/k", "value": "/v"}}]"#,
      "unknown placeholder {tag}"
    ),
  ])
  func `a filter that cannot work is a mistake`(filters: String, message: String) {
    let mistakes = DeclarationCheckerTests.mistakes(in: DeclarationCheckerTests.file(#""filters": \#(filters)"#))
    #expect(mistakes.count == 1 && mistakes.first?.hasSuffix(": " + message) == true, "\(mistakes)")
  }
}
