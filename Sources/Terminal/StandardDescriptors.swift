import Glibc

/// The three descriptors that a program is started with, usually.
package enum StandardDescriptors {
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
