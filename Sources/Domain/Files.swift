/// The disk, as commands need it: whole files, read and written in one go.
///
/// A path may begin with `~/`. A write is complete or has no effect. No call blocks its caller's thread. Cancelling the
/// task ends every wait, for a pipe or a lock, with `cancelled` and without effect.
package protocol Files: Sendable {
  /// The bytes of the file and their version; nil if there is none.
  /// - Throws: `notAFile` for a pipe or a device, `locked`, `tooLarge`.
  func read(_ path: String) async throws(FileError) -> (bytes: [UInt8], version: FileVersion)?

  /// Writes a file.
  /// - Parameter replaces: whether an existing file may be replaced.
  /// - Throws: `alreadyExists` if it may not.
  func write(_ bytes: [UInt8], to path: String, replaces: Bool) async throws(FileError)

  /// The path as an absolute one; `~` stays.
  func absolute(_ path: String) -> String

  /// The same path for every path of one file, with links resolved.
  func canonical(_ path: String) -> String

  /// Makes a folder and its missing parents; existing folders stay.
  func makeFolder(_ path: String) async throws(FileError)

  /// Changes the current file. No other session changes it meanwhile. Unless it is edited, only its owner may read it
  /// afterwards.
  /// - Parameters:
  ///   - seen: the version last seen, whose bytes need not be read again.
  ///   - change: called with the file's current state.
  /// - Returns: the new version.
  /// - Throws: also what `change` throws; the file then does not change.
  func update(
    _ path: String, seen: FileVersion?,
    _ change: @escaping @Sendable (FileState) throws(FileError) -> FileChange
  ) async throws(FileError) -> FileVersion?
}

/// Identifies a version of a file.
package struct FileVersion: Sendable, Equatable {
  package let size: Int
  /// Other properties that identify the version on disk.
  private let marks: [UInt64]

  package init(size: Int, marks: [UInt64]) { (self.size, self.marks) = (size, marks) }
}

/// A file's state when a change begins: whether it is the version last seen, and its bytes; none if it is missing.
package typealias FileState = (isAsSeen: Bool, bytes: () throws(FileError) -> [UInt8])

/// How to change a file.
package enum FileChange: Sendable, Equatable {
  case none
  case replacement([UInt8])
  /// A replacement for a file that is the user's own: its permissions stay.
  case edit([UInt8])
  /// Bytes to append. If the program is killed meanwhile, only the first few may be written.
  case addition([UInt8])
}

extension Files {
  /// Whether `path` leads to the same file as one of `others`.
  package func leads(_ path: String, toAnyOf others: [String]) -> Bool {
    !others.isEmpty && others.map(canonical).contains(canonical(path))
  }
}

/// An error with a file.
package struct FileError: Error, Sendable, Hashable {
  package let path: String
  package let problem: FileProblem

  package init(path: String, _ problem: FileProblem) { (self.path, self.problem) = (path, problem) }
}

/// Every way in which reading or writing a file fails. Facts, not sentences.
package enum FileProblem: Error, Sendable, Hashable {
  case notFound, isDirectory, notPermitted, alreadyExists, noSpace
  /// A pipe, a device or a socket instead of a regular file.
  case notAFile
  /// Another program kept it locked for too long.
  case locked
  /// It holds more than `limit` bytes.
  case tooLarge(limit: Int)
  /// Something else is where a folder should be.
  case notAFolder
  /// The wait for it was cancelled.
  case cancelled
  /// `line` is counted from 1; `what` says what is wrong there.
  case malformed(line: Int, String)
  case unknownFormat([String])
  /// The system's own words.
  case other(String)
}
