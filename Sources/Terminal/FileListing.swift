import Glibc

/// The files and folders that a path being typed could become.
package enum FileListing {
  /// The paths that begin with `typed`, in alphabetical order, folders with a slash at their end. Hidden files are
  /// among them only where their dot was typed.
  package static func paths(beginningWith typed: String) -> [String] {
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let name = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
    guard let stream = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(stream) }
    var paths: [String] = []
    while let entry = readdir(stream) {
      let found = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      guard let found, found != ".", found != "..", found.hasPrefix(name), !found.hasPrefix(".") || name.hasPrefix(".")
      else { continue }
      var status = stat()
      let isFolder = stat(folder + found, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      paths.append(folder + found + (isFolder ? "/" : ""))
    }
    return paths.sorted()
  }
}
