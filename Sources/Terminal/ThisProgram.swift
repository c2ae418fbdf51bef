import Glibc

/// The program that is running.
package enum ThisProgram {
  /// Ends it at once. The handlers of libraries are passed over: they would run beside what other threads still do, such as
  /// a transfer.
  package static func end(status: Int32) -> Never { _exit(status) }

  /// Leaves the first thread to signals, while others do the work.
  package static func sleep() -> Never {
    while true { pause() }
  }
}
