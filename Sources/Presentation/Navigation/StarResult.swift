import Domain

/// An item that a command starred, unstarred, listed or marked.
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
    case mark
    case earlier
  }

  /// The items of an undone change, as they are now.
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
      // A favourite of this session that was removed says so itself.
      + change.remembered.filter { earlier in !change.removed.contains { $0.favorite.id == earlier.favorite.id } }
      .map { result($0.favorite.shared, .earlier, true) }
      + change.marked.map { result($0, .mark, true) } + change.unmarked.map { result($0, .mark, false) }
  }

  /// The result in words.
  var note: String {
    let state: String
    switch what {
    case .favorite: state = "a favourite"
    case .list(let name): state = "in \(name)"
    case .mark: state = "marked"
    case .earlier: return isSet ? "restored to earlier favourites" : "removed from earlier favourites"
    }
    return (isSet ? isChanged ? "now " : "already " : isChanged ? "no longer " : "was not ") + state
  }

  /// Whether the symbol before the title says the same as `note`.
  var isSaidBySign: Bool { isChanged && (what == .favorite || what == .mark && isSet) }
}
