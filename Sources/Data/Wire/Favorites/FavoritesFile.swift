package import Domain
import Synchronization

/// Favourites in a file of JSON lines, which several sessions may share.
///
/// Each change is made to what the file holds by then, so that none takes back another session's. What was starred comes
/// to its end, and what is taken out becomes blank where it stood, which older versions read as well; the blank is taken
/// out when there is more of it than of the rest.
package final class FavoritesFile: FavoritesStore {
  private let path: String
  private let files: any Files
  private let seen = Mutex(Seen())

  /// What the file held when this session last looked.
  private struct Seen {
    var version: FileVersion?
    var document = FavoritesDocument()
  }

  package init(path: String, files: any Files) {
    self.path = path
    self.files = files
  }

  package func load() async throws(FileError) -> [Item] {
    guard let content = try await files.read(path) else { return [] }
    let document = try FavoritesDocument(parsing: content.bytes, path: path)
    seen.withLock { $0 = Seen(version: content.version, document: document) }
    return document.items
  }

  package func apply(
    _ change: FavoritesChange, known: @escaping @Sendable () -> [Item]
  ) async throws(FileError) -> [Item]? {
    do throws(FileError) {
      let isOurs = Atomic(true)
      let version = try await files.update(path, seen: seen.withLock(\.version)) { [self] state throws(FileError) in
        try seen.withLock { seen throws(FileError) in
          isOurs.store(state.isAsSeen, ordering: .relaxed)
          return try seen.document.change(state, by: change, path: path, known: known)
        }
      }
      return seen.withLock { seen in
        seen.version = version
        return isOurs.load(ordering: .relaxed) ? nil : seen.document.items
      }
    } catch {
      // What was to be written is not what is there.
      seen.withLock { $0 = Seen() }
      throw error
    }
  }
}
