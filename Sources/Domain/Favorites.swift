/// The items a user starred, in the order of starring.
package struct Favorites: Sendable, Equatable {
  private var entries: [Entry] = []
  private var ids: Set<ItemID> = []
  /// The latest changes, newest last, for `undo`.
  private var changes: [[Step]] = []

  /// How many changes can be undone, at least.
  private static let remembered = 100

  private enum Step: Sendable, Equatable {
    case added(Entry)
    /// With the place it had.
    case removed(Entry, index: Int)
  }

  /// An item apart: between the list and the changes one reference moves, and not the item's many fields.
  private final class Entry: Sendable, Equatable {
    let item: Item

    init(_ item: Item) { self.item = item }

    static func == (a: Entry, b: Entry) -> Bool { a === b || a.item == b.item }
  }

  package init(_ items: [Item] = []) {
    for item in items where ids.insert(item.id).inserted { entries.append(Entry(item)) }
  }

  package var items: [Item] { entries.map(\.item) }
  package var count: Int { entries.count }

  package func contains(_ id: ItemID) -> Bool { ids.contains(id) }

  /// Adds each item that is not a favourite and removes each that is, as one change.
  /// - Returns: for each item whether it is a favourite now.
  @discardableResult
  package mutating func toggle(_ items: [Item]) -> [Bool] {
    var steps: [Step] = []
    let isFavorite = items.map { item in
      if let step = remove(item.id) {
        steps.append(step)
        return false
      }
      let entry = Entry(item)
      ids.insert(item.id)
      entries.append(entry)
      steps.append(.added(entry))
      return true
    }
    remember(steps)
    return isFavorite
  }

  /// Removes those of the items that are favourites, as one change.
  package mutating func remove(_ items: [Item]) {
    remember(items.compactMap { remove($0.id) })
  }

  /// Takes back the latest change that has not been taken back.
  /// - Returns: the items that came and went; nil where there is nothing to undo.
  package mutating func undo() -> (restored: [Item], dropped: [Item])? {
    guard let steps = changes.popLast() else { return nil }
    var (restored, dropped): ([Item], [Item]) = ([], [])
    for step in steps.reversed() {
      switch step {
      case .added(let entry):
        if remove(entry.item.id) != nil { dropped.append(entry.item) }
      case .removed(let entry, let index):
        guard ids.insert(entry.item.id).inserted else { continue }
        entries.insert(entry, at: min(index, entries.count))
        restored.append(entry.item)
      }
    }
    return (restored.reversed(), dropped.reversed())
  }

  /// Takes over what is kept by now, other sessions' changes included; what this session changed can still be undone.
  package mutating func adopt(_ kept: [Item]) {
    guard kept != items else { return }
    ids = []
    entries = kept.filter { ids.insert($0.id).inserted }.map(Entry.init)
  }

  private mutating func remove(_ id: ItemID) -> Step? {
    guard ids.remove(id) != nil, let index = entries.lastIndex(where: { $0.item.id == id }) else { return nil }
    return .removed(entries.remove(at: index), index: index)
  }

  private mutating func remember(_ steps: [Step]) {
    if steps.isEmpty { return }
    // Forgetting many at a time keeps a long script from moving the list at every change.
    if changes.count == 2 * Self.remembered { changes.removeFirst(Self.remembered) }
    changes.append(steps)
  }
}
