import Domain
import Presentation
import Testing

struct ReplTests {
  private func coordinator() -> Coordinator {
    let service = StubCatalogClient { request in
      if request.term == "down" { return .failure(.offline(host: "itunes.apple.com")) }
      return .success(ItemList(items: request.category.name == "song" ? Item.many("S", 15) : []))
    }
    return Coordinator(clients: [service], start: "itunes")
  }

  @Test func `an error in a script names its place and ends it`() async {
    let played = await Played.script("search jack\n\n# a comment\nopen 99\nopen 1\n", on: coordinator())
    #expect(played.diagnostics == "tour.liner:4: open 99: there is no item 99 here; this screen has 1-15\n")
    #expect(played.end == .failed)
    #expect(!played.results.contains("☆ S 1\n\n"))
  }

  @Test(arguments: ["open 99", "open 99; show", "open 99\nshow", "open 99\n# end\n", "show; open 99"])
  func `a failure fails the script wherever it stands`(script: String) async {
    let played = await Played.script(script, on: coordinator())
    #expect(played.end == .failed)
    #expect(played.hasFailed)
  }

  @Test(arguments: [
    "open 99\nsearch jack\nopen 98", "open 99; search jack; open 98", "x\u{0}\nsearch jack\nopen 98\nshow",
  ])
  func `with keep-going the rest is carried out, and the failure is not forgotten`(script: String) async {
    let played = await Played.script(script, options: Repl.Options(keepsGoing: true), on: coordinator())
    #expect(played.end == .finished)
    #expect(played.hasFailed)
    #expect(played.diagnostics.split(separator: "\n").count == 2)
    #expect(played.results.contains("S 15"))
  }

  @Test func `echo makes a transcript`() async {
    let played = await Played.script(
      "trail; search jack --in tv\ntrail", options: Repl.Options(echoes: true), on: coordinator())
    #expect(
      played.results == """
        liner> trail
        ▸ home
        liner> search jack --in tv
        jack
        No results found
        Not searched: song, podcast, album, movie. To search them: search jack --in all
        In every catalog: search jack --everywhere
        jack> trail
          1 home
        ▸   jack

        """)
  }

  @Test func `echo stands before JSON too, for those who ask for both`() async {
    let played = await Played.script("trail", options: Repl.Options(form: .json, echoes: true), on: coordinator())
    #expect(played.results == "liner> trail\n")
    #expect(played.lines.count == 1)
  }

  @Test func `quit leaves at once, through all scripts`() async {
    let played = await Played.script(
      "source a\ntrail", files: ["a": "quit\ntrail"], on: coordinator())
    #expect(played.end == .quit)
    #expect(played.results.isEmpty)
    #expect(!played.hasFailed)
  }

  @Test func `an interruption ends a script between commands`() async {
    let interruption = Interruption()
    interruption.raise()
    let played = await Played.script("trail", interruption: interruption, on: coordinator())
    #expect(played.end == .interrupted)
    #expect(played.results.isEmpty)
  }

  @Test func `bad bytes and a failure before them are both told, the first ends the script`() async {
    let long = String(repeating: "x", count: LineSplitter.longestLine + 1)
    let played = await Played.script("open 99\n\(long)\nexpect error usage", on: coordinator())
    #expect(played.end == .failed)
    #expect(played.diagnostics == "tour.liner:1: open 99: there is no item 99 here; this screen has none\n")
    let expected = await Played.script("\(long)\nexpect error usage\ntrail", on: coordinator())
    #expect(expected.end == .finished)
    #expect(expected.diagnostics == "tour.liner:1: the line is longer than 1 MB\n")
  }

  @Test func `a failed search says what to do next`() async {
    let played = await Played.script("search down\nexpect error offline\nexpect state failed", on: coordinator())
    #expect(played.end == .finished)
    #expect(
      played.diagnostics
        == "tour.liner:1: search down: Could not reach itunes.apple.com. Check the connection, then: retry\n")
  }

  @Test func `at a prompt no failure ends anything`() async {
    let played = await Played.script("open 99\nexpect items 3\nsearch jack", isPrompt: true, on: coordinator())
    #expect(played.end == .finished)
    #expect(played.results.contains("S 15"))
  }

  // MARK: Scripts within scripts

  @Test func `a script runs here, and its errors name its own place`() async {
    let files = ["a.liner": "search jack\nsource b.liner", "b.liner": "\nopen 99"]
    let played = await Played.script("source a.liner\ntrail", files: files, on: coordinator())
    #expect(played.diagnostics == "b.liner:2: open 99: there is no item 99 here; this screen has 1-15\n")
    #expect(played.end == .failed)
    #expect(!played.results.contains("▸"))
  }

  @Test func `a script is looked for beside the one that names it, then here`() async {
    let files = [
      "tours/a.liner": "source b.liner; source c.liner; source /d.liner", "tours/b.liner": "set view tiles",
      "b.liner": "open 99", "c.liner": "set view list", "/d.liner": "set hints off", "tours//d.liner": "open 99",
    ]
    let played = await Played.script("source tours/a.liner", files: files, on: coordinator())
    #expect(played.diagnostics == "")
    #expect(played.end == .finished)
    let missing = await Played.script("source tours/a.liner", files: ["tours/a.liner": "source x"], on: coordinator())
    #expect(missing.diagnostics == "tours/a.liner:1: source x: x: no such file or folder\n")
  }

  @Test func `trail says how far back each screen is, and what lies ahead`() async {
    let played = await Played.script(
      "search a --in song; search b --in song; search c --in song; set page off; back 2; trail", on: coordinator())
    #expect(played.results.hasSuffix("  1 home\n▸   a\nforward: b; forward 2: c\n"))
  }

  @Test func `a setting and the help of set say what is accepted`() async {
    let one = await Played.script("set view; set limit; set theme", on: coordinator())
    #expect(one.results.contains("accepts list or tiles; default is list\n"))
    #expect(one.results.contains("accepts a whole number from 1 to 200; default is"))
    let all = await Played.script("help set", on: coordinator())
    #expect(all.results.contains("auto, light, dark or mono\n"))
    let number = await Played.script("help N; help 3; help SEL", on: coordinator())
    #expect(number.results.split(separator: "\n").filter { $0.hasPrefix("open ") }.count == 2)
    #expect(number.results.contains("\nselections: "))
  }

  @Test(arguments: [
    ("open 99; open 98; expect items 3", 2), ("open 99; expect error no-such-item; open 98", 1),
    ("open 99; expect error no-such-item; expect error no-such-item", 0), ("expect items 3", 0), ("x\nx", 2),
  ])
  func `commands that failed are counted, those that were meant to are not`(script: String, count: Int) async {
    let played = await Played.script(script, options: Repl.Options(keepsGoing: true), on: coordinator())
    #expect(played.failedCommands == count)
  }

  @Test(arguments: [
    ("source a; expect error no-such-item; trail", "open 99", true),
    ("source a; expect error usage; trail", "open 99", false),
    ("source a; trail", "open 99", false),
    ("source a; expect error no-such-item; trail", "open 99; trail", true),
    ("source a; trail", "open 99; expect error no-such-item", true),
    ("source nowhere; expect error file; trail", "", true),
  ])
  func `a script fails as what ended it, which can be expected behind it`(script: String, file: String, passes: Bool)
    async
  {
    let played = await Played.script(script, files: ["a": file], on: coordinator())
    #expect((played.end == .finished) == passes)
    #expect(played.results == (passes ? "▸ home\n" : ""))
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

  /// Without conditions it would never end; with --keep-going, two such lines would run millions of scripts.
  @Test(arguments: [
    (["a": "source a\nsource a\ntrail"], "a:1: source a: a", "a:2: source a: a"),
    (["a": "source b\nsource b\ntrail", "b": "source a"], "b:1: source a: a", "b:1: source a: a"),
    (["a": "source d/b\nsource d/b\ntrail", "d/b": "source a"], "d/b:1: source a: a", "d/b:1: source a: a"),
  ])
  func `a script does not source itself, directly or through others`(
    files: [String: String], first: String, second: String
  ) async {
    let refusal = " is running already; a script that sources itself would never end\n"
    for (script, source) in [("source a", "-c"), (files["a"] ?? "", "a")] {
      let played = await Played.script(
        script, source: source, files: files, options: .init(keepsGoing: true), on: coordinator())
      #expect(played.diagnostics == first + refusal + second + refusal)
      #expect(played.results == "▸ home\n")
      #expect(played.hasFailed)
    }
  }

  @Test func `a script may be sourced again, and beside one of its name`() async {
    let files = ["a": "source d/b\nsource d/b", "d/b": "source a", "d/a": "trail"]
    let played = await Played.script("source a", files: files, on: coordinator())
    #expect(played.diagnostics == "")
    #expect(played.results == "▸ home\n▸ home\n")
  }
}
