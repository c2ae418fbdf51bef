import Domain

/// Changes to the favourites, and the settings for where they are saved.
extension Coordinator {
  /// Changes the favourites and saves them. A change that cannot be saved is reverted.
  /// - Returns: the changed items as they are now, in the order of the selection.
  // Inlined, like `keep`: as calls of their own, both would take a thirtieth of the time of each star in a script.
  @inline(__always)
  package func apply(_ change: Action.Change) async throws(CommandError) -> [StarResult] {
    let before = change == .undo ? favorites : nil
    let left = screen.kind == .earlier ? try await earlierFavorites() : []
    defer { refreshHidden() }
    let (starred, made) = try make(change, left)
    if made.touchesEarlier {
      try await move(made, insteadOf: before)
    } else {
      try await keep(made, insteadOf: before)
    }
    return starred
  }

  /// Updates a list of unmarked rows after marks have changed, which may be while another screen was on top.
  func refreshHidden() {
    if let hidden = screen.arrangement.hidden, hidden != favorites.marks {
      self.change { $0.hide(favorites.marks) }
    }
  }

  /// Saves a change that moves favourites from or to earlier sessions, or reverts it. Each is added to one place before
  /// it is removed from the other, so that at least one of them has it if liner is killed in between.
  private func move(_ change: FavoritesChange, insteadOf before: Favorites?) async throws(CommandError) {
    let forget = { @Sendable [earlier = resources.earlier] in
      try await earlier?.forget(change.forgotten.map(\.favorite.id))
    }
    do throws(CommandError) {
      try await run { [earlier = resources.earlier] in
        if !change.remembered.isEmpty { try await earlier?.remember(change.remembered) }
        if change.isEmpty, !change.forgotten.isEmpty { try await forget() }
      }
    } catch {
      revert(to: before)
      throw error
    }
    if change.isEmpty { return }
    try await keep(change, insteadOf: before)
    if change.forgotten.isEmpty { return }
    do throws(CommandError) { try await run { try await forget() } } catch .file(let path, let problem) {
      // Being in both is harmless.
      notices.append(.memoryUnusable(FileError(path: path, problem)))
    }
  }

  private func revert(to before: Favorites?) {
    if let before { favorites = before } else { _ = favorites.undo() }
  }

  /// - Parameter left: the favourites of earlier sessions, on a screen of these.
  private func make(
    _ change: Action.Change, _ left: [EarlierFavorite]
  ) throws(CommandError) -> (starred: [StarResult], made: FavoritesChange) {
    switch change {
    case .star(let selection, let list, _):
      let rows = try rows(picked: selection)
      if let list { return changed(rows, .list(favorites.name(ofList: list)), to: true, left) }
      // Several items are only added, never removed.
      return changed(rows, .favorite, to: !(change.toggles && favorites.contains(rows[0].id)), left)
    case .unstar(let selection, list: let typed?):
      let name = try existingList(typed)
      return changed(try rows(picked: selection), .list(name), to: false)
    case .unstar(let selection, list: nil):
      let rows = try rows(picked: selection)
      guard screen.kind == .earlier else { return changed(rows, .favorite, to: false) }
      let made = favorites.remove(rows.map(\.shared), forgetting: left.of(rows))
      return (rows.map { StarResult(row: $0, what: .earlier, isSet: false) }, made)
    case .mark(let selection, let isMarked):
      return changed(try rows(picked: selection), .mark, to: isMarked)
    case .undo:
      // Another session may have undone the latest changes already.
      while let undone = favorites.undo() {
        if !undone.isEmpty || undone.touchesEarlier { return (StarResult.results(of: undone), undone) }
      }
      throw .nothingHere(.undo)
    }
  }

  /// Sets or clears one property of the rows: favourite, in a list, or marked.
  private func changed(
    _ rows: [Row], _ what: StarResult.What, to isSet: Bool, _ left: [EarlierFavorite] = []
  ) -> (starred: [StarResult], made: FavoritesChange) {
    let items = rows.map(\.shared)
    let lists = left.isEmpty ? [:] : Dictionary(left.map { ($0.favorite.id, $0.favorite.lists) }) { $1 }
    // Without a file they stay there, so that nothing is lost when the session ends.
    let forgotten = left.isEmpty || store == nil ? [] : left.of(rows)
    let made =
      switch what {
      case .favorite, .earlier:
        isSet ? favorites.add(items, keeping: lists, forgetting: forgotten) : favorites.remove(items)
      case .list(let name):
        isSet
          ? favorites.add(items, to: name, keeping: lists, forgetting: forgotten) : favorites.remove(items, from: name)
      case .mark: favorites.mark(items, isSet)
      }
    // Stores sell an item under one id, and it is one favourite.
    var changed = rows.count > 1 ? made.ids : []
    let starred = rows.map { row in
      let isChanged = rows.count > 1 ? changed.remove(row.id) != nil : !made.isEmpty
      return StarResult(row: row, what: what, isSet: isSet, isChanged: isChanged)
    }
    return (starred, made)
  }

  /// Whether `typed` is the beginning of `earlier`, and of no list.
  func isEarlier(_ typed: String) -> Bool {
    guard !typed.isBlank, Command.earlierWord.hasPrefix(typed.lowercased()) else { return false }
    return WordList(favorites.lists.map(\.name)).match(typed).isEmpty
  }

  /// The name of an existing list, in any unambiguous spelling.
  /// - Parameter meant: the command to suggest if no list has that name.
  func existingList(_ typed: String, orElse meant: String? = nil) throws(CommandError) -> String {
    let names = favorites.lists.map(\.name)
    // Unlike words, names of lists may differ in accents alone.
    if let name = names.first(where: { Favorite.isSame($0, typed) }) { return name }
    let words = WordList(names)
    if let name = try words.match(typed).chosen(by: typed, named: \.self) { return name }
    if names.isEmpty, meant == nil { throw .nothingHere(.favoritesList(typed.isBlank ? "NAME" : typed)) }
    throw .usage(.noSuchList(typed, meant: meant.map { [$0] } ?? words.suggestions(for: typed), known: names))
  }

  /// Saves a change of the favourites, or reverts it if it cannot be saved.
  /// - Parameter before: the favourites before an undo; nil for any other change, which is undone: copying thousands
  ///   for each star takes longer than saving it.
  @inline(__always)
  private func keep(_ change: FavoritesChange, insteadOf before: Favorites? = nil) async throws(CommandError) {
    if change.isEmpty { return }
    guard let store else {
      await onUnsavedChange?(change)
      return
    }
    do throws(CommandError) {
      let kept = try await run { [favorites] in try await store.apply(change, known: favorites) }
      if let kept { favorites.adopt(kept.entries, marks: kept.marks) }
    } catch {
      revert(to: before)
      throw error
    }
  }

  /// Adopts other sessions' changes to the favourites.
  package func refreshFavorites() async throws(CommandError) {
    guard let store else { return }
    favorites = try await run { [favorites] in try await store.load(known: favorites) }
  }

  package func set(_ name: String, to value: String) async throws(CommandError) -> Setting {
    let before = settings
    let setting = try settings.set(name, to: value, in: catalog)
    do throws(CommandError) {
      if setting.name == "everywhere" { try settings.completeEverywhere(by: name(ofCatalog:)) }
      if settings.favoritesFile != before.favoritesFile { try await keepFavorites(in: settings.favoritesFile) }
    } catch {
      settings = before
      throw error
    }
    return setting
  }

  /// Requests the values of a filter before it is set, so that an invalid value is rejected at once.
  package func loadValues(ofFilter name: String) async throws(CommandError) {
    guard let setting = try? Setting.named(name, in: catalog),
      let filter = catalog.filters.first(where: { $0.name == setting.name }), case .requested = filter.values
    else { return }
    let filters = settings.filters(of: catalog)
    try await run { [client] in try await client.loadValues(of: filter, filters: filters) }
  }

  /// Adds the items to the favourites and to their lists, and to `list` too if given.
  /// - Returns: how many were not favourites before, and how many were. A podcast of another catalog with the same feed
  ///   counts as the same.
  func add(_ imported: [Favorite], to list: String?) async throws(CommandError) -> (new: Int, known: Int) {
    try await refreshFavorites()
    var podcasts: [WebLink: Item] = [:]
    for item in favorites.items.reversed() { if let feed = item.ownFeed { podcasts[feed] = item } }
    let entries = imported.map { entry -> (item: Item, lists: [String]) in
      guard !favorites.contains(entry.id), let feed = entry.item.ownFeed else { return (entry.item, entry.lists) }
      let known = podcasts[feed] ?? entry.item
      podcasts[feed] = known
      return (known, entry.lists)
    }
    let items = entries.map(\.item).distinct(by: \.id)
    var names = listNames
    func spelled(_ name: String) -> String? {
      if name.lowercased() == Command.earlierWord { return nil }
      if let known = names.first(where: { Favorite.isSame($0, name) }) { return known }
      names.append(name)
      return name
    }
    let lists = Dictionary(entries.map { ($0.item.id, $0.lists.compactMap(spelled).unique) }) { ($0 + $1).unique }
    let made = favorites.add(items.map { SharedItem($0) }, to: list, keeping: lists)
    try await keep(made)
    return (made.added.count, items.count - made.added.count)
  }

  package var listNames: [String] { favorites.lists.map(\.name) }

  /// Whether there are favourites that are not saved in a file.
  package var hasUnsavedFavorites: Bool { store == nil && favorites.count > 0 }

  /// Saves the favourites to that file from now on, adding this session's after those in it. With a nil path they stay
  /// in memory.
  private func keepFavorites(in path: String?) async throws(CommandError) {
    guard let path, let next = resources.openStore(path) else {
      store = nil
      await onUnsavedChange?(FavoritesChange(added: favorites.entries.map { .init($0) }))
      return
    }
    let mine = favorites
    let (before, kept) = try await run {
      let before = try await next.load()
      var kept = before
      let lists = Dictionary(mine.entries.map { ($0.id, $0.lists) }) { $1 }
      var change = kept.add(mine.entries.map(\.shared), keeping: lists)
      change.marked = kept.mark(mine.marks.map { SharedItem(Item(id: $0, title: "")) }).marked
      return (before, change.isEmpty ? kept : try await next.apply(change, known: kept) ?? kept)
    }
    store = next
    await onUnsavedChange?(FavoritesChange(removed: mine.entries.map { .init($0) }))
    favorites.adopt(kept.entries, marks: kept.marks)
    favorites.forgetChanges(sharedWith: before)
  }
}

extension [EarlierFavorite] {
  fileprivate func of(_ rows: [Row]) -> [EarlierFavorite] {
    let ids = Set(rows.map(\.id))
    return filter { ids.contains($0.favorite.id) }
  }
}
