package import Presentation
import Synchronization

/// Types commands visibly, key by key, for an audience, with pauses for reading.
package final class TypingSimulator: Audience {
  private let pace: Double
  private let sleep: @Sendable (Duration) async -> Void
  private let interruption: Interruption
  private let keys: TerminalKeys?
  private let redact: @Sendable (String) -> String
  private let write: @Sendable (StyledText) -> Void
  /// Lines shown since the last command, which take time to read.
  private let unread = Atomic(0)

  /// - Parameters:
  ///   - pace: the speed; 1 suits a calm demo.
  ///   - sleep: waits as long as a pause; a cancelled task ends it.
  ///   - interruption: ends a pause.
  ///   - keys: waits for a key before each command, instead of pausing.
  ///   - redact: removes secrets from a command before it is split into keys.
  ///   - write: shows text immediately.
  package init(
    pace: Double, sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) },
    interruption: Interruption, keys: TerminalKeys? = nil, redact: @escaping @Sendable (String) -> String = { $0 },
    write: @escaping @Sendable (StyledText) -> Void
  ) {
    (self.pace, self.sleep, self.interruption) = (pace, sleep, interruption)
    (self.keys, self.redact, self.write) = (keys, redact, write)
  }

  /// Counts the lines of `text`, for the pause before the next command.
  package func saw(_ text: StyledText) { unread.add(text.utf8.count { $0 == UInt8(ascii: "\n") }, ordering: .relaxed) }

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
    await interruption.value { [sleep, pace] in if !Task.isCancelled { await sleep(duration / pace) } }
  }
}
