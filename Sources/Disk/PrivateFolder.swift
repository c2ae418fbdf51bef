package import Domain
import Glibc

/// A folder for its owner only, with files that processes share.
package struct PrivateFolder: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// The path of the file called `name`.
  package func path(of name: String) -> String { path + "/" + name }

  /// Creates the folder if it is missing, and restricts it and the file to their owner.
  package func prepare(_ name: String) throws(FileError) {
    let file = path(of: name)
    var problem = ENOENT
    if stat(at: path) == nil { problem = BaseFolders.makeFolders(above: path + "/") }
    guard let found = stat(at: path) else { throw .latest(path, problem) }
    guard found.kind == S_IFDIR else { throw FileError(path: path, .notAFolder) }
    if found.st_mode & 0o777 != 0o700, chmod(path, 0o700) != 0 { throw .latest(path) }
    // Only what we made is ours to restrict, not what a link leads to (`/dev/null`).
    if let own = stat(at: file, followsLinks: false), own.kind == S_IFREG, own.st_mode & 0o777 != 0o600 {
      chmod(file, 0o600)
    } else if let found = stat(at: file), found.kind != S_IFREG {
      throw FileError(path: file, .notAFile)
    }
  }

  /// Whether `name` certainly does not exist: every folder on its path is readable and a folder.
  package func lacks(_ name: String) -> Bool {
    var place = path(of: name)
    while stat(at: place, followsLinks: false) == nil {
      guard errno == ENOENT else { return false }
      place = String(BaseFolders.folder(of: place).dropLast())
      if place.isEmpty { return true }
    }
    return place != path(of: name) && stat(at: place)?.kind == S_IFDIR
  }

  package func has(_ name: String) -> Bool { stat(at: path(of: name), followsLinks: false) != nil }

  package var names: [String] { FolderListing.names(in: path) }

  /// An unused name that begins with `prefix`.
  package func newName(after prefix: String) -> String {
    for number in 1... where !has("\(prefix)\(number)") { return "\(prefix)\(number)" }
    return prefix
  }

  /// The bytes of a regular file; nil if there is none, or it has more than 64 MB.
  package func content(of name: String) -> [UInt8]? {
    try? OpenFile(path(of: name), name, O_RDONLY, Waiting()).bytes(atMost: 64 << 20, Waiting())
  }

  /// Creates an empty file, which must not exist yet.
  package func create(_ name: String) throws(FileError) {
    _ = try OpenFile(path(of: name), path(of: name), O_RDWR | O_CREAT | O_EXCL, Waiting())
  }

  /// Gives a file a second name, if that is free.
  package func link(_ name: String, as other: String) {
    let (from, to) = (path(of: name), path(of: other))
    // Some file systems have no links: rename the file instead.
    if Glibc.link(from, to) != 0, errno != EEXIST, access(to, F_OK) != 0 { _ = rename(from, to) }
  }

  /// Replaces a file with another.
  package func move(_ name: String, to other: String) { _ = rename(path(of: name), path(of: other)) }

  /// Whether the file exists, is not empty, and begins with none of `beginnings`.
  package func holdsAnything(_ name: String, but beginnings: [[UInt8]]) -> Bool {
    guard let file = try? OpenFile(path(of: name), name, O_RDONLY, Waiting()) else { return false }
    var bytes = [UInt8](repeating: 0, count: beginnings.map { $0.count }.max() ?? 0)
    let count = read(file.descriptor, &bytes, bytes.count)
    return count > 0 && !beginnings.contains { bytes.prefix(count).starts(with: $0) }
  }

  /// Identifies the file called `name`; nil if there is none. No other file has the identity of an open one.
  package func identity(of name: String) -> [UInt64]? {
    stat(at: path(of: name)).map { [UInt64($0.st_dev), UInt64($0.st_ino)] }
  }

  /// Runs `body` while no other process does, or, if `shared`, while none does exclusively.
  /// - Returns: nil if another process is doing so now. File systems without locks exclude nobody.
  package func guarded<Value, Problem>(shared: Bool, _ body: () throws(Problem) -> Value) throws(Problem) -> Value? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return try body() }
    defer { close(descriptor) }
    guard flock(descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return nil }
    return try body()
  }

  /// Removes a file.
  package func delete(_ name: String) throws(FileError) {
    guard unlink(path(of: name)) == 0 else { throw .latest(path(of: name)) }
  }

  /// Removes files where that is possible.
  package func remove(_ names: [String]) {
    for name in names { unlink(path(of: name)) }
  }
}

/// Locks a folder against other processes that lock it, until this object or the process ends.
package final class FolderLock: Sendable {
  private let folder: OpenFile

  /// Locks the folder of `path`, creates missing folders for their owner only, and checks whether the file could be
  /// replaced.
  /// - Parameter patience: how long to wait for another process.
  package init(above path: String, patience: Duration) async throws(FileError) {
    folder = try await offPool { waiting throws(FileError) in
      BaseFolders.makeFolders(above: path)
      let folder = try OpenFile(BaseFolders.folder(of: path), path, O_RDONLY | O_DIRECTORY, waiting)
      // Without locks, sessions cannot be told apart, so there is none to wait for.
      try folder.lock(isVital: false, patience: patience, waiting)
      try Scratch(beside: path, path, waiting).remove()
      return folder
    }
  }
}

/// Completions for a path that is being typed.
package enum FolderListing {
  /// The paths that begin with `typed`, in alphabetical order, folders with a slash at the end. Includes hidden files
  /// only if their dot was typed.
  package static func paths(beginningWith typed: String, in places: BaseFolders) -> [String] {
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let name = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
    let place = folder.isEmpty ? "./" : places.expanded(folder)
    return names(in: place).filter { $0.hasPrefix(name) && (!$0.hasPrefix(".") || name.hasPrefix(".")) }.map { found in
      folder + found + (OpenFile.kind(of: place + found) == S_IFDIR ? "/" : "")
    }.sorted()
  }

  /// Why the names in a folder cannot be read; nil if they can, or if it is missing.
  package static func problem(in folder: String) -> FileError? {
    if access(folder, F_OK) != 0, [ENOENT, ENOTDIR].contains(errno) { return nil }
    if access(folder + "/.", R_OK | X_OK) == 0 { return nil }
    return errno == ENOTDIR ? FileError(path: folder, .notAFolder) : .latest(folder)
  }

  /// The names in a folder, in any order; empty if it cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
