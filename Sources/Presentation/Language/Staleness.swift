package import Domain

/// What a screen shows was kept on disk for longer than it may be, and is asked for again behind it.
package struct Staleness: Sendable, Equatable {
  /// The time at which it was kept, such as `09:12`.
  package let since: String
  package var refresh = Refresh.underWay

  package indirect enum Refresh: Sendable, Equatable {
    case underWay
    /// Asking again failed; what was kept stays.
    case failed
    /// What came differs; `show` puts the screen in place of the one shown.
    case differs(Difference, in: Screen)
  }

  /// What came of asking again.
  package enum Finding: Sendable, Equatable {
    case same(since: String)
    case differs(Difference)
    case failed(CatalogError, since: String)
  }

  /// How many items of one screen are not on another, or not as they were.
  package struct Difference: Sendable, Equatable {
    package let new: Int
    package let gone: Int
    /// Items that are on both, and of which something else is said.
    package let changed: Int

    init(from old: Screen, to new: Screen) {
      let before = Self.items(on: old)
      let after = Self.items(on: new)
      self.new = after.keys.count { before[$0] == nil }
      gone = before.keys.count { after[$0] == nil }
      changed = after.count { before[$0.key] != nil && before[$0.key] != $0.value }
    }

    var isNone: Bool { new + gone + changed == 0 }

    private static func items(on screen: Screen) -> [ItemID: SharedItem] {
      let rows = screen.sections.flatMap { $0.rows.map(\.shared) } + [screen.subject?.shared].compactMap(\.self)
      return Dictionary(rows.map { ($0.item.id, $0) }) { first, _ in first }
    }
  }
}
