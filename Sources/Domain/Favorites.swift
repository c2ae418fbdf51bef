/// The items a user starred, in the order of starring.
package struct Favorites: Sendable, Equatable {
  package private(set) var items: [Item] = []
  private var ids: Set<ItemID> = []
  /// The latest changes, newest last, for `undo`.
  private var changes: [Change] = []

  /// How many changes can be undone.
  private static let remembered = 100

  private struct Change: Sendable, Equatable {
    var added: [ItemID] = []
    /// With the place each had.
    var removed: [(index: Int, item: Item)] = []

    static func == (a: Change, b: Change) -> Bool {
      a.added == b.added && a.removed.elementsEqual(b.removed, by: ==)
    }
  }

  package init(_ items: [Item] = []) {
    for item in items where ids.insert(item.id).inserted { self.items.append(item) }
  }

  package func contains(_ id: ItemID) -> Bool { ids.contains(id) }

  /// Adds each item that is not a favourite and removes each that is, as one change.
  package mutating func toggle(_ items: [Item]) {
    change { change, favorites in
      for item in items {
        if favorites.ids.contains(item.id) {
          favorites.remove(item.id, into: &change)
        } else {
          favorites.add(item, into: &change)
        }
      }
    }
  }

  /// Removes those of the items that are favourites, as one change.
  package mutating func remove(_ items: [Item]) {
    change { change, favorites in
      for item in items { favorites.remove(item.id, into: &change) }
    }
  }

  /// Takes back the latest change that has not been taken back.
  /// - Returns: the items that came and went; nil where there is nothing to undo.
  package mutating func undo() -> (restored: [Item], dropped: [Item])? {
    guard let change = changes.popLast() else { return nil }
    let dropped = items.filter { change.added.contains($0.id) }
    items.removeAll { change.added.contains($0.id) }
    ids.subtract(change.added)
    for (index, item) in change.removed.reversed() where ids.insert(item.id).inserted {
      items.insert(item, at: min(index, items.count))
    }
    return (change.removed.map(\.item), dropped)
  }

  /// Takes over what is kept by now, other sessions' changes included; what this session changed can still be undone.
  package mutating func adopt(_ kept: [Item]) {
    guard kept != items else { return }
    ids = []
    items = kept.filter { ids.insert($0.id).inserted }
  }

  private mutating func change(_ body: (inout Change, inout Favorites) -> Void) {
    var change = Change()
    body(&change, &self)
    guard !change.added.isEmpty || !change.removed.isEmpty else { return }
    if changes.count == Self.remembered { changes.removeFirst() }
    changes.append(change)
  }

  private mutating func add(_ item: Item, into change: inout Change) {
    ids.insert(item.id)
    items.append(item)
    change.added.append(item.id)
  }

  private mutating func remove(_ id: ItemID, into change: inout Change) {
    guard ids.remove(id) != nil, let index = items.firstIndex(where: { $0.id == id }) else { return }
    change.removed.append((index, items.remove(at: index)))
  }
}
