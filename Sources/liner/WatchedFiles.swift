import Domain
import Terminal

/// The disk's files, with a progress line for slow operations, such as waiting for a lock.
struct WatchedFiles: Files {
  let files: any Files
  let progress: Progress

  func read(_ path: String) async throws(FileError) -> FileContent? {
    try await watching(path) { () async throws(FileError) in try await files.read(path) }
  }

  func write(_ bytes: [UInt8], to path: String, replaces: Bool) async throws(FileError) {
    try await watching(path) { () async throws(FileError) in
      try await files.write(bytes, to: path, replaces: replaces)
    }
  }

  func absolute(_ path: String) -> String { files.absolute(path) }

  func canonical(_ path: String) -> String { files.canonical(path) }

  func makeFolder(_ path: String) async throws(FileError) { try await files.makeFolder(path) }

  func update(
    _ path: String, seen: FileVersion?, _ change: @escaping @Sendable (FileState) throws(FileError) -> FileChange
  ) async throws(FileError) -> FileVersion? {
    try await watching(path) { () async throws(FileError) in try await files.update(path, seen: seen, change) }
  }

  private func watching<Value>(
    _ path: String, _ work: () async throws(FileError) -> Value
  ) async throws(FileError) -> Value {
    try await progress.during("waiting for \(path); Ctrl-C cancels", work)
  }
}
