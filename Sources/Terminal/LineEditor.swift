import CEditline
import Disk
import Glibc
import Presentation

/// libedit, set up for one terminal. Used by one thread at a time.
final class LineEditor {
  /// What may happen while a line is being typed, besides editing it.
  enum Message: Sendable {
    case signal(TerminalSignals.Event)
    case draw(StyledText)
    /// Stays above the line.
    case tell(StyledText)
    case stop, suspend
  }

  private let editor: OpaquePointer
  private let history: OpaquePointer
  private var numbers: [String: Int32] = [:]
  private let display: LineDisplay
  /// libedit's output to the terminal.
  private let stream: UnsafeMutablePointer<FILE>
  private let wakeUp: WakePipe
  private let takeMessages: () -> [Message]

  private var prompt = Prompt(text: "")
  /// The result, if it was decided outside libedit; nil if libedit's own result counts.
  private var decided: LineEvent?
  /// Ctrl-C was typed during a history search.
  private var isInterruptPending = false
  /// A key's sequence ended a history search, which takes its first byte.
  private var isEscapePending = false
  /// False while we are stopped and another program uses the screen.
  private var isLineShown = true
  private var onChange: (String) -> Void = { _ in }
  private var lastReported = ""
  private let modes: TerminalModes
  private var keys = KeyReader()

  /// Fails if libedit or the terminal cannot edit a line.
  /// - Parameter editrc: the lines of the user's `~/.editrc`.
  init?(
    program: String, editrc: [String], output: Int32, modes: TerminalModes, wakeUp: WakePipe,
    takeMessages: @escaping () -> [Message]
  ) {
    // libedit changes modes as soon as it is opened.
    modes.save()
    defer { modes.restore() }
    guard let stream = fdopen(fcntl(output, F_DUPFD_CLOEXEC, 3), "w"), let editor = editor_open(program, stream) else {
      return nil
    }
    (self.stream, self.editor) = (stream, editor)
    display = LineDisplay(of: editor, on: output)
    (self.modes, self.wakeUp, self.takeMessages) = (modes, wakeUp, takeMessages)
    history = history_init()
    // All of this needs to clear to the end of a row and to move up a row.
    guard editor_terminal_can(editor, "ce") != 0, editor_terminal_can(editor, "up") != 0 else { return nil }
    editor_set_owner(editor, Unmanaged.passUnretained(self).toOpaque())
    editor_set_prompt(editor, { LineEditor.owner(of: $0).display.promptBytes }, 1)
    editor_set_history(editor, history)
    // Debian's libedit starts in vi mode, which surprises users who did not ask for it.
    editor_use_emacs_keys(editor)
    let keys = EditorKeys(editor: editor)
    keys.bindSequences()
    keys.adopt(editrc)
    editor_set_reader(editor) { editor, character in LineEditor.owner(of: editor).readKey(into: character!) }
    editor_add_function(editor, Self.complete, "Complete the word before the cursor") { editor, _ in
      LineEditor.owner(of: editor).complete()
    }
    editor_add_function(editor, Self.forward, "Move right; at the end of the line accept the ghost text") { editor, _ in
      LineEditor.owner(of: editor).moveForward()
    }
    keys.bind(complete: Self.complete, forward: Self.forward)
    editor_take_signal_keys(editor)
  }

  deinit {
    // Leave edit mode first, because otherwise libedit discards what was typed ahead.
    editor_set_editing(editor, 0)
    el_end(editor)
    history_end(history)
    fclose(stream)
  }

  private static func owner(of editor: OpaquePointer?) -> LineEditor {
    Unmanaged<LineEditor>.fromOpaque(editor_owner(editor)).takeUnretainedValue()
  }

  private static let (complete, forward) = ("liner-complete", "liner-forward")

  /// Adds a line for Up, Down and Ctrl-R; of equal lines only the newest stays.
  func remember(_ line: String) {
    if let earlier = numbers[line] { history_delete(history, earlier) }
    let number = history_enter(history, line)
    if number >= 0 { numbers[line] = number }
  }

  func forgetOlder(than count: Int) { history_set_size(history, Int32(count)) }

  /// Reads one line.
  /// - Parameter onChange: called with the line when it has changed and no further key is waiting.
  func readLine(
    _ prompt: Prompt, number: Int, appearance: Appearance, onChange: @escaping (String) -> Void
  ) -> LineEvent {
    (self.prompt, self.onChange) = (prompt, onChange)
    lastReported = ""
    decided = nil
    keys.hasSkipped = false
    display.begin(prompt.text, appearance: appearance)
    modes.save()
    defer { modes.restore() }
    // libedit shows the prompt first, and meanwhile the terminal would echo typed keys.
    editor_set_raw(editor, 1)
    var count: Int32 = 0
    let typed = el_gets(editor, &count).map { String(cString: $0) }
    if let decided { return decided }
    guard var line = typed else {
      display.emit("\r\n")
      return .end
    }
    if line.hasSuffix("\n") || line.hasSuffix("\r") { line.removeLast() }
    if keys.hasSkipped { return .unreadable(.usage(.notUTF8), Line(source: nil, number: number)) }
    return .line(Line(line, source: nil, number: number))
  }

  // MARK: - What keys do

  private func moveForward() -> UInt8 {
    let (scalars, cursor) = display.line
    guard cursor == scalars.count else {
      el_cursor(editor, 1)
      return UInt8(CC_CURSOR)
    }
    let accepted = display.showsGhosts ? prompt.hint(String(scalars))?.added ?? "" : ""
    guard !accepted.isEmpty, el_insertstr(editor, accepted) == 0 else { return UInt8(CC_NORM) }
    return UInt8(CC_REFRESH)
  }

  private func complete() -> UInt8 {
    let (scalars, cursor) = display.line
    let before = String(scalars.prefix(cursor))
    let completions = prompt.completions(String(scalars), before.count)
    switch CompletionMenu(completions, typed: before, atEnd: cursor == scalars.count) {
    case .nothing:
      return UInt8(CC_ERROR)
    case .insert(let text, let replaced):
      el_deletestr(editor, Int32(before.suffix(replaced).unicodeScalars.count))
      // libedit would display control characters as such; a line contains none.
      return el_insertstr(editor, StyledText.escapingControls(text)) == 0 ? UInt8(CC_REFRESH) : UInt8(CC_ERROR)
    case .list(let completions):
      display.showCompletions(completions)
      return UInt8(CC_NORM)
    }
  }

  // MARK: - Keys

  /// Waits for a key and for messages at the same time; libedit calls it for each character.
  /// - Returns: 1 for a character, 0 at the end of input, -1 to abandon the line.
  private func readKey(into character: UnsafeMutablePointer<wchar_t>) -> Int32 {
    while true {
      if isInterruptPending {
        isInterruptPending = false
        interrupt()
        return -1
      }
      if isEscapePending {
        isEscapePending = false
        character.pointee = 0x1B
        return 1
      }
      for message in takeMessages() {
        guard take(message) else { return -1 }
      }
      if !isInputWaiting {
        if !isSearching { display.mend() }
        display.paintGhost(prompt.hint)
        reportChange()
        guard wakeUp.waitForInput() != nil else { continue }
      }
      guard let byte = KeyReader.nextByte() else {
        display.eraseGhost()
        return 0
      }
      // No line contains a NUL, and to libedit it would mean the end of one.
      guard let scalar = keys.take(byte), scalar != "\0" else { continue }
      display.eraseGhost()
      let message = message(of: scalar)
      // The drawing above belongs to the line being typed, not to the scrollback.
      if message != nil || scalar == "\r" || scalar == "\n" { display.eraseDrawing() }
      if case .signal(.interrupted)? = message, isSearching {
        // A search abandoned halfway makes libedit scroll: end the search first, then the line.
        isInterruptPending = true
        character.pointee = 0x1B
        return 1
      }
      guard let message else {
        display.settle()
        isEscapePending = scalar == "\u{1B}" && isSearching && isInputWaiting
        character.pointee = wchar_t(truncatingIfNeeded: scalar.value)
        return 1
      }
      guard take(message) else { return -1 }
    }
  }

  private var isInputWaiting: Bool {
    var waiting: Int32 = 0
    return ioctl(STDIN_FILENO, UInt(FIONREAD), &waiting) == 0 && waiting > 0
  }

  /// What a key means; nil if it edits the line.
  private func message(of scalar: Unicode.Scalar) -> Message? {
    guard editor_is_editing(editor) != 0, scalar.value < 0x80 else { return nil }
    switch UInt8(scalar.value) {
    case modes.interruptKey: return .signal(.interrupted)
    case modes.suspendKey: return .suspend
    case modes.endKey where display.line.scalars.isEmpty: return .stop
    default: return nil
    }
  }

  private func interrupt() {
    display.moveToEnd()
    display.emit("^C\r\n")
    decided = .interrupted
  }

  private func suspend() {
    display.moveToEnd()
    display.emit("\r\n")
    isLineShown = false
    editor_set_raw(editor, 0)
    modes.restore()
    // Stops the whole pipeline, as the terminal would.
    kill(0, SIGTSTP)
    // `kill` may return before the stop, and the modes must not change until we are continued. An orphaned process
    // group, which nobody could continue, does not stop, so this waits only briefly.
    waitForEvents(on: [(wakeUp.readingEnd, POLLIN)], atMost: 200)
    resume()
  }

  /// Takes the terminal back after another program used it.
  private func resume() {
    editor_set_raw(editor, 0)
    modes.save()
    editor_set_raw(editor, 1)
    display.redraw(isShown: isLineShown)
    isLineShown = true
  }

  private func take(_ message: Message) -> Bool {
    switch message {
    case .draw(let text): display.draw(text)
    case .tell(let text): display.tell(text)
    case .signal(.resized): display.resize()
    case .signal(.resumed): resume()
    case .signal(.interrupted): interrupt()
    case .suspend: suspend()
    case .stop:
      display.moveToEnd()
      display.emit("\r\n")
      decided = .end
    }
    return decided == nil
  }

  /// libedit shows a history search after a line break.
  private var isSearching: Bool { display.line.scalars.contains("\n") }

  private func reportChange() {
    guard !isSearching else { return }
    let text = String(display.line.scalars)
    guard text != lastReported else { return }
    lastReported = text
    onChange(text)
  }
}
