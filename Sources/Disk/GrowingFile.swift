package import Domain
import Glibc
import Synchronization

/// A file that is written bit by bit, at once and at its end: a recording, a log. Only its owner may read it.
///
/// Writing never waits: what a pipe does not take yet is kept until it does.
package final class GrowingFile: Sendable {
  /// What happens to a file that is there already.
  package enum Existing: Sendable {
    case refused, replaced, continued
  }

  private struct State {
    var rest: [UInt8] = []
    var isWriting = false
    var failure: FileError?
  }

  private let path: String
  private let file: OpenFile
  private let waiting = Waiting()
  private let state = Mutex(State())

  /// Opens the file, or makes it. A pipe that nobody reads yet is waited for, until the task is cancelled.
  package init(path: String, existing: Existing, in places: Places) async throws(FileError) {
    self.path = path
    file = try await offPool { waiting throws(FileError) in
      try Self.check(path, existing, in: places)
      let place = try places.place(of: path)
      var flags = O_WRONLY | O_CREAT | O_APPEND
      if existing != .continued { flags |= O_TRUNC }
      // Somebody may make one just now; a device or a pipe holds nothing that could be lost.
      if existing == .refused, stat(at: place, followsLinks: false) == nil { flags |= O_EXCL }
      let file = try OpenFile(place, path, flags, waiting)
      if file.isRegular { fchmod(file.descriptor, 0o600) }
      return file
    }
  }

  /// Whether it could be opened, as far as can be seen without touching anything.
  /// - Throws: `alreadyExists` where what is there would be refused; `isDirectory`, `notFound` for its folder.
  package static func check(_ path: String, _ existing: Existing, in places: Places) throws(FileError) {
    let place = try places.place(of: path)
    switch OpenFile.kind(of: place) {
    case nil:
      guard OpenFile.kind(of: Places.folder(of: place)) == S_IFDIR else { throw FileError(path: path, .notFound) }
    case S_IFDIR: throw FileError(path: path, .isDirectory)
    case S_IFREG:
      if existing == .refused { throw FileError(path: path, .alreadyExists) }
      guard access(place, W_OK) == 0 else { throw .latest(path) }
    default: break
    }
  }

  /// What first kept something from being written, such as a full disk; all after that was dropped.
  package var failure: FileError? { state.withLock(\.failure) }

  package func write(_ bytes: some Collection<UInt8>) {
    // Under the lock, so that what several write does not mix.
    state.withLock { state in
      guard state.failure == nil else { return }
      state.rest += bytes
      guard !state.isWriting else { return }
      let count = state.rest.withUnsafeBytes { Glibc.write(file.descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EAGAIN, errno != EINTR { state.failure = .latest(path) }
      state.rest.removeFirst(max(0, count))
      guard !state.rest.isEmpty, state.failure == nil else { return }
      state.isWriting = true
      startThread { [self] in writeRest() }
    }
  }

  /// Waits until all is written, or cannot be; cancelling the task ends that.
  /// - Returns: what went wrong, now or earlier.
  package func finish() async -> FileError? {
    if state.withLock({ $0.isWriting }) {
      do throws(FileError) {
        try await offPool { [self] waiting throws(FileError) in
          while state.withLock({ $0.isWriting }) { try waiting.pause(milliseconds: 10, path) }
        }
      } catch {
        waiting.cancel()
        return error
      }
    }
    return failure
  }

  private func writeRest() {
    while true {
      let rest = state.withLock { state in
        state.isWriting = !state.rest.isEmpty && state.failure == nil
        defer { state.rest = [] }
        return state.isWriting ? state.rest : []
      }
      if rest.isEmpty { return }
      do throws(FileError) {
        try file.write(rest, waiting)
      } catch {
        state.withLock { $0.failure = error }
      }
    }
  }
}
