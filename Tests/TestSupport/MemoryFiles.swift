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

  package func read(_ path: String) async throws(FileError) -> (bytes: [UInt8], version: FileVersion)? {
    state.withLock { $0.contents[path] }.map { ($0, Self.version(of: $0)) }
  }

  package func write(_ bytes: [UInt8], to path: String, replaces: Bool) async throws(FileError) {
    try put(bytes, at: path, replaces: replaces)
  }

  /// Folders are nothing here.
  package func makeFolder(_ path: String) async throws(FileError) {}

  package func update(
    _ path: String, seen: FileVersion?, _ change: @escaping @Sendable (FileState) throws(FileError) -> FileChange
  ) async throws(FileError) -> FileVersion? {
    let found = state.withLock { $0.contents[path] }
    switch try change((seen != nil && found.map(Self.version) == seen, { found ?? [] })) {
    case .none: return found.map(Self.version)
    case .replacement(let bytes), .edit(let bytes):
      try put(bytes, at: path, replaces: true)
      return Self.version(of: bytes)
    case .addition(let added):
      let bytes = (found ?? []) + added
      try put(bytes, at: path, replaces: true)
      return Self.version(of: bytes)
    }
  }

  /// Two versions with the same bytes are the same.
  private static func version(of bytes: [UInt8]) -> FileVersion {
    FileVersion(size: bytes.count, marks: [UInt64(bitPattern: Int64(bytes.hashValue))])
  }

  private func put(_ bytes: [UInt8], at path: String, replaces: Bool) throws(FileError) {
    let problem: FileProblem? = state.withLock { state in
      if let failure = state.failure { return failure }
      if !replaces, state.contents[path] != nil { return .alreadyExists }
      state.contents[path] = bytes
      return nil
    }
    if let problem { throw FileError(path: path, problem) }
  }
}
