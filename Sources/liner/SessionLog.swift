import Glibc
import Logging
import Presentation
import Terminal

/// Writes diagnostics, a line each: when, how important, what, and the particulars.
struct SessionLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  private let output: TerminalOutput

  init(to output: TerminalOutput, level: Logger.Level) {
    self.output = output
    logLevel = level
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let particulars = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let line = particulars.reduce("\(Self.now) \(event.level) \(event.message)") { line, entry in
      let value = "\(entry.value)"
      return line + " \(entry.key)=" + (value.contains(" ") ? "\"\(value)\"" : value)
    }
    output.write(StyledText(lines: [line]))
  }

  /// The time in UTC, as ISO 8601 has it.
  private static var now: String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var parts = tm()
    gmtime_r(&time.tv_sec, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
    let seconds = String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return seconds + "." + String(1000 + time.tv_nsec / 1_000_000).dropFirst() + "Z"
  }
}

extension Logger {
  /// The session's log; nil where none is wanted, and then nothing is set up.
  /// - Throws: `CommandError.file`.
  init?(_ options: Options) throws(CommandError) {
    guard options.logLevel != nil || options.logFile != nil else { return nil }
    var descriptor = STDERR_FILENO
    if let path = options.logFile {
      descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .file(path: path, .init(errno: errno)) }
    }
    // Nothing waits: the last lines before a crash are the ones that matter.
    let output = TerminalOutput(descriptor: descriptor, appearance: .plain, capacity: 0)
    let level = options.logLevel.flatMap { Logger.Level(rawValue: $0.rawValue) } ?? .info
    self.init(label: "liner") { _ in SessionLog(to: output, level: level) }
  }
}
