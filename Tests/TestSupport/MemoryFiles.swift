package import Domain
import Synchronization

/// Files that are nowhere but in memory.
package final class MemoryFiles: Files {
  private let state: Mutex<(contents: [String: [UInt8]], failure: FileProblem?)>

  package init(_ contents: [String: String] = [:]) {
    state = Mutex((contents.mapValues { Array($0.utf8) }, nil))
  }

  /// The file's content; nil where there is no such file.
  package subscript(path: String) -> String? {
    get { state.withLock { $0.contents[path] }.map { String(decoding: $0, as: UTF8.self) } }
    set { state.withLock { $0.contents[path] = newValue.map { Array($0.utf8) } } }
  }

  package var paths: Set<String> { state.withLock { Set($0.contents.keys) } }

  /// Has everything that is written from now on fail; nil ends that.
  package func failWrites(with problem: FileProblem?) { state.withLock { $0.failure = problem } }

  package func read(_ path: String) throws(FileError) -> [UInt8]? { state.withLock { $0.contents[path] } }

  package func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws(FileError) {
    let problem: FileProblem? = state.withLock { state in
      if let failure = state.failure { return failure }
      if !replaces, state.contents[path] != nil { return .alreadyExists }
      state.contents[path] = bytes
      return nil
    }
    if let problem { throw FileError(path: path, problem) }
  }

  package func update(_ path: String, _ change: ([UInt8]?) throws(FileError) -> [UInt8]) throws(FileError) {
    try write(try change(try read(path)), to: path, replaces: true)
  }
}
