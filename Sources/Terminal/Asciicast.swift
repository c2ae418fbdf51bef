package import Disk
package import Domain
package import Presentation
import Synchronization

/// A recording of a terminal in asciicast v2: a header, then a timed line for each piece of output.
///
/// The format: https://docs.asciinema.org/manual/asciicast/v2/
package final class Asciicast: Sendable {
  package let size: (columns: Int, rows: Int)
  private let file: GrowingFile
  private let appearance: Appearance
  /// A recording is written as fast as possible; its time is that of its pauses.
  private let time = Mutex(Duration.zero)
  private let redact: @Sendable ([UInt8]) -> [UInt8]?

  /// Starts the recording in an empty file.
  /// - Parameters:
  ///   - appearance: how styles look in the recording.
  ///   - redact: replaces bytes that contain a secret; returns nil for others.
  package init(
    _ file: GrowingFile, size: (columns: Int, rows: Int), title: String, appearance: Appearance,
    redact: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) throws(FileError) {
    (self.file, self.size, self.appearance, self.redact) = (file, size, appearance, redact)
    let fields: JSONObject = [
      "version": 2, "width": size.columns, "height": size.rows, "title": title,
      "env": ["TERM": "xterm-256color"] as JSONObject,
    ]
    var header = JSONWriter()
    fields.write(to: &header)
    try file.begin(with: header.bytes + [UInt8(ascii: "\n")])
  }

  /// Lets that much time pass in the recording.
  package func pause(_ duration: Duration) { time.withLock { $0 += duration } }

  package func write(_ text: StyledText) { write(raw: appearance.bytes(of: text)) }

  package func write(raw bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    // A terminal adds a carriage return to each line feed; a player does not.
    let lines = String(decoding: redact(bytes) ?? bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let (seconds, attoseconds) = time.withLock(\.components)
    let microseconds = String(1_000_000 + attoseconds / 1_000_000_000_000).dropFirst()
    var event = JSONWriter()
    event.array { event in
      event.raw("\(seconds).\(microseconds)")
      event.value("o")
      event.value(lines.joined(separator: "\r\n"))
    }
    file.write(event.bytes + [UInt8(ascii: "\n")])
  }

  /// Waits until everything is written.
  /// - Returns: the failure, now or earlier.
  package func finish() async -> FileError? { await file.finish() }
}
