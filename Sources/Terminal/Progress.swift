import Domain
import Glibc
import Presentation
import Synchronization

/// A line on standard error that describes slow work and disappears when the work ends.
package struct Progress: Sendable {
  /// Shorter work shows nothing.
  private static let delay = Duration.milliseconds(300)

  var clock: any Clock<Duration> = ContinuousClock()
  /// The width of the terminal.
  let columns: @Sendable () -> Int
  /// Whether a screen reader is in use; each message is then a separate line that stays.
  var isForReader: @Sendable () -> Bool = { false }
  /// Writes text immediately; nil shows nothing.
  let write: (@Sendable (String) -> Void)?
  private let row = Row()

  /// The terminal's row, which all work shares.
  private final class Row: Sendable {
    /// Nil once nothing may be shown any more.
    let isShown = Mutex<Bool?>(false)
    let isPaused = Atomic(false)
  }
}

extension Progress {
  /// Writes to standard error if that is a terminal that can erase lines, or is read by a screen reader.
  package init(environment: [String: String], isForReader: @escaping @Sendable () -> Bool) {
    let isTerminal = TerminalOutput.isTerminal(STDERR_FILENO)
    let canErase = !Appearance.isDumb(environment)
    let appearance = Appearance(colors: .never, isTerminal: isTerminal, environment: environment)
    let write = { @Sendable (text: String) in
      if canErase || isForReader() { TerminalOutput.write(appearance.shown(text), to: STDERR_FILENO) }
    }
    self.init(
      columns: { TerminalSize.of(STDERR_FILENO)?.columns ?? 80 }, isForReader: isForReader,
      write: isTerminal ? write : nil)
  }

  /// Runs `work`. If that takes longer than the delay, shows `label` and updates it each second; for a screen reader
  /// every ten seconds, if it has changed. Erases it before it returns.
  package func during<Success, Failure>(
    _ label: @escaping @autoclosure @Sendable () -> String, _ work: () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let end = begin(label())
    let result = await result(of: work)
    await end()
    return try result.get()
  }

  /// Begins work as `during` shows it.
  /// - Returns: to be called when the work has ended.
  package func begin(_ label: @escaping @autoclosure @Sendable () -> String) -> @Sendable () async -> Void {
    guard let write else { return {} }
    let task = Task { await show(label, by: write) }
    return {
      task.cancel()
      if await task.value { clearRow() }
    }
  }

  /// Shows `label` until the task is cancelled.
  /// - Returns: whether the label was shown.
  @concurrent
  private func show(_ label: @Sendable () -> String, by write: @Sendable (String) -> Void) async -> Bool {
    let isForReader = isForReader()
    guard (try? await clock.sleep(for: Self.delay)) != nil else { return false }
    var last = ""
    repeat {
      if row.isPaused.load(ordering: .relaxed) { continue }
      let text = StyledText.escapingControls(label())
      let isOver = row.isShown.withLock { shown in
        shown = shown.map { _ in !isForReader }
        return shown == nil
      }
      if isOver { return false }
      if !isForReader {
        // Also if the text is the same, because another program may have used the terminal meanwhile (Ctrl-Z). The last
        // columns stay free, so that no terminal wraps the line or its own `^C`.
        write("\r\u{1B}[K" + DisplayWidth.fitted(text, to: columns() - 3))
      } else if text != last {
        write(text + "\n")
      }
      last = text
    } while (try? await clock.sleep(for: pause(isForReader))) != nil
    return true
  }

  private func pause(_ isForReader: Bool) -> Duration {
    row.isPaused.load(ordering: .relaxed) ? Self.delay : isForReader ? .seconds(10) : .seconds(1)
  }

  /// Shows nothing while `work` has the terminal: a question of work that is slow before or after its answer.
  func pausing<Value>(_ work: () async -> Value) async -> Value {
    row.isPaused.store(true, ordering: .relaxed)
    defer { row.isPaused.store(false, ordering: .relaxed) }
    if row.isShown.withLock({ $0 == true }) { clearRow() }
    return await work()
  }

  /// Erases what is shown, and shows nothing more: a signal ends the program, whose last words need a row of their own.
  package func close() {
    if row.isShown.withLock({ exchange(&$0, with: nil) }) == true { clearRow() }
  }

  /// Erases the cursor's row; does nothing for a screen reader.
  package func clearRow() {
    row.isShown.withLock { $0 = $0.map { _ in false } }
    if !isForReader() { write?("\r\u{1B}[K") }
  }
}
