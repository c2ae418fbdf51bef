import Disk
package import Domain
import Synchronization

/// The favourites of a session that keeps them in no file, on disk while it lasts, so that no end of it loses them.
package final class UnkeptFavorites: Sendable {
  private let path: String
  private let journal = Mutex<Journal?>(nil)

  private static let (here, gone) = (UInt8(ascii: "+"), UInt8(ascii: "-"))

  /// - Parameter path: where sessions have theirs, each under a name of its own that begins so.
  package init(path: String) { self.path = path }

  /// Notes a change, a line for each favourite that it touches.
  package func note(_ change: FavoritesChange) {
    var bytes: [UInt8] = []
    for favorite in change.removed.map(\.favorite) {
      bytes += [Self.gone] + FavoriteLine.bytes(ofID: favorite.id) + [UInt8(ascii: "\n")]
    }
    for favorite in change.added.map(\.favorite) + change.relisted.map(\.after) {
      bytes += [Self.here] + FavoriteLine.bytes(of: favorite) + [UInt8(ascii: "\n")]
    }
    if bytes.isEmpty { return }
    journal.withLock { journal in
      if journal == nil { journal = Journal.begun(at: path) }
      journal?.add(bytes)
    }
  }

  /// They are kept elsewhere now, or there are none.
  package func end() {
    journal.withLock { journal in
      journal?.remove()
      journal = nil
    }
  }

  /// Puts those of sessions that were killed to those of earlier sessions.
  package func handOver(to earlier: any EarlierFavorites) async {
    for journal in Journal.abandoned(at: path) {
      do throws(FileError) {
        let left = Self.favorites(in: try journal.content())
        // When they ended nobody knows.
        if !left.isEmpty { _ = try await earlier.add(left, of: "") }
        journal.remove()
      } catch {
        // It stays for the next prompt.
      }
    }
  }

  /// A line that a kill or a full disk tore says nothing.
  private static func favorites(in bytes: [UInt8]) -> [Favorite] {
    var favorites: [Favorite] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let rest = line.dropFirst()
      guard let id = try? FavoriteLine.id(in: rest) else { continue }
      let place = favorites.firstIndex { $0.id == id }
      if line.first == gone, let place { favorites.remove(at: place) }
      guard line.first == here, let favorite = try? FavoriteLine.favorite(in: rest) else { continue }
      if let place { favorites[place] = favorite } else { favorites.append(favorite) }
    }
    return favorites
  }
}
