import Glibc

/// The three descriptors that a program is started with, usually.
package enum StandardDescriptors {
  package static let input = STDIN_FILENO
  package static let output = STDOUT_FILENO
  package static let errors = STDERR_FILENO

  /// Whether something is fed in from elsewhere, and not from a terminal or from nowhere (`/dev/null`).
  package static var isFed: Bool {
    var input = stat()
    guard fstat(STDIN_FILENO, &input) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK, S_IFREG].contains(input.st_mode & S_IFMT)
  }

  /// Opens those that were closed (`liner >&-`): the next file opened would take their place, and results would be
  /// written into a recording. Input is then empty, diagnostics are dropped, and results cannot be written.
  package static func open() {
    for (descriptor, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is given, and those below are taken by now.
      _ = Glibc.open("/dev/null", mode)
    }
  }
}
