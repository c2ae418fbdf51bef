import Glibc

package enum ThisProgram {
  /// Ends it at once, without the exit handlers of libraries: they would run while other threads do, such as a transfer.
  package static func end(status: Int32) -> Never { _exit(status) }

  /// Leaves the first thread to signals while other threads work.
  package static func sleep() -> Never {
    while true { pause() }
  }
}
