/// The disk, as far as commands need it: whole files, read and written in one go.
///
/// A path may begin with `~/`. What is written is there in full or not at all.
package protocol Files: Sendable {
  /// All bytes of the file; nil where there is none.
  func read(_ path: String) throws(FileError) -> [UInt8]?

  /// Writes a file.
  /// - Parameter replaces: whether a file that is there already may be replaced.
  /// - Throws: `alreadyExists` where it may not.
  func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws(FileError)

  /// Puts in a file's place what `change` makes of its bytes, nil where there is none yet. No other session does the same
  /// meanwhile, and only the owner may read what is written.
  /// - Throws: also whatever `change` throws, with the file left as it is.
  func update(_ path: String, _ change: ([UInt8]?) throws(FileError) -> [UInt8]) throws(FileError)
}

/// What went wrong with a file.
package struct FileError: Error, Sendable, Equatable {
  package let path: String
  package let problem: FileProblem

  package init(path: String, _ problem: FileProblem) {
    self.path = path
    self.problem = problem
  }
}

/// Every way in which a file is of no use. Facts, not sentences.
package enum FileProblem: Error, Sendable, Equatable {
  case notFound, isDirectory, notPermitted, alreadyExists, noSpace
  /// `line` is counted from 1; `what` says what is wrong there.
  case malformed(line: Int, String)
  case unknownFormat([String])
  /// The system's own words.
  case other(String)
}
