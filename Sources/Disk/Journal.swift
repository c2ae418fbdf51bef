import Domain
import Glibc

/// A file that one process adds to for as long as it lives. Whatever ends the process, what was added is there; whoever comes
/// next knows by the lock that nobody holds it any more.
package final class Journal: Sendable {
  private let path: String
  private let descriptor: Int32

  private static let ending = ".unkept"
  /// A name that no person chooses: so many digits of base 36.
  private static let digits = 13
  /// So much of one is read.
  private static let largest = 64 << 20

  /// Begins one beside others; nil where that is not possible.
  /// - Parameter path: where, but for the part that tells it from the others.
  package static func begun(at path: String) -> Journal? {
    Places.makeFolders(above: path)
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let padding = String(repeating: "0", count: digits - random.utf8.count)
    return Journal(opening: "\(path)-\(padding)\(random)\(ending)", O_CREAT | O_EXCL)
  }

  /// Those that processes left which ended without removing theirs. Nobody else gets them meanwhile.
  package static func abandoned(at path: String) -> [Journal] {
    let folder = Places.folder(of: path)
    return FolderListing.names(in: folder).map { folder + $0 }.filter { isOurs($0, at: path) }.sorted()
      .compactMap { Journal(opening: $0, 0) }
  }

  private static func isOurs(_ name: String, at path: String) -> Bool {
    guard name.hasPrefix(path + "-"), name.hasSuffix(ending) else { return false }
    let random = name.utf8.dropFirst(path.utf8.count + 1).dropLast(ending.utf8.count)
    return random.count == digits && random.allSatisfy(\.isASCIIAlphanumeric)
  }

  private init?(opening path: String, _ flags: Int32) {
    self.path = path
    descriptor = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0o600)
    if descriptor < 0 { return nil }
    var (opened, current) = (stat(), stat())
    let isHeld = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    // Whoever held it a moment ago may have removed it.
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
