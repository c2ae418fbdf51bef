/// The disk, as far as commands need it: whole files, read and written in one go.
///
/// A path may begin with `~/`. What is written is there in full or not at all. Nothing here holds up its caller's
/// thread, and cancelling the task ends every wait, be it for a pipe or for a lock, with `cancelled` and nothing done.
package protocol Files: Sendable {
  /// What is in the file; nil where there is none.
  /// - Throws: `notAFile` for a pipe or a device, `locked`, `tooLarge`.
  func read(_ path: String) async throws(FileError) -> FileContent?

  /// Writes a file.
  /// - Parameter replaces: whether a file that is there already may be replaced.
  /// - Throws: `alreadyExists` where it may not.
  func write(_ bytes: [UInt8], to path: String, replaces: Bool) async throws(FileError)

  /// Makes a folder, and those above it that are missing; one that is there is left as it is.
  func makeFolder(_ path: String) async throws(FileError)

  /// Makes a change to what the file holds by then. No other session does the same meanwhile, and only the owner may
  /// read it from then on.
  /// - Parameters:
  ///   - seen: the version last seen, whose bytes need not be read again.
  ///   - change: told what is there now.
  /// - Returns: the version there is now.
  /// - Throws: also whatever `change` throws, with the file left as it is.
  func update(
    _ path: String, seen: FileVersion?,
    _ change: @escaping @Sendable (FileState) throws(FileError) -> FileChange
  ) async throws(FileError) -> FileVersion?
}

/// The bytes of a file, and which version of it they are.
package struct FileContent: Sendable, Equatable {
  package let bytes: [UInt8]
  package let version: FileVersion

  package init(_ bytes: [UInt8], version: FileVersion) {
    self.bytes = bytes
    self.version = version
  }
}

/// What tells one version of a file from the next.
package struct FileVersion: Sendable, Equatable {
  package let size: Int
  /// Whatever else the disk knows it by.
  private let marks: [UInt64]

  package init(size: Int, marks: [UInt64]) {
    self.size = size
    self.marks = marks
  }
}

/// A file as a change finds it.
package struct FileState {
  package let isMissing: Bool
  /// Whether it is the version last seen.
  package let isAsSeen: Bool
  /// Reads it.
  package let bytes: () throws(FileError) -> [UInt8]

  package init(isMissing: Bool, isAsSeen: Bool, bytes: @escaping () throws(FileError) -> [UInt8]) {
    self.isMissing = isMissing
    self.isAsSeen = isAsSeen
    self.bytes = bytes
  }
}

/// What is to become of a file.
package enum FileChange: Sendable, Equatable {
  case none
  case replacement([UInt8])
  /// What comes to the end. A program that is killed meanwhile may leave the beginning of it there.
  case addition([UInt8])
}

/// What went wrong with a file.
package struct FileError: Error, Sendable, Hashable {
  package let path: String
  package let problem: FileProblem

  package init(path: String, _ problem: FileProblem) {
    self.path = path
    self.problem = problem
  }
}

/// Every way in which a file is of no use. Facts, not sentences.
package enum FileProblem: Error, Sendable, Hashable {
  case notFound, isDirectory, notPermitted, alreadyExists, noSpace
  /// A pipe, a device or a socket where only a file will do.
  case notAFile
  /// Another program keeps it locked for longer than anybody waits.
  case locked
  /// It holds more than `limit` bytes.
  case tooLarge(limit: Int)
  /// Something else is where a folder should be.
  case notAFolder
  /// Somebody stopped waiting for it.
  case cancelled
  /// `line` is counted from 1; `what` says what is wrong there.
  case malformed(line: Int, String)
  case unknownFormat([String])
  /// The system's own words.
  case other(String)
}
