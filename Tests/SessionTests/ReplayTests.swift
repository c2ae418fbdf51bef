import Foundation
import TestSupport
import Testing

/// `--record` and `--replay`, as the built program does them.
@Suite(.timeLimit(.minutes(10)))
struct ReplayTests {
  private let folder = TemporaryFolder()

  private static let commands = "-c 'search vivaldi; open song' -c 'star 1-3; favs' -c 'open 1; back; forward; trail'"

  @Test(arguments: ["text", "json"])
  func `a replayed session prints the same bytes`(form: String) async throws {
    let recorded = try await shell("$liner --offline --output \(form) --record x.rec \(Self.commands)")
    #expect(recorded.status == 0)
    #expect(recorded.output.count > 2000)
    let answered = try await shell("$liner --output \(form) --replay x.rec \(Self.commands)")
    let played = try await shell("$liner --output \(form) --replay x.rec")
    for replayed in [answered, played] {
      #expect(replayed.text == recorded.text)
      #expect(replayed.errorText == recorded.errorText)
      #expect(replayed.status == recorded.status)
    }
  }

  @Test func `failures are replayed with their places and the exit status`() async throws {
    folder.write("search vivaldi\n\nopen 99; favs\n", to: "tour.liner")
    let recorded = try await shell("$liner --offline --output json --record x.rec tour.liner")
    #expect(recorded.errorText == "tour.liner:3: open 99: there is no item 99 here; this screen has 1-12\n")
    #expect(recorded.status == 1)
    let replayed = try await shell("$liner --output json --replay x.rec")
    #expect(replayed.text == recorded.text)
    #expect(replayed.errorText == recorded.errorText)
    #expect(replayed.status == 1)
  }

  @Test func `what a script sourced is played once`() async throws {
    folder.write("star 1\nexpect starred 1\n", to: "inner.liner")
    folder.write("search vivaldi\nsource inner.liner\nfavs\n", to: "outer.liner")
    let recorded = try await shell("$liner --offline --echo --record x.rec outer.liner")
    #expect(recorded.status == 0)
    let replayed = try await shell("rm inner.liner; $liner --echo --replay x.rec")
    #expect(replayed.text == recorded.text)
    #expect(replayed.errorText == recorded.errorText)
    #expect(replayed.status == 0)
  }

  /// Scripts that are sourced on a line with other commands, twice, within one another, and that fail.
  @Test(
    arguments: [
      "source inner.liner; favs", "source inner.liner; source inner.liner; trail", "source outer.liner; open 2",
      "source bad.liner; favs", "source bad.liner; expect error no-such-item; favs",
    ], ["", "--keep-going"])
  func `what a script sourced is played where it was sourced`(line: String, option: String) async throws {
    folder.write("star 1-2\n\nopen 1\n", to: "inner.liner")
    folder.write("back\nsource inner.liner; trail\nhome\n", to: "outer.liner")
    folder.write("star 3\nopen 99\n", to: "bad.liner")
    folder.write("search vivaldi --in song\n\(line)\nhistory\n", to: "tour.liner")
    let recorded = try await shell("$liner --offline --output json \(option) --record x.rec tour.liner")
    let replayed = try await shell("rm *.liner; $liner --output json --replay x.rec")
    #expect(replayed.text == recorded.text)
    #expect(replayed.errorText == recorded.errorText)
    #expect(replayed.status == recorded.status)
  }

  @Test func `lines of any characters are replayed`() async throws {
    folder.write("search \u{1B}[2Jé\u{2028}x\r\n  # no command\nsearch a\tb;favs  \nbad\u{0}one", to: "odd.liner")
    let recorded = try await shell("$liner --offline --output json --keep-going --record x.rec < odd.liner")
    let replayed = try await shell("$liner --output json --replay x.rec")
    #expect(recorded.lines.count == 5)
    #expect(replayed.text == recorded.text)
    #expect(replayed.errorText == recorded.errorText)
    #expect(folder.read("x.rec")?.contains("\u{1B}") == false)
  }

  @Test func `catalog and settings are those of the recorded session`() async throws {
    let commands = "-c 'open films' -c 'open 2; set'"
    let recorded = try await shell(
      "$liner --offline --catalog ghibli --set limit=3 --set view=tiles --record x.rec \(commands)")
    #expect(recorded.status == 0)
    #expect(try await shell("$liner --replay x.rec").text == recorded.text)
  }

  @Test func `variables and settings given at a replay win over the recorded ones`() async throws {
    let recorded = try await shell(
      "$liner --offline --var A=vivaldi --var B=song --set limit=2 --record x.rec -c 'search ${A} --in ${B}; set limit'"
    )
    #expect(recorded.status == 0)
    #expect(recorded.text.contains("limit  2 "))
    // The recording keeps both variables.
    #expect(try await shell("$liner --replay x.rec").text == recorded.text)
    let other = try await shell(
      "$liner --replay x.rec --var A=nobody --set limit=3 -c 'set limit; search ${A} --in ${B}'")
    #expect(other.text.contains("limit  3 "))
    #expect(other.errorText.contains("No recorded answer") || other.errorText.contains("The recording has no answer"))
    #expect(other.errorText.contains("term=nobody"))
    #expect(other.errorText.contains("entity=song"))
    #expect(other.errorText.contains("limit=3"))
  }

  @Test(arguments: [
    ("open 99; quit", "", 1), ("open 99; quit", "--keep-going", 1), ("trail; quit", "--keep-going", 0),
    ("open 99; expect error no-such-item; quit", "--keep-going", 0), ("open 99; trail; quit", "--keep-going", 1),
    ("open 99; trail", "--keep-going", 1), ("quit; open 99", "", 0),
  ])
  func `leaving does not undo a failure`(script: String, options: String, status: Int32) async throws {
    #expect(try await shell("$liner --offline \(options) -c '\(script)'").status == status)
    #expect(try await shell("$liner --offline \(options) -c '\(script.replacing("; ", with: "\n"))'").status == status)
  }

  @Test func `commands from a pipe are answered from the recording`() async throws {
    _ = try await shell("$liner --offline --record x.rec -c 'search vivaldi'")
    let replayed = try await shell("echo 'search vivaldi; expect items 12' | $liner --replay x.rec > out")
    #expect(replayed.errorText == "1 expectation, 0 failed\n")
    #expect(replayed.status == 0)
  }

  @Test func `what was typed at the prompt is played to its end, failures or not`() async throws {
    folder.write("liner-recording 1\n\n@ 1\n> bad\n\n@ 2\n> favs\n", to: "x.rec")
    let replayed = try await shell("$liner --echo --replay x.rec")
    #expect(replayed.text == "liner> bad\nliner> favs\nFavourites\nNo favourites yet. Add one: star N\n")
    #expect(replayed.errorText == "unknown command \"bad\"; did you mean search bad?\n")
  }

  @Test func `what was cancelled leads nowhere in a replay`() async throws {
    let request = "GET https://itunes.apple.com/search?term=x&media=music&entity=song&limit=5"
    folder.write(
      "liner-recording 1\n\n@ 1\n> search x --in song\n\(request)\n! cancelled\n\n@ 2\n> trail\n", to: "x.rec")
    let replayed = try await shell("$liner --replay x.rec")
    #expect(replayed.text == "▸ home\n")
    #expect(replayed.errorText == "Cancelled\n")
  }

  @Test func `a catalog that took too long does so in a replay`() async throws {
    let search = "search x --everywhere --in song"
    folder.write(
      "liner-recording 1\n\n@ 1\n> \(search)\nGET https://api.deezer.com/search?q=x&limit=3\n! cancelled\n", to: "x.rec"
    )
    let replayed = try await shell("$liner --replay x.rec --set everywhere=deezer")
    #expect(replayed.errorText.contains("Deezer did not answer in 8 s"))
  }

  @Test(arguments: ["text", "json"])
  func `a replay leaves out the catalogs that could not be searched, for the same reasons`(form: String) async throws {
    let lacking = "--set everywhere=opds,tmdb,feeds,audiobookshelf,mercadolibre"
    let recorded = try await shell(
      "$liner --output \(form) \(lacking) --record x.rec -c 'search y --everywhere'")
    #expect(recorded.text.contains("tmdb") && recorded.text.contains("no address"))
    #expect(try await shell("$liner --output \(form) --replay x.rec").text == recorded.text)
    let sample = "'search vivaldi --everywhere; elsewhere 1' -c 'search zzqq' -c 'open https://a.example/b/'"
    let ofSample = try await shell("$liner --offline --output \(form) --keep-going --record y.rec -c \(sample)")
    let replayed = try await shell("$liner --output \(form) --replay y.rec")
    #expect(replayed.text == ofSample.text)
    #expect(replayed.errorText == ofSample.errorText)
  }

  @Test func `a replay has the day of the recorded session`() async throws {
    folder.write("liner-recording 1\n--day 2020-02-29\n\n@ -c:1\n> news\n", to: "x.rec")
    #expect(try await shell("$liner --replay x.rec").text.contains("News since 2020-01-30\n"))
    let recorded = try await shell("$liner --offline --record y.rec -c news")
    #expect(recorded.text.contains("News since 2026-10-22\n"))
    #expect(try await shell("$liner --replay y.rec").text == recorded.text)
  }

  @Test func `what was never recorded fails and says so`() async throws {
    _ = try await shell("$liner --offline --record x.rec -c 'search vivaldi --in song'")
    let replayed = try await shell("$liner --replay x.rec -c 'search jack --in song' -c 'expect error not-recorded'")
    #expect(
      replayed.errorText == """
        -c:1: search jack --in song: No recorded answer for GET \
        https://itunes.apple.com/search?term=jack&media=music&entity=song&limit=5
        1 expectation, 0 failed

        """)
    #expect(replayed.status == 0)
  }

  @Test(arguments: [
    ("liner-recording 1\n> search x\n~ what\n", "liner: x.rec:3: unknown kind of line\n"),
    ("liner-recording 1\nGET /x\n", "liner: x.rec:3: the request above has no answer\n"),
    ("search vivaldi\n", "liner: x.rec:1: not a liner recording\n"),
  ])
  func `a broken recording is named with its line before anything runs`(text: String, message: String) async throws {
    folder.write(text, to: "x.rec")
    let run = try await shell("$liner --replay x.rec -c 'favs'")
    #expect(run.errorText == message)
    #expect(run.text == "")
    #expect(run.status == 1)
  }

  @Test(arguments: [
    ("--replay none.rec -c favs", "liner: none.rec: no such file or folder\n", 1),
    ("--replay . -c favs", "liner: .: is a folder\n", 1),
    ("--record none/x.rec -c favs", "liner: none/x.rec: no such file or folder\n", 1),
    ("--record /dev/full -c favs", "liner: /dev/full: no space left on the disk; nothing was written\n", 1),
  ])
  func `files that cannot be used are named`(options: String, message: String, status: Int32) async throws {
    let run = try await shell("$liner \(options)")
    #expect(run.errorText == message)
    #expect(run.text == "")
    #expect(run.status == status)
  }

  @Test func `a recording that could not be finished is reported at the end`() async throws {
    // A file may grow to 8 blocks of 1024 bytes, and no more.
    let run = try await shell("trap '' XFSZ; ulimit -f 8; $liner --offline --record x.rec -c 'search vivaldi' -c trail")
    #expect(run.text.hasSuffix("▸   vivaldi\n"))
    #expect(run.errorText == "liner: the recording is incomplete: x.rec: File too large\n")
    #expect(run.status == 1)
  }

  @Test func `a replay of a catalog that is not here asks for its declaration`() async throws {
    folder.write("liner-recording 1\n--catalog own\n\n@ -c:1\n> show\n", to: "x.rec")
    let run = try await shell("$liner --replay x.rec")
    #expect(run.status == 64)
    #expect(
      run.errorText.hasPrefix(
        "Error: the recording uses the catalog \"own\"; add its declaration: --catalog own.json\n"
      ))
    #expect(
      try await shell("$liner --replay x.rec --catalog other").errorText.hasPrefix(
        "Error: there is no catalog \"other\""))
  }

  @Test func `recording and replaying exclude each other`() async throws {
    let run = try await shell("$liner --record a --replay b")
    #expect(run.status == 64)
    #expect(run.errorText.hasPrefix("Error: use either --record or --replay\n"))
  }

  // MARK: What reaches beyond a replay

  private static let answer = #"""
    GET https://itunes.apple.com/search?term=x&media=music&entity=song&limit=5
    < 200
    | {"resultCount":1,"results":[{"wrapperType":"track","kind":"song","trackId":1,"trackName":"A",
    |  "trackViewUrl":"https://x.example/1","previewUrl":"https://x.example/p.m4a",
    |  "artworkUrl100":"https://x.example/a/100x100bb.jpg"}]}

    """#

  /// A recording may come from anybody.
  @Test func `a replay passes over what reaches beyond it, and says so`() async throws {
    folder.write("favs\n", to: "script")
    folder.write("#!/bin/sh\ntouch started\n", to: "browser")
    let commands = [
      "export out.csv", "> out.csv", "artwork 1 --save cover.jpg", "play 1", "browse 1", "copy 1", "| touch piped",
      "source script", "set favorites new.jsonl", "set fav new.jsonl", "catalog mine.json", "catalog ./mine.json",
      "catalog check mine.json", "get 1 --to got",
    ]
    // Whoever opened it would wait for ever.
    mkfifo(folder.path("mine.json"), 0o600)
    let recorded = commands.enumerated().map { "\n@ x.liner:\($0 + 2)\n> \($1)\n" }.joined()
    folder.write(
      "liner-recording 1\n--set favorites=new.jsonl\n--catalog ./mine.json\n\n@ x.liner:1\n> search x --in song\n"
        + Self.answer + recorded
        + "\n@ x.liner:20\n> export more.csv; expect text written; expect error file; star 1; expect starred 1; link 1\n",
      to: "x.rec")
    let run = try await shell(
      "chmod +x browser; ls > before; BROWSER=$PWD/browser PATH=$PWD:$PATH $liner --shell --replay x.rec; ls > after")
    #expect(run.status == 0)
    #expect(run.text.hasSuffix("https://x.example/1\n"))
    let passed =
      ["--set favorites=new.jsonl", "--catalog ./mine.json"] + commands + [
        "export more.csv", "expect text written", "expect error file",
      ]
    #expect(
      run.errorText
        == passed.map { "skipped in a replay: \($0)\n" }.joined()
        + "1 expectation, 0 failed\n")
    #expect(folder.read("after")?.replacing("after\n", with: "") == folder.read("before"))
  }

  @Test func `what somebody asks of a replay is done`() async throws {
    folder.write("liner-recording 1\n" + Self.answer, to: "x.rec")
    let run = try await shell("$liner --replay x.rec -c 'search x --in song; export out.csv'")
    #expect(run.status == 0)
    #expect(folder.read("out.csv")?.contains(",A,") == true)
  }

  private func shell(_ line: String, _ environment: [String: String] = [:]) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder, environment: environment)
  }
}
