package import Domain
import Glibc

/// An unfinished file, `NAME.part`. Only one process at a time writes to it, until it is complete and gets its name.
///
/// Writing may block, so it needs a thread of its own.
package final class PartialFile: Sendable {
  package let path: String
  private let file: OpenFile
  private let folder: String
  private let madeFolder: Bool

  package static let ending = ".part"
  private static let stretch = 8 << 20

  /// Opens the existing file, or creates one.
  /// - Parameters:
  ///   - folder: created if missing.
  ///   - name: without a slash.
  /// - Throws: `locked` if another process is writing to it.
  package init(_ name: String, in folder: String, places: BaseFolders) throws(FileError) {
    let place = try places.place(of: folder)
    self.folder = place.hasSuffix("/") ? place : place + "/"
    path = self.folder + name + Self.ending
    madeFolder = stat(at: self.folder) == nil
    let missing = BaseFolders.makeFolders(above: path, mode: 0o755)
    var opened: OpenFile
    repeat {
      do throws(FileError) {
        opened = try OpenFile(path, path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o644, Waiting())
      } catch {
        throw error.problem == .notFound ? .latest(path, missing) : error
      }
      try opened.lock(isVital: false, patience: .zero, Waiting())
      guard opened.isRegular else { throw FileError(path: path, .notAFile) }
      // The process that just held the lock may have given the file its name.
    } while !opened.isStill(at: path)
    file = opened
    lseek(file.descriptor, 0, SEEK_END)
  }

  /// The size in bytes so far.
  package var size: Int { Int(lseek(file.descriptor, 0, SEEK_CUR)) }

  package func truncate() throws(FileError) {
    guard ftruncate(file.descriptor, 0) == 0 else { throw .latest(path) }
    lseek(file.descriptor, 0, SEEK_SET)
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    let begun = size / Self.stretch
    try file.write(bytes, Waiting())
    // When told that pages are no longer needed, Linux starts to write them out, so the final flush is short.
    let end = size / Self.stretch
    if end > begun {
      posix_fadvise(file.descriptor, begun * Self.stretch, (end - begun) * Self.stretch, POSIX_FADV_DONTNEED)
    }
  }

  /// Flushes the complete file and gives it its name.
  /// - Parameter name: the name to try first, second and so on, until one is free.
  /// - Returns: the file's path.
  package func finish(as name: (Int) -> String) throws(FileError) -> String {
    try file.sync()
    // The path may have become another process's part.
    guard file.isStill(at: path) else { throw FileError(path: path, .notFound) }
    for number in 1...10_000 {
      let place = folder + name(number)
      do throws(FileError) {
        try OpenFile.move(path, to: place, place, replaces: false)
        return place
      } catch  where error.problem == .alreadyExists {}
    }
    throw FileError(path: folder + name(1), .alreadyExists)
  }

  /// Removes the file, and its folder if that was made for it and is empty.
  package func remove() {
    if file.isStill(at: path) { unlink(path) }
    if madeFolder { rmdir(folder) }
  }

  /// Whether a finished file is at `path`, without an unfinished one. Removes the second name that a kill left behind.
  package static func wasFinished(as path: String) -> Bool {
    guard let whole = stat(at: path), whole.kind == S_IFREG else { return false }
    guard let part = stat(at: path + ending) else { return true }
    guard whole.isSameFile(as: part) else { return false }
    unlink(path + ending)
    return true
  }

  /// Whether anything exists at `path`.
  package static func isTaken(_ path: String) -> Bool { stat(at: path, followsLinks: false) != nil }

  /// The size of the regular file at `path`; nil if there is none.
  package static func size(at path: String) -> Int? {
    stat(at: path).flatMap { $0.kind == S_IFREG ? Int($0.st_size) : nil }
  }
}
