import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

/// Over real connections, as the order of things is the point.
@Suite(.timeLimit(.minutes(1)))
struct MercadoLibreTokenTests {
  private let folder = TemporaryFolder()
  private var file: MercadoLibreTokenFile { MercadoLibreTokenFile(path: folder.path("state/liner/mercadolibre.json")) }
  private var kept: [String: String]? {
    guard let text = folder.read("state/liner/mercadolibre.json") else { return nil }
    return try? JSONDecoder().decode([String: String].self, from: Foundation.Data(text.utf8))
  }

  private func credentials(access: String? = "A0", refresh: String? = "R0") -> MercadoLibreCredentials {
    MercadoLibreCredentials(accessToken: access, clientID: "app-77", clientSecret: "hush", refreshToken: refresh)
  }

  private func client(
    _ url: String, _ credentials: MercadoLibreCredentials, file: MercadoLibreTokenFile?, recorder: Recorder? = nil
  ) -> MercadoLibreClient {
    let stack = HTTPStack(
      userAgent: "liner/test", bounds: RequestBounds(.off, services: []), timeout: .seconds(15),
      recorder: recorder)
    return MercadoLibreClient(base: url, fetch: stack.fetch, credentials: credentials, tokenFile: file)
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
        keptAtRetry.withLock { $0 = $0 ?? folder.read("state/liner/mercadolibre.json") }
      }
      return service.answer(to: request)
    } body: { server in
      let page = try await client(server.url, credentials(), file: file).search(.products("x"))
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
      #expect(kept == ["client_id": "app-77", "access_token": "A1", "refresh_token": "R1"])
      #expect(keptAtRetry.withLock(\.self)?.contains("A1") == true)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let entries = try FileManager.default.contentsOfDirectory(atPath: folder.path("state/liner"))
      #expect(entries == ["mercadolibre.json"])

      _ = try await client(server.url, credentials(), file: file).search(.products("x"))
      #expect(await story(server).suffix(1) == ["GET A1"])

      service.expire()
      _ = try await client(server.url, credentials(), file: file).search(.products("x"))
      #expect(await story(server).suffix(3) == ["GET A1", "POST R1", "GET A2"])
      #expect(kept?["refresh_token"] == "R2")
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
      _ = try? await client(server.url, credentials(), file: file).search(.products("x"))
      #expect(await story(server).prefix(3) == ["GET A0", "POST R0", "GET AR01"])
      #expect(kept == ["client_id": "app-77", "access_token": "AR01", "refresh_token": "R0"])
      // Another session goes on with what is kept.
      _ = try? await client(server.url, credentials(access: "old", refresh: "older"), file: file).search(.products("y"))
      #expect(await story(server).last == "GET AR01")
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
      let client = client(server.url, credentials(), file: file)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 1...5 {
          group.addTask { try await client.search(.products("term \(number)")).items.count }
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

  @Test func `sessions side by side spend a refresh token once`() async throws {
    let service = TokenService(good: [])
    let gate = Gate()
    try await StandInServer.run { request in
      if request.headers["authorization"] == "Bearer A0" { await gate.wait() }
      return service.answer(to: request)
    } body: { server in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 1...3 {
          let client = client(server.url, credentials(), file: file)
          group.addTask { try await client.search(.products("x")).items.count }
        }
        await server.waitForRequests(3)
        gate.open()
        for try await count in group { #expect(count == 1) }
      }
      #expect(await story(server).filter { $0.hasPrefix("POST") } == ["POST R0"])
      #expect(kept?["access_token"] == "A1")
    }
  }

  @Test func `a refresh token alone is exchanged first`() async throws {
    let service = TokenService(good: [])
    try await StandInServer.run(answering: service.answer) { server in
      let client = client(server.url, credentials(access: nil), file: file)
      // Two at once wait for the same one.
      async let other = client.search(.products("y"))
      _ = try await client.search(.products("x"))
      _ = try await other
      #expect(await story(server) == ["POST R0", "GET A1", "GET A1"])
    }
  }

  @Test func `a renewed token that is refused too is not renewed again`() async throws {
    let service = TokenService(good: [], isBlind: true)
    try await StandInServer.run(answering: service.answer) { server in
      await #expect(throws: CatalogError.credentialsRejected(host: server.host, reason: "invalid access token")) {
        try await client(server.url, credentials(), file: file).search(.products("x"))
      }
      #expect(await story(server) == ["GET A0", "POST R0", "GET A1"])
    }
  }

  @Test func `a refresh token that was used already says so, and is not used again`() async throws {
    let service = TokenService(good: [])
    let reason = "Error validating grant. Your authorization code or refresh token may be expired"
    try await StandInServer.run(answering: service.answer) { server in
      let client = client(server.url, credentials(refresh: "spent"), file: file)
      await #expect(throws: CatalogError.credentialsRejected(host: server.host, reason: reason)) {
        try await client.search(.products("x"))
      }
      await #expect(throws: CatalogError.credentialsRejected(host: server.host, reason: "invalid access token")) {
        try await client.search(.products("x"))
      }
      #expect(await story(server) == ["GET A0", "POST spent", "GET A0"])
      #expect(kept == nil)
    }
  }

  @Test func `an access token alone cannot be renewed`() async throws {
    let service = TokenService(good: [])
    try await StandInServer.run(answering: service.answer) { server in
      let client = client(server.url, MercadoLibreCredentials(accessToken: "A0"), file: file)
      await #expect(throws: CatalogError.credentialsRejected(host: server.host, reason: "invalid access token")) {
        try await client.search(.products("x"))
      }
      #expect(await story(server) == ["GET A0"])
    }
  }

  @Test func `a user who has signed in anew is not held to what was kept`() async throws {
    let service = TokenService(good: ["A0"])
    try file.keep(#"{"access_token":"old","refresh_token":"older"}"#, in: folder)
    try await StandInServer.run(answering: service.answer) { server in
      _ = try await client(server.url, credentials(), file: file).search(.products("x"))
      #expect(await story(server) == ["GET old", "POST older", "GET A0"])
    }
  }

  @Test(arguments: [
    #"{"client_id":"78","access_token":"A9","refresh_token":"R9"}"#, "", "[]", #"{"access_token":null}"#, "{\"acc",
  ])
  func `what was kept for another application, or is not ours, is skipped`(content: String) async throws {
    let service = TokenService(good: ["A0"])
    try file.keep(content, in: folder)
    try await StandInServer.run(answering: service.answer) { server in
      _ = try await client(server.url, credentials(), file: file).search(.products("x"))
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
      let client = client(server.url, credentials(), file: file)
      let search = Task { try await client.search(.products("x")) }
      await server.waitForRequests(2)
      search.cancel()
      gate.open()
      await #expect(throws: CatalogError.cancelled) { try await search.value }
      #expect(kept?["refresh_token"] == "R1")
      _ = try await client.search(.products("x"))
      #expect(await story(server) == ["GET A0", "POST R0", "GET A1"])
    }
  }

  @Test func `where the new pair could not be kept the old one is not spent`() async throws {
    folder.write("", to: "state")
    let service = TokenService(good: [])
    try await StandInServer.run(answering: service.answer) { server in
      let error = await #expect(throws: CatalogError.self) {
        try await client(server.url, credentials(), file: file).search(.products("x"))
      }
      guard case .credentialsNotKept(let failure) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(failure.path == file.path)
      #expect(await story(server) == ["GET A0"])
    }
  }

  @Test func `a pair that cannot be kept after all is good for the session`() async throws {
    let service = TokenService(good: [])
    let path = file.path
    try await StandInServer.run { request in
      // A folder in the file's place: found out only when the file is to be replaced.
      if request.method == "POST" {
        try? FileManager.default.createDirectory(atPath: path + "/x", withIntermediateDirectories: true)
      }
      return service.answer(to: request)
    } body: { server in
      let client = client(server.url, credentials(), file: file)
      let (page, notices) = try await noticing { try await client.search(.products("x")) }
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
        try await client(server.url, credentials(), file: file).search(.products("x"))
      }
      let expected: CatalogError =
        switch (status, body) {
        case (429, _): .rateLimited(host: server.host, retryAfter: nil)
        case (500, _): .server(host: server.host, status: 500)
        case (404, _): .notFound(host: server.host)
        case (_, "{}"): .unreadable(host: server.host, what: "JSON without an access token")
        default: .unreadable(host: server.host, what: "an HTML page")
        }
      #expect(error == expected)
      #expect(await story(server) == ["GET A0", "POST R0"])
    }
  }

  @Test func `nothing of the credentials is logged or recorded, and the recording can be replayed`() async throws {
    let service = TokenService(good: [])
    let log = ExchangeLog()
    try await StandInServer.run(answering: service.answer) { server in
      let recorder = try await Recorder(path: folder.path("recording"))
      let client = client(server.url, credentials(), file: file, recorder: recorder)
      _ = try await RequestContext.$current.withValue(RequestContext(log: log)) {
        try await client.search(.products("x"))
      }
    }
    let recording = try #require(folder.read("recording"))
    for secret in ["A0", "A1", "R0", "R1", "hush", "app-77", "uthorization"] {
      #expect(!recording.contains(secret))
      #expect(!"\(log.exchanges)".contains(secret))
    }
    #expect(log.exchanges.map(\.method) == ["GET", "POST", "GET"])

    let stack = HTTPStack(replaying: Replay(try .init(parsing: Array((folder.read("recording") ?? "").utf8))))
    let replaying = MercadoLibreClient(fetch: stack.fetch, credentials: .recorded)
    #expect(try await replaying.search(.products("x")).items.map(\.title) == ["Mate"])
  }
}

/// The credentials of recorded sessions are gone, but what came of them is not.
struct MercadoLibreReplayTests {
  @Test(arguments: [
    (HTTPResponse.noToken, MercadoLibreCredentials()), (.badToken, MercadoLibreCredentials(accessToken: "A0")),
    (.listingsClosed, MercadoLibreCredentials(accessToken: "A0")),
    (.badToken, MercadoLibreCredentials(accessToken: "A0", clientID: "1", clientSecret: "2", refreshToken: "R0")),
    (.noListings, MercadoLibreCredentials(accessToken: "A0")),
  ])
  func `a session fails or not in replay as it did when it was recorded`(
    answer: HTTPResponse, credentials: MercadoLibreCredentials
  ) async throws {
    let folder = TemporaryFolder()
    let recorded = await outcome(
      HTTPStack(
        sample: { request in
          if request.method == "GET" { return answer }
          return HTTPResponse(status: 400, json: #"{"message":"used already","error":"invalid_grant","status":400}"#)
        }, recorder: try await Recorder(path: folder.path("recording"))), credentials)
    let replayed = await outcome(
      HTTPStack(replaying: Replay(try .init(parsing: Array((folder.read("recording") ?? "").utf8)))), .recorded)
    #expect(recorded == replayed)
  }

  private func outcome(_ stack: HTTPStack, _ credentials: MercadoLibreCredentials) async -> Result<
    ItemList, CatalogError
  > {
    let client = MercadoLibreClient(fetch: stack.fetch, credentials: credentials)
    do throws(CatalogError) {
      return .success(try await client.search(.products("x")))
    } catch {
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
  private let isBlind: Bool

  /// - Parameter isBlind: whether it takes not even its own tokens.
  init(good: Set<String>, isBlind: Bool = false) {
    state = Mutex(State(good: good))
    self.isBlind = isBlind
  }

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
      guard let token = request.headers["authorization"]?.dropping("Bearer "), state.good.contains(token), !isBlind
      else { return .json(#"{"message":"invalid access token","status":401}"#, status: 401) }
      return .json(#"{"paging":{"total":1},"results":[{"id":"MLA805330648","title":"Mate"}]}"#)
    }
  }
}

extension String {
  fileprivate func dropping(_ prefix: String) -> String { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self }
}

extension MercadoLibreTokenFile {
  /// Puts `content` where the tokens are kept.
  fileprivate func keep(_ content: String, in folder: TemporaryFolder) throws {
    try FileManager.default.createDirectory(atPath: folder.path("state/liner"), withIntermediateDirectories: true)
    folder.write(content, to: "state/liner/mercadolibre.json")
  }
}
