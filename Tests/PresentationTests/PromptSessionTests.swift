import Domain
@testable import Presentation
import Synchronization
import TestSupport
import Testing

/// The prompt's own data. `Stories/prompt.txt` covers what is shown.
struct PromptSessionTests {
  /// Lines typed one after the other; records each prompt.
  private final class TypedLines: LineSource {
    private let state: Mutex<(lines: [LineEvent], prompts: [Prompt])>

    init(_ lines: [String]) {
      let events = lines.enumerated().map { LineEvent.line(Line($1, source: nil, number: $0 + 1)) }
      state = Mutex((events, []))
    }

    var prompts: [Prompt] { state.withLock(\.prompts) }

    func next(prompt: () -> Prompt, beforeWaiting: () -> Void) async -> LineEvent {
      let prompt = prompt()
      return state.withLock { state in
        state.prompts.append(prompt)
        return state.lines.isEmpty ? .end : state.lines.removeFirst()
      }
    }
  }

  private let transcript = Transcript()

  private func coordinator(songs: Int = 0) -> Coordinator {
    let client = StubCatalogClient(.stub, items: ["song": Item.many("Song", songs)])
    return Coordinator(clients: [client], start: "itunes")
  }

  private func type(
    _ lines: [String], on coordinator: Coordinator, in environment: PromptEnvironment = .init()
  ) async -> TypedLines {
    let source = TypedLines(lines)
    _ = await transcript.repl(transcript.output(rows: 24), on: coordinator).prompt(source, in: environment)
    return source
  }

  /// - Returns: whether a failure remains.
  private func start(_ script: String, on coordinator: Coordinator) async -> Bool {
    let repl = await transcript.repl(on: coordinator)
    _ = await repl.start(ArraySource(script, source: "linerc"))
    return await repl.verdict.hasFailed
  }

  @Test func `recent searches are listed, at a prompt with those of earlier sessions`() async {
    var environment = PromptEnvironment()
    environment.lines = { ["/jackson", "search jack", "open 3"] }
    let source = await type(
      ["search Jack", "/vivaldi", "history", "history ja"], on: coordinator(), in: environment)
    #expect(transcript.results.hasSuffix("vivaldi\nJack\njackson\nJack\njackson\n"))
    #expect(source.prompts.last?.completions("search JA", 9).map(\.text) == ["Jack", "jackson"])
  }

  @Test func `showing the next page is not recorded`() async {
    _ = await type(["set page 3", "search x --in song", "more", "star 1", "more"], on: coordinator(songs: 9))
    #expect(transcript.lines == ["set page 3", "search x --in song", "star 1"])
  }

  @Test func `settings of the appearance take effect at once`() async {
    _ = await type(["set theme dark", "set theme", "set theme nonsense", "set hints off"], on: coordinator())
    #expect(transcript.settings.map(\.theme) == ["dark", "dark"])
    #expect(transcript.settings.map(\.showsHints) == [true, false])
  }

  @Test func `the prompt shows the current screen`() async {
    let source = await type(["search x --in song", "set hints off"], on: coordinator(songs: 2))
    #expect(source.prompts.map { $0.hint("star 2") } == [nil, Hint(text: " → Song 2", added: ""), nil])
    #expect(source.prompts[1].completions("star song", 9).map(\.text) == ["1", "2"])
    #expect(source.prompts.map(\.text) == ["liner", "x", "x"])
  }

  @Test func `a line that failed is not suggested again until it succeeds`() async {
    var environment = PromptEnvironment()
    environment.lines = { ["open 1"] }
    let failed = Mutex<Set<String>>([])
    environment.failedLines = { failed.withLock(\.self) }
    environment.noteFailure = { line, hasFailed in
      _ = failed.withLock { hasFailed ? $0.insert(line).memberAfterInsert : $0.remove(line) }
    }
    let source = await type(
      ["open 1", "search x --in song", "open 1", ""], on: coordinator(songs: 1), in: environment)
    #expect(
      source.prompts.map { $0.hint("ope")?.text } == [
        "n 1", "n CATEGORY | N [RELATION] | RELATION | REF | WORDS [--limit N]",
        "n CATEGORY | N [RELATION] | RELATION | REF | WORDS [--limit N]", "n 1", "n 1",
      ])
  }

  @Test func `linerc runs to its end, reports its failures, and prints no settings`() async {
    let coordinator = coordinator()
    let hasFailed = await start(
      "set theme light\nopen 99; set limit 9\nnonsense\nset hints off\nhelp quit\n", on: coordinator)
    #expect(!hasFailed)
    #expect(await coordinator.settings.theme == "light")
    #expect(await coordinator.settings.showsHints == false)
    #expect(await coordinator.settings.limit(in: coordinator.catalog) == nil)
    #expect(
      transcript.diagnostics == """
        linerc:2: open 99: there is no item 99 here; this screen has none
        linerc:3: nonsense: unknown command "nonsense"; did you mean search nonsense?

        """)
    #expect(transcript.results.hasPrefix("quit\n"))
  }

  @Test func `linerc changes nothing that options set, and nobody's catalog`() async throws {
    let other = StubCatalogClient(Catalog(name: "other", title: "Other", categories: Catalog.stub.categories))
    let stub = StubCatalogClient(.stub)
    for keepsCatalog in [true, false] {
      let coordinator = Coordinator(clients: [stub, other], start: "itunes")
      _ = try await coordinator.set("limit", to: "3")
      let repl = await transcript.repl(on: coordinator)
      _ = await repl.start(
        ArraySource("set limit 7; set theme dark; catalog other; set limit 8", source: "linerc"),
        keepsCatalog: keepsCatalog)
      let settings = await coordinator.settings
      #expect(settings.limit(in: stub.catalog) == 3 && settings.limit(in: other.catalog) == 8)
      #expect(settings.theme == "dark")
      #expect(await coordinator.catalog.name == (keepsCatalog ? "itunes" : "other"))
    }
    #expect(transcript.results.isEmpty && transcript.diagnostics.isEmpty)
  }

  @Test func `linerc means the first catalog, and leaves the prompt where commands have led`() async throws {
    let second = Catalog(name: "other", title: "Other", categories: Catalog.stub.categories)
    let other = StubCatalogClient(second) { _ in .failure(.offline(host: "h")) }
    let stub = StubCatalogClient(.stub)
    let coordinator = Coordinator(clients: [stub, other], start: "itunes")
    let repl = await transcript.repl(on: coordinator)
    _ = await repl.run(ArraySource("catalog other; search a", source: "-c"))
    let trail = await coordinator.trail
    _ = await repl.start(ArraySource("set limit 7\ncatalog other; set limit 8\ncatalog itunes", source: "linerc"))
    let settings = await coordinator.settings
    #expect(settings.limit(in: stub.catalog) == 7 && settings.limit(in: other.catalog) == 8)
    #expect(await coordinator.catalog.name == "other")
    #expect(await coordinator.trail == trail)
  }

  @Test func `the sample is named once where there is no network`() async {
    let offline = StubCatalogClient(.stub) { _ in .failure(.offline(host: "h")) }
    _ = await type(["search a", "search b"], on: Coordinator(clients: [offline], start: "itunes"))
    let failure = "Could not reach h. Check the connection, then: retry\n"
    #expect(
      transcript.diagnostics == failure + "Without a network, try the sample: liner --offline\n" + failure)
  }

  @Test func `a preview changes neither stack nor log`() async throws {
    let coordinator = coordinator(songs: 3)
    let before = (await coordinator.trail, await coordinator.screen)
    let screen = try await coordinator.preview(of: SearchQuery(term: "vivaldi"))
    #expect(screen.visibleRows.count == 3)
    #expect(screen.title == "vivaldi")
    #expect(await coordinator.trail == before.0)
    #expect(await coordinator.screen == before.1)
    #expect(await coordinator.log == nil)
  }

  @Test func `a preview sends the same requests as the command`() async throws {
    let requests = Mutex<[SearchRequest]>([])
    let client = StubCatalogClient(.stub) { request in
      requests.withLock { $0.append(request) }
      return .success(ItemList(items: []))
    }
    let coordinator = Coordinator(clients: [client], start: "itunes")
    var query = SearchQuery(term: "vivaldi")
    _ = try await coordinator.preview(of: query)
    let previewed = Set(requests.withLock(\.self))
    requests.withLock { $0 = [] }
    try await coordinator.apply(.search(query))
    try await coordinator.settle()
    #expect(Set(requests.withLock(\.self)) == previewed)
    #expect(previewed.count == 2)
    requests.withLock { $0 = [] }
    (query.isEverywhere, query.words) = (true, ["music-video"])
    _ = try await coordinator.preview(of: query)
    #expect(requests.withLock(\.self).map(\.category.name) == ["music-video"])
  }
}
