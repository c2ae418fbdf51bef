import Disk
import Domain
import Glibc
package import Presentation
import Synchronization

/// Lines typed at a terminal, edited by libedit with the user's `~/.editrc`.
package final class EditLineSource: LineSource {
  private let history: HistoryFile
  private let signals: TerminalSignals
  private let desk: ReaderState
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

  /// The state of the reading thread; there is one such thread at a time.
  ///
  /// `@unchecked Sendable` is fine because `next` is not called again before it returns, only the thread that it starts
  /// touches `editor` and `isReady`, and `isPlain` never changes.
  private final class ReaderState: @unchecked Sendable {
    var editor: LineEditor?
    let isPlain: Bool
    var isReady = false

    init(isPlain: Bool) { self.isPlain = isPlain }
  }

  /// - Parameters:
  ///   - history: lines of earlier sessions; each line typed is added.
  ///   - appearance: how the prompt looks; an unstyled prompt has no ghost text either.
  package init(
    history: HistoryFile, signals: TerminalSignals, appearance: Appearance, environment: [String: String]
  ) async {
    (editrc, warning) = await Self.editrc(environment)
    self.history = history
    self.signals = signals
    output = Self.terminalDescriptor()
    desk = ReaderState(isPlain: Appearance.isDumb(environment))
    state = Mutex(State(appearance: appearance))
    signals.onTermination { [modes] in modes.restore() }
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
  package func onChange(_ report: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.onChange = report }
  }

  /// Shows `text` above the line being typed, in place of the last such text; does nothing when no line is being typed.
  package func draw(_ text: StyledText) { post(.draw(text)) }

  /// Prints `text` above the line being typed, or above the next one if none is or nothing may be redrawn.
  package func tell(_ text: StyledText) {
    state.withLock { state in
      if state.messages == nil || desk.isPlain || state.appearance.isForReader {
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
    let (pendingMessages, appearance) = state.withLock { state in
      state.messages = []
      defer { state.pendingMessages = [] }
      return (state.pendingMessages, state.appearance)
    }
    for text in pendingMessages {
      _ = appearance.bytes(of: text).withUnsafeBytes { TerminalOutput.write($0, to: output) }
    }
    signals.divert { [weak self] event in self?.post(.signal(event)) }
    let entry = await withTaskCancellationHandler {
      // One thread per line, because waiting for keys blocks and typing a line takes seconds.
      await withCheckedContinuation { continuation in
        startThread { [self] in continuation.resume(returning: read(prompt)) }
      }
    } onCancel: {
      post(.stop)
    }
    signals.divert(to: nil)
    state.withLock { state in
      // Messages that arrived as the line ended are printed above the next one.
      state.pendingMessages += (state.messages ?? []).compactMap { if case .tell(let text) = $0 { text } else { nil } }
      state.messages = nil
    }
    switch entry {
    case .interrupted: return .interrupted
    case .end: return .end
    case .line(let text):
      let number = state.withLock { state in
        state.count += 1
        return state.count
      }
      guard let text else { return .unreadable(.usage(.notUTF8), Line(source: nil, number: number)) }
      return .line(Line(text, source: nil, number: number))
    }
  }

  private func post(_ message: LineEditor.Message) {
    state.withLock { $0.messages?.append(message) }
    wakeUp.wake()
  }

  private func takeMessages() -> [LineEditor.Message] {
    state.withLock { state in
      defer { if state.messages != nil { state.messages = [] } }
      return state.messages ?? []
    }
  }

  private func read(_ prompt: Prompt) -> LineEditor.Entry {
    if !desk.isReady { prepare() }
    let (appearance, onChange) = state.withLock { ($0.appearance, $0.onChange) }
    guard let editor = desk.editor else {
      let plain = PlainPrompt(output: output, appearance: appearance, wakeUp: wakeUp, takeMessages: takeMessages)
      let entry = plain.readLine(prompt)
      if case .line(let line?) = entry { history.add(line) }
      return entry
    }
    let entry = editor.readLine(prompt, appearance: appearance, onChange: onChange)
    if case .line(let line?) = entry, history.add(line) { editor.remember(line) }
    return entry
  }

  private func prepare() {
    desk.isReady = true
    guard !desk.isPlain else { return }
    // libedit and the widths of characters follow the locale; all our text is UTF-8.
    setlocale(LC_CTYPE, "")
    if String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    desk.editor = LineEditor(
      program: "liner", editrc: editrc, output: output, modes: modes, wakeUp: wakeUp,
      takeMessages: { [unowned self] in takeMessages() }
    )
    desk.editor?.forgetOlder(than: history.limit)
    for line in history.lines { desk.editor?.remember(line) }
  }
}
