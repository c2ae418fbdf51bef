import Domain
@testable import Presentation
import Synchronization
import TestSupport
import Testing

/// What a person at the prompt meets and a script does not.
struct PromptSessionTests {
  /// Lines typed one after the other, with a look at each prompt.
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

  private func coordinator(songs: Int = 0, hasMore: Bool = false) -> Coordinator {
    let client = StubCatalogClient(.stub, details: StubCatalogClient.itemAlone) { request in
      guard request.category.name == "song" else { return .success(ItemList(items: [])) }
      let items = (0..<songs).map { index in Item.stub("Song \(request.offset + index + 1)") }
      return .success(ItemList(items: items, extent: hasMore && request.offset == 0 ? .service : .all))
    }
    return Coordinator(clients: [client], start: "itunes")
  }

  private func repl(on coordinator: Coordinator, rows: Int? = 24, form: OutputForm = .text) async -> Repl {
    await transcript.repl(
      transcript.output(rows: rows), options: Repl.Options(form: form), scripts: ["some.liner": "show\n"],
      on: coordinator)
  }

  /// The numbers of the rows shown, and the notes under them.
  private func rowsShown(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      if words.count > 1, words[1] == "☆" { return String(words[0]) }
      return line.contains("more ") || line.contains(" of ") ? String(line) : nil
    }
  }

  private func type(
    _ lines: [String], on coordinator: Coordinator, rows: Int? = 24, in environment: PromptEnvironment = .init()
  ) async -> TypedLines {
    let source = TypedLines(lines)
    _ = await repl(on: coordinator, rows: rows).prompt(source, in: environment)
    return source
  }

  private func play(_ script: String, form: OutputForm, on coordinator: Coordinator) async {
    _ = await repl(on: coordinator, form: form).run(ArraySource(script, source: "stdin"))
  }

  /// - Returns: whether a failure is left over.
  private func start(_ script: String, on coordinator: Coordinator) async -> Bool {
    let repl = await repl(on: coordinator)
    _ = await repl.start(ArraySource(script, source: "linerc"))
    return await repl.hasFailed
  }

  @Test func `a long list comes by pages, and back finds the page again`() async {
    _ = await type(
      ["set page 3", "search x --in song", "open song", "more", "open 5", "back", "show", "more", "more", "more"],
      on: coordinator(songs: 7))
    let pages = rowsShown(transcript.results)
    #expect(
      pages == [
        "1", "2", "3", "1-3 of 7; Enter for more",
        "1", "2", "3", "1-3 of 7; Enter for more",
        "4", "5", "6", "4-6 of 7; Enter for more",
        "4", "5", "6", "4-6 of 7; Enter for more",
        "1", "2", "3", "1-3 of 7; Enter for more",
        "4", "5", "6", "4-6 of 7; Enter for more",
        "7",
      ])
    #expect(transcript.diagnostics == "these are all the items\n")
  }

  @Test func `what is at hand is shown before more is fetched`() async {
    let coordinator = coordinator(songs: 4, hasMore: true)
    _ = await type(["set page 3", "search x --in song", "open song", "more", "more", "more"], on: coordinator)
    #expect(
      rowsShown(transcript.results).suffix(11) == [
        "1", "2", "3", "1-3 of 4; Enter for more",
        "4", "there are further results; more fetches them",
        "5", "6", "7", "5-7 of 8; Enter for more",
        "8",
      ])
    #expect(transcript.loads.count == 6)
    #expect(
      transcript.lines == ["set page 3", "search x --in song", "open song", "more"], "a page turned is not recorded")
  }

  @Test(arguments: [
    ("set page off", 24 as Int?, 40),
    ("set page 10", nil, 40),
    ("set page auto", 24, 21),
    ("set page 10", 24, 10),
  ])
  func `a page is as long as the terminal, or as set`(setting: String, rows: Int?, shown: Int) async {
    _ = await type([setting, "search x --in song", "open song"], on: coordinator(songs: 40), rows: rows)
    let last = transcript.results.split(separator: "Song · x\n").last ?? ""
    #expect(rowsShown(String(last)).filter { Int($0) != nil }.count == shown)
  }

  @Test func `Enter goes on with what has just stopped, and with nothing else`() async {
    _ = await type(
      ["set page 3", "search x --in song", "open song", "", "star 1", "", "  ", "more", "", ""],
      on: coordinator(songs: 10))
    #expect(
      rowsShown(transcript.results).dropFirst(4) == [
        "1", "2", "3", "1-3 of 10; Enter for more",
        "4", "5", "6", "4-6 of 10; Enter for more",
        "7", "8", "9", "7-9 of 10; Enter for more",
        "10",
      ])
    #expect(transcript.diagnostics.isEmpty)
  }

  /// What is taller than the window, and where the whole of it ends.
  @Test(arguments: [
    ("help", "help COMMAND explains one."), ("help set", "off or on"), ("set", "set --save NAME VALUE"),
  ])
  func `whatever is taller than the window stops, and goes on to its end`(line: String, end: String) async {
    let lines = [line] + Array(repeating: "", count: 12)
    _ = await type(lines, on: coordinator(), rows: 12)
    let pages = transcript.results.split(separator: "; Enter for more\n").map { $0.split(separator: "\n") }
    #expect(pages.count > 1)
    // Beside it stand the prompt and the sentence that says so, of which the split leaves the place.
    #expect(pages.dropLast().allSatisfy { $0.count <= 11 && $0.last?.hasSuffix("lines") == true })
    #expect(transcript.results.hasSuffix(end + "\n"))
    transcript.clear()
    _ = await type(["set page off", line], on: coordinator(), rows: 12)
    #expect(transcript.results.hasSuffix(end + "\n") && !transcript.results.contains("Enter for more"))
  }

  @Test func `what is told behind a page has its place in the window, too`() async {
    _ = await type(["search x --in song", "open song", "sort title", "sort title"], on: coordinator(songs: 40))
    #expect(
      rowsShown(transcript.results).filter { Int($0) == nil }.suffix(2) == [
        "1-21 of 40; Enter for more", "1-20 of 40; Enter for more",
      ])
    #expect(transcript.diagnostics.split(separator: "\n").count == 1)
  }

  @Test func `more goes on with the text that stopped last, then with the list`() async {
    _ = await type(
      ["search x --in song", "open song", "help", "more", "nonsense", "more", "more", "more", "more"],
      on: coordinator(songs: 12), rows: 14)
    let behind = transcript.results.split(separator: "help COMMAND explains one.\n").last ?? ""
    #expect(rowsShown(String(behind)) == ["12"], "behind help's four pages comes the list's second")
  }

  /// A page that begins within the list ends with it, however long it may be.
  @Test func `a page of any length ends with the list`() async {
    _ = await type(
      ["search v", "set page 3", "open song", "more", "set page 9223372036854775807", "back", "forward", "more"],
      on: coordinator(songs: 5))
    #expect(transcript.diagnostics.contains("these are all the items"))
    #expect(rowsShown(transcript.text).suffix(2) == ["4", "5"])
    #expect(transcript.text.contains("\nSong, continued; show starts at the top\n   4 ☆"))
  }

  @Test func `a script prints everything, even at the prompt`() async {
    _ = await type(["set page 3", "search x --in song", "source some.liner"], on: coordinator(songs: 7))
    #expect(
      rowsShown(transcript.results) == [
        "1", "2", "3", "1-3 of 7; Enter for more", "1", "2", "3", "4", "5", "6", "7",
      ])
  }

  @Test func `recent searches are listed, a prompt's with those of earlier sessions`() async {
    var environment = PromptEnvironment()
    environment.lines = { ["/jackson", "search jack", "open 3"] }
    let source = await type(
      ["search Jack", "/vivaldi", "history", "history ja"], on: coordinator(), in: environment)
    #expect(transcript.results.hasSuffix("vivaldi\nJack\njackson\nJack\njackson\n"))
    #expect(source.prompts.last?.completions("search JA", 9).map(\.text) == ["Jack", "jackson"])
  }

  @Test func `history is an array in JSON`() async {
    await play("/jack\n/jill\nhistory j\n", form: .json, on: coordinator())
    let last = transcript.results.split(separator: "\n").last ?? ""
    #expect(last.hasSuffix(#""command":"history j","ok":true,"history":["jill","jack"]}"#))
  }

  @Test func `what is set of looks is passed on at once`() async {
    _ = await type(["set theme dark", "set theme", "set theme nonsense", "set hints off"], on: coordinator())
    #expect(transcript.settings.map(\.theme) == ["dark", "dark"])
    #expect(transcript.settings.map(\.showsHints) == [true, false])
  }

  @Test func `the prompt knows the screen it stands on`() async {
    let source = await type(["search x --in song", "set hints off"], on: coordinator(songs: 2))
    #expect(source.prompts.map { $0.hint("star 2") } == ["", " → Song 2", ""])
    #expect(source.prompts.map { $0.accepted("star 2") } == ["", "", ""])
    #expect(source.prompts[1].completions("star song", 9).map(\.text) == ["1", "2"])
    #expect(source.prompts.map(\.text) == ["liner", "x", "x"])
  }

  @Test func `an error does not repeat what was typed, and is wrapped at words`() async {
    _ = await type(["open 99", "search jack johnson --colour red"], on: coordinator())
    #expect(
      transcript.diagnostics == """
        there is no item 99 here; this screen has none
        unknown option "--colour"; try --in, --limit, --everywhere, --country or
        --explicit. To search for it, put -- before it

        """)
  }

  @Test func `what failed is not offered again, until it succeeds`() async {
    var environment = PromptEnvironment()
    environment.lines = { ["open 1"] }
    let source = await type(
      ["open 1", "search x --in song", "open 1", ""], on: coordinator(songs: 1), in: environment)
    #expect(
      source.prompts.map { $0.hint("ope") } == [
        "n 1", "n CATEGORY | N [RELATION] | RELATION | REF | WORDS [--limit N]",
        "n CATEGORY | N [RELATION] | RELATION | REF | WORDS [--limit N]", "n 1", "n 1",
      ])
  }

  @Test func `the items of the screen go into a command of the shell, which has the terminal`() async {
    let desktop = RecordingDesktop()
    let outside = Outside(
      desktop: desktop, fetch: { _ async throws(CatalogError) in throw .cancelled }, budgets: { [] })
    let source = TypedLines(["search x --in song", "  | jq '.title; .id' | head", "| false"])
    await type(source, outside, on: coordinator(songs: 3))
    #expect(desktop.requests == ["run jq '.title; .id' | head 3 shown", "run false 3 shown"])
    #expect(transcript.diagnostics == "\"false\" failed with status 1\n")
  }

  private func type(_ source: TypedLines, _ outside: Outside, on coordinator: Coordinator) async {
    let repl = await transcript.repl(transcript.output(rows: 24), outside: outside, on: coordinator)
    _ = await repl.prompt(source, in: PromptEnvironment())
  }

  @Test func `only what is asked of a catalog is progress`() async {
    _ = await type(["search x --in song", "open 1", "back", "favs", "set"], on: coordinator(songs: 1))
    #expect(transcript.loads == ["asking iTunes", "answered", "asking iTunes", "answered"])
  }

  @Test func `what is looked up before it is played is progress`() async {
    _ = await type(["search x --in song", "play 1"], on: coordinator(songs: 1))
    #expect(transcript.loads == ["asking iTunes", "answered", "asking iTunes", "answered"])
  }

  @Test func `a start file is heard to its end, its failures named, its settings silent`() async {
    let coordinator = coordinator()
    let hasFailed = await start(
      "set theme light\nopen 99\nnonsense\nset hints off\nhelp quit\n", on: coordinator)
    #expect(!hasFailed)
    #expect(await coordinator.settings.theme == "light")
    #expect(await coordinator.settings.showsHints == false)
    #expect(
      transcript.diagnostics == """
        linerc:2: open 99: there is no item 99 here; this screen has none
        linerc:3: nonsense: unknown command "nonsense"; did you mean search nonsense?

        """)
    #expect(transcript.results.hasPrefix("quit\n"))
  }

  @Test func `a preview leaves stack and log alone`() async throws {
    let coordinator = coordinator(songs: 3)
    let before = (await coordinator.trail, await coordinator.screen)
    let screen = try await coordinator.preview(of: SearchQuery(term: "vivaldi"))
    #expect(screen.visibleRows.count == 3)
    #expect(screen.title == "vivaldi")
    #expect(await coordinator.trail == before.0)
    #expect(await coordinator.screen == before.1)
    #expect(await coordinator.log == nil)
  }

  @Test func `a preview asks exactly what the command asks`() async throws {
    let requests = Mutex<[SearchRequest]>([])
    let client = StubCatalogClient(.stub) { request in
      requests.withLock { $0.append(request) }
      return .success(ItemList(items: []))
    }
    let coordinator = Coordinator(clients: [client], start: "itunes")
    let query = SearchQuery(term: "vivaldi")
    _ = try await coordinator.preview(of: query)
    let previewed = Set(requests.withLock(\.self))
    requests.withLock { $0 = [] }
    try await coordinator.apply(.search(query))
    try await coordinator.settle()
    #expect(Set(requests.withLock(\.self)) == previewed)
    #expect(previewed.count == 2)
  }
}
