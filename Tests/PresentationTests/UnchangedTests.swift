import Domain
import Presentation
import Testing

/// What changes nothing says so.
struct UnchangedTests {
  private let transcript = Transcript()

  private func run(_ script: String, form: OutputForm = .text, on coordinator: Coordinator) async {
    let repl = await transcript.repl(options: Repl.Options(form: form), on: coordinator)
    _ = await repl.run(ArraySource(script, source: "-c"))
  }

  private static func coordinator() -> Coordinator {
    Coordinator(
      clients: [
        StubCatalogClient(.stub) { _ in .success(ItemList(items: [.stub("Upside Down"), .stub("Down Under")])) },
        StubCatalogClient(Catalog(name: "ghibli", title: "Studio Ghibli", categories: [])) { _ in
          .success(ItemList(items: []))
        },
      ], start: "itunes")
  }

  @Test(arguments: [
    ("set view list", "view is already \"list\""), ("set view tiles; set view tiles", "view is already \"tiles\""),
    ("set view default", "view is already \"list\""), ("set hints on", "hints is already \"on\""),
    ("search x; filter", "there is no filter here"),
    ("search x; filter down; filter down", "that filter is already set"),
    ("search x; sort", "already in the service's order"),
    ("search x; sort title; sort title", "already in that order"),
    ("home", "already at the first screen"), ("catalog itunes", "already in iTunes"),
  ])
  func `it says so`(script: String, sentence: String) async {
    await run(script, on: Self.coordinator())
    #expect(transcript.diagnostics == "nothing changed: \(sentence)\n")
  }

  @Test(arguments: [
    "set view tiles", "set view tiles; set view list", "search x; filter down; filter up; filter", "search x; home",
    "search x; sort title; sort title desc; sort", "catalog ghibli; catalog itunes", "set", "set view", "show",
  ])
  func `what changes something, or was not to, says nothing`(script: String) async {
    await run(script, on: Self.coordinator())
    #expect(transcript.diagnostics == "")
  }

  @Test func `JSON has it with the reply`() async {
    await run("home", form: .json, on: Self.coordinator())
    #expect(
      transcript.data.contains(#""ok":true,"notice":"nothing changed: already at the first screen","screen""#))
  }
}
