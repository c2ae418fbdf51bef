@testable import Data
import Domain
import Foundation
import Testing

/// The sample service asked as a client asks it.
struct SampleAnswers {
  let service = SampleService()

  func response(_ path: String, _ query: [(String, String)] = [], base: String = "https://itunes.apple.com")
    async throws -> HTTPResponse
  {
    try await service.exchange(HTTPRequest(base: base, path: path, query: query))
  }

  /// The rows of a search or lookup that succeeded.
  func rows(_ path: String, _ query: [(String, String)]) async throws -> [[String: Any]] {
    let response = try await response(path, query)
    #expect(response.status == 200)
    let envelope = try #require(
      try JSONSerialization.jsonObject(with: Foundation::Data(response.body)) as? [String: Any])
    let rows = try #require(envelope["results"] as? [[String: Any]])
    #expect(envelope["resultCount"] as? Int == rows.count)
    return rows
  }

  func search(_ term: String, _ more: (String, String)...) async throws -> [[String: Any]] {
    try await rows("search", [("term", term)] + more)
  }

  func titles(_ term: String, _ more: (String, String)...) async throws -> [String] {
    try await rows("search", [("term", term)] + more).map {
      $0["trackName"] as? String ?? $0["collectionName"] as? String ?? ""
    }
  }
}

@Suite struct `The sample iTunes search` {
  let sample = SampleAnswers()

  @Test(arguments: ["spring", "summer", "autumn", "winter"])
  func `has at least six songs for a season`(season: String) async throws {
    let rows = try await sample.search(season, ("entity", "song"))
    #expect(rows.count >= 6)
    #expect(rows.allSatisfy { $0["kind"] as? String == "song" })
  }

  @Test(arguments: ["봄", "여름", "가을", "겨울"])
  func `has at least three songs for a Korean season`(season: String) async throws {
    let titles = try await sample.titles(season, ("entity", "song"))
    #expect(titles.count >= 3)
    #expect(titles.allSatisfy { $0.contains(season) })
  }

  @Test(arguments: [("song", 8), ("podcast", 2), ("tvEpisode", 5), ("album", 4)])
  func `fills every default section for Vivaldi`(entity: String, least: Int) async throws {
    #expect(try await sample.search("vivaldi", ("entity", entity)).count >= least)
  }
}
