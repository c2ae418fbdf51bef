import Domain
import Presentation
import Testing

struct ExpectTests {
  private func play(_ script: String, keepsGoing: Bool = false) async -> Played {
    let service = StubCatalogClient { request in
      if request.term == "limit" { return .failure(.rateLimited(host: "h", retryAfter: nil)) }
      if request.term == "nothing" { return .success(ItemList(items: [])) }
      return .success(ItemList(items: request.category.name == "podcast" ? [] : [.made(request.category.title)]))
    }
    let coordinator = Coordinator(clients: [service], start: "itunes")
    return await Played.script(script, options: .init(keepsGoing: keepsGoing), on: coordinator)
  }

  @Test(arguments: [
    "items 2", "items 1..3", "items 2..", "items ..2", "section Song", "section song 1", "section TV Show 1..",
    "section \"TV Show\"", "no section Podcast", "no section \"Nothing like it\"", "title jack", "title \"jack\"",
    "state loaded", "item 2 \"TV Show\"", "item 1 Song", "starred 0", "text \"☆ Song\"", "text jack",
  ])
  func `what holds is silent`(words: String) async {
    let played = await play("search jack\nexpect \(words)\n")
    #expect(played.end == .finished)
    #expect(played.diagnostics == "")
    #expect(played.expectations == (1, 0))
  }

  @Test(arguments: [
    ("section Song 1", true), ("section \"TV Show\" 0", true), ("section \"TV Show\" 1", false), ("items 1", true),
    ("section Song 0", false), ("item 2 \"TV Show\"", true),
  ])
  func `what a filter hides is not counted, and keeps its number`(words: String, holds: Bool) async {
    let played = await play("search jack\nfilter song\nexpect \(words)\n")
    #expect(played.expectations == (holds ? (1, 0) : (0, 1)), "\(played.diagnostics)")
  }

  @Test(arguments: [
    ("items 5", "expected 5 items, found 2"),
    ("items 3..50", "expected 3..50 items, found 2"),
    ("items 3..", "expected 3.. items, found 2"),
    ("section Podcast", "expected a section \"Podcast\", found \"Song\", \"TV Show\""),
    ("section Song 5", "expected 5 items in \"Song\", found 1"),
    ("no section Song", "expected no section \"Song\", found one"),
    ("title Jack", "expected the title \"Jack\", found \"jack\""),
    ("state empty", "expected the state empty, found loaded"),
    ("item 1 \"Upside Down\"", "expected item 1 to be \"Upside Down\", found \"Song\""),
    ("item 9 \"Upside Down\"", "expected item 9 to be \"Upside Down\", found no item 9"),
    ("starred 2", "expected 2 favourites, found 0"),
    ("text \"No results found\"", "expected the text \"No results found\", found \"jack\" and 5 more lines"),
    ("error rate-limited", "expected the error rate-limited, found none"),
  ])
  func `what does not hold fails, and says both`(words: String, sentence: String) async {
    let played = await play("search jack\nexpect \(words)\ntrail\n")
    #expect(played.end == .failed)
    #expect(played.diagnostics == "tour.liner:2: expect \(words): \(sentence) (on home › jack)\n")
    #expect(played.expectations == (0, 1))
    #expect(!played.results.contains("▸"))
  }

  @Test(arguments: [
    ("expect items 9; expect error expect-failed; expect error expect-failed", 2, 0, 0),
    ("expect items 9; expect error expect-failed; expect error expect-failed; expect items 8", 2, 1, 0),
    ("star 9; expect error no-such-item; expect error no-such-item", 2, 0, 0),
    ("expect items 9; star 9; expect error no-such-item; expect error no-such-item", 2, 1, 0),
    ("star 9; expect error usage; expect error expect-failed; expect error expect-failed", 2, 0, 1),
  ])
  func `a failure that was meant counts once, however often it is expected`(
    script: String, met: Int, failed: Int, commands: Int
  ) async {
    let played = await play(script, keepsGoing: true)
    #expect(played.expectations == (met, failed))
    #expect(played.failedCommands == commands)
  }

  @Test(arguments: [
    ("search limit; expect error rate-limited; trail", true),
    ("search limit; expect error rate-limited; expect state failed; trail", true),
    ("search limit\n# why\n\nexpect error rate-limited; trail", true),
    ("search limit; expect error offline; trail", false),
    ("search limit; expect state failed; expect error rate-limited; trail", false),
    ("search limit; trail; expect error rate-limited", false),
    ("frobnicate; expect error unknown-command; trail", true),
    ("h; expect error ambiguous-command; trail", true),
    ("search; expect error usage; trail", true),
    ("back; expect error at-root; trail", true),
    ("forward; expect error nothing-here; trail", true),
    ("1; expect error no-such-item; trail", true),
    ("expect nonsense; expect error usage; trail", true),
  ])
  func `a failure that the next command expects does not stop the script`(script: String, passes: Bool) async {
    let played = await play(script)
    #expect((played.end == .finished) == passes)
    #expect(played.results.contains("▸") == passes)
    #expect(played.hasFailed == !passes)
  }

  @Test func `nothing found can be expected in what was printed`() async {
    let played = await play("search nothing\nexpect text \"No results found\"\nexpect state empty\nexpect items 0")
    #expect(played.end == .finished)
    #expect(played.expectations == (3, 0))
  }

  @Test func `a sentence of failure is text too`() async {
    let played = await play("open 9\nexpect error no-such-item\nexpect text \"there is no item 9\"")
    #expect(played.end == .finished)
  }

  @Test func `with keep-going every expectation is counted`() async {
    let played = await play("expect items 1; expect items 0; expect starred 1", keepsGoing: true)
    #expect(played.expectations == (1, 2))
    #expect(played.hasFailed)
  }
}
