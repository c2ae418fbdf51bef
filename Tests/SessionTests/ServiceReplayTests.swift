import Foundation
import TestSupport
import Testing

/// Recordings of sessions with a service: its failures, and secrets, which are in none.
@Suite(.timeLimit(.minutes(10)))
struct ServiceReplayTests {
  private let folder = TemporaryFolder()

  @Test func `a failing service is replayed as it failed`() async throws {
    let recorded = try await StandInServer.run { request in
      switch request.path {
      case "/search" where request.query["entity"] == "song": .status(429)
      default: .reset
      }
    } body: { server in
      try await shell(
        "$liner --rate off --output json --record x.rec -c 'search x'", ["LINER_ITUNES_URL": server.url])
    }
    #expect(recorded.text.contains(#""code":"rate-limited""#))
    #expect(recorded.text.contains(#""code":"offline""#))
    let replayed = try await shell("$liner --output json --replay x.rec", ["LINER_ITUNES_URL": recordedURL])
    #expect(replayed.text == recorded.text)
    #expect(replayed.errorText == recorded.errorText)
    #expect(replayed.status == recorded.status)
  }

  @Test func `a service that does not answer is replayed without waiting for it`() async throws {
    let recorded = try await StandInServer.run { _ in
      .silence
    } body: { server in
      try await shell(
        "$liner --timeout 0.2 --output json --record x.rec -c 'search x --in song'", ["LINER_ITUNES_URL": server.url])
    }
    #expect(recorded.text.contains(#""code":"timed-out""#))
    let replayed = try await shell(
      "$liner --timeout 0.2 --output json --replay x.rec", ["LINER_ITUNES_URL": recordedURL])
    #expect(replayed.text == recorded.text)
    #expect(replayed.status == 1)
  }

  @Test func `secrets are sent but never written, and a replay asks as if it had them`() async throws {
    let secrets = ["t0ken-secret", "client-id-secret", "client-secret", "refresh-secret", "next-secret"]
    let environment = [
      "MERCADOLIBRE_ACCESS_TOKEN": secrets[0], "MERCADOLIBRE_CLIENT_ID": secrets[1],
      "MERCADOLIBRE_CLIENT_SECRET": secrets[2], "MERCADOLIBRE_REFRESH_TOKEN": secrets[3],
    ]
    let (recorded, sent) = try await StandInServer.run { request in
      if request.path == "/oauth/token" {
        return .json(#"{"access_token":"next-secret","refresh_token":"next-secret","expires_in":21600}"#)
      }
      guard request.headers["authorization"] == "Bearer next-secret" else { return .status(401) }
      return .json(#"{"paging":{"total":1},"results":[{"id":"MLA1","title":"Violín","price":5,"currency_id":"ARS"}]}"#)
    } body: { server in
      let run = try await shell(
        "$liner --catalog mercadolibre --output json --log-file l.log --log-level trace --record x.rec -c 'search violin'",
        environment.merging(["LINER_MERCADOLIBRE_URL": server.url]) { $1 })
      return (run, await server.requests.compactMap { $0.headers["authorization"] })
    }
    #expect(recorded.status == 0)
    #expect(sent == ["Bearer t0ken-secret", "Bearer next-secret"])
    let written = folder.read("x.rec") ?? ""
    #expect(written.contains("/oauth/token\n"))
    for text in [written, folder.read("l.log") ?? "", recorded.text, recorded.errorText] {
      #expect(!secrets.contains { text.contains($0) })
    }
    let replayed = try await shell("$liner --output json --replay x.rec")
    #expect(replayed.text == recorded.text)
    #expect(replayed.errorText == recorded.errorText)
  }

  /// Under any name, escaped in any way, in a service's own words, and in what somebody typed.
  @Test func `the value of a secret is nowhere, wherever the service puts it`() async throws {
    let escaped = #"\u0074\u0030ken-secret\/+"#
    let base64 = Data("x:t0ken-secret/+!".utf8).base64EncodedString()
    let recorded = try await StandInServer.run { request in
      if request.path == "/oauth/token" {
        return .json(#"{"access\u005ftoken":"next%secret","refresh_token":"next%secret","echo":"next%25secret"}"#)
      }
      guard request.headers["authorization"] == "Bearer next%secret" else {
        return .json(#"{"message":"no good: \#(escaped), nor \#(base64)"}"#, status: 401)
      }
      if request.query["q"] == "bad" {
        return .json(#"{"message":"next%secret \#(String(repeating: "x", count: 999))"}"#, status: 400)
      }
      let title = "Violín t0ken-secret&#x2f;%2B \(base64)"
      return .json(
        #"""
        {"paging":{"total":1},"next%secret":1,"results":[
          {"id":"MLA1","title":"\#(title)","whatever":"\#(escaped)","price":5,"currency_id":"ARS"}]}
        """#)
    } body: { server in
      try await shell(
        """
        $liner --catalog mercadolibre --output json --log-file l.log --log-level trace --record x.rec --keep-going \
        -c 'search violin; explain; explain --curl; limits' -c 'search bad' -c 'search t0ken-secret/+'
        """,
        [
          "LINER_MERCADOLIBRE_URL": server.url.replacing("http://", with: "http://me:base-secret@"),
          "MERCADOLIBRE_ACCESS_TOKEN": "t0ken-secret/+", "MERCADOLIBRE_REFRESH_TOKEN": "refresh-secret",
          "MERCADOLIBRE_CLIENT_ID": "the-client", "MERCADOLIBRE_CLIENT_SECRET": "the-secret",
        ])
    }
    #expect(recorded.text.contains("Violín REMOVED"))
    #expect(recorded.text.contains("REMOVED xxx"))
    #expect(!recorded.text.contains(String(repeating: "x", count: 300)))
    let hidden = [
      "t0ken-secret", "next%secret", "next%25secret", "base-secret", "refresh-secret", "the-client", "the-secret",
      escaped, base64,
    ]
    for text in [recorded.text, recorded.errorText, folder.read("x.rec") ?? "", folder.read("l.log") ?? ""] {
      #expect(!text.isEmpty)
      for secret in hidden { #expect(!text.contains(secret), "\(secret) in \(text)") }
    }
  }

  /// Where the recorded session asked; messages name it.
  private var recordedURL: String {
    let request = folder.read("x.rec")?.split(separator: "\n").first { $0.hasPrefix("GET ") }?.dropFirst(4) ?? ""
    return request.firstRange(of: "/search").map { String(request[..<$0.lowerBound]) } ?? ""
  }

  private func shell(_ line: String, _ environment: [String: String] = [:]) async throws -> BuiltProgram.Run {
    try await BuiltProgram.shell(line, in: folder, environment: environment)
  }
}
