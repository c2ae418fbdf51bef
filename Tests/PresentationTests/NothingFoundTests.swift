import Domain
@testable import Presentation
import Testing

/// What stands below an empty search, and what becomes of it.
struct NothingFoundTests {
  private static let items = [
    Item.made("The Four Seasons", by: "Antonio Vivaldi"), .made("Café del Mar", by: "José Padilla"),
  ]

  private func coordinator(sample: [String: String]? = nil) -> Coordinator {
    let service = StubCatalogClient { request in
      switch request.term {
      case "known": .success(ItemList(items: request.category.name == "song" ? Self.items : []))
      case "broken": .failure(.offline(host: "h"))
      default: .success(ItemList(items: []))
      }
    }
    var resources = Resources()
    resources.sample = sample
    return Coordinator(clients: [service], start: "itunes", resources: resources)
  }

  private func shown(_ script: String, sample: [String: String]? = nil) async -> String {
    await Played.script("set page off\n" + script, options: .init(keepsGoing: true), on: coordinator(sample: sample))
      .results
  }

  @Test(arguments: [
    ("vivladi", "vivaldi"), ("VIVLADI", "vivaldi"), ("antonio vivladi", "antonio vivaldi"), ("cafe dle mra", nil),
    ("padila", "padilla"), ("vivaldi x", nil), ("xyz", nil), ("the four saesons", "the four seasons"),
  ])
  func `a spelling near what was seen is offered`(term: String, meant: String?) async {
    let text = await shown("search known\nsearch \(term)")
    #expect(text.contains("\nNo results found\n"))
    let offers = text.split(separator: "\n").filter { $0.hasPrefix("Did you mean: ") }.map(String.init)
    #expect(offers == (meant.map { ["Did you mean: search \($0)"] } ?? []))
  }

  @Test func `a search typed before helps to spell the next, but never itself`() async {
    let text = await shown("search paganini\nsearch pagannini\nsearch pagannini")
    let offers = text.split(separator: "\n").filter { $0.hasPrefix("Did you mean: ") }
    #expect(offers == ["Did you mean: search paganini", "Did you mean: search paganini"])
  }

  @Test func `the categories that were not asked are named, and how to ask them`() async throws {
    let text = await shown("search xyz --in song")
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Not searched: ") })
    #expect(line.hasPrefix("Not searched: podcast, tv, album, movie. To search them: search xyz --in "))
    #expect(await !shown("search xyz --in song,podcast,tv,album,movie").contains("Not searched"))
  }

  @Test(arguments: [
    ("a; b", "\"a; b\""), ("a | b", "\"a | b\""), ("say \\\"hi\\\"", "\"say \\\"hi\\\"\""), ("-x", "\"-x\""),
    ("$${X}", "$${X}"),
  ])
  func `the term stands in the advice as it has to be typed`(term: String, typed: String) async {
    #expect(await shown("search \"\(term)\" --in song").contains("To search them: search \(typed) --in "))
  }

  @Test func `in the sample what is missing is called so`() async {
    let text = await shown("search xyz", sample: ["itunes": "known"])
    #expect(text.contains("No results found\nIt is not in the sample, which is small. For example: search known\n"))
    #expect(await !shown("search xyz").contains("sample"))
  }

  @Test(arguments: ["xyz", "broken"])
  func `such a search makes room for the next, and for nothing else`(term: String) async {
    let replaced = await shown("search known\nsearch \(term)\nsearch known\ntrail")
    #expect(
      replaced.hasSuffix("  2 home\n  1   known\n▸   known\n") || replaced.hasSuffix("  2 home\n  1 known\n▸   known\n")
    )
    let kept = await shown("search \(term)\nfavs\ntrail")
    #expect(kept.hasSuffix("▸   Favourites\n"))
    #expect(kept.contains("  1 \(term)\n"))
  }
}
