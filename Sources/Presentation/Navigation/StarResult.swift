import Domain

/// An item after a command starred, listed or marked it, or did the opposite.
package struct StarResult: Sendable, Equatable {
  package let row: Row
  package var what = What.favorite
  /// Whether `what` is set now.
  package let isSet: Bool
  /// Whether the command changed it.
  package var isChanged = true

  package enum What: Sendable, Equatable {
    case favorite
    case list(String)
    /// Heard or seen.
    case mark
    /// Left by an earlier session.
    case earlier
  }

  var sign: String {
    switch what {
    case .favorite: isSet ? "★ " : "☆ "
    // An item that has left a list is still a favourite.
    case .list: isSet || isChanged ? "★ " : "☆ "
    case .mark: isSet ? "✓ " : "  "
    case .earlier: "☆ "
    }
  }

  /// The items of a change that was undone, as they are now.
  static func results(of change: FavoritesChange) -> [StarResult] {
    func result(_ shared: SharedItem, _ what: What, _ isSet: Bool) -> StarResult {
      StarResult(row: Row(shared: shared), what: what, isSet: isSet)
    }
    return change.added.map { result($0.favorite.shared, .favorite, true) }
      + change.removed.map { result($0.favorite.shared, .favorite, false) }
      + change.relisted.flatMap { relisted in
        relisted.after.lists.filter { !relisted.before.isIn($0) }.map { result(relisted.after.shared, .list($0), true) }
          + relisted.before.lists.filter { !relisted.after.isIn($0) }.map {
            result(relisted.after.shared, .list($0), false)
          }
      }
      + change.marked.map { result($0, .mark, true) } + change.unmarked.map { result($0, .mark, false) }
  }

  /// The text after the title; empty if the sign before it says enough.
  func note(isForReader: Bool) -> String {
    switch (what, isSet, isChanged) {
    case (.favorite, true, true): isForReader ? "now a favourite" : ""
    case (.favorite, true, false): "already a favourite"
    case (.favorite, false, true): isForReader ? "no longer a favourite" : ""
    case (.favorite, false, false): "was not a favourite"
    case (.list(let name), true, true): "now in \(name)"
    case (.list(let name), true, false): "already in \(name)"
    case (.list(let name), false, true): "no longer in \(name)"
    case (.list(let name), false, false): "was not in \(name)"
    case (.mark, true, true): isForReader ? "now marked" : ""
    case (.mark, true, false): "already marked"
    case (.mark, false, true): "no longer marked"
    case (.mark, false, false): "was not marked"
    case (.earlier, _, _): "removed from earlier favourites"
    }
  }
}
