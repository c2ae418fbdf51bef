import Domain
import Synchronization

/// A service that answers as the test says and remembers what it was asked.
final class CatalogDouble: CatalogClient {
  let catalog: Catalog
  private let answer: @Sendable (SearchRequest) async -> Result<Page, CatalogError>
  private let more: @Sendable (Item) async -> Result<ItemDetails, CatalogError>
  private let asked = Mutex<[Asked]>([])

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
    details: @escaping @Sendable (Item) async -> Result<ItemDetails, CatalogError> = {
      .success(ItemDetails(item: $0))
    },
    search: @escaping @Sendable (SearchRequest) async -> Result<Page, CatalogError>
  ) {
    self.catalog = catalog
    answer = search
    more = details
  }

  /// Answers each category with its items, always the same; what is missing is empty.
  convenience init(_ catalog: Catalog = .shop, items: [String: [Item]]) {
    self.init(catalog) { .success(Page(items: items[$0.category.name] ?? [])) }
  }

  func search(_ request: SearchRequest) async throws(CatalogError) -> Page {
    let one = Asked(
      what: "\(request.category.name) \(request.term)", limit: request.limit, filters: request.filters,
      offset: request.offset, mayUseCache: RequestContext.current.mayUseCache)
    asked.withLock { $0.append(one) }
    return try await answer(request).get()
  }

  func details(of item: Item, filters: [String: String]) async throws(CatalogError) -> ItemDetails {
    let one = Asked(
      what: "details \(item.title)", limit: nil, filters: filters, mayUseCache: RequestContext.current.mayUseCache)
    asked.withLock { $0.append(one) }
    return try await more(item).get()
  }

  /// What was asked since this was last called; requests made at once are sorted.
  func takeAsked() -> [Asked] {
    asked.withLock { asked in
      defer { asked = [] }
      return asked.sorted { $0.what < $1.what }
    }
  }
}

extension Catalog {
  /// Three of five categories by default, a filter for all and one for some.
  static let shop = Catalog(
    name: "itunes", title: "iTunes",
    categories: [
      Category(name: "song", title: "Song"), Category(name: "podcast", title: "Podcast"),
      Category(name: "tv", title: "TV Show"), Category(name: "album", title: "Album"),
      Category(name: "movie", title: "Movie"),
    ],
    defaultCategoryCount: 3,
    filters: [
      SearchFilter(name: "country", meaning: "the storefront", values: .oneOf(["DE", "GB", "US"])),
      SearchFilter(name: "explicit", meaning: "explicit results", standard: "yes", values: .oneOf(["yes", "no"])),
      SearchFilter(
        name: "attribute", meaning: "what the term matches",
        values: .byCategory(["song": ["songTerm", "artistTerm"], "movie": ["directorTerm", "artistTerm"]])),
    ])

  /// Categories that can be listed without a term.
  static let films = Catalog(
    name: "ghibli", title: "Studio Ghibli",
    categories: [
      Category(name: "film", title: "Film", isListable: true),
      Category(name: "character", title: "Character", isListable: true),
    ])
}

extension Item {
  /// An item whose id is made of its title unless `key` says otherwise.
  static func made(
    _ title: String, by creator: String? = nil, category: String = "song", catalog: String = "itunes",
    key: String? = nil, _ change: (inout Item) -> Void = { _ in }
  ) -> Item {
    var item = Item(id: ItemID(catalog: catalog, category: category, key: key ?? title), title: title)
    item.creator = creator
    change(&item)
    return item
  }

  /// Items called `A 1`, `A 2` and so on.
  static func many(_ letter: String, _ count: Int, category: String = "song") -> [Item] {
    (0..<count).map { .made("\(letter) \($0 + 1)", category: category) }
  }
}
