import Foundation
import FoundationNetworking
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(1)))
struct StandInServerTests {
  @Test func `it records what it was asked, decoded and as sent`() async throws {
    try await StandInServer.run { request in
      .json(#"{"path":"\#(request.path)"}"#)
    } body: { server in
      let (data, _) = try await URLSession.shared.data(from: URL(string: server.url + "/a%20b?x=1+2&y=%C3%A9")!)
      #expect(String(decoding: data, as: UTF8.self) == #"{"path":"/a b"}"#)
      let request = try #require(await server.requests.first)
      #expect(request.method == "GET")
      #expect(request.target == "/a%20b?x=1+2&y=%C3%A9")
      #expect(request.query == ["x": "1 2", "y": "é"])
      #expect(request.headers["host"] == server.host)
    }
  }

  @Test func `it sees the other end go away`() async throws {
    try await StandInServer.run { _ in
      .silence
    } body: { server in
      let url = try #require(URL(string: server.url))
      let asking = Task { try await URLSession.shared.data(from: url) }
      await server.waitForRequests(1)
      asking.cancel()
      await server.waitForHangUps(1)
      #expect(await server.hangUps == 1)
    }
  }
}
