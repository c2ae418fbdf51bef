/// The one way in which liner asks a service.
package protocol CatalogClient: Sendable {
  var catalog: Catalog { get }

  /// Asks for one category.
  /// - Throws: also `CancellationError`'s counterpart, `CatalogError.cancelled`, when the task is cancelled.
  func search(_ request: SearchRequest) async throws(CatalogError) -> Page

  /// Asks what more there is to know of `item`, which need not come from this session.
  /// - Parameter filters: as in `SearchRequest`.
  func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails

  /// Asks for all that belongs to `item` by `relation`, which leads to many.
  /// - Parameters:
  ///   - filters: as in `SearchRequest`; the item's own storefront goes before.
  ///   - offset: how many came already, where the answer's extent has more.
  func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> Page

  /// Whether `reference` can be one of this catalog.
  func recognizes(_ reference: Reference) -> Bool

  /// Looks up what `reference` names.
  /// - Throws: `unknown` where the service does not know it.
  func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item

  /// The cover of `item` fit into a square of `size` pixels; nil where the service scales none or the item has none.
  func artwork(of item: Item, size: Int) -> WebLink?

  /// The same cover as a PNG, which is all that some terminals draw; nil where the service makes none.
  func pngArtwork(of item: Item, size: Int) -> WebLink?
}

extension CatalogClient {
  package func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> Page { Page(items: []) }
  package func recognizes(_ reference: Reference) -> Bool { false }
  package func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item {
    throw .unknown(reference.text, storefront: nil)
  }
  package func artwork(of item: Item, size: Int) -> WebLink? { item.artwork }
  package func pngArtwork(of item: Item, size: Int) -> WebLink? { nil }
}
