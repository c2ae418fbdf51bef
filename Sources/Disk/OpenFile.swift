package import Domain
import Glibc

/// An open file, closed with this object.
///
/// No system call on it blocks: `Waiting` waits until it is ready, and can be cancelled.
final class OpenFile: Sendable {
  let descriptor: Int32
  /// As typed, for errors.
  private let path: String

  /// - Parameters:
  ///   - place: the path without a tilde.
  ///   - flags: for `open`. Waits for the reader of a pipe.
  init(_ place: String, _ path: String, _ flags: Int32, mode: mode_t = 0o600, _ waiting: Waiting) throws(FileError) {
    self.path = path
    while true {
      let descriptor = open(place, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode)
      if descriptor >= 0 {
        self.descriptor = descriptor
        return
      }
      switch errno {
      case EINTR: continue
      case ENXIO where Self.kind(of: place) == S_IFIFO: try waiting.pause(milliseconds: 20, path)
      default: throw .latest(path)
      }
    }
  }

  deinit { close(descriptor) }

  /// The kind of the file at `place` (`S_IFREG` and the like); nil if there is none.
  static func kind(of place: String) -> mode_t? { stat(at: place)?.kind }

  var status: stat {
    var information = stat()
    fstat(descriptor, &information)
    return information
  }

  var isRegular: Bool { status.kind == S_IFREG }

  /// Whether it is `/dev/null`, under any name.
  var isNull: Bool {
    stat(at: "/dev/null").map { $0.kind == S_IFCHR && $0.st_rdev == status.st_rdev } ?? false
  }

  var version: FileVersion {
    let status = status
    return FileVersion(
      size: Int(status.st_size),
      marks: [
        UInt64(status.st_dev), UInt64(status.st_ino), UInt64(bitPattern: Int64(status.st_mtim.tv_sec)),
        UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)),
      ])
  }

  /// Whether `place` still leads to this file.
  func isStill(at place: String) -> Bool { stat(at: place)?.isSameFile(as: status) == true }

  /// Locks the file against other processes that lock it, until this object is closed.
  /// - Parameters:
  ///   - isVital: whether a file system without locks is an error.
  ///   - patience: how long to wait for another process.
  /// - Throws: `cancelled`, `locked`, or the error of a file system without locks.
  func lock(shared: Bool = false, isVital: Bool = true, patience: Duration, _ waiting: Waiting) throws(FileError) {
    let deadline = ContinuousClock.now + patience
    var pause: Int32 = 1
    while flock(descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK:
        guard .now < deadline else { throw FileError(path: path, .locked) }
        try waiting.pause(milliseconds: pause, path)
        pause = min(2 * pause, 20)
      case _ where !isVital: return
      default: throw .latest(path)
      }
    }
  }

  /// Locks it if that is possible at once.
  @discardableResult func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Refuses anything but a regular file before it is opened, because opening may affect a device or wait for a pipe. A
  /// missing file passes.
  static func checkIsRegular(_ place: String, _ path: String) throws(FileError) {
    switch kind(of: place) {
    case nil, S_IFREG: break
    case S_IFDIR: throw FileError(path: path, .isDirectory)
    default: throw FileError(path: path, .notAFile)
    }
  }

  /// Reads from the current position to the end.
  /// - Parameter limit: the largest accepted size in bytes.
  /// - Throws: `notAFile`, `tooLarge`.
  func bytes(atMost limit: Int, _ waiting: Waiting) throws(FileError) -> [UInt8] {
    let status = status
    guard status.kind == S_IFREG else { throw FileError(path: path, .notAFile) }
    guard status.st_size <= limit else { throw FileError(path: path, .tooLarge(limit: limit)) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
        guard bytes.count <= limit else { throw FileError(path: path, .tooLarge(limit: limit)) }
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw .latest(path)
      }
      if waiting.isCancelled { throw FileError(path: path, .cancelled) }
    }
  }

  func write(_ bytes: [UInt8], _ waiting: Waiting) throws(FileError) {
    try bytes.withUnsafeBytes { bytes in Result { () throws(FileError) in try write(bytes, waiting) } }.get()
  }

  func write(_ bytes: UnsafeRawBufferPointer, _ waiting: Waiting) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        try waiting.wait(for: descriptor, POLLOUT, path)
      } else if errno != EINTR {
        throw .latest(path)
      }
    }
  }

  func sync() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw .latest(path) }
  }

  /// Moves the file at `place` to `target`.
  /// - Parameter path: the name in errors.
  /// - Throws: `alreadyExists` if it must not replace an existing file.
  static func move(_ place: String, to target: String, _ path: String, replaces: Bool) throws(FileError) {
    // Creating a link fails if the file exists; a move would replace one that was just created.
    if !replaces, link(place, target) == 0 {
      unlink(place)
    } else {
      // Some file systems have no links.
      guard replaces || [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { throw .latest(path) }
      if !replaces, access(target, F_OK) == 0 { throw FileError(path: path, .alreadyExists) }
      guard rename(place, target) == 0 else { throw .latest(path) }
    }
    // The file is already in place, even if the sync of its folder fails.
    let folder = try? OpenFile(BaseFolders.folder(of: target), path, O_RDONLY | O_DIRECTORY, Waiting())
    try? folder?.sync()
  }
}

extension stat {
  /// The status of the file at `place`; nil if there is none.
  init?(at place: String, followsLinks: Bool = true) {
    self.init()
    guard fstatat(AT_FDCWD, place, &self, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
  }

  /// Its kind, such as `S_IFREG`.
  var kind: mode_t { st_mode & S_IFMT }

  func isSameFile(as other: stat) -> Bool { st_ino == other.st_ino && st_dev == other.st_dev }
}

extension FileProblem {
  /// What a file system reports for a name with characters that it refuses.
  package static let invalid = FileProblem(errno: EINVAL)

  /// The problem for a system error code.
  package init(errno code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .notFound
    case EACCES, EPERM, EROFS: self = .notPermitted
    case EISDIR: self = .isDirectory
    case EEXIST: self = .alreadyExists
    case ENOSPC, EDQUOT: self = .noSpace
    case ENXIO: self = .notAFile
    case EWOULDBLOCK: self = .locked
    default: self = .other(String(cString: strerror(code)))
    }
  }
}

extension FileError {
  /// The error of the call that just failed.
  static func latest(_ path: String, _ code: Int32 = errno) -> FileError {
    // What is where a folder should be is the cause.
    var place = path[...]
    while code == ENOTDIR, let slash = place.lastIndex(of: "/"), slash > place.startIndex {
      place = place[..<slash]
      let kind = OpenFile.kind(of: String(place))
      if kind != nil, kind != S_IFDIR { return FileError(path: String(place), .notAFolder) }
    }
    return FileError(path: path, FileProblem(errno: code))
  }
}
