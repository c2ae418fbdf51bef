package import Domain

/// Favourites of earlier sessions in a file of JSON lines, each with its session.
package final class EarlierFavoritesFile: EarlierFavorites {
  private let lines: LinesFile<EarlierFavorite>
  private let files: any Files
  /// Where liner 1.0 left those of only the latest session.
  private let former: String

  /// Only the latest items are kept.
  private static let capacity = 10_000

  /// - Parameter former: where an earlier version kept those of the latest session; they are moved here.
  package init(path: String, former: String, files: any Files) {
    (self.files, self.former) = (files, former)
    lines = LinesFile(
      path: path, files: files,
      format: .init(
        name: "earlier-favorites", noun: "favourites", read: FavoriteLine.earlier, write: FavoriteLine.bytes(of:)))
  }

  package func load() async throws(FileError) -> [EarlierFavorite] {
    try await takeOver()
    return try await lines.load()
  }

  package func add(_ favorites: [Favorite], of session: String) async throws(FileError) -> Int {
    try await takeOver()
    return try await put(favorites, of: session)
  }

  package func forget(_ ids: [ItemID]) async throws(FileError) {
    let gone = Set(ids)
    _ = try await lines.change { kept throws(FileError) in kept?.filter { !gone.contains($0.favorite.id) } }
  }

  private func put(_ favorites: [Favorite], of session: String) async throws(FileError) -> Int {
    let before = Set(try await lines.load().map(\.favorite.id))
    let (after, _) = try await lines.change { kept throws(FileError) in
      let kept = kept ?? []
      let known = Set(kept.map(\.favorite.id))
      let new = favorites.filter { !known.contains($0.id) }.map { EarlierFavorite($0, session: session) }
      return new.isEmpty ? nil : Array((kept + new).suffix(Self.capacity))
    }
    return after.count { !before.contains($0.favorite.id) }
  }

  /// An unreadable file stays unchanged.
  private func takeOver() async throws(FileError) {
    guard let left = try? await FavoritesFile(path: former, files: files).load(), left.count > 0 else { return }
    _ = try await put(left.entries, of: "")
    try await files.write([], to: former, replaces: true)
  }
}
