import Domain
import Presentation
import TestSupport
import Testing

/// Runs lines on a catalog of three items and collects what comes out and what is asked outside.
struct DesktopErrandTests {
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2]
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1, 2]

  /// 1 has everything, 2 has nothing, 3 is from a catalog without previews.
  private static let items: [Item] = [
    .made("Full", catalog: "c", key: "1") { item in
      item.link = WebLink("https://h.invalid/1")
      item.preview = WebLink("https://h.invalid/1.m4a")
      item.artwork = WebLink("https://h.invalid/1/100.jpg")
    },
    .made("Empty", catalog: "c", key: "2"), .made("Foreign", category: "film", catalog: "plain", key: "3"),
  ]

  private static func three(_ catalog: Catalog) -> StubCatalogClient {
    StubCatalogClient(
      catalog, details: StubCatalogClient.itemAlone,
      artwork: { item, size in item.artwork.flatMap { _ in WebLink("https://h.invalid/1/\(size).jpg") } },
      pngArtwork: { item, size in item.artwork.flatMap { _ in WebLink("https://h.invalid/1/\(size).png") } },
      search: { _ in .success(Page(items: items)) })
  }

  private let transcript = Transcript()
  private let files = MemoryFiles()
  private let coordinator = Coordinator(
    clients: [
      three(
        Catalog(
          name: "c", title: "C", categories: [Category(name: "song", title: "Song", isListable: true)],
          features: [.previews, .sizedArtwork])),
      three(Catalog(name: "plain", title: "Plain", categories: [Category(name: "film", title: "Film")])),
    ], start: "c")

  /// Runs the script after the list was opened.
  private func run(
    _ script: String, desktop: RecordingDesktop = RecordingDesktop(), form: OutputForm = .text,
    answer: Result<[UInt8], CatalogError> = .success(jpeg), budgets: [RequestBudget] = [],
    interruption: Interruption = Interruption(), shell: Repl.Options.Shell = .prompt
  ) async -> Repl.End {
    let errands = DesktopErrands(
      desktop: desktop,
      fetch: { [transcript] link async throws(CatalogError) in
        transcript.note(link.text)
        RequestContext.current.log?.append(Exchange(method: "GET", url: link.text, source: .network))
        return try answer.get()
      }, budgets: { budgets })
    return await run(script, form, errands, interruption, shell, on: coordinator)
  }

  private func run(
    _ script: String, _ form: OutputForm, _ errands: DesktopErrands, _ interruption: Interruption,
    _ shell: Repl.Options.Shell, on coordinator: isolated Coordinator
  ) async -> Repl.End {
    var repl = transcript.repl(
      options: Repl.Options(form: form, shell: shell), interruption: interruption, files: files, errands: errands)
    _ = await repl.run(ArraySource("open song", source: "-c"), on: coordinator)
    transcript.clear()
    return await repl.run(ArraySource(script, source: "-c"), on: coordinator)
  }

  // MARK: Pages and previews

  @Test func `a link is printed`() async {
    _ = await run("link 1")
    #expect(transcript.results == "https://h.invalid/1\n")
  }

  @Test func `an item's own screen needs no number`() async {
    _ = await run("expect items 3; open 1; link; expect text \"https://h.invalid/1\"")
    #expect(transcript.diagnostics == "")
  }

  @Test func `a page is opened, copied and a preview played, each once`() async {
    let desktop = RecordingDesktop()
    _ = await run("browse 1; copy 1; play 1", desktop: desktop)
    #expect(
      desktop.requests == [
        "browse https://h.invalid/1", "copy https://h.invalid/1", "play Full https://h.invalid/1.m4a",
      ])
    #expect(
      transcript.results
        == "opened https://h.invalid/1\ncopied https://h.invalid/1\nplayed https://h.invalid/1.m4a with mpv\n")
  }

  @Test(arguments: [
    ("link 2", "there is no page of this item on the web"), ("browse 2", "there is no page of this item on the web"),
    ("copy 2", "there is no page of this item on the web"), ("play 2", "there is no preview of this item"),
    ("play 3", "Plain has no previews"), ("artwork 2", "there is no cover of this item"),
    ("artwork 3", "there is no cover of this item"), ("artwork 3 --size 5", "Plain has no covers in other sizes"),
  ])
  func `what an item lacks is said, and nothing is started`(line: String, sentence: String) async {
    let desktop = RecordingDesktop()
    #expect(await run(line, desktop: desktop) == .failed)
    #expect(transcript.diagnostics == "-c:1: \(line): \(sentence)\n")
    #expect(desktop.requests.isEmpty)
    #expect(transcript.notes.isEmpty)
  }

  @Test func `a number that is not there is no item`() async {
    _ = await run("link 9; expect error no-such-item")
    #expect(transcript.diagnostics == "-c:1: link 9: there is no item 9 here; this screen has 1-3\n")
  }

  @Test func `a missing program is an error that tells the address`() async {
    let page = WebLink("https://h.invalid/1.m4a")!
    let desktop = RecordingDesktop(
      playing: { () async throws(CommandError) in
        throw .desktop(.noProgram(["mpv", "ffmpeg", "vlc"], for: "play previews", link: page))
      })
    _ = await run("play 1; expect error nothing-here", desktop: desktop)
    #expect(
      transcript.diagnostics
        == "-c:1: play 1: there is no program to play previews; install mpv, ffmpeg or vlc. The address is \(page.text)\n"
    )
  }

  @Test func `cancelling stops what plays, and ends the script`() async {
    let gate = Gate()
    let interruption = Interruption()
    let desktop = RecordingDesktop(
      playing: { () async throws(CommandError) in
        gate.open()
        while !Task.isCancelled { await Task.yield() }
        return Playback(player: "mpv", wasStopped: true)
      })
    async let end = run("play 1; link 1", desktop: desktop, interruption: interruption)
    await gate.wait()
    interruption.raise()
    #expect(await coordinator.cancelLoad())
    #expect(await end == .interrupted)
    #expect(transcript.results == "stopped https://h.invalid/1.m4a with mpv\n")
    #expect(await !coordinator.cancelLoad())
  }

  // MARK: Covers

  @Test func `without a terminal the largest cover's address is printed, and nothing fetched`() async {
    _ = await run("artwork 1; artwork 1 --size 300")
    #expect(transcript.results == "https://h.invalid/1/10000.jpg\nhttps://h.invalid/1/300.jpg\n")
    #expect(transcript.notes.isEmpty)
  }

  @Test func `a terminal that draws nothing is told with the address`() async {
    _ = await run("artwork 1", desktop: RecordingDesktop(pictures: .cannot(.noGraphics)))
    #expect(
      transcript.results == """
        https://h.invalid/1/10000.jpg
        This terminal is not known to draw pictures; with chafa installed it would show this one

        """)
  }

  @Test(arguments: [
    ([Picture.Format.jpeg, .png], "artwork 1", jpeg, "https://h.invalid/1/600.jpg", "show jpeg"),
    ([.jpeg, .png], "artwork 1 --size 90", jpeg, "https://h.invalid/1/90.jpg", "show jpeg"),
    ([.png], "artwork 1", png, "https://h.invalid/1/600.png", "show png"),
  ])
  func `a cover is fetched in a size and format that can be shown`(
    formats: [Picture.Format], line: String, answer: [UInt8], fetched: String, shown: String
  ) async {
    let desktop = RecordingDesktop(pictures: .shows(formats))
    _ = await run(line, desktop: desktop, answer: .success(answer))
    #expect(transcript.notes == [fetched])
    #expect(desktop.requests == [shown])
    #expect(transcript.results == "")
  }

  @Test func `a picture in a format that cannot be shown is not`() async {
    let desktop = RecordingDesktop(pictures: .shows([.png]))
    _ = await run("artwork 1", desktop: desktop, answer: .success(Self.jpeg))
    #expect(desktop.requests == [])
    #expect(
      transcript.results == """
        https://h.invalid/1/600.png
        This terminal draws no JPEG pictures; with chafa installed it would show this one

        """)
  }

  @Test func `JSON has addresses and never a picture`() async {
    let desktop = RecordingDesktop(pictures: .shows([.jpeg]))
    _ = await run("artwork 1; artwork 1 --save a.jpg; link 1; play 1", desktop: desktop, form: .json)
    #expect(desktop.requests == ["play Full https://h.invalid/1.m4a"])
    let head = #"{"v":1,"source":"-c","line":1,"command":"#
    #expect(
      transcript.results == """
        \(head)"artwork 1","ok":true,"artwork":{"url":"https://h.invalid/1/10000.jpg"}}
        \(head)"artwork 1 --save a.jpg","ok":true,"artwork":{"url":"https://h.invalid/1/10000.jpg","file":"a.jpg"}}
        \(head)"link 1","ok":true,"link":"https://h.invalid/1"}
        \(head)"play 1","ok":true,"played":"https://h.invalid/1.m4a"}

        """)
  }

  @Test func `a cover is saved, and replaces no file unless told to`() async {
    _ = await run("artwork 1 --save a.jpg; artwork 1 --save a.jpg; expect error file; artwork 1 --save a.jpg --force")
    #expect(files.paths == ["a.jpg"])
    #expect(transcript.results == String(repeating: "a.jpg  6 bytes from https://h.invalid/1/10000.jpg\n", count: 2))
    #expect(transcript.diagnostics == "-c:1: artwork 1 --save a.jpg: a.jpg exists already; --force replaces it\n")
  }

  @Test(arguments: [
    (Result<[UInt8], CatalogError>.success(Array("<html>".utf8)), ErrorCode.unreadable),
    (.success([]), .unreadable), (.failure(.notFound(host: "h")), .notFound), (.failure(.cancelled), .cancelled),
  ])
  func `what is no picture is not saved`(answer: Result<[UInt8], CatalogError>, code: ErrorCode) async {
    #expect(await run("artwork 1 --save a.jpg; expect error \(code.rawValue)", answer: answer) == .finished)
    #expect(files.paths.isEmpty)
  }

  // MARK: Insight

  @Test func `what a cover took can be explained, more than once, until another command has asked`() async {
    _ = await run(
      """
      artwork 1 --save a.jpg
      explain --curl
      expect text "curl --silent --show-error --globoff 'https://h.invalid/1/10000.jpg'"
      explain --curl
      expect text "10000.jpg"
      artwork 1 --size 30 --save b.jpg
      explain
      expect text "30.jpg"
      """)
    #expect(transcript.diagnostics == "")
  }

  @Test(arguments: ["link 1", "trail", "limits", "set", "help", "star 1", "show", "artwork 1"])
  func `behind a command that asks nothing, the one before it is explained`(line: String) async {
    _ = await run("artwork 1 --save a.jpg; \(line); explain; expect text 10000.jpg")
    #expect(transcript.diagnostics == "")
  }

  @Test func `before anything was asked there is nothing to explain`() async {
    _ = await run("explain; expect text \"asked nothing\"")
    #expect(transcript.diagnostics == "")
  }

  // MARK: Commands of the shell

  @Test func `the items of the screen are handed to a command of the shell as it stands`() async {
    let desktop = RecordingDesktop()
    _ = await run("filter f\n| jq .title; wc -l", desktop: desktop, shell: .always)
    #expect(desktop.requests == ["run jq .title; wc -l 2 taken"])
    #expect(transcript.results.contains(#"{"number":1,"id":"c:song:1""#))
    #expect(transcript.diagnostics == "")
  }

  @Test func `a command of the shell that fails is a failed command`() async {
    #expect(await run("| false", shell: .always) == .failed)
    #expect(transcript.diagnostics == "-c:1: | false: \"false\" failed with status 1\n")
  }

  @Test(arguments: [
    ("| cat", Repl.Options.Shell.prompt, "a script may run commands of the shell with --shell only"),
    ("| cat", .never, "a replay runs no commands of the shell"),
    ("show; | cat", .always, "| stands at the start of a line only; put it on a line of its own"),
    ("|", .always, "| needs more: | COMMAND"),
  ])
  func `where no command of the shell may run, it says so`(line: String, shell: Repl.Options.Shell, reason: String)
    async
  {
    let desktop = RecordingDesktop()
    #expect(await run(line, desktop: desktop, shell: shell) == .failed)
    #expect(transcript.diagnostics.hasSuffix(reason + "\n"))
    #expect(desktop.requests.isEmpty)
  }

  @Test func `budgets are shown host by host`() async {
    let budgets = [
      RequestBudget(host: "a.example", available: 18, capacity: 20, nextIn: .zero, sent: 2),
      RequestBudget(
        host: "bb.example", available: 0, capacity: 20, nextIn: .milliseconds(2100), fullIn: .seconds(59), sent: 21,
        sentByOthers: 4),
      RequestBudget(host: "c.example", available: 0, capacity: nil, nextIn: .zero, sent: 7),
    ]
    _ = await run("limits", budgets: budgets)
    #expect(
      transcript.results == """
        a.example   18 of 20 requests now · 2 sent
        bb.example  0 of 20 requests now · next in 3 s · all in 59 s · 21 sent · 4 by other sessions
        c.example   any number of requests · 7 sent

        """)
  }

  @Test func `budgets in JSON are host by host, too`() async {
    _ = await run(
      "limits", form: .json,
      budgets: [
        RequestBudget(
          host: "a", available: 0, capacity: 20, nextIn: .seconds(2), fullIn: .seconds(59), sent: 21,
          sentByOthers: 4),
        RequestBudget(host: "b", available: 0, capacity: nil, nextIn: .zero, sent: 7),
      ])
    #expect(
      transcript.results == """
        {"v":1,"source":"-c","line":1,"command":"limits","ok":true,"limits":{"hosts":[\
        {"host":"a","available":0,"capacity":20,"sent":21,"sentByOthers":4,"fullIn":59},{"host":"b","sent":7,"sentByOthers":0}]}}

        """)
  }
}
