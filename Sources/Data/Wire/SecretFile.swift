package import Disk
package import Domain

/// A small file that only its owner can read, replaced as a whole: a user's sign-in, and keys.
package struct SecretFile: Sendable {
  package let path: String
  private let files: any Files

  package init(path: String, files: any Files = DiskFiles(BaseFolders([:]), makesFolders: true)) {
    self.path = path
    self.files = files
  }

  /// Nil if there is no such file, or it is not JSON.
  package func read() async -> JSONValue? {
    guard let content = try? await files.read(path) else { return nil }
    return try? JSONValue(parsing: content.bytes)
  }

  /// Checks that `write` will find a writable folder, and locks out other sessions of liner until the lock is released.
  /// Waits for a session that holds the lock as long as its request may take.
  package func claim() async throws(FileError) -> FolderLock {
    let lock = try await FolderLock(above: path, patience: .seconds(30))
    try await lock.checkSpace()
    return lock
  }

  /// Replaces the content at once: readers find the old or the new one, even after a crash.
  package func write(_ json: JSONValue) async throws(FileError) {
    let bytes = json.bytes
    _ = try await files.update(path, seen: nil) { _ in .replacement(bytes) }
  }
}
