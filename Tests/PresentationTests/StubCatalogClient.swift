import Domain
import Synchronization
import Testing

/// A catalog made of one closure for each thing that can be asked of it, which remembers what it was asked.
///
/// What a test did not invite is an issue.
final class StubCatalogClient: CatalogClient {
  typealias Search = @Sendable (SearchRequest) async -> Result<ItemList, CatalogError>
  typealias Details = @Sendable (Item) async -> Result<ItemDetails, CatalogError>
  typealias Related = @Sendable (Relation, Item) async -> Result<ItemList, CatalogError>
  typealias Lookup = @Sendable (Reference) async -> Result<Item, CatalogError>
  typealias Artwork = @Sendable (Item, Int) -> WebLink?

  let catalog: Catalog
  private let onSearch: Search
  private let onDetails: Details
  private let onRelated: Related
  private let onItem: Lookup
  private let onArtwork: Artwork
  private let onPNGArtwork: Artwork
  private let requests = Mutex<[Asked]>([])

  /// One request as the service saw it.
  struct Asked: Sendable, Equatable {
    /// `song vivaldi`, the category and the term; `details` and the item's title.
    var what: String
    var limit: Int?
    var filters: [String: String]
    var offset = 0
    var mayUseCache = true
  }

  init(
    _ catalog: Catalog = .shop,
    details: @escaping Details = {
      Issue.record("uninvited details of \($0.id)")
      return .success(ItemDetails(item: $0))
    },
    related: @escaping Related = {
      Issue.record("uninvited \($0.word) of \($1.id)")
      return .success(ItemList(items: []))
    },
    item: @escaping Lookup = {
      Issue.record("uninvited look-up of \($0.text)")
      return .failure(.unknown($0.text, storefront: nil))
    },
    artwork: @escaping Artwork = { item, _ in
      Issue.record("uninvited artwork of \(item.id)")
      return nil
    },
    pngArtwork: @escaping Artwork = { item, _ in
      Issue.record("uninvited artwork of \(item.id) as PNG")
      return nil
    },
    search: @escaping Search
  ) {
    self.catalog = catalog
    onSearch = search
    onDetails = details
    onRelated = related
    onItem = item
    onArtwork = artwork
    onPNGArtwork = pngArtwork
  }

  /// Invites nobody to ask anything.
  convenience init(_ catalog: Catalog = .shop) {
    self.init(catalog) {
      Issue.record("uninvited search for \($0.category.name) \($0.term)")
      return .success(ItemList(items: []))
    }
  }

  /// Answers each category with its items, always the same, and what is missing with nothing.
  convenience init(_ catalog: Catalog = .shop, items: [String: [Item]], details: @escaping Details = itemAlone) {
    self.init(catalog, details: details) { .success(ItemList(items: items[$0.category.name] ?? [])) }
  }

  /// For a catalog that knows no more of an item than its lists say.
  static let itemAlone: Details = { .success(ItemDetails(item: $0)) }

  func search(_ request: SearchRequest) async throws(CatalogError) -> ItemList {
    note(
      Asked(
        what: "\(request.category.name) \(request.term)", limit: request.limit, filters: request.filters,
        offset: request.offset))
    return try await onSearch(request).get()
  }

  func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    note(Asked(what: "details \(item.title)", limit: nil, filters: filters))
    return try await onDetails(item).get()
  }

  func related(
    by relation: Relation, to item: Item, filters: [String: String], offset: Int
  ) async throws(CatalogError) -> ItemList {
    note(Asked(what: "\(relation.word) of \(item.title)", limit: nil, filters: filters, offset: offset))
    return try await onRelated(relation, item).get()
  }

  func recognizes(_ reference: Reference) -> Bool { true }

  func item(for reference: Reference, filters: [String: String]) async throws(CatalogError) -> Item {
    note(Asked(what: "item \(reference.text)", limit: nil, filters: filters))
    return try await onItem(reference).get()
  }

  func artwork(of item: Item, size: Int) -> WebLink? { onArtwork(item, size) }
  func pngArtwork(of item: Item, size: Int) -> WebLink? { onPNGArtwork(item, size) }

  private func note(_ asked: Asked) {
    var asked = asked
    asked.mayUseCache = RequestContext.current.mayUseCache
    requests.withLock { $0.append(asked) }
  }

  /// What was asked so far; requests made at once are sorted.
  var asked: [Asked] { requests.withLock { $0.sorted { $0.what < $1.what } } }

  /// What was asked since this was last called.
  func takeAsked() -> [Asked] {
    defer { requests.withLock { $0 = [] } }
    return asked
  }
}
