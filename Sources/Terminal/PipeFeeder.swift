import Disk
import Glibc
import Synchronization

/// Passes bytes to a program's standard input as fast as it reads them. Unread bytes wait in an unnamed file, so that
/// the sender of the bytes never waits.
final class PipeFeeder: Sendable {
  private let scratch: ScratchFile
  private let state = Mutex<(written: Int, isDone: Bool, isStopped: Bool)>((0, false, false))

  /// - Parameter pipe: closed at the end.
  init?(into pipe: Int32) {
    guard let scratch = try? ScratchFile([]) else {
      close(pipe)
      return nil
    }
    self.scratch = scratch
    startThread { [self] in feed(pipe) }
  }

  /// - Returns: false if nobody reads any more.
  func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var (rest, offset) = (bytes, state.withLock(\.written))
    while !rest.isEmpty {
      let count = pwrite(scratch.descriptor, rest.baseAddress, rest.count, off_t(offset))
      guard count > 0 else { return false }
      (rest, offset) = (UnsafeRawBufferPointer(rebasing: rest[count...]), offset + count)
    }
    return state.withLock { state in
      state.written = offset
      return !state.isStopped
    }
  }

  /// Nothing more will be added.
  func finish() { state.withLock { $0.isDone = true } }

  func stop() { state.withLock { $0.isStopped = true } }

  private func feed(_ pipe: Int32) {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var offset = 0
    while true {
      let (written, isDone, isStopped) = state.withLock(\.self)
      if isStopped || isDone && offset == written { break }
      let count = pread(scratch.descriptor, &chunk, min(chunk.count, written - offset), off_t(offset))
      guard count > 0 else {
        usleep(20_000)
        continue
      }
      // The player may stop reading at any time.
      guard chunk[..<count].withUnsafeBytes({ TerminalOutput.write($0, to: pipe) }) == nil else {
        stop()
        break
      }
      offset += count
    }
    close(pipe)
  }
}
