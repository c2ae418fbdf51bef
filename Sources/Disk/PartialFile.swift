package import Domain
import Glibc

/// A file on its way: `NAME.part`, which one process writes to at a time, until it is whole and gets its name.
///
/// What is written blocks as disks do; so whoever writes has a thread for it.
package final class PartialFile: Sendable {
  package let path: String
  private let file: OpenFile
  private let folder: String

  package static let ending = ".part"
  private static let stretch = 8 << 20

  /// Opens what there is, or begins anew.
  /// - Parameters:
  ///   - folder: where it goes; made where it is missing.
  ///   - name: without a slash.
  /// - Throws: `locked` where another process is at it.
  package init(_ name: String, in folder: String, places: Places) throws(FileError) {
    let place = try places.place(of: folder)
    self.folder = place.hasSuffix("/") ? place : place + "/"
    path = self.folder + name + Self.ending
    Places.makeFolders(above: path, mode: 0o755)
    var opened: OpenFile
    repeat {
      opened = try OpenFile(path, path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o644, Waiting())
      try opened.lock(isVital: false, patience: .zero, Waiting())
      guard opened.isRegular else { throw FileError(path: path, .notAFile) }
      // Whoever had it a moment ago may have given it its name.
    } while !opened.isStill(at: path)
    file = opened
    lseek(file.descriptor, 0, SEEK_END)
  }

  /// How many bytes there are.
  package var size: Int { Int(lseek(file.descriptor, 0, SEEK_CUR)) }

  package func truncate() throws(FileError) {
    guard ftruncate(file.descriptor, 0) == 0 else { throw .latest(path) }
    lseek(file.descriptor, 0, SEEK_SET)
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    let begun = size / Self.stretch
    try file.write(bytes, Waiting())
    // Linux sends on what it is told nobody needs, so that the flush at the end has little to wait for.
    let end = size / Self.stretch
    if end > begun {
      posix_fadvise(file.descriptor, begun * Self.stretch, (end - begun) * Self.stretch, POSIX_FADV_DONTNEED)
    }
  }

  /// Gives it its name, whole and flushed.
  /// - Parameter name: the name, by how often it was taken by something else: 1, 2 and so on.
  /// - Returns: where it is.
  package func finish(as name: (Int) -> String) throws(FileError) -> String {
    try file.sync()
    for number in 1...10_000 {
      let place = folder + name(number)
      do throws(FileError) {
        try OpenFile.move(path, to: place, place, replaces: false)
        return place
      } catch  where error.problem == .alreadyExists {}
    }
    throw FileError(path: folder + name(1), .alreadyExists)
  }

  package func remove() { unlink(path) }

  /// Whether `path` is a file that was finished as far as its name: whoever did was killed before anything else.
  package static func wasFinished(as path: String) -> Bool {
    guard let whole = stat(at: path), whole.kind == S_IFREG else { return false }
    guard let part = stat(at: path + ending) else { return true }
    guard whole.isSameFile(as: part) else { return false }
    unlink(path + ending)
    return true
  }

  /// Whether there is anything at `path`.
  package static func isTaken(_ path: String) -> Bool { stat(at: path, followsLinks: false) != nil }

  /// The size of the regular file at `path`; nil where there is none.
  package static func size(at path: String) -> Int? {
    stat(at: path).flatMap { $0.kind == S_IFREG ? Int($0.st_size) : nil }
  }
}
