extension Screen {
  /// A kind of screens; each is one entry.
  package struct Kind: Sendable, Equatable {
    /// Its name in JSON.
    package let word: String
    /// Whether it is a catalog's page of sections, which open by title.
    var isOfShelves = false
    /// Whether it has its rows from the start; without rows it is then empty, not idle.
    var asksNothing = false
    /// Whether its sections have headers. If not, the screen's title says the same.
    var hasHeaders = false
    /// Whether `open` shows all of a section, by category or title.
    var opensSections = false
    /// The text shown instead of rows if there are none.
    var emptyNote = "No results found"
    /// Whether its title names the storefront.
    var titleNamesStore = false
    /// Whether its rows may come from several storefronts; each price then names its store.
    var mixesStores = false
    /// The services it asks, as progress messages name them; nil for its own catalog alone.
    var asked: String?
    /// Whether it shows the earlier place of each chart row.
    var compares = false

    package static let home = Kind(word: "home", hasHeaders: true, opensSections: true)
    package static let category = Kind(word: "category")
    package static let item = Kind(word: "item", hasHeaders: true)
    package static let relation = Kind(word: "relation")
    package static let chart = Kind(word: "chart", titleNamesStore: true, compares: true)
    package static let stores = Kind(word: "stores")
    /// The same work in other catalogs.
    package static let elsewhere = Kind(
      word: "elsewhere", emptyNote: "Not found in other catalogs", mixesStores: true, asked: "other catalogs")
    /// `Screen.emptyNote` says more.
    package static let news = Kind(
      word: "news", emptyNote: "Nothing new from the artists, authors, shows and podcasts you starred",
      mixesStores: true, asked: "the catalogs of your favourites")
    package static let favorites = Kind(
      word: "favorites", asksNothing: true, hasHeaders: true, emptyNote: "No favourites yet. Add one: star N",
      mixesStores: true)
    /// How a chart has changed.
    package static let changes = Kind(
      word: "changes", hasHeaders: true,
      emptyNote: "Charts are compared with the last earlier day on which you viewed as many places",
      titleNamesStore: true, compares: true)
    /// Favourites of earlier sessions.
    package static let earlier = Kind(
      word: "earlier", asksNothing: true, hasHeaders: true,
      emptyNote: "No unsaved favourites from earlier sessions", mixesStores: true)

    package static func shelves(_ name: String) -> Kind {
      Kind(word: name, isOfShelves: true, hasHeaders: true, opensSections: true)
    }
  }
}
