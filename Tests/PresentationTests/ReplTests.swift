import Domain
import Presentation
import TestSupport
import Testing

/// What `Stories/scripts.txt` cannot express about scripts.
struct ReplTests {
  private func coordinator() -> Coordinator { Coordinator(clients: [StubCatalogClient()], start: "itunes") }

  @Test func `an interruption ends a script between commands`() async {
    let interruption = Interruption()
    interruption.raise()
    let played = await Played.script("trail", interruption: interruption, on: coordinator())
    #expect(played.end == .interrupted)
    #expect(played.results.isEmpty)
  }

  @Test func `invalid bytes and a failure before them are both reported, and the first ends the script`() async {
    let long = String(repeating: "x", count: LineSplitter.longestLine + 1)
    let played = await Played.script("open 99\n\(long)\nexpect error usage", on: coordinator())
    #expect(played.end == .failed)
    #expect(played.diagnostics == "tour.liner:1: open 99: there is no item 99 here; this screen has none\n")
    let expected = await Played.script("\(long)\nexpect error usage\ntrail", on: coordinator())
    #expect(expected.end == .finished)
    #expect(expected.diagnostics == "tour.liner:1: the line is longer than 1 MB\n")
  }

  @Test func `scripts nest twenty-five deep and no deeper`() async {
    var files: [String: String] = ["25": "trail", "26": "trail"]
    for depth in 1..<25 { files["\(depth)"] = "source \(depth + 1)" }
    let fits = await Played.script("source 1", files: files, on: coordinator())
    #expect(fits.end == .finished)
    #expect(fits.results == "▸ home\n")
    files["25"] = "source 26"
    let tooDeep = await Played.script("source 1", files: files, on: coordinator())
    #expect(tooDeep.end == .failed)
    #expect(tooDeep.diagnostics == "25:1: source 26: scripts are nested more than 25 deep\n")
  }

  @Test func `a line after a replay is run`() async {
    let (transcript, files) = (Transcript(), MemoryFiles())
    let coordinator = Coordinator(clients: [StubCatalogClient(items: ["song": Item.many("S", 3)])], start: "itunes")
    let repl = await transcript.repl(files: files, on: coordinator)
    _ = await repl.replay(ArraySource("search v", source: "tour"), .script, script: { _ in nil })
    _ = await repl.run(ArraySource("export a.csv", source: "tour"))
    #expect(files.paths == ["a.csv"])
  }
}
