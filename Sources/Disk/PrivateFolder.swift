package import Domain
import Glibc

/// A folder for its owner alone, in which processes keep what they share.
package struct PrivateFolder: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// Where the file called `name` is.
  package func path(of name: String) -> String { path + "/" + name }

  /// Makes the folder and the file where they are missing, both for their owner alone whatever they were before.
  package func prepare(_ name: String) throws(FileError) {
    let file = path(of: name)
    var information = stat()
    if stat(path, &information) != 0 {
      makeFolders()
      guard stat(path, &information) == 0 else { throw .latest(path) }
    }
    guard information.st_mode & S_IFMT == S_IFDIR else { throw FileError(path: path, .other("not a folder")) }
    if information.st_mode & 0o777 != 0o700, chmod(path, 0o700) != 0 { throw .latest(path) }
    if stat(file, &information) == 0 {
      if information.st_mode & 0o777 != 0o600 { chmod(file, 0o600) }
      return
    }
    // Never opened where it is there: closing any descriptor of a file gives up this process's locks on it (fcntl(2)).
    let descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) } else if errno != EEXIST { throw .latest(file) }
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

  private func makeFolders() {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for count in parts.indices.dropFirst() { mkdir(parts[...count].joined(separator: "/"), 0o700) }
  }
}

extension FileError {
  fileprivate static func latest(_ path: String) -> FileError {
    let code = errno
    return FileError(path: path, .other(String(cString: strerror(code))))
  }
}
