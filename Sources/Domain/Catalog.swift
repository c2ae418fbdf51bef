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

  /// The category called `word` in any of its forms, or the only one that has a form which begins so; else nil.
  package func category(named word: String) -> Category? {
    let wanted = Category.folded(word)
    if let category = categories.first(where: { $0.words.contains(wanted) }) { return category }
    let candidates = categories(beginning: word)
    return candidates.count == 1 ? candidates[0] : nil
  }

  /// The home called `word`, or the only one whose name or title begins so.
  package func home(named word: String) -> Shelves? {
    let wanted = Category.folded(word)
    func fits(_ home: Shelves, _ test: (String) -> Bool) -> Bool {
      [home.name, home.title].map(Category.folded).contains(where: test)
    }
    if let home = homes.first(where: { fits($0) { $0 == wanted } }) { return home }
    return wanted.isEmpty ? nil : homes.only { fits($0) { $0.hasPrefix(wanted) } }
  }

  /// The categories whose own names begin with `word`; where none does, those that have any form which begins so.
  package func categories(beginning word: String) -> [Category] {
    let wanted = Category.folded(word)
    if wanted.isEmpty { return [] }
    let own = categories.filter { [$0.name, $0.title].contains { Category.folded($0).hasPrefix(wanted) } }
    return own.isEmpty ? categories.filter { $0.words.contains { $0.hasPrefix(wanted) } } : own
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
  /// Every accepted way to type it, folded.
  package let words: Set<String>
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
    let singular = [name, title] + others
    words = Set((singular + singular.map { $0 + "s" }).map(Self.folded))
  }

  package static func == (a: Category, b: Category) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// `TV Show`, `tv-show` and `tvshow` are the same word to a reader.
  static func folded(_ word: String) -> String {
    let letters = word.lowercased().utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
    return String(decoding: letters, as: UTF8.self)
  }
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
