import CEditline
import Glibc

/// The three descriptors that a program usually starts with.
package enum StandardDescriptors {
  package static let input = STDIN_FILENO
  package static let output = STDOUT_FILENO
  package static let errors = STDERR_FILENO

  /// Whether input comes from a pipe, a socket or a file, rather than a terminal or `/dev/null`.
  package static var hasInput: Bool { isPipe(STDIN_FILENO) || kind(of: STDIN_FILENO) == S_IFREG }

  /// Whether another program may read the output as it arrives: a pipe or a socket.
  package static func isPipe(_ descriptor: Int32) -> Bool {
    let kind = kind(of: descriptor)
    return kind == S_IFIFO || kind == S_IFSOCK
  }

  private static func kind(of descriptor: Int32) -> mode_t? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// How many files a session may still need to open, including Swift's own: without one, its thread pool crashes.
  private static let needed = 12

  /// Whether that many more files can be opened.
  package static var hasSpareOnes: Bool {
    let more = (0..<needed).map { _ in fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0) }
    for descriptor in more { close(descriptor) }
    return !more.contains(-1)
  }

  /// Opens those that were closed (`liner >&-`). Otherwise the next file opened would replace them, and results would
  /// be written into a recording. Input is then empty, diagnostics are dropped, and results cannot be written.
  package static func open() {
    for (descriptor, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The system gives the lowest free number, and the lower ones are in use by now.
      _ = Glibc.open("/dev/null", mode)
    }
  }
}

package enum CurrentProcess {
  /// Makes all threads share one heap. glibc gives each its own, which grows by a page and a call of the system at a
  /// time, while here one thread works and the others wait.
  package static func shareHeap() { mallopt(M_ARENA_MAX, 1) }

  /// Ends it at once, without the exit handlers of libraries, which would run during transfers on other threads.
  package static func end(status: Int32) -> Never { _exit(status) }
}
