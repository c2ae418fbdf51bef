import Synchronization

/// One command whose words a shell has already split: `liner search jack johnson`.
package final class ShellCommand: LineSource {
  /// What errors name instead of a script.
  package static let place = "liner"

  private let text: Mutex<String?>

  /// - Parameter words: the command's name and its arguments.
  package init(words: [String]) { text = Mutex(Self.line(of: words)) }

  package func next(prompt: () -> Prompt, beforeWaiting: () -> Void) async -> LineEvent {
    let text = text.withLock { text in
      defer { text = nil }
      return text
    }
    return text.map { .line(Line($0, source: Self.place, number: 1)) } ?? .end
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
