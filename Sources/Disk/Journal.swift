package import Domain
import Glibc

/// A file that a process appends to under a lock, until it ends. A kill loses nothing of it, and frees the lock, by which the
/// next process tells it from the files of those that live.
package final class Journal: Sendable {
  private let path: String
  private let file: OpenFile

  private static func names(at path: String) -> MadeName { MadeName(prefix: path + "-", suffix: ".unkept") }

  /// More than any session has reason to write, in bytes.
  private static let largest = 64 << 20

  /// Begins one beside others; nil where that is not possible.
  /// - Parameter path: where, but for the part that tells it from the others.
  package static func begun(at path: String) -> Journal? {
    Places.makeFolders(above: path)
    return Journal(opening: names(at: path).new, O_CREAT | O_EXCL)
  }

  /// Those that processes left which ended without removing theirs. Nobody else gets them meanwhile.
  package static func abandoned(at path: String) -> [Journal] {
    let folder = Places.folder(of: path)
    return FolderListing.names(in: folder).map { folder + $0 }.filter(names(at: path).fits).sorted()
      .compactMap { Journal(opening: $0, 0) }
  }

  private init?(opening path: String, _ flags: Int32) {
    // Its process may remove it before it is locked here.
    guard let file = try? OpenFile(path, path, O_RDWR | O_APPEND | O_NOFOLLOW | flags, Waiting()), file.lockedAtOnce,
      file.isRegular, file.status.st_uid == geteuid(), file.isStill(at: path)
    else { return nil }
    (self.path, self.file) = (path, file)
  }

  /// Reads what its process wrote, once.
  /// - Throws: `tooLarge` beyond 64 MB.
  package func content() throws(FileError) -> [UInt8] { try file.bytes(atMost: Self.largest, Waiting()) }

  /// In one go, so that a kill leaves all of it or none. What cannot be added is not there.
  package func add(_ bytes: [UInt8]) { _ = write(file.descriptor, bytes, bytes.count) }

  package func remove() { unlink(path) }
}
