/// Where favourites outlive the session.
package protocol FavoritesStore: Sendable {
  /// The favourites kept, in the order of starring.
  func load() throws(FileError) -> [Item]

  /// Makes one change to what is kept by now, which other sessions may have changed too.
  /// - Parameter known: the favourites before the change, kept anew where nothing is left of them.
  /// - Returns: the favourites kept afterwards.
  /// - Throws: with nothing changed.
  func apply(_ change: FavoritesChange, known: [Item]) throws(FileError) -> [Item]
}

/// Which items came to the favourites, and which went.
package struct FavoritesChange: Sendable, Equatable {
  package var added: [Addition]
  package var removed: [ItemID]

  package struct Addition: Sendable, Equatable {
    package var item: Item
    /// Where it comes to stand; nil for the end.
    package var index: Int?

    package init(item: Item, index: Int? = nil) {
      self.item = item
      self.index = index
    }
  }

  package init(added: [Addition] = [], removed: [ItemID] = []) {
    self.added = added
    self.removed = removed
  }

  /// What leads from `before` to `after`.
  package init(from before: Favorites, to after: Favorites) {
    removed = before.items.map(\.id).filter { !after.contains($0) }
    // What stands behind everything else was added at the end, wherever that is by now.
    let end = (after.items.lastIndex { before.contains($0.id) } ?? -1) + 1
    added = after.items.enumerated().filter { !before.contains($0.element.id) }.map { index, item in
      Addition(item: item, index: index < end ? index : nil)
    }
  }

  /// The items kept after this change to them; what is there already stays where it is.
  package func applied(to kept: [Item]) -> [Item] {
    let gone = Set(removed)
    var items = kept.filter { !gone.contains($0.id) }
    let known = Set(items.map(\.id))
    for addition in added where !known.contains(addition.item.id) {
      items.insert(addition.item, at: min(addition.index ?? items.count, items.count))
    }
    return items
  }

  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }
}
