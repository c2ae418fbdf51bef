/// Asks everything at once and gives the answers in the order of the questions, however they come in.
///
/// One failure hides nothing: it stands in its own place.
package func searchEverywhere(
  _ requests: [SearchRequest], on client: some CatalogClient
) async -> [Result<Page, CatalogError>] {
  await withTaskGroup(of: (Int, Result<Page, CatalogError>).self) { group in
    for (index, request) in requests.enumerated() {
      group.addTask {
        do throws(CatalogError) {
          return (index, .success(try await client.search(request)))
        } catch {
          return (index, .failure(error))
        }
      }
    }
    var answers = [Result<Page, CatalogError>?](repeating: nil, count: requests.count)
    for await (index, answer) in group { answers[index] = answer }
    return answers.compactMap(\.self)
  }
}
