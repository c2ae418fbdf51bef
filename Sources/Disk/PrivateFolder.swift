package import Domain
import Glibc

/// A folder for its owner alone, in which processes keep what they share.
package struct PrivateFolder: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// Where the file called `name` is.
  package func path(of name: String) -> String { path + "/" + name }

  /// Makes the folder where it is missing, and keeps it and the file for their owner alone whatever they were before.
  package func prepare(_ name: String) throws(FileError) {
    let file = path(of: name)
    var information = stat()
    if stat(path, &information) != 0 {
      let problem = makeFolders()
      guard stat(path, &information) == 0 else {
        errno = problem
        throw .latest(path)
      }
    }
    guard information.st_mode & S_IFMT == S_IFDIR else { throw FileError(path: path, .other("not a folder")) }
    if information.st_mode & 0o777 != 0o700, chmod(path, 0o700) != 0 { throw .latest(path) }
    if stat(file, &information) == 0, information.st_mode & 0o777 != 0o600 { chmod(file, 0o600) }
  }

  /// Makes an empty file of a new name.
  package func create(_ name: String) throws(FileError) {
    let descriptor = open(path(of: name), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .latest(path(of: name)) }
    close(descriptor)
  }

  /// Gives a file a second name, where nothing is called so.
  package func link(_ name: String, as other: String) {
    let (from, to) = (path(of: name), path(of: other))
    // Some file systems have no links.
    if Glibc.link(from, to) != 0, errno != EEXIST, access(to, F_OK) != 0 { _ = rename(from, to) }
  }

  /// Puts a file in the place of another.
  package func move(_ name: String, to other: String) { _ = rename(path(of: name), path(of: other)) }

  /// Whether there is such a file that is not empty and begins otherwise.
  package func holdsAnything(_ name: String, but beginnings: [[UInt8]]) -> Bool {
    let descriptor = open(path(of: name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: beginnings.map(\.count).max() ?? 0)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 && !beginnings.contains { bytes.prefix(count).starts(with: $0) }
  }

  /// Which file is called `name` now; nil where none is. A file that is open keeps others from being called the same.
  package func identity(of name: String) -> [UInt64]? {
    var information = stat()
    guard stat(path(of: name), &information) == 0 else { return nil }
    return [UInt64(information.st_dev), UInt64(information.st_ino)]
  }

  /// Does `body` while no other process does so, or, where it is `shared`, while none does so alone.
  /// - Returns: nil where somebody is at it now. File systems without such locks keep nobody out.
  package func guarded<Value>(shared: Bool, _ body: () -> Value) -> Value? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return body() }
    defer { close(descriptor) }
    guard flock(descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return nil }
    return body()
  }

  /// Removes files; those that are missing are no matter.
  package func remove(_ names: [String]) {
    for name in names { unlink(path(of: name)) }
  }

  /// - Returns: why the first that could not be made could not.
  private func makeFolders() -> Int32 {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for count in parts.indices.dropFirst() {
      if mkdir(parts[...count].joined(separator: "/"), 0o700) != 0, errno != EEXIST { return errno }
    }
    return ENOENT
  }
}

extension FileError {
  fileprivate static func latest(_ path: String) -> FileError {
    let code = errno
    return FileError(path: path, .other(String(cString: strerror(code))))
  }
}
