package import Domain
import Glibc

/// A file that a process appends to under a lock until the process ends. A kill loses nothing and frees the lock, so
/// the next process can recognize the files of dead ones.
package final class Journal: Sendable {
  private let path: String
  private let file: OpenFile

  private static func names(at path: String) -> MadeName { MadeName(prefix: path + "-", suffix: ".unkept") }

  /// In bytes: more than any session should write.
  private static let largest = 64 << 20

  /// Begins a journal beside others; nil if that is impossible.
  /// - Parameter path: the start of its path, to which a unique name is appended.
  package static func begun(at path: String) -> Journal? {
    Places.makeFolders(above: path)
    return Journal(opening: names(at: path).new, O_CREAT | O_EXCL)
  }

  /// The journals of processes that ended without removing theirs. No other process gets them meanwhile.
  package static func abandoned(at path: String) -> [Journal] {
    let folder = Places.folder(of: path)
    return FolderListing.names(in: folder).map { folder + $0 }.filter(names(at: path).fits).sorted()
      .compactMap { Journal(opening: $0, 0) }
  }

  private init?(opening path: String, _ flags: Int32) {
    // Its process may remove it before the lock.
    guard let file = try? OpenFile(path, path, O_RDWR | O_APPEND | O_NOFOLLOW | flags, Waiting()), file.lockedAtOnce,
      file.isRegular, file.status.st_uid == geteuid(), file.isStill(at: path)
    else { return nil }
    (self.path, self.file) = (path, file)
  }

  /// Reads what its process wrote, once.
  /// - Throws: `tooLarge` beyond 64 MB.
  package func content() throws(FileError) -> [UInt8] { try file.bytes(atMost: Self.largest, Waiting()) }

  /// Appends in one call, so that a kill leaves all of the bytes or none. A failed write is dropped.
  package func add(_ bytes: [UInt8]) { _ = write(file.descriptor, bytes, bytes.count) }

  package func remove() { unlink(path) }
}
