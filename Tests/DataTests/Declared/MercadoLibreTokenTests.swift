import Disk
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Catalogs
@testable import Wire

/// Over real connections, as the order of things is the point. What holds for the key of any declaration is in
/// `DeclaredCredentialsTests`, what recordings keep of it in `ServiceReplayTests`,
/// and what programs do side by side in `MercadoLibreProgramTests`.
@Suite(.timeLimit(.minutes(1)))
struct MercadoLibreTokenTests {
  private let folder = TemporaryFolder()
  private let path = "state/liner/credentials/mercadolibre.json"
  private var file: SecretFile { SecretFile(path: folder.path(path)) }
  /// The tokens that are kept.
  private var kept: [String: String]? {
    guard let text = folder.read(path), let json = try? JSONValue(parsing: Array(text.utf8)) else { return nil }
    guard case .object(let also)? = json["key"]?["also"] else { return nil }
    return also.values.compactMapValues(\.text)
  }

  private func credentials(access: String? = "A0", refresh: String? = "R0") -> [String: String] {
    [
      "MERCADOLIBRE_ACCESS_TOKEN": access, "MERCADOLIBRE_CLIENT_ID": "app-77", "MERCADOLIBRE_CLIENT_SECRET": "hush",
      "MERCADOLIBRE_REFRESH_TOKEN": refresh,
    ].compactMapValues(\.self)
  }

  private func client(
    _ url: String, _ environment: [String: String], file: SecretFile?
  ) throws -> DeclaredClient {
    let stack = HTTPStack(
      userAgent: "liner/test", bounds: RequestBounds(.off, services: []), timeout: .seconds(15))
    return try .mercadoLibre(
      environment, base: url, keys: KeyKeeping(file: file), fetch: stack.fetch)
  }

  /// What each request was, in the order of arrival: `POST R0`, `GET A0`.
  private func story(_ server: StandInServer) async -> [String] {
    await server.requests.map { request in
      let credential =
        request.method == "POST" ? request.form["refresh_token"] : request.headers["authorization"]?.dropping("Bearer ")
      return request.method + " " + (credential ?? "-")
    }
  }

  @Test func `a token that has run out is renewed, kept, used and preferred next time`() async throws {
    let service = TokenService(good: [])
    let keptAtRetry = Mutex<String?>(nil)
    try await StandInServer.run { [folder] request in
      if request.headers["authorization"] == "Bearer A1" {
        keptAtRetry.withLock { $0 = $0 ?? folder.read("state/liner/credentials/mercadolibre.json") }
      }
      return service.answer(to: request)
    } body: { server in
      let page = try await client(server.url, credentials(), file: file).products("x")
      #expect(page.items.map(\.title) == ["Mate"])
      #expect(await story(server) == ["GET A0", "POST R0", "GET A1"])
      let post = await server.requests[1]
      #expect(post.path == "/oauth/token")
      #expect(post.headers["content-type"] == "application/x-www-form-urlencoded")
      #expect(post.headers["accept"] == "application/json")
      #expect(post.headers["authorization"] == nil)
      #expect(
        post.form == [
          "grant_type": "refresh_token", "client_id": "app-77", "client_secret": "hush", "refresh_token": "R0",
        ])
      #expect(kept == ["accessToken": "A1", "refreshToken": "R1"])
      #expect(keptAtRetry.withLock(\.self)?.contains("A1") == true)
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(path))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let entries = try FileManager.default.contentsOfDirectory(atPath: folder.path("state/liner/credentials"))
      #expect(entries == ["mercadolibre.json"])

      _ = try await client(server.url, credentials(), file: file).products("x")
      #expect(await story(server).suffix(1) == ["GET A1"])

      service.expire()
      _ = try await client(server.url, credentials(), file: file).products("x")
      #expect(await story(server).suffix(3) == ["GET A1", "POST R1", "GET A2"])
      #expect(kept?["refreshToken"] == "R2")
    }
  }

  @Test func `a renewal that brings no new refresh token leaves the one there is, and keeps what it brings`()
    async throws
  {
    try await StandInServer.run { request in
      if request.method == "POST" { return .json(#"{"access_token":"A\#(request.form["refresh_token"] ?? "")1"}"#) }
      return request.headers["authorization"] == "Bearer AR01"
        ? .json(#"{"results":[{"id":"MLA1","name":"Mate"}],"paging":{"total":1}}"#)
        : .json(#"{"message":"invalid access token"}"#, status: 401)
    } body: { server in
      _ = try? await client(server.url, credentials(), file: file).products("x")
      #expect(await story(server).prefix(3) == ["GET A0", "POST R0", "GET AR01"])
      #expect(kept == ["accessToken": "AR01"])
      // Another session goes on with what is kept, whatever its own access token.
      _ = try? await client(server.url, credentials(access: "old"), file: file).products("y")
      #expect(await story(server).last == "GET AR01")
    }
  }

  @Test func `what an earlier renewal brought stays where the next brings none`() async throws {
    let count = Mutex(0)
    try await StandInServer.run { request in
      count.withLock { count in
        if request.method == "POST" {
          count += 1
          return .json(#"{"access_token":"A\#(count)"\#(count == 1 ? #","refresh_token":"R1""# : "")}"#)
        }
        // Each token is good for one term.
        return request.headers["authorization"] == "Bearer A\(count)" && request.query["q"] == "\(count)"
          ? .json(#"{"results":[]}"#) : .json(#"{"message":"invalid access token"}"#, status: 401)
      }
    } body: { server in
      for term in ["1", "2", "3"] { _ = try await client(server.url, credentials(), file: file).products(term) }
      #expect(await story(server).filter { $0.hasPrefix("POST") } == ["POST R0", "POST R1", "POST R1"])
    }
  }

  @Test func `requests in parallel share one renewal`() async throws {
    let service = TokenService(good: [])
    let gate = Gate()
    try await StandInServer.run { request in
      // All are refused before the first renewal begins.
      if request.headers["authorization"] == "Bearer A0" { await gate.wait() }
      return service.answer(to: request)
    } body: { server in
      let client = try client(server.url, credentials(), file: file)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...5 {
          group.addTask { try await client.products("term \(number)").items.count }
        }
        await server.waitForRequests(5)
        gate.open()
        for try await count in group { #expect(count == 1) }
      }
      let story = await story(server)
      #expect(story.count { $0.hasPrefix("POST") } == 1)
      #expect(story.count { $0 == "GET A1" } == 5)
    }
  }

  @Test func `a refresh token alone is exchanged first`() async throws {
    let service = TokenService(good: [])
    try await StandInServer.run(answering: service.answer) { server in
      let client = try client(server.url, credentials(access: nil), file: nil)
      // Two at once wait for the same one, though no file tells them of each other.
      async let other = client.products("y")
      _ = try await client.products("x")
      _ = try await other
      #expect(await story(server) == ["POST R0", "GET A1", "GET A1"])
    }
  }

  @Test func `a refresh token that was used already says so, and is not used again`() async throws {
    let service = TokenService(good: [])
    let reason = "Error validating grant. Your authorization code or refresh token may be expired"
    try await StandInServer.run(answering: service.answer) { server in
      let client = try client(server.url, credentials(refresh: "spent"), file: file)
      await #expect(throws: CatalogError.credentialsRejected(host: server.host, reason: reason)) {
        try await client.products("x")
      }
      await #expect(throws: CatalogError.credentialsRejected(host: server.host, reason: "invalid access token")) {
        try await client.products("x")
      }
      #expect(await story(server) == ["GET A0", "POST spent", "GET A0"])
      #expect(kept == nil)
    }
  }

  @Test func `an access token alone cannot be renewed`() async throws {
    let service = TokenService(good: [])
    try await StandInServer.run(answering: service.answer) { server in
      let client = try client(server.url, ["MERCADOLIBRE_ACCESS_TOKEN": "A0"], file: file)
      await #expect(throws: CatalogError.credentialsRejected(host: server.host, reason: "invalid access token")) {
        try await client.products("x")
      }
      #expect(await story(server) == ["GET A0"])
    }
  }

  @Test(arguments: ["", "[]", #"{"key":{"key":"A9","until":9999999999}}"#, "{\"acc"])
  func `what is kept and is not ours is skipped`(content: String) async throws {
    let service = TokenService(good: ["A0"])
    try FileManager.default.createDirectory(
      atPath: folder.path("state/liner/credentials"), withIntermediateDirectories: true)
    folder.write(content, to: path)
    try await StandInServer.run(answering: service.answer) { server in
      _ = try await client(server.url, credentials(), file: file).products("x")
      #expect(await story(server) == ["GET A0"])
    }
  }

  @Test func `a renewal outlives the command that was cancelled over it`() async throws {
    let service = TokenService(good: [])
    let gate = Gate()
    try await StandInServer.run { request in
      if request.method == "POST" { await gate.wait() }
      return service.answer(to: request)
    } body: { server in
      let client = try client(server.url, credentials(), file: file)
      let search = Task { try await client.products("x") }
      await server.waitForRequests(2)
      search.cancel()
      gate.open()
      await #expect(throws: CatalogError.cancelled) { try await search.value }
      #expect(kept?["refreshToken"] == "R1")
      _ = try await client.products("x")
      #expect(await story(server) == ["GET A0", "POST R0", "GET A1"])
    }
  }

  @Test func `a pair that cannot be kept after all is good for the session`() async throws {
    let service = TokenService(good: [])
    let path = folder.path(path)
    try await StandInServer.run { request in
      // A folder in the file's place: found out only when the file is to be replaced.
      if request.method == "POST" {
        try? FileManager.default.createDirectory(atPath: path + "/x", withIntermediateDirectories: true)
      }
      return service.answer(to: request)
    } body: { server in
      let client = try client(server.url, credentials(), file: file)
      let (page, notices) = try await noticing { try await client.products("x") }
      #expect(page.items.count == 1)
      guard case .credentialsNotKept? = notices.first else {
        Issue.record("\(notices)")
        return
      }
    }
  }

  @Test(arguments: [
    (429, "local_rate_limited"), (500, #"{"message":"Internal"}"#), (404, #"{"message":"resource not found"}"#),
    (200, "<html>"), (200, "{}"),
  ])
  func `a renewal is asked for once, whatever comes of it`(status: Int, body: String) async throws {
    try await StandInServer.run { request in
      request.method == "POST"
        ? .json(body, status: status) : .json(#"{"message":"invalid access token"}"#, status: 401)
    } body: { server in
      let error = await #expect(throws: CatalogError.self) {
        try await client(server.url, credentials(), file: file).products("x")
      }
      let expected: CatalogError =
        switch (status, body) {
        case (429, _): .rateLimited(host: server.host, retryAfter: nil)
        case (500, _): .server(host: server.host, status: 500)
        case (404, _): .notFound(host: server.host)
        case (_, "{}"): .unreadable(host: server.host, what: "no key at /access_token in the answer")
        default: .unreadable(host: server.host, what: "a key's answer that is not JSON")
        }
      #expect(error == expected)
      #expect(await story(server) == ["GET A0", "POST R0"])
    }
  }
}

/// The credentials of recorded sessions are gone, but what came of them is not.
struct MercadoLibreReplayTests {
  @Test(arguments: [
    (HTTPResponse.noToken, [:]), (.badToken, ["MERCADOLIBRE_ACCESS_TOKEN": "A0"]),
    (.listingsClosed, ["MERCADOLIBRE_ACCESS_TOKEN": "A0"]), (.noListings, ["MERCADOLIBRE_ACCESS_TOKEN": "A0"]),
    (
      .badToken,
      [
        "MERCADOLIBRE_ACCESS_TOKEN": "A0", "MERCADOLIBRE_CLIENT_ID": "1", "MERCADOLIBRE_CLIENT_SECRET": "2",
        "MERCADOLIBRE_REFRESH_TOKEN": "R0",
      ]
    ),
  ])
  func `a session fails or not in replay as it did when it was recorded`(
    answer: HTTPResponse, environment: [String: String]
  ) async throws {
    let folder = TemporaryFolder()
    let recording = HTTPStack(
      sample: { request in
        if request.method == "GET" { return answer }
        return HTTPResponse(status: 400, json: #"{"message":"used already","error":"invalid_grant","status":400}"#)
      }, recorder: try await Recorder(path: folder.path("recording")))
    let recorded = try await outcome(.mercadoLibre(environment, fetch: recording.fetch))
    let replay = HTTPStack(replaying: Replay(try .init(parsing: Array((folder.read("recording") ?? "").utf8))))
    let replayed = try await outcome(.mercadoLibre([:], isReplay: true, fetch: replay.fetch))
    #expect(recorded == replayed)
  }

  private func outcome(_ client: DeclaredClient) async throws -> Result<ItemList, CatalogError> {
    do {
      return .success(try await client.products("x"))
    } catch let error as CatalogError {
      return .failure(error)
    }
  }
}

/// Gives out pairs A1 and R1, A2 and R2, … and takes each refresh token once.
private final class TokenService: Sendable {
  private struct State {
    var good: Set<String>
    var count = 0
  }

  private let state: Mutex<State>

  init(good: Set<String>) { state = Mutex(State(good: good)) }

  /// No access token given out so far is good any longer.
  func expire() { state.withLock { $0.good = [] } }

  @Sendable func answer(to request: StandInServer.Request) -> StandInServer.Answer {
    state.withLock { state in
      if request.method == "POST" {
        guard request.form["refresh_token"] == "R\(state.count)" else {
          return .json(
            #"""
            {"message":"Error validating grant. Your authorization code or refresh token may be expired",
             "error":"invalid_grant","status":400,"cause":[]}
            """#, status: 400)
        }
        state.count += 1
        state.good.insert("A\(state.count)")
        return .json(
          #"{"access_token":"A\#(state.count)","token_type":"Bearer","refresh_token":"R\#(state.count)"}"#)
      }
      guard let token = request.headers["authorization"]?.dropping("Bearer "), state.good.contains(token)
      else { return .json(#"{"message":"invalid access token","status":401}"#, status: 401) }
      return .json(#"{"paging":{"total":1},"results":[{"id":"MLA805330648","title":"Mate"}]}"#)
    }
  }
}

extension String {
  fileprivate func dropping(_ prefix: String) -> String { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self }
}
