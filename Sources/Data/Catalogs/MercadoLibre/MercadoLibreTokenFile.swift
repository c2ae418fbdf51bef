import Wire
package import Disk
package import Domain
import FoundationEssentials

/// Keeps the latest pair of tokens between sessions, readable only by its owner.
package struct MercadoLibreTokenFile: Sendable {
  let path: String
  private let files: any Files

  package init(path: String, files: any Files = DiskFiles(BaseFolders([:]), makesFolders: true)) {
    self.path = path
    self.files = files
  }

  /// In the user's state folder; nil without a home folder.
  package init?(in places: BaseFolders) {
    guard let path = places.state("mercadolibre.json") else { return nil }
    self.init(path: path)
  }

  /// The pair kept for the application `clientID`; nil if there is none, or the file is not liner's.
  /// - Parameter clientID: nil for any.
  func pair(for clientID: String?) async -> MercadoLibreTokenPair? {
    guard let content = try? await files.read(path), let json = try? JSONValue(parsing: content.bytes) else {
      return nil
    }
    let owner = json["client_id"]?.key
    if let owner, let clientID, owner != clientID { return nil }
    let pair = MercadoLibreTokenPair(
      accessToken: json["access_token"]?.text, refreshToken: json["refresh_token"]?.text)
    return pair.accessToken == nil && pair.refreshToken == nil ? nil : pair
  }

  /// Checks that `write` will find a writable folder, and locks out other sessions of liner until the lock is
  /// released.
  ///
  /// Waits for another session that holds the lock, as long as its request may take.
  func claim() async throws(FileError) -> FolderLock {
    let lock = try await FolderLock(above: path, patience: .seconds(30))
    try await lock.checkSpace()
    return lock
  }

  /// Replaces the pair atomically: readers find the old pair or the new one, even after a crash.
  func write(_ pair: MercadoLibreTokenPair, for clientID: String?) async throws(FileError) {
    let members = [
      "client_id": clientID, "access_token": pair.accessToken, "refresh_token": pair.refreshToken,
    ].compactMapValues(\.self)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(members))
    } catch {
      throw FileError(path: path, .other("\(error)"))
    }
    _ = try await files.update(path, seen: nil) { _ in .replacement(bytes) }
  }
}
