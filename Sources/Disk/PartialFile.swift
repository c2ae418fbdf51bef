package import Domain
import Glibc
import Synchronization

/// A file on its way: `NAME.part`, which one process writes to at a time, until it is whole and gets its name.
///
/// What is written blocks as disks do; so whoever writes has a thread for it.
package final class PartialFile: Sendable {
  package let path: String
  private let descriptor: Int32
  private let folder: String
  private let count: Mutex<Int>

  package static let ending = ".part"
  private static let stretch = 8 << 20

  /// Opens what there is, or begins anew.
  /// - Parameters:
  ///   - folder: where it goes; made where it is missing.
  ///   - name: without a slash.
  /// - Throws: `locked` where another process is at it.
  package init(_ name: String, in folder: String, places: Places) throws(FileError) {
    let place = try places.place(of: folder)
    self.folder = place.hasSuffix("/") ? place : place + "/"
    path = self.folder + name + Self.ending
    Places.makeFolders(above: path, mode: 0o755)
    var (opened, information) = (Int32(-1), stat())
    while true {
      opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
      guard opened >= 0 else { throw .latest(path) }
      fstat(opened, &information)
      let isLocked = flock(opened, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      if information.st_mode & S_IFMT == S_IFREG, !isLocked {
        // Whoever had it a moment ago may have given it its name.
        var current = stat()
        if stat(path, &current) == 0, current.st_ino == information.st_ino { break }
        close(opened)
        continue
      }
      close(opened)
      throw FileError(path: path, isLocked ? .locked : .notAFile)
    }
    descriptor = opened
    fstat(opened, &information)
    let size = Int(information.st_size)
    count = Mutex(size)
    lseek(descriptor, 0, SEEK_END)
  }

  deinit { close(descriptor) }

  /// How many bytes there are.
  package var size: Int { count.withLock(\.self) }

  package func truncate() throws(FileError) {
    guard ftruncate(descriptor, 0) == 0 else { throw .latest(path) }
    lseek(descriptor, 0, SEEK_SET)
    count.withLock { $0 = 0 }
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = write(descriptor, rest.baseAddress, rest.count)
      if written >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        let size = count.withLock {
          $0 += written
          return $0
        }
        // Linux sends on what it is told nobody needs, so that the flush at the end has little to wait for.
        let (end, begun) = (size / Self.stretch, (size - written) / Self.stretch)
        if end > begun {
          posix_fadvise(descriptor, begun * Self.stretch, (end - begun) * Self.stretch, POSIX_FADV_DONTNEED)
        }
      } else if errno != EINTR {
        throw .latest(path)
      }
    }
  }

  /// Gives it its name, whole and flushed.
  /// - Parameter name: the name, by how often it was taken by something else: 1, 2 and so on.
  /// - Returns: where it is.
  package func finish(as name: (Int) -> String) throws(FileError) -> String {
    guard fsync(descriptor) == 0 else { throw .latest(path) }
    for number in 1...10_000 {
      let place = folder + name(number)
      // A second name is never given in the place of anything that came about meanwhile, as a new one would be.
      if link(path, place) == 0 {
        unlink(path)
        return synced(place)
      }
      if errno == EEXIST { continue }
      // Some file systems have no links.
      guard errno == EPERM || errno == EOPNOTSUPP else { throw .latest(place) }
      if access(place, F_OK) == 0 { continue }
      guard rename(path, place) == 0 else { throw .latest(place) }
      return synced(place)
    }
    throw FileError(path: folder + name(1), .alreadyExists)
  }

  package func remove() { unlink(path) }

  private func synced(_ place: String) -> String {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 {
      fsync(descriptor)
      close(descriptor)
    }
    return place
  }

  /// Whether `path` is a file that was finished as far as its name: whoever did was killed before anything else.
  package static func wasFinished(as path: String) -> Bool {
    var (whole, part) = (stat(), stat())
    guard stat(path, &whole) == 0, whole.st_mode & S_IFMT == S_IFREG else { return false }
    guard stat(path + ending, &part) == 0 else { return true }
    guard whole.st_ino == part.st_ino, whole.st_dev == part.st_dev else { return false }
    unlink(path + ending)
    return true
  }

  /// Whether there is anything at `path`.
  package static func isTaken(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0
  }

  /// The size of the regular file at `path`; nil where there is none.
  package static func size(at path: String) -> Int? {
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(information.st_size)
  }
}
