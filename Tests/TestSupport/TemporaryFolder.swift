import Glibc

/// A folder of its own for a test, gone with the object.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// - Parameter inMemory: whether to use a file system in memory, where there is one: a sync never waits for a disk.
  package init(inMemory: Bool = false) {
    let parent = inMemory && access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(parent)/liner-test-XXXXXX".utf8CString)
    path =
      mkdtemp(&template) == nil ? "/nonexistent" : String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
  }

  deinit { Self.remove(path) }

  package func path(_ name: String) -> String { path + "/" + name }

  package func write(_ bytes: some Sequence<UInt8>, to name: String) {
    let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    precondition(file >= 0, "\(name) cannot be written")
    let bytes = Array(bytes)
    _ = Glibc.write(file, bytes, bytes.count)
    close(file)
  }

  package func write(_ text: String, to name: String) { write(text.utf8, to: name) }

  /// The file's content; nil where there is no such file.
  package func read(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  /// The same as it lies there.
  package func bytes(_ name: String) -> [UInt8]? {
    let file = open(path(name), O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = Glibc.read(file, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
    return bytes
  }

  /// The file's size and its permissions; nil where there is no such file.
  package func status(_ name: String) -> (bytes: Int, mode: UInt32)? {
    var information = stat()
    guard stat(path(name), &information) == 0 else { return nil }
    return (Int(information.st_size), information.st_mode & 0o7777)
  }

  package func remove(_ name: String) { Self.remove(path(name)) }

  /// What is in it, in any order.
  package var names: [String] { Self.names(in: path) ?? [] }

  private static func remove(_ path: String) {
    guard let names = names(in: path) else {
      unlink(path)
      return
    }
    for name in names { remove(path + "/" + name) }
    rmdir(path)
  }

  /// Nil where it is no folder.
  private static func names(in path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
