/// The items a user starred, in the order of starring.
///
/// Whatever is done to many of them at once takes time in proportion to how many there are.
package struct Favorites: Sendable, Equatable {
  private var entries: [SharedItem] = []
  private var ids: Set<ItemID> = []
  /// What the latest changes did, newest last, for `undo`.
  private var steps: [Step] = []
  /// Where in `steps` each of the changes begins. Nothing is undone of one without steps.
  private var changes: [Int] = []
  /// What the latest change has touched, once that is much; looked through one by one before.
  private var touched: Set<ItemID> = []

  /// How many changes can be undone, at least.
  private static let remembered = 100
  /// So many steps are looked through sooner than they are found in a set.
  private static let few = 16

  /// An item that came or went.
  private struct Step: Sendable, Equatable {
    let entry: SharedItem
    /// The place it had when those before it in the change had gone; nil for one that came.
    let removedFrom: Int?
  }

  package init(_ items: [Item] = []) {
    for item in items where ids.insert(item.id).inserted { entries.append(SharedItem(item)) }
  }

  package var items: [Item] { entries.map(\.item) }
  package var count: Int { entries.count }

  package func contains(_ id: ItemID) -> Bool { ids.contains(id) }

  /// Makes whatever is toggled and removed from here on one change, which `undo` takes back as a whole.
  package mutating func beginChange() {
    if changes.last == steps.count { return }
    // Forgetting many at a time keeps a long script from moving the lists at every change.
    if changes.count == 2 * Self.remembered {
      let forgotten = changes[Self.remembered]
      steps.removeFirst(forgotten)
      changes = changes[Self.remembered...].map { $0 - forgotten }
    }
    changes.append(steps.count)
    if !touched.isEmpty { touched = [] }
  }

  /// Adds the item if it is not a favourite, and removes it if it is; within one change only the first time.
  /// - Returns: whether it is a favourite now.
  @discardableResult
  package mutating func toggle(_ entry: SharedItem) -> Bool {
    if isTouched(entry) { return contains(entry.item.id) }
    if remove(entry) { return false }
    ids.insert(entry.item.id)
    entries.append(entry)
    remember(Step(entry: entry, removedFrom: nil))
    return true
  }

  /// Removes the item if it is a favourite.
  /// - Returns: whether it was one.
  @discardableResult
  package mutating func remove(_ entry: SharedItem) -> Bool {
    guard ids.remove(entry.item.id) != nil, let index = entries.lastIndex(where: { $0.hasID(of: entry) }) else {
      return false
    }
    remember(Step(entry: entries.remove(at: index), removedFrom: index))
    return true
  }

  /// Removes those of the items that are favourites, in the order in which they stand there.
  package mutating func remove(_ items: [SharedItem]) {
    if items.count == 1 {
      remove(items[0])
      return
    }
    for (entry, index) in takeOut(Set(items.map(\.item.id))) { remember(Step(entry: entry, removedFrom: index)) }
  }

  /// The steps of the latest change.
  private var latestSteps: ArraySlice<Step> { steps[(changes.last ?? steps.count)...] }

  /// What the latest change that has not been taken back did.
  package var latestChange: FavoritesChange {
    var change = FavoritesChange()
    for step in latestSteps {
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
    if changes.last == steps.count { changes.removeLast() }
    guard let begin = changes.popLast() else { return nil }
    // A list of its own, so that what stays is not copied.
    var rest = Array(steps[begin...])[...]
    steps.removeLast(rest.count)
    var undone = FavoritesChange()
    var (restored, dropped): ([Item], [Item]) = ([], [])
    // Stretch by stretch from the end: what came together goes together, and what went together comes back so.
    while let last = rest.last {
      let stretch: ArraySlice<Step>
      if last.removedFrom == nil {
        stretch = rest.suffix(while: { $0.removedFrom == nil })
        let gone = Set(stretch.map(\.entry.item.id)).intersection(ids)
        takeOut(gone)
        let items = stretch.map(\.entry.item).filter { gone.contains($0.id) }
        undone.removed += items.map(\.id)
        dropped = items + dropped
      } else {
        var place = Int.max
        stretch = rest.suffix(while: { step in
          guard let index = step.removedFrom, index <= place else { return false }
          place = index
          return true
        })
        let back = stretch.enumerated().map { (entry: $1.entry, index: ($1.removedFrom ?? 0) + $0) }
        let additions = putBack(back.filter { !ids.contains($0.entry.item.id) })
        undone.added += additions
        restored = additions.map(\.item) + restored
      }
      rest = rest.dropLast(stretch.count)
    }
    touched = []
    return (restored, dropped, undone)
  }

  /// Takes over what is kept by now, other sessions' changes included; what this session changed can still be undone.
  package mutating func adopt(_ kept: [Item]) {
    guard kept != items else { return }
    ids = []
    entries = kept.filter { ids.insert($0.id).inserted }.map(SharedItem.init)
  }

  // MARK: Many at once

  /// - Returns: what went, with the place that each had when those before it had gone.
  @discardableResult
  private mutating func takeOut(_ gone: Set<ItemID>) -> [(entry: SharedItem, index: Int)] {
    var left: [SharedItem] = []
    var out: [(entry: SharedItem, index: Int)] = []
    for entry in entries {
      if gone.contains(entry.item.id) { out.append((entry, left.count)) } else { left.append(entry) }
    }
    ids.subtract(gone)
    entries = left
    return out
  }

  /// - Parameter back: with the places they are to have, in ascending order.
  /// - Returns: the same as a change.
  private mutating func putBack(_ back: [(entry: SharedItem, index: Int)]) -> [FavoritesChange.Addition] {
    let additions = back.enumerated().map { position, one in
      let end = entries.count + position
      return FavoritesChange.Addition(item: one.entry.item, index: one.index < end ? one.index : nil)
    }
    entries = entries.inserting(back.map { (element: $0.entry, index: $0.index) })
    for one in back { ids.insert(one.entry.item.id) }
    return additions
  }

  private func isTouched(_ entry: SharedItem) -> Bool {
    guard let begin = changes.last else { return false }
    if !touched.isEmpty { return touched.contains(entry.item.id) }
    for index in begin..<steps.count where steps[index].entry.hasID(of: entry) { return true }
    return false
  }

  private mutating func remember(_ step: Step) {
    if changes.isEmpty { changes.append(0) }
    steps.append(step)
    if steps.count - changes[changes.count - 1] > Self.few {
      if touched.isEmpty { touched = Set(latestSteps.map(\.entry.item.id)) }
      touched.insert(step.entry.item.id)
    }
  }
}

extension RandomAccessCollection where SubSequence == Self {
  /// The longest stretch at the end whose elements, taken from the last, satisfy `condition`.
  fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}

extension Array {
  /// With `insertions` among them, each at its index, or at the end where there is no such place by then.
  /// - Parameter insertions: in ascending order of where they are to stand in what comes of it.
  func inserting(_ insertions: [(element: Element, index: Int)]) -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(count + insertions.count)
    var taken = 0
    for insertion in insertions {
      let next = Swift.min(count, Swift.max(taken, taken + (insertion.index - result.count)))
      result += self[taken..<next]
      taken = next
      result.append(insertion.element)
    }
    return result + self[taken...]
  }
}
