package import Domain
import Glibc
import Synchronization

/// A file that is appended to piece by piece: a recording, a log. Only its owner may read it.
///
/// Writing never waits: bytes that a pipe cannot accept yet are buffered.
package final class GrowingFile: Sendable {
  /// What to do with an existing file.
  package enum Existing: Sendable {
    case refused, replaced, continued
  }

  private struct State {
    var rest: [UInt8] = []
    var count = 0
    var isWriting = false
    var failure: FileError?
  }

  private let path: String
  private let file: OpenFile
  /// Its place if it was created here.
  private let created: String?
  private let waiting = Waiting()
  private let state = Mutex(State())
  private let limit: Int
  private let writing = UnfinishedWork()

  /// Opens or creates the file. Waits for the reader of a pipe until the task is cancelled.
  /// - Parameter limit: the most bytes to write to a regular file; a write that would exceed it fails as a whole.
  package init(
    path: String, existing: Existing, in places: BaseFolders, limit: Int = .max
  ) async throws(FileError) {
    (self.path, self.limit) = (path, limit)
    (file, created) = try await offPool { waiting throws(FileError) in
      try Self.check(path, existing, in: places)
      let place = try places.place(of: path)
      var flags = O_WRONLY | O_CREAT | O_APPEND
      if existing != .continued { flags |= O_TRUNC }
      // Another process may be creating the file; a device or a pipe has no content to lose.
      if existing != .continued, stat(at: place, followsLinks: false) == nil { flags |= O_EXCL }
      let file = try OpenFile(place, path, flags, waiting)
      if existing != .continued, file.isRegular { fchmod(file.descriptor, 0o600) }
      return (file, flags & O_EXCL == 0 ? nil : place)
    }
  }

  /// Checks whether the file could be opened, without changing anything.
  /// - Throws: `alreadyExists` if an existing file would be refused; `isDirectory`, `notFound` for its folder.
  package static func check(_ path: String, _ existing: Existing, in places: BaseFolders) throws(FileError) {
    let place = try places.place(of: path)
    switch OpenFile.kind(of: place) {
    case nil:
      guard OpenFile.kind(of: BaseFolders.folder(of: place)) == S_IFDIR else { throw FileError(path: path, .notFound) }
    case S_IFDIR: throw FileError(path: path, .isDirectory)
    case S_IFREG:
      if existing == .refused { throw FileError(path: path, .alreadyExists) }
      guard access(place, W_OK) == 0 else { throw .latest(path) }
    default: break
    }
  }

  /// Writes the first bytes; if that fails, removes the file if it was created here.
  package func begin(with bytes: some Collection<UInt8>) throws(FileError) {
    write(bytes)
    guard let failure else { return }
    if let created { unlink(created) }
    throw failure
  }

  package var isRegular: Bool { file.isRegular }

  /// The first failure to write, such as a full disk; everything after it was dropped.
  package var failure: FileError? { state.withLock(\.failure) }

  package func write(_ bytes: some Collection<UInt8>) {
    // Under the lock, so that concurrent writes do not mix.
    state.withLock { state in
      guard state.failure == nil else { return }
      state.count += bytes.count
      guard state.count <= limit || !isRegular else {
        return state.failure = FileError(path: path, .tooLarge(limit: limit))
      }
      state.rest += bytes
      guard !state.isWriting else { return }
      let count = state.rest.withUnsafeBytes { Glibc.write(file.descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EAGAIN, errno != EINTR { state.failure = .latest(path) }
      state.rest.removeFirst(max(0, count))
      guard !state.rest.isEmpty, state.failure == nil else { return }
      state.isWriting = true
      writing.begin()
      startThread { [self] in writeRest() }
    }
  }

  /// Waits until everything is written or a write has failed; cancelling the task ends the wait.
  /// - Returns: the failure, now or earlier.
  package func finish() async -> FileError? {
    await withTaskCancellationHandler {
      await writing.finish()
    } onCancel: {
      waiting.cancel()
    }
    return failure
  }

  private func writeRest() {
    while true {
      let rest = state.withLock { state in
        let rest = exchange(&state.rest, with: [])
        state.isWriting = !rest.isEmpty && state.failure == nil
        return state.isWriting ? rest : []
      }
      if rest.isEmpty { return writing.end() }
      if case .failure(let error) = Result(catching: { () throws(FileError) in try file.write(rest, waiting) }) {
        state.withLock { $0.failure = error }
      }
    }
  }
}
