/// The change that one command made to the favourites and marks. It can be applied to a file too, and undone.
package struct FavoritesChange: Sendable {
  /// The favourites added, by ascending index.
  package var added: [Placed]
  /// The favourites removed, by ascending former index.
  package var removed: [Placed]
  /// The favourites whose lists changed.
  package var relisted: [Relisted]
  package var marked: [SharedItem]
  package var unmarked: [SharedItem]
  /// The favourites that earlier sessions lose.
  package var forgotten: [EarlierFavorite] = []
  /// Those that they get back.
  package var remembered: [EarlierFavorite] = []

  package struct Placed: Sendable {
    package var favorite: Favorite
    /// Its index; nil for the end.
    package var index: Int?

    package init(_ favorite: Favorite, at index: Int? = nil) { (self.favorite, self.index) = (favorite, index) }
  }

  package struct Relisted: Sendable {
    package var before: Favorite
    package var after: Favorite

    fileprivate func applied(to favorite: Favorite) -> Favorite {
      if favorite.lists == before.lists { return favorite.with(lists: after.lists) }
      let left = before.lists.filter { !after.isIn($0) }
      let kept = favorite.lists.filter { list in !left.contains { Favorite.isSame($0, list) } }
      return favorite.with(lists: kept + after.lists.filter { !before.isIn($0) && !favorite.isIn($0) })
    }
  }

  package init(
    added: [Placed] = [], removed: [Placed] = [], relisted: [Relisted] = [], marked: [SharedItem] = [],
    unmarked: [SharedItem] = []
  ) {
    (self.added, self.removed, self.relisted) = (added, removed, relisted)
    (self.marked, self.unmarked) = (marked, unmarked)
  }

  /// Whether it changes nothing of this session.
  package var isEmpty: Bool { !touchesFavorites && !touchesMarks }
  package var touchesEarlier: Bool { !forgotten.isEmpty || !remembered.isEmpty }
  package var touchesFavorites: Bool { !added.isEmpty || !removed.isEmpty || !relisted.isEmpty }
  package var touchesMarks: Bool { !marked.isEmpty || !unmarked.isEmpty }

  /// The items that it is about.
  package var ids: Set<ItemID> {
    Set((added + removed).map(\.favorite.id) + relisted.map(\.after.id) + (marked + unmarked).map(\.item.id))
  }

  /// The change that undoes this one.
  package var inverse: FavoritesChange {
    var inverse = FavoritesChange(
      added: removed, removed: added, relisted: relisted.map { Relisted(before: $0.after, after: $0.before) },
      marked: unmarked, unmarked: marked)
    (inverse.forgotten, inverse.remembered) = (remembered, forgotten)
    return inverse
  }

  /// The favourites after this change, even if others have changed them in the meantime: existing favourites stay where
  /// they are, and only the lists in this change are changed.
  package func applied(to favorites: [Favorite]) -> [Favorite] {
    var result = favorites
    if !removed.isEmpty {
      let gone = Set(removed.map(\.favorite.id))
      result.removeAll { gone.contains($0.id) }
    }
    var (added, relisted) = (added, relisted)
    if !added.isEmpty {
      let known = Set(result.map(\.id))
      // Another session has added these, maybe to other lists.
      let common = added.filter { known.contains($0.favorite.id) }.map(\.favorite)
      relisted += common.map { Relisted(before: $0.with(lists: []), after: $0) }
      added.removeAll { known.contains($0.favorite.id) }
    }
    if !relisted.isEmpty {
      let changes = Dictionary(relisted.map { ($0.before.id, $0) }) { $1 }
      let only = relisted.only?.before.id
      for index in result.indices where only.map({ $0 == result[index].id }) ?? true {
        if let change = changes[result[index].id] { result[index] = change.applied(to: result[index]) }
      }
    }
    return added.isEmpty ? result : result.inserting(added)
  }

  package func apply(to marks: inout Set<ItemID>) {
    marks.formUnion(marked.map(\.item.id))
    marks.subtract(unmarked.map(\.item.id))
  }
}

extension [Favorite] {
  /// The list with `insertions` added, each at its index, or at the end if that index no longer exists.
  fileprivate func inserting(_ insertions: [FavoritesChange.Placed]) -> [Favorite] {
    var result: [Favorite] = []
    result.reserveCapacity(count + insertions.count)
    var taken = 0
    for insertion in insertions {
      let next = Swift.min(count, Swift.max(taken, taken + ((insertion.index ?? .max / 2) - result.count)))
      result += self[taken..<next]
      taken = next
      result.append(insertion.favorite)
    }
    return result + self[taken...]
  }
}
