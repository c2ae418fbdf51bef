extension Screen {
  /// The kinds of screens. Each has one entry in `traits`; the compiler requires every trait of a new kind.
  package enum Kind: Sendable, Equatable {
    case home, category, item, relation, favorites, chart, stores, news
    /// The same work in other catalogs.
    case elsewhere
    /// How a chart has changed.
    case changes
    /// Favourites of earlier sessions.
    case earlier
    /// A catalog's page of sections, by its name.
    case shelves(String)

    package struct Traits: Sendable {
      /// Its name in JSON.
      package let word: String
      /// Whether it has its rows from the start; without rows it is then empty, not idle.
      package var asksNothing = false
      /// Whether its sections have headers. If not, the screen's title says the same.
      package let hasHeaders: Bool
      /// Whether `open` shows all of a section, by category or title.
      var opensSections = false
      /// The text shown instead of rows if there are none.
      package let emptyNote: String
      /// Whether its title names the storefront.
      package var titleNamesStore = false
      /// Whether its rows may come from several storefronts; each price then names its store.
      package var mixesStores = false
      /// Whether it shows the earlier place of each chart row.
      package var compares = false
    }

    package var traits: Traits {
      switch self {
      case .home: Traits(word: "home", hasHeaders: true, opensSections: true, emptyNote: Self.nothing)
      case .category: Traits(word: "category", hasHeaders: false, emptyNote: Self.nothing)
      case .item: Traits(word: "item", hasHeaders: true, emptyNote: Self.nothing)
      case .relation: Traits(word: "relation", hasHeaders: false, emptyNote: Self.nothing)
      case .chart:
        Traits(word: "chart", hasHeaders: false, emptyNote: Self.nothing, titleNamesStore: true, compares: true)
      case .stores: Traits(word: "stores", hasHeaders: false, emptyNote: Self.nothing)
      case .elsewhere:
        Traits(word: "elsewhere", hasHeaders: false, emptyNote: "Not found in other catalogs", mixesStores: true)
      case .news:
        // `Screen.emptyNote` says more.
        Traits(
          word: "news", hasHeaders: false,
          emptyNote: "Nothing new from the artists, authors, shows and podcasts you starred",
          mixesStores: true)
      case .favorites:
        Traits(
          word: "favorites", asksNothing: true, hasHeaders: true, emptyNote: "No favourites yet. Add one: star N",
          mixesStores: true)
      case .changes:
        Traits(
          word: "changes", hasHeaders: true,
          emptyNote: "Charts are compared with the last earlier day on which you viewed as many places",
          titleNamesStore: true, compares: true)
      case .earlier:
        Traits(
          word: "earlier", asksNothing: true, hasHeaders: true,
          emptyNote: "No unsaved favourites from earlier sessions", mixesStores: true)
      case .shelves(let name): Traits(word: name, hasHeaders: true, opensSections: true, emptyNote: Self.nothing)
      }
    }

    private static let nothing = "No results found"
  }
}
