import Domain
import Glibc

/// A file that is open, closed with this object.
///
/// It never blocks in the system: what is not ready is waited for by `Waiting`, which can be told to give up.
final class OpenFile: Sendable {
  let descriptor: Int32
  /// As it was typed, for errors.
  private let path: String

  /// - Parameters:
  ///   - place: where it is, without a tilde.
  ///   - flags: of `open`. A pipe that nobody reads yet is waited for.
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

  /// The kind of what is at `place` (`S_IFREG` and the like); nil where there is nothing.
  static func kind(of place: String) -> mode_t? {
    var information = stat()
    return stat(place, &information) == 0 ? information.st_mode & S_IFMT : nil
  }

  var status: stat {
    var information = stat()
    fstat(descriptor, &information)
    return information
  }

  var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }

  /// Whether it is `/dev/null`, under whatever name.
  var isNull: Bool {
    var null = stat()
    return stat("/dev/null", &null) == 0 && null.st_mode & S_IFMT == S_IFCHR && null.st_rdev == status.st_rdev
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

  /// Whether it is what is found at `place`, and no other file has taken that.
  func isStill(at place: String) -> Bool {
    let mine = status
    var current = stat()
    return stat(place, &current) == 0 && mine.st_ino == current.st_ino && mine.st_dev == current.st_dev
  }

  /// Keeps others who ask for the lock away until this is closed.
  /// - Parameter patience: how long another process may keep it.
  /// - Throws: `cancelled`, `locked`; whatever a file system without locks says.
  func lock(shared: Bool = false, patience: Duration, _ waiting: Waiting) throws(FileError) {
    let deadline = ContinuousClock.now + patience
    var pause: Int32 = 1
    while flock(descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK:
        guard .now < deadline else { throw FileError(path: path, .locked) }
        try waiting.pause(milliseconds: pause, path)
        pause = min(2 * pause, 20)
      default: throw .latest(path)
      }
    }
  }

  /// Locks it where nobody has done so.
  var lockedAtOnce: Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Refuses what is no regular file before it is opened, which may do something to a device or wait at a pipe. What does
  /// not exist passes.
  static func checkIsRegular(_ place: String, _ path: String) throws(FileError) {
    switch kind(of: place) {
    case nil, S_IFREG: break
    case S_IFDIR: throw FileError(path: path, .isDirectory)
    default: throw FileError(path: path, .notAFile)
    }
  }

  /// All there is, from where it stands.
  /// - Parameter limit: the most bytes that it may hold.
  /// - Throws: `notAFile`, `tooLarge`.
  func bytes(atMost limit: Int, _ waiting: Waiting) throws(FileError) -> [UInt8] {
    let status = status
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(path: path, .notAFile) }
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

  func write(_ bytes: some Collection<UInt8>, _ waiting: Waiting) throws(FileError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try waiting.wait(for: descriptor, POLLOUT, path)
      } else if errno != EINTR {
        throw .latest(path)
      }
    }
  }

  /// Makes what was written reach the disk.
  func sync() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw .latest(path) }
  }
}
