import Domain

/// An item after it was starred, put into a list or marked, or after the opposite.
package struct Starred: Sendable, Equatable {
  package let row: Row
  package var what = What.favorite
  /// Whether it is so now.
  package let isSet: Bool
  /// Whether it was not so before.
  package var isChanged = true

  package enum What: Sendable, Equatable {
    case favorite
    case list(String)
    /// Heard or seen.
    case mark
    /// Left by an earlier session.
    case earlier
  }

  /// What stands before its title.
  var sign: String {
    switch what {
    case .favorite: isSet ? "★ " : "☆ "
    // What has left a list is a favourite still.
    case .list: isSet || isChanged ? "★ " : "☆ "
    case .mark: isSet ? "✓ " : "  "
    case .earlier: "☆ "
    }
  }

  /// What an undone change did.
  static func told(of change: FavoritesChange) -> [Starred] {
    func told(_ shared: SharedItem, _ what: What, _ isSet: Bool) -> Starred {
      Starred(row: Row(shared: shared), what: what, isSet: isSet)
    }
    return change.added.map { told($0.favorite.shared, .favorite, true) }
      + change.removed.map { told($0.favorite.shared, .favorite, false) }
      + change.relisted.flatMap { relisted in
        relisted.after.lists.filter { !relisted.before.isIn($0) }.map { told(relisted.after.shared, .list($0), true) }
          + relisted.before.lists.filter { !relisted.after.isIn($0) }.map {
            told(relisted.after.shared, .list($0), false)
          }
      }
      + change.marked.map { told($0, .mark, true) } + change.unmarked.map { told($0, .mark, false) }
  }

  /// What is said of it behind its title; empty where the sign before it says enough.
  func note(isForReader: Bool) -> String {
    switch (what, isSet, isChanged) {
    case (.favorite, true, true): isForReader ? "now a favourite" : ""
    case (.favorite, true, false): "already a favourite"
    case (.favorite, false, true): isForReader ? "no longer a favourite" : ""
    case (.favorite, false, false): "was no favourite"
    case (.list(let name), true, true): "now in \(name)"
    case (.list(let name), true, false): "already in \(name)"
    case (.list(let name), false, true): "no longer in \(name)"
    case (.list(let name), false, false): "was not in \(name)"
    case (.mark, true, true): isForReader ? "now marked" : ""
    case (.mark, true, false): "already marked"
    case (.mark, false, true): "no longer marked"
    case (.mark, false, false): "was not marked"
    case (.earlier, _, _): "no longer kept from an earlier session"
    }
  }
}
