import Domain
import Presentation
import TestSupport
import Testing

/// Lines of a recording, which may come from anybody.
struct ReplayingTests {
  private let transcript = Transcript()
  private let files = MemoryFiles()

  private func replay(_ lines: String, on coordinator: Coordinator) async -> Played {
    let repl = await transcript.repl(
      options: Repl.Options(keepsGoing: true, shell: .always), files: files,
      scripts: ["held": "nonsense\n", "s": "favs\n"], on: coordinator)
    _ = await repl.replay(
      ArraySource(lines, source: "tour"), isPrompt: false,
      script: { $0 == "held" ? ArraySource("trail\n", source: "held") : nil })
    return Played(hasFailed: await repl.hasFailed, expectations: await repl.expectations)
  }

  private func run(_ lines: String, on coordinator: Coordinator) async {
    let repl = await transcript.repl(files: files, on: coordinator)
    _ = await repl.run(ArraySource(lines, source: "tour"))
  }

  private struct Played {
    let hasFailed: Bool
    let expectations: (met: Int, failed: Int)
  }

  private var coordinator: Coordinator {
    Coordinator(clients: [StubCatalogClient(items: ["song": Item.many("S", 3)])], start: "itunes")
  }

  @Test(arguments: [
    "export a.csv", "> a.csv", "export a --format csv --force", "| cat", "source s", "browse 1", "copy 1", "play 1",
    "artwork 1 --save a.jpg", "set favorites a.jsonl", "set fav a.jsonl",
  ])
  func `what reaches beyond the session is skipped, and told`(command: String) async {
    let played = await replay("search v\n\(command)\ntrail\n", on: coordinator)
    #expect(transcript.diagnostics == "skipped in a replay: \(command)\n")
    #expect(files.paths.isEmpty)
    #expect(!played.hasFailed)
    #expect(transcript.text.hasSuffix("▸   v\n"))
  }

  @Test(arguments: ["| cat", "> a.csv"])
  func `what items go to is skipped, but not the command that shows them`(target: String) async {
    let played = await replay("search v \(target)\ntrail\n", on: coordinator)
    #expect(transcript.diagnostics == "skipped in a replay: \(target)\n")
    #expect(files.paths.isEmpty)
    #expect(!played.hasFailed)
    #expect(transcript.text.hasSuffix("▸   v\n"))
  }

  @Test(arguments: [
    "export --format csv", "set favorites memory", "set favorites default", "source held", "star 1", "link 9",
  ])
  func `what stays within it is done`(command: String) async {
    _ = await replay("search v\n\(command)\n", on: coordinator)
    #expect(!transcript.diagnostics.contains("skipped in a replay"))
  }

  @Test func `what was expected of a command skipped is so too, and only that`() async {
    let played = await replay(
      "search v\nexport a.csv\nexpect text written\nexpect error file\nexpect items 3\ntrail\nexpect text nothing\n",
      on: coordinator)
    #expect(played.expectations == (1, 1))
  }

  @Test func `a line that is not of a recording is carried out`() async {
    let coordinator = coordinator
    _ = await replay("search v\n", on: coordinator)
    await run("export a.csv\n", on: coordinator)
    #expect(files.paths == ["a.csv"])
  }
}
