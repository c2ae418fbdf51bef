/// Where favourites and marks outlive the session.
package protocol FavoritesStore: Sendable {
  /// What is kept by now, the favourites in the order of starring.
  /// - Parameter known: stands in for what is not there, as where the file was removed.
  func load(known: Favorites) async throws(FileError) -> Favorites

  /// Makes one change to what is kept by now, which other sessions may have changed too.
  /// - Parameter known: the session's own with the change, which are kept anew where nothing is left of them.
  /// - Returns: what is kept afterwards; nil where that is `known`, and nobody else has changed it.
  /// - Throws: with nothing changed.
  func apply(_ change: FavoritesChange, known: Favorites) async throws(FileError) -> Favorites?
}

extension FavoritesStore {
  /// What is kept.
  package func load() async throws(FileError) -> Favorites { try await load(known: Favorites()) }
}
