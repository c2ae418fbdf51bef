/// Keeps favourites and marks beyond the session.
package protocol FavoritesStore: Sendable {
  /// What is stored now, the favourites in the order of starring.
  /// - Parameter known: takes the place of what is missing, for example after the file was removed.
  func load(known: Favorites) async throws(FileError) -> Favorites

  /// Applies one change to what is stored now, which other sessions may have changed too.
  /// - Parameter known: the session's own with the change; stored afresh if nothing is left on file.
  /// - Returns: what is stored afterwards; nil if it is `known` and no other session has changed it.
  /// - Throws: with nothing changed.
  func apply(_ change: FavoritesChange, known: Favorites) async throws(FileError) -> Favorites?
}

extension FavoritesStore {
  /// What is stored.
  package func load() async throws(FileError) -> Favorites { try await load(known: Favorites()) }
}
