import Disk
import Domain
import Wire

/// Where favourites go that nobody keeps when a prompt is left, however it is left.
struct LastFavorites: Sendable {
  let path: String
  private let file: FavoritesFile

  /// - Returns: nil without a home.
  init?(in places: Places, files: any Files) {
    guard let path = places.state("last-favorites.jsonl") else { return nil }
    self.path = path
    file = FavoritesFile(path: path, files: files)
  }

  /// How many were left there; zero where there are none, or the file is none of ours.
  func count() async -> Int { (try? await file.load().count) ?? 0 }

  /// Adds `favorites` to those that were left before.
  func keep(_ favorites: Favorites) async throws(FileError) {
    var all = try await file.load()
    _ = try await file.apply(all.add(favorites.entries.map(\.shared)), known: all)
  }
}
