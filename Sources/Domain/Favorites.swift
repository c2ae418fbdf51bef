/// The items that a user starred, in the order of starring, and those marked as heard or seen.
///
/// Each change takes time in proportion to the number of favourites, however many it affects.
package struct Favorites: Sendable {
  package private(set) var entries: [Favorite] = []
  private var ids: Set<ItemID> = []
  package private(set) var marks: Set<ItemID> = []
  /// The latest changes, newest last, for `undo`.
  private var history: [FavoritesChange] = []

  /// At least this many changes can be undone.
  private static let remembered = 100

  package init(_ entries: [Favorite], marks: Set<ItemID> = []) { adopt(entries, marks: marks) }

  package init(_ items: [Item] = []) { self.init(items.map { Favorite(SharedItem($0)) }) }

  /// The items in full; this decodes the lines of favourites on file.
  package var items: [Item] { entries.map(\.item) }
  package var count: Int { entries.count }

  package func contains(_ id: ItemID) -> Bool { ids.contains(id) }
  package func isMarked(_ id: ItemID) -> Bool { marks.contains(id) }

  /// The lists, in the order of their first favourites, each with its number of favourites.
  package var lists: [(name: String, count: Int)] {
    entries.lazy.flatMap(\.lists).grouped { $0.lowercased() }
      .map { ($1[0], $1.count) }
  }

  /// An existing list's own spelling of `typed`, else `typed` itself.
  package func name(ofList typed: String) -> String {
    let folded = typed.lowercased()
    return entries.lazy.flatMap(\.lists).first { $0.lowercased() == folded } ?? typed
  }

  // MARK: Changing

  /// Adds the items that are not favourites yet. If a list is named, puts all of them into it.
  /// - Parameters:
  ///   - lists: the lists that the items were in elsewhere.
  ///   - forgotten: what earlier sessions lose by this change.
  /// - Returns: the change made.
  @discardableResult
  package mutating func add(
    _ items: [SharedItem], to list: String? = nil, keeping lists: [ItemID: [String]] = [:],
    forgetting forgotten: [EarlierFavorite] = []
  ) -> FavoritesChange {
    let list = list.map { name(ofList: $0) }
    var change = FavoritesChange()
    change.forgotten = forgotten
    func names(_ id: ItemID) -> [String] {
      let names = lists[id] ?? []
      guard let list, !names.contains(where: { Favorite.isSame($0, list) }) else { return names }
      return names + [list]
    }
    for item in items where ids.insert(item.item.id).inserted {
      change.added.append(.init(Favorite(item, lists: names(item.item.id))))
    }
    if list != nil || !lists.isEmpty {
      change.relisted = relisted(items) { favorite in
        let missing = names(favorite.id).filter { !favorite.isIn($0) }
        return missing.isEmpty ? nil : favorite.lists + missing
      }
    }
    return make(change)
  }

  /// Removes the items that are favourites; with `list`, only from that list.
  /// - Parameter forgotten: what earlier sessions lose by this change.
  /// - Returns: the change made.
  @discardableResult
  package mutating func remove(
    _ items: [SharedItem], from list: String? = nil, forgetting forgotten: [EarlierFavorite] = []
  ) -> FavoritesChange {
    var change = FavoritesChange()
    change.forgotten = forgotten
    if let list {
      change.relisted = relisted(items) { favorite in
        favorite.isIn(list) ? favorite.lists.filter { !Favorite.isSame($0, list) } : nil
      }
    } else {
      // Comparing every id with a single one is faster than hashing them all, here and below.
      let only = items.only?.item.id
      for item in items { ids.remove(item.item.id) }
      for (index, entry) in entries.enumerated() {
        let isGone = if let only { entry.id == only } else { !ids.contains(entry.id) }
        if isGone { change.removed.append(.init(entry, at: index)) }
      }
      // Items removed from the end return to the end, even if others have added some in the meantime.
      let kept = entries.count - change.removed.count
      for index in change.removed.indices.reversed() {
        guard change.removed[index].index == kept + index else { break }
        change.removed[index].index = nil
      }
    }
    return make(change)
  }

  /// Marks or unmarks the items.
  /// - Returns: the change made.
  @discardableResult
  package mutating func mark(_ items: [SharedItem], _ isMarked: Bool = true) -> FavoritesChange {
    let changed = items.filter { marks.contains($0.item.id) != isMarked }.distinct(by: \.item.id)
    return make(isMarked ? FavoritesChange(marked: changed) : FavoritesChange(unmarked: changed))
  }

  /// Undoes the latest change that is not undone yet.
  /// - Returns: the change made; nil if there is nothing to undo.
  package mutating func undo() -> FavoritesChange? {
    guard let latest = history.popLast() else { return nil }
    // Other sessions may have done the same in the meantime.
    var undone = latest.inverse
    undone.added.removeAll { contains($0.favorite.id) }
    let now = Dictionary(undone.removed.isEmpty ? [] : entries.map { ($0.id, $0) }) { $1 }
    undone.removed.removeAll { added in
      guard let now = now[added.favorite.id] else { return true }
      return !now.lists.allSatisfy(added.favorite.isIn)
    }
    // What they have put in other lists stays in these.
    for added in latest.added.map(\.favorite) where !added.lists.isEmpty {
      guard let now = now[added.id], !now.lists.allSatisfy(added.isIn) else { continue }
      undone.relisted.append(.init(before: now, after: now.with(lists: now.lists.filter { !added.isIn($0) })))
    }
    for gone in undone.removed { ids.remove(gone.favorite.id) }
    apply(undone)
    for one in undone.added { ids.insert(one.favorite.id) }
    return undone
  }

  /// Adopts what is stored now, including changes by other sessions. This session's changes can still be undone.
  package mutating func adopt(_ kept: [Favorite], marks: Set<ItemID>) {
    ids = []
    entries = kept.filter { ids.insert($0.id).inserted }
    self.marks = marks
  }

  /// Forgets the changes that added what `others` have too, because undoing them would remove theirs.
  package mutating func forgetChanges(sharedWith others: Favorites) {
    for index in history.indices {
      history[index].added.removeAll { others.contains($0.favorite.id) }
      history[index].marked.removeAll { others.marks.contains($0.item.id) }
    }
    history.removeAll { $0.isEmpty && !$0.touchesEarlier }
  }

  private mutating func make(_ change: consuming FavoritesChange) -> FavoritesChange {
    guard !change.isEmpty || change.touchesEarlier else { return change }
    apply(change)
    history.append(copy change)
    // Dropping many at a time keeps a long script from shifting the list at every change.
    if history.count > 2 * Self.remembered { history.removeFirst(Self.remembered) }
    return change
  }

  /// Applies a change to all but `ids`.
  private mutating func apply(_ change: FavoritesChange) {
    if let only = change.removed.only?.favorite.id {
      entries.removeAll { $0.id == only }
    } else if !change.removed.isEmpty {
      entries.removeAll { !ids.contains($0.id) }
    }
    // Most changes add one favourite; a list of thousands is not rebuilt for that.
    if change.relisted.isEmpty, change.added.allSatisfy({ $0.index == nil }) {
      for one in change.added { entries.append(one.favorite) }
    } else {
      entries = change.applied(to: entries)
    }
    if change.touchesMarks { change.apply(to: &marks) }
  }

  /// - Parameter lists: the new lists of a favourite; nil if they do not change.
  private func relisted(_ items: [SharedItem], _ lists: (Favorite) -> [String]?) -> [FavoritesChange.Relisted] {
    let wanted = Set(items.lazy.map(\.item.id).filter(ids.contains))
    if wanted.isEmpty { return [] }
    let only = wanted.count == 1 ? wanted.first : nil
    return entries.compactMap { favorite in
      guard only.map({ $0 == favorite.id }) ?? wanted.contains(favorite.id) else { return nil }
      return lists(favorite).map { .init(before: favorite, after: favorite.with(lists: $0)) }
    }
  }
}

/// Favourites that earlier sessions left unsaved, one entry per item.
package protocol EarlierFavorites: Sendable {
  /// All of them, latest last.
  func load() async throws(FileError) -> [EarlierFavorite]

  /// Appends favourites; an item that is stored already does not change.
  /// - Parameter session: when the session ended, in ISO 8601 and its own time zone.
  /// - Returns: how many were added.
  func add(_ favorites: [Favorite], of session: String) async throws(FileError) -> Int

  func forget(_ ids: [ItemID]) async throws(FileError)

  /// Adds again what was forgotten, as the latest of all.
  func remember(_ favorites: [EarlierFavorite]) async throws(FileError)
}

package struct EarlierFavorite: Sendable {
  package let favorite: Favorite
  /// When its session ended, in ISO 8601; empty if unknown.
  package let session: String

  package init(_ favorite: Favorite, of session: String) { (self.favorite, self.session) = (favorite, session) }
}

extension Favorites {
  /// The files of favourites that are saved at `path`: those of the items, and of the marks.
  package static func paths(_ path: String) -> [String] { [path, path + ".marks"] }
}

/// Saves favourites and marks across sessions.
package protocol FavoritesStore: Sendable {
  /// What is stored now, the favourites in the order of starring.
  /// - Parameter known: used for what is missing, for example after the file was deleted.
  func load(known: Favorites) async throws(FileError) -> Favorites

  /// Applies one change to what is stored now, which other sessions may have changed too.
  /// - Parameter known: the session's own favourites after the change; stored again if the file is gone.
  /// - Returns: what is stored afterwards; nil if it is `known` and no other session has changed it.
  /// - Throws: without any change.
  func apply(_ change: FavoritesChange, known: Favorites) async throws(FileError) -> Favorites?
}

extension FavoritesStore {
  package func load() async throws(FileError) -> Favorites { try await load(known: Favorites()) }
}
