import Domain

extension Favorites {
  /// Toggles the items as one change, as a command does.
  @discardableResult
  mutating func toggle(_ items: [Item]) -> [Bool] {
    beginChange()
    return items.map { toggle(SharedItem($0)) }
  }

  /// Removes the items as one change, as a command does.
  mutating func removeTogether(_ items: [Item]) {
    beginChange()
    remove(items.map(SharedItem.init))
  }
}
