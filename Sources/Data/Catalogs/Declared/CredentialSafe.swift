package import Disk
import Domain
package import Wire

/// Where what users sign in with is kept, and who may know of it.
package struct CredentialSafe: Sendable {
  /// A file for each catalog; nil without a home, or if nothing is kept.
  private let folder: String?
  private let isRecorded: Bool
  private let unfinished: UnfinishedWork?
  private let secrets: KnownSecrets
  let book: CredentialBook
  /// Allows requests to the user's own server.
  let allow: @Sendable (_ base: String) -> Void

  /// - Parameters:
  ///   - isRecorded: whether the session is recorded: its keys must be fetched, or a replay would lack them.
  ///   - unfinished: told while a key is fetched.
  ///   - secrets: learns every credential.
  ///   - book: learns for which addresses there are credentials.
  package init(
    folder: String?, isRecorded: Bool = false, unfinished: UnfinishedWork? = nil, secrets: KnownSecrets,
    book: CredentialBook, allow: @escaping @Sendable (_ base: String) -> Void
  ) {
    self.folder = folder
    self.isRecorded = isRecorded
    self.unfinished = unfinished
    self.secrets = secrets
    self.book = book
    self.allow = allow
  }

  func path(of catalog: String) -> String? { folder.map { "\($0)/\(catalog).json" } }

  /// For the user's own files.
  var files: any Files { DiskFiles(BaseFolders([:]), makesFolders: true) }

  /// Forgets what was signed in with, and its key.
  func forget(_ catalog: String) {
    if let folder { PrivateFolder(path: folder).remove(["\(catalog).json"]) }
  }

  func keys(of catalog: String) -> KeyKeeping {
    KeyKeeping(
      file: path(of: catalog).map { SecretFile(path: $0) }, sharesKey: !isRecorded, unfinished: unfinished,
      secrets: secrets)
  }
}
