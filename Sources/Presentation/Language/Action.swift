package import Domain

/// What a line of input asks for.
///
/// What is large is kept apart (`indirect`), so that handing on the small ones costs little.
package enum Action: Sendable, Equatable {
  indirect case go(Navigation)
  case change(Change)
  indirect case set(name: String, value: String)
  indirect case tell(Question)
  indirect case desktop(DesktopErrand)
  /// What the last command asked, as a list or as commands for `curl`; asking so changes nothing of it.
  case explain(asCurl: Bool)
  /// The items of the screen, to a file, or to the results where `path` is nil.
  indirect case export(path: String?, OutputForm, replaces: Bool)
  indirect case pipe(command: String)
  case source(path: String)
  indirect case expect(Expectation)
  case quit

  /// Whether it reaches beyond the session: writes a file, plays, opens, copies, runs a script or a command of the shell.
  /// - Parameter catalog: the one in force, by whose table settings go.
  func reachesOut(of catalog: Catalog) -> Bool {
    switch self {
    case .pipe, .source: true
    case .export(let path, _, replaces: _): path != nil
    case .desktop(let errand): errand.reachesOut
    case .set(let name, let value):
      (try? Setting.named(name, in: catalog))?.isPath == true && !["memory", "default"].contains(value.lowercased())
    case .go(.catalog(let name)), .tell(.catalogCheck(let name)): Self.isPath(ofCatalog: name)
    case .go, .change, .tell, .explain, .expect, .quit: false
    }
  }

  /// What becomes of favourites.
  package enum Change: Sendable, Equatable {
    /// Adds the items picked, to the list of that name too; a single one that is a favourite is removed where there is no
    /// list, unless it `onlyAdds`. nil: the item the screen is about.
    case star(Selection?, list: String? = nil, onlyAdds: Bool = false)
    /// Takes the items picked out of the favourites, or out of the list of that name alone.
    case unstar(Selection?, list: String? = nil)
    /// Marks the items picked as heard or seen, or takes their marks away.
    case mark(Selection?, Bool)
    case undo
  }

  /// Moves, and changes of what a screen shows.
  package enum Navigation: Sendable, Equatable {
    case search(SearchQuery)
    /// The item of that number, or the one whose stores the screen shows.
    case openItem(Int?)
    /// What belongs to the item of that number, or to the one that the screen is about.
    case openRelation(Relation, of: Int?)
    case openReference(Reference)
    /// The category's screen for the current term, with a limit only where one is given.
    case openCategory(Category, limit: Int?)
    case openSection(Int, limit: Int?)
    /// The home of shelves of that name, or its shelf that `only` begins, in full.
    case shelves(String, only: String?)
    /// Rankings: a storefront's home of them, one in full, or the first of every storefront.
    case charts(ChartQuery)
    /// How a ranking has changed since the latest earlier look, or the latest up to that day.
    case changes(ChartQuery, notAfter: String?)
    /// Where the item of that number, or the one that the screen is about, is sold; nil: the storefronts of the settings.
    case stores(Int?, in: [String]?)
    case news(days: Int)
    case favorites
    case favoritesList(String)
    /// The favourites of earlier sessions that nobody kept.
    case earlierFavorites
    case back(Int)
    case forward(Int)
    case home
    case show
    case more
    case retry
    case reload
    /// Rows with the text; nil: all. `unmarked`: only those that are not marked as heard or seen.
    case filter(String?, unmarked: Bool = false)
    case sort(Arrangement.Order?)
    case catalog(String)

    /// Whether it leads to a screen as it was left, for which nothing is asked.
    package var isMove: Bool {
      switch self {
      case .back, .forward, .home, .catalog: true
      default: false
      }
    }
  }

  /// What is answered from what is known, without a change.
  package enum Question: Sendable, Equatable {
    case trail
    case catalogs
    case catalogCheck(String)
    case catalogText(String)
    case settings
    case setting(String)
    case help(String?)
    case limits
    /// What `get` has kept.
    case downloads
    case lists
    /// Searches with the text in them; nil: all.
    case history(String?)
  }

  /// Whether it shows the favourites, or what comes of them, as they are by now.
  var showsFavorites: Bool {
    switch self {
    case .go(.favorites), .go(.favoritesList), .go(.news), .tell(.lists): true
    default: false
    }
  }

  /// Whether what is typed for a catalog names a file that declares one.
  package static func isPath(ofCatalog typed: String) -> Bool {
    typed.contains("/") || typed.lowercased().hasSuffix(".json")
  }
}
