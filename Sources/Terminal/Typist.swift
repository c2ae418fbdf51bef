package import Presentation
import Synchronization

/// Types commands visibly, key by key, and leaves time to read what came before: a session shown to somebody.
package final class Typist: Sendable {
  private let pace: Double
  private let clock: any Clock<Duration>
  private let interruption: Interruption
  private let keys: TerminalKeys?
  private let write: @Sendable (StyledText) -> Void
  /// Lines shown since the last command, which take time to read.
  private let unread = Atomic(0)

  /// - Parameters:
  ///   - pace: how many times as fast as a calm demonstration.
  ///   - interruption: ends a pause.
  ///   - keys: what is waited for before a command, in place of time to read what came before.
  ///   - write: shows text at once.
  package init(
    pace: Double, clock: any Clock<Duration> = ContinuousClock(), interruption: Interruption,
    keys: TerminalKeys? = nil, write: @escaping @Sendable (StyledText) -> Void
  ) {
    self.pace = pace
    self.clock = clock
    self.interruption = interruption
    self.keys = keys
    self.write = write
  }

  /// Takes note of what was shown, so that there is time to read it before the next command.
  package func saw(_ text: StyledText) {
    unread.add(text.utf8.count { $0 == UInt8(ascii: "\n") }, ordering: .relaxed)
  }

  /// Types `command` behind `place`.
  /// - Parameter mayGoOn: whether Enter alone is a line of its own.
  /// - Returns: the line that somebody typed in its place; nil where it was typed.
  package func type(_ place: String, _ command: String, mayGoOn: Bool = false) async -> String? {
    write(StyledText(place, .faint))
    if let keys {
      unread.store(0, ordering: .relaxed)
      let column = DisplayWidth.of(StyledText.madeVisible(place))
      let line = await waiting { await keys.line(inPlaceOf: command, at: column, mayBeEmpty: mayGoOn) }
      if let line {
        breakLine()
        return line
      }
    } else {
      await waitForReader()
    }
    for (index, key) in command.enumerated() {
      if interruption.isRaised { break }
      write(StyledText(String(key)))
      // Nobody types like a clock: words have gaps, and keys are not all alike.
      await pause(.milliseconds(45 + index * 37 % 5 * 12 + (key == " " ? 60 : 0)))
    }
    await pause(.milliseconds(350))
    breakLine()
    return nil
  }

  private func breakLine() {
    var end = StyledText()
    end.breakLine()
    write(end)
  }

  /// Shows a remark of the script's, and leaves time to read it.
  package func tell(_ remark: StyledText) async {
    // With keys the reader goes on at the command that follows.
    if keys == nil, unread.load(ordering: .relaxed) > 0 { await waitForReader() }
    write(remark)
    // As many lines as these letters would take in a narrow column: what explains is read slowly.
    unread.add(remark.text.count / 20, ordering: .relaxed)
  }

  private func waitForReader() async {
    let lines = unread.exchange(0, ordering: .relaxed)
    await pause(.milliseconds(min(4000, 600 + 90 * lines)))
  }

  private func pause(_ duration: Duration) async {
    await waiting { [clock, pace] in try? await clock.sleep(for: duration / pace) }
  }

  /// Does what takes its time, unless it is interrupted.
  private func waiting<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
    let task = Task { await body() }
    interruption.onRaise { task.cancel() }
    defer { interruption.onRaise(nil) }
    if interruption.isRaised { task.cancel() }
    return await task.value
  }
}

/// A clock on which nobody waits: whoever sleeps moves it on.
package final class SkippingClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    /// Since the clock was made.
    package var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let time = Mutex(Instant(offset: .zero))

  package init() {}

  package var now: Instant { time.withLock(\.self) }
  package var minimumResolution: Duration { .zero }

  package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
  }
}
