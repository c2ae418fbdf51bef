/// Asks everything at once and gives the answers in the order of the questions, however they come in.
///
/// One failure hides nothing: it stands in its own place.
package func searchEverywhere(
  _ requests: [SearchRequest], on client: any CatalogClient
) async -> [Result<Page, CatalogError>] {
  await withTaskGroup(of: Answer.self) { group in
    for (index, request) in requests.enumerated() {
      group.addTask { Answer(index: index, result: await client.answer(to: request)) }
    }
    var results = requests.map { _ in Result<Page, CatalogError>.failure(.cancelled) }
    for await answer in group { results[answer.index] = answer.result }
    return results
  }
}

private struct Answer: Sendable {
  let index: Int
  let result: Result<Page, CatalogError>
}

extension CatalogClient {
  fileprivate func answer(to request: SearchRequest) async -> Result<Page, CatalogError> {
    do throws(CatalogError) {
      return .success(try await search(request))
    } catch {
      return .failure(error)
    }
  }
}
