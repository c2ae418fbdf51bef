/// The items a user starred, in the order of starring.
package struct Favorites: Sendable, Equatable {
  private var entries: [Entry] = []
  private var ids: Set<ItemID> = []
  /// The latest changes, newest last, for `undo`. Nothing is undone of an empty one.
  private var changes: [[Step]] = []

  /// How many changes can be undone, at least.
  private static let remembered = 100

  /// An item apart: between the list and the changes one reference moves, and not the item's many fields.
  private final class Entry: Sendable, Equatable {
    let item: Item

    init(_ item: Item) { self.item = item }

    static func == (a: Entry, b: Entry) -> Bool { a === b || a.item == b.item }
  }

  /// An item that came or went.
  private struct Step: Sendable, Equatable {
    let entry: Entry
    /// The place it had; nil for one that came.
    let removedFrom: Int?
  }

  package init(_ items: [Item] = []) {
    for item in items where ids.insert(item.id).inserted { entries.append(Entry(item)) }
  }

  package var items: [Item] { entries.map(\.item) }
  package var count: Int { entries.count }

  package func contains(_ id: ItemID) -> Bool { ids.contains(id) }

  /// Makes whatever is toggled and removed from here on one change, which `undo` takes back as a whole.
  package mutating func beginChange() {
    if changes.last?.isEmpty == true { return }
    // Forgetting many at a time keeps a long script from moving the list at every change.
    if changes.count == 2 * Self.remembered { changes.removeFirst(Self.remembered) }
    changes.append([])
  }

  /// Adds the item if it is not a favourite, and removes it if it is; within one change only the first time.
  /// - Returns: whether it is a favourite now.
  @discardableResult
  package mutating func toggle(_ item: Item) -> Bool {
    if let change = changes.last, change.contains(where: { $0.entry.item.id == item.id }) { return contains(item.id) }
    if remove(item) { return false }
    let entry = Entry(item)
    ids.insert(item.id)
    entries.append(entry)
    remember(Step(entry: entry, removedFrom: nil))
    return true
  }

  /// Removes the item if it is a favourite.
  /// - Returns: whether it was one.
  @discardableResult
  package mutating func remove(_ item: Item) -> Bool {
    guard let step = takeOut(item.id) else { return false }
    remember(step)
    return true
  }

  /// What the latest change that has not been taken back did.
  package var latestChange: FavoritesChange {
    var change = FavoritesChange()
    for step in changes.last ?? [] {
      if step.removedFrom == nil {
        change.added.append(FavoritesChange.Addition(item: step.entry.item))
      } else {
        change.removed.append(step.entry.item.id)
      }
    }
    return change
  }

  /// Takes back the latest change that has not been taken back.
  /// - Returns: the items that came and went, and the change that this was; nil where there is nothing to undo.
  package mutating func undo() -> (restored: [Item], dropped: [Item], change: FavoritesChange)? {
    if changes.last?.isEmpty == true { changes.removeLast() }
    guard let steps = changes.popLast() else { return nil }
    var undone = FavoritesChange()
    var dropped: [Item] = []
    for step in steps.reversed() {
      let item = step.entry.item
      if let index = step.removedFrom {
        guard ids.insert(item.id).inserted else { continue }
        let end = entries.count
        entries.insert(step.entry, at: min(index, end))
        undone.added.append(FavoritesChange.Addition(item: item, index: index < end ? index : nil))
      } else if takeOut(item.id) != nil {
        undone.removed.append(item.id)
        dropped.append(item)
      }
    }
    return (undone.added.map(\.item).reversed(), dropped.reversed(), undone)
  }

  /// Takes over what is kept by now, other sessions' changes included; what this session changed can still be undone.
  package mutating func adopt(_ kept: [Item]) {
    guard kept != items else { return }
    ids = []
    entries = kept.filter { ids.insert($0.id).inserted }.map(Entry.init)
  }

  private mutating func takeOut(_ id: ItemID) -> Step? {
    guard ids.remove(id) != nil, let index = entries.lastIndex(where: { $0.item.id == id }) else { return nil }
    return Step(entry: entries.remove(at: index), removedFrom: index)
  }

  private mutating func remember(_ step: Step) {
    if changes.isEmpty { changes.append([]) }
    changes[changes.count - 1].append(step)
  }
}
