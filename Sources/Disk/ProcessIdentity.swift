import Glibc

/// Identifies a running process among all that ever ran on the machine.
package enum ProcessIdentity {
  /// This process.
  package static let current = identity(of: getpid()) ?? "\(getpid()) - \(SharedClock.bootID)"

  /// Whether the process is still running.
  package static func isRunning(_ identity: String) -> Bool {
    guard let id = identity.split(separator: " ").first.flatMap({ pid_t($0) }), id > 0 else { return false }
    return self.identity(of: id) == identity || identity == current
  }

  /// Its number, when it started, and the boot since when that is counted; nil if there is none, or no `/proc`.
  private static func identity(of id: pid_t) -> String? {
    let path = "/proc/\(id)/stat"
    guard let file = try? OpenFile(path, path, O_RDONLY, Waiting()),
      let bytes = try? file.bytes(atMost: 4096, Waiting())
    else { return nil }
    // Its name, in brackets, may contain anything.
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
    return fields.count > 19 ? "\(id) \(fields[19]) \(SharedClock.bootID)" : nil
  }
}
