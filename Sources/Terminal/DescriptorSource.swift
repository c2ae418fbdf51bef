package import Domain
import Glibc
package import Presentation
import Synchronization

/// The lines of a pipe or a file, read in chunks as they are wanted.
package final class DescriptorSource: LineSource {
  private let descriptor: CInt
  private let name: String
  private let interruption: Interruption
  private let state: Mutex<State>
  private let waiting = Mutex<CheckedContinuation<Chunk, Never>?>(nil)

  private struct State: Sendable {
    var lines: LineSplitter
    var isAtEnd = false
  }

  private enum Chunk: Sendable {
    case bytes([UInt8])
    case end
    /// The system's code for why nothing can be read.
    case failed(CInt)
    case interrupted
  }

  private static let chunkSize = 65536

  /// - Parameters:
  ///   - descriptor: open for reading; closed with this object.
  ///   - name: what errors call it, such as `stdin`.
  ///   - interruption: ends a wait for input.
  package init(descriptor: CInt, name: String, interruption: Interruption) {
    self.descriptor = descriptor
    self.name = name
    self.interruption = interruption
    state = Mutex(State(lines: LineSplitter(source: name)))
  }

  /// Opens the script at `path`.
  package convenience init(path: String, interruption: Interruption) throws(CommandError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(path: path, .init(errno: errno)) }
    var information = stat()
    if fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw .file(path: path, .isDirectory)
    }
    self.init(descriptor: descriptor, name: path, interruption: interruption)
  }

  deinit {
    if descriptor > 2 { close(descriptor) }
  }

  package func next(prompt: () -> Prompt, beforeWaiting: () -> Void) async -> LineEvent {
    while true {
      let (line, isAtEnd) = state.withLock { state in
        (state.lines.next() ?? (state.isAtEnd ? state.lines.last() : nil), state.isAtEnd)
      }
      if let line { return .line(line) }
      if isAtEnd { return .end }
      switch await chunk(beforeWaiting: beforeWaiting) {
      case .bytes(let bytes): state.withLock { $0.lines.append(bytes) }
      case .end: state.withLock { $0.isAtEnd = true }
      case .failed(let code):
        let number = state.withLock { state in
          state.isAtEnd = true
          return state.lines.number + 1
        }
        return .line(Line(.failure(.file(path: name, .init(errno: code))), source: name, number: number))
      case .interrupted: return .interrupted
      }
    }
  }

  private func chunk(beforeWaiting: () -> Void) async -> Chunk {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&poller, 1, 0) > 0 { return Self.read(descriptor) }
    beforeWaiting()
    interruption.onRaise { [self] in finishWaiting(.interrupted) }
    defer { interruption.onRaise(nil) }
    return await withCheckedContinuation { continuation in
      waiting.withLock { $0 = continuation }
      // A read that may wait for ever must not hold a thread of the shared pool; one thread a chunk costs little beside
      // the wait.
      startThread { [descriptor, self] in finishWaiting(Self.read(descriptor)) }
    }
  }

  private func finishWaiting(_ chunk: Chunk) {
    waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }?.resume(returning: chunk)
  }

  private static func read(_ descriptor: CInt) -> Chunk {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, initialized in
      repeat { count = Glibc.read(descriptor, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    return count > 0 ? .bytes(bytes) : count == 0 ? .end : .failed(errno)
  }
}

extension FileProblem {
  /// What a failed call to the system said.
  package init(errno code: CInt) {
    switch code {
    case ENOENT, ENOTDIR: self = .notFound
    case EACCES, EPERM, EROFS: self = .notPermitted
    case EISDIR: self = .isDirectory
    case EEXIST: self = .alreadyExists
    case ENOSPC, EDQUOT: self = .noSpace
    default: self = .other(String(cString: strerror(code)))
    }
  }
}
