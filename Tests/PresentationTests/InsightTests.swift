import Domain
import TestSupport
import Testing

@testable import Presentation

/// What was asked and what may be asked, and commands of the shell.
struct InsightTests: ErrandSuite {
  let session = ErrandSession(.threeErrands)

  // MARK: Insight

  @Test func `what a cover took can be explained, more than once, until another command has asked`() async {
    _ = await session.run(
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
    let end = await session.run("artwork 1 --save a.jpg; \(line); explain; expect text 10000.jpg")
    #expect(end == .finished)
  }

  @Test func `before anything was asked there is nothing to explain`() async {
    _ = await session.run("explain; expect text \"sent nothing\"")
    #expect(transcript.diagnostics == "")
  }

  // MARK: Commands of the shell

  @Test func `the items of the screen are handed to a command of the shell as it stands`() async {
    let desktop = RecordingDesktop()
    _ = await session.run("filter f\n| jq .title; wc -l", desktop: desktop, shell: .always)
    #expect(desktop.requests == ["run jq .title; wc -l 2 taken"])
    #expect(transcript.results.contains(#"{"number":1,"id":"c:song:1""#))
    #expect(transcript.diagnostics == "")
  }

  @Test func `a command of the shell that fails is a failed command`() async {
    #expect(await session.run("| false", shell: .always) == .failed)
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
    #expect(await session.run(line, desktop: desktop, shell: shell) == .failed)
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
    _ = await session.run("limits", budgets: budgets)
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
    _ = await session.run(
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
