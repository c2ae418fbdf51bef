/// A service that liner explores: its names, its categories, and the searches it accepts.
///
/// Only data; `CatalogClient` sends the requests. A class, because it never changes and is passed everywhere.
package final class Catalog: Sendable, Hashable {
  /// What users type and what item ids begin with: `itunes`.
  package let name: String
  /// What screens show: `iTunes`.
  package let title: String
  /// Every category, in the order of a home screen.
  package let categories: [Category]
  /// Categories that are reached only through another item, such as a product's seller.
  package let secondaryCategories: [Category]
  package var allCategories: [Category] { categories + secondaryCategories }
  /// The categories that a search asks by default.
  package let defaultCategories: [Category]
  /// Those that have a search.
  package var searchable: [Category] { categories.filter(\.isSearchable) }
  /// Words for several categories at once: `music` for songs, albums, artists and videos.
  package let groups: [String: [Category]]
  /// The filters of a search, besides category, term and limit.
  package let filters: [SearchFilter]
  package let features: Set<Feature>
  /// The pages of sections that open without a term.
  package let homes: [BrowsePage]
  /// Nil if it has no charts.
  package var charts: Charts? { chartsTable.value }
  private let chartsTable: OnFirstUse<Charts?>
  /// A category small enough for the root screen to list in full; nil if there is none.
  package let opening: Category?
  /// The largest `limit` that the service accepts in one request.
  package let largestLimit: Int

  package init(
    name: String, title: String, categories: [Category], secondaryCategories: [Category] = [],
    defaultCategoryCount: Int? = nil, defaultCategories: [Category]? = nil, groups: [String: [Category]] = [:],
    filters: [SearchFilter] = [], features: Set<Feature> = [], homes: [BrowsePage] = [],
    charts: @autoclosure @escaping @Sendable () -> Charts? = nil, opening: Category? = nil,
    storefrontFilter: String? = nil, largestLimit: Int = 200
  ) {
    (self.name, self.title, self.categories, self.secondaryCategories) = (name, title, categories, secondaryCategories)
    self.defaultCategories = defaultCategories ?? Array(categories.prefix(defaultCategoryCount ?? categories.count))
    (self.groups, self.filters, self.features) = (groups, filters, features)
    (self.homes, self.storefrontFilter, chartsTable) = (homes, storefrontFilter, OnFirstUse(charts))
    (self.opening, self.largestLimit) = (opening, largestLimit)
  }

  /// The filter that chooses a storefront; prices and ids are valid only there. Nil if there is none.
  package let storefrontFilter: String?

  package static func == (a: Catalog, b: Catalog) -> Bool { a === b || a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The categories that `word` may mean, or all categories of a group.
  package func match(category word: String) -> [Category] { groups[word.wordKey] ?? categories.match(word) }

  /// The category that `word` names; nil if it names none or several.
  package func category(named word: String) -> Category? { match(category: word).only }

  /// What only some catalogs can do. A command that needs a missing feature says so.
  package enum Feature: Sendable {
    /// Covers whose URL contains their size, so that a larger one can be requested.
    case sizedArtwork
    /// Short audio or video to play.
    case previews
    /// Files to download, which an item may have only after a lookup.
    case files
    /// The same items in several storefronts, at different prices.
    case stores
    /// A server of the user's own, which may look for the words of a search in titles alone.
    case ownServer
  }
}

/// A kind of item in a catalog, such as songs.
package final class Category: Sendable, Hashable {
  /// What users type and what item ids contain: `music-video`.
  package let name: String
  /// The title in headers: `Music Video`.
  package let title: String
  /// What one of its items is called: `TV Episode` in the category `TV Show`.
  package let itemTitle: String
  /// Whether the service can list the category without a term.
  package let isListable: Bool
  /// Whether the service can search the category for a term.
  package let isSearchable: Bool
  /// Its own names, in the form of `String.wordKey`; `otherKeys` are additional names.
  let ownKeys: [String]
  let otherKeys: [String]
  /// Every accepted name, in the form of `String.wordKey`.
  package var keys: [String] { ownKeys + otherKeys }
  /// The relations of its items, in the order of an item's screen.
  package var relations: [Relation] { relationsTable.value }
  private let relationsTable: OnFirstUse<[Relation]>
  /// The other ids that the service can look up its items by (`CatalogClient.item(with:in:)`).
  package let lookups: Set<OtherID.Kind>
  /// The other ids that its items may have, some of them only when they are looked up.
  package let knownIDs: Set<OtherID.Kind>
  /// The Wikidata property whose values are its items' ids: `P8600`.
  package let wikidataProperty: String?
  /// Whether its items may have a recording or a file.
  let hasRecordings: Bool

  /// The kind of its items. `tv` means episodes if the category has its own `itemTitle`, as on iTunes, or the name
  /// `episode` as well, and otherwise series; `series` means shows or books. An unfamiliar name takes its kind from the
  /// category's other names, but never `person`, which some use for characters.
  package var kind: WorkKind {
    switch WorkKind(ofCategory: name) {
    case .episode where itemTitle == title && !keys.contains("episode"): .series
    case .series where otherKeys.contains("bookseries"): .other(name)
    case .other(let name):
      otherKeys.lazy.map { (key: $0, kind: WorkKind(ofCategory: $0)) }
        .first { $0.kind.name == $0.key && $0.kind != .person && $0.kind != .other($0.key) }?.kind ?? .other(name)
    case let kind: kind
    }
  }

  /// Whether it holds films as well as series.
  package var holdsFilmsAndSeries: Bool { keys.contains("anime") }

  /// - Parameter others: further names; plurals and the title itself are included anyway.
  package init(
    name: String, title: String, itemTitle: String? = nil, others: [String] = [], isListable: Bool = false,
    isSearchable: Bool = true, relations: @autoclosure @escaping @Sendable () -> [Relation] = [],
    lookups: Set<OtherID.Kind> = [], knownIDs: Set<OtherID.Kind> = [], wikidataProperty: String? = nil,
    hasRecordings: Bool = false
  ) {
    (self.knownIDs, self.hasRecordings) = (knownIDs, hasRecordings)
    self.itemTitle = itemTitle ?? title
    relationsTable = OnFirstUse(relations)
    (self.lookups, self.wikidataProperty, self.name) = (lookups, wikidataProperty, name)
    (self.title, self.isListable, self.isSearchable) = (title, isListable, isSearchable)
    ownKeys = [name.wordKey, title.wordKey]
    otherKeys = ownKeys.flatMap(\.plurals) + others.flatMap { [$0.wordKey] + $0.wordKey.plurals }
  }

  package static func == (a: Category, b: Category) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension String {
  /// Whether it is `name` or a plural of it.
  package func isForm(of name: String) -> Bool { self == name || name.plurals.contains(self) }

  /// `countrys` as well as `countries`, because of `plays`, and `photos` as well as `heroes`.
  package var plurals: [String] {
    switch last {
    case "y": [self + "s", dropLast() + "ies"]
    case "h", "o", "s", "x", "z": [self + "s", self + "es"]
    default: [self + "s"]
    }
  }
}

extension [Category] {
  /// The categories that `word` may mean: one whose name equals it in any form, else those whose own name begins
  /// with it, else those with another name that does.
  package func match(_ word: String) -> [Category] { match(word.wordKey, by: \.ownKeys, orElse: \.otherKeys) }
}

/// A page of sections, such as the seasons, and an entry of the table `Catalog.homes`. Each section is filled by its
/// own request; all are sent at once.
package struct BrowsePage: Sendable, Hashable {
  /// What users type, and the kind of its screen in JSON: `seasons`.
  package let name: String
  /// The title of its screen: `Seasons`.
  package let title: String
  /// The shelves, in the order in which they are shown, for values by filter name, such as the storefront's country.
  package let shelves: @Sendable (_ filters: [String: String]) -> [Shelf]

  /// One section: `Summer`, and the request that fills it.
  package struct Shelf: Sendable, Hashable {
    package let title: String
    package let category: Category
    package let question: Question

    package init(title: String, category: Category, question: Question) {
      (self.title, self.category, self.question) = (title, category, question)
    }
  }

  /// The request that fills a shelf.
  package enum Question: Sendable, Hashable {
    /// A search of the shelf's category.
    case search(term: String)
    /// The catalog's own request for this shelf, sent by `CatalogClient.shelf`.
    case own(home: String, shelf: Int)
  }

  package init(name: String, title: String, shelves: @escaping @Sendable (_ filters: [String: String]) -> [Shelf]) {
    (self.name, self.title, self.shelves) = (name, title, shelves)
  }

  /// A page's name is unique within its catalog.
  package static func == (a: BrowsePage, b: BrowsePage) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
