package import Domain
import Glibc

/// Locks a folder against other processes that ask for the lock, until this object or the process ends.
package final class FolderLock: Sendable {
  private let folder: OpenFile
  private let path: String

  /// Locks the folder of `path` and creates missing folders for their owner only.
  /// - Parameter patience: how long to wait for another process.
  package init(above path: String, patience: Duration) async throws(FileError) {
    self.path = path
    folder = try await offPool { waiting throws(FileError) in
      Places.makeFolders(above: path)
      let folder = try OpenFile(Places.folder(of: path), path, O_RDONLY | O_DIRECTORY, waiting)
      // Without locks, the file system cannot tell sessions apart, so there is none to wait for.
      try folder.lock(isVital: false, patience: patience, waiting)
      return folder
    }
  }

  /// Checks that the file can be replaced.
  package func checkSpace() async throws(FileError) {
    try await offPool { [path] waiting throws(FileError) in
      try Scratch(beside: path, path, mode: 0o600, waiting).remove()
    }
  }
}
