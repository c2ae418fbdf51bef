import Glibc
import Presentation

/// A line on standard error that says what takes long, and vanishes with it.
package struct Progress: Sendable {
  private let delay: Duration
  private let clock: any Clock<Duration>
  private let columns: @Sendable () -> Int
  private let write: (@Sendable (String) -> Void)?

  /// - Parameters:
  ///   - delay: work done sooner shows nothing.
  ///   - columns: the width of the terminal.
  ///   - write: shows text as it is, at once; nil where nothing may be shown.
  package init(
    delay: Duration = .milliseconds(300), clock: any Clock<Duration> = ContinuousClock(),
    columns: @escaping @Sendable () -> Int, write: (@Sendable (String) -> Void)?
  ) {
    self.delay = delay
    self.clock = clock
    self.columns = columns
    self.write = write
  }

  /// On standard error, and only where that is a terminal which can erase what it shows.
  package init(environment: [String: String], clock: any Clock<Duration> = ContinuousClock()) {
    let canErase = TerminalOutput.isTerminal(STDERR_FILENO) && !Appearance.isDumb(environment)
    self.init(clock: clock, columns: { TerminalSize(of: STDERR_FILENO)?.columns ?? 80 }) { text in
      guard canErase else { return }
      _ = Array(text.utf8).withUnsafeBytes { TerminalOutput.write($0, to: STDERR_FILENO) }
    }
  }

  /// Does `work`, showing `label` while it takes longer than the delay.
  package func during<Success, Failure>(
    _ label: String, _ work: () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let shown = start { label }
    let result: Result<Success, Failure>
    do throws(Failure) { result = .success(try await work()) } catch { result = .failure(error) }
    await shown.end()
    return try result.get()
  }

  /// Shows what `label` says once the delay has passed, and again each second where it says something else.
  package func start(_ label: @escaping @Sendable () -> String) -> Shown {
    guard let write else { return Shown(task: nil, erase: {}) }
    let task = Task { [delay, clock, columns] in
      guard (try? await clock.sleep(for: delay)) != nil else { return false }
      var last = ""
      repeat {
        // The last column stays free, so that no terminal wraps the line.
        let text = DisplayWidth.fitted(StyledText.madeVisible(label()), to: columns() - 1)
        if text != last { write("\r\u{1B}[K" + text) }
        last = text
      } while (try? await clock.sleep(for: .seconds(1))) != nil
      return true
    }
    return Shown(task: task, erase: clearRow)
  }

  /// Takes away whatever stands in the cursor's row.
  package func clearRow() { write?("\r\u{1B}[K") }

  /// A line that is shown or will be.
  package struct Shown: Sendable {
    fileprivate let task: Task<Bool, Never>?
    fileprivate let erase: @Sendable () -> Void

    /// Takes it away; when this returns, nothing of it is left.
    package func end() async {
      task?.cancel()
      if await task?.value == true { erase() }
    }
  }
}
