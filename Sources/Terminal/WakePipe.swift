import Glibc

/// A pipe to oneself: a thread or a signal handler writes to end another thread's `poll`.
///
/// It is never closed: its users last as long as the program, and a late signal handler may still write.
struct WakePipe: Sendable {
  let readingEnd: Int32
  let writingEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    readingEnd = ends[0]
    writingEnd = ends[1]
  }

  /// Wakes the reader; a pipe that is full has woken it already.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writingEnd, &byte, 1)
  }

  /// Takes what was written; empty where nothing was.
  func drain() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(readingEnd, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  /// Waits until standard input has something, or has ended.
  /// - Returns: what `poll` says of it; nil where the wait was ended by `wake` or a signal.
  func waitForInput() -> Int16? {
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
