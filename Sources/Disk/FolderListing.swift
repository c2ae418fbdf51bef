import Glibc

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
