/// Favourites that earlier sessions left unsaved, one entry per item.
package protocol EarlierFavorites: Sendable {
  /// All of them, latest last.
  func load() async throws(FileError) -> [EarlierFavorite]

  /// Appends favourites; an item that is there already stays as it is.
  /// - Parameter session: when the session ended, in ISO 8601 and its own time zone.
  /// - Returns: how many were added.
  func add(_ favorites: [Favorite], of session: String) async throws(FileError) -> Int

  func forget(_ ids: [ItemID]) async throws(FileError)
}

package struct EarlierFavorite: Sendable {
  package let favorite: Favorite
  /// When its session ended; empty if unknown.
  package let session: String

  package init(_ favorite: Favorite, session: String) {
    self.favorite = favorite
    self.session = session
  }
}
