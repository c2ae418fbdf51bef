import Synchronization

/// Splits a script's bytes into lines as they arrive, storing at most one line and one chunk.
package struct LineSplitter: Sendable {
  private let source: String
  private var bytes: [UInt8] = []
  private var start = 0
  package private(set) var number = 0
  /// Whether the current line is too long, and was reported, so that the rest of it is skipped: it may never end.
  private var isOverlong = false

  /// The longest accepted line, in bytes.
  package static let longestLine = 1_048_576

  package init(source: String) { self.source = source }

  /// Adds the next bytes of the script.
  package mutating func append(_ chunk: some Collection<UInt8>) {
    bytes.removeSubrange(..<start)
    start = 0
    bytes.append(contentsOf: chunk)
  }

  /// The next complete line; nil if its end has not arrived yet.
  package mutating func next() -> LineEvent? {
    while true {
      let end = bytes.withUnsafeBufferPointer { $0[start...].firstIndex(of: UInt8(ascii: "\n")) }
      guard let end else {
        if isOverlong { start = bytes.count }
        if bytes.count - start <= Self.longestLine { return nil }
        isOverlong = true
        return line(upTo: bytes.count)
      }
      defer { start = end + 1 }
      if !isOverlong { return line(upTo: end) }
      isOverlong = false
    }
  }

  /// The text after the last line break, once the script has ended; nil if there is none.
  package mutating func last() -> LineEvent? {
    guard start < bytes.count, !isOverlong else { return nil }
    defer { start = bytes.count }
    return line(upTo: bytes.count)
  }

  private mutating func line(upTo end: Int) -> LineEvent {
    number += 1
    if end - start > Self.longestLine { return unreadable(.usage(.lineTooLong(limit: Self.longestLine))) }
    let text = bytes.withUnsafeBufferPointer { buffer -> String? in
      var content = buffer[start..<end]
      if content.last == UInt8(ascii: "\r") { content.removeLast() }
      if number == 1, content.starts(with: [0xEF, 0xBB, 0xBF]) { content.removeFirst(3) }
      // Nearly every line is ASCII. Validating UTF-8 would take longer than all other work on a line.
      if content.allSatisfy({ $0 < 0x80 }) { return String(decoding: content, as: UTF8.self) }
      return String(validating: UnsafeBufferPointer(rebasing: content), as: UTF8.self)
    }
    guard let text else { return unreadable(.usage(.notUTF8)) }
    return .line(Line(text, source: source, number: number))
  }

  private func unreadable(_ error: CommandError) -> LineEvent {
    .unreadable(error, Line(source: source, number: number))
  }
}

/// Lines that are available from the start, such as those of `-c`.
package final class ArraySource: LineSource {
  private let lines: Mutex<ArraySlice<LineEvent>>

  package init(_ lines: [LineEvent]) { self.lines = Mutex(lines[...]) }

  package convenience init(_ text: String, source: String) {
    var splitter = LineSplitter(source: source)
    splitter.append(text.utf8)
    var lines: [LineEvent] = []
    while let line = splitter.next() ?? splitter.last() { lines.append(line) }
    self.init(lines)
  }

  package func nextIfReady() -> LineEvent? { lines.withLock { $0.popFirst() } }

  package func next(prompt: () -> Prompt, beforeWaiting: () -> Void) async -> LineEvent { nextIfReady() ?? .end }
}
