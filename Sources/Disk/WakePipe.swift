import Glibc

/// A way to wake oneself: a thread or a signal handler writes to end another thread's `poll`.
package struct WakePipe: Sendable {
  /// -1 where no more files may be open.
  package let readingEnd: Int32
  package let writingEnd: Int32

  /// Neither blocks, and no program that is started meanwhile inherits them.
  package init() {
    // A pair of sockets, because Swift sees no pipe2, and a plain pipe is inherited by what another thread starts just then.
    var ends: [Int32] = [-1, -1]
    _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
    (readingEnd, writingEnd) = (ends[0], ends[1])
  }

  /// Most last as long as the program: a late signal handler may still write.
  func close() {
    for end in [readingEnd, writingEnd] where end >= 0 { _ = Glibc.close(end) }
  }

  /// Wakes the reader; a pipe that is full has woken it already.
  package func wake() {
    var byte: UInt8 = 0
    _ = write(writingEnd, &byte, 1)
  }

  /// Takes what was written; empty where nothing was.
  package func drain() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(readingEnd, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// Waits until standard input has something, or has ended.
  /// - Returns: what `poll` says of it; nil where the wait was ended by `wake` or a signal.
  package func waitForInput() -> Int16? {
    var ready = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: readingEnd, events: Int16(POLLIN), revents: 0),
    ]
    if poll(&ready, 2, -1) < 0 { return nil }
    if ready[1].revents != 0 {
      _ = drain()
      return nil
    }
    return ready[0].revents
  }
}
