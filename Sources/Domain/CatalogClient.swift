/// The one way in which liner asks a service.
package protocol CatalogClient: Sendable {
  var catalog: Catalog { get }

  /// Asks for one category.
  /// - Throws: also `CancellationError`'s counterpart, `CatalogError.cancelled`, when the task is cancelled.
  func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList

  /// Asks for a shelf of a home that is filled by a question of its own.
  /// - Parameters:
  ///   - limit: as in `SearchRequest`.
  ///   - offset: as in `SearchRequest`.
  func shelf(_ shelf: Int, of home: String, limit: Int?, offset: Int) async throws(CatalogError) -> ItemList
  /// Asks what more there is to know of `item`, which need not come from this session.
  /// - Parameter filters: as in `SearchRequest`.
  func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails

  /// Asks for all that belongs to `item` by `relation`, which leads to many.
  /// - Parameters:
  ///   - filters: as in `SearchRequest`; the item's own storefront goes before.
  ///   - offset: how many came already, where the answer's extent has more.
  func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> ItemList

  /// Whether `reference` can be one of this catalog.
  func recognizes(_ reference: Reference) -> Bool

  /// Looks up what `reference` names.
  /// - Throws: `unknown` where the service does not know it.
  func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item

  /// Asks for a ranking, of those that the catalog offers.
  func chart(_ request: ChartRequest, filters: [String: String]) async throws(CatalogError) -> Chart

  /// The same items in the same order with all that the service says of each, asked for in bulk: rankings tell little.
  /// What it does not know stays as it is.
  func enriched(_ items: [Item], filters: [String: String]) async throws(CatalogError) -> [Item]

  /// Asks whether `storefront` has `item`, which may have been found in another.
  func sale(of item: Item, in storefront: String, filters: [String: String]) async throws(CatalogError) -> Sale

  /// Asks what was brought out by whoever is among `stars`, or made one of them.
  /// - Parameters:
  ///   - first: the first day that counts, such as `2026-10-22`.
  ///   - last: the last day; what is only announced is no news.
  func news(of stars: [Item], from first: String, to last: String, filters: [String: String]) async -> News

  /// The cover of `item` fit into a square of `size` pixels; nil where the service scales none or the item has none.
  func artwork(of item: Item, size: Int) -> WebLink?

  /// The same cover as a PNG, which is all that some terminals draw; nil where the service makes none.
  func pngArtwork(of item: Item, size: Int) -> WebLink?
}

extension CatalogClient {
  package func shelf(
    _ shelf: Int, of home: String, limit: Int?, offset: Int
  ) async throws(CatalogError) -> ItemList { ItemList(items: []) }
  package func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> ItemList { ItemList(items: []) }
  package func recognizes(_ reference: Reference) -> Bool { false }
  package func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item {
    throw .unknown(reference.text, storefront: nil)
  }
  package func chart(_ request: ChartRequest, filters: [String: String]) async throws(CatalogError) -> Chart {
    throw .unknown(request.title, storefront: request.storefront)
  }
  package func enriched(_ items: [Item], filters: [String: String]) async throws(CatalogError) -> [Item] { items }
  package func sale(
    of item: Item, in storefront: String, filters: [String: String]
  ) async throws(CatalogError) -> Sale { .notFound }
  package func news(of stars: [Item], from first: String, to last: String, filters: [String: String]) async -> News {
    News()
  }
  package func artwork(of item: Item, size: Int) -> WebLink? { item.artwork }
  package func pngArtwork(of item: Item, size: Int) -> WebLink? { nil }
}
