import Disk
package import Domain
import Synchronization

/// Writes the favourites of a session without a favourites file to disk, so that they survive a crash or kill.
package final class UnkeptFavorites: Sendable {
  private let path: String
  private let journal = Mutex<Journal?>(nil)

  private static let (here, gone) = (UInt8(ascii: "+"), UInt8(ascii: "-"))

  /// - Parameter path: the start of the file names; each session appends its own name.
  package init(path: String) { self.path = path }

  /// Records a change, one line for each favourite in it.
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

  /// Removes the file: the favourites are saved elsewhere, or there are none.
  package func end() {
    journal.withLock { journal in
      journal?.remove()
      journal = nil
    }
  }

  /// Adds the favourites of killed sessions to those of earlier sessions.
  package func handOver(to earlier: any EarlierFavorites) async {
    for journal in Journal.abandoned(at: path) {
      do throws(FileError) {
        let left = Self.favorites(in: try journal.content())
        // The time of their end is unknown.
        if !left.isEmpty { _ = try await earlier.add(left, of: "") }
        journal.remove()
      } catch {
        // It stays for the next prompt.
      }
    }
  }

  /// Ignores a line that a kill or a full disk cut off.
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
