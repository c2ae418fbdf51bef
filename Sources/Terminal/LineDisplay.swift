import CEditline
import Glibc
import Presentation

/// Prompt and line on the screen, which libedit draws, and what we draw around them.
final class LineDisplay {
  private let editor: OpaquePointer
  private let output: Int32
  private var appearance = Appearance.plain
  private var place = ""
  private var promptWidth = 0
  /// The prompt in libedit's form, with escape sequences between marks.
  private(set) var promptBytes: UnsafeMutablePointer<CChar>
  private var isGhostShown = false
  /// The last drawing above the prompt; empty if it belongs to the scrollback.
  private var drawing = StyledText()
  /// The line's length at the latest key.
  private var latestLength = 0
  /// The line's length when it was last seen to be drawn.
  private var drawnLength = 0

  init(of editor: OpaquePointer, on output: Int32) {
    (self.editor, self.output) = (editor, output)
    promptBytes = strdup("")
  }

  deinit { free(promptBytes) }

  /// Starts a line whose prompt shows the current `place`.
  func begin(_ place: String, appearance: Appearance) {
    (self.place, self.appearance) = (place, appearance)
    drawing = StyledText()
    fitPrompt()
  }

  private func fitPrompt() {
    // At least half of the row is for typing.
    let place = PromptPlace.shown(place, inWindowOf: size.columns, as: appearance)
    promptWidth = EditBlock.width(of: place) + 2
    let mark = "\u{1}"
    let shown =
      appearance.isStyled
      ? (place.isEmpty ? "" : "\(mark)\u{1B}[2m\(mark)\(place)") + "\(mark)\u{1B}[0;1m\(mark)>\(mark)\u{1B}[0m\(mark) "
      : "\(place)> "
    free(promptBytes)
    // libedit drops marks above and below letters, as of Thai, unless it passes them on unread. A further sequence must
    // not follow such a one at once.
    promptBytes = strdup(
      shown.replacingScalars { $0.isMark ? "\(mark)\($0)\(mark)" : nil }.replacing(mark + mark, with: ""))
  }

  func emit(_ text: String) { TerminalOutput.write(text, to: output) }

  // MARK: The line

  /// libedit assumes 80 by 24 if the terminal has no size.
  var size: (columns: Int, rows: Int) { TerminalSize.of(output).flatMap { $0.columns > 1 ? $0 : nil } ?? (80, 24) }

  /// The line typed so far, and the cursor's index in it.
  var line: (scalars: String.UnicodeScalarView, cursor: Int) {
    let (length, cursor) = extent
    var scalars = String.UnicodeScalarView()
    guard let start = el_wline(editor).pointee.buffer else { return (scalars, 0) }
    for place in 0..<length {
      scalars.append(Unicode.Scalar(UInt32(truncatingIfNeeded: start[place])) ?? "\u{FFFD}")
    }
    return (scalars, cursor)
  }

  /// The line's length and the cursor's index in it, without a copy of the line, which may be long.
  private var extent: (length: Int, cursor: Int) {
    let info = el_wline(editor).pointee
    guard let start = info.buffer else { return (0, 0) }
    let length = max(0, info.lastchar - start)
    // Some of libedit's own functions leave the cursor outside the line until the next key.
    return (length, min(max(0, info.cursor - start), length))
  }

  private var block: EditBlock {
    let (scalars, cursor) = line
    return EditBlock(promptWidth: promptWidth, line: scalars, cursor: cursor, columns: size.columns)
  }

  /// Erases prompt and line, and leaves the cursor where the prompt started.
  private func hide(cursorRow: Int) {
    isGhostShown = false
    emit((cursorRow > 0 ? "\u{1B}[\(cursorRow)A" : "") + "\r\u{1B}[J")
  }

  /// Moves the cursor to the end of the line, so that output can follow below it.
  func moveToEnd() {
    eraseGhost()
    // If the user has switched editing off, the terminal edits the line, and we do not know it.
    guard editor_is_editing(editor) != 0 else { return }
    let block = block
    let down = block.rows - 1 - block.cursorRow
    emit((down > 0 ? "\u{1B}[\(down)B" : "") + "\r" + (block.endColumn > 0 ? "\u{1B}[\(block.endColumn)C" : ""))
  }

  /// Redraws prompt and line.
  /// - Parameter isShown: whether they are on the screen; false after another program used it.
  func redraw(isShown: Bool) {
    drawing = StyledText()
    hide(cursorRow: isShown ? block.cursorRow : 0)
    editor_redraw(editor)
  }

  /// Runs before libedit gets a key. Puts its cursor back into the line, and makes it recount the rows if it may be
  /// wrong: at the end of a line that fills the window or ends at its edge, unless the line grew by one character. In
  /// both cases libedit would write outside its memory.
  func settle() {
    let info = el_wline(editor).pointee
    el_cursor(editor, Int32(min(max(info.cursor, info.buffer), info.lastchar) - info.cursor))
    let (length, cursor) = extent
    defer { latestLength = length }
    guard cursor >= length - 1, length != latestLength + 1 else { return }
    let block = block
    if block.rows >= size.rows || block.rows > 1 && block.endColumn == 0 { redraw(isShown: true) }
  }

  /// Runs after libedit has drawn a key. Draws a line of several rows again if it changed before its end: what libedit
  /// wraps into the next row, it then erases there.
  func mend() {
    let (length, cursor) = extent
    defer { drawnLength = length }
    guard length != drawnLength, cursor < length, !appearance.isForReader else { return }
    let block = block
    guard block.rows > 1 else { return }
    hide(cursorRow: block.cursorRow)
    editor_redraw(editor)
  }

  /// Adapts to the terminal's new size.
  func resize() {
    // The terminal has rewrapped everything to its new width.
    hideWithDrawing()
    fitPrompt()
    el_resize(editor)
    write(drawing)
  }

  // MARK: Around the line

  /// Shows `text` above the line, replacing the last such text.
  func draw(_ text: StyledText) {
    hideWithDrawing()
    write(text)
  }

  private func write(_ text: StyledText) {
    var bytes = appearance.bytes(of: text)
    if !text.isEmpty, bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    TerminalOutput.write(bytes, to: output)
    drawing = text
    editor_redraw(editor)
  }

  private func hideWithDrawing() {
    let (block, size) = (block, size)
    let rows = drawing.text.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast(drawing.text.hasSuffix("\n") || drawing.isEmpty ? 1 : 0)
      .reduce(0) { $0 + max(1, (DisplayWidth.of($1) + size.columns - 1) / size.columns) }
    // Text that has scrolled away cannot be replaced.
    hide(cursorRow: block.cursorRow + (rows + block.rows <= size.rows ? rows : 0))
  }

  /// Prints `text` above the line, where it stays, and above what `draw` showed.
  func tell(_ text: StyledText) {
    let below = drawing
    draw(text)
    drawing = StyledText()
    if !below.isEmpty { draw(below) }
  }

  /// Erases what `draw` showed.
  func eraseDrawing() {
    if !drawing.isEmpty { draw(StyledText()) }
  }

  /// Shows Tab's completions below the line, and the line again below them.
  func showCompletions(_ completions: [Completion]) {
    let rows = CompletionMenu.rows(
      of: completions, columns: size.columns, rows: size.rows - 2, isForReader: appearance.isForReader)
    moveToEnd()
    emit("\r\n" + rows.map { $0 + "\r\n" }.joined())
    drawing = StyledText()
    editor_redraw(editor)
  }

  // MARK: Ghost text

  /// Without styles it would look like a part of the line.
  var showsGhosts: Bool { appearance.isStyled }

  /// Shows the `hint` for the line faintly after the cursor, unless one is already shown.
  func paintGhost(_ hint: (String) -> Hint?) {
    guard !isGhostShown, editor_is_editing(editor) != 0, showsGhosts, let size = TerminalSize.of(output) else {
      return
    }
    let (scalars, cursor) = line
    guard cursor == scalars.count, !scalars.contains(where: { $0.value < 0x20 }) else { return }
    let hint = appearance.shown(StyledText.escapingControls(hint(String(scalars))?.text ?? ""))
    guard let ghost = Self.ghost(hint, at: block.endColumn, of: size.columns) else { return }
    // Cutting it may have added an ellipsis.
    emit(appearance.shown(ghost))
    isGhostShown = true
  }

  /// The sequence that shows `text` faintly after the cursor without moving it; nil if there is no room.
  static func ghost(_ text: String, at column: Int, of columns: Int) -> String? {
    // The last column stays free, because a character there would leave the cursor waiting to wrap.
    let shown = DisplayWidth.fitted(text, to: columns - column - 1)
    return shown.isEmpty ? nil : "\u{1B}7\u{1B}[2m\(shown)\u{1B}[0m\u{1B}8"
  }

  /// Erases everything after the cursor in its row.
  static let erasure = "\u{1B}[K"

  func eraseGhost() {
    guard isGhostShown else { return }
    isGhostShown = false
    emit(Self.erasure)
  }
}

/// The position of prompt and line on the screen, by libedit's layout rules.
struct EditBlock {
  /// Rows of prompt and line together.
  let rows: Int
  /// The cursor's row, counted from 0 at the prompt.
  private(set) var cursorRow = 0
  /// The column after the last character.
  let endColumn: Int

  /// - Parameters:
  ///   - promptWidth: the prompt's columns.
  ///   - cursor: its index in `line`.
  init(promptWidth: Int, line: some Collection<Unicode.Scalar>, cursor: Int, columns: Int) {
    var (row, column) = promptWidth.quotientAndRemainder(dividingBy: columns)
    for (index, scalar) in line.enumerated() {
      let width = Self.width(of: scalar)
      if column + width > columns { (row, column) = (row + 1, 0) }
      if index == cursor { cursorRow = row }
      column += width
      if column >= columns || scalar == "\n" { (row, column) = (row + 1, 0) }
    }
    if cursor >= line.count { cursorRow = row }
    (rows, endColumn) = (row + 1, column)
  }

  /// The columns of a character in the editor, which shows control characters as `^A`, and others as `\U+0081`.
  static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar == "\n" { return 0 }
    if scalar.value < 0x20 || scalar.value == 0x7F { return 2 }
    let width = Int(wcwidth(wchar_t(truncatingIfNeeded: scalar.value)))
    return width >= 0 ? width : scalar.value > 0xFFFF ? 8 : 7
  }

  static func width(of text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + width(of: $1) } }
}

extension Unicode.Scalar {
  /// Whether it is drawn on the character before it.
  fileprivate var isMark: Bool {
    [.nonspacingMark, .enclosingMark].contains(properties.generalCategory) && !properties.isVariationSelector
      && EditBlock.width(of: self) == 0
  }
}
