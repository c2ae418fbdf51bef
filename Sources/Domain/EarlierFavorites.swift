/// Favourites that earlier sessions left and nobody kept, one entry an item.
package protocol EarlierFavorites: Sendable {
  /// What is there, the latest last.
  func load() async throws(FileError) -> [EarlierFavorite]

  /// Puts favourites behind those that are there; an item that is there already stays as it is.
  /// - Parameter session: the time at which it ended, as ISO 8601 has it, in the zone that it was in.
  /// - Returns: how many came to it.
  func add(_ favorites: [Favorite], of session: String) async throws(FileError) -> Int

  func forget(_ ids: [ItemID]) async throws(FileError)
}

package struct EarlierFavorite: Sendable {
  package let favorite: Favorite
  /// When its session ended; empty where nobody knows.
  package let session: String

  package init(_ favorite: Favorite, session: String) {
    self.favorite = favorite
    self.session = session
  }
}
