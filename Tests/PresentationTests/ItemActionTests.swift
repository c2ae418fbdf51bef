import Domain
import TestSupport
import Testing

@testable import Presentation

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
      search: { _ in .success(ItemList(items: items)) })
  }

  private var transcript = Transcript()
  private var files = MemoryFiles()
  private var coordinator = Coordinator(
    clients: [
      three(
        Catalog(
          name: "c", title: "C", categories: [Category(name: "song", title: "Song", isListable: true)],
          features: [.previews, .sizedArtwork])),
      three(Catalog(name: "plain", title: "Plain", categories: [Category(name: "film", title: "Film")])),
    ], start: "c")

  init() {}

  private init(transcript: Transcript, files: MemoryFiles, coordinator: Coordinator) {
    (self.transcript, self.files, self.coordinator) = (transcript, files, coordinator)
  }

  /// Runs the script after the list was opened.
  private func run(
    _ script: String, desktop: RecordingDesktop = RecordingDesktop(), form: OutputForm = .text,
    answer: Result<[UInt8], CatalogError> = .success(jpeg), budgets: [RequestBudget] = [],
    interruption: Interruption = Interruption(), shell: Repl.Options.Shell = .prompt,
    fetched: (@Sendable (WebLink) -> Void)? = nil
  ) async -> Repl.End {
    let outside = Outside(
      desktop: desktop,
      fetch: { [transcript] link async throws(CatalogError) in
        transcript.note(link.text)
        RequestContext.current.log?.append(Exchange(method: "GET", url: link.text, source: .network))
        fetched?(link)
        if link.text.contains("/4/") { throw .notFound(host: "h.invalid") }
        return try answer.get()
      }, refusal: { $0.text.contains("//localhost") ? .offLimits(host: "localhost", address: "localhost") : nil },
      budgets: { budgets })
    await coordinator.observe { [transcript] in transcript.show($0) }
    let repl = await transcript.repl(
      options: Repl.Options(form: form, shell: shell), interruption: interruption, files: files, outside: outside,
      on: coordinator)
    _ = await repl.run(ArraySource("open song", source: "-c"))
    transcript.clear()
    return await repl.run(ArraySource(script, source: "-c"))
  }

  // MARK: Pages and previews

  @Test func `a link is printed`() async {
    _ = await run("link 1")
    #expect(transcript.results == "https://h.invalid/1\n")
  }

  @Test func `an episode without a page is linked and copied by its sound`() async {
    let episode = Item.made("Episode", catalog: "c", key: "1") { $0.audio = WebLink("https://h.invalid/e.mp3?x=1") }
    let client = StubCatalogClient(
      Catalog(name: "c", title: "C", categories: [Category(name: "song", title: "Song", isListable: true)]),
      details: StubCatalogClient.itemAlone, search: { _ in .success(ItemList(items: [episode])) })
    let desktop = RecordingDesktop()
    let test = Self(transcript: transcript, files: files, coordinator: Coordinator(clients: [client], start: "c"))
    _ = await test.run("link 1; copy 1; browse 1", desktop: desktop)
    #expect(transcript.results.hasPrefix("https://h.invalid/e.mp3?x=1\n"))
    #expect(desktop.requests == ["copy https://h.invalid/e.mp3?x=1"])
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
        == "opened https://h.invalid/1\nasked the terminal to copy https://h.invalid/1\nplayed https://h.invalid/1.m4a with mpv\n"
    )
  }

  @Test(arguments: [
    ("link 2", "there is no web page for this item"), ("browse 2", "there is no web page for this item"),
    ("copy 2", "there is no web page for this item"), ("link 2-3", "there is no web page for this item"),
    ("play 2", "there is no preview for this item"),
    ("play 3", "Plain has no previews"), ("artwork 2", "there is no cover for this item"),
    ("artwork 3", "there is no cover for this item"), ("artwork 3 --size 5", "Plain has no covers in other sizes"),
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

  @Test(
    arguments: [
      ("https://h.invalid/1.m4a", "The address is https://h.invalid/1.m4a"), ("/d/1.m4a", "The file is /d/1.m4a"),
    ])
  func `a missing program is an error that tells where to find the sound`(_ target: String, _ place: String) async {
    let desktop = RecordingDesktop(
      playing: { () async throws(CommandError) in
        throw .desktop(.noProgram(["mpv", "ffmpeg", "vlc"], for: "play previews", target: target))
      })
    _ = await run("play 1; expect error nothing-here", desktop: desktop)
    #expect(
      transcript.diagnostics
        == "-c:1: play 1: no program to play previews found; install mpv, ffmpeg or vlc. \(place)\n")
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
        This terminal cannot show pictures; install chafa to see them as text

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
        This terminal cannot show JPEG pictures; install chafa to see them

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
    #expect(transcript.diagnostics == "-c:1: artwork 1 --save a.jpg: a.jpg already exists; --force replaces it\n")
  }

  @Test(arguments: [
    (Result<[UInt8], CatalogError>.success(Array("<html>".utf8)), ErrorCode.unreadable),
    (.success([]), .unreadable), (.failure(.notFound(host: "h")), .notFound), (.failure(.cancelled), .cancelled),
  ])
  func `what is no picture is not saved`(answer: Result<[UInt8], CatalogError>, code: ErrorCode) async {
    #expect(await run("artwork 1 --save a.jpg; expect error \(code.rawValue)", answer: answer) == .finished)
    #expect(files.paths.isEmpty)
  }

  // MARK: Several items

  /// 1 and 5 have everything, 4 has a cover that is not there, 6 leads to this machine, 2 and 3 have nothing.
  private static let many: [Item] =
    items + [
      .made("Gone", catalog: "c", key: "4") { item in item.artwork = WebLink("https://h.invalid/4/100.jpg") },
      .made("Full", catalog: "c", key: "5") { item in
        item.link = WebLink("https://h.invalid/5")
        item.preview = WebLink("https://h.invalid/5.m4a")
        item.audio = WebLink("https://h.invalid/5.mp3")
        item.artwork = WebLink("https://h.invalid/5/100.jpg")
      },
      .made("Sly", catalog: "c", key: "6") { item in
        item.preview = WebLink("http://localhost:631/x.mp3")
        item.artwork = WebLink("http://localhost:631/6/100.jpg")
      },
    ]

  /// A list of the six, where covers have the addresses that the items tell.
  private static func six() -> Coordinator {
    let client = StubCatalogClient(
      Catalog(
        name: "c", title: "C", categories: [Category(name: "song", title: "Song", isListable: true)],
        features: [.previews, .sizedArtwork]),
      details: StubCatalogClient.itemAlone, artwork: { item, _ in item.artwork },
      search: { _ in .success(ItemList(items: many.filter { $0.id.catalog == "c" })) })
    return Coordinator(clients: [client], start: "c")
  }

  /// Runs the script on five items: 1 Full, 2 Empty, 3 Gone, 4 Full, 5 Sly.
  private func runOnSix(
    _ script: String, desktop: RecordingDesktop = RecordingDesktop(), form: OutputForm = .text,
    interruption: Interruption = Interruption(), fetched: (@Sendable (WebLink) -> Void)? = nil
  ) async -> Repl.End {
    let other = DesktopErrandTests(transcript: transcript, files: files, coordinator: Self.six())
    return await other.run(script, desktop: desktop, form: form, interruption: interruption, fetched: fetched)
  }

  @Test func `links of several are printed one a line, and what has none is told`() async {
    #expect(await runOnSix("link all; expect text https://h.invalid/5") == .finished)
    #expect(transcript.results == "https://h.invalid/1\nhttps://h.invalid/5\n")
    #expect(transcript.diagnostics == "-c:1: link all: 3 skipped: no page for 2-3,5\n")
  }

  @Test func `one number that is not there fails the whole command`() async {
    let desktop = RecordingDesktop()
    #expect(await runOnSix("browse 1,9", desktop: desktop) == .failed)
    #expect(desktop.requests.isEmpty)
  }

  @Test func `several are opened, copied one a line, and played one after the other, episodes whole`() async {
    let desktop = RecordingDesktop()
    _ = await runOnSix("browse 1,4; copy 1,4; play 1,4", desktop: desktop)
    #expect(
      desktop.requests == [
        "browse https://h.invalid/1", "browse https://h.invalid/5", "copy https://h.invalid/1\nhttps://h.invalid/5",
        "play Full (1 of 2) https://h.invalid/1.m4a", "play Full (2 of 2) https://h.invalid/5.mp3",
      ])
  }

  @Test func `a page on this machine is printed, and opened by no browser`() async {
    let item = Item.made("Sly", catalog: "c") { $0.link = WebLink("http://localhost:631/admin") }
    let client = StubCatalogClient(
      Catalog(name: "c", title: "C", categories: [Category(name: "song", title: "Song", isListable: true)]),
      search: { _ in .success(ItemList(items: [item])) })
    let desktop = RecordingDesktop()
    let other = DesktopErrandTests(
      transcript: transcript, files: files, coordinator: Coordinator(clients: [client], start: "c"))
    #expect(await other.run("link 1; browse 1", desktop: desktop) == .failed)
    #expect(transcript.results == "http://localhost:631/admin\n")
    #expect(transcript.diagnostics.hasPrefix("-c:1: browse 1: localhost is on this machine"))
    #expect(desktop.requests.isEmpty)
  }

  @Test func `more than five pages are opened only for who is sure`() async {
    let links = (1...6).map { number in
      Item.made("\(number)", catalog: "c", key: "\(number)") { $0.link = WebLink("https://h.invalid/\(number)") }
    }
    let client = StubCatalogClient(
      Catalog(name: "c", title: "C", categories: [Category(name: "song", title: "Song", isListable: true)]),
      search: { _ in .success(ItemList(items: links)) })
    let desktop = RecordingDesktop()
    let six = DesktopErrandTests(
      transcript: transcript, files: files, coordinator: Coordinator(clients: [client], start: "c"))
    #expect(await six.run("browse all", desktop: desktop) == .failed)
    #expect(transcript.diagnostics == "-c:1: browse all: that would open 6 pages; add --yes for more than 5\n")
    #expect(desktop.requests.isEmpty)
    _ = await six.run("browse 1-5", desktop: desktop)
    _ = await six.run("browse all --yes", desktop: desktop)
    #expect(desktop.requests.count == 11)
  }

  @Test func `what a stranger leads to this machine is neither played nor fetched`() async {
    let desktop = RecordingDesktop(pictures: .shows([.jpeg]))
    _ = await runOnSix(
      "play 5; expect error refused; artwork 5; expect error refused; artwork 5 --save x.jpg; expect error refused",
      desktop: desktop)
    _ = await runOnSix("set covers on; open 5", desktop: desktop)
    #expect(desktop.requests.isEmpty)
    #expect(transcript.notes.isEmpty)
    #expect(files.paths.isEmpty)
  }

  @Test func `covers are saved in a folder, each under a name of its own, and failures keep nobody from the rest`()
    async
  {
    #expect(await runOnSix("artwork all --save c/") == .finished)
    #expect(files.paths == ["c/Full.jpg", "c/Full (2).jpg"])
    #expect(
      transcript.results == """
        c/Full.jpg  6 bytes from https://h.invalid/1/100.jpg
        c/Full (2).jpg  6 bytes from https://h.invalid/5/100.jpg

        """)
    #expect(
      transcript.diagnostics == """
        -c:1: artwork all --save c/: 3 Gone: h.invalid has nothing at that address (HTTP 404)
        -c:1: artwork all --save c/: 5 Sly: localhost is on this machine or its network, where feeds and declarations must not lead
        -c:1: artwork all --save c/: 1 skipped: no cover for 2

        """)
    #expect(
      transcript.loads == [
        "asking C", "saving cover 1 of 4", "saving cover 2 of 4", "saving cover 3 of 4",
        "saving cover 4 of 4", "answered",
      ])
  }

  @Test func `a cover that is there already stays, and is not asked for again`() async {
    files["c/Full.jpg"] = "mine"
    #expect(await runOnSix("artwork 1,4 --save c/") == .finished)
    #expect(files["c/Full.jpg"] == "mine")
    #expect(transcript.notes == ["https://h.invalid/5/100.jpg"])
    #expect(transcript.results.hasPrefix("c/Full.jpg  already exists; not replaced\n"))
    #expect(transcript.diagnostics == "-c:1: artwork 1,4 --save c/: 1 already existed; --force replaces\n")
    #expect(await runOnSix("artwork 1 --save c/") == .failed)
    #expect(await runOnSix("artwork 1,4 --save c/ --force") == .finished)
    #expect(files["c/Full.jpg"] != "mine")
  }

  @Test func `covers of several do not go into one file`() async {
    #expect(await runOnSix("artwork 1-2 --save c.jpg") == .failed)
    #expect(transcript.notes.isEmpty)
    #expect(transcript.diagnostics.hasSuffix("with a slash at the end: --save c.jpg/\n"))
  }

  @Test func `a full disk ends it, and how far it came is told`() async {
    let files = files
    let end = await runOnSix("artwork 1,4 --save c/; expect error file") { link in
      if link.text.contains("/5/") { files.failWrites(with: .noSpace) }
    }
    #expect(end == .finished)
    #expect(
      transcript.diagnostics
        == "-c:1: artwork 1,4 --save c/: c/Full (2).jpg: no space left on the disk; nothing was written (after 1 of 2 succeeded)\n"
    )
  }

  @Test func `Ctrl-C keeps what is done`() async {
    let interruption = Interruption()
    let end = await runOnSix("artwork 1,4 --save c/; link 1", interruption: interruption) { link in
      if link.text.contains("/1/") { interruption.raise() }
    }
    #expect(end == .interrupted)
    #expect(files.paths == ["c/Full.jpg"])
    #expect(transcript.diagnostics == "-c:1: artwork 1,4 --save c/: stopped; 1 left\n")
  }

  @Test func `stopping one stops all that was to be played`() async {
    let desktop = RecordingDesktop(playing: { Playback(player: "mpv", wasStopped: true) })
    _ = await runOnSix("play 1,4", desktop: desktop)
    #expect(desktop.requests.count == 1)
    #expect(transcript.diagnostics == "-c:1: play 1,4: stopped; 1 left\n")
  }

  @Test func `covers shown one below the other say whose they are`() async {
    let desktop = RecordingDesktop(pictures: .shows([.jpeg]))
    _ = await runOnSix("artwork 1,4", desktop: desktop)
    #expect(desktop.requests == ["show jpeg above 1 Full", "show jpeg above 4 Full"])
  }

  @Test func `JSON has a list for several, and a value for one`() async {
    _ = await runOnSix("link 1; link 1-2; artwork 1-3 --save c/; artwork 1,4 --save c/", form: .json)
    let keys = transcript.results.split(separator: "\n").map { line in
      line.split(separator: #""ok":true,"#, maxSplits: 1).last.map(String.init) ?? ""
    }
    #expect(
      keys == [
        #""link":"https://h.invalid/1"}"#, #""link":["https://h.invalid/1"],"lacking":[2]}"#,
        #""artwork":[{"url":"https://h.invalid/1/100.jpg","file":"c/Full.jpg"}],"lacking":[2],"failed":[{"number":3,"code":"not-found","message":"h.invalid has nothing at that address (HTTP 404)"}]}"#,
        #""artwork":[{"url":"https://h.invalid/1/100.jpg","file":"c/Full.jpg","kept":true},{"url":"https://h.invalid/5/100.jpg","file":"c/Full (2).jpg"}]}"#,
      ])
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

  @Test(arguments: [
    "link 1", "trail", "limits", "set", "help", "star 1", "show", "artwork 1", "open 99; expect error no-such-item",
    "star 99; expect error no-such-item", "retry; expect error nothing-here", "xyz; expect error unknown-command",
  ])
  func `after a command that asks nothing, the one before it is explained`(line: String) async {
    let end = await run("artwork 1 --save a.jpg; \(line); explain; expect text 10000.jpg")
    #expect(end == .finished)
  }

  @Test func `before anything was asked there is nothing to explain`() async {
    _ = await run("explain; expect text \"sent nothing\"")
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
    ("| cat", Repl.Options.Shell.prompt, "scripts need --shell to run shell commands"),
    ("| cat", .never, "a replay runs no shell commands"),
    ("show | cat", Repl.Options.Shell.prompt, "scripts need --shell to run shell commands"),
    ("star 1 | cat", .always, "star shows no items for | or >"),
    ("|", .always, "missing argument: | COMMAND"),
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
        a.example   18 of 20 requests left · 2 sent
        bb.example  0 of 20 requests left · next in 3 s · full in 59 s · 21 sent · 4 by other sessions
        c.example   unlimited requests · 7 sent

        """)
    #expect(
      TextRenderer(width: 40).render(.limits([budgets[1]]), favorites: Favorites()).text == """
        bb.example  0 of 20 requests left · next
                    in 3 s · full in 59 s · 21
                    sent · 4 by other sessions

        """)
  }

  @Test(arguments: [
    (DownloadProgress(bytes: 500, all: nil, came: 500, during: .seconds(9)), "500 bytes: Title"),
    (.init(bytes: 500, all: 2000, came: 500, during: .milliseconds(999)), "500 bytes of 2 kB: Title"),
    // What was there before says nothing of how fast the rest comes.
    (.init(bytes: 900, all: 1000, came: 10, during: .seconds(2)), "900 bytes of 1 kB, 20 s left: Title"),
    (.init(bytes: 900, all: 1000, came: 1, during: .seconds(2)), "900 bytes of 1 kB, 4 min left: Title"),
    (.init(bytes: 1000, all: 1000, came: 10, during: .seconds(2)), "1 kB of 1 kB: Title"),
  ])
  func `a download says how far it is, and how long the rest takes`(progress: DownloadProgress, line: String) {
    #expect(DownloadText.line(for: progress, of: "Title") == line)
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
