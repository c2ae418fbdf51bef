import Glibc
import Presentation

/// A line on standard error that says what takes long, and vanishes with it.
package struct Progress: Sendable {
  private let delay: Duration
  private let clock: any Clock<Duration>
  private let columns: @Sendable () -> Int
  private let isForReader: @Sendable () -> Bool
  private let write: (@Sendable (String) -> Void)?

  /// - Parameters:
  ///   - delay: work done sooner shows nothing.
  ///   - columns: the width of the terminal.
  ///   - isForReader: whether it is said in lines of their own, from time to time, and none is taken away.
  ///   - write: shows text as it is, at once; nil where nothing may be shown.
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

  /// On standard error, and only where that is a terminal which can erase what it shows, or erases nothing for a reader.
  package init(
    environment: [String: String], clock: any Clock<Duration> = ContinuousClock(),
    isForReader: @escaping @Sendable () -> Bool = { false }
  ) {
    let isTerminal = TerminalOutput.isTerminal(STDERR_FILENO)
    let canErase = !Appearance.isDumb(environment)
    self.init(clock: clock, columns: { TerminalSize(of: STDERR_FILENO)?.columns ?? 80 }, isForReader: isForReader) {
      text in
      guard isTerminal, canErase || isForReader() else { return }
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

  /// Shows what `label` says once the delay has passed, and again each second; for a reader less often, and only what is new.
  package func start(_ label: @escaping @Sendable () -> String) -> Shown {
    guard let write else { return Shown(task: nil, erase: {}) }
    let isForReader = isForReader()
    let task = Task { [delay, clock, columns] in
      guard (try? await clock.sleep(for: delay)) != nil else { return false }
      var last = ""
      repeat {
        let text = StyledText.madeVisible(label())
        if !isForReader {
          // Also where it says the same, because somebody else may have had the terminal meanwhile (Ctrl-Z). The last column
          // stays free, so that no terminal wraps the line.
          write("\r\u{1B}[K" + DisplayWidth.fitted(text, to: columns() - 1))
        } else if text != last {
          write(text + "\n")
        }
        last = text
      } while (try? await clock.sleep(for: isForReader ? .seconds(10) : .seconds(1))) != nil
      return true
    }
    return Shown(task: task, erase: clearRow)
  }

  /// Takes away whatever stands in the cursor's row.
  package func clearRow() {
    if !isForReader() { write?("\r\u{1B}[K") }
  }

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
