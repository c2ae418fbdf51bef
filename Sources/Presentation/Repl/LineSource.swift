/// Where commands come from: the keyboard, a pipe, a file, an array.
package protocol LineSource: AnyObject, Sendable {
  /// The next line if it is there already, so that a script does not suspend for each line; nil where it has
  /// to be waited for, and at the end.
  func atHand() -> LineEvent?

  /// Waits for the next line, before which `beforeWaiting` is called, so that finished output is seen.
  /// - Parameter prompt: what a person is shown; scripts never ask for it.
  func next(prompt: () -> Prompt, beforeWaiting: () -> Void) async -> LineEvent
}

extension LineSource {
  package func atHand() -> LineEvent? { nil }
}

package enum LineEvent: Sendable, Equatable {
  case line(Line)
  /// A line whose bytes are no text, or that could not be read.
  case unreadable(CommandError, Line)
  /// Ctrl-C. At a prompt the half-typed line is gone and the session goes on; a script ends.
  case interrupted
  case end

  /// The line's text; nil where there is none.
  package var text: String? {
    if case .line(let line) = self { line.text } else { nil }
  }

  /// The line, readable or not; nil where none came.
  package var line: Line? {
    switch self {
    case .line(let line), .unreadable(_, let line): line
    case .interrupted, .end: nil
    }
  }
}

/// One line of input and where it came from.
package struct Line: Sendable, Equatable {
  /// Without its line break; empty where nobody could read it.
  package var text: String
  /// `stdin`, `-c`, the script's name, or `liner` for a command from the shell; nil at the prompt.
  package var source: String?
  /// Counted from 1.
  package var number: Int

  package init(_ text: String = "", source: String?, number: Int) {
    self.text = text
    self.source = source
    self.number = number
  }
}

/// What the prompt shows and knows while a line is typed. The functions are pure and quick: they run at every key.
package struct Prompt: Sendable {
  /// Where one is, such as `vivaldi › Song`; what follows it on screen is the source's affair.
  package var text: String
  /// What Tab offers at `cursor`, a place in `line` counted in characters.
  package var completions: @Sendable (_ line: String, _ cursor: Int) -> [Completion]
  /// The ghost text behind `line`, whose end the cursor is at; empty for none.
  package var hint: @Sendable (_ line: String) -> String
  /// What accepting the ghost text adds to `line`: all of it, unless it explains more than it completes.
  package var accepted: @Sendable (_ line: String) -> String

  package init(
    text: String,
    completions: @escaping @Sendable (_ line: String, _ cursor: Int) -> [Completion] = { _, _ in [] },
    hint: @escaping @Sendable (_ line: String) -> String = { _ in "" },
    accepted: (@Sendable (_ line: String) -> String)? = nil
  ) {
    self.text = text
    self.completions = completions
    self.hint = hint
    self.accepted = accepted ?? hint
  }

  /// A prompt that completes and hints by what is known of the session.
  package init(text: String, knowing context: PromptContext) {
    let (completions, hints) = (Completions(context: context), Hints(context: context))
    self.init(
      text: text,
      completions: { line, cursor in completions.offered(for: line, at: cursor) },
      hint: { line in hints.hint(for: line)?.text ?? "" },
      accepted: { line in hints.hint(for: line)?.added ?? "" })
  }
}
