package import Domain
import Glibc

/// The files of the machine.
///
/// What is written is put beside its place first, made to reach the disk, and then moved there, so that a full disk or the
/// end of the program leaves either the old file or the new one.
package struct DiskFiles: Files {
  private let home: String?

  /// - Parameter home: what `~` stands for.
  package init(home: String?) {
    self.home = home
  }

  package func read(_ path: String) throws(FileError) -> [UInt8]? {
    let descriptor = open(try expanded(path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(path)
    }
    defer { close(descriptor) }
    return try bytes(of: descriptor, path)
  }

  package func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws(FileError) {
    let place = try resolved(path)
    var existing = stat()
    guard stat(place, &existing) == 0 else {
      return try put(bytes, at: place, path, permissions: nil, replaces: replaces)
    }
    switch existing.st_mode & S_IFMT {
    case S_IFDIR: throw FileError(path: path, .isDirectory)
    // Nothing is lost by writing to a device or a pipe, and everything by moving a file to where it was.
    case S_IFCHR, S_IFIFO: try send(bytes, to: place, path)
    case S_IFREG:
      guard replaces else { throw FileError(path: path, .alreadyExists) }
      // A file that may not be written stays, even where its folder would let it be replaced.
      guard access(place, W_OK) == 0 else { throw failure(path) }
      try put(bytes, at: place, path, permissions: existing.st_mode & 0o777, replaces: true)
    default: throw FileError(path: path, .other("this is not a regular file"))
    }
  }

  package func update(_ path: String, _ change: ([UInt8]?) throws(FileError) -> [UInt8]) throws(FileError) {
    let place = try resolved(path)
    let lock = try lockedFile(place, path)
    defer { close(lock.descriptor) }
    do throws(FileError) {
      let old = lock.isNew ? nil : try bytes(of: lock.descriptor, path)
      try put(try change(old), at: place, path, permissions: 0o600, replaces: true)
    } catch {
      // It was made to be locked; whoever waits for the lock looks again.
      if lock.isNew { unlink(place) }
      throw error
    }
  }

  // MARK: Places

  private func expanded(_ path: String) throws(FileError) -> String {
    // To the system the name would end there, and be another one.
    if path.utf8.contains(0) { throw FileError(path: path, .notFound) }
    guard let home, path == "~" || path.hasPrefix("~/") else { return path }
    return home + path.dropFirst()
  }

  /// The place itself where `path` is a symbolic link, so that the link stays one.
  private func resolved(_ path: String) throws(FileError) -> String {
    let place = try expanded(path)
    guard let real = realpath(place, nil) else { return place }
    defer { free(real) }
    return String(cString: real)
  }

  private func folder(of place: String) -> String {
    place.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(place[...$0]) } ?? "./"
  }

  private func failure(_ path: String, _ code: Int32 = errno) -> FileError {
    FileError(path: path, FileProblem(errno: code))
  }

  // MARK: Reading and writing

  private func bytes(of descriptor: Int32, _ path: String) throws(FileError) -> [UInt8] {
    var information = stat()
    if fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFDIR {
      throw FileError(path: path, .isDirectory)
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw failure(path)
      }
    }
  }

  private func send(_ bytes: [UInt8], to place: String, _ path: String) throws(FileError) {
    let descriptor = open(place, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, path)
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(FileError) {
    switch bytes.withUnsafeBytes({ TerminalOutput.write($0, to: descriptor) }) {
    case .failed(let code): throw failure(path, code)
    case .closed: throw failure(path, EPIPE)
    case nil: break
    }
  }

  /// Writes a file beside `place` and moves it there.
  /// - Parameter permissions: nil for those of any new file.
  private func put(
    _ bytes: [UInt8], at place: String, _ path: String, permissions: mode_t?, replaces: Bool
  ) throws(FileError) {
    let folder = folder(of: place)
    // A name of its own length fits wherever the file's name does, or nearly so.
    let beside = folder + ".liner-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions ?? 0o666)
    guard descriptor >= 0 else { throw failure(errno == ENOENT ? folder : path) }
    defer { close(descriptor) }
    do throws(FileError) {
      // Exactly these, whatever the mask says.
      if let permissions { _ = fchmod(descriptor, permissions) }
      try write(bytes, to: descriptor, path)
      guard fsync(descriptor) == 0 else { throw failure(path) }
      try move(beside, to: place, path, replaces: replaces)
    } catch {
      unlink(beside)
      throw error
    }
    sync(folder)
  }

  private func move(_ beside: String, to place: String, _ path: String, replaces: Bool) throws(FileError) {
    // A link is refused where there is a file; a move would replace one that came about just now.
    if !replaces {
      if link(beside, place) == 0 {
        unlink(beside)
        return
      }
      // Some file systems have no links.
      guard errno == EPERM || errno == EOPNOTSUPP, access(place, F_OK) != 0 else { throw failure(path) }
    }
    guard rename(beside, place) == 0 else { throw failure(path) }
  }

  /// Makes a change of name reach the disk. The file is in its place by now: a failure here changes nothing of that.
  private func sync(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  // MARK: Locking

  /// Opens the file, making it where there is none, and locks it. Another session may have put a new file in its place
  /// while this one waited for the lock; then that one is locked.
  private func lockedFile(_ place: String, _ path: String) throws(FileError) -> (descriptor: Int32, isNew: Bool) {
    while true {
      var isNew = false
      var descriptor = open(place, O_RDWR | O_CLOEXEC | O_NOCTTY)
      if descriptor < 0, errno == ENOENT {
        isNew = true
        descriptor = open(place, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0, errno == EEXIST, isRegular(place) { continue }
      }
      guard descriptor >= 0 else { throw failure(errno == ENOENT ? folder(of: place) : path) }
      var mine = stat()
      guard fstat(descriptor, &mine) == 0, mine.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        throw FileError(path: path, .other("this is not a regular file"))
      }
      while flock(descriptor, LOCK_EX) != 0 {
        if errno == EINTR { continue }
        let error = failure(path)
        if isNew { unlink(place) }
        close(descriptor)
        throw error
      }
      var current = stat()
      if stat(place, &current) == 0, mine.st_ino == current.st_ino, mine.st_dev == current.st_dev {
        return (descriptor, isNew)
      }
      close(descriptor)
    }
  }

  private func isRegular(_ place: String) -> Bool {
    var information = stat()
    return stat(place, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
  }
}
