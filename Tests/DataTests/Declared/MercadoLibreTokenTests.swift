import Disk
import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Catalogs
@testable import Wire

/// Over real connections, because the order of events matters. `DeclaredCredentialsTests` covers the keys of all
/// declarations, and `SessionTests/Shell/tokens.txt` consecutive requests.
@Suite(.timeLimit(.minutes(1)))
struct MercadoLibreTokenTests {
  private let folder = TemporaryFolder()
  private let path = "state/liner/credentials/mercadolibre.json"
  private func client(_ url: String) throws -> DeclaredClient {
    let environment = [
      "MERCADOLIBRE_ACCESS_TOKEN": "A0", "MERCADOLIBRE_CLIENT_ID": "app-77", "MERCADOLIBRE_CLIENT_SECRET": "hush",
      "MERCADOLIBRE_REFRESH_TOKEN": "R0",
    ]
    let stack = HTTPStack(
      userAgent: "liner/test", bounds: RequestBounds(.off, services: []), timeout: .seconds(15))
    return try .mercadoLibre(
      environment, base: url, keys: KeyKeeping(file: SecretFile(path: folder.path(path))), fetch: stack.fetch)
  }

  /// The requests in the order of arrival: `POST R0`, `GET A0`.
  private func story(_ server: StandInServer) async -> [String] {
    await server.requests.map { request in
      let credential = request.form["refresh_token"] ?? request.headers["authorization"] ?? "-"
      return request.method + " " + credential.replacing("Bearer ", with: "")
    }
  }

  @Test func `parallel requests share one renewal, whose result is on disk before it is used`() async throws {
    let service = TokenService()
    let gate = Gate()
    try await StandInServer.run { [folder, path] request in
      // All are rejected before the first renewal begins.
      if request.headers["authorization"] == "Bearer A0" { await gate.wait() }
      if request.headers["authorization"] == "Bearer A1" { #expect(folder.read(path)?.contains("R1") == true) }
      return service.answer(to: request)
    } body: { server in
      let client = try client(server.url)
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

  @Test func `a renewal outlives the cancelled command that needed it`() async throws {
    let service = TokenService()
    let gate = Gate()
    try await StandInServer.run { request in
      if request.method == "POST" { await gate.wait() }
      return service.answer(to: request)
    } body: { server in
      let client = try client(server.url)
      let search = Task { try await client.products("x") }
      await server.waitForRequests(2)
      search.cancel()
      await #expect(throws: CatalogError.cancelled) { try await search.value }
      gate.open()
      _ = try await client.products("x")
      #expect(folder.read(path)?.contains(#""refreshToken":"R1""#) == true)
      #expect(await story(server) == ["GET A0", "POST R0", "GET A1"])
    }
  }

  @Test func `a pair that could not be saved is valid for the session`() async throws {
    let service = TokenService()
    let path = folder.path(path)
    try await StandInServer.run { request in
      // A folder in place of the file, which is noticed only when the file is replaced.
      if request.method == "POST" {
        try? FileManager.default.createDirectory(atPath: path + "/x", withIntermediateDirectories: true)
      }
      return service.answer(to: request)
    } body: { server in
      let client = try client(server.url)
      let (page, notices) = try await noticing { try await client.products("x") }
      #expect(page.items.count == 1)
      guard case .credentialsNotKept? = notices.first else {
        Issue.record("\(notices)")
        return
      }
    }
  }
}

/// Issues the pairs A1 and R1, A2 and R2, …, and accepts each refresh token once.
private final class TokenService: Sendable {
  private let count = Mutex(0)

  @Sendable func answer(to request: StandInServer.Request) -> StandInServer.Answer {
    count.withLock { count in
      if request.method == "POST" {
        guard request.form["refresh_token"] == "R\(count)" else { return .json("{}", status: 400) }
        count += 1
        return .json(#"{"access_token":"A\#(count)","token_type":"Bearer","refresh_token":"R\#(count)"}"#)
      }
      guard count > 0, request.headers["authorization"] == "Bearer A\(count)" else {
        return .json(#"{"message":"invalid access token","status":401}"#, status: 401)
      }
      return .json(#"{"paging":{"total":1},"results":[{"id":"MLA805330648","title":"Mate"}]}"#)
    }
  }
}
