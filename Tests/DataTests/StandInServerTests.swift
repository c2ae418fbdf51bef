import Catalogs
import Sample
import Wire
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StandInServerTests {
  private let client = CurlClient(userAgent: "liner/test", environment: [:])

  @Test func `it records requests, decoded and as sent`() async throws {
    try await StandInServer.run { request in
      .json(#"{"path":"\#(request.path)"}"#)
    } body: { server in
      let transfer = await client.transfer(HTTPRequest(url: server.url + "/a%20b?x=1+2&y=%C3%A9"))
      #expect(transfer.body == #"{"path":"/a b"}"#)
      let request = try #require(await server.requests.first)
      #expect(request.method == "GET")
      #expect(request.target == "/a%20b?x=1+2&y=%C3%A9")
      #expect(request.query == ["x": "1 2", "y": "é"])
      #expect(request.headers["host"] == server.host)
    }
  }

  @Test func `it notices a closed connection`() async throws {
    try await StandInServer.run(answering: .silence) { server in
      let asking = Task { await client.transfer(HTTPRequest(url: server.url)) }
      await server.waitForRequests(1)
      asking.cancel()
      await server.waitForHangUps(1)
      #expect(await server.hangUps == 1)
    }
  }
}
