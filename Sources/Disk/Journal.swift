import Glibc

/// A file that a process appends to under a lock, until it ends. A kill loses nothing of it, and frees the lock, by which the
/// next process tells it from the files of those that live.
package final class Journal: Sendable {
  private let path: String
  private let descriptor: Int32

  private static func names(at path: String) -> MadeName { MadeName(prefix: path + "-", suffix: ".unkept") }

  /// So much of one is read.
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
    self.path = path
    descriptor = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0o600)
    if descriptor < 0 { return nil }
    var (opened, current) = (stat(), stat())
    let isHeld = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    // Its process may have removed it between the two calls.
    guard isHeld, fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG,
      opened.st_uid == geteuid(), stat(path, &current) == 0, opened.st_ino == current.st_ino
    else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package var content: [UInt8] {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { return [] }
    let size = min(Int(information.st_size), Self.largest)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let more = pread(descriptor, buffer.baseAddress! + count, size - count, off_t(count))
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { return }
        count += more
      }
    }
  }

  /// In one go, so that a kill leaves all of it or none. What cannot be added is not there.
  package func add(_ bytes: [UInt8]) { _ = write(descriptor, bytes, bytes.count) }

  package func remove() { unlink(path) }
}
