package import Wire
package import Domain

/// The Studio Ghibli API, and its copies. No key, no search, no paging: 114 records in five collections.
///
/// What is searched for is looked up here, in collections that are fetched once. Copies differ in what they make of
/// query parameters, so none are sent.
package struct GhibliClient: CatalogClient {
  let base: String
  private let fetch: HTTPFetch
  private let library = GhibliLibrary()

  package init(base: String = "https://ghibliapi.vercel.app", fetch: @escaping HTTPFetch) {
    self.base = base
    self.fetch = fetch
  }

  package var catalog: Catalog { .ghibli }

  /// Looks for the words of the term in titles, original titles, directors and names.
  package func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
    guard let category = GhibliCategory.named(request.category.name) else { return ItemList(items: []) }
    let collection = try await collection(of: category)
    let found = collection.entries(matching: request.term).map(\.item)
    // What was skipped came with the first page.
    let rest = found.dropFirst(request.offset == 0 ? 0 : max(0, request.offset - collection.skipped.count))
    var list = ItemList(items: Array(rest.prefix(request.limit ?? rest.count)))
    if request.offset == 0 { list.skipped = collection.skipped }
    if list.items.count < rest.count { list.extent = .service }
    log(collection, shown: list.items.count)
    return list
  }

  /// Notes for `explain` what was made of a collection, at hand or not.
  func log(_ collection: GhibliCollection, shown: Int) {
    RequestContext.current.log?.append(
      Decoding(url: collection.url, shown: shown, skipped: collection.skipped, took: collection.took))
  }

  /// Everything there is of `category`, fetched unless it is at hand.
  func collection(of category: GhibliCategory) async throws(CatalogError) -> GhibliCollection {
    try await library.collection(category.collection) { [base, fetch] () throws(CatalogError) in
      let request = category.request(at: base)
      return try GhibliCollection(try await fetch(request), to: request, of: category, base: base)
    }
  }

  /// What is at hand of `category`, where it was fetched before and may be used.
  func collectionAtHand(of category: GhibliCategory) async -> GhibliCollection? {
    await library.kept(category.collection)
  }
}
