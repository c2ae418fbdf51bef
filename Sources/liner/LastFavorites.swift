import Catalogs
import Sample
import Wire
import Disk
import Domain

/// Where favourites go that nobody keeps when a prompt is left, however it is left.
struct LastFavorites: Sendable {
  let path: String
  private let file: FavoritesFile
  private let files: any Files

  /// - Returns: nil without a home.
  init?(in places: Places, files: any Files) {
    guard let path = places.state("last-favorites.jsonl") else { return nil }
    self.path = path
    self.files = files
    file = FavoritesFile(path: path, files: files)
  }

  /// How many were left there; zero where there are none, or the file is none of ours.
  func count() async -> Int { (try? await file.load().count) ?? 0 }

  /// Puts `items` there in place of those that were left before.
  /// - Throws: with what was left before still there.
  func keep(_ items: [Item]) async throws(FileError) {
    do throws(FileError) {
      let before = try await file.load()
      let (former, present) = (Set(before.map(\.id)), Set(items.map(\.id)))
      let change = FavoritesChange(
        added: items.filter { !former.contains($0.id) }.map { .init(item: $0) },
        removed: before.map(\.id).filter { !present.contains($0) })
      _ = try await file.apply(change) { items }
    } catch {
      // What stands there is not favourites: a file of ours, all the same, that is to be made anew.
      guard case .malformed = error.problem else { throw error }
      try await files.write([], to: path, replaces: true)
      _ = try await file.apply(FavoritesChange(added: items.map { .init(item: $0) })) { items }
    }
  }
}
