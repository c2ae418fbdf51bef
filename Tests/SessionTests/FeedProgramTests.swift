import Foundation
import TestSupport
import Testing

/// A podcast's own feed over real sockets, with the built program.
@Suite(.timeLimit(.minutes(10)))
struct FeedProgramTests {
  private let cache = TemporaryFolder()

  private func run(_ commands: String, at server: StandInServer) async throws -> BuiltProgram.Run {
    try await BuiltProgram.run(
      ["-c", commands], environment: ["LINER_ITUNES_URL": server.url, "XDG_CACHE_HOME": cache.path])
  }

  private static let feed = """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Two Chairs</title>
    <item><title>The second</title><guid>b</guid><pubDate>Tue, 03 Mar 2026 06:00:00 GMT</pubDate>
    <enclosure url="https://example.org/b.mp3" type="audio/mpeg"/></item>
    <item><title>The first</title><guid>a</guid><pubDate>Mon, 02 Mar 2026 06:00:00 GMT</pubDate>
    <enclosure url="https://example.org/a.mp3" type="audio/mpeg"/></item>
    </channel></rss>
    """

  @Test func `it is asked for once, and by the next session only whether there is anything newer`() async throws {
    let answering: StandInServer.Answering = { request in
      guard request.path == "/feed" else {
        return .json(
          """
          {"resultCount":1,"results":[{"wrapperType":"track","kind":"podcast","trackId":9,"collectionId":9,
          "trackName":"Two Chairs","trackCount":2,"feedUrl":"http://\(request.headers["host"] ?? "")/feed"}]}
          """)
      }
      if request.headers["if-none-match"] == "\"v1\"" { return .status(304) }
      return StandInServer.Answer(headers: ["content-type": "text/xml", "etag": "\"v1\""], body: Array(Self.feed.utf8))
    }
    try await StandInServer.run(answering: answering) { server in
      let first = try await run(
        "open id:9; open episodes; back; open episodes; open 1; expect title \"The second\"", at: server)
      #expect(first.errorText == "1 expectation, 0 failed\n")
      #expect(first.text.contains("the podcast's own feed has 2 episodes; Apple counts 2"))
      #expect(await server.requests.filter { $0.path == "/feed" }.count == 1)
      let second = try await run("open id:9; open episodes; expect items 2", at: server)
      #expect(second.errorText == "1 expectation, 0 failed\n")
      let asked = await server.requests.filter { $0.path == "/feed" }
      #expect(asked.map { $0.headers["if-none-match"] } == [nil, "\"v1\""])
    }
  }
}
