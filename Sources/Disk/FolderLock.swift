package import Domain
import Glibc

/// Keeps others who ask for it away from a folder, for as long as this lives; the process at the longest.
package final class FolderLock: Sendable {
  private let folder: OpenFile
  private let path: String

  /// Locks the folder of `path`, making what is missing of it for the owner only.
  /// - Parameter patience: how long whoever has it is waited for.
  package init(above path: String, patience: Duration) async throws(FileError) {
    self.path = path
    folder = try await offPool { waiting throws(FileError) in
      Places.makeFolders(above: path)
      let folder = try OpenFile(Places.folder(of: path), path, O_RDONLY | O_DIRECTORY, waiting)
      // A file system without locks has no sessions to wait for that could be told apart.
      try folder.lock(isVital: false, patience: patience, waiting)
      return folder
    }
  }

  /// Sees to it that the file can be replaced.
  package func checkSpace() async throws(FileError) {
    try await offPool { [path] waiting throws(FileError) in
      try Scratch(beside: path, path, mode: 0o600, waiting).remove()
    }
  }
}
