import Domain
import Foundation
import Testing

@testable import Catalogs
@testable import Sample
@testable import Wire

/// Decodes recorded answers. They are beside the package, not part of it.
struct ITunesRecordedTests {
  @Test(.enabled(if: Recorded.isThere), arguments: Recorded.json(in: "itunes"))
  func `a recorded answer has an item for every row`(file: URL) async throws {
    let body = try [UInt8](Foundation.Data(contentsOf: file))
    let stub = ITunesStub(HTTPResponse(status: 200, body: body))
    let name = file.lastPathComponent
    // Each row contains its own kind, whatever was requested.
    let request = SearchRequest(category: .itunes("song"), term: "x")
    if name.contains("-error-") {
      let error = await #expect(throws: CatalogError.self) { try await stub.client.search(request) }
      guard case .refused(_, _, let reason?) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.hasPrefix("Invalid value(s) for key(s)"))
    } else if name.hasSuffix("-no-envelope.json") {
      // A record that was cut from its answer.
      await #expect(
        throws: CatalogError.unreadable(host: "itunes.apple.com", what: "JSON without a list of results")
      ) { try await stub.client.search(request) }
    } else {
      let page = try await stub.client.search(request)
      let answer = try #require(try JSONSerialization.jsonObject(with: Foundation.Data(body)) as? [String: Any])
      #expect(page.items.count == (answer["results"] as? [Any])?.count)
      #expect(page.skipped.isEmpty)
      #expect(page.items.allSatisfy { Int($0.id.key) != nil })
      #expect(Set(page.items.map(\.id)).count == page.items.count)
    }
  }
}
