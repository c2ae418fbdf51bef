import Catalogs
import Sample
@testable import Wire
import Domain
import TestSupport
import Testing

/// Runs the client against every misbehaviour in the table, all at once.
@Suite(.timeLimit(.minutes(10)))
struct MisbehaviourTests {
  private let patient = CurlClient(userAgent: "liner/test", timeout: .seconds(300), environment: [:])
  private let hasty = CurlClient(userAgent: "liner/test", timeout: .seconds(1), environment: [:])

  @Test func `whatever a service does, the result is right, and the next search works`() async throws {
    // In one test, because another would wait for the table without letting its thread go.
    #expect(Misbehaviour.all.count >= 150)
    #expect(Set(Misbehaviour.all.map(\.name)).count == Misbehaviour.all.count)
    try await StandInServer.run(answering: { Misbehaviour.answer(to: $0) }) { server in
      await withDiscardingTaskGroup { group in
        for misbehaviour in Misbehaviour.all {
          group.addTask {
            let client = misbehaviour.isEndless ? hasty : patient
            let outcome = await search(misbehaviour.name, of: client, at: server.url)
            #expect(misbehaviour.right.contains(outcome), "\(misbehaviour): \(outcome)")
            #expect(await search("fine", of: patient, at: server.url) == .answer, "after \(misbehaviour)")
          }
        }
      }
    }
  }

  private func search(_ term: String, of client: CurlClient, at base: String) async -> Misbehaviour.Outcome {
    // As the budget does where a reused connection was closed just then.
    let again: TransferLayer = { request in
      let transfer = await client.transfer(request)
      guard transfer.needsNewConnection else { return transfer }
      var request = request
      request.needsNewConnection = true
      return await client.transfer(request)
    }
    let following = Redirects(timeout: .seconds(300)).following(again)
    let fetch: HTTPFetch = { (request) async throws(CatalogError) in try await following(request).result.get() }
    guard let song = Catalog.itunes.categories.first else { return .failure(.usage) }
    do {
      let request = SearchRequest(category: song, term: term)
      let page = try await ITunesClient(base: base, fetch: fetch).search(request)
      return page.items.map(\.title) == ["Fine"] ? .answer : .failure(.nothingHere)
    } catch {
      return .failure(error.code)
    }
  }
}
