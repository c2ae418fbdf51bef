import Foundation
import Sample
import TestSupport
import Testing
import Wire

/// The checks of the real services, against a stand-in that answers like the sample.
@Suite(.timeLimit(.minutes(5)))
struct LiveTests {
  private let folder = TemporaryFolder()

  /// Runs `scripts/live` with these arguments; the answers contain `field` under another name.
  private func live(_ words: String, losing field: String? = nil) async throws -> BuiltProgram.Run {
    let sample = SampleService()
    return try await StandInServer.run { request in
      let site = "https://sample.liner.invalid"
      let catalog = words.contains("radio") ? "radio" : "itunes"
      guard let answer = try? await sample.fetch(for: catalog)(HTTPRequest(url: site + request.target)) else {
        return .status(500)
      }
      var text = String(decoding: answer.body, as: UTF8.self)
      text = text.replacingOccurrences(of: site, with: "http://\(request.headers["host"] ?? "")")
      if let field { text = text.replacingOccurrences(of: "\"\(field)\"", with: "\"renamed\"") }
      return StandInServer.Answer(status: answer.status, headers: answer.headers, body: Array(text.utf8))
    } body: { server in
      try await BuiltProgram.shell(
        "$scripts/live --rate off \(words)", in: folder,
        environment: [
          "LINER_ITUNES_URL": server.url, "LINER_CHARTS_URL": server.url, "LINER_RADIO_URL": server.url,
        ])
    }
  }

  @Test func `an unchanged service passes every check, and is recorded`() async throws {
    let run = try await live("--record here itunes")
    #expect(run.errorText == "")
    #expect(run.lines.dropLast().last == "13 passed, 0 failed", "\(run.text)")
    #expect(run.status == 0)
    #expect(folder.read("here/itunes.recording")?.hasPrefix("liner-recording 1\n") == true)
  }

  @Test(arguments: [
    ("trackPrice", "FAILED  itunes: songs have what a song's screen shows: no item has price"),
    ("feedUrl", "FAILED  itunes: podcasts have their feeds: no item has feed"),
    ("trackNumber", "FAILED  itunes: an album has its tracks by number: no item has track"),
  ])
  func `a missing field is reported with its check`(field: String, line: String) async throws {
    let run = try await live("itunes", losing: field)
    #expect(run.lines.contains(line), "\(run.text)")
    #expect(run.status == 1)
  }

  @Test func `the tests of a declaration run, and a failure says what was found`() async throws {
    let run = try await live("radio")
    #expect(run.lines.contains("FAILED  radio: search jazz in station: 2 rows, expected at least 3"), "\(run)")
    #expect(run.status == 1)
    let own = try await live("subsonic")
    let variables = ["URL", "USER", "PASSWORD"].map { "LINER_SUBSONIC_" + $0 }.joined(separator: ", ")
    #expect(own.text == "skipped subsonic: set \(variables) to check it\n0 passed, 0 failed\n")
  }

  @Test func `a catalog without its token is skipped, and one without checks is reported`() async throws {
    let skipped = try await live("tmdb")
    #expect(skipped.text == "skipped tmdb: set LINER_TMDB_TOKEN to check it\n0 passed, 0 failed\n")
    let unknown = try await live("nope")
    #expect(unknown.errorText.contains("There are no checks for nope; there are some for"))
    #expect(unknown.status == 1)
  }
}
