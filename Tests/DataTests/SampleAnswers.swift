import Catalogs
import Sample
import Wire
import Foundation
import Testing

/// Sends a client's requests to one service of the sample, and parses the answers.
struct SampleAnswers {
  let fetch: HTTPFetch

  /// Shared by all tests, because reading the tables takes longer than most of them.
  private static let service = SampleService()

  init(of catalog: String) { fetch = Self.service.fetch(for: catalog) }

  func response(
    _ path: String, _ query: [(String, String)] = [], base: String = "https://service.invalid"
  ) async throws -> HTTPResponse {
    try await fetch(HTTPRequest(base: base, path: path, query: query))
  }

  /// The JSON of an answer that must succeed.
  func json(_ path: String, _ query: [(String, String)] = [], base: String = "https://service.invalid") async throws
    -> Any
  {
    let response = try await response(path, query, base: base)
    #expect(response.status == 200, "\(path) \(query)")
    return try JSONSerialization.jsonObject(with: Foundation::Data(response.body))
  }

  func object(
    _ path: String, _ query: [(String, String)] = [], base: String = "https://service.invalid"
  ) async throws -> [String: Any] {
    try #require(try await json(path, query, base: base) as? [String: Any])
  }

  /// The rows under `results`.
  func rows(_ path: String, _ query: [(String, String)]) async throws -> [[String: Any]] {
    try #require(try await object(path, query)["results"] as? [[String: Any]])
  }

  /// The rows of an iTunes search.
  func search(_ term: String, _ more: (String, String)...) async throws -> [[String: Any]] {
    try await rows("search", [("term", term)] + more)
  }
}
