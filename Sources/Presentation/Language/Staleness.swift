package import Domain

/// Describes a screen of stale answers from the disk, and the progress of the request for new ones.
package struct Staleness: Sendable, Equatable {
  /// The time of day when the answers were stored, such as `09:12`.
  package let since: String
  package var refresh = Refresh.underWay

  package indirect enum Refresh: Sendable, Equatable {
    case underWay
    /// No longer awaited: the user reloads the screen, or keeps the stale answers.
    case stopped
    /// Nothing has changed. Only reports say so: the screen itself is no longer marked as stale.
    case same
    /// The stale answers stay.
    case failed(CatalogError)
    /// The new answers differ; `show` replaces the screen with `in`.
    case differs(Difference, in: Screen)
  }

  /// How many items are on only one version of a screen, or differ.
  package struct Difference: Sendable, Equatable {
    package let new: Int
    package let gone: Int
    /// Items on both, with different fields or not in all of their places.
    package let changed: Int
    /// Items only on the older one, because they could not be read now.
    package let unreadable: Int

    init(from old: Screen, to new: Screen) {
      let before = Self.items(on: old)
      let after = Self.items(on: new)
      self.new = after.keys.count { before[$0] == nil }
      let missing = before.keys.count { after[$0] == nil }
      unreadable = min(missing, max(0, Self.unreadable(on: new) - Self.unreadable(on: old)))
      gone = missing - unreadable
      changed = after.count { before[$0.key] != nil && before[$0.key] != $0.value }
    }

    var isNone: Bool { new + gone + changed + unreadable == 0 }

    private static func unreadable(on screen: Screen) -> Int {
      screen.sections.reduce(0) { $0 + ($1.skipsLinks ? 0 : $1.skipped) }
    }

    /// Each item as often as it is on the screen: under several headers, or as the screen's own and in a list.
    private static func items(on screen: Screen) -> [Row.Key: [SharedItem]] {
      let rows = screen.sections.flatMap(\.rows) + (screen.subject.map { [Row(shared: $0.shared)] } ?? [])
      return Dictionary(grouping: rows, by: \.key).mapValues { $0.map(\.shared) }
    }
  }
}
