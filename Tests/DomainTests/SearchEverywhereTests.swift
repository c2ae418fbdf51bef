import Domain
import Testing

struct SearchEverywhereTests {
  private struct Echo: CatalogClient {
    let catalog = Catalog(name: "echo", title: "Echo", categories: [])

    func search(_ request: SearchRequest) async throws(CatalogError) -> Page {
      // Later questions are answered first.
      for _ in 0..<(10 - request.term.count) { await Task.yield() }
      if request.term == "bad" { throw .offline(host: "echo") }
      return Page(items: [Item(id: ItemID(catalog: "echo", category: "word", key: request.term), title: request.term)])
    }

    func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
      throw .notFound(host: "echo")
    }
  }

  @Test func `answers come in the order of the questions, and a failure stands in its place`() async {
    let word = Category(name: "word", title: "Word")
    let requests = ["a", "bad", "ccccc"].map { SearchRequest(category: word, term: $0) }
    let answers = await searchEverywhere(requests, on: Echo())
    #expect(answers.map { (try? $0.get())?.items.map(\.title) } == [["a"], nil, ["ccccc"]])
    #expect(answers[1] == .failure(.offline(host: "echo")))
    #expect(await searchEverywhere([], on: Echo()).isEmpty)
  }
}
