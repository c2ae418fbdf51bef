/// The screens from the root to the current one, and those ahead after `back`. A value; never empty.
package struct NavigationStack: Sendable, Equatable {
  /// From the root to the top.
  package private(set) var entries: [Entry]
  /// The next screen forward is the last entry.
  package private(set) var ahead: [Entry] = []
  private var nextID = 1

  /// The most screens it holds, so that a long script stays within bounds. Older ones are dropped, except the root.
  package static let capacity = 200

  /// A screen with an identity, so that a late answer finds the screen that requested it, or none.
  package struct Entry: Sendable, Equatable, Identifiable {
    package let id: Int
    package var screen: Screen
  }

  package init(root: Screen) { entries = [Entry(id: 0, screen: root)] }

  package var top: Entry { entries[entries.count - 1] }
  package var screen: Screen { entries[entries.count - 1].screen }
  /// The selected rows of the top screen. A single row is found without copying the screen: scripts `star` often.
  func rows(picked selection: Selection) throws(CommandError) -> [Row] {
    if let number = selection.onlyNumber { return [try entries[entries.count - 1].screen.sections.existingRow(number)] }
    return try screen.rows(picked: selection)
  }
  /// How many screens `back` can leave.
  package var depth: Int { entries.count - 1 }
  package var trail: [String] { entries.map(\.screen.heading) }

  /// Puts a screen on top and drops the screens ahead.
  package mutating func push(_ screen: Screen) {
    if entries.count == Self.capacity { entries.remove(at: 1) }
    entries.append(Entry(id: nextID, screen: screen))
    nextID += 1
    ahead = []
  }

  /// Puts a search on top, replacing one that asked or found nothing, or failed.
  package mutating func push(search screen: Screen) {
    let isUseless =
      self.screen.kind == .home && self.screen.query != nil && [.idle, .empty, .failed].contains(self.screen.phase)
      && self.screen.sections.allSatisfy(\.rows.isEmpty)
    if isUseless { entries.removeLast() }
    push(screen)
  }

  /// Moves `count` screens towards the root.
  /// - Precondition: `0...depth` contains `count`.
  package mutating func goBack(_ count: Int) {
    ahead += entries.suffix(count).reversed()
    entries.removeLast(count)
  }

  /// Moves `count` screens away from the root.
  /// - Precondition: `0...ahead.count` contains `count`.
  package mutating func goForward(_ count: Int) {
    entries += ahead.suffix(count).reversed()
    ahead.removeLast(count)
  }

  /// Changes the screen of that entry, wherever it is now; does nothing if it is gone.
  package mutating func update(_ id: Entry.ID, _ change: (inout Screen) -> Void) {
    if let index = entries.lastIndex(where: { $0.id == id }) {
      change(&entries[index].screen)
    } else if let index = ahead.firstIndex(where: { $0.id == id }) {
      change(&ahead[index].screen)
    }
  }
}
