package import Presentation
import Synchronization

/// Types commands visibly, key by key, for an audience, with pauses for reading.
package final class TypingSimulator: Audience {
  private let pace: Double
  private let clock: any Clock<Duration>
  private let interruption: Interruption
  private let keys: TerminalKeys?
  private let redact: @Sendable (String) -> String
  private let write: @Sendable (StyledText) -> Void
  /// Lines shown since the last command, which take time to read.
  private let unread = Atomic(0)

  /// - Parameters:
  ///   - pace: the speed; 1 suits a calm demo.
  ///   - interruption: ends a pause.
  ///   - keys: waits for a key before each command, instead of pausing.
  ///   - redact: removes secrets from a command before it is split into keys.
  ///   - write: shows text immediately.
  package init(
    pace: Double, clock: any Clock<Duration> = ContinuousClock(), interruption: Interruption,
    keys: TerminalKeys? = nil, redact: @escaping @Sendable (String) -> String = { $0 },
    write: @escaping @Sendable (StyledText) -> Void
  ) {
    (self.pace, self.clock, self.interruption) = (pace, clock, interruption)
    (self.keys, self.redact, self.write) = (keys, redact, write)
  }

  /// Counts the lines of `text`, for the pause before the next command.
  package func saw(_ text: StyledText) {
    unread.add(text.utf8.count { $0 == UInt8(ascii: "\n") }, ordering: .relaxed)
  }

  /// Types `command` after `place`.
  /// - Parameter canRetry: whether Enter alone counts as a line.
  package func type(_ place: String, _ command: String, canRetry: Bool = false) async -> Repl.Typed {
    let command = redact(command)
    write(StyledText(place, .faint))
    if let keys {
      unread.store(0, ordering: .relaxed)
      let column = DisplayWidth.of(StyledText.escapingControls(place))
      let typed = await interruption.value { await keys.next(instead: command, at: column, mayBeEmpty: canRetry) }
      if typed != .command {
        write(Self.lineBreak)
        keys.release()
        return typed
      }
    } else {
      await waitForReader()
    }
    for (index, key) in command.enumerated() {
      if interruption.isRaised { break }
      write(StyledText(String(key)))
      // People do not type evenly: there are gaps between words, and keys differ.
      await pause(.milliseconds(45 + index * 37 % 5 * 12 + (key == " " ? 60 : 0)))
    }
    await pause(.milliseconds(350))
    write(Self.lineBreak)
    keys?.release()
    return .command
  }

  private static let lineBreak = StyledText(lines: [""])

  /// Shows a script's remark, with a pause for reading it.
  package func print(_ remark: StyledText) async {
    // With keys, the audience decides when to continue.
    if keys == nil, unread.load(ordering: .relaxed) > 0 { await waitForReader() }
    write(remark)
    // Counts as many lines as a narrow column would need, because explanations are read slowly.
    unread.add(remark.text.count / 20, ordering: .relaxed)
  }

  private func waitForReader() async {
    let lines = unread.exchange(0, ordering: .relaxed)
    await pause(.milliseconds(min(4000, 600 + 90 * lines)))
  }

  private func pause(_ duration: Duration) async {
    await interruption.value { [clock, pace] in try? await clock.sleep(for: duration / pace) }
  }
}

/// A clock without waits: sleeping advances it.
package final class SkippingClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    /// The time since the clock was made.
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
