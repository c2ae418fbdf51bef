/// The interface to a service.
package protocol CatalogClient: Sendable {
  var catalog: Catalog { get }

  /// Searches or lists one category.
  /// - Throws: `cancelled`, among others, when the task is cancelled.
  func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList

  /// Requests a shelf whose question is `.own`; `filters`, `limit` and `offset` are as in `SearchRequest`.
  func shelf(
    _ shelf: Int, of home: String, filters: [String: String], limit: Int?, offset: Int
  ) async throws(CatalogError) -> ItemList

  /// Requests the values of a filter, if the service lists them and they are not known yet.
  /// - Parameter filters: as in `SearchRequest`.
  func loadValues(of filter: SearchFilter, filters: [String: String]) async throws(CatalogError)
  /// Requests the details of `item`, which may come from another session.
  /// - Parameter filters: as in `SearchRequest`.
  func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails

  /// Requests the items that `relation`, which leads to many, leads to from `item`.
  /// - Parameters:
  ///   - filters: as in `SearchRequest`; the item's own storefront takes precedence.
  ///   - offset: how many items were received already, if the answer's extent has more.
  func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> ItemList

  /// Whether `reference` may belong to this catalog.
  func recognizes(_ reference: Reference) -> Bool

  /// Whether `reference`, which no catalog recognizes, may turn out to belong to this one once it is requested.
  func mayRecognize(_ reference: Reference) -> Bool

  /// Looks up the item that `reference` names.
  /// - Throws: `unknown` if the service does not know it.
  func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item

  /// Looks up an item by a standard id, whose kind is in the category's `lookups`. The service may return an item that
  /// only its `details` prove wrong.
  /// - Returns: nil if the service does not know it.
  func item(with id: OtherID, in category: Category, filters: [String: String]) async throws(CatalogError) -> Item?

  /// Looks up several items of one category. Returns those that exist, in the order of `ids`.
  func items(with ids: [ItemID], filters: [String: String]) async throws(CatalogError) -> [Item]

  /// How many requests `items` would send for `ids` without a cache.
  func requests(for ids: [ItemID]) -> Int

  /// The ids by which other services may know `item`, which is from this catalog.
  func otherIDs(of item: Item) -> [OtherID]

  /// The same work as `item` in this catalog, if it can be determined without a request.
  func counterpart(of item: Item) -> Item?

  /// What the user has to give before an address in its items can be requested: where their own server is.
  var missingAddress: CatalogError? { get }

  /// How many extra requests may precede the first one of a session: for a key, or for lists of values.
  var preparatoryRequests: Int { get }

  /// Requests a chart.
  func chart(_ request: ChartRequest, filters: [String: String]) async throws(CatalogError) -> Chart

  /// Adds details from bulk requests to `items`, because chart rows are brief. Keeps their order; items that the
  /// service does not know do not change. The list's `partialFailure` says why a part of an item is missing.
  func enriched(_ items: [Item], filters: [String: String]) async throws(CatalogError) -> ItemList

  /// Asks whether `storefront` sells `item`, which may come from another one.
  func sale(of item: Item, in storefront: String, filters: [String: String]) async throws(CatalogError) -> Sale

  /// Requests new releases by the creators among `stars`, all of this catalog, and by the creators of the other stars.
  /// - Parameters:
  ///   - first: the first day that counts, such as `2026-10-22`.
  ///   - last: the last day; a release that is only announced does not count.
  func news(of stars: [Item], from first: String, to last: String, filters: [String: String]) async -> News

  /// The cover of `item`, `size` pixels wide if the service scales covers; nil if the item has none.
  func artwork(of item: Item, size: Int) -> WebLink?

  /// The same cover as a PNG, the only format that some terminals show; nil if the service has none.
  func pngArtwork(of item: Item, size: Int) -> WebLink?
}

extension CatalogClient {
  package func shelf(
    _ shelf: Int, of home: String, filters: [String: String], limit: Int?, offset: Int
  ) async throws(CatalogError) -> ItemList { ItemList(items: []) }
  package func loadValues(of filter: SearchFilter, filters: [String: String]) async throws(CatalogError) {}
  package func mayRecognize(_ reference: Reference) -> Bool { recognizes(reference) }
  package func item(
    with id: OtherID, in category: Category, filters: [String: String]
  ) async throws(CatalogError) -> Item? {
    nil
  }
  package func items(with ids: [ItemID], filters: [String: String]) async throws(CatalogError) -> [Item] { [] }
  package func requests(for ids: [ItemID]) -> Int { ids.count }
  package func otherIDs(of item: Item) -> [OtherID] { item.otherIDs }
  package func counterpart(of item: Item) -> Item? { nil }
  package var missingAddress: CatalogError? { nil }
  package var preparatoryRequests: Int { 0 }
  package func chart(_ request: ChartRequest, filters: [String: String]) async throws(CatalogError) -> Chart {
    throw .unknown(request.title, storefront: request.storefront)
  }
  package func enriched(_ items: [Item], filters: [String: String]) async throws(CatalogError) -> ItemList {
    ItemList(items: items)
  }
  package func sale(
    of item: Item, in storefront: String, filters: [String: String]
  ) async throws(CatalogError) -> Sale { .notFound }
  package func news(of stars: [Item], from first: String, to last: String, filters: [String: String]) async -> News {
    await newsOfRelations(of: stars, from: first, to: last, filters: filters)
  }
  package func artwork(of item: Item, size: Int) -> WebLink? { item.artwork }
  package func pngArtwork(of item: Item, size: Int) -> WebLink? { nil }
}

/// An item in full: its row and what a further request adds.
package struct ItemDetails: Sendable, Equatable {
  /// The item again, with more detail if the service has more about a single item.
  package var item: Item
  /// The relations whose items its screen shows, in the order of the category's table; without empty ones and those
  /// that are only named.
  package var filled: [Filled]
  /// Relations of its category that it turned out not to have.
  package var absent: Set<Relation> = []
  /// Why details from further requests are missing.
  package var failures: [CatalogError] = []

  package init(item: Item, filled: [Filled] = []) { (self.item, self.filled) = (item, filled) }

  /// The first items of one relation, or why they are missing.
  package struct Filled: Sendable, Equatable {
    package var relation: Relation
    package var answer: Result<ItemList, CatalogError>

    package init(_ relation: Relation, _ answer: Result<ItemList, CatalogError>) {
      (self.relation, self.answer) = (relation, answer)
    }
  }
}

/// A request to search or list one category.
package struct SearchRequest: Sendable, Hashable {
  package let category: Category
  /// The words to search for; empty to list a category that `isListable`.
  package let term: String
  /// How many results to ask for; nil leaves it to the service.
  package let limit: Int?
  /// Values by filter name, which the caller has checked.
  package let filters: [String: String]
  /// How many results of the same search were received already, shown or skipped. If `ItemList.hasMore`, the next
  /// request starts there.
  package var offset: Int

  package init(category: Category, term: String, limit: Int? = nil, filters: [String: String] = [:], offset: Int = 0) {
    (self.category, self.term, self.limit, self.filters, self.offset) = (category, term, limit, filters, offset)
  }
}
