/// A service that liner explores: its names, its categories, and what a search of it may ask.
///
/// Without behaviour; `CatalogClient` does the asking. A class, since it never changes and every command is handed some.
package final class Catalog: Sendable, Hashable {
  /// What is typed and what item ids begin with: `itunes`.
  package let name: String
  /// What is shown: `iTunes`.
  package let title: String
  /// Every category, in the order in which a home screen shows them.
  package let categories: [Category]
  /// Categories of what is only reached by way of something else, such as a product's seller.
  package let furtherCategories: [Category]
  /// The categories that a search asks unless told otherwise.
  package let defaultCategories: [Category]
  /// What a search may be narrowed by, besides category, term and limit.
  package let filters: [SearchFilter]
  package let features: Set<Feature>
  /// The homes that can be gone to without a term.
  package let homes: [Shelves]
  /// The rankings that it offers; nil where it has none.
  package let charts: Charts?
  /// The category that it begins with, all of it, where it is small enough; nil: it begins with what can be asked.
  package let opening: Category?
  /// The largest `limit` the service takes for one request.
  package let largestLimit: Int

  package init(
    name: String, title: String, categories: [Category], furtherCategories: [Category] = [],
    defaultCategoryCount: Int? = nil, defaultCategories: [Category]? = nil, filters: [SearchFilter] = [],
    features: Set<Feature> = [], homes: [Shelves] = [],
    charts: Charts? = nil, opening: Category? = nil, storefrontFilter: String? = nil, largestLimit: Int = 200
  ) {
    self.name = name
    self.title = title
    self.categories = categories
    self.furtherCategories = furtherCategories
    self.defaultCategories = defaultCategories ?? Array(categories.prefix(defaultCategoryCount ?? categories.count))
    self.filters = filters
    self.features = features
    self.homes = homes
    self.storefrontFilter = storefrontFilter
    self.charts = charts
    self.opening = opening
    self.largestLimit = largestLimit
  }

  /// The filter by which a storefront is chosen, whose prices and ids hold there alone; nil where there is none.
  package let storefrontFilter: String?

  package static func == (a: Catalog, b: Catalog) -> Bool { a === b || a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The category that `word` names: one that is called so in any form, else the only one whose own name begins so, else
  /// the only one with a further word that does.
  package func found(category word: String) -> Found<Category> {
    categories.found(word.wordKey, by: \.ownKeys, orElse: \.otherKeys)
  }

  /// The category that `word` names; nil where it names none or several.
  package func category(named word: String) -> Category? { found(category: word).only }

  /// The home called `word`, or the only one whose name or title begins so.
  package func home(named word: String) -> Shelves? {
    homes.found(word.wordKey, by: { [$0.name.wordKey, $0.title.wordKey] }).only
  }

  /// What only some catalogs have; a command that needs one says so where it is missing.
  package enum Feature: Sendable {
    /// Covers whose URL tells their size, so that a larger one can be asked for.
    case sizedArtwork
    /// A stretch of sound or film to play.
    case previews
    /// The same things in several storefronts, at different prices.
    case stores
    /// Works that can be listed by whoever made them, newest first.
    case news
  }
}

/// A kind of thing that a catalog holds, such as songs.
package final class Category: Sendable, Hashable {
  /// What is typed and what item ids hold: `music-video`.
  package let name: String
  /// What a header shows: `Music Video`.
  package let title: String
  /// Whether the service can list the category without a term.
  package let isListable: Bool
  /// Its own names, as words are compared, and further words for it.
  let ownKeys: [String]
  let otherKeys: [String]
  /// Every accepted way to type it, as words are compared.
  package var keys: [String] { ownKeys + otherKeys }
  /// What belongs to things of this category, in the order of an item's screen.
  package let relations: [Relation]

  /// - Parameter others: further words for it; plurals in -s and the title's own words are known already.
  package init(
    name: String, title: String, others: [String] = [], isListable: Bool = false, relations: [Relation] = []
  ) {
    self.relations = relations
    self.name = name
    self.title = title
    self.isListable = isListable
    ownKeys = [name.wordKey, title.wordKey]
    otherKeys = ownKeys.map { $0 + "s" } + others.flatMap { [$0.wordKey, $0.wordKey + "s"] }
  }

  package static func == (a: Category, b: Category) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// One thing by which a catalog's searches can be narrowed, such as the storefront's country.
package struct SearchFilter: Sendable, Hashable {
  /// The setting's name, and the search option's behind `--`.
  package let name: String
  package let meaning: String
  /// What is in force while nobody has chosen; nil: the filter is not sent.
  package let standard: String?
  package let values: Values
  /// What a value stands for, where it does not say so itself: `Germany` for `DE`.
  package let valueTitles: [String: String]

  package enum Values: Sendable, Hashable {
    case oneOf([String])
    /// The categories named take different values; others take none.
    case byCategory([String: [String]])
  }

  package init(
    name: String, meaning: String, standard: String? = nil, values: Values, valueTitles: [String: String] = [:]
  ) {
    self.name = name
    self.valueTitles = valueTitles
    self.meaning = meaning
    self.standard = standard
    self.values = values
  }

  /// Every value that is right for some category, sorted where the order means nothing.
  package var allValues: [String] {
    switch values {
    case .oneOf(let values): values
    case .byCategory(let lists): Set(lists.values.joined()).sorted()
    }
  }

  /// The catalog's spelling of `typed`, or nil where it is not a value.
  package func value(matching typed: String) -> String? {
    let wanted = typed.lowercased()
    return allValues.first { $0.lowercased() == wanted }
  }

  /// Whether `value`, being a value, may be sent for `category`.
  package func allows(_ value: String, for category: Category) -> Bool {
    switch values {
    case .oneOf: true
    case .byCategory(let lists): lists[category.name]?.contains(value) ?? false
    }
  }
}
