package import Domain

/// A parsed command. Large cases are `indirect`, so that small ones are cheap to copy.
package enum Action: Sendable, Equatable {
  indirect case go(Navigation)
  case change(Change)
  indirect case set(name: String, value: String)
  /// Changes a setting in this and later sessions.
  indirect case save(name: String, value: String)
  indirect case answer(Question)
  /// Does something with the picked items; a nil selection means the item that the screen is about.
  indirect case desktop(ItemAction, Selection?)
  /// Downloads whole files. `isNew` restricts it to releases since the last `get --new`; `again` includes files that
  /// were downloaded before.
  indirect case get(Selection?, folder: String?, isNew: Bool, again: Bool)
  indirect case catalogTask(CatalogTask)
  /// Writes the screen's items to a file, or to the results if `path` is nil.
  /// - Parameter columns: the columns of a table; nil means all.
  indirect case export(path: String?, OutputFormat, columns: [ItemField]? = nil, replaces: Bool)
  indirect case pipe(command: String)
  /// Passes the items that the move shows to the action, instead of showing them.
  indirect case send(Navigation, to: Action)
  case source(path: String)
  /// Stars the items in a file, and adds them to `list` if given.
  indirect case importFile(path: String, list: String?)
  indirect case expect(Expectation)
  case quit

  /// Whether it has effects outside the session: writes a file, plays, opens, copies, runs a script or a shell command.
  /// - Parameter catalog: the current one, whose table lists the settings.
  func hasSideEffects(of catalog: Catalog) -> Bool {
    switch self {
    case .pipe, .source, .save, .importFile, .get: true
    case .export(let path, _, columns: _, replaces: _): path != nil
    case .send(let shown, let target): Self.go(shown).hasSideEffects(of: catalog) || target.hasSideEffects(of: catalog)
    case .desktop(let action, _): action.hasSideEffects
    case .catalogTask(let task): task.hasSideEffects
    case .set(let name, let value):
      (try? Setting.named(name, in: catalog))?.isPath == true && !["memory", "default"].contains(value.lowercased())
    case .go(.catalog(let name)), .answer(.catalogCheck(let name)): CatalogTask.isPath(name)
    case .go, .change, .answer, .expect, .quit: false
    }
  }

  /// A change to the favourites or the marks.
  package enum Change: Sendable, Equatable {
    /// Adds the picked items to the favourites, and to `list` if given. Without a list, a single item that is already a
    /// favourite is removed unless `onlyAdds`. A nil selection means the item that the screen is about.
    case star(Selection?, list: String? = nil, onlyAdds: Bool = false)
    /// Removes the picked items from the favourites, or only from `list` if given.
    case unstar(Selection?, list: String? = nil)
    /// Marks the picked items as heard or seen, or removes their marks.
    case mark(Selection?, Bool)
    case undo

    /// Whether it removes a single item that is already a favourite, instead of adding it.
    var toggles: Bool {
      guard case .star(let selection, list: nil, onlyAdds: false) = self else { return false }
      return selection == nil || selection?.onlyNumber != nil
    }
  }

  /// Moves along the trail, and changes what a screen shows.
  package enum Navigation: Sendable, Equatable {
    case search(SearchQuery)
    /// The item with that number; nil means the item whose stores the screen shows.
    case openItem(Int?)
    /// A relation of the item with that number; nil means the item that the screen is about.
    case openRelation(Relation, of: Int?)
    case openReference(Reference)
    /// The category's screen for the current term.
    case openCategory(Category, limit: Int?)
    case openSection(Int, limit: Int?)
    /// The page of sections with that name, or in full the section whose title begins with `only`.
    case shelves(String, only: String?)
    /// Charts: the storefront's charts page, one chart in full, or the number ones of all storefronts.
    case charts(ChartQuery)
    /// How a chart has changed since the latest earlier snapshot, or the latest one up to the day `notAfter`.
    case changes(ChartQuery, notAfter: String?)
    /// The stores that sell the item with that number, or the screen's own. A nil `in` means the settings' storefronts.
    case stores(Int?, in: [String]?)
    /// The same work as the item with that number, or the screen's own, in the given catalogs. Nil means those of
    /// `--everywhere`.
    case elsewhere(Int?, in: [String]?)
    case news(days: Int, onlyNew: Bool = false)
    case favorites
    /// A list of favourites. `orElse` is the command that was meant if there is no such list.
    case favoritesList(String, orElse: String? = nil)
    /// The unsaved favourites of earlier sessions.
    case earlierFavorites
    case back(Int)
    case forward(Int)
    case home
    case show
    case more
    case retry
    case reload
    /// Only rows with the text; nil shows all. `unmarked` shows only rows not marked as heard or seen.
    case filter(String?, unmarked: Bool = false)
    case sort(Arrangement.Order?)
    case catalog(String)

    /// Whether it returns to a screen as the user left it, without a request.
    package var isMove: Bool {
      switch self {
      case .back, .forward, .home, .catalog: true
      default: false
      }
    }
  }

  /// A question that is answered without a request and changes nothing.
  package enum Question: Sendable, Equatable {
    case trail
    case catalogs
    case catalogCheck(String)
    case settings
    case setting(String)
    case help(String?)
    case limits
    /// The requests of the last command, as a list or as `curl` commands. `explain` itself does not change that log.
    case requests(asCurl: Bool)
    /// The files that `get` has downloaded.
    case downloads
    case lists
    /// Earlier searches that contain the text; nil lists all.
    case history(String?)
  }

  /// Whether it depends on the favourites as they are now, including changes by other sessions.
  var needsLatestFavorites: Bool {
    switch self {
    case .go(.favorites), .go(.favoritesList), .go(.news), .go(.filter(_, unmarked: true)), .answer(.lists): true
    case .change(let change): !change.toggles
    case .get(_, _, let isNew, _): isNew
    case .send(let shown, to: _): Self.go(shown).needsLatestFavorites
    default: false
    }
  }

  /// The move that it consists of or begins with; nil if it does not move.
  var move: Navigation? {
    switch self {
    case .go(let move), .send(let move, to: _): move
    default: nil
    }
  }

  /// Whether `retry` repeats it, because its failure leaves no screen to retry on.
  func mayBeRetried(after error: CommandError, leavesScreen: Bool = false) -> Bool {
    guard case .catalog(let failure) = error, failure.code != .usage else { return false }
    return switch self {
    case .send(let shown, to: _): Self.go(shown).mayBeRetried(after: error)
    case .go(.openRelation): !leavesScreen
    case .go(.openReference), .go(.more), .go(.reload), .go(.sort), .get, .desktop, .catalogTask, .set, .save: true
    default: false
    }
  }
}

/// A requested chart.
package struct ChartQuery: Sendable, Equatable {
  /// The storefront that was given, as two capital letters; nil means the current one.
  package var storefront: String?
  /// Whether it lists the number one of each storefront.
  package var isWorld = false
  /// Nil for the storefront's charts page.
  package var category: Category?
  /// As typed.
  package var genre: String?
  package var limit: Int?
}

/// A search. The screens opened from it keep it, so that a category can be opened with the same term.
package struct SearchQuery: Sendable, Equatable {
  package var term: String
  /// The requested categories; nil means those of the settings.
  package var categories: [Category]?
  /// The limit for each category on the page of results; nil means that of the settings.
  package var limit: Int?
  /// Whether it searches all catalogs, not only the current one.
  package var isEverywhere = false
  /// The names of the categories to search in each catalog, as typed; nil means each catalog's default.
  package var words: [String]?
  /// Values by filter name; they override the settings.
  package var filters: [String: String] = [:]
  /// The command that the term seems to mean, such as `search jack --in song` for `jack in song`; nil for other terms.
  /// It is suggested if nothing is found.
  package var suggested: String?
}

/// What a script expects.
package enum Expectation: Sendable, Equatable {
  case items(ClosedRange<Int>)
  case section(String, count: ClosedRange<Int>?)
  case noSection(String)
  case title(String)
  case state(LoadPhase)
  case item(Int, title: String)
  case starred(ClosedRange<Int>)
  case text(String)
  /// The previous command failed with this code.
  case error(ErrorCode)

  package static let subjects = ["items", "section", "no", "title", "state", "item", "starred", "text", "error"]
}
