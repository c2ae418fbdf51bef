/// Where favourites outlive the session.
package protocol FavoritesStore: Sendable {
  /// The favourites kept, in the order of starring.
  func load() async throws(FileError) -> [Item]

  /// Makes one change to what is kept by now, which other sessions may have changed too.
  /// - Parameter known: the favourites with the change, which are kept anew where nothing is left of them.
  /// - Returns: the favourites kept afterwards; nil where they are those known, and nobody else has changed them.
  /// - Throws: with nothing changed.
  func apply(_ change: FavoritesChange, known: @escaping @Sendable () -> [Item]) async throws(FileError) -> [Item]?
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

  /// The items kept after this change to them; what is there already stays where it is.
  package func applied(to kept: [Item]) -> [Item] {
    let gone = Set(removed)
    var items = kept.filter { !gone.contains($0.id) }
    let known = Set(items.map(\.id))
    var rest = added.filter { !known.contains($0.item.id) }[...]
    // Those that follow one another come to their places in one go: an item is large, and may be one of very many.
    while let first = rest.first {
      var place = first.index ?? .max
      let stretch = rest.prefix { addition in
        let index = addition.index ?? .max
        defer { place = index }
        return index >= place
      }
      items = items.inserting(stretch.map { (element: $0.item, index: $0.index ?? .max) })
      rest = rest.dropFirst(stretch.count)
    }
    return items
  }

  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }
}
