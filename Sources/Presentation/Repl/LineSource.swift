import Domain

/// Where commands come from: the keyboard, a pipe, a file, an array.
package protocol LineSource: AnyObject, Sendable {
  /// The next line if it is available now, so that a script need not suspend; nil otherwise, and at the end.
  func nextIfReady() -> LineEvent?

  /// Waits for the next line. Calls `beforeWaiting` first, so that finished output becomes visible.
  /// - Parameter prompt: what to show at a prompt; scripts never evaluate it.
  func next(prompt: () -> Prompt, beforeWaiting: () -> Void) async -> LineEvent
}

extension LineSource {
  package func nextIfReady() -> LineEvent? { nil }
}

package enum LineEvent: Sendable, Equatable {
  case line(Line)
  /// A line that is not valid text, or could not be read.
  case unreadable(CommandError, Line)
  /// Ctrl-C. At a prompt it discards the unfinished line and the session continues; a script ends.
  case interrupted
  case end

  /// The line's text; nil if there is none.
  package var text: String? { if case .line(let line) = self { line.text } else { nil } }

  /// The line, readable or not; nil if there is none.
  package var line: Line? {
    switch self {
    case .line(let line), .unreadable(_, let line): line
    case .interrupted, .end: nil
    }
  }
}

/// One line of input and its origin.
package struct Line: Sendable, Equatable {
  /// Without its line break; empty if the line is unreadable.
  package var text: String
  /// `stdin`, `-c`, the script's name, or `liner` for a command given as arguments; nil at the prompt.
  package var source: String?
  /// Counted from 1.
  package var number: Int

  package init(_ text: String = "", source: String?, number: Int) {
    (self.text, self.source, self.number) = (text, source, number)
  }

  /// The path of the script that it is from; nil for any other line.
  var script: String? { source.flatMap { ["stdin", "-c", ShellCommand.place].contains($0) ? nil : $0 } }
}

/// The prompt and its functions while a line is typed. They are pure and fast, because they run at every key.
package struct Prompt: Sendable {
  /// The current place, such as `vivaldi › Song`; the source adds the rest of the prompt.
  package var text: String
  /// The completions for Tab at `cursor`, a position in `line` in characters.
  package var completions: @Sendable (_ line: String, _ cursor: Int) -> [Completion] = { _, _ in [] }
  /// The ghost text after `line`, with the cursor at its end; nil for none.
  package var hint: @Sendable (_ line: String) -> Hint? = { _ in nil }

  package init(text: String) { self.text = text }
}

/// One command whose words a shell has already split: `liner search jack johnson`.
package enum ShellCommand {
  /// What errors name instead of a script.
  package static let place = "liner"

  /// - Parameter words: the command's name and its arguments.
  package static func source(of words: [String]) -> ArraySource {
    ArraySource([.line(Line(line(of: words), source: place, number: 1))])
  }

  /// The line that parses into these words, so that echo, recordings and JSON show something that can be typed.
  package static func line(of words: [String]) -> String {
    words.enumerated().map { index, word in
      guard index > 0 && ["|", ">"].contains(word) || needsQuotes(word) else { return word }
      // An option in quotes would be text, but its value may be quoted.
      guard word.hasPrefix("--"), let end = word.firstIndex(of: "="), !needsQuotes(String(word[..<end])) else {
        return word.inQuotes
      }
      return word[..<end] + " " + String(word[word.index(after: end)...]).inQuotes
    }
    .joined(separator: " ")
  }

  private static func needsQuotes(_ word: String) -> Bool {
    word.isEmpty || word == "#" || word.hasPrefix("\"") || word.contains { $0.isWhitespace || $0 == ";" }
  }
}
