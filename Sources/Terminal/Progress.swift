import Glibc
import Presentation

/// A line on standard error that describes slow work and disappears when the work ends.
package struct Progress: Sendable {
  private let delay: Duration
  private let clock: any Clock<Duration>
  private let columns: @Sendable () -> Int
  private let isForReader: @Sendable () -> Bool
  private let write: (@Sendable (String) -> Void)?

  /// - Parameters:
  ///   - delay: shorter work shows nothing.
  ///   - columns: the width of the terminal.
  ///   - isForReader: whether a screen reader is in use; each message is then a separate line that stays.
  ///   - write: writes text immediately; nil shows nothing.
  package init(
    delay: Duration = .milliseconds(300), clock: any Clock<Duration> = ContinuousClock(),
    columns: @escaping @Sendable () -> Int, isForReader: @escaping @Sendable () -> Bool = { false },
    write: (@Sendable (String) -> Void)?
  ) {
    self.delay = delay
    self.clock = clock
    self.columns = columns
    self.isForReader = isForReader
    self.write = write
  }

  /// Writes to standard error if that is a terminal that can erase lines, or is read by a screen reader.
  package init(
    environment: [String: String], clock: any Clock<Duration> = ContinuousClock(),
    isForReader: @escaping @Sendable () -> Bool = { false }
  ) {
    let isTerminal = TerminalOutput.isTerminal(STDERR_FILENO)
    let canErase = !Appearance.isDumb(environment)
    self.init(clock: clock, columns: { TerminalSize(of: STDERR_FILENO)?.columns ?? 80 }, isForReader: isForReader) {
      text in
      guard isTerminal, canErase || isForReader() else { return }
      TerminalOutput.write(text, to: STDERR_FILENO)
    }
  }

  /// Runs `work`. If that takes longer than the delay, shows `label` and updates it each second; for a screen reader
  /// every ten seconds, if it has changed. Erases it before it returns.
  package func during<Success, Failure>(
    _ label: @escaping @autoclosure @Sendable () -> String, _ work: () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    guard let write else { return try await work() }
    let task = Task { await show(label, by: write) }
    let result: Result<Success, Failure>
    do throws(Failure) { result = .success(try await work()) } catch { result = .failure(error) }
    task.cancel()
    if await task.value { clearRow() }
    return try result.get()
  }

  /// Shows `label` until the task is cancelled.
  /// - Returns: whether the label was shown.
  @concurrent
  private func show(_ label: @Sendable () -> String, by write: @Sendable (String) -> Void) async -> Bool {
    let isForReader = isForReader()
    guard (try? await clock.sleep(for: delay)) != nil else { return false }
    var last = ""
    repeat {
      let text = StyledText.escapingControls(label())
      if !isForReader {
        // Also if the text is the same, because another program may have used the terminal meanwhile (Ctrl-Z). The last
        // column stays free, so that no terminal wraps the line.
        write("\r\u{1B}[K" + DisplayWidth.fitted(text, to: columns() - 1))
      } else if text != last {
        write(text + "\n")
      }
      last = text
    } while (try? await clock.sleep(for: isForReader ? .seconds(10) : .seconds(1))) != nil
    return true
  }

  /// Erases the cursor's row; does nothing for a screen reader.
  package func clearRow() {
    if !isForReader() { write?("\r\u{1B}[K") }
  }
}
