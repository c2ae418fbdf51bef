import Domain
import Glibc

/// A file beside the one that it is to become, removed unless it does.
///
/// It is locked for as long as somebody writes to it. What a kill leaves behind is removed later by the next one made in its
/// folder; nothing else there is, however it is called.
struct Scratch {
  let file: OpenFile
  private let place: String
  private let path: String

  /// - Parameters:
  ///   - target: what it is to become.
  ///   - mode: nil for that of any new file.
  init(beside target: String, _ path: String, mode: mode_t?, _ waiting: Waiting) throws(FileError) {
    let folder = Places.folder(of: target)
    Self.sweep(folder, waiting)
    self.path = path
    while true {
      let place = folder + Self.names.new
      let file: OpenFile
      do throws(FileError) {
        file = try OpenFile(place, path, O_WRONLY | O_CREAT | O_EXCL, mode: mode ?? 0o666, waiting)
      } catch {
        throw error.problem == .notFound ? FileError(path: folder, .notFound) : error
      }
      // Where there are no locks nothing is swept either; and who swept it before it was locked has it made anew.
      _ = file.lockedAtOnce
      guard file.isStill(at: place) else { continue }
      // Exactly these, whatever the mask says.
      if let mode { fchmod(file.descriptor, mode) }
      (self.file, self.place) = (file, place)
      return
    }
  }

  /// Puts it in the target's place.
  func move(to target: String, replaces: Bool) throws(FileError) {
    try file.sync()
    try OpenFile.move(place, to: target, path, replaces: replaces)
  }

  func remove() { unlink(place) }

  // MARK: What a kill leaves behind

  private static let names = MadeName(prefix: ".liner-", suffix: ".unfinished")

  /// How long nobody has written to what a kill left behind, in seconds.
  private static let age = 3600

  /// Removes what is ours by its name and its owner, old, and in nobody's hands.
  private static func sweep(_ folder: String, _ waiting: Waiting) {
    for name in FolderListing.names(in: folder) where names.fits(name) {
      let place = folder + name
      guard let found = stat(at: place, followsLinks: false), found.kind == S_IFREG,
        found.st_uid == geteuid(), found.st_mtim.tv_sec < time(nil) - age,
        let file = try? OpenFile(place, place, O_RDONLY | O_NOFOLLOW, waiting), file.lockedAtOnce
      else { continue }
      unlink(place)
    }
  }
}
