import Foundation
import TestSupport
import Testing

/// What `Shell/replays.txt` cannot express about `--record` and `--replay`.
@Suite(.timeLimit(.minutes(10)))
struct ReplayTests {
  private let folder = TemporaryFolder()

  private static let answer = #"""
    GET https://itunes.apple.com/search?term=x&media=music&entity=song&limit=5
    < 200
    | {"resultCount":1,"results":[{"wrapperType":"track","kind":"song","trackId":1,"trackName":"A",
    |  "trackViewUrl":"https://x.example/1","previewUrl":"https://x.example/p.m4a",
    |  "artworkUrl100":"https://x.example/a/100x100bb.jpg"}]}

    """#

  /// A recording may come from anyone.
  @Test func `a replay skips commands with side effects, and says so`() async throws {
    folder.write("favs\n", to: "script")
    folder.write("#!/bin/sh\ntouch started\n", to: "browser")
    let commands = [
      "export out.csv", "> out.csv", "artwork 1 --save cover.jpg", "play 1", "browse 1", "copy 1", "| touch piped",
      "source script", "set favorites new.jsonl", "set fav new.jsonl", "catalog mine.json", "catalog ./mine.json",
      "catalog check mine.json", "get 1 --to got",
    ]
    // Opening it would wait forever.
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

  private func shell(_ line: String, _ environment: [String: String] = [:]) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder, environment: environment)
  }
}
