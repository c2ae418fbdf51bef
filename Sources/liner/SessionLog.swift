import Wire
import Disk
import Domain
import Logging
import Presentation
import Terminal

/// Writes each diagnostic as a line: time, level, message, metadata.
struct SessionLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  let output: @Sendable (StyledText) -> Void

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let particulars = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    let line = particulars.reduce("\(WallClock.now) \(event.level) \(event.message)") { line, entry in
      let value = "\(entry.value)"
      return line + " \(entry.key)=" + (value.contains(" ") ? "\"\(value)\"" : value)
    }
    output(StyledText(lines: [line]))
  }
}

extension Logger {
  /// The session's log; nil if the options request none.
  /// - Parameter file: where it goes, if not to standard error.
  init?(_ options: Options, to file: GrowingFile?, hiding secrets: KnownSecrets) {
    guard options.logLevel != nil || file != nil else { return nil }
    let output: @Sendable (StyledText) -> Void
    if let file {
      output = { text in
        let bytes = Appearance.plain.bytes(of: text)
        file.write(secrets.redacted(fromBytes: bytes) ?? bytes)
      }
    } else {
      // Unbuffered, because the last lines before a crash are the important ones.
      let errors = TerminalOutput(
        descriptor: StandardDescriptors.errors, appearance: .plain, capacity: 0,
        redact: { secrets.redacted(fromBytes: $0) })
      output = { errors.write($0) }
    }
    let level = options.logLevel ?? .info
    self.init(label: "liner") { _ in SessionLog(logLevel: level, output: output) }
  }
}
