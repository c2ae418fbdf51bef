import Disk
import Domain
import Glibc
package import Presentation
import Synchronization

/// Lines typed at a terminal, edited by libedit with the user's `~/.editrc`.
package final class EditLineSource: LineSource {
  private let history: HistoryFile
  private let signals: TerminalSignals
  private let isPlain: Bool
  /// Nil until the first line, and if the terminal can only print. `nonisolated(unsafe)` is fine because `next` is not
  /// called again before it returns, and only the thread that it starts uses it.
  private nonisolated(unsafe) var editor: LineEditor?
  /// `nonisolated(unsafe)` is fine as above.
  private nonisolated(unsafe) var isReady = false
  private let wakeUp = WakePipe()
  private let modes = TerminalModes()
  private let output: Int32
  private let editrc: [String]
  /// Why the user's `~/.editrc` is ignored, in a few words; nil if it is used or does not exist.
  package let warning: String?
  private let state: Mutex<State>

  private struct State {
    var appearance: Appearance
    var onChange: @Sendable (String) -> Void = { _ in }
    /// Nil while no line is being typed.
    var messages: [LineEditor.Message]?
    /// Printed above the next line.
    var pendingMessages: [StyledText] = []
    var count = 0
  }

  /// - Parameters:
  ///   - history: lines of earlier sessions; each line typed is added.
  ///   - appearance: how the prompt looks; an unstyled prompt has no ghost text either.
  package init(
    history: HistoryFile, signals: TerminalSignals, appearance: Appearance, environment: [String: String]
  ) async {
    (editrc, warning) = await Self.editrc(environment)
    (self.history, self.signals) = (history, signals)
    output = Self.terminalDescriptor()
    isPlain = Appearance.isDumb(environment)
    state = Mutex(State(appearance: appearance))
    signals.onTermination { [weak self, modes] in
      modes.restore()
      // Moves to a new line, so that what follows is not printed after the prompt.
      if let self, state.withLock({ $0.messages != nil }) { TerminalOutput.write("\n", to: output) }
    }
  }

  /// The lines of libedit's configuration file: `EDITRC`, else `~/.editrc`.
  private static func editrc(_ environment: [String: String]) async -> (lines: [String], warning: String?) {
    let named = environment["EDITRC", default: ""]
    let path = named.isEmpty ? "~/.editrc" : named
    do throws(FileError) {
      let content = try await DiskFiles(BaseFolders(environment), lockPatience: .zero).read(path)
      return (String(decoding: content?.bytes ?? [], as: UTF8.self).split(separator: "\n").map(String.init), nil)
    } catch {
      return ([], "\(path): \(ErrorMessages.words(for: error.problem))")
    }
  }

  /// Standard output is for results. If it is not a terminal, the line is shown on another descriptor that is one.
  private static func terminalDescriptor() -> Int32 {
    if let terminal = [STDOUT_FILENO, STDERR_FILENO].first(where: { isatty($0) == 1 }) { return terminal }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    return terminal >= 0 ? terminal : STDERR_FILENO
  }

  /// How the prompt looks from now on.
  package var appearance: Appearance {
    get { state.withLock { $0.appearance } }
    set { state.withLock { $0.appearance = newValue } }
  }

  /// Calls `report` with the line when it has changed and no further key is waiting, on the thread that reads keys.
  package func onChange(_ report: @escaping @Sendable (String) -> Void) { state.withLock { $0.onChange = report } }

  /// Shows `text` above the line being typed, replacing the last such text; does nothing when no line is being typed.
  package func draw(_ text: StyledText) { post(.draw(text)) }

  /// Prints `text` above the line being typed, below it if nothing may be redrawn, or above the next one.
  package func tell(_ text: StyledText) {
    state.withLock { state in
      if state.messages == nil || isPlain || state.appearance.isForReader {
        state.pendingMessages.append(text)
      } else {
        state.messages?.append(.tell(text))
      }
    }
    wakeUp.wake()
  }

  package func next(prompt: () -> Prompt, beforeWaiting: () -> Void) async -> LineEvent {
    beforeWaiting()
    let prompt = prompt()
    let (pendingMessages, appearance, number) = state.withLock { state in
      state.messages = []
      return (exchange(&state.pendingMessages, with: []), state.appearance, state.count + 1)
    }
    for text in pendingMessages { TerminalOutput.write(appearance.bytes(of: text), to: output) }
    signals.divert { [weak self] event in self?.post(.signal(event)) }
    let event = await withTaskCancellationHandler {
      // One thread per line, because waiting for keys blocks and typing a line takes seconds.
      await withCheckedContinuation { continuation in
        startThread { [self] in
          // In the background, the terminal stops us. To a thread that blocks this, as Swift's do, it reports errors.
          TerminalSignals.unblock([SIGTTIN, SIGTTOU])
          continuation.resume(returning: read(prompt, number: number))
        }
      }
    } onCancel: {
      post(.stop)
    }
    signals.divert(to: nil)
    let late = state.withLock { state in
      let messages = state.messages.take() ?? []
      if event.line != nil { state.count = number }
      return exchange(&state.pendingMessages, with: [])
        + messages.compactMap { if case .tell(let text) = $0 { text } else { nil } }
    }
    // Printed now, because they may be outdated once the line's command has run.
    for text in late where event != .end { TerminalOutput.write(appearance.bytes(of: text), to: output) }
    return event
  }

  private func post(_ message: LineEditor.Message) {
    state.withLock { $0.messages?.append(message) }
    wakeUp.wake()
  }

  private func takeMessages() -> [LineEditor.Message] {
    state.withLock { $0.messages == nil ? [] : exchange(&$0.messages, with: []) ?? [] }
  }

  private func read(_ prompt: Prompt, number: Int) -> LineEvent {
    if !isReady { prepare() }
    let (appearance, onChange) = state.withLock { ($0.appearance, $0.onChange) }
    let plain = PlainPrompt(output: output, appearance: appearance, wakeUp: wakeUp, takeMessages: takeMessages)
    let event =
      editor?.readLine(prompt, number: number, appearance: appearance, onChange: onChange)
      ?? plain.readLine(prompt, number: number)
    if let text = event.text, history.add(text) { editor?.remember(text) }
    return event
  }

  private func prepare() {
    isReady = true
    guard !isPlain else { return }
    // libedit and the widths of characters follow the locale; all our text is UTF-8.
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    editor = LineEditor(
      program: "liner", editrc: editrc, output: output, modes: modes, wakeUp: wakeUp,
      takeMessages: { [unowned self] in takeMessages() }
    )
    editor?.forgetOlder(than: history.limit)
    for line in history.lines { editor?.remember(line) }
  }
}
