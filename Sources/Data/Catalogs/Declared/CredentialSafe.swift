package import Disk
import Domain
package import Wire

/// Where sign-ins are stored, and what must know about credentials.
package struct CredentialSafe: Sendable {
  /// Has a file for each catalog; nil without a home folder, or if nothing is stored.
  private let folder: String?
  /// For a catalog without a file.
  private let keys: KeyKeeping
  let book: CredentialBook
  /// Allows requests to the user's own server.
  let allow: @Sendable (_ base: String) -> Void

  /// - Parameters:
  ///   - isRecorded: whether the session is recorded: its keys must be fetched, or a replay would lack them.
  ///   - unfinished: notified while a key is fetched.
  ///   - secrets: receives every credential.
  ///   - book: receives the addresses for which there are credentials.
  package init(
    folder: String?, isRecorded: Bool = false, unfinished: UnfinishedWork? = nil, secrets: KnownSecrets,
    book: CredentialBook, allow: @escaping @Sendable (_ base: String) -> Void
  ) {
    (self.folder, self.book, self.allow) = (folder, book, allow)
    keys = KeyKeeping(sharesKey: !isRecorded, unfinished: unfinished, secrets: secrets)
  }

  func path(of catalog: String) -> String? { folder.map { "\($0)/\(catalog).json" } }

  /// For files in the user's own folders.
  static let files: any Files = DiskFiles(BaseFolders([:]), makesFolders: true)

  /// Deletes a sign-in and its key.
  func forget(_ catalog: String) throws(FileError) {
    if let folder { try PrivateFolder(path: folder).delete("\(catalog).json") }
  }

  func keys(of catalog: String) -> KeyKeeping {
    changing(keys) { $0.file = path(of: catalog).map { SecretFile(path: $0) } }
  }
}

/// A small file that only its owner can read, replaced as a whole: a user's sign-in, and keys.
struct SecretFile: Sendable {
  let path: String

  /// Nil if there is no such file, or it is not JSON.
  func read() async -> JSONValue? {
    guard let content = try? await CredentialSafe.files.read(path) else { return nil }
    return try? JSONValue(parsing: content.bytes)
  }

  /// Checks that `write` will find a writable folder, and locks out other sessions of liner until the lock is released.
  func claim(patience: Duration) async throws(FileError) -> FolderLock {
    try await FolderLock(above: path, patience: patience)
  }

  /// Replaces the content at once: readers find the old or the new one, even after a crash.
  func write(_ json: JSONValue) async throws(FileError) {
    let bytes = json.bytes
    _ = try await CredentialSafe.files.update(path, seen: nil) { _ in .replacement(bytes) }
  }
}
