import Domain
import Glibc

/// A temporary file beside its target, removed unless it is moved there.
///
/// It is locked while a process writes to it. Files that a kill left behind are removed when the next one is created in
/// the same folder; all other files stay, whatever their names.
struct Scratch {
  let file: OpenFile
  private let place: String
  private let path: String

  /// - Parameters:
  ///   - target: the file it will become.
  ///   - former: the file whose permissions it gets and, if the user may do that, its owner; nil for a new file's.
  init(beside target: String, _ path: String, like former: stat? = nil, _ waiting: Waiting) throws(FileError) {
    let folder = BaseFolders.folder(of: target)
    Self.sweep(folder, waiting)
    self.path = path
    while true {
      let place = folder + Self.newName()
      let mode = former.map { $0.st_mode & 0o777 } ?? 0o666
      let file = try Result { () throws(FileError) in
        try OpenFile(place, path, O_WRONLY | O_CREAT | O_EXCL, mode: mode, waiting)
      }.mapError { $0.problem == .notFound ? FileError(path: folder, .notFound) : $0 }.get()
      // Without locks nothing is removed. A file that is removed before it is locked is created again.
      file.tryLock()
      guard file.isStill(at: place) else { continue }
      if let former {
        // Others than root may at most change the group.
        if fchown(file.descriptor, former.st_uid, former.st_gid) != 0 { fchown(file.descriptor, .max, former.st_gid) }
        // Exactly these permissions, despite the umask.
        fchmod(file.descriptor, former.st_mode & 0o777)
      }
      (self.file, self.place) = (file, place)
      return
    }
  }

  func move(to target: String, replaces: Bool) throws(FileError) {
    try file.sync()
    try OpenFile.move(place, to: target, path, replaces: replaces)
  }

  func remove() { unlink(place) }

  // MARK: What a kill leaves behind

  /// Random digits between a prefix and a suffix. Only liner makes files with such names.
  private static let (prefix, suffix, digits) = (".liner-", ".unfinished", 26)

  /// The age in seconds at which a leftover file is removed.
  private static let age = 3600

  /// Removes files that are ours by name and owner, old, and unlocked.
  private static func sweep(_ folder: String, _ waiting: Waiting) {
    for name in FolderListing.names(in: folder) where isOurs(name) {
      let place = folder + name
      guard let found = stat(at: place, followsLinks: false), found.kind == S_IFREG,
        found.st_uid == geteuid(), found.st_mtim.tv_sec < time(nil) - age,
        let file = try? OpenFile(place, place, O_RDONLY | O_NOFOLLOW, waiting), file.tryLock()
      else { continue }
      unlink(place)
    }
  }

  private static func newName() -> String {
    let random = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined()
    return prefix + String(repeating: "0", count: digits - random.utf8.count) + random + suffix
  }

  private static func isOurs(_ name: String) -> Bool {
    let middle = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return name.hasPrefix(prefix) && name.hasSuffix(suffix) && middle.count == digits
      && middle.allSatisfy { $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}
